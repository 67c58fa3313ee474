"""What a run has read, as bytes: so that the server moves tens of thousands of records between
its database and its computing processes without looking at one.

A read is a list of queries. Each has `hits`, which a search found, best first, and `bulk`, rows
that the database wrote as JSON (`context.bulk.store.COLUMNS`); `cut` says that there were more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import orjson

from runwright.minds.values import Item

NOTHING = b"[]"
"""A read that found nothing."""


def query_blob(hits: Iterable[Item], bulk: Sequence[bytes] = (), *, cut: bool = False) -> bytes:
    """What one query found."""
    found = orjson.dumps([tuple(item) for item in hits])
    end = b',"cut":true}' if cut else b"}"
    return b'{"hits":' + found + b',"bulk":[' + b",".join(bulk) + b"]" + end


def read_blob(queries: Sequence[bytes]) -> bytes:
    """What one read found."""
    return b"[" + b",".join(queries) + b"]"


def given_blob(items: Iterable[Item]) -> bytes:
    """Items that came with the request."""
    return read_blob([query_blob(items)])


def queries_in(blob: bytes) -> list[Mapping[str, Any]]:
    """The queries of a read."""
    queries: list[Mapping[str, Any]] = orjson.loads(blob)
    return queries


def items_of_query(query: Mapping[str, Any]) -> tuple[Item, ...]:
    """The items of one query, each once: hits first, then rows by their numbers."""
    found: dict[str, Item] = {}
    for values in query["hits"]:
        item = Item(*values)
        found.setdefault(item.id, item)
    for rows in query["bulk"]:
        for *values, _ in sorted(rows, key=_number):
            found.setdefault(values[0], Item(*values))
    return tuple(found.values())


def items_in(blob: bytes) -> tuple[Item, ...]:
    """The items of one read, each once."""
    queries = queries_in(blob)
    if len(queries) == 1:
        return items_of_query(queries[0])
    found = {item.id: item for query in reversed(queries) for item in items_of_query(query)}
    return tuple(found.values())


def _number(row: Sequence[Any]) -> int:
    number: int = row[-1]
    return number
