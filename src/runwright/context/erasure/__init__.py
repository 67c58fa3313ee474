"""Erasing items of the context graph: all of a file, or those that it no longer shows."""
