"""The context graph: what runs can read, one source at a time, each under its own scope."""
