"""Durable storage: every table, and the only two ways to them, `read` and `write`."""
