"""Everyday ways to ask about money, put into the plain words that the other modules read.

"What did the fence set us back?" asks what it cost, "the dearest" is the most expensive, and
"in the second quarter than in the first" means two quarters.
"""

from __future__ import annotations

import re

from runwright.engine.days import MONTHS
from runwright.engine.numbers import read_count
from runwright.engine.patterns import lazily

_COUNT = r"(?:[2-9]|1[0-2]|two|three|four|five|six|seven|eight|nine|ten|eleven)"
_FIRST_MONTHS = lazily(
    rf"\b(?:(?:in|over|during|for)\s+)?(?:the\s+)?first\s+(?P<count>{_COUNT})\s+months"
    r"(?:\s+of\s+(?:the|this)\s+year\b|\s+(?:of\s+|in\s+)?(?P<year>(?:19|20)\d\d)\b)?",
    re.I,
)
_ORDINAL = r"(?:first|second|third|fourth|1st|2nd|3rd|4th)"
_OF_THE_SAME = lazily(
    rf"\b(?P<one>{_ORDINAL}\s+(?P<unit>quarter|half))(?P<between>\b[^?.!;]{{0,60}}?\b"
    rf"(?:than|and|or|versus|vs\.?|to|with|against)\s+(?:in\s+|from\s+|for\s+)?(?:the\s+)?)(?P<other>{_ORDINAL})"
    r"(?!\s+(?:quarter|half|week|month|time|\w+\s+(?:payment|bill)))\b(?:\s+one\b)?",
    re.I,
)
_SAME = tuple(
    (lazily(pattern, re.I), other)
    for pattern, other in (
        (r"\b(?:dearest|priciest)\b", "most expensive"),
        (r"\b(?:dearer|pricier|costlier)\b", "more expensive"),
        (r"\b(?:fortnightly|biweekly|bi-weekly)\s+(?=\w)", ""),
        (
            r"\b((?:my|our|his|her|their|\w+['\u2019]s)\s+)(?:take-home\s+)?pay\b(?!\s+(?:for|to)\b)",
            r"\1salary",
        ),
        (
            r"\b(?:fill(?:ed|ing)?|tank(?:ed|ing)?)(?:\s+(?:up\s+)?(?:the|my|our)\s+(?:car|tank|van)(?:\s+up)?|\s+up(?:\s+(?:the|my|our)\s+(?:car|tank|van))?)\b",
            "pay for fuel",
        ),
        (
            r"\b(?:came|come|comes|has\s+come|coming)\s+in(?:to\s+(?:my|our|the)\s+accounts?)?\b",
            "was received",
        ),
        (r"\b(?:set|sets)\s+(?:me|us)\s+back\b", "cost"),
        (
            r"\b(?:fork(?:ed)?|shell(?:ed)?|cough(?:ed)?)\s+(?:out|up)\b|\bsplash(?:ed)?\s+out\b",
            "pay",
        ),
        (r"\b(?:burn(?:t|ed)?|bl[eo]w|blown|got?|went)\s+through\b", "spend"),
        (r"\bwhat['\u2019]?s\s+the\s+damage\b|\bwhat\s+was\s+the\s+damage\b", "what did it cost"),
        (r"\bwhat(?:['\u2019]s|\s+has)\s+gone\s+(?:to|on|into|towards?)\b", "what have I spent on"),
        (
            r"\bgo(?:es|ne|ing)?\s+(?:on|towards?)\s+(?!average|holiday|vacation|trip)",
            "is spent on ",
        ),
        (r"\b(?:aussie|australian)\s+(?:money|dollars?|currency)\b", "AUD"),
        (r"\b(?:up\s+to|until|till|by|through)\s+the\s+end\s+of\s+(?=\w)", "until "),
        (
            r"\b(?:that|which|who)\s+(?:(?:is|are|was|were)\s*n['\u2019o]t|(?:do|does|did)\s*n['\u2019o]t\s+(?:come\s+from|include)|not)\b",
            "except",
        ),
        (r",?\s+but\s+not\s+(?:the\s+|for\s+|at\s+|from\s+)?", " except "),
        (
            r"\bhow\s+(?:big|large)\s+an?\s+(?:part|share|slice|chunk|portion)\s+of\b",
            "what share of",
        ),
        (r"\b(?:in\s+)?(?:winter|summer|spring|autumn)\s*\(([^)]{3,40})\)", r"\1"),
        (r"\b(?:beat|exceed(?:ed|s)?|surpass(?:ed|es)?|outdo|outstrip\w*)\b", "more than"),
        (
            r"\b(?:(?:above|over)\s+or\s+(?:below|under)|(?:more|higher)\s+or\s+(?:less|lower))(?:\s+than)?\b",
            "compared to",
        ),
        (
            r"\bwhich\s+(?:one\s+)?of\s+(?:my|our|the)\s+(?=(?:\w+\s+)?(?:clients|customers|supermarkets|shops|stores|restaurants|payees|merchants|subscriptions|providers|suppliers|cafes|hotels|airlines)\b)",
            "which ",
        ),
        (r"\bmonth[\s-]on[\s-]month\b", "by month"),
    )
)


def put_plainly(text: str) -> str:
    """The text in plain words."""
    for pattern, other in _SAME:
        text = pattern.sub(other, text)
    text = _OF_THE_SAME.sub(r"\g<one>\g<between>\g<other> \g<unit>", text)
    return _FIRST_MONTHS.sub(_months, text)


def _months(match: re.Match[str]) -> str:
    count = read_count(match["count"].lower()) or 1
    year = f" {match['year']}" if match["year"] else ""
    return f"from January to {MONTHS[count - 1]}{year}"
