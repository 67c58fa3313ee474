"""The parser: one pass of a small network over a clause gives its query."""
