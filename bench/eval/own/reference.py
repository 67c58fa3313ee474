"""What is right: reference answers worked out from the invented year itself, never by a mind.

Helpers choose bookings and events, and say a figure, a day or a stretch of time in every form
that would be right in a summary.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from typing import NamedTuple

from bench.eval.own import diary, ledger
from bench.eval.own.diary import BERLIN, Event
from bench.eval.own.ledger import Booking

NOW = datetime(2026, 11, 15, 10, 30, tzinfo=UTC)
TODAY = NOW.astimezone(BERLIN).date()
_DAY = timedelta(days=1)
_CENT = Decimal("0.01")
_WORDS = [
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
    *("nineteen", "twenty"),
]
Said = str | list[str]
"""Words that must be in a summary, or several of which one must be."""


class Days(NamedTuple):
    """Some days: the first, and the day after the last."""

    start: date
    end: date


def days(first: str, last: str | None = None) -> Days:
    """From one day to another, both included."""
    start = date.fromisoformat(first)
    return Days(start, (date.fromisoformat(last) if last else start) + _DAY)


def months(first: int, last: int | None = None, year: int = 2026) -> Days:
    """From the first of one month to the last of another."""
    after = (last or first) + 1
    end = date(year + 1, 1, 1) if after > 12 else date(year, after, 1)
    return Days(date(year, first, 1), end)


YEAR = months(1, 12)


# Money -------------------------------------------------------------------------------------------


def bookings(
    *,
    name: str = "",
    category: str = "",
    word: str = "",
    during: Days | None = None,
    currency: str = "",
    over: int = 0,
) -> list[Booking]:
    """Those that fit everything that is said, of both directions."""
    return [
        one
        for one in ledger.bookings()
        if name in one.name
        and category in one.category
        and word.lower() in f"{one.name} {one.category} {one.note}".lower()
        and (during is None or during.start <= one.day < during.end)
        and currency in one.currency
        and abs(one.amount) > over
    ]


def paid(found: Iterable[Booking], currency: str = "EUR") -> list[Booking]:
    """Money that left, in one currency."""
    return [one for one in found if one.amount < 0 and one.currency == currency]


def received(found: Iterable[Booking]) -> list[Booking]:
    """Money that came."""
    return [one for one in found if one.amount > 0]


def total(found: Iterable[Booking]) -> Decimal:
    """The sum, without its sign."""
    return abs(sum((one.amount for one in found), Decimal()))


def mean(found: Sequence[Booking]) -> Decimal:
    """The average, not yet rounded."""
    return total(found) / len(found)


def by_name(found: Iterable[Booking]) -> dict[str, Decimal]:
    """The sum for each counterparty, the largest first."""
    sums: dict[str, Decimal] = {}
    for one in found:
        sums[one.name] = sums.get(one.name, Decimal()) + abs(one.amount)
    return dict(sorted(sums.items(), key=lambda pair: -pair[1]))


def by_month(found: Iterable[Booking]) -> dict[str, Decimal]:
    """The sum for each month, by its name."""
    sums: dict[str, Decimal] = {}
    for one in found:
        named = f"{one.day:%B}"
        sums[named] = sums.get(named, Decimal()) + abs(one.amount)
    return sums


def money(value: Decimal | str) -> list[str]:
    """An amount as a summary may write it; thousands are compared without their commas."""
    exact = abs(Decimal(value))
    rounded = {exact.quantize(_CENT, way) for way in (ROUND_HALF_UP, ROUND_HALF_EVEN)}
    whole = [str(int(each)) for each in rounded if each == int(each)]
    return sorted(str(each) for each in rounded) + whole


def percent(part: Decimal, whole: Decimal) -> list[str]:
    """A share or a change, with two places, one or none."""
    exact = abs(part / whole * 100)
    places = [exact.quantize(Decimal(step), ROUND_HALF_UP) for step in ("0.01", "0.1", "1")]
    forms = [f"{each}{sign}" for each in map(str, places) for sign in ("%", " %", " percent")]
    return list(dict.fromkeys(forms))


def change(before: Decimal, after: Decimal) -> list[str]:
    """By how many percent something changed."""
    return percent(after - before, before)


# Time --------------------------------------------------------------------------------------------


def events(
    *,
    who: str = "",
    title: str = "",
    place: str = "",
    during: Days | None = None,
    after_now: bool | None = None,
) -> list[Event]:
    """What happens, and was not cancelled, by everything that is said of it."""
    return [
        one
        for one in diary.occurrences()
        if not one.cancelled
        and (not who or any(who in name for name in one.people))
        and title.lower() in one.title.lower()
        and place in one.place
        and (during is None or touches(one, during))
        and (after_now is None or after_now == (one.start > NOW))
    ]


def touches(one: Event, during: Days) -> bool:
    """Whether some of it lies within the days."""
    start, end = (datetime.combine(day, time(), BERLIN) for day in during)
    return one.start < end and one.end > start


def hours(found: Iterable[Event]) -> Decimal:
    """How long they take together."""
    seconds = sum((one.end - one.start).total_seconds() for one in found)
    return Decimal(int(seconds)) / 3600


def free(day: str, begin: str, end: str, least: int = 1) -> list[str]:
    """The stretches of a day in which nothing is planned, of at least so many minutes."""
    at, until = (datetime.fromisoformat(f"{day}T{clock}").replace(tzinfo=BERLIN)
                 for clock in (begin, end))  # fmt: skip
    timed = [one for one in events(during=days(day)) if not one.whole_days]
    found = []
    for start, stop in [*((one.start, one.end) for one in timed), (until, until)]:
        if min(start, until) - at >= timedelta(minutes=least):
            found.append(f"{at:%H:%M}-{min(start, until):%H:%M}")
        at = max(at, stop)
    return found


def overlaps(during: Days) -> Iterator[tuple[Event, Event]]:
    """Pairs with times that are planned for the same moment."""
    timed = [one for one in events(during=during) if not one.whole_days]
    for place, one in enumerate(timed):
        yield from ((one, other) for other in timed[place + 1 :] if other.start < one.end)


def at(one: Event) -> str:
    """When it begins."""
    return f"{one.start:%H:%M}"


def span(one: Event) -> str:
    """From when to when, as summaries are compared: with a plain hyphen."""
    return f"{one.start:%H:%M}-{one.end:%H:%M}"


def day(when: date | datetime | str) -> list[str]:
    """A day in each of its usual forms; the year is only left out where it can be no other."""
    if isinstance(when, str):
        when = date.fromisoformat(when)
    month = f"{when:%B}"
    forms = [f"{when.day} {month} {when.year}", f"{month} {when.day}, {when.year}"]
    forms += [f"{when:%Y-%m-%d}"]
    short = [] if when.month == 12 else [f"{when.day} {month}", f"{month} {when.day}"]
    return [*forms, *short]


def other_days(right: date, candidates: Iterable[date]) -> list[str]:
    """Days that would be wrong; the first and the last may be told beside the right one."""
    return wrong_days(right, sorted(set(candidates))[1:-1])


def wrong_days(right: date, candidates: Iterable[date]) -> list[str]:
    """Other days, the nearest of them, as they must not be said."""
    unlike = {each for each in candidates if each != right}
    nearest = sorted(unlike, key=lambda each: (abs(each - right), each))[:8]
    return [form for each in nearest for form in (f"{each.day} {each:%B %Y}", f"{each:%Y-%m-%d}")]


def count(number: int) -> list[str]:
    """A number of things, in digits or in words."""
    return [str(number), *([_WORDS[number]] if number < len(_WORDS) else [])]


def lasting(length: Decimal) -> list[str]:
    """A number of hours in the ways that it is said."""
    minutes = int(length * 60)
    whole, rest = divmod(minutes, 60)
    plain = f"{length.normalize():f}"
    unit = "hour" if whole == 1 else "hours"
    forms = [f"{plain} {word}" for word in ("hours", "hour", "h")] + [f"{minutes} minutes"]
    if rest:
        forms += [f"{whole} {unit} {rest} minutes", f"{whole} {unit} and {rest} minutes"]
        forms += [f"{whole} h {rest} min", f"{whole}:{rest:02}", f"{whole}h {rest}m"]
        forms += [f"{whole} {unit} {rest} min"]
    elif whole < len(_WORDS):
        forms += [f"{_WORDS[whole]} {unit}"]
    return forms


YES: Said = ["yes"]
NO: Said = ["no", "not", "none", "nothing"]
