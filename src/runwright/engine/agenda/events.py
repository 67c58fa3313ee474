"""Events of a calendar in the project's time, made from the items that were read."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from runwright.engine.patterns import lazily
from runwright.engine.types import Item

_MARK = lazily(r"(cancell?ed|tentative):\s*", re.I)
_STATUS = lazily(r"\bstatus:?\s*(cancell?ed|tentative)\b|\[(cancell?ed|tentative)\]", re.I)
# A title says it at its beginning or its end: a call about a cancelled order is on.
_OFF_WORD = r"(?:cancell?ed|called off)"
_TITLED = lazily(rf"^\W*{_OFF_WORD}\b(?:\W*[:–—|/\])-]|\s-\s)|[-–—(\[|:]\s*{_OFF_WORD}\W*$", re.I)
_CALLED_OFF = lazily(
    r"(?:^|[.!\n]\s*)"
    r"(?:(?:this|the|it|our|today)\b[^.!?\n]{0,40}?\s"
    r"(?:is|was|has been|had to be|got)\s(?:now\s)?)?"
    rf"{_OFF_WORD}\b(?=\s*(?:[.!,;\n]|$|due|because|by|for now|today|until|this))",
    re.I,
)
# A full stop ends the sentence unless it belongs to a title, an abbreviation or an initial.
_STOP = (
    r"(?<!\bDr)(?<!\bMr)(?<!\bMs)(?<!\bMrs)(?<!\bSt)(?<!str)(?<!\bNo)(?<!\bNr)(?<!\bProf)"
    r"(?<!\b[A-Z])\.(?=\s|$)"
)
_PLACE = lazily(
    r"\b(?:Place|Location|Where|Venue|Room):\s*(\S.*?)"
    rf"(?:\.\s(?=(?:Organised by|With)\s)|{_STOP}|\n|$)"
)
_LINK = lazily(r"https?://\S+")
_WITH = lazily(rf"(?:^|[.\n]\s*)(?:With|Attendees:|Participants:)\s+(.+?)(?:{_STOP}|\n|$)")
_HOST = lazily(rf"(?:^|[.\n]\s*)Organised by\s+(.+?)(?:{_STOP}|\n|$)")
_IN_TITLE = lazily(r"\bwith\s+(.+)$", re.I)
_STATUS_WITHIN = 400
_TASK = lazily(r"to[ -]?do:\s", re.I)
_AWAY = lazily(
    r"\b(?:out[ -]of[ -](?:the[ -])?office|ooo|busy|unavailable|away|vacation|holidays?|pto"
    r"|(?:on|annual|sick|parental|maternity|paternity|unpaid) leave|leave|sick|(?:day|time) off"
    r"|travell?ing|trip|off work|off-?site|conference|retreat)\b",
    re.I,
)

_OFF = lazily(
    r"\b(?:vacation|holidays?|pto|leave|(?:day|time) off|out[ -]of[ -](?:the[ -])?office|ooo)\b",
    re.I,
)


class Event(NamedTuple):
    """One event, on the clocks of the project."""

    item: Item
    begins: datetime
    ends: datetime
    """Instants in UTC: local times cannot be compared on the night when clocks go back."""
    zone: ZoneInfo
    all_day: bool
    cancelled: bool = False
    tentative: bool = False
    task: bool = False

    @property
    def title(self) -> str:
        """What the calendar calls it."""
        return self.item.title or _first_words(self.item.text)

    @property
    def start(self) -> datetime:
        """When it begins, on the project's clocks."""
        return self.begins.astimezone(self.zone)

    @property
    def end(self) -> datetime:
        """When it ends; its beginning when no end is known."""
        return self.ends.astimezone(self.zone)

    @property
    def minutes(self) -> int:
        """How long it takes."""
        return round((self.ends - self.begins).total_seconds() / 60)

    @property
    def last_day(self) -> date:
        """The last day on which it is still going on."""
        last = max(self.begins, self.ends - timedelta(microseconds=1))
        return last.astimezone(self.zone).date()

    def keeps_busy(self) -> bool:
        """Whether its time is taken.

        What lasts all day is a note (a birthday, a deadline) unless it says that one is away: out
        of office, on leave, on a trip, at an offsite or a conference.
        """
        if self.cancelled or self.task or self.ends <= self.begins:
            return False
        return not self.all_day or bool(_AWAY.search(f"{self.title}\n{self.item.text}"))

    def is_time_off(self) -> bool:
        """Whether it is a holiday of one's own, or of everybody."""
        return self.all_day and not self.cancelled and bool(_OFF.search(self.title))


