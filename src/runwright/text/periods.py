"""Periods in people's words: `last month`, `since March`, `from 3 to 9 May`, `over the weekend`.

`find` looks through a text, `read` takes a text that is a period and nothing else. What a
preposition does to a date is decided here ("since", "until", "after"), and how two dates make a
range; the dates themselves are read in `dates` and its neighbours.
"""

from __future__ import annotations

from datetime import date

from runwright.text import period_slips
from runwright.text.calendar_words import (
    ARTICLES,
    LEADS,
    MONTHS,
    SEASONS,
    SIDES,
    UNITS,
    WEEKDAYS,
    WORDS_TOO,
)
from runwright.text.calendars import DAY, Grain, Period, Viewpoint, span, unit_of
from runwright.text.date_ranges import Readings, Scan, atom_at, distinct, range_at, safely
from runwright.text.dates import Atom
from runwright.text.durations import add_months
from runwright.text.expressions import Expression
from runwright.text.numbers import count_at
from runwright.text.relative_dates import MOST_UNITS, ago_at, moved, side_unit_at, unit_at
from runwright.text.stopwords import STOP_WORDS
from runwright.text.tokens import Tokens
from runwright.text.words import word_set

MOST_TOKENS = 2_000
"""Dates are looked for in so many tokens."""
_RECENT = 4
"""A month that began less than so many months ago needs no `last`."""
_LONGEST_LEAD = max(map(len, LEADS))
_LEAD_STARTS = frozenset(lead[0] for lead in LEADS)
_FILLERS = word_set("my our just only like please maybe the period all whole entire of exactly")
_FILLERS |= word_set("calendar course . , ? ! ; : ( )")
_ONWARDS = {("on",), ("onwards",), ("onward",), ("forward",), ("and", "later"), ("or", "later")}


def find(text: str, viewpoint: Viewpoint) -> list[Expression[Period]]:
    """The periods that a text names, each with the preposition that leads to it."""
    tokens = Scan(text)
    found: list[Expression[Period]] = []
    at = 0
    while at < min(len(tokens), MOST_TOKENS):
        result = _expression_at(tokens, at, viewpoint, is_alone=False)
        if result is None:
            at += 1
            continue
        readings, after = result
        found.append(Expression(*tokens.span(at, after), readings))
        at = after
    return found


def read(text: str, viewpoint: Viewpoint) -> tuple[Period, ...]:
    """The readings of a text that is one period; none if it is not."""
    text = period_slips.one_weekend(text)
    found = _read(text, viewpoint)
    if not found and (meant := period_slips.mended(text)) != text:
        found = _read(meant, viewpoint)
    return found


def _read(text: str, viewpoint: Viewpoint) -> tuple[Period, ...]:
    tokens = Scan(text)
    first, last = 0, len(tokens)
    if tokens.texts(0, 3) in (("all", "time", ""), ("any", "time", ""), ("ever", "", "")):
        return (span(None, None),)
    while last > first and tokens.text(last - 1) in ".,?!;:)":
        last -= 1
    for start in range(min(last, 5)):
        result = _expression_at(tokens, start, viewpoint, is_alone=True)
        if result is not None and last <= result[1]:
            return result[0]
        if tokens.text(start) not in _FILLERS:
            break
    return ()


# Expressions ------------------------------------------------------------------------------------


def _expression_at(
    tokens: Scan, at: int, viewpoint: Viewpoint, *, is_alone: bool
) -> Readings | None:
    """A period, and how much earlier or later than that it is: `May a year earlier`."""
    result = _plain_expression_at(tokens, at, viewpoint, is_alone=is_alone)
    if result is None:
        return None
    readings, after = result
    step = tokens.skip(after, ",")
    count = count_at(tokens, step)
    unit = unit_at(tokens, count[1]) if count else None
    way = {"earlier": -1, "later": 1}.get(tokens.text(unit[2])) if unit else None
    if count is None or unit is None or way is None or count[0] > MOST_UNITS:
        return result
    grain, times, end = unit
    moved_by = way * count[0] * times
    try:
        return distinct([_moved(each, moved_by, grain) for each in readings]), end + 1
    except (ValueError, OverflowError):
        return None


def _moved(period: Period, count: int, grain: Grain) -> Period:
    """So many units away; a month stays a whole month, and February has its own length."""
    start = moved(period.start, count, grain) if period.start else None
    if start and period.grain in ("month", "quarter", "half", "season", "year", "week"):
        return unit_of(start, period.grain)
    end = moved(period.end, count, grain) if period.end else None
    return period._replace(start=start, end=end)


