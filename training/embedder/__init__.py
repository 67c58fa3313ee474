"""Trains the embedder: vectors by which passages and records are found that a question means."""
