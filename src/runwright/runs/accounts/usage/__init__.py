"""What language models have used for runs, and who really ran."""
