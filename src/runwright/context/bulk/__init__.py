"""Many items at once, as bytes."""
