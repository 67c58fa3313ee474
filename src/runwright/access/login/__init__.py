"""Logging in from a command line: a person with a key approves a code, and the asker gets a key."""
