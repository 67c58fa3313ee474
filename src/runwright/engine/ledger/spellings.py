"""Other names for stretches of days, put into the words that `periods` reads."""

from __future__ import annotations

import re

_SEASONS = {"spring": ("March", "May"), "summer": ("June", "August")}
_SEASONS |= {"autumn": ("September", "November"), "fall": ("September", "November")}
_SEASON = re.compile(
    r"\b(?:(?:in|over|during|for)\s+)?(?:the\s+|this\s+|last\s+)(?P<season>spring|summer|autumn|fall)"
    r"(?:\s+(?:of\s+)?(?P<year>(?:19|20)\d\d))?\b(?!\s+(?:holiday|vacation|camp|party|sale|term))",
    re.I,
)
_SAME = tuple(
    (re.compile(pattern, re.I), other)
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
_SMALL_MONTH = re.compile(
    r"(?:^|\b(?:to|than|and|or|vs\.?|versus|about|with|last|this|between|my)\s+)(?:march|may)\b"
    r"(?!\s+(?:i|we|be|have|not|you)\b)"
)
"""Matches months that are words too, where only a month can stand."""
_TO_DATE = re.compile(r"\b(?:year|month)[\s-]to[\s-]date\b", re.I)


def spelled_out(text: str) -> str:
    """The text with every such name in plain words."""
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
