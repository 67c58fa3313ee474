"""How statements shorten well-known names, and names that are made of several words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from runwright.engine.ledger.lexicon import CATEGORIES
from runwright.engine.ledger.words import stems

_SHORT = {
    "amazon": "amzn, amz",
    "whole foods": "wholefds, wholefoods, wfm",
    "starbucks": "sbux",
    "mcdonalds": "mcd, mc donalds",
    "walmart": "wal mart, wm supercenter, wmt",
    "home depot": "homedepot",
    "best buy": "bestbuy",
    "trader joes": "traderjoes",
    "marks spencer": "m s simply, marksandspencer, marks and spencer",
    "sainsburys": "jsainsbury, j sainsbury",
    "deutsche bahn": "db vertrieb, db fernverkehr, db regio, bahn de",
    "transport for london": "tfl",
    "tfl": "transport for london",
    "british airways": "britishairways, ba com",
    "american express": "amex",
    "media markt": "mediamarkt",
    "h m": "hm com, hennes mauritz",
    "disney plus": "disneyplus, disney",
    "youtube": "google youtube",
    "uber eats": "ubereats",
    "ikea": "ikea",
}
_LONGEST = 4


@lru_cache(1_024)
def forms(said: str) -> tuple[tuple[str, ...], ...]:
    """The stems of a name, and of the ways in which statements shorten it."""
    key = stems(said)
    return (key, *_shortened().get(key, ()))


def name_length(words: Sequence[str], at: int) -> int:
    """How many stems from a place on are one known name; 0 when none is."""
    for size in range(min(_LONGEST, len(words) - at), 1, -1):
        if tuple(words[at : at + size]) in _long_names():
            return size
    return 0


@cache
def _shortened() -> dict[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    return {stems(name): tuple(map(stems, short.split(","))) for name, short in _SHORT.items()}


@cache
def _long_names() -> frozenset[tuple[str, ...]]:
    signs = (sign for category in CATEGORIES for sign in category.signs.split(","))
    return frozenset(found for name in (*_SHORT, *signs) if len(found := stems(name)) > 1)
