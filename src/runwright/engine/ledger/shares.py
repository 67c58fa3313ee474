"""A part of a whole, as questions put it: "what share of my groceries went to Tesco?"."""

from __future__ import annotations

import re
from typing import NamedTuple

from runwright.engine.ledger.subjects import Subject, subject_in
from runwright.engine.patterns import lazily

_KIND = r"(?:share|percent(?:age)?|proportion|fraction|portion|part|%|how much)"
_VERB = r"(?:was|were|is|are|went|goes?|did|do|does|came|comes?|has|have|had|gets?|got|i|we|being)"
_MY = r"(?:(?:my|our|the|all|that|total)\s+)*"
_FORMS = (
    rf"{_KIND}\s+of\s+{_MY}(?P<whole>.{{1,80}}?)\s+{_VERB}\b(?P<part>.{{1,120}})",
    rf"{_KIND}\s+(?:is|was|are|were|do|does|did)\s+{_MY}(?P<part>.{{1,80}}?)\s+"
    rf"(?:(?:make|made)\s+up\s+)?of\s+{_MY}(?P<whole>.{{1,80}})",
    rf"(?P<part>.{{1,80}}?)(?:\s+as\s+an?|['’]s)\s+{_KIND}\s+of\s+{_MY}(?P<whole>.{{1,80}})",
    rf"{_KIND}\s+of\s+(?P<part>.{{1,80}}?)\s+(?:in|within|among)\s+{_MY}(?P<whole>.{{1,80}})",
)
_SPENT = lazily(r"\b(?:went|goes|go|gone|spen[dt]|pa(?:y|id)|used?)\b(?!\s+by\b)", re.I)
_OF_INCOME = lazily(
    rf"{_KIND}\s+of\s+(?:(?:my|our|the|all|total|net|gross|monthly|take-home|\s)+)"
    r"(?:incomes?|earnings|pay|revenue|(?:money\s+)?(?:that\s+)?(?:i|we)\s+(?:earn\w*|made|make|receive\w*))\b"
    rf"|{_KIND}\s+of\s+what\s+(?:i|we)\s+(?:earn\w*|made|make|receive\w*)\b",
    re.I,
)
_ALL = tuple(lazily(form, re.I) for form in _FORMS)


class Share(NamedTuple):
    """What is held against what."""

    part: Subject
    whole: Subject


def share_in(text: str) -> Share | None:
    """The part and the whole, where both are named."""
    for form in _ALL:
        if match := form.search(text):
            part, whole = subject_in(match["part"]), subject_in(match["whole"])
            if part.alternatives and whole.alternatives:
                spent = part.is_spending() or _SPENT.search(text) is not None
                crosses = whole.is_income() and not part.is_income() and spent
                return Share(part if crosses else _within(part, whole), whole)
    return None


def is_of_income(text: str) -> bool:
    """Whether the whole is all that came in: "what percentage of my income …"."""
    return _OF_INCOME.search(text) is not None


def _within(part: Subject, whole: Subject) -> Subject:
    """The part narrowed to the whole that it is a part of."""
    found = tuple(
        tuple(dict.fromkeys((*one, *other)))
        for one in part.alternatives
        for other in whole.alternatives
    )
    return part._replace(alternatives=found)
