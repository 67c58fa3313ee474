"""Several nodes on one PostgreSQL: killed, paused and cut off under load, and checked after it."""
