"""The words of the calendar in English and German, folded, and what they stand for."""

from __future__ import annotations

from datetime import date, timedelta

from runwright.text.calendars import Grain, Period, day_period, easter, nth_weekday, span, unit_of
from runwright.text.words import word_list, word_set

MONTH_NAMES = word_list("""
    January February March April May June July August September October November December
    """)
WEEKDAY_NAMES = word_list("Monday Tuesday Wednesday Thursday Friday Saturday Sunday")

MONTHS = {name.lower(): number for number, name in enumerate(MONTH_NAMES, start=1)}
MONTHS |= {name[:3].lower(): number for number, name in enumerate(MONTH_NAMES, start=1)}
MONTHS |= {
    "sept": 9, "januar": 1, "janner": 1, "februar": 2, "marz": 3, "maerz": 3, "mrz": 3, "mai": 5,
    "juni": 6, "juli": 7, "oktober": 10, "okt": 10, "dezember": 12, "dez": 12, "febuary": 2,
}  # fmt: skip
WEEKDAYS = {name.lower(): number for number, name in enumerate(WEEKDAY_NAMES)}
WEEKDAYS |= {
    "mon": 0, "tue": 1, "tues": 1, "wed": 2, "weds": 2, "thu": 3, "thur": 3, "thurs": 3, "fri": 4,
    "sat": 5, "sun": 6, "montag": 0, "dienstag": 1, "mittwoch": 2, "donnerstag": 3, "freitag": 4,
    "samstag": 5, "sonnabend": 5, "sonntag": 6, "wensday": 2, "wednsday": 2, "thrusday": 3,
}  # fmt: skip
WORDS_TOO = word_set("may march mar sun sat wed mon fall spring now second dec")
"""Words with another meaning: alone and without a preposition they are not dates."""

UNITS: dict[str, Grain] = {
    "day": "day", "days": "day", "tag": "day", "tage": "day", "tagen": "day",
    "week": "week", "weeks": "week", "wk": "week", "wks": "week", "woche": "week",
    "wochen": "week", "weekend": "weekend", "weekends": "weekend", "wochenende": "weekend",
    "wknd": "weekend", "month": "month", "months": "month", "mth": "month", "mnth": "month",
    "mths": "month", "monat": "month", "monate": "month", "monaten": "month", "monats": "month",
    "quarter": "quarter", "quarters": "quarter", "quartal": "quarter", "quartals": "quarter",
    "half": "half", "halbjahr": "half",
    "year": "year", "years": "year", "yr": "year", "yrs": "year", "jahr": "year", "jahre": "year",
    "jahren": "year", "jahres": "year",
}  # fmt: skip
FISCAL = word_set("fiscal financial tax fy geschaftsjahr")
PLURALS = word_set(
    "days weeks wks weekends months mths quarters years yrs tage tagen wochen monate"
)
PLURALS |= word_set("monaten jahre jahren hours stunden fortnights")

SIDES = dict.fromkeys(word_list("next coming upcoming following nachste nachsten nachster"), 1)
SIDES |= dict.fromkeys(word_list("nachstes nachstem kommende kommenden kommendes"), 1)
SIDES |= dict.fromkeys(word_list("last past previous prior preceding trailing lst letzte"), -1)
SIDES |= dict.fromkeys(word_list("letzten letzter letztes letztem vergangene vergangenen"), -1)
SIDES |= dict.fromkeys(word_list("this current dis diese dieser dieses diesen diesem heurige"), 0)
ROLLING = word_set("last past previous next coming upcoming following trailing prior preceding")
ROLLING |= word_set("letzten letzte nachsten nachste vergangenen kommenden")

NEAR = {
    "today": 0, "tonight": 0, "tonite": 0, "heute": 0, "tomorrow": 1, "tmrw": 1, "tmr": 1,
    "tomorow": 1, "tommorow": 1, "morgen": 1, "yesterday": -1, "yest": -1, "gestern": -1,
    "overmorrow": 2, "ubermorgen": 2, "vorgestern": -2,
}  # fmt: skip
DAY_PARTS = word_set("morning afternoon evening night lunchtime arvo noon day eve abend morgen")
SEASONS = {
    "spring": 3, "springtime": 3, "summer": 6, "summertime": 6, "autumn": 9, "fall": 9,
    "winter": 12, "fruhling": 3, "fruhjahr": 3, "sommer": 6, "herbst": 9,
}  # fmt: skip
ARTICLES = word_set("the der die das den dem des our my")
OF = ("of", "in", "im", "des", "der", "from", "for")

EDGES = {
    "beginning": "start", "start": "start", "anfang": "start", "beginn": "start", "end": "end",
    "close": "end", "ende": "end", "middle": "middle", "mitte": "middle",
}  # fmt: skip
THIRDS = {"early": 0, "mid": 1, "late": 2}

