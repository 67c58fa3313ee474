"""The queue of one process: rows in SQLite, held under leases."""
