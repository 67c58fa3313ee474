"""What runs have cost and how good they were: an account each, what their language models
used, and sums over all."""
