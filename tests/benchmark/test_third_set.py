"""The third set is what its makers say, and every question of it can be answered wrongly."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal

import pytest
from bench.eval.desk import Reply
from bench.eval.own import judge, measure
from bench.eval.own.third import household, make, questions


@pytest.mark.parametrize("name", sorted(make.files()))
def test_the_committed_files_are_what_the_maker_makes(name: str) -> None:
    assert (make.FOLDER / name).read_bytes() == make.files()[name].encode()


def test_the_committed_questions_have_the_recomputed_references() -> None:
    assert (make.FOLDER / "questions.jsonl").read_text() == questions.as_lines()


def test_each_question_is_asked_once_under_its_own_name() -> None:
    rows = measure.questions(measure.THIRD)
    assert len({row["id"] for row in rows}) == len({row["prompt"] for row in rows}) == len(rows)


def test_every_question_can_be_answered_wrongly() -> None:
    empty = Reply("", (), (), 0, 0.0, answered=False, artifacts=())
    rows = measure.questions(measure.THIRD)
    assert [row["id"] for row in rows if judge.is_right(empty, row["expect"])] == []


def test_the_readers_find_every_booking() -> None:
    drafts = [d for _, d in measure.drafts(measure.THIRD) if d.kind == "transaction"]
    found = Counter((d.title, d.at, Decimal(d.amount or 0), d.currency) for d in drafts)
    made = household.bookings()
    assert found == Counter((b.name, b.day.isoformat(), b.amount, b.currency) for b in made)


def test_no_letter_of_the_set_is_taken_for_a_table() -> None:
    papers = [d for name, d in measure.drafts(measure.THIRD) if name in make.PAPERS]
    assert all("13 | 800.00" not in draft.text for draft in papers)
