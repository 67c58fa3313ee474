"""From a prompt to its queries."""

from __future__ import annotations

import math
import re
import threading
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
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
from runwright.minds.embedded.parser.heads import Heads, Thoughts
from runwright.minds.embedded.parser.tagged import JOINTS, Pieces, core_in, spans_in, words_in
from runwright.minds.embedded.query import Query, Route, Span, of_route
from runwright.text import periods
from runwright.text.calendars import Viewpoint
from runwright.text.sentences import sentences

ROUTES: tuple[str, ...] = get_args(Route)
_MOST_CHARACTERS = 4_000
MOST_BEFORE = 3
"""So many earlier questions are read with one."""
_SEPARATOR = 102
"""The word piece behind a text."""
_BEGINS = 0.5
"""From how likely a further question begins with a word piece it is taken to begin there."""
_OF_RECORDS = ("finance", "calendar")
_TAGGED = (*_OF_RECORDS, "documents")
_SEARCHED = ("documents", "mixed", "general")
"""The routes for which every word may be searched for, so that harmless ones are left out."""
_MEASURES = {route: f"measure_{route}" for route in _TAGGED}
_FLAGS = ("end", "allday", "recurring")
_SOME_DAY = Viewpoint(date(2026, 1, 1))
_MARK = re.compile(r"\?+\s+(?=\w)|\?+\s*$")
_ASKS = re.compile(r"[^\W\d_]")
_MORE_MEASURES = 2
"""So many measures are thought of beside the likeliest."""
_MINOR = frozenset({"f_recurring", "ask", "form"})
"""Heads whose error costs little: the answer shows what they would have asked for anyway."""
_ALIKE = {
    "when": ("next", "list"), "next": ("when",), "list": ("exists",), "exists": ("list",),
}  # fmt: skip
"""By measure: those that are answered with the same records."""


class Parsed(NamedTuple):
    """A clause as it was understood, and what else it might have meant."""

    query: Query
    others: tuple[Query, ...] = ()
    """Other readings of it as a question about records, the likeliest first."""
    routes: Mapping[str, float] = {}
    """How likely each route is."""
    is_aside: bool = False
    """Whether it asks nothing, and only stands beside a question."""
    before: tuple[str, ...] = ()
    """The earlier questions that it was read with, the nearest first."""


