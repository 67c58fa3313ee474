"""What the context graph of a project holds, row by row, looked at past the server."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from contextlib import closing
from typing import Any, NamedTuple

import psycopg
from psycopg.rows import dict_row

from chaos.storage import DATABASE_FILE
from db.raw import POSTGRES_TABLES, SQLITE_TABLES, Raw
from runwright.context.index import postings
from support.patience import PATIENCE
from support.server import Server

GRAPH = ("files", "file_parts", "run_files", "context_items", "context_terms")
SHARED = ("context_postings", "context_vectors", "context_entities")
"""Tables that do not say which file a row came from."""


class Graph(NamedTuple):
    """A project's graph without what is different each time: ids, numbers, the order of writes."""

    parts: list[tuple[Any, ...]]
    items: list[tuple[Any, ...]]
    entities: list[tuple[Any, ...]]
    postings: dict[tuple[str, str], list[tuple[int, int, int]]]
    """By source and term: place of the item, count, length."""
    terms: int
    vectors: list[tuple[str, int]]
    shelves: list[tuple[Any, ...]]


def rows(server: Server, table: str) -> list[dict[str, Any]]:
    """Every row of a table."""
    if server.database_url is not None:
        with psycopg.connect(server.database_url, row_factory=dict_row) as connection:
            return connection.execute(f"SELECT * FROM {table}").fetchall()
    with closing(sqlite3.connect(server.data / DATABASE_FILE, timeout=PATIENCE)) as connection:
        connection.row_factory = sqlite3.Row
        return [dict(row) for row in connection.execute(f"SELECT * FROM {table}")]


def tables(server: Server) -> list[str]:
    """Every table that there is, those of a queue that is not ours too."""
    query = SQLITE_TABLES if server.database_url is None else POSTGRES_TABLES
    return [name for (name,) in Raw(server).rows(query)]


def graph_of(server: Server, project_id: str) -> Graph:
    """What a project has."""

    def mine(table: str) -> list[dict[str, Any]]:
        return [row for row in rows(server, table) if row["project_id"] == project_id]

    items = sorted(mine("context_items"), key=lambda row: (row["source"], row["number"]))
    places = {(row["source"], row["number"]): place for place, row in enumerate(items)}
    shown = ("source", "kind", "title", "text", "page", "row", "at", "until", "amount", "length")
    return Graph(
        parts=[(p["seq"], p["kind"], bytes(p["body"])) for p in mine("file_parts")],
        items=[(*(row[name] for name in shown), row["mentions"]) for row in items],
        entities=sorted((e["source"], e["key"], e["name"], e["items"]) for e in mine(SHARED[2])),
        postings=_postings(mine("context_postings"), places),
        terms=len(mine("context_terms")),
        vectors=sorted(
            (v["source"], places.get((v["source"], v["number"]), -1)) for v in mine(SHARED[1])
        ),
        shelves=sorted((s["source"], s["items"], s["terms"]) for s in mine("context_shelves")),
    )


def _postings(
    found: list[dict[str, Any]], places: dict[tuple[str, int], int]
) -> dict[tuple[str, str], list[tuple[int, int, int]]]:
    result: dict[tuple[str, str], list[tuple[int, int, int]]] = {}
    for row in found:
        unpacked = postings.unpack([(row["block"], bytes(row["body"]))])
        key = (str(row["source"]), str(row["term"]))
        result.setdefault(key, []).extend(
            (places.get((row["source"], int(number)), -1), int(count), int(length))
            for number, count, length in zip(*unpacked, strict=True)
        )
    return {key: sorted(records) for key, records in result.items()}


def repeated(server: Server, file_id: str) -> list[str]:
    """Texts that a file's items hold more than once."""
    texts = Counter(
        row["text"] for row in rows(server, "context_items") if row["file_id"] == file_id
    )
    return [text for text, count in texts.items() if count > 1]


def remains(server: Server, project_id: str, *file_ids: str) -> list[str]:
    """What is still there of files that were deleted; nothing, one hopes."""
    found = []
    for table in GRAPH:
        for row in rows(server, table):
            if row.get("id" if table == "files" else "file_id") in file_ids:
                found.append(f"{table}: {row}")
    for table in SHARED:
        found += [
            f"{table}: {row}" for row in rows(server, table) if row["project_id"] == project_id
        ]
    for shelf in rows(server, "context_shelves"):
        if shelf["project_id"] == project_id and (shelf["items"], shelf["terms"]) != (0, 0):
            found.append(f"context_shelves: {shelf}")
    for job in rows(server, "queued_jobs"):
        if job["subject"] in file_ids:
            found.append(f"jobs: {job}")
    folder = server.data / "blobs"
    found += [
        str(path)
        for path in folder.rglob("*")
        if path.is_file() and any(file_id in path.name for file_id in file_ids)
    ]
    return found


def decoded(row: dict[str, Any]) -> str:
    """A row as text, bytes too, for searching."""
    return json.dumps(
        {name: value.hex() if isinstance(value, bytes) else value for name, value in row.items()},
        default=str,
    )
