"""A set of our own: one invented year of a designer in Berlin, and questions about it."""
