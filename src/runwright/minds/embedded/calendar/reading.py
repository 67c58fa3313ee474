"""A query as the calendar takes it: spans that belong together joined, idle ones left out.

It looks at the words alone. What needs the records is done where names are found.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import pairwise

from runwright.minds.embedded.calendar.asked import with_measure, with_state, words_of
from runwright.minds.embedded.calendar.sides import is_over_phrase
from runwright.minds.embedded.calendar.work import asks_work
from runwright.minds.embedded.exclusions import leaves_out
from runwright.minds.embedded.query import Query, Span
from runwright.text import periods
from runwright.text.calendar_words import MONTHS, WEEKDAYS
from runwright.text.calendars import Viewpoint
from runwright.text.folding import strip_possessives
from runwright.text.words import word_set

_SOME_DAY = Viewpoint(date(2026, 1, 1))
_AHEAD = Viewpoint(date(2026, 1, 1), tense="future")
_IDLE = word_set("on in at for last of the")
"""What names no period when it stands alone."""
_EXCLUSIONS = ("XC", "XT", "XPS", "XM")
_INCLUDED = {"XC": "T", "XT": "T", "XM": "T", "XPS": "PS"}
"""What is named where nothing is left out."""
_TOO = word_set("included too inclusive")
_COUNTING = word_set("counting including")
_ANSWERS = ("accepted", "declined", "tentative", "unanswered")
_AS_EVENT = {"C": "T", "M": "T", "MP": "PS", "MC": "T"}
_THAT_DAY = frozenset({("that", "day"), ("on", "that", "day"), ("then",), ("that", "same", "day")})
_NAMES = ("T", "PS", "PL")
_POINTERS = word_set("this that these those")
"""What points at something, and names nothing when it stands alone."""
_ARTICLES = word_set("the a an my our") | _POINTERS


def settled(query: Query) -> Query:
    """The query in the form that is worked on."""
    query = query._replace(spans=tuple(e for e in query.spans if not _is_pointer(query, e)))
    query = _after_today(_on_their_day(with_measure(with_state(query))))
    named = [_included(query, _as_event(each)) for each in query.spans]
    query = query._replace(spans=tuple(_else_than(query, named)))
    ended = _ended(query, [each for each in query.spans if not _is_idle(query, each)])
    spans = [_before_day(query, each) for each in _joined(query, list(ended))]
    spans = [_as_period(query, each, spans) for each in spans]
    spans = list(_beside_owner(query, spans))
    return query._replace(spans=tuple(_possessed(query, spans)))


def _after_today(query: Query) -> Query:
    """`The next one after today's`: from tomorrow on, where no span says so."""
    pairs = set(pairwise(words_of(strip_possessives(query.text))))
    is_so = ("after", "today") in pairs or ("after", "todays") in pairs
    if not is_so or query.words("P", "PE", "TI") or query.measure not in ("next", "when", "until"):
        return query
    kept = (each for each in query.spans if not _is_today(words_of(strip_possessives(each.text))))
    return query._replace(spans=(*kept, Span("P", "from tomorrow", -1)))


def _as_event(each: Span) -> Span:
    """What a firm or a kind of goods is among bookings, is a topic or a person here."""
    return each._replace(code=_AS_EVENT.get(each.code, each.code))


def _else_than(query: Query, spans: Iterable[Span]) -> Iterator[Span]:
    """`Eye test on the 24th: anything else that day?` leaves the eye test out."""
    words = words_of(query.text)
    is_asked = "else" in words and query.measure in ("list", "exists", "count")
    at = query.text.lower().find(" else") if is_asked and query.words("P") else -1
    for each in spans:
        is_before = 0 <= each.start < at
        yield each._replace(code="XT") if is_before and each.code == "T" else each


def _on_their_day(query: Query) -> Query:
    """`When is Mum's birthday, and am I working that day?`: the day of what was named before, where
    something else is asked about it."""
    that_day = [e for e in query.spans if e.code == "P" and tuple(words_of(e.text)) in _THAT_DAY]
    before = [each for each in query.spans if each.code in _NAMES and each.start < 0]
    has_other = len(query.words("P")) > len(that_day) or bool(query.words("PE"))
    if not that_day or not before or has_other or not (asks_work(query) or _names_own(query)):
        return query
    name = " ".join(each.text for each in before)
    kept = tuple(each for each in query.spans if each not in that_day and each not in before)
    return query._replace(spans=(*kept, Span("PE", f"on {name}", -1)))


def _names_own(query: Query) -> bool:
    return any(each.code in _NAMES and each.start >= 0 for each in query.spans)


# Spans that say nothing ---------------------------------------------------------------------------


def _is_idle(query: Query, each: Span) -> bool:
    words = words_of(each.text)
    if each.code == "PE" and len(words) == 1 and words[0] in _IDLE:
        return True
    if each.code == "P" and len(words) == 1 and words[0] in _IDLE:
        # The last of "next week, and last?" leans on the period before it.
        return words[0] != "last" or len(query.words("P")) == 1
    if each.code == "P" and query.measure == "free" and _is_of_weekend(query, words):
        return True
    if each.code == "P" and tuple(words) in _THAT_DAY:
        others = [text for text in query.words("P") if text != each.text]
        return any(periods.read(text, _SOME_DAY) for text in others)
    if each.code == "P" and is_over_phrase(words) and _is_about_answers(query):
        return True
    if each.code in ("TI", *_EXCLUSIONS) and _is_counted_too(query, each):
        return True
    if each.code in _NAMES and words and all(word in _ARTICLES for word in words):
        return True
    return each.code in _EXCLUSIONS and _are_both(query)


def _is_pointer(query: Query, each: Span) -> bool:
    """The `this` of `this clinic`, taken for a period before what it points at."""
    words = words_of(each.text)
    is_before = any(each.start < other.start for other in query.spans if other.code in _NAMES)
    return each.code == "P" and len(words) == 1 and words[0] in _POINTERS and is_before


def _is_of_weekend(query: Query, words: Sequence[str]) -> bool:
    """Which weekends, `Saturday and Sunday`."""
    is_which = any(not {"weekends", "weekend"}.isdisjoint(words_of(t)) for t in query.words("WD"))
    return is_which and words[-1:] in (["saturday"], ["sunday"]) and len(words) < 3


def _is_about_answers(query: Query) -> bool:
    """Who has answered `so far` says nothing of when the event is."""
    return query.measure == "who" or (query.state in _ANSWERS and bool(query.words("T")))


def _are_both(query: Query) -> bool:
    """`work and private`: two that are named together, where nothing leaves anything out."""
    named = [each for each in query.spans if each.code in _EXCLUSIONS]
    return len(named) > 1 and "and" in words_of(query.text) and not leaves_out(query.text)


def _is_counted_too(query: Query, each: Span) -> bool:
    """`tutoring included`: what is meant anyway. The `not` of `not counting` leaves it out."""
    before = words_of(query.text[: each.start]) if each.start > 0 else []
    before = before if _ARTICLES.isdisjoint(before[-1:]) else before[:-1]
    is_counted = not _COUNTING.isdisjoint(before[-1:])
    is_left_out = each.code != "TI" and leaves_out(" ".join(before[-4:]))
    return _next_word(query, each) in _TOO or (is_counted and not is_left_out)


def _included(query: Query, each: Span) -> Span:
    """What nothing in the clause leaves out is asked for."""
    is_own = each.code in _INCLUDED and each.start >= 0 and each.text in query.text
    is_meant_anyway = _are_both(query) or _is_counted_too(query, each)
    is_so = is_own and not is_meant_anyway and not leaves_out(query.text)
    return each._replace(code=_INCLUDED[each.code]) if is_so else each


def _next_word(query: Query, each: Span) -> str:
    after = words_of(query.text[each.start + len(each.text) :]) if each.start >= 0 else []
    return after[0] if after else ""


def _last_word(query: Query, each: Span) -> str:
    before = words_of(query.text[: each.start]) if each.start > 0 else []
    return before[-1] if before else ""


# Spans that belong together -----------------------------------------------------------------------


def _joined(query: Query, spans: list[Span]) -> list[Span]:
    """`October` and `1 to 3`, `next` and `Tuesday`: neighbours that are one period."""
    found = list(_ranged(query, spans))
    for one, other in pairwise(list(found)):
        if not _are_neighbours(one, other) or one not in found or other not in found:
            continue
        text = f"{one.text} {other.text}"
        is_apart = {one.code, other.code} == {"P"} and bool(periods.read(one.text, _SOME_DAY))
        place = found.index(one)
        if day := _day_of_week(one, other) or _day_of_week(other, one) or _dated(one, other):
            found[place : place + 2] = [Span("P", day, one.start)]
        elif not is_apart and _is_one_period(one, other, text):
            found[place : place + 2] = [Span("P", text, one.start)]
    return found


def _day_of_week(day: Span, week: Span) -> str:
    """`on Wednesday` and `next week`, in either order: that one day."""
    words = [word for word in words_of(day.text) if word not in ("on", "am")]
    if day.code != "P" or len(words) != 1 or words[0] not in WEEKDAYS:
        return ""
    weeks = periods.read(week.text, _SOME_DAY)
    text = f"{words[0]} {week.text}"
    is_week = week.code == "P" and bool(weeks) and weeks[0].grain == "week"
    days = periods.read(text, _SOME_DAY) if is_week else ()
    return text if days and days[0].grain == "day" else ""


def _dated(weekday: Span, day: Span) -> str:
    """`Thursday` and `October 22`: that one day."""
    words = [word for word in words_of(weekday.text) if word != "on"]
    days = periods.read(day.text, _SOME_DAY) if len(words) == 1 and words[0] in WEEKDAYS else ()
    is_day = day.code == "P" and bool(days) and days[0].grain == "day"
    own = words_of(day.text)
    is_date = any(word[:1].isdigit() for word in own) and WEEKDAYS.keys().isdisjoint(own)
    return day.text if is_day and is_date else ""


def _ended(query: Query, spans: list[Span]) -> Iterator[Span]:
    """`this year up to today`: what comes second ends what was named first."""
    named = [each for each in spans if each.code == "P" and each.start >= 0]
    for each in spans:
        is_second = each.code in ("P", "P2") and any(one.start < each.start for one in named)
        before = words_of(query.text[: each.start])[-2:] if is_second else []
        is_end = before == ["up", "to"] or before[-1:] in (["until"], ["till"])
        text = f"until {each.text}"
        is_read = is_end and query.measure != "compare" and bool(periods.read(text, _SOME_DAY))
        yield Span("P", text, each.start) if is_read else each


def _before_day(query: Query, each: Span) -> Span:
    """`before the concert on the 28th` ends with that day."""
    words = words_of(each.text)
    before = words_of(query.text[: each.start]) if each.start > 0 else []
    is_led = before[-3:-1] in (["before", "the"], ["before", "my"], ["until", "the"])
    text = f"before {' '.join(words[1:])}"
    is_day = each.code == "P" and is_led and words[:1] == ["on"]
    return Span("P", text, each.start) if is_day and periods.read(text, _AHEAD) else each


def _ranged(query: Query, spans: list[Span]) -> Iterator[Span]:
    """`from today` until something `in December`: one period, to the end of the second."""
    named = [each for each in spans if each.code == "P"]
    if len(named) == 2 and words_of(named[0].text)[:1] == ["from"] and named[0].start >= 0:
        one, other = named
        between = words_of(query.text[one.start + len(one.text) : other.start])
        end = " ".join(word for word in words_of(other.text) if word not in ("in", "on"))
        text = f"{one.text} until the end of {end}"
        if between[:1] in (["until"], ["till"]) and periods.read(text, _AHEAD):
            yield from (
                Span("P", text, one.start) if each is one else each
                for each in spans
                if each is not other
            )
            return
    yield from spans


def _are_neighbours(one: Span, other: Span) -> bool:
    is_near = one.start >= 0 and other.start - (one.start + len(one.text)) in (0, 1)
    return is_near and one.code == "P" and other.code in ("P", "WD", "TI")


def _is_one_period(one: Span, other: Span, text: str) -> bool:
    if other.code == "WD":
        return not periods.read(one.text, _SOME_DAY) and bool(periods.read(text, _SOME_DAY))
    words = words_of(other.text)
    is_plain = bool(words) and all(word.isdigit() or word in ("to", "and") for word in words)
    is_month = bool(words_of(one.text)) and words_of(one.text)[-1] in MONTHS
    return is_plain and is_month and bool(periods.read(text, _SOME_DAY))


def _as_period(query: Query, each: Span, spans: list[Span]) -> Span:
    """A month that was taken for a topic beside another one, a weekday that is one day, and what
    comes `after today's`."""
    words = words_of(strip_possessives(each.text))
    if each.code in ("P", "TI", "PE") and words[:1] == ["after"] and _is_today(words[1:]):
        return Span("P", "from tomorrow", each.start)
    is_alone = len(words) == 1
    if each.code == "T" and is_alone and words[0] in MONTHS:
        others = [other for other in spans if other.code in _NAMES and other != each]
        return each._replace(code="P") if others else each
    if each.code == "WD" and is_alone and words[0] in WEEKDAYS and _is_one_day(query, each, spans):
        return each._replace(code="P")
    return each


def _is_today(words: Sequence[str]) -> bool:
    """`today's one`, `todays`."""
    return words[:1] in (["today"], ["todays"]) and all(w in ("one", "the") for w in words[1:])


def _is_one_day(query: Query, each: Span, spans: list[Span]) -> bool:
    """`my Thursday appointments`, but neither `a Thursday` nor `Thursdays`."""
    if query.group or "recurring" in query.flags or query.measure in ("free", "busiest", "compare"):
        return False
    if any(other.code in ("P", "PE", "XP", "WD") and other != each for other in spans):
        return False
    return _last_word(query, each) == "my"


def _beside_owner(query: Query, spans: list[Span]) -> Iterator[Span]:
    """`Orla and Jana`: a person is asked about like the owner of a calendar that they are joined
    with."""
    for each in spans:
        others = [other for other in spans if other.code == "OW" and other.start >= 0]
        is_joined = each.code == "PS" and any(
            query.text[min(end_of(each), end_of(other)) : max(each.start, other.start)].split()
            in (["and"], ["or"], ["und"], ["oder"], ["&"])
            for other in others
        )
        yield each._replace(code="OW") if is_joined else each


def end_of(each: Span) -> int:
    """Where a span ends in its clause."""
    return each.start + len(each.text)


def _possessed(query: Query, spans: list[Span]) -> Iterator[Span]:
    """`Biscuit's` belongs to the `vaccination` behind it where other topics or people are named,
    too: `has Ida accepted Biscuit's party`."""
    names = [each for each in spans if each.code in ("T", "PS")]
    is_several = len(names) > 2
    skipped: Span | None = None
    for place, each in enumerate(spans):
        after = spans[place + 1] if place + 1 < len(spans) else None
        if each is skipped:
            continue
        is_owner = each.code == "PS" and strip_possessives(each.text) != each.text
        if is_several and is_owner and after is not None and _is_of(query, each, after):
            skipped = after
            yield Span("T", f"{each.text} {after.text}", each.start)
        else:
            yield each


def _is_of(query: Query, owner: Span, after: Span) -> bool:
    """Whether a topic stands directly behind whoever it belongs to."""
    is_behind = after.code == "T" and after.start > owner.start >= 0
    return is_behind and not query.text[end_of(owner) : after.start].strip()
