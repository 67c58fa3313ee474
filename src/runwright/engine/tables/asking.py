"""What a question about a report wants done: look up, compare, add, divide, count, or name.

The wording decides; what the words are about is left as phrases for `match`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from typing import NamedTuple

from runwright.engine.tables import wordings
from runwright.engine.tables.units import FACTORS
from runwright.engine.tables.years import named_years

_LONGEST = 600
"""A question is understood from this many characters: its wording is tried in many ways."""


class Bound(NamedTuple):
    """A comparison with a number: "exceed $50,000 thousand"."""

    sign: int
    """1 for above, -1 for below, 0 for equal."""
    number: Decimal
    scale: str
    """The scale that the question says; empty when it leaves it to the table."""
    inclusive: bool = False


class Asked(NamedTuple):
    """A question, understood as far as its wording goes."""

    text: str
    operation: str
    """A name in `operations.OPERATIONS`, `totals.TOTALS` or `naming.NAMING`; or `prose`."""
    subjects: tuple[str, ...]
    """What it is about, in its own words: one phrase, or two that are compared."""
    years: tuple[int, ...]
    ranged: bool = False
    """Whether the years are the ends of a stretch."""
    bound: Bound | None = None
    highest: bool = True
    plural: bool = False
    """Whether several answers are asked for, "respectively"."""


def read_question(text: str) -> Asked:
    """The question with the operation that its wording asks for."""
    text = " ".join(text[:_LONGEST].split()).strip(" ?.!")
    text = wordings.IN_UNITS.sub("", wordings.GLUED.sub(r"\1, ", text))
    text = wordings.OPENING.sub(r"\g<asks> \g<when>", text)
    named = named_years(text)
    plural = bool(wordings.RESPECTIVE.search(text))
    asked = Asked(text, "value", (_subject(named.rest),), named.years, named.ranged, plural=plural)
    for reader in _READERS:
        if (understood := reader(asked, named.rest)) is not None:
            return understood
    return asked


def _subject(text: str) -> str:
    return wordings.LEAD.sub("", " ".join(text.split()), count=1)


def _without(found: re.Match[str]) -> str:
    """The text around what was found."""
    return f"{found.string[: found.start()]} {found.string[found.end() :]}"


def _on_days(text: str, bare: str) -> tuple[str, str] | None:
    """The earlier and the later of two days that are compared: a year may have several columns."""
    found = list(wordings.DAY.finditer(text))
    if len({day[0].lower() for day in found}) != 2:
        return None
    days = sorted(found, key=_calendar)
    bare = wordings.DAY_WORDS.sub(" ", bare)
    return f"{bare} {days[0][0]}", f"{bare} {days[-1][0]}"


def _calendar(day: re.Match[str]) -> tuple[int, int, int]:
    month = wordings.MONTHS.index(day["month"].capitalize())
    return int(day["year"]), month, int(day["day"])


def _bound(text: str) -> Bound | None:
    found = wordings.BOUND.search(text)
    if found is None:
        signed = wordings.SIGNED.search(text)
        if signed is None:
            return None
        return Bound(-1 if signed["sign"].lower() == "negative" else 1, Decimal(0), "")
    scale = (found["scale"] or "").lower()
    above, below = found["more"] or found["least"], found["less"] or found["most"]
    return Bound(
        sign=1 if above else -1 if below else 0,
        number=Decimal(found["number"].replace(",", "")),
        scale=scale if scale in FACTORS else "",
        inclusive=bool(found["least"] or found["most"] or found["equal"]),
    )


def _without_bound(text: str) -> str:
    for pattern in (wordings.BOUND, wordings.SIGN_WORD, wordings.SUPERLATIVE):
        text = pattern.sub(" ", text)
    return text


def _explaining(asked: Asked, _rest: str) -> Asked | None:
    return asked._replace(operation="prose") if wordings.REASON.match(asked.text) else None


def _counting(asked: Asked, rest: str) -> Asked | None:
    found = wordings.HOW_MANY.search(asked.text)
    if found is None:
        return None
    bound = _bound(asked.text)
    told = bound is not None or wordings.TABLE.search(asked.text)
    if told and wordings.PERIOD_NOUN.search(found["noun"]):
        subject = _subject(_without_bound(wordings.HOW_MANY.sub(" ", rest)))
        return asked._replace(operation="count", subjects=(subject,), bound=bound)
    if bound is None:
        return None
    subject = _subject(_without_bound(rest[found.end() :] if found.start() == 0 else rest))
    return asked._replace(operation="count_lines", subjects=(subject,), bound=bound)


def _which_period(asked: Asked, rest: str) -> Asked | None:
    listing = wordings.PERIOD_LIST.search(asked.text)
    if listing is None and wordings.WHICH_PERIOD.search(asked.text) is None:
        return None
    if wordings.LASTING.match(asked.text):
        return None
    bare = wordings.WHICH_PERIOD.sub(" ", wordings.PERIOD_LIST.sub(" ", rest))
    asked = asked._replace(subjects=(_subject(_without_bound(bare)),))
    bound, highest = _bound(asked.text), wordings.SUPERLATIVE.search(asked.text)
    if bound is not None:
        return asked._replace(operation="extreme", bound=bound)
    if highest is not None:
        return asked._replace(operation="extreme", highest=highest["high"] is not None)
    return asked._replace(operation="periods")


def _listing(asked: Asked, rest: str) -> Asked | None:
    if wordings.SUPERLATIVE.search(wordings.MORE_THAN.sub("", asked.text)):
        return None
    dated = asked.years and not wordings.TABLE.search(rest)
    if dated or not wordings.LIST_LINES.match(asked.text):
        return None
    return asked._replace(operation="lines")


def _which_line(asked: Asked, rest: str) -> Asked | None:
    found = wordings.WHICH_LINE.match(asked.text)
    highest, bound = wordings.SUPERLATIVE.search(asked.text), _bound(asked.text)
    if found is None or (highest is None and bound is None):
        return None
    noun = re.escape(found["noun"])
    bare = re.sub(rf"\b(?:which|what)\s{noun}\b", " ", _without_bound(rest), flags=re.I)
    up = highest is None or highest["high"] is not None
    return asked._replace(
        operation="best_line", subjects=(_subject(bare),), highest=up, bound=bound
    )


def _sharing(asked: Asked, _rest: str) -> Asked | None:
    text = asked.text
    if wordings.SHARE_MOVED.search(text):
        return None
    if wordings.GROWTH.search(text) and not wordings.AS_SHARE.search(text):
        return None
    found = next(filter(None, (pattern.search(text) for pattern in wordings.SHARES)), None)
    if found is None:
        return None
    kind = (found["kind"] or "ratio").lower()
    plain = kind in wordings.PLAIN_RATIOS and "percent" not in text.lower()
    subjects = (_subject(found["part"]), _subject(found["whole"]))
    return asked._replace(operation="ratio" if plain else "share", subjects=subjects)


def _growing(asked: Asked, rest: str) -> Asked | None:
    found = wordings.GROWTH.search(rest) or wordings.BY_PERCENT.search(rest)
    if found is None:
        return None
    bare = _without(found)
    if (days := _on_days(asked.text, bare)) is not None:
        return asked._replace(operation="growth", subjects=days[::-1])
    pair = None if len(asked.years) > 1 else _pair(bare)
    if pair is not None and all(map(wordings.QUARTER.search, pair)):
        # From the first quarter to the second: it is measured by the first.
        pair = pair[::-1]
    subjects = pair or (_subject(wordings.GROWN.sub(" ", bare)),)
    return asked._replace(operation="growth", subjects=subjects)


def _averaging(asked: Asked, rest: str) -> Asked | None:
    found = wordings.AVERAGE.search(rest)
    if found is None:
        return None
    if wordings.OF_AVERAGE.search(rest[: found.start()]) and "between" not in rest.lower():
        # The change in an average price: the average is a row, the change is asked for.
        return None
    if wordings.CHANGE.match(_subject(rest)) and "between" in rest.lower():
        # The difference between the average of one thing and that of another.
        pair = _pair(wordings.AVERAGE.sub(" ", rest))
        if pair is not None:
            return asked._replace(operation="average_difference", subjects=pair)
    return asked._replace(operation="average", subjects=(_subject(_without(found)),))


def _spreading(asked: Asked, rest: str) -> Asked | None:
    found = wordings.SPREAD.search(rest)
    if found is None:
        return None
    return asked._replace(operation="spread", subjects=(_subject(rest[found.end() :]),))


def _changing(asked: Asked, rest: str) -> Asked | None:
    if wordings.BOTH.search(rest):
        return None
    more = wordings.HOW_MUCH_MORE.search(rest)
    if more is not None:
        subjects = (_subject(more["first"]), _subject(more["second"]))
        return asked._replace(operation="difference", subjects=subjects)
    if len(asked.years) > 1 and (less := wordings.LESS.search(rest)) is not None:
        return asked._replace(operation="change", subjects=(_subject(_without(less)),))
    found = wordings.CHANGE.search(rest)
    if found is None:
        bare = wordings.MOVED.sub(" ", rest)
        moved = wordings.HOW_FAR.search(asked.text)
        return asked._replace(operation="change", subjects=(_subject(bare),)) if moved else None
    if (days := _on_days(asked.text, _subject(_without(found)))) is not None:
        return asked._replace(operation="difference", subjects=days)
    apart = found["noun"].lower() == "difference" or " between " in rest.lower()
    pair = _pair(rest[found.end() :]) if len(asked.years) < 2 and apart else None
    if pair is None and found["noun"].lower() == "difference" and not asked.years:
        beside = wordings.APART.match(rest[found.end() :])
        pair = (beside["first"], beside["second"]) if beside is not None else None
    if pair is not None:
        return asked._replace(operation="difference", subjects=pair)
    return asked._replace(operation="change", subjects=(_subject(_without(found)),))


def _pair(text: str) -> tuple[str, str] | None:
    found = wordings.PAIR.search(text)
    if found is None:
        return None
    first, second = found["first"].strip(), found["second"].strip()
    # "in X between A and B": what both share stands before "between".
    shared, between, one = first.rpartition(" between ")
    if between:
        return f"{one} {shared}", f"{second} {shared}"
    return (first, second) if first and second else None


def _summing(asked: Asked, rest: str) -> Asked | None:
    if wordings.SUM.search(rest) or wordings.BOTH.search(rest):
        bare = wordings.SUM_WORDS.sub(" ", wordings.SUM.sub(" ", rest))
        return asked._replace(operation="sum", subjects=(_subject(bare),))
    # A total over several years, unless one of each is asked for.
    several = len(asked.years) > 1 and not asked.plural
    return asked._replace(operation="sum") if several and wordings.TOTAL.search(rest) else None


def _telling(asked: Asked, _rest: str) -> Asked | None:
    words = wordings.WORDS.match(asked.text) and not wordings.MUCH_ASKED.match(asked.text)
    return asked._replace(operation="prose") if words else None


_READERS: tuple[Callable[[Asked, str], Asked | None], ...] = (
    _explaining,
    _counting,
    _which_period,
    _listing,
    _which_line,
    _sharing,
    _growing,
    _averaging,
    _spreading,
    _changing,
    _summing,
    _telling,
)
"""Each takes the questions of one kind; the order matters."""
