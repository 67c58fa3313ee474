"""Which items an answer rests on, and by which right they were read. Pure functions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import orjson

from runwright.minds.values import ATTACHED, Item
from runwright.trust.scopes import SOURCES, Scope

CitedRow = tuple[str, str, str, str, int | None]
"""Id, source, scope, file and page of an item."""
NOTHING_CITED = b""
RESULTS = "runs"
"""What the evidence of a run names as the source of another run's result."""
_GIVEN = {ATTACHED: Scope.FILES_READ, RESULTS: Scope.RUNS_READ}
"""What is no source of context: attached files, and results of other runs."""


def rows_of(items: Iterable[Item]) -> bytes:
    """Items as the store takes them in."""
    found = tuple(items)
    # A part of an attached file, or a result, says by its id what it is.
    heads = [(i.source if i.id[:5] == "item_" else _source(i), i.file or "", i.page) for i in found]
    scopes = {source: scope_of(source).value for source in {head[0] for head in heads}}
    return _written([item.id for item in found], [(h[0], scopes[h[0]], *h[1:]) for h in heads])


def write_rows(rows: Iterable[CitedRow]) -> bytes:
    """Rows that were read with `cited_in`, as the store takes them in again."""
    found = list(rows)
    return _written([row[0] for row in found], [row[1:] for row in found])


def _written(ids: list[str], places: list[tuple[str, str, str, int | None]]) -> bytes:
    """Nearly all have few places in common, which are written once."""
    if not ids:
        return NOTHING_CITED
    numbers = {place: n for n, place in enumerate(dict.fromkeys(places))}
    at = [numbers[place] for place in places] if len(numbers) > 1 else []
    return orjson.dumps({"places": list(numbers), "ids": ids, "at": at})


def cited_in(stored: bytes) -> Iterator[CitedRow]:
    """What `rows_of` has written."""
    if stored == NOTHING_CITED:
        return
    kept = orjson.loads(stored)
    places, ids = kept["places"], kept["ids"]
    for item_id, n in zip(ids, kept["at"] or [0] * len(ids), strict=True):
        source, scope, file, page = places[n]
        yield item_id, source, scope, file, page


def scope_of(source: str) -> Scope:
    """The scope under which an item of this source is read."""
    return _GIVEN.get(source) or SOURCES[source]


def is_result(item_id: str) -> bool:
    """Whether an item is the result of a run."""
    return item_id.startswith("run_")


def _source(item: Item) -> str:
    if is_result(item.id):
        return RESULTS
    # A part of an attached file that is in no graph.
    return ATTACHED if "#" in item.id else item.source