# How an expression begins, and what that makes of the period that follows.
LEADS: dict[tuple[str, ...], str] = {
    **dict.fromkeys(
        [("since",), ("ever", "since"), ("seit",), ("seit", "dem")],
        "since",
    ),
    **dict.fromkeys(
        [
            ("until",), ("till",), ("til",), ("up", "to"), ("up", "until"), ("through",),
            ("thru",), ("by",), ("bis",), ("to",), ("no", "later", "than"), ("bis", "zum"),
        ],
        "until",
    ),
    ("up", "to", "and", "including"): "up_to",
    **dict.fromkeys(
        [("before",), ("prior", "to"), ("vor",), ("earlier", "than"), ("ahead", "of")],
        "before",
    ),
    **dict.fromkeys([("after",), ("nach",), ("later", "than")], "after"),
    **dict.fromkeys(
        [
            ("starting",), ("starting", "from"), ("starting", "in"), ("starting", "on"),
            ("beginning",), ("as", "of"), ("as", "from"), ("ab",), ("ab", "dem"),
            ("on", "or", "after"),
        ],
        "starting",
    ),
    **dict.fromkeys([("from",), ("von",), ("vom",)], "from"),
    ("between",): "between",
    ("zwischen",): "between",
    **dict.fromkeys(
        [
            ("in",), ("on",), ("at",), ("during",), ("for",), ("over",), ("throughout",),
            ("within",), ("of",), ("im",), ("am",), ("an",), ("um",), ("around",), ("about",),
            ("back", "in"), ("over", "the", "course", "of"), ("towards",), ("wahrend",),
            ("zu",), ("uber",), ("fur",), ("across",), ("into",), ("dated",), ("vs",),
            ("versus",), ("per",), ("as", "at"),
        ],
        "in",
    ),
}  # fmt: skip
JOINTS = {
    ("to",), ("until",), ("till",), ("til",), ("through",), ("thru",), ("-",), ("–",), ("—",),
    ("bis",), ("up", "to"), ("bis", "zum"),
}  # fmt: skip

_FIXED = {
    "new year": (1, 1), "new year day": (1, 1), "neujahr": (1, 1), "epiphany": (1, 6),
    "valentine day": (2, 14), "valentines day": (2, 14), "valentine": (2, 14),
    "valentines": (2, 14), "valentinstag": (2, 14),
    "st patrick day": (3, 17), "may day": (5, 1), "bastille day": (7, 14),
    "independence day": (7, 4), "halloween": (10, 31), "all saints day": (11, 1),
    "guy fawkes night": (11, 5), "bonfire night": (11, 5), "nikolaus": (12, 6),
    "christmas eve": (12, 24), "heiligabend": (12, 24), "christmas day": (12, 25),
    "boxing day": (12, 26), "new year eve": (12, 31), "new years eve": (12, 31),
    "new years day": (1, 1), "new years": (1, 1), "silvester": (12, 31), "nye": (12, 31),
    "hogmanay": (12, 31), "xmas eve": (12, 24), "xmas day": (12, 25),
}  # fmt: skip
_FROM_EASTER = {
    "shrove tuesday": -47, "ash wednesday": -46, "palm sunday": -7, "maundy thursday": -3,
    "good friday": -2, "karfreitag": -2, "easter sunday": 0, "easter monday": 1,
    "ostermontag": 1, "ostersonntag": 0, "ascension day": 39, "himmelfahrt": 39,
    "pentecost": 49, "whitsun": 49, "whit monday": 50, "pfingstmontag": 50,
}  # fmt: skip
_NTH = {
    "mlk day": (1, 0, 3, 0), "memorial day": (5, 0, -1, 0), "labor day": (9, 0, 1, 0),
    "thanksgiving": (11, 3, 4, 0), "black friday": (11, 3, 4, 1), "cyber monday": (11, 3, 4, 4),
}  # fmt: skip
"""Month, weekday, which one, days after it."""
_SEVERAL = {
    "christmas": "christmas", "xmas": "christmas", "weihnachten": "christmas",
    "easter": "easter", "ostern": "easter", "pfingsten": "pentecost",
}  # fmt: skip
"""Feasts of several days."""
HOLIDAYS = frozenset((*_FIXED, *_FROM_EASTER, *_NTH, *_SEVERAL))
HOLIDAY_STARTS = frozenset(name.split()[0] for name in HOLIDAYS)
LONGEST_HOLIDAY = 3
"""In words."""


def holiday_weekend(name: str, year: int) -> tuple[Period, ...]:
    """The weekend of a holiday, from a Thursday or Friday on and with a Monday; the nearest one,
    if it is in the middle of a week."""
    whole = holiday(name, year)[-1]
    if whole.start is None or whole.end is None or whole.days != 1:
        return (whole,)
    weekday = whole.start.weekday()
    saturday = whole.start + timedelta(days=5 - weekday if weekday > 1 else -2 - weekday)
    weekend = span(saturday, saturday + timedelta(days=2))
    if weekday in (1, 2):
        return (weekend,)
    return (span(min(whole.start, saturday), max(whole.end, saturday + timedelta(days=2))),)


def holiday_week(name: str, year: int) -> tuple[Period, ...]:
    """The week in which a holiday begins."""
    first = holiday(name, year)[0].start
    return (unit_of(first, "week"),) if first else ()


def holiday(name: str, year: int) -> tuple[Period, ...]:
    """The days of a holiday in a year; a feast of several days is one day or all of them."""
    if name in _FIXED:
        return (day_period(date(year, *_FIXED[name])),)
    if name in _FROM_EASTER:
        return (day_period(easter(year) + timedelta(days=_FROM_EASTER[name])),)
    if name in _NTH:
        first_month, weekday, nth, days = _NTH[name]
        day = nth_weekday(year, first_month, weekday, nth) + timedelta(days=days)
        return (day_period(day),)
    if _SEVERAL.get(name) == "christmas":
        return day_period(date(year, 12, 25)), span(date(year, 12, 24), date(year, 12, 27))
    sunday = easter(year) + timedelta(days=49 * (_SEVERAL[name] == "pentecost"))
    first = sunday - timedelta(days=2 if _SEVERAL[name] == "easter" else 0)
    return day_period(sunday), span(first, sunday + timedelta(days=2))
