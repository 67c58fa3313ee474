"""Typed records: what a file says, one model a kind, and what follows from them together."""
