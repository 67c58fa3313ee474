"""What could be answered to questions, right and wrong: the reader learns from it to weigh."""