def _plain_expression_at(
    tokens: Scan, at: int, viewpoint: Viewpoint, *, is_alone: bool
) -> Readings | None:
    """A lead and a period, a period alone, or a range."""
    lead, step = _lead_at(tokens, at)
    if tokens.text(at) in ("vor", "in", "within") and (
        atom := safely(ago_at, tokens, at, viewpoint)
    ):
        return atom.readings, atom.after
    if lead and (result := _led(tokens, at, lead, step, viewpoint, is_alone)) is not None:
        return result
    result = range_at(tokens, at, viewpoint, between=False)
    if result is not None and result[0][0].grain == "span":
        return result
    atom = atom_at(tokens, at, viewpoint)
    if atom is None or (not is_alone and _is_doubtful(tokens, at, atom)):
        return None
    after = _so_far(tokens, atom, viewpoint)
    if after is not None:
        return after
    onwards = _onwards(tokens, atom.after)
    if onwards and tokens.texts(atom.after, 1) != ("on",):
        return distinct([span(p.start, None) for p in atom.readings]), onwards
    return atom.readings, atom.after


def _lead_at(tokens: Tokens, at: int) -> tuple[str, int]:
    if tokens.text(at) not in _LEAD_STARTS:
        return "", at
    for size in range(_LONGEST_LEAD, 0, -1):
        kind = LEADS.get(tokens.texts(at, size))
        if kind:
            return kind, at + size
    return "", at


def _led(
    tokens: Scan, at: int, lead: str, step: int, viewpoint: Viewpoint, is_alone: bool
) -> Readings | None:
    step = _past_fillers(tokens, step)
    ranged = range_at(tokens, step, viewpoint, between=lead == "between")
    if ranged is not None and lead in ("between", "from", "starting", "in", "since", "until"):
        return ranged
    if lead == "between":
        return None
    if lead == "until" and tokens.text(step) in ("date", "now"):
        unit = safely(side_unit_at, tokens, step + 1, viewpoint)
        if unit is not None and viewpoint.today in unit.readings[0]:
            return (span(unit.readings[0].start, viewpoint.today + DAY),), unit.after
        return (span(None, viewpoint.today + DAY),), step + 1
    atom = atom_at(tokens, step, viewpoint) or _unit_alone(tokens, step, viewpoint)
    if atom is None:
        return None
    if not is_alone and _means_else(tokens, step, atom):
        return None
    if lead == "since" and tokens.text(step) == "last" and tokens.text(step + 1) in MONTHS:
        atom = atom._replace(readings=_of_last_year(atom.readings, viewpoint.today))
    if lead == "in":
        return _so_far(tokens, atom, viewpoint) or (_several_days(tokens, at, atom), atom.after)
    onwards = _onwards(tokens, atom.after) if lead == "from" else None
    readings = _opened(lead, atom, viewpoint, bool(onwards))
    return (readings, onwards or atom.after) if readings else None


def _of_last_year(readings: tuple[Period, ...], today: date) -> tuple[Period, ...]:
    """`Since last October`, asked in November, goes back a year: of the other one would be said
    `since October`."""
    first = readings[0]
    if first.grain != "month" or first.start is None or add_months(first.start, _RECENT) <= today:
        return readings
    return distinct([first.shifted(-12), *readings])


def _past_fillers(tokens: Tokens, at: int) -> int:
    """`for the period`, `in all of`, `during the whole of`, `throughout the entire`."""
    step = tokens.skip(at, "the")
    if tokens.text(step) in ("whole", "entire", "period", "course", "all"):
        return tokens.skip(tokens.skip(step + 1, "of"), "from", "between")
    return at


def _so_far(tokens: Tokens, atom: Atom, viewpoint: Viewpoint) -> Readings | None:
    """`this year so far`, `this year to date`."""
    if tokens.texts(atom.after, 2) not in (("so", "far"), ("to", "date")):
        return None
    if viewpoint.today not in atom.readings[0]:
        return None
    return (span(atom.readings[0].start, viewpoint.today + DAY),), atom.after + 2


def _several_days(tokens: Tokens, at: int, atom: Atom) -> tuple[Period, ...]:
    """`over Christmas` means all of its days, `on Christmas` the one; `in the new year` begins
    with its first day."""
    if tokens.text(at) in ("in", "into") and tokens.texts(atom.after - 2, 2) == ("new", "year"):
        return distinct([span(each.start, None) for each in atom.readings])
    if tokens.text(at) not in ("over", "during", "at", "around", "uber", "zu", "an"):
        return atom.readings
    if len(atom.readings) < 2 or atom.readings[0].grain != "day":
        return atom.readings
    first, second = atom.readings[:2]
    holds = second.grain == "span" and first.start is not None and first.start in second
    return (second, first, *atom.readings[2:]) if holds and not atom.edge else atom.readings


