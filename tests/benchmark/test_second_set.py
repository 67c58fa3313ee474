"""The second set is what its files say, and its questions have the answers found in them."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal

import pytest
from bench.eval.desk import Reply
from bench.eval.own import judge, measure
from bench.eval.own.measure import SECOND
from bench.eval.own.second import questions, reference

from runwright import clock

DRAFTS = measure.drafts(SECOND)
SILENT = Reply("", (), (), 1, 0.0, answered=False, artifacts=())


def test_the_committed_questions_have_the_recomputed_references() -> None:
    assert (SECOND.folder / "questions.jsonl").read_text(encoding="utf-8") == questions.as_lines()


def test_there_are_120_questions_each_with_its_own_name_and_words() -> None:
    rows = measure.questions(SECOND)
    assert len(rows) == 120
    assert len({row["id"] for row in rows}) == len({row["prompt"] for row in rows}) == 120


def test_every_question_is_held_back() -> None:
    assert {row["half"] for row in measure.questions(SECOND)} == {"held"}


def test_every_question_can_be_answered_wrongly() -> None:
    rows = measure.questions(SECOND)
    assert [row["id"] for row in rows if judge.is_right(SILENT, row["expect"])] == []


@pytest.mark.parametrize("name", SECOND.files)
def test_the_readers_read_every_file(name: str) -> None:
    assert any(draft.text for file, draft in DRAFTS if file == name)


@pytest.mark.parametrize(
    ("name", "lines"), [(reference.BANK, reference.bank()), (reference.CARD, reference.card())]
)
def test_the_readers_find_every_booking(name: str, lines: tuple[reference.Booking, ...]) -> None:
    # The reference leaves out what was reverted; a reader may keep it.
    read = [draft for file, draft in DRAFTS if file == name]
    found = Counter((draft.at, Decimal(draft.amount or 0)) for draft in read)
    assert Counter((one.day.isoformat(), one.amount) for one in lines) <= found


def test_the_readers_find_every_occurrence() -> None:
    read = [draft for file, draft in DRAFTS if file == reference.DIARY]
    found = Counter((draft.title, draft.at) for draft in read)
    assert Counter(map(_occurrence, reference.events())) <= found


def _occurrence(one: reference.Event) -> tuple[str, str]:
    whole = one.start.date().isoformat()
    return one.title, whole if one.whole_days else clock.stamp(one.start)


def test_a_set_without_a_bar_is_counted_under_its_own_name() -> None:
    row = {"id": "date-01", "kind": "date", "half": "held"}
    found = [measure.Judged("y0-fast", row, SILENT, right=True)]
    figures = measure.figures(found, SECOND)
    assert [(one.name, one.value, one.met) for one in figures] == [
        ("own set 2 y0-fast: right", 1.0, None),
        ("own set 2 y0-fast: date right", 1.0, None),
    ]
