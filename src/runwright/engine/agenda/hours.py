"""Times of day and lengths of time in a request: "after 18:00", "from 2 to 4", "half an hour".

An hour that is written without its half of the day is one of the working day: 1 to 6 are in the
afternoon, 7 to 12 as they stand.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from runwright.context.index.words import word_set
from runwright.engine.numbers import read_count
from runwright.engine.patterns import lazily

DAY = 24 * 60
"""Minutes."""
WORKING = (9 * 60, 17 * 60)
"""When one is free to be asked, unless the request says otherwise."""


class Hours(NamedTuple):
    """Some of the hours of a day, in minutes after midnight, and where they are said."""

    start: int
    end: int
    """The same as the start when one moment is meant."""
    span: tuple[int, int]
    kind: str
    """`range`, `after`, `before`, `point`, or `part` of the day."""


_NOT_MORE = (
    r"(?![\d:]|[.,]\d|\s*(?:%|-?\s*(?:hours?|hrs?|h\b|minutes?|mins?\b|days?|weeks?|months?|years?"
    r"|meetings?|events?|appointments?|people|persons?|guests|times|calls?|slots?)))"
)
_ALONE = r"(?<![\d:.,/-])"
_HALF = r"\s?(?:[ap]\.m\.|[ap]m\b)"
_WORD = r"\b(?:noon|midday|midnight)\b"
_ENDED = (
    rf"(?:{_WORD}|\d{{1,2}}(?:(?:[:.]|h)[0-5]\d)?"
    rf"(?:{_HALF}|\s?o['’]clock\b|\s?uhr\b|h\b)?{_NOT_MORE})"
)
_TIME = rf"(?:{_ALONE}{_ENDED})"
_SURE_ENDED = (
    rf"(?:{_WORD}|\d{{1,2}}:[0-5]\d(?:{_HALF})?(?![\d:])"
    rf"|\d{{1,2}}(?:\.\d\d)?(?:{_HALF}|\s?o['’]clock\b|\s?uhr\b))"
)
_SURE = rf"(?:{_ALONE}{_SURE_ENDED})"
_TO = r"\s*(?:to|until|till|through|[-–—])\s*"
_FINDERS = (
    (
        "range",
        lazily(rf"\b(?:between|from)\s+(?P<a>{_TIME})(?:{_TO}|\s+and\s+)(?P<b>{_ENDED})", re.I),
    ),
    (
        "range",
        lazily(
            rf"(?:(?P<a>{_SURE}){_TO}(?P<b>{_ENDED})"
            rf"|(?P<c>{_ALONE}\b\d{{1,2}}){_TO}(?P<d>{_SURE_ENDED})"
            rf"|(?P<e>{_ALONE}\b\d{{1,2}})[-–](?P<f>\d{{1,2}}\b){_NOT_MORE}"
            rf"|(?<![\w][ ])(?P<g>{_ALONE}\b\d{{1,2}})\s(?:to|until|till)\s(?P<h>\d{{1,2}}\b)"
            rf"{_NOT_MORE})",
            re.I,
        ),
    ),
    (
        "after",
        lazily(
            rf"\b(?:after|past|later\s+than|not\s+before|no\s+earlier\s+than|from|since"
            rf"|starting\s+(?:at|from)|begins?\s+after)\s+(?P<a>{_TIME})(?:\s+on(?:wards?)?\b)?",
            re.I,
        ),
    ),
    (
        "before",
        lazily(
            rf"\b(?:before|until|till|by|earlier\s+than|not\s+after|no\s+later\s+than)\s+"
            rf"(?P<a>{_TIME})",
            re.I,
        ),
    ),
    ("point", lazily(rf"(?:\b(?:at|around|about|for|to)\s+|@\s?)(?P<a>{_TIME})", re.I)),
    ("point", lazily(rf"(?P<a>{_SURE})", re.I)),
    (
        "part",
        lazily(
            r"(?:\b(?:in|during)\s+the\s+|\bthis\s+|\b(?:early|late)\s+)?"
            r"\b(?P<part>mornings?|afternoons?|evenings?|tonight|nights?|lunch\s?time|after\s+work)\b",
            re.I,
        ),
    ),
)
_PARTS = {
    "morning": (6 * 60, 12 * 60),
    "afternoon": (12 * 60, 18 * 60),
    "evening": (18 * 60, DAY),
    "tonight": (18 * 60, DAY),
    "night": (20 * 60, DAY),
    "lunchtime": (12 * 60, 14 * 60),
    "after work": (17 * 60, DAY),
}
_NAMED = lazily(r"\b(?:the|my|our|an?|next|last|first)\s+$", re.I)
_BEFORE_PART = lazily(r"([a-z]+)['’]?\s+$", re.I)
_OF_A_DAY = word_set("""
    the this in every each all same early late tomorrow that of on my our free busy a any next last
    yesterday today by for at during until till whole entire one which what and or are is from am
    before after between to into some no both these those have got only open available tonight it
    do does i we me since through over how many much first with work
    """)
"""What may stand before a part of the day without making it a name."""
_NOUN = lazily(
    r"\s+(?!(?:on|of|in|at|with|for|free|next|this|last|between|before|after|and|or|is|are)\b)[a-z]",
    re.I,
)
_CLOCK = lazily(r"(\d{1,2})(?:(?:[:.]|h)(\d\d))?\s?(?:([ap])\.?m)?", re.I)
_LATE = lazily(r"\b(?:evening|tonight|afternoon|night)\b", re.I)

_NUMBER = r"\d{1,4}(?:[.,]\d{1,2})?|an?|[a-z]+(?:-[a-z]+)?"
_LENGTH = lazily(
    rf"""\b(?:
      (?P<half_day>half\s+(?:a\s+|of\s+a\s+|the\s+)?days?\b)
    | (?P<quarter>(?:a\s+)?quarter\s+of\s+an\s+hour) | (?P<three>three\s+quarters\s+of\s+an\s+hour)
    | (?P<half>half\s+(?:an?\s+)?-?hours?\b)
    | (?P<joined>\d{{1,2}})h(?P<joined_minutes>[0-5]\d)\b
    | (?P<number>{_NUMBER})(?:\s+and\s+a\s+(?P<and_half>half))?
      (?:\s+(?:free|spare|open|available|unbooked))?[\s-]*
      (?P<unit>hours?|hrs?|h|minutes?|mins?)\b(?:\s+and\s+a\s+(?P<half_after>half))?
      (?:(?:\s*,)?\s+(?:and\s+)?(?P<rest>\d{{1,2}})\s*(?:minutes?|mins?)\b)?
    | (?P<whole>full|whole|entire|free|all)[\s-]+day\b
    )""",
    re.I | re.X,
)
_SOME = frozenset({"first", "next", "earliest", "free", "spare", "open", "latest", "last"})
_FAR = lazily(
    r"\bby\s+(?P<number>\d{1,3}|an?|[a-z]+(?:-[a-z]+)?)\s+(?P<unit>days?|weeks?|months?)\b", re.I
)


_PAST_OR_TO = lazily(
    r"\b(?P<part>half|(?:a\s)?quarter|ten|twenty|five)\s(?P<way>past|to)\s"
    r"(?P<hour>\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b(?!\s?[:%])",
    re.I,
)
_PARTS_OF_HOUR = {"half": 30, "quarter": 15, "a quarter": 15, "ten": 10, "twenty": 20, "five": 5}
_HOUR_WORD = lazily(
    r"\b(?P<lead>at|before|after|until|till|by|from|around)\s"
    r"(?P<hour>one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
    r"(?=\s*(?:[?.,!]|$|(?:[ap]\.?m|o['’]clock|on|in|today|tomorrow|to|for|until|sharp)\b))",
    re.I,
)


def in_figures(text: str) -> str:
    """A text with its times in figures: "10:30" for "half past ten", "at 3" for "at three"."""
    text = _PAST_OR_TO.sub(_figures, text)
    return _HOUR_WORD.sub(lambda match: f"{match['lead']} {read_count(match['hour'])}", text)


def _figures(match: re.Match[str]) -> str:
    hour = read_count(match["hour"])
    minutes = _PARTS_OF_HOUR[" ".join(match["part"].lower().split())]
    if not hour or hour > 24 or (match["way"].lower() == "to" and minutes == 30):
        return match[0]
    if match["way"].lower() == "to":
        hour, minutes = hour - 1 or 12, 60 - minutes
    return f"{hour}:{minutes:02}"


def find_hours(text: str) -> Hours | None:
    """The hours that a text names, the surest writing first."""
    for kind, finder in _FINDERS:
        for match in finder.finditer(text):
            found = _hours(kind, match, text)
            if found is not None:
                return found
    return None


def _hours(kind: str, match: re.Match[str], text: str) -> Hours | None:
    groups = match.groupdict()
    if kind == "part":
        before = text[max(0, match.start() - 40) : match.start()]
        if _NAMED.search(before) and _NOUN.match(text, match.end()):
            return None  # the "morning coffee" is a name
        if (own := _BEFORE_PART.search(before)) and own[1].lower() not in _OF_A_DAY:
            return None  # and so is the "parents' evening"
        name = " ".join(groups["part"].lower().split())
        start, end = _PARTS[name if name in _PARTS else name.replace(" ", "").removesuffix("s")]
        return Hours(start, end, match.span(), kind)
    first, *others = (value for name, value in groups.items() if value and len(name) == 1)
    at = _minutes(first, text)
    if at is None:
        return None
    if kind == "range":
        return _range(at, first, others[0], match, text)
    start, end = {"after": (at, DAY), "before": (0, at)}.get(kind, (at, at))
    return Hours(start, end, match.span(), kind)


def _range(start: int, first: str, second: str, match: re.Match[str], text: str) -> Hours | None:
    # Who writes 00:30 or 09:00 counts to 24.
    end = _minutes(f"0{second}" if first[0] == "0" and second[1:2] == ":" else second, text)
    if end is None:
        return None
    half = _CLOCK.match(second)
    if half and half[3] and not re.search(r"[ap]\.?m", first, re.I):
        # "2 to 4 pm" is in one half of the day; "11 to 1 pm" is not.
        plain = _minutes(f"{first} {half[3]}m", text)
        morning = _minutes(f"{first} am", text)
        start = plain if plain is not None and plain < end else (morning or 0)
    if end == 0:
        end = DAY
    if end <= start and start < DAY // 2 and end + DAY // 2 > start:
        end += DAY // 2
    return Hours(start, end, match.span(), "range") if start < end else None


def _minutes(text: str, around: str) -> int | None:
    """Minutes after midnight."""
    text = text.strip().lower()
    if text in ("noon", "midday"):
        return DAY // 2
    if text == "midnight":
        return 0
    match = _CLOCK.match(text)
    if match is None:
        return None
    hour, minute = int(match[1]), int(match[2] or 0)
    if match[3]:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if match[3].lower() == "p" else 0)
    elif _is_late(hour, text, around):
        hour += 12
    return hour * 60 + minute if hour < 24 or (hour, minute) == (24, 0) else None


def _is_late(hour: int, text: str, around: str) -> bool:
    if 1 <= hour <= 6:
        return not text.startswith("0")
    return 7 <= hour <= 11 and bool(_LATE.search(around)) and "morning" not in around.lower()


def find_length(text: str) -> tuple[int, tuple[int, int]] | None:
    """The minutes of a length of time, and where it is said; a whole day is `DAY`."""
    for match in _LENGTH.finditer(text):
        minutes = _length(match)
        if minutes:
            return minutes, match.span()
    return None


def _length(match: re.Match[str]) -> int | None:
    for name, minutes in (("half_day", 240), ("quarter", 15), ("three", 45), ("half", 30)):
        if match[name]:
            return minutes
    if match["whole"]:
        return DAY
    if match["joined"]:
        return int(match["joined"]) * 60 + int(match["joined_minutes"])
    number = match["number"].lower().replace(",", ".")
    size = float(number) if number[0].isdigit() else read_count(number)
    if number in _SOME and match["unit"].lower() == "hour":
        size = 1
    if size is None:
        return None
    unit = 60 if match["unit"].lower().startswith("h") else 1
    size += 0.5 if match["and_half"] or match["half_after"] else 0
    return round(size * unit) + int(match["rest"] or 0)


def find_far(text: str) -> tuple[int, str, tuple[int, int]] | None:
    """How many days, weeks or months something is to be moved by."""
    match = _FAR.search(text)
    count = read_count(match["number"]) if match else None
    return None if match is None or count is None else (count, match["unit"], match.span())


def told(minutes: int) -> str:
    """A time of day: `09:00`; the end of the day is `24:00`."""
    return f"{minutes // 60:02}:{minutes % 60:02}"


def length_told(minutes: int) -> str:
    """A length of time: "1 hour 30 minutes"."""
    days, rest = divmod(minutes, DAY)
    hours, left = divmod(rest, 60)
    parts = [
        f"{count} {unit}{'' if count == 1 else 's'}"
        for count, unit in ((days, "day"), (hours, "hour"), (left, "minute"))
        if count
    ]
    return " ".join(parts) or "0 minutes"
