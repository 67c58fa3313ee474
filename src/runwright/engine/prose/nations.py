"""Countries and the adjectives that people of them are called by: "American", "United States"."""

from __future__ import annotations

import re

from runwright.context.index.words import fold
from runwright.engine.patterns import lazily

_LINES = """
    united states: american, usa, us, u.s, america
    united kingdom: british, uk, u.k, britain, great britain
    england: english
    scotland: scottish
    wales: welsh
    ireland: irish
    germany: german
    france: french
    italy: italian
    spain: spanish
    portugal: portuguese
    netherlands: dutch
    belgium: belgian
    switzerland: swiss
    austria: austrian
    poland: polish
    czech republic: czech
    hungary: hungarian
    romania: romanian
    bulgaria: bulgarian
    greece: greek
    turkey: turkish
    russia: russian
    soviet union: soviet
    ukraine: ukrainian
    sweden: swedish
    norway: norwegian
    denmark: danish
    finland: finnish
    iceland: icelandic
    serbia: serbian
    croatia: croatian
    canada: canadian
    mexico: mexican
    brazil: brazilian
    argentina: argentine, argentinian
    chile: chilean
    peru: peruvian
    colombia: colombian
    venezuela: venezuelan
    cuba: cuban
    australia: australian
    new zealand: new zealander
    japan: japanese
    china: chinese
    taiwan: taiwanese
    south korea: south korean, korean
    india: indian
    pakistan: pakistani
    bangladesh: bangladeshi
    indonesia: indonesian
    malaysia: malaysian
    philippines: filipino, philippine
    thailand: thai
    vietnam: vietnamese
    israel: israeli
    iran: iranian, persian
    iraq: iraqi
    egypt: egyptian
    morocco: moroccan
    south africa: south african
    nigeria: nigerian
    kenya: kenyan
    ethiopia: ethiopian
    ghana: ghanaian
"""
_COUNTRY = {
    name: country
    for line in _LINES.strip().splitlines()
    for country, _, adjectives in [line.strip().partition(": ")]
    for name in [country, *adjectives.split(", ")]
}
_NAMED = lazily(
    r"(?<![\w.])(?:"
    + "|".join(re.escape(n) for n in sorted(_COUNTRY, key=len, reverse=True))
    + r")(?!\w)"
)


def countries(text: str) -> list[str]:
    """The countries that a text names or speaks of by their adjective, each once."""
    plain = fold(text).replace("u.s.", "u.s").replace("u.k.", "u.k")
    # "us" is a pronoun far more often than a country.
    found = (match[0] for match in _NAMED.finditer(plain) if match[0] != "us" or " US" in text)
    return list(dict.fromkeys(_COUNTRY[name] for name in found))