class Parser:
    """The network of one folder; may be shared by threads."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or weights.default_folder()
        self._loading = threading.Lock()
        self._loaded: tuple[Any, Any, Heads] | None = None

    def parse(
        self,
        prompt: str,
        most: int = 17,
        routes: Collection[str] = ROUTES,
        before: Sequence[str] = (),
    ) -> list[Parsed]:
        """The queries of a prompt, in its order, at most so many, each of one of the routes. Each
        is read with the questions before it, of the prompt and of earlier ones, the nearest first:
        what still holds of those is among its spans, and begins at -1."""
        found: list[Parsed] = []
        for stretch in self._stretches(prompt[:_MOST_CHARACTERS]):
            for clause in self._clauses(stretch, routes, before):
                before = (clause.query.text, *before)
                if len(found) == most:
                    return found
                found.append(clause)
        return found

    def states_of_words(self, text: str) -> Iterator[tuple[int, Floats]]:
        """Of each word of a text, without signs: where it begins, and its hidden state."""
        pieces, states, words = self._read((text,))
        places = ((pieces.places[number][0], states[number]) for number in words)
        return (each for each in places if text[each[0]].isalnum())

    def _stretches(self, prompt: str) -> Iterable[str]:
        """The prompt itself, or its sentences if it is longer than the network reads."""
        tokenizer = self._load()[1]
        if len(tokenizer.encode(prompt).ids) <= weights.LONGEST:
            return [prompt]
        return [prompt[start:end] for start, end in sentences(prompt)]

    def _clauses(
        self, text: str, routes: Collection[str], before: Sequence[str]
    ) -> Iterator[Parsed]:
        pieces, thoughts, words = self._think((text,))
        likely = zip(pieces.places, thoughts.begins, strict=True)
        learned = {place[0] for place, sure in likely if sure > _BEGINS and place[1] > place[0]}
        begins = sorted(learned | _after_questions(text))
        begins = [place for place in begins if not _is_within(text, place)]
        # A figure alone asks nothing: the year of `in August 2025` belongs to its month.
        asking = [a for a, b in pairwise([*begins, len(text)]) if _ASKS.search(text[a:b])]
        cuts = [0, *asking, len(text)]
        parts = [text[a:b].strip(JOINTS) for a, b in pairwise(cuts)]
        parts = [part for part in parts if part]
        if len(parts) <= 1 and not before:
            yield self._parsed(text.strip(), routes, pieces, thoughts, words)
            return
        earlier = list(before)
        for part in parts if len(parts) > 1 else [text]:
            read = self._think((part, *earlier[:MOST_BEFORE]))
            yield self._parsed(part.strip(), routes, *read)
            earlier.insert(0, part)

    def _think(self, texts: tuple[str, ...]) -> tuple[Pieces, Thoughts, list[int]]:
        pieces, states, words = self._read(texts)
        return pieces, self._load()[2].think(states, words), words

    def _read(self, texts: tuple[str, ...]) -> tuple[Pieces, Floats, list[int]]:
        session, tokenizer, _ = self._load()
        pieces = Pieces(texts, [], [])
        for begin, text in pieces.parts():
            encoded = tokenizer.encode(text, add_special_tokens=not begin)
            pieces.ids.extend(encoded.ids)
            pieces.places.extend((begin + a, begin + b) for a, b in encoded.offsets)
            if begin:
                pieces.ids.append(_SEPARATOR)
                pieces.places.append((begin + len(text),) * 2)
        del pieces.ids[weights.LONGEST :], pieces.places[weights.LONGEST :]
        (states,) = session.run(None, {"ids": np.array([pieces.ids], np.int64)})
        hidden: Floats = states[0]
        return pieces, hidden, words_in("\n".join(texts), pieces.places)

    def _parsed(
        self,
        clause: str,
        routes: Collection[str],
        pieces: Pieces,
        thoughts: Thoughts,
        words: list[int],
    ) -> Parsed:
        text, *before = pieces.texts
        chosen = {
            name: max(values, key=values.__getitem__) for name, values in thoughts.heads.items()
        }
        route = chosen["route"] = max(routes, key=thoughts.heads["route"].__getitem__)
        core = core_in(text, pieces.places, words, thoughts.frame)
        if core and route in _SEARCHED:
            clause = core
        shift = text.find(clause)
        concerned = [name for name in _concerned(route, thoughts.heads) if name not in _MINOR]
        # What may be a document's matter is also looked up there: that is no doubt of a reading.
        beside = [each for each in routes if route not in _OF_RECORDS or each != "documents"]
        heads = {**thoughts.heads, "route": _among(beside, thoughts.heads["route"])}
        head_log = sum(math.log(_sure(chosen[name], heads[name])) for name in concerned)
        calibration = self._load()[2].calibration
        spans, kept, sure = list[Span](), list[Span](), list[tuple[int, int]]()
        for begin, part in pieces.parts() if route in _TAGGED else ():
            tagged = readable.whole_documents(
                part, spans_in(begin, part, pieces.places, words, thoughts.tags)
            )
            told, asides = readable.dates_alone(
                readable.with_prepositions(part, readable.whole_ranges(part, tagged))
            )
            sure += [(begin + a, begin + b) for a, b in (*asides, *readable.stretches(told))]
            if begin:
                kept += [each._replace(start=-1) for each in told]
            else:
                spans = told
        places = [pieces.places[number][0] for number in words]
        # Where the readers of days and hours read a span, its words leave no doubt.
        doubts = [
            log
            for place, log in zip(places, thoughts.tag_logs, strict=True)
            if not any(start <= place < end for start, end in sure)
        ]
        tag_log = sum(doubts) if route in _TAGGED else 0.0
        own = [each._replace(start=each.start - shift) for each in spans]
        query = _query(clause, chosen, own, kept)
        query = query._replace(confidence=round(calibration.confidence(head_log, tag_log), 3))
        if route in _OF_RECORDS:
            query = query._replace(written=round(thoughts.heads["route"]["documents"], 2))
        others = tuple(
            _query(clause, other, own, kept) for other in _others(chosen, thoughts.heads, routes)
        )
        return Parsed(query, others, thoughts.heads["route"], not core, tuple(before))

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


def _is_within(text: str, place: int) -> bool:
    """Whether a place divides one word, or the words of one day: `6th | december`."""
    if text[place - 1 : place].isalnum() and text[place : place + 1].isalnum():
        return True
    before, after = text[:place], text[place:].split(maxsplit=1)
    if not before.endswith(" ") or not after:
        return False
    day = before.split()[-1]
    return day[0].isdigit() and bool(periods.read(f"{day} {after[0].strip(JOINTS)}", _SOME_DAY))


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


def _others(
    chosen: Mapping[str, str], heads: Mapping[str, Mapping[str, float]], routes: Collection[str]
) -> Iterator[dict[str, str]]:
    """What would be chosen if another kind of record were meant, or another measure."""
    for route in _OF_RECORDS:
        if route != chosen["route"] and route in routes:
            yield {**chosen, "route": route}
    name = _MEASURES.get(chosen["route"], "")
    if chosen["route"] in _OF_RECORDS:
        ranked = sorted(heads[name].items(), key=lambda each: -each[1])
        for measure, _ in ranked[1 : _MORE_MEASURES + 1]:
            yield {**chosen, name: measure}


def _query(
    clause: str, chosen: Mapping[str, str], spans: Iterable[Span], kept: Iterable[Span]
) -> Query:
    route = chosen["route"]
    held = of_route(kept, route)
    leans = bool(held) or chosen["follow"] == "yes"
    if route not in _TAGGED:
        return Query(clause, route, is_follow_up=leans)

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
        is_follow_up=leans,
        is_on_total=chosen["on"] == "total",
        has_alternatives=chosen["alt"] == "yes",
        spans=(*spans, *held),
    )
