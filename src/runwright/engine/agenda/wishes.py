"""Requests that are more than questions: to change the calendar, or to find free time in it."""

from __future__ import annotations

import re
from datetime import date, timedelta

from runwright.engine.agenda import asking
from runwright.engine.agenda.asking import GAP, Said
from runwright.engine.agenda.hours import DAY, WORKING, find_far, find_length
from runwright.engine.agenda.request import Request, write_days
from runwright.engine.agenda.vocabulary import tokens
from runwright.engine.patterns import lazily

_KINDS = {
    "cancel": "cancel delete remove drop clear erase skip decline call",
    "move": "move push shift delay postpone reschedule bring pull swap rearrange",
    "change": "extend lengthen shorten rename change update edit accept rsvp invite add-to",
    "book": (
        "book schedule arrange organise organize set create add put block reserve plan make mark"
    ),
}
_KIND_OF = {verb: kind for kind, verbs in _KINDS.items() for verb in verbs.split()}
# "Schedule for tomorrow" and "plan of the day" are nouns.
_OBJECT = r"(?!\s+(?:for|of|on|in|today|tomorrow|this|next|looks?|show|club|is|are)\b)(?!['’]s)"
_VERB = (
    r"(?:(?P<verb>cancel|delete|remove|drop|clear|erase|skip|decline|call\soff|move|push|shift|delay"
    r"|postpone|reschedule|rearrange|bring|pull|swap|extend|lengthen|shorten|rename|change|update|edit"
    r"|accept|rsvp|invite|arrange|organi[sz]e|set\sup|create|add|put|reserve|make|mark)"
    rf"|(?P<noun>book|schedule|block|plan){_OBJECT})"
    r"(?:\s(?:back|forward|out|ahead)\b)?"
)
_HEAD = lazily(
    r"(?:(?:i|we)(?:['’]d|\swould|\swill|['’]ll)?\s(?:like|need|want|have|wish)(?:\syou)?\sto\s"
    r"|help\sme\s(?:to\s)?|let['’]?s\s|go\sahead\sand\s|please\s|(?:can|could|would|will)\syou\s"
    rf"|try\sto\s|just\s){{0,3}}{_VERB}\b",
    re.I,
)
_MAKES = frozenset({"make", "create", "put", "set", "organise", "organize", "arrange"})
# Who makes a table of meetings wants a file, not a meeting.
_A_FILE = lazily(
    r"\s(?:me\s|us\s)?(?:an?\s|the\s|my\s)?(?:\w+\s){0,2}?(?:csv|ics|table|chart|list|file|report|overview"
    r"|summary|spreadsheet|graph|export|plot|diagram|timeline)\b(?!\s(?:at|for\s\w+\sat)\b)",
    re.I,
)
_LATER = lazily(
    rf"\b(?:and|then)\s(?:also\s|please\s)?(?:(?P<verb>arrange|set\sup|create|add)"
    rf"|(?P<noun>schedule|book){_OBJECT})\b",
    re.I,
)
_ASKED = lazily(rf"\b(?:can|could|would|will)\s(?:you|we)\s(?:please\s)?{_VERB}\b", re.I)
_IF = lazily(rf"if\b[^,]{{0,300}},\s*(?:then\s|please\s)*{_VERB}\b", re.I)
_ADDS = lazily(r".{1,80}?\bto\s(?=(?:the|my|our)\s(?!(?:calendar|agenda|schedule|diary)\b))", re.I)
_NAMES = lazily(r"\b(?:name|title|rename|description|subject)\b", re.I)
_NEW_NAME = lazily(r"\s(?:to|as|into)\s.*$", re.I | re.S)
_LONGER = {"extend": "", "lengthen": "", "shorten": "-"}
_TO = lazily(r"\bto\s", re.I)
_EARLIER = lazily(r"\b(?:earlier|forward|sooner|ahead|up)\b(?!\swith)|\b(?:bring|pull)\b", re.I)
_ALL = lazily(r"\b(?:all|every|each|both)\b|\b(?:meeting|event|appointment|call)s\b", re.I)
_BOOKED = lazily(r"\b(?:called|named|titled|about|for|with)\b", re.I)

