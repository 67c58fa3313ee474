"""How well calendars are expanded: real files against a reference, rules against their authors'."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import icalendar
import orjson

from bench.report import Figure
from runwright.files.formats.ics import reader as ics
from runwright.files.formats.ics.rules import Effort, follow, parse
from runwright.files.formats.text import encoding

_ZONE = ZoneInfo("UTC")
_DAY = timedelta(days=1)
_LONG = timedelta(days=20 * 365)
_STEPS = 10_000_000
Key = tuple[str, str, str, str]


def measure(data: Path) -> list[Figure]:
    """The share of files whose every occurrence is right, and the share of rules."""
    files = [_is_file_right(data, case) for case in _cases(data / "calendar/ics/expected.jsonl")]
    rules = [_is_rule_right(case) for case in _cases(data / "calendar/rrule_libical/cases.jsonl")]
    return [
        Figure(name="calendar files right", value=_share(files), unit="share", at_least=1.0),
        Figure(name="calendar files", value=len(files), unit="files"),
        Figure(name="recurrence rules right", value=_share(rules), unit="share"),
        Figure(name="recurrence rules", value=len(rules), unit="rules"),
    ]


def _cases(path: Path) -> list[dict[str, Any]]:
    return [orjson.loads(line) for line in path.read_bytes().splitlines()]


def _share(right: list[bool]) -> float:
    return sum(right) / max(1, len(right))


def _is_file_right(data: Path, case: dict[str, Any]) -> bool:
    """All of the expected occurrences, and as many in the window as there are."""
    text = encoding.decode((data / "calendar/ics" / case["file"]).read_bytes())
    first, last = (date.fromisoformat(day) for day in case["window"])
    found = [_key(one) for one in _in_window(text, first, last)]
    expected = Counter(_expected(one) for one in case["occurrences"])
    return expected <= Counter(found) and len(found) == case["occurrences_in_window"]


def _in_window(text: str, first: date, last: date) -> Iterator[Any]:
    """What happens between two days, by the clock of each event itself."""
    start, end = (datetime.combine(day, datetime.min.time(), UTC) for day in (first, last))
    for one in ics.occurrences(text, start - 2 * _DAY, end + 2 * _DAY, _ZONE):
        begins, ends = _wall(one.start), _wall(one.end)
        reaches = ends > _wall(first) or begins == ends == _wall(first)
        if one.component.name == "VEVENT" and begins < _wall(last) and reaches:
            yield one


def _wall(when: date | datetime) -> datetime:
    if isinstance(when, datetime):
        return when.replace(tzinfo=None)
    return datetime.combine(when, datetime.min.time())


def _key(one: Any) -> Key:
    said = [str(one.component.get(name, "")) for name in ("SUMMARY", "UID")]
    return said[0], said[1], _instant(one.start), _instant(one.end)


def _expected(one: dict[str, str]) -> Key:
    start, end = (_read(one[name]) for name in ("start", "end"))
    return one["summary"], one["uid"], _instant(start), _instant(end)


def _read(text: str) -> date | datetime:
    if len(text) == 10:
        return date.fromisoformat(text)
    when = datetime.fromisoformat(text)
    return when if when.tzinfo else when.replace(tzinfo=_ZONE)


def _instant(when: date | datetime) -> str:
    return when.astimezone(UTC).isoformat() if isinstance(when, datetime) else when.isoformat()


def _is_rule_right(case: dict[str, Any]) -> bool:
    """The rule alone, as its authors test it: that a series has its own start is no part of it."""
    form = "%Y%m%dT%H%M%S" if "T" in case["dtstart"] else "%Y%m%d"
    times = [datetime.strptime(one.rstrip("Z"), form) for one in case["instances"]]  # noqa: DTZ007 - a wall time
    first = datetime.strptime(case["dtstart"].rstrip("Z"), form)  # noqa: DTZ007 - a wall time
    rule = parse(case["rrule"], first, all_day="T" not in case["dtstart"])
    last = max([*times, first]) + _LONG
    if rule.until is not None:
        until = icalendar.vDDDTypes.from_ical(rule.until)  # type: ignore[no-untyped-call]
        last = min(last, _wall(until))
    return list(follow(rule, first, Effort(_STEPS), last)) == times
