"""Large shelves on PostgreSQL: pgvector finds the nearest vectors, so that no process holds them.

Every vector stays in `context_vectors` as signed bytes. A shelf that has grown large gets an HNSW
index over them, as an expression and for that shelf alone; the database keeps it up to date.
"""
