"""Several things that are asked for together: a firm and a thing that are listed do not narrow
each other, as they do in `vet bills at Chewy`; names that bookings have in common do."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
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


def shared(found: Sequence[Target], query: Query) -> list[Target]:
    """One name instead of several that the same bookings bear: `Sharon (S Bunn) for York` is
    `S BUNN YORK`."""
    who = [each for each in found if each.kind == "who" and each.names]
    common = (
        [name for name in who[0].names if all(name in each.names for each in who)] if who else []
    )
    if len(who) < 2 or not common or query.measure in ("compare", "share"):
        return list(found)
    first = min(who, key=lambda each: (len(each.names), each.is_guess))
    wanted = common[0] if len(common) == 1 else first.wanted
    one = first._replace(wanted=wanted, terms=tuple(common), names=tuple(common))
    return [one, *(each for each in found if each not in who)]
