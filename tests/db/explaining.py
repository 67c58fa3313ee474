"""A reader that asks the database how it reads: which index answers which part of a statement."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from sqlalchemy.sql import ClauseElement

from runwright.db.database import Database
from runwright.db.transaction import Reader

_SEARCH = re.compile(r"SEARCH (\w+) USING (?:COVERING )?(?:INDEX (\w+)|(PRIMARY KEY)) \((.*)\)")
_COLUMN = re.compile(r"(\w+)\)?(?:::text)? (?:=|<|>|>=|<=) ")


@dataclass(frozen=True, slots=True)
class Step:
    """One look into a table."""

    table: str
    index: str
    columns: frozenset[str]
    """What is looked up in the index: of a scan, nothing."""


class Explaining(Reader):
    """Notes how each statement is executed."""

    def __init__(self, cursor: Any, database: Database) -> None:
        super().__init__(cursor, database._compiler)
        self.plans: list[list[Step]] = []
        """How each statement was read, in turn: the last one gives the page."""

    def one(self, statement: ClauseElement, **parameters: Any) -> Any | None:
        self._explain(statement, parameters)
        return super().one(statement, **parameters)

    def all(self, statement: ClauseElement, **parameters: Any) -> list[Any]:
        self._explain(statement, parameters)
        return super().all(statement, **parameters)

    def _explain(self, statement: ClauseElement, parameters: dict[str, Any]) -> None:
        prepared = self._compile(statement)
        given = prepared.parameters(parameters)
        if self.dialect == "sqlite":
            self._cursor.execute(f"EXPLAIN QUERY PLAN {prepared.text}", given)
            self.plans.append(
                [step for row in self._cursor.fetchall() if (step := _sqlite(row[3]))]
            )
        else:
            self._cursor.execute("SET LOCAL enable_seqscan = off")
            self._cursor.execute("SET LOCAL enable_bitmapscan = off")
            self._cursor.execute(f"EXPLAIN (FORMAT JSON) {prepared.text}", given)
            self.plans.append(_postgresql(self._cursor.fetchone()[0][0]["Plan"]))


def _sqlite(line: str) -> Step | None:
    if found := _SEARCH.match(line):
        columns = frozenset(re.findall(r"(\w+)[=<>]", found[4]))
        return Step(found[1], found[2] or "", columns)
    if found := re.match(r"SCAN (\w+)", line):
        return Step(found[1], "", frozenset())
    return None


def _postgresql(plan: dict[str, Any]) -> list[Step]:
    steps = [step for inner in plan.get("Plans", ()) for step in _postgresql(inner)]
    if "Relation Name" in plan:
        condition = plan.get("Index Cond", "")
        columns = frozenset(_COLUMN.findall(condition))
        steps.append(Step(plan["Relation Name"], plan.get("Index Name", ""), columns))
    return steps
