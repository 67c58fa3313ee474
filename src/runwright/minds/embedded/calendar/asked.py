"""What a clause asks of events, and the state that it asks about, where its words say it better
than its reading."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from runwright.minds.embedded.calendar.tenses import tense_of
from runwright.minds.embedded.calendar.work import asks_work
from runwright.minds.embedded.exclusions import leaves_out
from runwright.minds.embedded.query import Query
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set

_SPENDING = word_set("spend spent spending")
_UNTIL = word_set("until till til to before left away go sleeps now")
_FREE = word_set("""
    free off not no nothing never open clear available spare time without isn't aren't don't
    anything can could when
    """)
_SINCE_WHEN = {("since", "when"), ("seit", "wann")}
_BETWEEN = word_set("between until till til since before after from gap")
_MOST = word_set("most busiest fullest")
_LEAST = word_set("least fewest quietest emptiest")
_STATES = {
    "accepted": "accepted", "declined": "declined", "tentative": "tentative", "maybe": "tentative",
}  # fmt: skip
_NUMBERED = ("count", "duration", "list")
_OF_STATE = ("list", "when", "exists", "count", "next", "last")
_OFF = word_set("dropped scrapped axed abgesagt ausgefallen gestrichen storniert")
_NOT_OFF = word_set("off out by in at into")
"""What makes something else of `dropped`."""
_MOST_BETWEEN = 6
_ANYBODY = word_set("anyone anybody someone somebody everyone everybody")
_ORIGINAL = word_set("original originally")
_ANSWERS = ("accepted", "declined", "tentative", "unanswered")
_NAMES = ("T", "PS", "PL")


def words_of(text: str) -> list[str]:
    """The folded words of a text."""
    return split_words(fold(text))


# Measures -----------------------------------------------------------------------------------------


def with_measure(query: Query) -> Query:
    """Time that is spent is no gap; a group that has the most of something comes first."""
    words = set(words_of(query.text))
    is_one = len(query.words(*_NAMES)) == 1 and words.isdisjoint(_BETWEEN)
    if query.measure == "gap" and (not words.isdisjoint(_SPENDING) or (is_one and "was" in words)):
        query = query._replace(measure="duration")
    if query.measure == "free" and asks_work(query) and words.isdisjoint(_FREE):
        query = query._replace(measure="list")
    if query.measure == "until" and "nights" in words and words.isdisjoint(_UNTIL):
        query = query._replace(measure="duration")
    if query.measure in ("when", "exists") and _SINCE_WHEN & set(pairwise(words_of(query.text))):
        query = query._replace(measure="first", order="oldest")
    if _asks_rhythm(query):
        query = query._replace(measure="when", flags=(*query.flags, "recurring"))
    if query.group and not query.order and query.measure in ("count", "duration"):
        order = "desc" if words & _MOST else "asc" if words & _LEAST else ""
        is_which = not words.isdisjoint(("which", "what"))
        query = query._replace(order=order if is_which else "")
    return query


def _asks_rhythm(query: Query) -> bool:
    """`How often is the ops review?` asks for its rhythm; how often it was is a number."""
    is_often = ("how", "often") in set(pairwise(words_of(query.text)))
    is_one = bool(query.words(*_NAMES)) and not query.words("P", "PE")
    return query.measure == "count" and is_often and is_one and tense_of(query) != "past"


# States -------------------------------------------------------------------------------------------


def with_state(query: Query) -> Query:
    """The answer that a clause itself names outweighs one that was taken over; whether anybody
    has answered so is told by naming them, and when something was called off by its day."""
    words = words_of(query.text)
    if not query.state and query.measure in _OF_STATE and _says_off(words):
        query = query._replace(state="cancelled")
    if query.state == "cancelled" and query.measure in _NUMBERED and leaves_out(query.text):
        # What was called off never counts.
        query = query._replace(state="")
    named = [_STATES[word] for word in words if word in _STATES]
    if query.measure == "who" and len(set(named)) == 1:
        query = query._replace(state=named[0])
    asks_who = query.measure == "exists" and query.state in _ANSWERS and bool(query.words("T"))
    if query.measure == "busiest" and query.state in ("cancelled", "moved"):
        query = query._replace(measure="when", group="")
    if query.measure == "when" and not query.state and not _ORIGINAL.isdisjoint(words):
        query = query._replace(state="moved")
    if asks_who and not query.words("PS") and not _ANYBODY.isdisjoint(words):
        query = query._replace(measure="who")
    return query


def _says_off(words: Sequence[str]) -> bool:
    """Whether something did not take place: `was dropped`, but not `dropped off`."""
    return any(
        word in _OFF and after not in _NOT_OFF for word, after in pairwise((*words, ""))
    ) or any(
        word in ("call", "called") and "off" in words[place + 1 : place + _MOST_BETWEEN]
        for place, word in enumerate(words)
    )
