"""What could be answered is worked out of readings that differ in one thing, and only of questions
that were opened."""

from __future__ import annotations

import random

import pytest
from bench.eval.people import measure
from training.weighing import candidates
from training.weighing.candidates import LIKELIEST, OPENED, readings, understood_as, variants

from runwright.minds.embedded import routes
from runwright.minds.embedded.query import MEASURES, Query, Span
from runwright.runs.plans import drafts
from runwright.runs.plans.types import PlanRequest

QUERY = Query(
    "what did I spend at Lidl in May",
    "finance",
    "sum",
    "out",
    spans=(Span("M", "Lidl", 20), Span("P", "in May", 25)),
)


class NoParser:
    def parse(self, *_: object) -> list[object]:
        return []


@pytest.fixture(autouse=True)
def _without_a_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(candidates, "parser", NoParser)


def test_a_reading_is_altered_in_one_thing_at_a_time() -> None:
    other = QUERY._replace(measure="list")
    found = list(variants(QUERY._replace(others=(other,)), random.Random(1)))
    assert found[0] == ("other", other)
    for variant, query in found[1:]:
        differing = {name for name in Query._fields if getattr(query, name) != getattr(QUERY, name)}
        changed = {"measure": "measure", "span": "spans", "direction": "direction"}[variant]
        assert differing - {"others"} == {changed}


def test_of_several_questions_only_the_likeliest_reading_is_answered() -> None:
    [reading] = readings([QUERY, QUERY], random.Random(1))
    assert (reading.variant, len(reading.queries)) == (LIKELIEST, 2)


def test_every_measure_may_be_taken_for_others_that_there_are() -> None:
    known = {measure for measures in MEASURES.values() for measure in measures}
    assert set(candidates.CONFUSED) == known
    assert {each for own in candidates.CONFUSED.values() for each in own} <= known


def test_a_prompt_is_taken_for_what_it_is_said_to_mean(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drafts, "draft", lambda request: request)
    before = routes._wherever_it_is
    request = PlanRequest("how much?", "", "UTC", ("finance",), False, 8)
    with understood_as([QUERY]):
        [said] = drafts.draft(request).understood  # type: ignore[attr-defined]
        assert routes._wherever_it_is is not before
    assert said["measure"] == "sum"
    assert routes._wherever_it_is is before
    assert drafts.draft(request) == request  # type: ignore[comparison-overlap]


def test_only_opened_questions_are_answered() -> None:
    assert OPENED.name == "opened"
    assert OPENED.parent == measure.FOLDER.parent
