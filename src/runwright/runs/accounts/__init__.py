"""What runs have cost and how good they were: an account each, and sums over all."""
