"""What runs have cost and how good they were, over time and by group."""
