"""What a file became in the context graph."""
