"""Writes what could be answered to questions, and whether each answer is right: the reader learns
from it to weigh answers.

    python -m training.weighing.candidates OUT               # of all opened sets
    python -m training.weighing.candidates OUT --only theo   # of one

Half an hour on two processors, since each answer is worked out. A question is read as the parser
finds likeliest, as it finds next likely, and in other ways that come close: each reading is
answered alone, without being weighed. The closed set is never read.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

from bench.eval.desk import Desk, Reply
from bench.eval.people import measure
from bench.eval.people.judge import is_right

from runwright.minds.embedded import planning, routes
from runwright.minds.embedded.asking import reading_in_words
from runwright.minds.embedded.parser.parser import parser
from runwright.minds.embedded.query import MEASURES, Query, to_json
from runwright.runs.plans import drafts
from runwright.runs.plans.types import PlanRequest

OPENED = Path(measure.__file__).parent / "opened"
RECORDS = ("finance", "calendar")
LIKELIEST = "likeliest"
_STEPS = 8
_MEASURES, _SPANS, _TURNED = 2, 2, 0.5
"""Of a reading: so many other measures, so many spans left out one at a time, and how often the
other direction."""
CONFUSED: Mapping[str, tuple[str, ...]] = {
    "sum": ("count", "list", "avg", "recur", "max"),
    "count": ("sum", "list", "exists"),
    "avg": ("sum", "list"),
    "max": ("sum", "list", "last"),
    "min": ("max",),
    "list": ("sum", "count", "next", "exists", "when"),
    "last": ("first", "sum", "list", "max", "exists", "next"),
    "first": ("last", "next"),
    "recur": ("sum", "list", "last"),
    "balance": ("sum",),
    "exists": ("list", "last", "count", "free"),
    "compare": ("sum",),
    "trend": ("sum", "compare"),
    "share": ("sum",),
    "why": ("sum",),
    "next": ("last", "when", "list", "first"),
    "when": ("next", "last", "list", "duration"),
    "duration": ("when", "count", "sum"),
    "who": ("list", "where", "count"),
    "where": ("who", "when"),
    "free": ("exists", "list"),
    "conflicts": ("list",),
    "busiest": ("count",),
    "until": ("when",),
    "gap": ("duration",),
}
"""For which measures each may be taken."""


class Reading(NamedTuple):
    """How a prompt may be understood."""

    variant: str
    """`likeliest`, or in what it differs from that."""
    queries: tuple[Query, ...]


def readings(queries: Sequence[Query], draw: random.Random) -> Iterator[Reading]:
    """The likeliest reading of a prompt, and others; of several questions only that one."""
    yield Reading(LIKELIEST, tuple(queries))
    if len(queries) == 1:
        for variant, query in variants(queries[0], draw):
            yield Reading(variant, (query._replace(others=()),))


def variants(query: Query, draw: random.Random) -> Iterator[tuple[str, Query]]:
    """Other readings of a question: those that the parser finds likely, and those that differ in
    one thing."""
    for other in query.others:
        yield "other", other
    if query.route in RECORDS:
        yield from _altered(query, draw)
    for route in RECORDS:
        if route != query.route:
            yield from (("route", each.query) for each in parser().parse(query.text, 1, [route]))


def _altered(query: Query, draw: random.Random) -> Iterator[tuple[str, Query]]:
    likely = [m for m in CONFUSED.get(query.measure, ()) if m in MEASURES[query.route]]
    for name in draw.sample(likely, min(_MEASURES, len(likely))):
        yield "measure", query._replace(measure=name)
    for left in draw.sample(query.spans, min(_SPANS, len(query.spans))):
        yield "span", query._replace(spans=tuple(each for each in query.spans if each != left))
    other = {"in": "out", "out": "in"}.get(query.direction)
    if query.route == "finance" and other and draw.random() < _TURNED:
        yield "direction", query._replace(direction=other)


@contextmanager
def understood_as(queries: Sequence[Query]) -> Iterator[None]:
    """While this lasts, every prompt is taken for these queries, and what answers them is said
    whether or not it fits: an answer is here to be weighed, and not yet."""
    drawn = drafts.draft

    def draft(request: PlanRequest) -> Any:
        return drawn(request._replace(understood=tuple(map(to_json, queries))))

    with (
        mock.patch.object(drafts, "draft", draft),
        mock.patch.object(routes, "_wherever_it_is", routes._asked),
    ):
        yield


def candidates(folder: Path) -> Iterator[dict[str, Any]]:
    """What could be answered to each question of a set, each answer once."""
    questions = [json.loads(line) for line in (folder / "questions.jsonl").open("rb")]
    by_id = {question["id"]: question for question in questions}
    for name, person in measure.people(folder).items():
        with closing(Desk()) as desk:
            desk.put([(p.name, draft) for p in person.files for draft in measure._read(p, person)])
            ask = partial(desk.ask, now=person.now, zone=person.zone.key)
            for question in questions:
                if question["person"] == name:
                    for row in _of_question(ask, question, measure._earlier(question, by_id)):
                        yield {"set": folder.name, "id": question["id"], **row}


def _of_question(
    ask: Any, question: Mapping[str, Any], earlier: Sequence[str]
) -> Iterator[dict[str, Any]]:
    prompt = question["prompt"]
    queries = planning.understood(prompt, earlier, measure.SOURCES, _STEPS)
    told = set()
    for variant, own in readings(queries, random.Random(question["id"])):
        if not all(query.route in RECORDS for query in own):
            continue
        with understood_as(own):
            reply: Reply = ask(prompt, measure.SOURCES, earlier=earlier)
        if reply.answered and reply.summary not in told:
            told.add(reply.summary)
            yield {
                "variant": variant,
                "question": _question(queries, prompt, earlier),
                "reading": " . ".join(map(reading_in_words, own)),
                "answer": reply.summary,
                "right": is_right(question, reply.summary),
            }


def _question(queries: Sequence[Query], prompt: str, earlier: Sequence[str]) -> str:
    """The question with the one before it, as it is put beside an answer that is weighed."""
    if len(queries) == 1:
        [query] = queries
        return f"{query.text} ; {query.before}" if query.before else query.text
    return f"{prompt} ; {earlier[-1]}" if earlier else prompt


def main() -> None:
    """Write one file for each set."""
    arguments = argparse.ArgumentParser()
    arguments.add_argument("out", type=Path)
    arguments.add_argument("--only", help="one of the opened sets")
    given = arguments.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    for folder in sorted(OPENED.iterdir()):
        if given.only in (None, folder.name):
            lines = [f"{json.dumps(row)}\n" for row in candidates(folder)]
            (given.out / f"{folder.name}.jsonl").write_text("".join(lines), "utf-8")


if __name__ == "__main__":
    main()
