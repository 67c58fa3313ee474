"""From a prompt to its queries."""

from __future__ import annotations

import math
import re
import threading
from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import date
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, get_args

import numpy as np

from runwright.context.index import weights as base_weights
from runwright.context.index.embedder import open_session
from runwright.context.index.types import Floats
from runwright.minds.embedded.parser import readable, weights
from runwright.minds.embedded.parser.framing import core_of
from runwright.minds.embedded.parser.heads import OUTSIDE, Heads, Thoughts
from runwright.minds.embedded.query import Query, Route, Span
from runwright.text import periods
from runwright.text.calendars import Viewpoint
from runwright.text.sentences import sentences

ROUTES: tuple[str, ...] = get_args(Route)
_MOST_CHARACTERS = 4_000
_BEGINS = 0.5
"""From how likely a further question begins with a word piece it is taken to begin there."""
_OF_RECORDS = ("finance", "calendar")
_TAGGED = (*_OF_RECORDS, "documents")
_SEARCHED = ("documents", "mixed", "general")
"""The routes for which every word may be searched for, so that harmless ones are left out."""
_MEASURES = {route: f"measure_{route}" for route in _TAGGED}
_FLAGS = ("end", "allday", "recurring")
_CODES = {
    "MERCHANT": "M",
    "CATEGORY": "C",
    "PERIOD": "P",
    "PERIOD2": "P2",
    "PERIOD_EVENT": "PE",
    "WEEKDAYS": "WD",
    "AMOUNT_MIN": "A>",
    "AMOUNT_MAX": "A<",
    "AMOUNT_EQ": "A=",
    "ACCOUNT": "ACC",
    "N": "N",
    "PERSON": "PS",
    "TOPIC": "T",
    "PLACE": "PL",
    "TIME": "TI",
    "DURATION": "D",
    "DURATION_MIN": "D>",
    "DURATION_MAX": "D<",
    "OWNER": "OW",
    "CURRENCY": "CU",
    "UNIT": "UNIT",
    "DOCUMENT": "DOC",
}
_SOME_DAY = Viewpoint(date(2026, 1, 1))
_MARK = re.compile(r"\?+\s+(?=\w)|\?+\s*$")
_APART = frozenset(',;:?!()[]/–—"“”|')
"""What divides words without a space."""
_ASKS = re.compile(r"[^\W\d_]")
_JOINTS = " \t\n,;.?!&-–—:"


_MINOR = frozenset({"f_recurring", "ask", "form"})
"""Heads whose error costs little: the answer shows what they would have asked for anyway."""
_ALIKE = {
    "when": ("next", "list"), "next": ("when",), "list": ("exists",), "exists": ("list",),
}  # fmt: skip
"""By measure: those that are answered with the same records."""


class Parsed(NamedTuple):
    """A clause as it was understood, and what else it might have meant."""

    query: Query
    other: Query | None = None
    """The likeliest other reading."""
    routes: Mapping[str, float] = {}
    """How likely each route is."""
    is_aside: bool = False
    """Whether it asks nothing, and only stands beside a question."""


class _Pieces(NamedTuple):
    ids: list[int]
    places: list[tuple[int, int]]


