"""Brings the rows of a filled SQLite file to PostgreSQL, so that both are asked about the same."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import psycopg
from sqlalchemy import LargeBinary, Table

from runwright.config import Settings
from runwright.db import schema
from runwright.db.database import driver_for
from runwright.db.migrate import migrate
from runwright.db.schema.base import Number

TABLES = (
    *(schema.projects, schema.keys, schema.key_secrets, schema.audit_heads, schema.audit_log),
    *(schema.runs, schema.context_shelves, schema.context_items, schema.context_postings),
    *(schema.context_vectors, schema.context_entities),
)


def copy(source: Path, url: str) -> None:
    """Migrate an empty database, fill it, and leave it as autovacuum would."""
    migrate(driver_for(Settings(database_url=url)))
    lite = sqlite3.connect(source)
    with psycopg.connect(url, autocommit=True) as connection:
        for table in TABLES:
            _copy_table(lite, connection, table)
        connection.execute("VACUUM (ANALYZE)")
        connection.execute("CHECKPOINT")
    lite.close()


def _copy_table(
    lite: sqlite3.Connection, connection: psycopg.Connection[tuple[object, ...]], table: Table
) -> None:
    names = ", ".join(f'"{column.name}"' for column in table.c)
    order = ", ".join(f'"{column.name}"' for column in table.primary_key)
    with (
        connection.cursor() as cursor,
        cursor.copy(f"COPY {table.name} ({names}) FROM STDIN (FORMAT BINARY)") as into,
    ):
        into.set_types([_kind(column.type) for column in table.c])
        for row in lite.execute(f"SELECT {names} FROM {table.name} ORDER BY {order}"):
            into.write_row(row)


def _kind(type_: object) -> str:
    if type_ is Number:
        return "int8"
    return "bytea" if isinstance(type_, LargeBinary) else "text"


def bytes_by_table(url: str) -> dict[str, tuple[int, int]]:
    """Rows, and bytes with all indexes, of each table that has any."""
    found = {}
    with psycopg.connect(url) as connection:
        for table in TABLES:
            row = connection.execute(
                f"SELECT count(*), pg_total_relation_size('{table.name}') FROM {table.name}"
            ).fetchone()
            if row and row[0]:
                found[table.name] = (int(row[0]), int(row[1]))
    return found
