"""What runs have read, and what their answers rest on."""
