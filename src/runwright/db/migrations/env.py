"""Alembic's entry: run the migrations on the connection that `db.migrate` hands over."""

from alembic import context

from runwright.db.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
