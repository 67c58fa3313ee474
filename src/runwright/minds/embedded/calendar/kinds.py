"""Verbs that say what kind of event is meant: `flown`, `visit`, `called`. Titles seldom bear them,
so events that merely bear the name of a person or a place are not stated plainly."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from runwright.minds.embedded.calendar.details import event_line
from runwright.minds.embedded.calendar.lookup import fitting_rows
from runwright.minds.embedded.calendar.task import Task, give_up
from runwright.minds.embedded.calendar.terms import telling_words
from runwright.minds.embedded.query import Query
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set
from runwright.tools.event_rows import EventRow
from runwright.tools.hours import join_words

_KINDS = {
    "fly": "fly flies flew flown flying",
    "drive": "drive drives drove driven driving",
    "visit": "visit visits visited visiting here stay stays stayed staying over",
    "call": "call calls called calling phone phones phoned ring rang rung speak spoke spoken",
    "eat": "eat eats ate eaten eating",
    "away": "away gone travelling traveling",
}
_VERBS = {verb: kind for kind, verbs in _KINDS.items() for verb in verbs.split()}
_AFTER_NAME = word_set("here over away gone travelling traveling")
"""What says a kind only where a person is named: `is Hemi here`."""
_BORNE_BY = {
    "fly": word_set("flight fly flug flying"),
    "drive": word_set("drive driving fahrt"),
    "visit": word_set("visit visits visiting stay stays staying here besuch"),
    "call": word_set("call calls phone facetime zoom skype ring telefonat anruf"),
    "eat": word_set("eat lunch dinner breakfast brunch supper"),
    "away": word_set("""
        away trip trips travel travelling traveling holiday vacation conference offsite abroad
        flight tour reise urlaub
        """),
}
_MEASURES = ("count", "duration", "next", "last", "first")
"""Measures that tell one figure or one event; `when` names the others that fit, too."""
_FIGURES = ("count", "duration")
_MOST_TITLES = 4
_MOST_TERMS = 50


def of_kind(task: Task) -> Task:
    """The task with the kind of event that a verb chooses among those of different names; gives
    up where none bears it."""
    query = task.query
    if query.measure not in _MEASURES or query.words("T", "TI") or not query.words("PS", "PL"):
        return task
    verb = _verb(task)
    rows = fitting_rows(task, task.events) if verb else []
    titles = list(dict.fromkeys(fold(row.title) for row in rows))
    if len(titles) < 2:
        return task
    bearing = [title for title in titles if _bears(title, _VERBS[verb], query)]
    if len(bearing) == len(titles):
        return task
    # Flights there and back both name the place.
    is_both_ways = _VERBS[verb] == "fly" and query.measure in _FIGURES
    if is_both_ways or not 0 < len(bearing) <= _MOST_TERMS:
        give_up(
            f"I could not use “{verb}” to choose among {task.named(len(rows))}"
            f"{task.where_in_time()}: {_examples(task, rows)}. Which do you mean?"
        )
    terms = [" ".join(dict.fromkeys(split_words(title))) for title in bearing]
    about = {"any_of": terms, "within": ["title"]}
    return task._replace(filter={**task.filter, "about": about})


def _bears(title: str, kind: str, query: Query) -> bool:
    """Whether a title says the kind: by a word for it, or, of somebody who is away, by where they
    are (`Callum in Aberdeen`)."""
    words = split_words(title)
    if not _BORNE_BY[kind].isdisjoint(words):
        return True
    names = {name for text in query.words("PS") for name in telling_words(text)}
    return kind == "away" and any(
        one in names and other in ("in", "to") for one, other in pairwise(words)
    )


def _verb(task: Task) -> str:
    text = task.query.text
    for each in task.query.spans:
        text = text.replace(each.text, ";", 1) if each.start >= 0 else text
    words = split_words(fold(text))
    is_person = bool(task.query.words("PS"))
    return next((w for w in words if w in _VERBS and (is_person or w not in _AFTER_NAME)), "")


def _examples(task: Task, rows: Sequence[EventRow]) -> str:
    """Of each title the one that is nearest on the side that is asked for."""
    clock = task.clock
    is_back = task.tense == "past"
    side = [row for row in rows if (clock.first_day(row) <= clock.today) == is_back] or list(rows)
    nearest: dict[str, EventRow] = {}
    for row in reversed(side) if is_back else side:
        nearest.setdefault(fold(row.title), row)
    named = [event_line(row, clock) for row in nearest.values()]
    more = len(named) - _MOST_TITLES
    shown = named[:_MOST_TITLES] + ([f"{more} more"] if more > 0 else [])
    return (
        "; ".join(shown)
        if task.query.measure not in _FIGURES
        else join_words([row.title for row in nearest.values()][:_MOST_TITLES])
    )
