"""Clauses that name nothing of their own: `and when was the last one`, `and how much`. They ask of
what was asked about before, whichever kind of record the parser took them for."""

from __future__ import annotations

from runwright.minds.embedded.query import MEASURES, Query
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set

_LEADS = word_set("and but or so then ok okay also n if")
_POINTING = word_set("one ones it that this those them they until till")
_PLAIN = (
    _LEADS
    | _POINTING
    | word_set("""
    the a an i my me we our his her hers their its
    there when whens when's what whats what's where wheres where's who whos who's
    how long many much often time times day date is was are were will be been do did does has have
    had last latest first next previous earlier later before after most recent start starts
    started end ends ended finish finishes begin begins began again exactly for at on from to of
    just
    """)
)
"""Words that say what is asked, but not of what."""
_ASKED = {"until": "when", "till": "when", "when": "when", "where": "where", "who": "who"}
_QUESTIONS = word_set("when where who whom how which what")
_ALONE = (
    _LEADS
    | _QUESTIONS
    | word_set(
        "whens when's wheres where's whos who's much long with at to for until since time day date"
    )
    | word_set("is was it that were are they did do")
)
"""Words of a clause that is nothing but what is asked: `and how much`, `who with`."""
_ONE = ("last", "first", "max", "min", "next")
_OF_EVENTS = {"when": "when", "where": "where", "who": "who", "whom": "who", "long": "duration"}


def is_bare(query: Query) -> bool:
    """Whether no word of a clause names anything, and it points to what was named before."""
    words = _words(query)
    points = bool(words) and (words[0] in _LEADS or not _POINTING.isdisjoint(words))
    return is_alone(query) or (points and len(words) > 1 and set(words) <= _PLAIN)


def is_alone(query: Query) -> bool:
    """Whether a clause is nothing but what is asked: it may begin anything, and so has no meaning
    of its own."""
    words = set(_words(query))
    return words <= _ALONE and bool(_asked_in(words))


def of_what_was_asked(earlier: Query, later: Query) -> Query:
    """A bare clause as it is asked of the records that were asked about before."""
    if earlier.measure == "balance" and later.measure == "sum" and not later.spans:
        # What accounts hold comes to something, and was not spent.
        return later._replace(measure="balance", direction=earlier.direction, ask="", group="")
    if not is_bare(later):
        return later
    if is_alone(later) and earlier.route in MEASURES:
        return _alone(earlier, later)
    if _asks_the_price_before(earlier, later):
        return later._replace(route="finance", measure="trend", direction=earlier.direction,
                              ask="", state="", role="")  # fmt: skip
    return _of_route(later, earlier.route)


def _alone(earlier: Query, later: Query) -> Query:
    asked = _asked_in(set(_words(later)))
    if earlier.route == "calendar":
        measures = [_OF_EVENTS[each] for each in ("where", "who", "whom", "long", "when")
                    if each in asked]  # fmt: skip
        if not measures:
            return later
        return later._replace(route="calendar", measure=measures[0], direction="", ask="")
    if asked & {"who", "whom"}:
        return later._replace(
            route="finance", measure="list", ask="payee", direction=earlier.direction, state="",
            role="", group="", order="",
        )  # fmt: skip
    if not asked <= {"when", "much"}:
        return later
    measure, ask = _of_bookings(earlier, asked)
    if measure == "recur" and "since" in _words(later):
        measure, ask = "trend", ""  # since when it has been that much
    return later._replace(
        route="finance", measure=measure, ask=ask, direction=earlier.direction, state="", role="",
        group="", order="",
    )  # fmt: skip


def _of_bookings(earlier: Query, asked: set[str]) -> tuple[str, str]:
    """When and how much: of one booking itself, of a price that is paid again and again, of each
    of several."""
    if earlier.measure in (*_ONE, "recur", "trend"):
        ask = "" if len(asked) > 1 else "day" if "when" in asked else "amount"
        return earlier.measure, ask
    return ("list", "") if "when" in asked else ("sum", "")


def _asks_the_price_before(earlier: Query, later: Query) -> bool:
    """`And what was it before?` after a price that is paid again and again."""
    words = set(_words(later))
    is_price = earlier.route == "finance" and earlier.measure in ("recur", "trend")
    return is_price and bool(words & {"before", "previously"}) and "when" not in words


def _of_route(query: Query, route: str) -> Query:
    """A bare clause as it is asked of records of a kind; itself, if it cannot be."""
    if query.route == route:
        return query
    asked = next((_ASKED[word] for word in _words(query) if word in _ASKED), "")
    measure = query.measure if query.route in MEASURES else asked
    if measure not in MEASURES.get(route, ()):
        return query
    return query._replace(route=route, measure=measure, direction="", state="", role="")


def _asked_in(words: set[str]) -> set[str]:
    """What is asked for, of a clause of such words."""
    asked = {word.removesuffix("s").removesuffix("'") for word in words}
    found = asked & {"when", "where", "who", "whom"}
    if "how" in words:
        found |= words & {"much", "long"}
    if "what" in words and words & {"time", "day", "date"}:
        found.add("when")
    return found


def _words(query: Query) -> list[str]:
    return [word.replace("’", "'") for word in split_words(fold(query.text))]
