"""Whether a question looks back or ahead, by its measure and its verbs."""

from __future__ import annotations

from datetime import date
from itertools import pairwise
from typing import Literal

from runwright.minds.embedded.query import Query
from runwright.text import periods
from runwright.text.calendars import Viewpoint
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set

Tense = Literal["past", "future"]

_PAST_MEASURES = ("last",)
_FUTURE_MEASURES = ("next", "until", "free")
_PAST_WORDS = word_set("""
    did didn't didnt was wasn't were weren't had hadn't went been met saw spent took attended ago
    missed finished happened already hatte hatten waren gestern
    """)
_PRESENT = word_set("is are am what's whats i'm im")
_GERMAN = word_set("ich wir mache machen habe haben steht ist gibt mein meine meinen")
_FUTURE_WORDS = word_set("""
    will won't shall am is are do does have has having going coming upcoming can could should
    what's whats who's where's when's i'm we're i've we've isn't aren't don't doesn't due need left
    gonna ahead next tomorrow later
    """)
_PERFECT = word_set("have has haven't hasn't havent hasnt i've ive we've weve")
_DONE = word_set("""
    done had gone seen flown taken made given eaten driven ridden run swum written sung held
    """)
_NO_PAST = word_set("""
    wed bed need planned scheduled booked reserved invited accepted declined answered confirmed
    cancelled moved arranged organised organized added blocked signed registered postponed
    rescheduled changed agreed
    """)
"""What is no verb, or has been done about an event that may lie ahead."""
_MOST_BETWEEN = 4
_SOME_DAYS = (date(2026, 6, 18), date(2031, 3, 12))
_TO_COME = word_set("is are when's whens will ends end finishes finish be")


def tense_of(query: Query) -> Tense | None:
    """Whether a query looks back or ahead, by its measure and its verbs."""
    if query.measure in _PAST_MEASURES:
        return "future" if is_last_to_come(query) else "past"
    if query.measure in _FUTURE_MEASURES:
        return "future"
    if query.state == "unanswered" and not query.words("P", "PE", "TI"):
        # Only what is to come can still be answered.
        return "future"
    words = set(split_words(fold(query.text)))
    if words & _GERMAN:
        # `Was mache ich` asks what, and is no past.
        words -= {"was"}
    if words & _PRESENT:
        # What is already booked may lie ahead.
        words -= {"already"}
    if _says_back(query) or words & _PAST_WORDS or _is_told(query.text) or _is_done(query.text):
        # `Did I promise two things on 3 December?` may well lie ahead.
        return None if query.measure == "conflicts" else "past"
    return "future" if words & _FUTURE_WORDS else None


def is_last_to_come(query: Query) -> bool:
    """`When is the last class?` may lie ahead; `when was` it does not."""
    words = set(split_words(fold(query.text)))
    looks_ahead = bool(words & _TO_COME) and not words & _PAST_WORDS and not _is_told(query.text)
    return query.measure == "last" and looks_ahead and "time" not in words


def _says_back(query: Query) -> bool:
    """`back in March`: a period that is over."""
    return any(
        each.code == "P"
        and fold(each.text).startswith("in ")
        and split_words(fold(query.text[: max(each.start, 0)]))[-1:] == ["back"]
        for each in query.spans
    )


def _is_told(text: str) -> bool:
    """`I hosted`, `we played`: what somebody did."""
    words = split_words(fold(text))
    return any(
        who in ("i", "we") and verb.endswith("ed") and verb != "need"
        for who, verb in pairwise(words)
    )


def _is_done(text: str) -> bool:
    """`have I done`, `has she flown`: the perfect."""
    words = split_words(fold(text))
    for place, word in enumerate(words):
        behind = words[place + 1 : place + 1 + _MOST_BETWEEN] if word in _PERFECT else []
        behind = behind[: behind.index("to")] if "to" in behind else behind
        if any(each in _DONE for each in behind):
            return True
        if any(each.endswith("ed") and each not in _NO_PAST for each in behind):
            return True
    return False


def counts_what_was(query: Query) -> bool:
    """`How many have there been this year`: a count whose verb looks back ends now."""
    is_plain = query.measure == "count" and not query.state and not query.group
    return is_plain and bool(query.words("P", "PE")) and tense_of(query) == "past"


def counts_up_to_now(query: Query) -> bool:
    """The same where now divides the period whenever it is asked: `this year`, `since May`."""
    texts = query.words("P")
    return (
        counts_what_was(query)
        and bool(texts)
        and all(
            any(day in period for period in periods.read(text, Viewpoint(day, tense="past"))[:1])
            for text in texts
            for day in _SOME_DAYS
        )
    )
