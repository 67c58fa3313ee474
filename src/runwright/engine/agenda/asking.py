"""What a part of a prompt asks of the calendar: the question, and which events it speaks of."""

from __future__ import annotations

import re
from datetime import date
from typing import NamedTuple

from runwright.engine.agenda.hours import Hours, find_hours
from runwright.engine.agenda.subject import OR
from runwright.engine.agenda.tense import without_now
from runwright.engine.agenda.vocabulary import MEETINGS, spoken, telling
from runwright.engine.numbers import read_count
from runwright.engine.patterns import lazily
from runwright.engine.periods import Period, find_periods

GAP = "\x00"
"""Stands where something was taken out of the text: no name reaches over it."""

_QUOTED = lazily(r"“([^”]{2,160})”|\"([^\"]{2,160})\"|(?<!\w)['‘]([^'’]{2,160})['’](?!\w)")
_ASKS = tuple(
    (ask, lazily(pattern, re.I))
    for ask, pattern in (
        ("status", r"\b(?:cancell?ed|called off|still (?:on|happening|taking place))\b"),
        (
            "ago",
            r"\bhow (?:long|many (?:day|week|month)s) ago\b|\bhow long (?:is|has) it been since\b",
        ),
        ("adjacent", r"\bback[- ]to[- ]back\b"),
        ("companion", r"\b(?:who|whom)\b.*\b(?:most|more often than)\b"),
        (
            "overlap",
            r"\b(?:overlap\w*|conflict\w*|clash\w*|collid\w+|double[- ]?book\w*"
            r"|at the same time)\b",
        ),
        (
            "quietest",
            r"\b(?:quietest|emptiest|lightest|least (?:busy|full|booked)|fewest \w+)\b"
            r"|\b(?:day|week|month)\b.*\bleast\b",
        ),
        (
            "busiest",
            r"\b(?:busiest|fullest|most (?:meeting|event|appointment|call)s|most booked)\b"
            r"|\b(?:which|what|on what) (?:\w+ ){0,2}?(?:day|week|month)\b.*\bmost\b",
        ),
        ("longest", r"\blongest\b"),
        ("shortest", r"\bshortest\b"),
        (
            "long",
            r"\bhow many (?:days|hours|minutes) (?:is|does|will|was|did) (?:the|my|our|it)\b"
            r"(?!.*\b(?:until|till|before)\b)",
        ),
        (
            "until",
            r"\bhow (?:long|many (?:day|hour|minute|week)s|much time)\b.*?\b(?:until|till|before|to"
            r" go)\b|\bhow soon\b",
        ),
        (
            "hours",
            r"\bhow long\b.*\b(?:altogether|in total|in all|all together|together|overall"
            r"|combined|in sum|added up|taken together)\b",
        ),
        (
            "hours",
            r"\bhow (?:many (?:hours|minutes)|much (?:of my )?time|much of|busy|full)\b"
            r"|\b(?:total|average|overall) (?:time|hours|duration|length)\b",
        ),
        (
            "people",
            r"\bhow many (?:different |distinct |other )?people (?:do|did|will|am|have) (?:i|we)\b",
        ),
        ("who", r"\bhow many (?:people|persons|guests|attendees|participants)\b"),
        ("count", r"\b(?:how many|how often|number of|count)\b"),
        (
            "host",
            r"\bwho\b.*\b(?:organi[sz]\w+|host\w*|invited me|called the|set up|chairs?|leads?"
            r"|runs?)\b",
        ),
        (
            "who",
            r"\b(?:who|whom|who's|who’s)\b|\b(?:attendees|participants|guest list|invitees)\b"
            r"|\bwith what people\b",
        ),
        ("where", r"\bwhere\b|\b(?:which|what) (?:room|place|building|address|location|venue)\b"),
        ("where", r"\b(?:location|venue|address) (?:of|for)\b"),
        ("long", r"\bhow long\b|\b(?:duration|length) of\b"),
        (
            "when",
            r"\bwhen\b|\b(?:what|which) (?:time|day|date|days|dates|weekday)\b"
            r"|\bwhat's the (?:time|date)"
            r"|\b(?:dates?|days?|times?) (?:of|for)\b|\buntil what time\b",
        ),
        (
            "about",
            r"\b(?:what (?:is|was)|what's|what’s)\b.*\babout\b"
            r"|\b(?:details|description|notes?|purpose|agenda|topic) (?:of|for|on) (?:the|my|our)\b"
            r"|^(?:tell me )?about\b",
        ),
        (
            "exists",
            r"^(?:so |and |but )?(?:do|does|did|is|are|am|was|were|have|has|will|would|any|anything"
            r"|check (?:if|whether)|see (?:if|whether)|whether|if)\b"
            r"|\b(?:check|see) (?:if|whether)\b|\b(?:if|whether) (?:i|we|there)\b",
        ),
        (
            "list",
            r"\b(?:what|what's|what’s|whats|whose|which|show|list|display|give|tell|read|get|find|name)\b"
            r"|\b(?:agenda|calendar|schedule|diary|meetings?|appointments?|events?|summary|overview|rundown|recap"
            r"|all|every|everything|my)\b",
        ),
    )
)
_NEIGHBOUR = lazily(
    r"\b(?:what|which|who|anything|something|where)\b.*?\b(?:(?P<after>after|following|follows)"
    r"|(?P<before>before|precedes|preceding))\s+(?P<what>[^\x00]*\w.*)$",
    re.I,
)
_ORDER = lazily(
    r"\b(?:(?P<next>next|upcoming|soonest|again)|(?P<first>first|earliest)"
    r"|(?P<previous>previous|most recent|latest)|(?P<last>last|final))\b"
    r"(?:\s(?P<take>\d{1,2}(?![:\d-])|two|three|four|five|six|seven|eight|nine|ten)\b)?",
    re.I,
)
_NTH = lazily(
    r"\b(?P<nth>second|third|fourth|fifth|2nd|3rd|4th|5th)\b(?!\s(?:floor|hand|team|quarter|half)\b)",
    re.I,
)
_PLACES = {"second": 2, "third": 3, "fourth": 4, "fifth": 5}
_PLACES |= {"2nd": 2, "3rd": 3, "4th": 4, "5th": 5}
_SWAPPED = lazily(r"\b(two|three|four|five|[2-9])\s(next|first|last|upcoming)\b", re.I)
# "How long does it last" asks for no last one.
_LASTS = lazily(
    r"(?<=\bhow long\b).*\blast\b|(?<=\bdoes\b).*\blast\b(?=\W*$)|(?<=\bwill\b).*\blast\b(?=\W*$)",
    re.I,
)
_SIDE_END = lazily(
    r"\b(?:ends?|ended|ending|finish\w*|over|until when|until what time|done)\b", re.I
)
_NAME = r"[^\W\d_][\w.@'’+-]*"  # a name, or an address
_MOST = lazily(r"\b(?:most|fewest)\s\w+s\b", re.I)
_BOUNDARY = (
    r"(?!(?:mr|mrs|ms|dr|prof|on|at|in|by|to|from|for|of|this|next|last|start\w*|end\w*|scheduled|planned|booked|about"
    r"|before|after|between|during|until|till|is|are|was|were|do|does|did|coming|today|tomorrow"
    r"|tonight|that|which|who|called|named|titled|regarding|re|if|when|where|how|what|again|or|i|we"
    r"|it|first|then|earlier|later|please|have|has|had|there|been|so|up|as|left|while|within|since|pls"
    r"|overlap\w*|conflict\w*|longer|shorter|per|each|every)\b)"
)
_WITH = lazily(
    rf"\b(?:with|alongside)\s+(?:(?:my|the|our|mr|mrs|ms|dr|prof)\b\.?\s+)*"
    rf"(?P<who>{_BOUNDARY}{_NAME}(?:(?:\s+(?:and|or)\s+(?:with\s+)?|\s*,\s*(?:and\s+)?|\s*&\s*|\s+){_BOUNDARY}{_NAME}){{0,7}})",
    re.I,
)
_MEET = lazily(
    rf"\b(?:i|we)\s+(?:(?:be|last|next|already|ever|also|have|been|going\s+to|supposed\s+to)\s+){{0,3}}"
    rf"(?:meet|meeting|met|see|seeing|saw|seen|speak\s+(?:to|with)|speaking\s+(?:to|with)|talk\s+to"
    rf"|talking\s+to|call|calling)\s+(?:with\s+)?(?:(?:my|the|our|mr|mrs|ms|dr)\b\.?\s+)*"
    rf"(?P<who>{_BOUNDARY}{_NAME}(?:(?:\s+and\s+|\s*,\s*|\s+){_BOUNDARY}{_NAME}){{0,5}})",
    re.I,
)
_TAKES_PART = lazily(
    rf"^\W*(?:is|are|will|was|were|does|did|do)\s(?!(?:there|it|that|this|anyone|somebody|someone)\b)"
    rf"(?P<who>{_BOUNDARY}{_NAME}(?:(?:\s+and\s+|\s+){_BOUNDARY}(?!(?:be|also)\b){_NAME}){{0,3}}?)\s"
    r"(?:be\s|also\s|going\sto\sbe\s){0,2}(?:in|at|coming\sto|come\sto|attending|attend|invited\sto"
    r"|joining|join|part\sof)\s(?:the|my|our|that|this)\b",
    re.I,
)
_WHETHER = lazily(r"\W*(?:do|does|did|is|are|am|will|was|were|have|has|any)\b", re.I)
_LEFT = lazily(
    r"\b(?:left|remaining|remains?|still|yet\sto\scome|outstanding|upcoming|another|rest\sof)\b",
    re.I,
)
_BEGINS = lazily(r"\b(?:start|begin)(?:s|ning|ting)?\b", re.I)
_AWAY = lazily(
    r"\b(?:days?|time)\soff\b|\bon\s(?:holiday|leave|vacation)\b"
    r"|\bdays?\sof\s(?:annual\s)?(?:leave|holidays?|vacation|pto)\b|\b(?:leave|holiday|vacation)\sdays\b",
    re.I,
)
_OFTEN = lazily(r"\bhow often (?:do|does|is|are|will)\b", re.I)
_AVERAGE = lazily(r"\b(?:average|mean)\b", re.I)
_ALL_DAY = lazily(r"\ball[- ]day\b", re.I)
_EITHER = lazily(r"\s*(?:,|&|(?:,\s*)?(?:and|or))\s*(?:the\s|my\s|our\s)?", re.I)
# What makes a thing of the word after it.
_LEADS = lazily(
    r"\b(?:the|an?|my|our|your|his|her|their|this|that|any|some|every|each|all|many|of|for|about|to|in"
    r"|at|no|first|next|last|and|or|which|what|another|more|fewer|much|named|called|['’]s)\s+"
    r"(?:\x00+\s*)?$",
    re.I,
)
_MOST_STRETCHES = 4


