"""Which items an answer rests on, and by which right they were read. Pure functions."""

from __future__ import annotations

from collections.abc import Iterable

import orjson

from runwright.engine.around import ATTACHED
from runwright.engine.types import Finding, Item
from runwright.trust.scopes import SOURCES, Scope

RESULTS = "runs"
"""What the evidence of a run names as the source of another run's result."""
_GIVEN = {ATTACHED: Scope.FILES_READ, RESULTS: Scope.RUNS_READ}
"""What is no source of context: attached files, and results of other runs."""


def cited(findings: Iterable[Finding], items: Iterable[Item]) -> bytes:
    """The items that findings rest on, each once, in the order of the findings.

    As JSON, a row each, for the store to take in as it is: there may be tens of thousands.
    """
    known = {item.id: item for item in items}
    wanted = dict.fromkeys(item_id for finding in findings for item_id in finding.items)
    return rows_of(known[item_id] for item_id in wanted if item_id in known)


def rows_of(items: Iterable[Item]) -> bytes:
    """Items as the store takes them in."""
    return orjson.dumps([_row(item) for item in items])


def scope_of(source: str) -> Scope:
    """The scope under which an item of this source is read."""
    return _GIVEN.get(source) or SOURCES[source]


def is_result(item_id: str) -> bool:
    """Whether an item is the result of a run."""
    return item_id.startswith("run_")


def _row(item: Item) -> tuple[str, str, str, str, int | None]:
    source = item.source
    if is_result(item.id):
        source = RESULTS
    elif "#" in item.id:  # a part of an attached file that is in no graph
        source = ATTACHED
    return (item.id, source, scope_of(source).value, item.file or "", item.page)