_EMPTY = (
    r"\bdays?\b.{0,40}\b(?:no|without|zero)\s(?:any\s)?(?:meetings?|events?|appointments?|entries"
    r"|plans)\b"
)
_NOTHING_ON = lazily(_EMPTY, re.I)
_FREE = lazily(
    r"\b(?:am|are|will|was|were|is)\s(?:i|we|my\s\w+)\b.{0,60}?"
    r"\b(?:free|available|open|busy|booked|unavailable|unbooked)\b"
    r"|\b(?:when|what|what['’]s|which|where|find|show|list|give|get|suggest|look\sfor|is\sthere"
    r"|are\sthere|do\si|do\swe|have\si|any|first|next|earliest|i\sneed|my|propose|how\smuch|how\smany)\b.{0,60}?"
    r"(?:\b(?:free|spare|unbooked|openings?|availability|(?:time\s)?slots?|gaps?|(?:hour|minute|time)s?\swindow)\b"
    r"|\b(?:i|we)\b.{0,20}\b(?:available|open)\b)"
    r"|\b(?:do|will|would|did)\s(?:i|we)\shave\s(?:enough\s|any\s|some\s)?(?:time|room|space)\b"
    r"|^is\b.{0,40}\bfree\b|^find\s(?:me\s|us\s)?time\b"
    r"|^(?:find|suggest|propose|look\sfor|get)\s(?:me\s|us\s)?(?:an?|some|the\sfirst|\d+|half|two|three)"
    r"\b.{0,24}?\b(?:time|hours?|minutes?|day|morning|afternoon|evening)\b"
    r"|\b(?:earliest|soonest|first)\b.{0,20}\b(?:i|we)\s(?:can|could)\b"
    r"|\b(?:best|good|better|suitable|ideal|convenient|right|earliest|soonest)\s(?:possible\s)?"
    r"(?:times?|moments?|days?|mornings?|afternoons?|evenings?)\s(?:(?:on|in|this|next)\s\w+\s)?(?:for|to)\b"
    r"|\bwhen\s(?:can|could|should|would)\s(?:i|we)\s(?:\w+\s)?(?:schedule|book|fit|have|hold|plan|do|meet"
    r"|squeeze|set\sup)\b"
    r"|\b(?:can|could)\s(?:i|we)\s(?:fit|squeeze|make\sit|make\stime)\b"
    r"|\b(?:can|could|may|might)\s(?:i|we)\s(?:also\s|still\s){0,2}(?:take|do|have|hold|accept|join|attend|add)"
    r"\s(?:an?|another|one|some)\s(?!(?:list|look|overview|summary|rundown|table|file|report|chart)\b)"
    r"|^(?:can|could)\s(?:i|we)\s(?:also\s|still\s)?meet\b"
    r"|^(?:would|is|does|will)\b(?=.*(?:\d|day\b|tomorrow|tonight|morning|afternoon|noon)).{1,60}"
    r"\b(?:possible(?!\sto)|okay|ok|doable|suits?(?:\sme|\sus)?|convenient|fine)\b"
    r"|^(?:would|does|will|could|do)\b.{1,40}\bwork\s*(?:for\b.*|\W*)$|^(?:free|available)\b"
    rf"|{_EMPTY}",
    re.I,
)
_NOT_TIME = lazily(
    r"\bfree\s(?:cash|trial|shipping|delivery|parking|wi-?fi|software|of\b|tickets?|samples?"
    r"|text|form|lunch|food|drinks)|\bfeel\sfree\b",
    re.I,
)
_OWN = lazily(
    r"\b(?:i|i['’]m|we|my|our|me|us|slots?|calendar|schedule|hours?|minutes?|time|afternoons?"
    r"|mornings?|evenings?|days?|week|availability|work)\b",
    re.I,
)
_YES_OR_NO = lazily(
    r"^(?:so\s|and\s)?(?:am|are|will|would|was|were|is|do|does|did|can|could|have)\b|\b(?:if|whether)\s(?:i|we)\b",
    re.I,
)
_BUSY = lazily(r"\b(?:busy|booked|unavailable|occupied|taken)\b", re.I)
_WHOLE = lazily(
    r"\b(?:free|open|whole|entire|full|all)\s(?:afternoon|morning|evening|day)s?\b"
    r"|\b(?:completely|entirely|totally|fully)\s(?:free|open|available)\b",
    re.I,
)
_TOGETHER = lazily(r"\b([^\W\d_][\w.-]+) and i\b|\bi and ([^\W\d_][\w.-]+)", re.I)
_HOW_MUCH = lazily(r"\bhow (?:much|many)\b", re.I)
_SLOTS = lazily(r"\b(?:slots?|gaps?|openings?|windows?|breaks?|time)\b", re.I)
_LARGEST = lazily(r"\b(?:largest|longest|biggest|greatest)\b", re.I)
# Who asks for what is before or after work is not asked at night.
_EARLIEST, _LATEST = 7 * 60, 22 * 60
_LAST_SLOT = lazily(
    r"\b(?:latest|last)\s(?:possible\s)?(?:free|open|available|\d+|slot|time)", re.I
)
_LUNCH = lazily(r"\b(before|after)\slunch\b", re.I)
_NOON, _ONE = 12 * 60, 13 * 60
_ONE_SLOT = lazily(r"\b(?:first|next|earliest|soonest)\b", re.I)


