"""Background work: a durable queue in either database, and the child process that computes for it.

`store` queues in the caller's transaction; `embedded` and `postgres` are the two queues.
"""
