"""Trains the reader: which words of a passage answer a question, whether words mean a record, and
whether an answer fits its question."""