def wished(text: str, today: date) -> Request | None:
    """The change that a part asks for, or None."""
    head = _HEAD.match(text) or _ASKED.search(text) or _IF.match(text) or _LATER.search(text)
    if head is None:
        return None
    verb = (head["verb"] or head["noun"]).lower().split()[0]
    kind = _KIND_OF[verb]
    if verb in _MAKES and _A_FILE.match(text, head.end()):
        return None
    if kind == "book" and is_about_free_time(text, True):
        return _in_free_time(text, today)
    rest = text[head.end() :]
    if adds := _ADDS.match(rest) if verb in ("add", "invite") else None:
        return _changing("change", rest[adds.end() :], text, today)
    if kind == "book":
        return _booking(rest, today)
    if verb in _LONGER:
        return _resizing(_LONGER[verb], rest, text, today)
    return _changing(kind, rest, text, today)


def _in_free_time(text: str, today: date) -> Request:
    """Something is to be put where nothing is: the place is found, and nothing is put there."""
    return free_time(asking.hear(text, today, 1), today)._replace(change="book")


def _resizing(sign: str, rest: str, text: str, today: date) -> Request:
    """An event is to take more time, or less."""
    length = find_length(rest)
    if length is None:
        return _changing("change", rest, text, today)
    start, end = length[1]
    request = _changing("change", f"{rest[:start]} {GAP} {rest[end:]}", text, today)
    return request._replace(length=f"{sign}{length[0]}")


def _changing(kind: str, rest: str, text: str, today: date) -> Request:
    """An event that is there is to become another."""
    if kind == "change" and _NAMES.search(text):
        rest = _NEW_NAME.sub("", rest)
    source, target = _cut(rest, today) if kind in ("move", "change") else (rest, "")
    shift, source = _shift(source, text) if kind == "move" and not target else ("", source)
    said, there = asking.hear(source, today, 1), asking.hear(target, today, 1)
    people, left = asking.people_of(said.rest)
    order, take = asking.order_of(left)
    topic, loose = asking.topic_of(said, left)
    return Request(
        ask="change",
        change=kind,
        days=_days(said),
        yearless=_yearless(said),
        clock=f"{said.hours.start}-{said.hours.end}" if said.hours else "",
        topic=topic,
        loose=loose,
        named=asking.named_of(said) if topic and said.periods else "",
        people=people,
        order=order,
        take=take,
        meetings="1" if asking.only_meetings(frozenset(tokens(rest))) else "",
        shift=shift,
        to_days=_days(there),
        to_clock=f"{there.hours.start}-{there.hours.end}" if there.hours else "",
        unit="all" if _ALL.search(left) else "",
    )


