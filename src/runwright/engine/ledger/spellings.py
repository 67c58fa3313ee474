"""Other names for stretches of days, put into the words that `periods` reads."""

from __future__ import annotations

import re

from runwright.engine.patterns import lazily

_SEASONS = {"spring": ("March", "May"), "summer": ("June", "August")}
_SEASONS |= {"autumn": ("September", "November"), "fall": ("September", "November")}
_SEASON = lazily(
    r"\b(?:(?:in|over|during|for)\s+)?(?:the\s+|this\s+|last\s+)(?P<season>spring|summer|autumn|fall)"
    r"(?:\s+(?:of\s+)?(?P<year>(?:19|20)\d\d))?\b(?!\s+(?:holiday|vacation|camp|party|sale|term))",
    re.I,
)
_SAME = tuple(
    (lazily(pattern, re.I), other)
    for pattern, other in (
        (
            r"\bsince\s+the\s+(?:start|beginning)\s+of\s+(?:the|this)\s+(year|month)\b",
            r"\1 to date",
        ),
        (r"\bsince\s+new\s+year(?:['\u2019]s(?:\s+day)?)?\b", "year to date"),
        (r"\bso\s+far\s+in\s+(?=(?:19|20)\d\d\b)", "in "),
        (r"\b(last|past)\s+couple\s+of\s+(days|weeks|months|years)\b", r"\1 2 \2"),
        (r"\bthe\s+past\s+year\b", "the last 12 months"),
        (r"\b(?:the|this)\s+past\s+(week|month|quarter)\b", r"last \1"),
        (r"\bthe\s+past\s+fortnight\b|\bthe\s+last\s+fortnight\b", "the last 14 days"),
        (r"\bthe\s+past\s+half\s+year\b|\bthe\s+last\s+half\s+year\b", "the last 6 months"),
        (r"\bh1\b(?:\s+(?:of\s+)?(?=20\d\d))?", "first half of "),
        (r"\bh2\b(?:\s+(?:of\s+)?(?=20\d\d))?", "second half of "),
        (r"\b(first|second)\s+half\s+(?=20\d\d)", r"\1 half of "),
        # What is bought for a feast is not bought on it.
        (r"\bfor\s+(?=christmas|halloween|valentine)", "for the "),
        (r"\b(0?[1-9]|1[0-2])/(20\d\d)\b", r"\2-\1"),
        (r"\b(20\d\d)-([1-9])\b(?!-)", r"\1-0\2"),
        (
            r"\b(?:up\s+(?:to|until|till)\s+(?:now|today)|until\s+(?:now|today)|so\s+far"
            r"|to\s+date)\b",
            " ",
        ),
        (
            r"\b(?:early|mid|late)(?:\s+in)?[\s-]+(?=(?:january|february|march|april|may|june|july"
            r"|august|september|october|november|december)\b)",
            "",
        ),
    )
)
_ORDINAL = r"(?:first|second|third|fourth|1st|2nd|3rd|4th|last|this|previous)"
_TWO_OF = lazily(
    rf"\b(?P<one>{_ORDINAL})\s+(?P<between>and|or|versus|vs\.?|with|to|than|against|(?:and\s+)?compared\s+(?:to|with))"
    rf"\s+(?:in\s+)?(?:the\s+)?(?P<other>{_ORDINAL})\s+(?P<unit>quarter|half|month|week|year)"
    r"(?P<of>\s+(?:of\s+)?(?:the\s+|this\s+|last\s+)?(?:year\b|(?:19|20)\d\d\b)|)",
    re.I,
)
"""Matches two stretches that share a noun: "the first and the third quarter of 2026"."""
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|q[1-4]|h[12])"
)
_SHARED_YEAR = lazily(
    rf"\b(?P<one>{_MONTH})(?P<between>\s+(?:and|or|versus|vs\.?|with|to|than|against"
    rf"|compared\s+(?:to|with))\s+(?:in\s+)?)(?P<other>{_MONTH})\s+(?:of\s+)?(?P<year>(?:19|20)\d\d)\b",
    re.I,
)
"""Matches two months of which only the second has its year."""
_SMALL_MONTH = lazily(
    r"(?:^|\b(?:to|than|and|or|vs\.?|versus|about|with|last|this|between|my)\s+)(?:march|may)\b"
    r"(?!\s+(?:i|we|be|have|not|you)\b)"
)
"""Matches months that are words too, where only a month can stand."""
_TO_DATE = lazily(r"\b(?:year|month)[\s-]to[\s-]date\b", re.I)


def spelled_out(text: str) -> str:
    """The text with every such name in plain words."""
    text = _SHARED_YEAR.sub(r"\g<one> \g<year>\g<between>\g<other> \g<year>", text)
    text = _TWO_OF.sub(r"\g<one> \g<unit>\g<of> \g<between> \g<other> \g<unit>\g<of>", text)
    for pattern, other in _SAME:
        # "Year to date" is known by that name.
        if other != " " or not _TO_DATE.search(text):
            text = pattern.sub(other, text)
    text = _SMALL_MONTH.sub(_with_capital, text)
    return _SEASON.sub(_months, text)


def _with_capital(match: re.Match[str]) -> str:
    *before, month = match[0].split()
    return " ".join((*before, month.capitalize()))


def _months(match: re.Match[str]) -> str:
    first, last = _SEASONS[match["season"].lower()]
    year = f" {match['year']}" if match["year"] else ""
    return f"from {first} to {last}{year}"
