"""Reckoning with times of day: from one to another, so long after one, and in another zone."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from runwright.minds.embedded.arithmetic.lexicon import CLOCK_UNITS
from runwright.minds.embedded.arithmetic.terms import Reading, Term, Unread
from runwright.minds.embedded.program import Surroundings

_NOON = 12 * 60
_DAY = 24 * 60
_HOURS = 24
_BETWEEN = frozenset(("FROM", "TO", "BETWEEN", "AND", "MINUS", "AT", "COMMA", "HOW_LONG", "IN"))
_SUM = frozenset((
    "AT", "AND", "COMMA", "FOR", "LEAVE", "ARRIVE", "WHEN", "TIME", "PLUS", "ADD", "TO", "AFTER",
    "FROM", "LATER", "MINUS", "SUBTRACT", "BEFORE", "OFF", "HOW_LONG", "ON", "IN",
))  # fmt: skip
_ZONES = frozenset(("IN", "WHEN", "TIME", "AT", "COMMA", "NOW", "TO", "FROM", "AND", "FOR"))


def is_about_clocks(terms: Sequence[Term]) -> bool:
    """Whether a clause has to do with times of day."""
    kinds = {each.kind for each in terms}
    return "CLOCK" in kinds or "ZONE" in kinds or kinds in ({"TIME"}, {"WHEN"}, {"TIME", "NOW"})


def read(terms: Sequence[Term], surroundings: Surroundings) -> Reading:
    """What is asked about times; `Unread` if part of the clause is not understood."""
    if any(each.kind in ("ZONE", "HERE") for each in terms):
        return _zone(terms, surroundings)
    terms = _with_bare_hours(terms)
    clocks = [each for each in terms if each.kind == "CLOCK"]
    lengths = [each for each in terms if each.value and each.value.unit in CLOCK_UNITS]
    lengths = [each for each in lengths if each.kind != "UNIT"]
    if not clocks and {each.kind for each in terms} <= {"TIME", "NOW", "WHEN"}:
        return _now(surroundings)
    if len(clocks) == 2 and not lengths:
        return _difference(terms, clocks[0], clocks[1])
    if len(clocks) == 1 and len(lengths) == 1:
        return _sum(terms, clocks[0], lengths[0])
    raise Unread(terms)


def _with_bare_hours(terms: Sequence[Term]) -> list[Term]:
    """`from 8 to 17:30`: a bare number beside a time, joined to it, is an hour."""
    made = list(terms)
    for at, term in enumerate(terms):
        beside = {each.kind for each in terms[max(at - 2, 0) : at + 3] if each is not term}
        plain = term.value.plain if term.value and term.value.kind == "number" else ""
        if plain.isdigit() and int(plain) <= _HOURS and {"CLOCK"} < beside & {"CLOCK", "TO", "AND"}:
            made[at] = term._replace(
                kind="CLOCK", value=None, minutes=int(plain) * 60, is_twelve_hour=int(plain) <= 12
            )
    return made


def _now(surroundings: Surroundings) -> Reading:
    now = surroundings.moment.now.astimezone(surroundings.zone)
    return Reading(_expression(now.hour * 60 + now.minute), "clock", label="now")


def _expression(minutes: int) -> str:
    return f"({minutes // 60} h + {minutes % 60} min)" if minutes % 60 else f"{minutes // 60} h"


def _difference(terms: Sequence[Term], first: Term, second: Term) -> Reading:
    """From one time to the next: across noon or midnight where the second would come before."""
    unit = ""
    rest = list(terms)
    for at, term in enumerate(rest[:-1]):
        wanted = rest[at + 1].value if rest[at + 1].kind == "UNIT" else None
        if term.kind in ("HOW_MANY", "IN") and wanted is not None:
            unit = wanted.unit
            del rest[at : at + 2]
            break
    _must_know(rest, _BETWEEN | {"CLOCK"})
    end = second.minutes
    if end <= first.minutes:
        is_noon = first.is_twelve_hour and second.is_twelve_hour
        end += _NOON if is_noon and end + _NOON > first.minutes else _DAY
    expression = f"{_expression(end)} - {_expression(first.minutes)}"
    label = f"{first.text} to {second.text}" + (", the next day" if end >= _DAY else "")
    if unit:
        return Reading(f"{expression} in {unit}", unit=unit, label=label)
    return Reading(f"{expression} in min", "split", unit="h", label=label)


def _sum(terms: Sequence[Term], clock: Term, length: Term) -> Reading:
    _must_know(terms, _SUM | {"CLOCK", "VALUE", "UNIT_LENGTH"})
    kinds = [each.kind for each in terms]
    at, behind = terms.index(clock), terms.index(length)
    asked = kinds.index("WHEN") if "WHEN" in kinds else len(kinds)
    leaves_last = "LEAVE" in kinds[asked:]
    arrives_at = "ARRIVE" in kinds[:at] and "LEAVE" not in kinds[:at]
    is_back = (
        leaves_last
        or arrives_at
        or "SUBTRACT" in kinds
        or (behind < at and "BEFORE" in kinds[behind:at])
        or (at < behind and "MINUS" in kinds[at:behind])
    )
    if "BEFORE" in kinds and not is_back:
        raise Unread([each for each in terms if each.kind == "BEFORE"])
    expression = length.value.expression if length.value else ""
    sign = "-" if is_back else "+"
    word = "before" if is_back else "after"
    return Reading(
        f"{_expression(clock.minutes)} {sign} {expression} in min",
        "clock",
        label=f"{length.text} {word} {clock.text}",
    )


def _zone(terms: Sequence[Term], surroundings: Surroundings) -> Reading:
    """The time elsewhere: the zone behind a time is the one that it is in."""
    _must_know(terms, _ZONES | {"ZONE", "HERE", "CLOCK"})
    own = surroundings.zone.key
    clock = next((each for each in terms if each.kind == "CLOCK"), None)
    zones = [each.zone or own for each in terms if each.kind in _PLACES]
    names = {each.zone: _name(each) for each in terms if each.kind == "ZONE"}
    now = surroundings.moment.now
    if clock is None:
        if len(zones) != 1:
            raise Unread(terms)
        there = now.astimezone(ZoneInfo(zones[0]))
        minutes = there.hour * 60 + there.minute
        return Reading(
            _expression(minutes), "zone", label=f"now in {names.get(zones[0]) or _city(zones[0])}"
        )
    source = _behind(terms, clock, own)
    others = [zone for zone in zones if zone != source]
    if len(others) > 1 or len(zones) > 2:
        raise Unread(terms)
    target = others[0] if others else own
    minutes = clock.minutes
    local = datetime.combine(surroundings.today, time(minutes // 60, minutes % 60))
    before = local.replace(tzinfo=ZoneInfo(source)).utcoffset() or timedelta()
    instant = local.replace(tzinfo=ZoneInfo(source))
    after = instant.astimezone(ZoneInfo(target)).utcoffset() or timedelta()
    shift = int((after - before).total_seconds() // 60)
    sign = "-" if shift < 0 else "+"
    return Reading(
        f"{_expression(minutes)} {sign} {_expression(abs(shift))} in min",
        "zone",
        label=(
            f"in {names.get(target) or _city(target)} "
            f"when it is {clock.text} in {names.get(source) or _city(source)}"
        ),
    )


_PLACES = ("ZONE", "HERE")


def _behind(terms: Sequence[Term], clock: Term, own: str) -> str:
    after = [each for each in terms[terms.index(clock) + 1 :] if each.kind not in ("IN", "TIME")]
    if after and after[0].kind in _PLACES:
        return after[0].zone or own
    return own


def _name(term: Term) -> str:
    """As it is written, with capitals; the project's own zone by its city."""
    return term.text.title() if term.text.islower() and len(term.text) > 3 else term.text


def _city(zone: str) -> str:
    return zone.rsplit("/", 1)[-1].replace("_", " ")


def _must_know(terms: Sequence[Term], kinds: frozenset[str]) -> None:
    rest = [each for each in terms if each.kind not in kinds]
    if rest:
        raise Unread(rest)
