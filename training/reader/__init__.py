"""Trains the reader: which words of a passage answer a question, or that none do."""