class Said(NamedTuple):
    """A text, and what was found in it: days, hours, and the rest with gaps in their places."""

    text: str
    quoted: str
    periods: tuple[Period, ...]
    hours: Hours | None
    rest: str


def hear(text: str, today: date, side: int) -> Said:
    """Find the days and hours in a text; what is quoted names an event, whatever it says.

    `side` is 1 when days without a year lie ahead, -1 when behind, 0 when in this year.
    """
    quotes = [next(filter(None, match.groups())) for match in _QUOTED.finditer(text)]
    plain = _QUOTED.sub(lambda match: GAP * len(match[0]), text)
    periods = find_periods(without_now(plain), today, side)[:_MOST_STRETCHES]
    for period in periods:
        plain = _without(plain, period.span)
    hours = find_hours(without_now(plain))
    if hours is None or hours.kind == "part":
        # "This afternoon" and "tonight" are days as well.
        hours = next(
            (
                found
                for period in periods
                if (found := find_hours(text[slice(*period.span)])) and found.kind == "part"
            ),
            hours,
        )
    if hours and plain[slice(*hours.span)] == text[slice(*hours.span)]:
        plain = _without(plain, hours.span)
    return Said(text, " ".join(quotes[:1]), tuple(periods), hours, plain)


def _without(text: str, span: tuple[int, int]) -> str:
    return text[: span[0]] + GAP * (span[1] - span[0]) + text[span[1] :]


