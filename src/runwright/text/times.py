"""Times of day: `after 6pm`, `half past nine`, `09:30–11:00`, `in the evening`, `mornings`.

An hour that does not say which half of the day it means has both readings: from seven to eleven
the morning comes first, else the afternoon.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from runwright.text.expressions import Expression
from runwright.text.number_words import GERMAN, TENS, UNITS
from runwright.text.tokens import Tokens
from runwright.text.words import word_set

DAY = 24 * 60


class Hours(NamedTuple):
    """Minutes after midnight from `start` to before `end`; a moment where both are the same.

    What goes on past midnight ends after 1440: a night is 18:00 to 30:00.
    """

    start: int
    end: int

    @property
    def is_moment(self) -> bool:
        return self.start == self.end


Reading = tuple[tuple[Hours, ...], int]

_PARTS = {
    "morning": (6, 12), "mornings": (6, 12), "vormittag": (8, 12), "vormittags": (8, 12),
    "forenoon": (8, 12), "morgens": (6, 10), "lunchtime": (12, 14), "lunchtimes": (12, 14),
    "lunch": (12, 14),
    "mittag": (12, 14), "mittags": (12, 14), "afternoon": (12, 18), "afternoons": (12, 18),
    "arvo": (12, 18), "arvos": (12, 18), "nachmittag": (12, 18), "nachmittags": (12, 18),
    "teatime": (16, 18),
    "evening": (18, 24), "evenings": (18, 24), "abend": (18, 24), "abends": (18, 24),
    "tonight": (18, 24), "tonite": (18, 24), "night": (18, 30), "nights": (18, 30),
    "nachts": (22, 30), "overnight": (22, 30),
}  # fmt: skip
_NOUNS = {
    ("working", "hours"): (9, 17), ("business", "hours"): (9, 17), ("office", "hours"): (9, 17),
    ("work", "hours"): (9, 17), ("first", "thing"): (6, 9), ("late", "in", "the", "day"): (16, 24),
}  # fmt: skip
_NARROWED = {
    ("early", "morning"): (5, 9), ("late", "morning"): (10, 12), ("early", "afternoon"): (12, 15),
    ("late", "afternoon"): (15, 18), ("early", "evening"): (17, 20), ("late", "evening"): (21, 24),
    ("late", "night"): (22, 30), ("late", "at", "night"): (22, 30),
}  # fmt: skip
_ALONE = {"early": (5, 9), "late": (20, 24), "pm": (12, 24), "am": (0, 12), "lunch": (12, 14)}
"""What is a time of day only where nothing else stands beside it."""
_BOUNDS = {"lunch": (12, 13), "lunchtime": (12, 13), "work": (9, 17), "school": (8, 15)}
"""What "before" and "after" them mean: before lunch is before noon, after work after five."""
_POINTS = {"noon": 720, "midday": 720, "midnight": 0, "mitternacht": 0}
_HALVES = {"am": 0, "pm": 1, "a": 0, "p": 1}
_LEADS = {
    "at": "at", "um": "at", "after": "after", "past": "after", "from": "from", "nach": "after",
    "ab": "from", "since": "from", "later": "after", "before": "before", "until": "before",
    "till": "before", "by": "before", "bis": "before", "vor": "before", "around": "around",
    "about": "around", "gegen": "around", "between": "between", "zwischen": "between",
    "in": "in", "during": "in", "am": "in", "for": "in", "this": "in",
}  # fmt: skip
_JOINTS = word_set("to until till through bis - – —")
_NEARBY = 30
_ARTICLES = ("the", "my", "der", "die", "den")


def find(text: str) -> list[Expression[Hours]]:
    """The times of day in a text, each with the preposition that leads to it."""
    tokens = Tokens(text)
    found, at = [], 0
    while at < len(tokens):
        result = hours_at(tokens, at, is_alone=False)
        if result is None:
            at += 1
            continue
        readings, after = result
        found.append(Expression(*tokens.span(at, after), readings))
        at = after
    return found


def read(text: str) -> tuple[Hours, ...]:
    """The readings of a text that is one time of day; a bare hour is one, too."""
    tokens = Tokens(text)
    last = len(tokens)
    while last and tokens.text(last - 1) in ".,?!":
        last -= 1
    if last == 1 and tokens.text(0) in _ALONE:
        start, end = _ALONE[tokens.text(0)]
        return (Hours(start * 60, end * 60),)
    result = hours_at(tokens, tokens.skip(0, "my"), is_alone=True)
    return result[0] if result and result[1] >= last else ()


def hours_at(tokens: Tokens, at: int, *, is_alone: bool) -> Reading | None:
    """The time of day that begins at a token; a bare hour needs "at" or its kin before it."""
    lead = _LEADS.get(tokens.text(at), "")
    step = tokens.skip(at, *_ARTICLES)
    if lead:
        step = tokens.skip(tokens.skip(at + 1, "than", "dem", "about", "around"), *_ARTICLES)
        if (bound := _bounded(tokens, step, lead)) is not None:
            return bound
    if (part := _part_at(tokens, step)) is not None:
        if lead in ("", "in", "at", "around"):
            return part
        return _opened(lead, part[0]), part[1]
    bare = is_alone or lead not in ("", "in")
    first = clock_at(tokens, step, bare=bare, is_alone=is_alone)
    if first is None:
        return None
    if tokens.text(first[1]) == "ish":
        return _opened("around", first[0]), first[1] + 1
    if lead in ("", "from", "between", "at", "in") and (ranged := _range(tokens, first, lead)):
        return ranged
    if lead == "between" or (lead == "in" and not _is_certain(tokens, step, first[1])):
        return None
    readings = _opened(lead, first[0])
    after = tokens.skip(first[1], "onwards", "onward")
    return (_opened("from", first[0]) if after > first[1] else readings), after


def _bounded(tokens: Tokens, at: int, lead: str) -> Reading | None:
    word = tokens.text(at)
    if word not in _BOUNDS or lead not in ("before", "after"):
        return None
    start, end = _BOUNDS[word]
    return ((Hours(0, start * 60) if lead == "before" else Hours(end * 60, DAY)),), at + 1


def _part_at(tokens: Tokens, at: int) -> Reading | None:
    """`morning`, `late afternoon`, `working hours`."""
    for table in (_NOUNS, _NARROWED):
        for words, (start, end) in table.items():
            if tokens.text(at) == words[0] and tokens.texts(at, len(words)) == words:
                return (Hours(start * 60, end * 60),), at + len(words)
    word = tokens.text(at)
    if word not in _PARTS or (word == "lunch" and tokens.text(at - 1) not in ("for", "at")):
        return None
    start, end = _PARTS[word]
    return (Hours(start * 60, end * 60),), at + 1


def _opened(lead: str, readings: Iterable[Hours]) -> tuple[Hours, ...]:
    """What the word before it makes of a moment or a part of the day."""
    result = []
    for start, end in readings:
        if lead == "before":
            result.append(Hours(0, start) if start else Hours(0, DAY))
        elif lead in ("after", "from"):
            begin = end if lead == "after" else start
            result.append(Hours(begin % DAY, DAY))
        elif lead == "around":
            result.append(Hours(max(0, start - _NEARBY), end + _NEARBY))
        else:
            result.append(Hours(start, end))
    return tuple(dict.fromkeys(result))


# Clocks -----------------------------------------------------------------------------------------


def clock_at(tokens: Tokens, at: int, *, bare: bool, is_alone: bool = False) -> Reading | None:
    """A moment; each of its readings has the same start and end."""
    text = tokens.text(at)
    if text in _POINTS:
        return (Hours(_POINTS[text], _POINTS[text]),), at + 1
    spoken = _spoken(tokens, at)
    if spoken is not None:
        return spoken
    hour = _hour(tokens, at)
    if hour is None or _follows_figure(tokens, at):
        return None
    minute, after = _minutes(tokens, at + 1, is_alone=is_alone)
    half, end = _half(tokens, after)
    if half is not None:
        return (_moment(hour % 12 + 12 * half, minute), end) if 1 <= hour <= 12 else None
    marked = tokens.text(after) in ("o'clock", "uhr", "o’clock") or (
        bare
        and tokens.text(after) == "h"
        and tokens.glued(after)
        and not tokens.is_digits(after + 1)
    )
    if tokens.text(after) == "uhr" and tokens.is_digits(after + 1):
        return _moment(hour, int(tokens.text(after + 1)) % 60), after + 2
    if not (marked or bare or after > at + 1) or hour > 24:
        return None
    if not marked and after == at + 1 and not _may_be_hour(tokens, after):
        return None
    is_exact = text[0] == "0" or "uhr" in tokens.texts(after - 1, 2) or hour > 12
    return (_moment(hour, minute) if is_exact else _either(hour, minute)), after + marked


def _follows_figure(tokens: Tokens, at: int) -> bool:
    """The 50 of `9.50`, the 15 of `3/15`."""
    return tokens.glued(at) and tokens.text(at - 1) in tuple(".,:/") and tokens.is_digits(at - 2)


def _hour(tokens: Tokens, at: int) -> int | None:
    text = tokens.text(at)
    if tokens.is_digits(at):
        return int(text) if len(text) <= 2 and int(text) <= 24 else None
    number = UNITS.get(text, GERMAN.get(text, 0))
    return number if 1 <= number <= 12 else None


def _minutes(tokens: Tokens, at: int, *, is_alone: bool) -> tuple[int, int]:
    """The `:30` of `9:30`, the `.30` of `9.30 Uhr` and of a `9.30` that stands alone."""
    mark, digits = tokens.text(at), tokens.text(at + 1)
    if mark not in (":", ".") or not (tokens.glued(at) and tokens.glued(at + 1)):
        return 0, at
    if not tokens.is_digits(at + 1) or len(digits) != 2 or int(digits) > 59:
        return 0, at
    clocked = mark == ":" or is_alone or tokens.text(at + 2) in ("am", "pm", "uhr", "a", "p")
    return (int(digits), at + 2) if clocked else (0, at)


def _half(tokens: Tokens, at: int) -> tuple[int | None, int]:
    """`am`, `p.m.`, `in the morning`."""
    word = tokens.text(at)
    if word in ("am", "pm"):
        return _HALVES[word], at + 1
    if word in ("a", "p") and tokens.text(at + 1) == "." and tokens.text(at + 2) == "m":
        return _HALVES[word], tokens.skip(at + 3, ".")
    if tokens.texts(at, 3) == ("in", "the", "morning"):
        return 0, at + 3
    if tokens.texts(at, 2) == ("in", "the") and tokens.text(at + 2) in ("afternoon", "evening"):
        return 1, at + 3
    return None, at


def _may_be_hour(tokens: Tokens, after: int) -> bool:
    """A bare number is an hour at the end of a clause, not before a noun: `after 3 meetings`."""
    text = tokens.text(after)
    ends = not text or text in (".", ",", "?", "!", ")", ";", "ish") or text in _JOINTS
    return ends or text in _FOLLOWERS


_FOLLOWERS = word_set("""
    and or on in today tomorrow tonight this next with for at und onwards please yesterday by when
    monday tuesday wednesday thursday friday saturday sunday each every the
    """)


def _moment(hour: int, minute: int) -> tuple[Hours, ...]:
    at = (hour * 60 + minute) % DAY
    return (Hours(at, at),)


def _either(hour: int, minute: int) -> tuple[Hours, ...]:
    """Both halves of the day, the likelier first."""
    early, late = _moment(hour % 12, minute), _moment(hour % 12 + 12, minute)
    return early + late if 7 <= hour <= 11 else late + early


def _spoken(tokens: Tokens, at: int) -> Reading | None:
    """`half past nine`, `quarter to ten`, `twenty past six`, `half nine`, `halb neun`."""
    word = tokens.text(at)
    at = at + 1 if word == "a" and tokens.text(at + 1) == "quarter" else at
    word = tokens.text(at)
    if word == "halb" and (hour := _hour(tokens, at + 1)):
        return _shifted(hour, -30, at + 2, tokens)
    minutes = {"half": 30, "quarter": 15, "viertel": 15}.get(word)
    if minutes is None:
        number = int(word) if tokens.is_digits(at) and len(word) <= 2 else 0
        minutes = number or TENS.get(word, UNITS.get(word, 0))
    link = tokens.text(at + 1)
    if word == "half" and (hour := _hour(tokens, at + 1)) and _is_half(tokens, at + 1):
        return _shifted(hour, 30, at + 2, tokens)
    if not 0 < minutes < 60 or link not in ("past", "after", "to", "before", "nach", "vor"):
        return None
    hour = _hour(tokens, at + 2)
    # "3 to 5" is a range; "ten to five" and "20 to 5" are not.
    if hour is None or (link in ("to", "after", "before") and not _is_minutes(word, minutes)):
        return None
    return _shifted(
        hour, minutes if link in ("past", "after", "nach") else -minutes, at + 3, tokens
    )


def _is_half(tokens: Tokens, at: int) -> bool:
    """`half five`, `half 5`; not the `half 2` of `half 2 cups`."""
    return not tokens.is_digits(at) or (tokens.text(at) != "1" and not tokens.text(at + 1))


def _is_minutes(word: str, minutes: int) -> bool:
    return not word.isdigit() and minutes in (5, 10, 15, 20, 25, 30)


def _shifted(hour: int, minutes: int, after: int, tokens: Tokens) -> Reading:
    half, end = _half(tokens, after)
    if half is not None:
        moments = _moment(hour % 12 + 12 * half, 0)
    else:
        moments = _either(hour, 0) if hour <= 12 else _moment(hour, 0)
    places = [(each.start + minutes) % DAY for each in moments]
    return tuple(Hours(place, place) for place in places), end


def _is_certain(tokens: Tokens, at: int, after: int) -> bool:
    return after > at + 1 or tokens.text(at) in _POINTS


def _range(tokens: Tokens, first: Reading, lead: str) -> Reading | None:
    """`from 2 to 4`, `between 9 and noon`, `09:30–11:00`: the shortest that runs forward."""
    joint = tokens.text(first[1])
    if joint not in _JOINTS and not (lead == "between" and joint in ("and", "und")):
        return None
    second = clock_at(tokens, first[1] + 1, bare=True)
    if second is None:
        return None
    said = second[0][0]
    pairs = []
    for a in first[0]:
        ends = [b.start + (DAY if b.start <= a.start else 0) for b in second[0]]
        pairs.append(Hours(a.start, min(ends, key=lambda end: end - a.start)))
    pairs.sort(key=lambda hours: hours.end % DAY != said.start)
    short = [hours for hours in pairs if hours.end - hours.start <= DAY // 2]
    return tuple(dict.fromkeys(short or pairs)), second[1]