def _unit_alone(tokens: Tokens, at: int, viewpoint: Viewpoint) -> Atom | None:
    """`for the month`, `of the year`, `at the weekend`: the one that it is now."""
    if tokens.texts(at - 1, 2) == ("am", "wochenende"):
        # The article is part of the preposition.
        at -= 1
    grain = UNITS.get(tokens.text(at + 1))
    if tokens.text(at) not in ("the", "diesem", "am") or grain in (None, "day", "season", "half"):
        return None
    if tokens.text(at + 1).endswith("s") or not grain:
        return None
    unit = unit_of(viewpoint.today, grain, viewpoint.fiscal_start)
    if grain != "weekend":
        return Atom((unit,), at + 2)
    last, coming = unit.shifted(-1), unit
    is_past = viewpoint.tense == "past" and viewpoint.today not in unit
    return Atom((last, coming) if is_past else (coming, last), at + 2)


def _onwards(tokens: Tokens, at: int) -> int | None:
    for size in (1, 2):
        if tokens.texts(at, size) in _ONWARDS:
            return at + size
    return None


def _opened(lead: str, atom: Atom, viewpoint: Viewpoint, onwards: bool) -> tuple[Period, ...]:
    """What the word before it makes of a date."""
    today = viewpoint.today
    periods = [p for p in atom.readings if p.start and p.end]
    if atom.edge:
        # "Since the end of May" and "until the start of June" mean that one day.
        periods = [p for p in periods if p.grain == "day"]
    if lead == "since":
        past = [p for p in periods if p.start and p.start <= today] or periods
        return distinct([_until_today(p.start, today) for p in past])
    if lead == "after":
        ended = viewpoint.tense == "past"
        return distinct([_after(p.end, today, ended) for p in periods])
    if lead == "starting":
        return distinct([span(p.start, None) for p in periods])
    if lead == "from":
        opened = [span(p.start, None) for p in periods]
        plain = list(atom.readings)
        is_over = not onwards and atom.around is None and _is_over(plain[0], today)
        both = plain + opened if is_over else opened + ([] if onwards else plain)
        return distinct(both)
    if viewpoint.tense != "past":
        # "Until June" is said of the June to come.
        periods.sort(key=lambda p: p.end is not None and p.end <= today)
    ends = [end for p in periods for end in _ends(p, lead, atom.edge) if end]
    return distinct([p for end in ends for p in _up_to(end, lead, viewpoint)])


def _ends(period: Period, lead: str, edge: str) -> tuple[date | None, ...]:
    """With the day or month that is named; `until June` may also leave June out."""
    if lead == "before":
        return (period.end if edge == "end" else period.start,)
    if period.grain in ("day", "span") or lead == "up_to":
        return (period.end,)
    return (period.start, period.end) if period.grain == "season" else (period.end, period.start)


def _is_over(period: Period, today: date) -> bool:
    return period.end is not None and period.end <= today


def _until_today(start: date | None, today: date) -> Period:
    return span(start, today + DAY) if start and start <= today else span(start, None)


def _after(end: date | None, today: date, ended: bool) -> Period:
    return span(end, today + DAY) if ended and end and end <= today else span(end, None)


def _up_to(end: date, lead: str, viewpoint: Viewpoint) -> list[Period]:
    """What lies ahead is looked at from today, unless everything before it may be meant."""
    whole = span(None, end)
    if lead == "up_to" or viewpoint.tense == "past" or end <= viewpoint.today:
        return [whole]
    return [span(viewpoint.today, end), whole]


# Doubts -----------------------------------------------------------------------------------------


def _is_doubtful(tokens: Tokens, at: int, atom: Atom) -> bool:
    """Whether the words mean something else where no preposition leads to them."""
    if _means_else(tokens, at, atom):
        return True
    if not atom.bare:
        return False
    word = tokens.text(at)
    if word in MONTHS or word in WEEKDAYS or word in WORDS_TOO:
        return word in WORDS_TOO and not (at > 0 and tokens.raw(at)[0].isupper())
    if tokens.is_digits(at):
        # A lone year ends a clause, or stands beside another: "2025 vs 2024".
        return not _is_end(tokens, atom.after) or tokens.text(at + 1) == "/"
    if word in ("now", "so", "to"):
        return word != "so"
    return word in ARTICLES and not _is_end(tokens, atom.after)


def _means_else(tokens: Tokens, at: int, atom: Atom) -> bool:
    """Whether the words mean something else even after a preposition.

    `the 3rd floor` counts floors, `in the sun` is no Sunday, `of 2024-117` is an invoice.
    """
    last, after = tokens.text(atom.after - 1), atom.after
    if last in ("st", "nd", "rd", "th"):
        return atom.bare and not _is_end(tokens, after)
    if tokens.is_digits(at) and after == at + 1:
        return tokens.glued(after) and tokens.glued(after + 1) and tokens.is_digits(after + 1)
    is_named = last in WORDS_TOO and last not in SEASONS and after == at + 2
    return is_named and tokens.text(at) in ARTICLES and tokens.raw(after - 1).islower()


def _is_end(tokens: Tokens, at: int) -> bool:
    text = tokens.text(at)
    return not text or not text[0].isalnum() or text in STOP_WORDS or text in SIDES or text in (
        "vs", "versus", "compared", "bis", "und", "till", "onwards",
    )  # fmt: skip
