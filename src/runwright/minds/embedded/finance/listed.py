"""Several things that are asked for together: a firm and a thing that are listed do not narrow
each other, as they do in `vet bills at Chewy`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise

from runwright.minds.embedded.finance.targets import Target
from runwright.minds.embedded.query import Query, Span

_JOINED = re.compile(
    r"\s*(?:,|&|\+|,?\s*\b(?:and|plus)\b)\s*(?:(?:the|my|our)\b\s*)?", re.IGNORECASE
)
# "Chewy plus the vet", "Spotify, YouTube TV and Planet Fitness"


def together(found: Mapping[Span, Target], query: Query) -> list[Target]:
    """What was found, where one of a list is known by words alone: all of them by their words."""
    spans = sorted((each for each in found if each.start >= 0), key=lambda each: each.start)
    joined = {
        each
        for one, other in pairwise(spans)
        if _JOINED.fullmatch(query.text[one.start + len(one.text) : other.start])
        for each in (one, other)
    }
    kinds = {found[each].kind for each in joined}
    if kinds != {"who", "about"} or query.measure in ("compare", "share"):
        return list(found.values())
    return [
        target._replace(kind="about") if span in joined and target.kind == "who" else target
        for span, target in found.items()
    ]