def events_of(items: Iterable[Item], zone: ZoneInfo) -> list[Event]:
    """The dated events among some items, in the order in which they begin."""
    found = (_event(item, zone) for item in items if item.kind == "event" and item.at)
    known = [event for event in found if event is not None]
    return sorted(known, key=lambda event: (event.begins, event.ends, event.title, event.item.id))


def midnight(day: date, zone: ZoneInfo) -> datetime:
    """The instant at which a day begins in a zone."""
    return datetime.combine(day, time(), zone).astimezone(UTC)


def place(event: Event) -> str:
    """Where it is, if the calendar says so."""
    text = event.item.text
    found = _PLACE.search(text)
    if found:
        return found[1].strip()
    link = _LINK.search(text)
    return link[0].rstrip(".,)>") if link else ""


def people(event: Event) -> list[str]:
    """Who is there, as the calendar names them."""
    text = event.item.text
    found = _WITH.search(text) or _IN_TITLE.search(event.title)
    if not found:
        return []
    names = re.split(r",\s*|\s+and\s+(?!\d+ others)", found[1])
    return list(dict.fromkeys(name.strip() for name in names if name.strip()))


def named_in(text: str, events: Iterable[Event]) -> str:
    """The one of all who are at some events whom a text names first; empty if it names nobody."""
    everybody = dict.fromkeys(name for event in events for name in people(event))
    found = [(text.find(name), name) for name in everybody if name in text]
    return min(found)[1] if found else ""


def host(event: Event) -> str:
    """Who organises it, if the calendar says so."""
    found = _HOST.search(event.item.text)
    return found[1].strip() if found else ""


def _event(item: Item, zone: ZoneInfo) -> Event | None:
    begins = _instant(item.at or "", zone)
    if begins is None:
        return None
    all_day = len(item.at or "") == 10
    status = _status(item.title, item.text)
    return Event(
        item,
        begins,
        _end(item, begins, zone, all_day),
        zone,
        all_day,
        cancelled=status.startswith("cancel"),
        tentative=status == "tentative",
        task=bool(_TASK.match(item.title)),
    )


def _end(item: Item, begins: datetime, zone: ZoneInfo, all_day: bool) -> datetime:
    ends = _instant(item.until, zone) if item.until else None
    if all_day and (ends is None or ends <= begins):
        return midnight(begins.astimezone(zone).date() + timedelta(days=1), zone)
    return begins if ends is None else max(begins, ends)


def _status(title: str, text: str) -> str:
    head = text[:_STATUS_WITHIN].lower()
    if not any(word in head for word in ("cancel", "tentative", "called off")):
        return ""
    if _TITLED.search(title) or _CALLED_OFF.search(text[:_STATUS_WITHIN]):
        return "cancelled"
    mark = _MARK.match(text)
    if mark:
        return mark[1].lower()
    said = _STATUS.search(head)
    return (said[1] or said[2]).lower() if said else ""


def _instant(text: str, zone: ZoneInfo) -> datetime | None:
    try:
        if len(text) == 10:
            return midnight(date.fromisoformat(text), zone)
        moment = datetime.fromisoformat(text)
        return (moment if moment.tzinfo else moment.replace(tzinfo=zone)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def _first_words(text: str) -> str:
    line = text.strip().split("\n", 1)[0]
    return line[:80].rstrip(" .,")
