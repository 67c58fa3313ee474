"""A snapshot keeps its answers: 306 recorded questions, word for word.

`PYTHONPATH=.:tests python -m embedded.test_snapshot` records them anew: before a release, for a new
snapshot.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import orjson
import pytest
from bench.eval.desk import Desk
from bench.eval.own.measure import FIRST, THIRD, Set, drafts, questions

RECORDED = Path(__file__).with_name("recorded.json")
EVERY = {FIRST: 1, THIRD: 4}
SOME = 5
RECORDS = ({"finance"}, {"calendar"}, {"calendar", "finance"}, set[str]())


def recorded_of(of: Set) -> Sequence[Mapping[str, Any]]:
    """The questions to the files of a household or an office."""
    return questions(of)[:: EVERY[of]]


def answers(of: Set, asked: Sequence[Mapping[str, Any]], *, read: bool) -> dict[str, str]:
    """What is answered now, by question; `read` says whether documents are there to be read."""
    with closing(Desk()) as desk:
        there = [(n, each) for n, each in drafts(of) if read or each.source != "documents"]
        desk.put(there, embed=read)
        return {
            row["prompt"]: desk.ask(row["prompt"], row["context"], now=of.now, zone=of.zone).summary
            for row in asked
        }


def recorded() -> dict[str, dict[str, str]]:
    kept: dict[str, dict[str, str]] = orjson.loads(RECORDED.read_bytes())
    return kept


def test_some_recorded_questions_are_answered_as_they_were() -> None:
    asked = [row for row in recorded_of(FIRST) if set(row["context"]) in RECORDS][::SOME]
    before = recorded()[FIRST.title]
    assert answers(FIRST, asked, read=False) == {
        row["prompt"]: before[row["prompt"]] for row in asked
    }


@pytest.mark.slow
@pytest.mark.parametrize("of", EVERY, ids=lambda of: of.title)
def test_all_recorded_questions_are_answered_as_they_were(of: Set) -> None:
    assert answers(of, recorded_of(of), read=True) == recorded()[of.title]


if __name__ == "__main__":
    told = {of.title: answers(of, recorded_of(of), read=True) for of in EVERY}
    RECORDED.write_bytes(orjson.dumps(told, option=orjson.OPT_INDENT_2) + b"\n")
