"""Passages read beside a question, for the words that answer it."""
