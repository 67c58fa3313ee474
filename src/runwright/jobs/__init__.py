"""Background work: a durable queue, and the child process that computes for it."""
