"""Where something was bought: towns as banks write them, and countries by their codes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from runwright.minds.embedded import names
from runwright.minds.embedded.finance.book import Book
from runwright.minds.embedded.finance.category import words_of
from runwright.text.folding import fold
from runwright.text.words import split_words

_COUNTRIES = """
    AT AUT: austria, oesterreich, osterreich
    AU AUS: australia, australien
    BE BEL: belgium, belgien
    BG BGR: bulgaria, bulgarien
    CA CAN: canada, kanada
    CH CHE: switzerland, schweiz
    CY CYP: cyprus, zypern
    CZ CZE: czechia, czech republic, tschechien
    DE DEU: germany, deutschland
    DK DNK: denmark, daenemark, danemark
    EE EST: estonia, estland
    ES ESP: spain, spanien
    FI FIN: finland, finnland
    FR FRA: france, frankreich
    GB GBR UK: uk, united kingdom, britain, great britain, england, scotland, wales
    GR GRC: greece, griechenland
    HR HRV: croatia, kroatien
    HU HUN: hungary, ungarn
    IE IRL: ireland, irland
    IS ISL: iceland, island
    IT ITA: italy, italien
    JP JPN: japan
    LT LTU: lithuania, litauen
    LU LUX: luxembourg, luxemburg
    LV LVA: latvia, lettland
    MA MAR: morocco, marokko
    MT MLT: malta
    MX MEX: mexico, mexiko
    NL NLD: netherlands, holland, niederlande
    NO NOR: norway, norwegen
    NZ NZL: new zealand, neuseeland
    PL POL: poland, polen
    PT PRT: portugal
    RO ROU: romania, rumaenien, rumanien
    SE SWE: sweden, schweden
    SI SVN: slovenia, slowenien
    SK SVK: slovakia, slowakei
    TH THA: thailand
    TR TUR: turkey, tuerkei, turkei
    US USA: usa, us, united states, america, states
"""
"""Codes as card terminals write them, and what people call the countries."""
_TOWNS = """
    antwerp, antwerpen, anvers | athens, athen | brussels, bruxelles, brussel, bruessel
    cologne, koeln, koln | copenhagen, kobenhavn, kopenhagen | florence, firenze, florenz
    geneva, geneve, genf | genoa, genova, genua | ghent, gent | hanover, hannover
    lisbon, lisboa, lissabon | lucerne, luzern | milan, milano, mailand | munich, muenchen, munchen
    naples, napoli, neapel | nice, nizza | nuremberg, nuernberg, nurnberg | prague, praha, prag
    rome, roma, rom | seville, sevilla | the hague, den haag | turin, torino
    venice, venezia, venedig | vienna, wien | warsaw, warszawa, warschau | zurich, zuerich
"""
"""What a town is called at home and abroad."""


def is_country(words: str) -> bool:
    """Whether words name a country."""
    return bool(_codes(words))


def terms_of(words: str, book: Book) -> tuple[str, ...]:
    """What bookings of a place are known by; nothing if no line has it."""
    codes = _codes(words)
    spoken = names.words_of(words)
    calls = [spoken, *_towns().get(" ".join(spoken), ())]
    found = [" ".join(call) for call in calls if call and _stands(call, book)]
    return (*(code for code in codes if code in book.countries), *found)


def _stands(call: tuple[str, ...], book: Book) -> bool:
    wanted = set(call)
    texts = (*book.lines, *map(words_of, book.names))
    return wanted <= book.words and any(wanted <= text for text in texts)


def _codes(words: str) -> tuple[str, ...]:
    return _countries().get(" ".join(names.words_of(words)), ())


@cache
def _countries() -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for line in _COUNTRIES.strip().splitlines():
        codes, _, called = line.partition(":")
        found |= {name.strip(): tuple(codes.split()) for name in called.split(",")}
    return found


@cache
def _towns() -> Mapping[str, tuple[tuple[str, ...], ...]]:
    towns = [town for line in _TOWNS.strip().splitlines() for town in line.split("|")]
    found: dict[str, tuple[tuple[str, ...], ...]] = {}
    for town in towns:
        calls = [tuple(split_words(fold(call))) for call in town.split(",")]
        for call in calls:
            found[" ".join(call)] = tuple(other for other in calls if other != call)
    return found
