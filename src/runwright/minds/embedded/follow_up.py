"""Questions that lean on the one before.

The parser reads a question together with those before it, and says what it asks as a whole and
what still holds of them. Left to do here is what words alone do not tell: from which day `the week
after` is reckoned, which record comes next, and what a search for `and if I am late?` looks for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from runwright.minds.embedded import anchors
from runwright.minds.embedded.query import EXCLUDING, NAMES, Query, Span
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set

_LONGEST = 400
"""The question before, in characters."""
_MOST_WORDS = 6
"""Of a clause that only gives a form."""
_ONE_BESIDE = word_set("""
    and then who who's whos what what's whats when when's whens where about is was the one ones
    after before that it this again right just directly immediately
    """)
"""The words with which the next record of the same is asked for: `and the one before that?`."""
_ANEW = word_set("and or what whats how")
"""With what a clause begins that asks for another figure."""


def following(before: Query | None, query: Query) -> Query:
    """A question with what it leaves to the one before."""
    if before is None:
        return query
    if way := _beside(before, query):
        measure = "next" if before.measure == "when" else before.measure
        flags = (*before.flags, way)
        return before._replace(text=query.text, measure=measure, flags=flags, others=())
    if query.route == "documents":
        return _asked_on(before, query) if query.is_follow_up else query
    return query._replace(spans=_reckoned(before, query))


def only_gives_form(query: Query) -> bool:
    """`As a chart`, `shorter please`."""
    is_short = len(split_words(query.text)) <= _MOST_WORDS
    return bool(_form(query)) and is_short and not query.own


def only_leaves_out(query: Query) -> bool:
    """Whether a clause only narrows the question before it: "apart from rent". Begun with "and",
    it asks for another figure."""
    own = query.own
    words = split_words(fold(query.text))
    narrows = bool(own) and all(each.code in EXCLUDING for each in own) and words[0] not in _ANEW
    return narrows and len(own) < len(query.spans)


def _form(query: Query) -> str:
    """The form that it gives; of documents, a table may be what is asked for."""
    return query.form or ("table" if query.measure == "table" else "")


def _beside(before: Query, query: Query) -> str:
    """Which way the next record lies, where the one before or after the one that was asked for is
    meant. Of bookings, the last ones are told backwards, and the first ones forwards."""
    words = split_words(fold(query.text))
    way = next((word for word in words if word in ("after", "before")), "")
    if not way and words[:1] == ["then"]:
        way = "after"
    if not way or not _ONE_BESIDE.issuperset(words):
        return ""
    if before.route == "finance":
        return way if (before.measure, way) in (("last", "before"), ("first", "after")) else ""
    is_dated = bool(before.words("P", "PE"))
    is_one = before.measure in ("next", "last") or (before.measure == "when" and not is_dated)
    return way if before.route == "calendar" and is_one else ""


def _asked_on(before: Query, query: Query) -> Query:
    """`And what if I am late?`: what documents say is found and read with the question before."""
    if before.route == "documents" and only_gives_form(query):
        return before._replace(form=_form(query))
    return query._replace(before=before.whole[:_LONGEST], form=query.form or before.form)


def _reckoned(before: Query, query: Query) -> tuple[Span, ...]:
    """The spans, with periods that are reckoned from one that was named before."""
    that_day = anchors.on_that_day(before, query)
    found: list[Span] = []
    for each in query.spans:
        if each.start < 0:
            is_event = that_day is not None and each.code in (*NAMES, "PL", "P")
            found += [] if is_event else [anchors.pinned(each, before, query)]
        elif that_day is not None:
            found += anchors.then(each, that_day)
        else:
            found.append(anchors.anchored(each, before))
    return tuple(dict.fromkeys(found if query.measure == "compare" else _with_own_days(found)))


def _with_own_days(spans: Sequence[Span]) -> Iterator[Span]:
    """Without a period that was taken over, where the clause has one of its own that is as long:
    `and September? October then` asks of October alone. The year before it still holds."""
    dated = [each for each in spans if each.code == "P"]
    own = {anchors.grain_of(each.text) for each in dated if each.start >= 0} - {""}
    for each in spans:
        is_taken_over = each in dated and each.start < 0
        if not (is_taken_over and anchors.grain_of(each.text) in own):
            yield each
