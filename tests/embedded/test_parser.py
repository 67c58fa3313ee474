"""The parser: what it makes of plain questions, whatever stands around them."""

from __future__ import annotations

import numpy as np
import pytest
from training import labels, schema

from runwright.minds.embedded.parser import weights
from runwright.minds.embedded.parser.framing import core_of
from runwright.minds.embedded.parser.heads import Heads
from runwright.minds.embedded.parser.parser import ROUTES, parser
from runwright.minds.embedded.query import MEASURES, Query, Span, from_json, to_json

MOST_BYTES = 12_000_000
PLAIN = [
    ("how much did I spend at Lidl in May?", "finance", "sum", {("M", "Lidl"), ("P", "in May")}),
    ("when did I last pay Netflix", "finance", "last", {("M", "Netflix")}),
    ("am I free at 3 on Friday?", "calendar", "free", {("TI", "at 3"), ("P", "on Friday")}),
    ("when is my next dentist appointment?", "calendar", "next", {("T", "dentist")}),
    ("Why was October so expensive?", "finance", "why", {("P", "October")}),
]
OTHER_ROUTES = [
    ("what's 15% of 80", "arithmetic"),
    ("write Anna a note that I'm free", "compose"),
    ("move the dentist to Tuesday", "change"),
    ("what does the lease say about pets", "documents"),
]
FRAMES = ["Going by my records, {}", "hey, quick one: {}", "{} thanks!", "I was wondering, {}"]


def read(text: str) -> list[Query]:
    return [parsed.query for parsed in parser().parse(text)]


def spans(query: Query) -> set[tuple[str, str]]:
    return {(span.code, span.text) for span in query.spans}


@pytest.mark.parametrize(("text", "route", "measure", "expected"), PLAIN)
def test_a_plain_question_is_a_query(
    text: str, route: str, measure: str, expected: set[tuple[str, str]]
) -> None:
    [query] = read(text)
    assert (query.route, query.measure) == (route, measure)
    assert spans(query) == expected


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize(("text", "route", "measure", "expected"), PLAIN)
def test_harmless_words_around_it_change_nothing(
    text: str, route: str, measure: str, expected: set[tuple[str, str]], frame: str
) -> None:
    [query] = read(frame.format(text))
    assert (query.route, query.measure) == (route, measure)
    assert {(code, words) for code, words in spans(query) if code != "DOC"} == expected


@pytest.mark.parametrize("frame", [*FRAMES[:2], "{}, thanks", "{}? Thanks a lot!"])
def test_harmless_words_are_not_searched_for(frame: str) -> None:
    question = "what does the lease say about pets"
    assert [query.text for query in read(frame.format(question))] == [question]


def test_words_that_only_stand_beside_a_question_are_an_aside() -> None:
    asked, *asides = parser().parse("When are quiet hours? Many thanks in advance")
    assert not asked.is_aside
    assert all(each.is_aside for each in asides)
    assert "thanks" not in asked.query.text


@pytest.mark.parametrize(
    ("likely", "core"),
    [
        ([0.9, 0.8, 0.1, 0.2], (2, 4)),
        ([0.1, 0.9, 0.1, 0.7], (0, 3)),
        ([0.1], (0, 1)),
        ([0.9, 0.9], (0, 0)),
        ([], (0, 0)),
    ],
    ids=["before", "behind and not between", "none", "all", "empty"],
)
def test_the_question_is_what_stands_between_its_frames(
    likely: list[float], core: tuple[int, int]
) -> None:
    assert core_of(np.array(likely, np.float32)) == core


@pytest.mark.parametrize(("text", "route"), OTHER_ROUTES)
def test_what_is_no_question_about_bookings_or_events_takes_its_own_route(
    text: str, route: str
) -> None:
    assert [query.route for query in read(text)] == [route]


def test_two_questions_are_two_queries() -> None:
    first, second = read("when did I last pay Netflix and how much was it?")
    assert (first.measure, second.measure) == ("last", "last")
    assert (second.ask, second.is_follow_up) == ("amount", True)


def test_a_question_does_not_begin_within_a_word() -> None:
    asked = "What did I spend at zqe37f76693c0f422dbe74ff3e3a89bbb4 in October 2026?"
    [query] = read(asked)
    assert ("M", "zqe37f76693c0f422dbe74ff3e3a89bbb4") in spans(query)


def test_a_route_that_is_closed_is_not_taken() -> None:
    [parsed] = parser().parse(
        "when is my next dentist appointment?", routes=("documents", "finance")
    )
    assert parsed.query.route in ("documents", "finance")


def test_a_long_text_is_read_by_sentences_and_no_further_than_is_allowed() -> None:
    text = " ".join(f"How much did I spend at shop number {n} in May?" for n in range(60))
    assert len(parser().parse(text, most=5)) == 5


@pytest.mark.parametrize("text", ["", " ", "?", "🙂", "\n\n", "ß" * 300, "a" * 4000, "\u200b"])
def test_rubbish_is_read_without_a_word(text: str) -> None:
    assert all(0 <= query.confidence <= 1 for query in read(text))


def test_a_query_survives_json() -> None:
    query = Query("x", "finance", "sum", "out", flags=("end",), spans=(Span("M", "Lidl", 3),))
    assert from_json(to_json(query)) == query


def test_what_the_parser_chooses_among_is_what_the_wordings_are_labelled_with() -> None:
    heads = Heads(weights.learned())
    assert {name: tuple(values) for name, values in heads.names.items()} == dict(labels.HEADS)
    assert tuple(heads.tags) == labels.TAGS
    assert {route: schema.MEASURES[route] for route in MEASURES} == dict(MEASURES)
    assert set(ROUTES) == set(schema.ROUTES)


def test_what_was_learned_is_small_and_says_what_it_means() -> None:
    assert weights.LEARNED.stat().st_size <= MOST_BYTES
    assert weights.is_made(weights.default_folder())