def _booking(rest: str, today: date) -> Request:
    """Something new is wanted: what counts is whether its time is free."""
    length = find_length(rest)
    if length:
        rest = rest[: length[1][0]] + GAP * (length[1][1] - length[1][0]) + rest[length[1][1] :]
    said = asking.hear(rest, today, 1)
    last = said.periods[-1:]
    return Request(
        ask="change",
        change="book",
        days=write_days([(period.start, period.end) for period in last]),
        clock=f"{said.hours.start}-{said.hours.end}" if said.hours else "",
        length=str(length[0]) if length else "",
    )


def _cut(rest: str, today: date) -> tuple[str, str]:
    """ "My first meeting on Friday | to Monday at 3": from which time to which."""
    for match in reversed(list(_TO.finditer(rest))[-6:]):
        there = asking.hear(rest[match.start() :], today, 1)
        if there.periods or there.hours:
            return rest[: match.start()], rest[match.start() :]
    return rest, ""


def _shift(source: str, text: str) -> tuple[str, str]:
    """How far it is to be moved, and the rest of the text."""
    sign = "-" if _EARLIER.search(text) else ""
    if far := find_far(source):
        return f"{sign}{far[0]} {far[1]}", f"{source[: far[2][0]]} {GAP} {source[far[2][1] :]}"
    if length := find_length(source):
        start, end = length[1]
        return f"{sign}{length[0]} minutes", f"{source[:start]} {GAP} {source[end:]}"
    return "", source


def _days(said: Said) -> str:
    return write_days([(period.start, period.end) for period in said.periods])


def _yearless(said: Said) -> str:
    return "1" if any(period.yearless for period in said.periods) else ""


def is_about_free_time(text: str, alone: bool) -> bool:
    """Whether it asks when nothing is on."""
    if not _FREE.search(text) or _NOT_TIME.search(text):
        return False
    return alone or bool(_OWN.search(text))


def free_time(said: Said, today: date, *, each: bool = False) -> Request:
    """What is to be free, and for how long; `each` when some weekdays are meant each time."""
    length = find_length(said.rest)
    empty = _NOTHING_ON.search(said.text) is not None
    minutes = DAY if empty or _WHOLE.search(said.text) else length[0] if length else 0
    people, _ = asking.people_of(said.rest)
    together = _TOGETHER.search(said.text)
    whether = _YES_OR_NO.search(said.text) is not None
    at_hours = whether and said.hours and not each
    tonight = write_days([(today, today + timedelta(days=1))]) if at_hours else ""
    return Request(
        ask="free",
        days=_days(said) or tonight,
        yearless=_yearless(said),
        clock=f"0-{DAY}" if empty else _free_hours(said),
        people=people or (together[1] if together else ""),
        order=_slot_order(said.rest),
        side="" if not whether else "busy" if _BUSY.search(said.text) else "whether",
        length=str(minutes) if minutes else "",
        unit="sum" if _HOW_MUCH.search(said.text) else "slots" if _SLOTS.search(said.text) else "",
    )


def _slot_order(rest: str) -> str:
    if _LARGEST.search(rest):
        return "largest"
    if _LAST_SLOT.search(rest):
        return "last"
    return "first" if _ONE_SLOT.search(rest) else ""


def _free_hours(said: Said) -> str:
    """The hours that are named; a part of the day only within the hours of work."""
    if said.hours is None:
        lunch = _LUNCH.search(said.rest)
        if lunch is None:
            return ""
        return f"{WORKING[0]}-{_NOON}" if lunch[1].lower() == "before" else f"{_ONE}-{WORKING[1]}"
    start, end, kind = said.hours.start, said.hours.end, said.hours.kind
    if kind == "part" and start < WORKING[1]:
        start, end = max(start, WORKING[0]), min(end, WORKING[1])
    elif kind == "after":
        end = WORKING[1] if start < WORKING[1] else max(_LATEST, min(start + 60, DAY))
    elif kind == "before":
        start = WORKING[0] if end > WORKING[0] else max(0, min(_EARLIEST, end - 60))
    return f"{start}-{end}"