def ask_of(text: str) -> str:
    """What is asked; empty when the text asks nothing of a calendar."""
    for ask, pattern in _ASKS:
        if pattern.search(text):
            return ask
    return ""


def neighbour_of(rest: str) -> tuple[str, str]:
    """ "What comes after lunch": the side, and the words of the event; both empty if not asked."""
    match = _NEIGHBOUR.search(rest)
    if match is None or not telling(match["what"]):
        return "", ""
    return ("after" if match["after"] else "before"), match["what"]


def order_of(rest: str) -> tuple[str, str]:
    """Which of several is meant, and how many."""
    rest = _SWAPPED.sub(r"\2 \1", _LASTS.sub("", rest))
    if nth := _NTH.search(rest):
        return "nth", str(_PLACES[nth["nth"].lower()])
    match = _ORDER.search(rest)
    if match is None:
        return "", ""
    order = next(name for name in ("next", "first", "previous", "last") if match[name])
    count = read_count(match["take"]) if match["take"] else None
    plural = re.match(r"\s*(?:meeting|event|appointment|call)s\b", rest[match.end() :], re.I)
    return order, str(count or ("5" if plural else "1"))


def side_of(ask: str, text: str) -> str:
    """Whether the end is asked for rather than the beginning; whether events are counted."""
    if ask == "when":
        return "end" if _SIDE_END.search(text) else "start"
    if ask in ("list", "exists", "count", "hours"):
        return "left" if _LEFT.search(text) else "begin" if _BEGINS.search(text) else ""
    if ask == "who" and re.search(r"\bhow many\b", text, re.I):
        return "count"
    if ask == "overlap" and _WHETHER.match(text):
        return "whether"
    return "count" if ask in ("busiest", "quietest") and _MOST.search(text) else ""


