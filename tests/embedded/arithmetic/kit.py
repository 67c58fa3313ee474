"""Asks the route `arithmetic` a clause on one day, in one zone."""

from __future__ import annotations

from datetime import date
from zoneinfo import ZoneInfo

from embedded.runner import Outcome, run, surroundings
from runwright.minds.embedded.arithmetic import answer
from runwright.minds.embedded.query import Query
from runwright.tools.memory import RecordList

RECORDS = RecordList(items=(), today=date(2026, 11, 17), zone=ZoneInfo("Europe/Berlin"))


def ask(clause: str, currency: str | None = None) -> Outcome:
    """What comes of a clause on Tuesday, 17 November 2026, at noon in Berlin."""
    around = surroundings(RECORDS)._replace(currency=currency)
    return run(answer(Query(clause, "arithmetic"), around), RECORDS)


def said(clause: str, currency: str | None = None) -> str:
    """The first line of the answer; the clause must have been answered."""
    outcome = ask(clause, currency)
    assert outcome.answer.is_answer, outcome.text
    return outcome.first_line
