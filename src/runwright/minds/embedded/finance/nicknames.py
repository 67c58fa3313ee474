"""What people call the big chains and utilities in everyday speech, where statements never do."""

from __future__ import annotations

from runwright.text.folding import fold
from runwright.text.words import split_words

_NICKNAMES = {
    "woolworths": "woolies, woolys",
    "mcdonald's": "maccas, macca's, maccies, macdonalds, mcd, mcds, mickey d's, mcdo, mecces",
    "marks & spencer": "marks and sparks, m and s, marks",
    "wetherspoon": "spoons, weatherspoons",
    "sainsburys": "sainsbos, sainos",
    "dan murphys": "dans, dan's",
    "bunnings": "bunno's, bunnos",
    "tim hortons": "timmies, timmy's, tims",
    "dunkin": "dunkies, dunks",
    "starbucks": "starbies, starbs",
    "target": "tarjay",
    "kmart": "kmarche",
    "the warehouse": "the wharry, warewhare",
    "portland general electric": "pge",
    "pacific gas and electric": "pg&e, pge",
    "southern california edison": "sce, so cal edison",
    "san diego gas and electric": "sdge, sdg&e",
    "florida power and light": "fpl",
    "puget sound energy": "pse",
    "consolidated edison": "con ed, coned",
    "commonwealth edison": "comed, com ed",
    "department of water and power": "dwp, ladwp",
    "department of motor vehicles": "dmv",
    "royal bank of scotland": "rbs",
    "american express": "amex",
    "british telecom": "bt",
    "public service electric": "pseg, pse&g",
    "inland revenue": "ird",
    "australian taxation office": "ato",
    "canada revenue": "cra",
}


def _key(text: str) -> str:
    return " ".join(split_words(fold(text)))


def spelled_out(wanted: str) -> tuple[str, ...]:
    """The names that a nickname or a firm's initials stand for."""
    key = _key(wanted)
    return tuple(
        name
        for name, calls in _NICKNAMES.items()
        if key in (_key(call) for call in calls.split(","))
    )
