"""Questions about the clock: the time somewhere, times between zones, time that passes.

A time that a zone skips or has twice when its clocks change is said to be so, never hidden.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta, tzinfo
from decimal import Decimal

from runwright.engine.around import Around
from runwright.engine.clocks import CLOCK, instants, placed, read_clock, told
from runwright.engine.days import Unclear, read_day, said
from runwright.engine.numbers import SHOWN, plain
from runwright.engine.patterns import lazily
from runwright.engine.types import Finding, Moment, Step, Work
from runwright.engine.zones import read_zone, zone_name

_SPAN = frozenset({"between", "from"})
_GATE = frozenset({"time", "noon", "midnight", "hour", "hours", "am", "pm"})
_FIGURES = lazily(r"\d(?::\d\d| ?[ap]\.m)", re.I)
_NOW = lazily(
    r"(?:what(?:'s|\u2019s| is)? )?(?:the )?(?:current |local |exact )*time(?: is it| it is)?"
    r"(?: right)?"
    r"(?: now)?(?: (?:in|at) (?P<zone>.+?))?(?: right now| now| at the moment)?"
)
_PASSED = lazily(
    r"(?:how (?:many|much|long)|the|calculate|compute|what is the)? ?(?P<unit>hours|minutes|seconds"
    r"|time|long)?(?: (?:are there|are|is it|is there|is|passes?|elapses?|it takes))*"
    r" ?(?:between|from) (?P<a>.+?) (?:and|to|until|till) (?P<b>.+)"
)
_WHEN_IT_IS = lazily(
    r"(?:when|if) (?:it is|it's|it\u2019s) (?P<when>.+?),?"
    r" what time is it (?P<to>in .+)"
)
_CONVERT = lazily(
    r"(?:convert |change |what time (?:is|will|would be) |what is |what's |when is )?(?P<when>.+)"
)
_CLOCKS = lazily(rf"(?:at )?{CLOCK}(?:(?:,| and|, and) {CLOCK})*")
_ONE_CLOCK = lazily(CLOCK)
_TO = lazily(r" (?:to|into|in) ")
_PLACE = lazily(r"\b(?:from|in)\b ?")


def recognise(part: str, around: Around) -> Mapping[str, str] | None:
    """What is asked, with its times, days and zones as they were written."""
    if len(part) > 200 or (_GATE.isdisjoint(around.words) and not _FIGURES.search(part)):
        return None
    text = " ".join(part.lower().strip("?!. \n\t").split())
    try:
        return (
            _now(text)
            or (_passed(text) if not _SPAN.isdisjoint(around.words) else None)
            or (_conversion(text, around.moment) if _ONE_CLOCK.search(text) else None)
        )
    except Unclear as unclear:
        return {"ask": "unclear", "reason": str(unclear)}


def _now(text: str) -> Mapping[str, str] | None:
    match = _NOW.fullmatch(text)
    if match is None:
        return None
    if match["zone"] is None:
        return {"ask": "now"}
    return {"ask": "now", "zone": match["zone"]} if read_zone(match["zone"]) else None


def _passed(text: str) -> Mapping[str, str] | None:
    match = _PASSED.fullmatch(text)
    if match is None or not all(_dated(match[key])[1] for key in ("a", "b")):
        return None
    if any(read_clock(_dated(match[key])[1]) is None for key in ("a", "b")):
        return None
    return {"ask": "passed", "unit": match["unit"] or "time", "a": match["a"], "b": match["b"]}


def _dated(text: str) -> tuple[str, str]:
    """A day and a time of day as they stand in the text: "2026-11-15 09:00"."""
    clock = _ONE_CLOCK.search(text)
    if clock is None:
        return "", text
    day = (text[: clock.start()] + text[clock.end() :]).strip(" ,t")
    return day.removeprefix("on ").removesuffix(" at").strip(), clock[0]


def _conversion(text: str, moment: Moment) -> Mapping[str, str] | None:
    match = _WHEN_IT_IS.fullmatch(text) or _CONVERT.fullmatch(text)
    if match is None:
        return None
    groups = match.groupdict()
    when = f"{groups['when']} {groups.get('to') or ''}".strip()
    clocks = _CLOCKS.search(when)
    if clocks is None:
        return None
    rest = f" {when[: clocks.start()]} {when[clocks.end() :]}".replace("  ", " ").rstrip()
    return _with_zones(clocks[0], rest, moment)


def _with_zones(clocks: str, rest: str, moment: Moment) -> Mapping[str, str] | None:
    """Around the times stand a day, the zone they are in, and after "to" or "in" the other."""
    tos = list(_TO.finditer(rest))
    if not tos or read_zone(rest[tos[-1].end() :]) is None:
        return None
    found = {"ask": "convert", "clocks": clocks, "to": rest[tos[-1].end() :]}
    before = " ".join(_PLACE.sub("", rest[: tos[-1].start()]).split())
    for day, zone in _day_and_zone(before):
        if (not zone or read_zone(zone)) and (not day or read_day(day, moment.now.date())):
            return {**found, "day": day, "from": zone}
    return None


def _day_and_zone(text: str) -> list[tuple[str, str]]:
    """Every way to read the words as a day followed by a zone, or the other way round."""
    words = text.removeprefix("on ").split(" ")[:12]
    pairs = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(len(words) + 1)]
    return pairs + [(zone.removeprefix("on "), day) for day, zone in pairs]


def perform(step: Step, work: Work) -> Finding:
    """Answer with day, zone and offset, or say what is unclear about the question."""
    words = step.arguments
    try:
        answer, value = _answer(words, work.moment)
    except (Unclear, OverflowError) as unclear:
        reason = str(unclear) if isinstance(unclear, Unclear) else "the date is out of range"
        return Finding(action=step.action, part=step.part, reason=reason)
    return Finding(action=step.action, part=step.part, answer=answer, value=value)


def _answer(words: Mapping[str, str], moment: Moment) -> tuple[str, str]:
    if words["ask"] == "unclear":
        raise Unclear(words["reason"])
    if words["ask"] == "now":
        zone = (read_zone(words["zone"]) if "zone" in words else None) or moment.zone
        return f"It is {placed(moment.now, zone)}.", moment.now.astimezone(zone).isoformat()
    return _time_passed(words, moment) if words["ask"] == "passed" else _converted(words, moment)


def _converted(words: Mapping[str, str], moment: Moment) -> tuple[str, str]:
    source = read_zone(words["from"]) if words["from"] else moment.zone
    target = read_zone(words["to"])
    if source is None or target is None:
        raise Unclear("the time zone is not known")
    here = moment.now.astimezone(source).date()
    day = read_day(words["day"], here) if words["day"] else here
    sentences: list[str] = []
    value = ""
    for written in _ONE_CLOCK.findall(words["clocks"]):
        sentence, instant = _one(written, day or here, source, target)
        sentences.append(sentence)
        value = instant.astimezone(target).isoformat()
    return " ".join(sentences), value


def _one(written: str, day: date, source: tzinfo, target: tzinfo) -> tuple[str, datetime]:
    clock = read_clock(written)
    if clock is None:
        raise Unclear(f"“{written}” is not a time of day")
    found = instants(day, clock, source)
    name = f"{told(clock)} on {said(day)} in {zone_name(source)}"
    if not found:
        raise Unclear(f"{name} does not exist: the clocks skip it when they go forward")
    if len(found) == 1:
        return f"{placed(found[0], source)} is {placed(found[0], target)}.", found[0]
    first, second = (placed(instant, target) for instant in found)
    return f"{name} happens twice, as the clocks go back: it is {first}, or {second}.", found[0]


def _time_passed(words: Mapping[str, str], moment: Moment) -> tuple[str, str]:
    start, end = _local(words["a"], moment), _local(words["b"], moment)
    undated = not _dated(words["a"])[0] and not _dated(words["b"])[0]
    overnight = undated and end < start
    if overnight:
        end += timedelta(days=1)
    seconds = round((end - start).total_seconds())
    note = ", past midnight," if overnight else ""
    unit = words["unit"].removesuffix("s")
    return f"From {words['a']} to {words['b']}{note} it is {_lasting(seconds)}.", _in(seconds, unit)


def _local(text: str, moment: Moment) -> datetime:
    written, clock_text = _dated(text)
    today = moment.now.astimezone(moment.zone).date()
    day = read_day(written, today) if written else today
    clock = read_clock(clock_text)
    if day is None or clock is None:
        raise Unclear(f"“{text}” is not a time")
    if not written:
        return datetime.combine(day, clock, UTC)
    found = instants(day, clock, moment.zone)
    if not found:
        raise Unclear(f"{text} does not exist in {moment.zone.key}: the clocks skip it")
    return found[0]


def _lasting(seconds: int) -> str:
    sign = "-" if seconds < 0 else ""
    hours, rest = divmod(abs(seconds), 3600)
    sizes = ((hours, "hour"), (rest // 60, "minute"), (rest % 60, "second"))
    said_parts = [f"{size} {unit}{'' if size == 1 else 's'}" for size, unit in sizes if size]
    return sign + (" and ".join(said_parts) or "no time")


def _in(seconds: int, unit: str) -> str:
    """The bare number in the unit that was asked for, hours where none was."""
    divisor = {"minute": 60, "second": 1}.get(unit, 3600)
    return plain(SHOWN.divide(Decimal(seconds), Decimal(divisor)))