def people_of(rest: str) -> tuple[str, str]:
    """With whom, and the rest without it."""
    words: list[str] = []
    for pattern in (_WITH, _MEET, _TAKES_PART):
        while match := pattern.search(rest):
            words.append(_name(match["who"]) if telling(match["who"]) else "")
            rest = _without(rest, match.span("who"))
    return " and ".join(filter(None, dict.fromkeys(words))), rest


def _name(text: str) -> str:
    """A name without the signs of the sentence around it."""
    plain = re.sub(r"(?<=\w{2})[.,]+(?=\s|$)", "", text)
    return re.sub(r"['’]s\b|\bor\s+with\b", lambda m: "or" if m[0][0] == "o" else "", plain).strip(
        ".,'’- "
    )


def topic_of(said: Said, rest: str) -> tuple[str, str]:
    """The words that name the event, and those of them that stand loose.

    A word stands loose when nothing around it makes it a thing: no article, no preposition, no
    other telling word beside it. "Pls" does; "my helicopter lesson" has none.
    """
    if said.quoted:
        return " ".join(telling(said.quoted)[:12]), ""
    text = _ORDER.sub(lambda match: GAP * len(match[0]), rest)
    text = _NTH.sub(lambda match: GAP * len(match[0]), text)
    topic: dict[str, None] = {}
    loose: list[str] = []
    found = list(spoken(text))[:12]
    for n, (word, at) in enumerate(found):
        before = text[found[n - 1][1] + len(found[n - 1][0]) : at] if n else text[:at]
        after = text[at + len(word) : found[n + 1][1]] if n + 1 < len(found) else GAP
        if n and _EITHER.fullmatch(before):
            topic.setdefault(f"{OR}{n}")
        if not (_LEADS.search(before) or (n and not before.strip()) or not after.strip()):
            loose += [word] if word[0].islower() or not text[:at].strip() else []
        topic.setdefault(word)
    return " ".join(OR if word.startswith(OR) else word for word in topic), " ".join(loose)


def named_of(said: Said) -> str:
    """The topic with the words of its days, for titles that name a day."""
    return " ".join(telling(said.quoted or said.text)[:16])


def unit_of(ask: str, text: str) -> str:
    """What is compared: days, unless weeks or months are said; or that only whole days count."""
    if ask not in ("busiest", "quietest"):
        if ask == "until" and re.search(r"\bweeks\b", text, re.I):
            return "week"
        if ask == "hours" and _AVERAGE.search(text):
            return "average"
        if ask == "count" and _OFTEN.search(text):
            return "often"
        return "away" if _AWAY.search(text) else "all_day" if _ALL_DAY.search(text) else ""
    match = re.search(r"\b(day|week|month)s?\b", text, re.I)
    return match[1].lower() if match else "day"


def asks_how_often(text: str) -> bool:
    """Whether it asks how often something is: a figure, and the interval with it."""
    return re.search(r"\bhow often\b", text, re.I) is not None


def only_meetings(words: frozenset[str]) -> bool:
    """Whether what lasts all day is not meant."""
    return not MEETINGS.isdisjoint(words)