class Parser:
    """The network of one folder; may be shared by threads."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or weights.default_folder()
        self._loading = threading.Lock()
        self._loaded: tuple[Any, Any, Heads] | None = None

    def parse(self, prompt: str, most: int = 17, routes: Collection[str] = ROUTES) -> list[Parsed]:
        """The queries of a prompt, in its order, at most so many, each of one of the routes."""
        found: list[Parsed] = []
        for stretch in self._stretches(prompt[:_MOST_CHARACTERS]):
            for clause in self._clauses(stretch, routes):
                if len(found) == most:
                    return found
                found.append(clause)
        return found

    def states_of_words(self, text: str) -> Iterator[tuple[int, Floats]]:
        """Of each word of a text, without signs: where it begins, and its hidden state."""
        pieces, states, words = self._read(text)
        places = ((pieces.places[number][0], states[number]) for number in words)
        return (each for each in places if text[each[0]].isalnum())

    def _stretches(self, prompt: str) -> Iterable[str]:
        """The prompt itself, or its sentences if it is longer than the network reads."""
        tokenizer = self._load()[1]
        if len(tokenizer.encode(prompt).ids) <= weights.LONGEST:
            return [prompt]
        return [prompt[start:end] for start, end in sentences(prompt)]

    def _clauses(self, text: str, routes: Collection[str]) -> Iterator[Parsed]:
        pieces, thoughts, words = self._think(text)
        likely = zip(pieces.places, thoughts.begins, strict=True)
        learned = {place[0] for place, sure in likely if sure > _BEGINS and place[1] > place[0]}
        begins = sorted(learned | _after_questions(text))
        begins = [place for place in begins if not _is_within_a_day(text, place)]
        # A figure alone asks nothing: the year of `in August 2025` belongs to its month.
        asking = [a for a, b in pairwise([*begins, len(text)]) if _ASKS.search(text[a:b])]
        cuts = [0, *asking, len(text)]
        parts = [text[a:b].strip(_JOINTS) for a, b in pairwise(cuts)]
        parts = [part for part in parts if part]
        if len(parts) <= 1:
            yield self._parsed(text.strip(), text, routes, pieces, thoughts, words)
            return
        for part in parts:
            yield self._parsed(part, part, routes, *self._think(part))

    def _think(self, text: str) -> tuple[_Pieces, Thoughts, list[int]]:
        pieces, states, words = self._read(text)
        return pieces, self._load()[2].think(states, words), words

    def _read(self, text: str) -> tuple[_Pieces, Floats, list[int]]:
        session, tokenizer, _ = self._load()
        encoded = tokenizer.encode(text)
        ids, places = encoded.ids[: weights.LONGEST], encoded.offsets[: weights.LONGEST]
        (states,) = session.run(None, {"ids": np.array([ids], np.int64)})
        hidden: Floats = states[0]
        return _Pieces(ids, places), hidden, _words(text, places)

    def _parsed(
        self,
        clause: str,
        text: str,
        routes: Collection[str],
        pieces: _Pieces,
        thoughts: Thoughts,
        words: list[int],
    ) -> Parsed:
        chosen = {
            name: max(values, key=values.__getitem__) for name, values in thoughts.heads.items()
        }
        route = chosen["route"] = max(routes, key=thoughts.heads["route"].__getitem__)
        core = _core(text, pieces.places, words, thoughts.frame)
        if core and route in _SEARCHED:
            clause = core
        shift = text.find(clause)
        concerned = [name for name in _concerned(route, thoughts.heads) if name not in _MINOR]
        # What may be a document's matter is also looked up there: that is no doubt of a reading.
        beside = [each for each in routes if route not in _OF_RECORDS or each != "documents"]
        heads = {**thoughts.heads, "route": _among(beside, thoughts.heads["route"])}
        head_log = sum(math.log(_sure(chosen[name], heads[name])) for name in concerned)
        calibration = self._load()[2].calibration
        spans = _spans(text, pieces.places, words, thoughts.tags) if route in _TAGGED else []
        spans, asides = readable.dates_alone(
            readable.with_prepositions(text, readable.whole_ranges(text, spans))
        )
        sure = [*asides, *readable.stretches(spans)]
        places = [pieces.places[number][0] for number in words]
        # Where the readers of days and hours read a span, its words leave no doubt.
        doubts = [
            log
            for place, log in zip(places, thoughts.tag_logs, strict=True)
            if not any(start <= place < end for start, end in sure)
        ]
        tag_log = sum(doubts) if route in _TAGGED else 0.0
        query = _query(clause, chosen, [s._replace(start=s.start - shift) for s in spans])
        query = query._replace(confidence=round(calibration.confidence(head_log, tag_log), 3))
        if route in _OF_RECORDS:
            query = query._replace(written=round(thoughts.heads["route"]["documents"], 2))
        other = _other(chosen, thoughts.heads, concerned)
        return Parsed(
            query,
            None if other is None else _query(clause, other, query.spans),
            thoughts.heads["route"],
            not core,
        )

    def _load(self) -> tuple[Any, Any, Heads]:
        with self._loading:
            if self._loaded is None:
                self._loaded = _open(self._folder)
            return self._loaded


def is_available(folder: Path | None = None) -> bool:
    """Whether the network is there; loads nothing."""
    return weights.is_made(folder or weights.default_folder())


@cache
def parser() -> Parser:
    """The parser of this process."""
    return Parser()


def _open(folder: Path) -> tuple[Any, Any, Heads]:
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(base_weights.default_folder() / base_weights.TOKENIZER))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return open_session(folder / weights.MODEL), tokenizer, Heads(weights.learned())


def _after_questions(text: str) -> set[int]:
    """Where a further question begins for certain: behind a question mark, another one coming."""
    marks = [found.end() for found in _MARK.finditer(text)]
    return set(marks[:-1])


def _is_within_a_day(text: str, place: int) -> bool:
    """Whether a place divides the words of one day: `6th | december`."""
    before, after = text[:place], text[place:].split(maxsplit=1)
    if not before.endswith(" ") or not after:
        return False
    day = before.split()[-1]
    return day[0].isdigit() and bool(periods.read(f"{day} {after[0].strip(_JOINTS)}", _SOME_DAY))


def _words(text: str, places: list[tuple[int, int]]) -> list[int]:
    """The word pieces with which a word begins: a tag is that of the whole word, with all that
    is written in one go (`Sainsbury's`, `Disney+`, `9:30-10`)."""
    words, reached = [], -1
    for number, (start, end) in enumerate(places):
        if end <= start:
            continue
        goes_on = start == reached and not {text[start], text[start - 1]} & _APART
        if not goes_on:
            words.append(number)
        reached = end
    return words


def _spans(
    text: str, places: list[tuple[int, int]], words: list[int], tags: tuple[str, ...]
) -> list[Span]:
    """The stretches of the text that the tags mean."""
    if not words:
        return []
    ends = [places[number - 1][1] for number in words[1:]]
    ends.append(max(end for _, end in places))
    found: list[list[Any]] = []
    for number, end, tag in zip(words, ends, tags, strict=True):
        if tag == OUTSIDE:
            continue
        if tag[0] == "B":
            found.append([tag[2:], places[number][0], end])
        else:
            found[-1][2] = end
    return [
        Span(_code(tag, text[start:end]), text[start:end].strip(" ?.,!"), start)
        for tag, start, end in found
        if text[start:end].strip(" ?.,!")
    ]


def _core(text: str, places: list[tuple[int, int]], words: list[int], frame: Floats) -> str:
    """The text without the harmless words around its question; empty if it has no others."""
    numbers = [n for n, word in enumerate(words) if text[places[word][0]].isalnum()]
    start, end = core_of(frame[numbers])
    if start == end:
        return ""
    ends = len(text) if end == len(numbers) else places[words[numbers[end]]][0]
    return text[places[words[numbers[start]]][0] : ends].strip(_JOINTS)


def _code(tag: str, words: str) -> str:
    """The code of a span. What is left out is told apart by whether it names days."""
    if tag != "EXCLUDE":
        return _CODES[tag]
    return "XP" if periods.read(words.strip(" ?.,!"), _SOME_DAY) else "XC"


def _among(routes: Collection[str], likely: Mapping[str, float]) -> dict[str, float]:
    """How likely each route is, if it is one of these."""
    total = sum(likely[route] for route in routes)
    return {route: likely[route] / total for route in routes}


def _sure(chosen: str, values: Mapping[str, float]) -> float:
    """How likely the choice of a head leads to the right records."""
    alike = (values.get(each, 0.0) for each in _ALIKE.get(chosen, ()))
    return min(1.0, values[chosen] + sum(alike))


def _concerned(route: str, heads: Iterable[str]) -> list[str]:
    """The heads whose word counts for a route."""
    if route not in _TAGGED:
        return ["route"]
    left_out = {name for other, name in _MEASURES.items() if other != route}
    if route != "finance":
        left_out.add("direction")
    return [name for name in heads if name not in left_out]


def _other(
    chosen: Mapping[str, str], heads: Mapping[str, Mapping[str, float]], concerned: list[str]
) -> dict[str, str] | None:
    """What would be chosen if the head that is least sure were wrong."""
    doubtful = min(concerned, key=lambda name: _sure(chosen[name], heads[name]))
    others = {value: p for value, p in heads[doubtful].items() if value != chosen[doubtful]}
    second = max(others, key=others.__getitem__)
    return {**chosen, doubtful: second} if others[second] >= 0.1 else None


def _query(clause: str, chosen: Mapping[str, str], spans: Iterable[Span]) -> Query:
    route = chosen["route"]
    if route not in _TAGGED:
        return Query(clause, route, is_follow_up=chosen["follow"] == "yes")

    def value(head: str) -> str:
        return "" if chosen[head] == "none" else chosen[head]

    return Query(
        clause,
        route,
        measure=chosen[_MEASURES[route]],
        direction=chosen["direction"] if route == "finance" else "",
        group=value("g"),
        order=value("o"),
        flags=tuple(flag for flag in _FLAGS if chosen[f"f_{flag}"] == "yes"),
        form=value("form"),
        ask=value("ask"),
        state=value("state"),
        share_of=value("of"),
        role=value("role"),
        is_follow_up=chosen["follow"] == "yes",
        is_on_total=chosen["on"] == "total",
        has_alternatives=chosen["alt"] == "yes",
        spans=tuple(spans),
    )
