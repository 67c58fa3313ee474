"""The queue of many processes: Procrastinate, in the PostgreSQL database that they share."""
