"""Number words of English and German, and what they stand for."""

from __future__ import annotations

from runwright.text.words import word_list

_SMALL = word_list("""
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
    sixteen seventeen eighteen nineteen
    """)
_TENS = word_list("twenty thirty forty fifty sixty seventy eighty ninety")
_KLEIN = word_list("""
    null ein zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn
    sechzehn siebzehn achtzehn neunzehn
    """)
_ZEHNER = word_list("zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig")

UNITS = {word: value for value, word in enumerate(_SMALL)}
TENS = {word: 10 * value for value, word in enumerate(_TENS, start=2)} | {"fourty": 40}
GERMAN = {word: value for value, word in enumerate(_KLEIN) if value != 1} | {"zwo": 2, "eins": 1}
GERMAN |= {word: 10 * value for value, word in enumerate(_ZEHNER, start=2)}
GERMAN |= {
    f"{_KLEIN[one]}und{word}": 10 * ten + one
    for ten, word in enumerate(_ZEHNER, start=2)
    for one in range(1, 10)
}
SCALES = {
    "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12, "lakh": 10**5,
    "crore": 10**7, "tausend": 10**3, "millionen": 10**6, "milliarde": 10**9, "milliarden": 10**9,
    "mio": 10**6, "mrd": 10**9, "tsd": 10**3, "mn": 10**6, "mln": 10**6, "bn": 10**9,
}  # fmt: skip
HUNDREDS = {"hundred": 100, "hundert": 100, "dozen": 12, "dutzend": 12}
GLUED_SCALES = {"k": 10**3}
"""`3k`, but not `3 k`."""
MONEY_SCALES = {"m": 10**6, "b": 10**9}
"""`€2m`: only beside a currency, since metres, minutes and bytes are written so too."""
ARTICLES = frozenset(("a", "an", "ein", "eine", "einen", "einem", "einer"))
DENOMINATORS = {
    "half": 2, "halves": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6,
    "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10, "twentieth": 20, "hundredth": 100,
    "drittel": 3, "viertel": 4, "funftel": 5, "zehntel": 10,
}  # fmt: skip
DENOMINATORS |= {f"{word}s": value for word, value in DENOMINATORS.items() if value > 2}
MIXED = {"eineinhalb": (3, 2), "anderthalb": (3, 2), "zweieinhalb": (5, 2), "dreieinhalb": (7, 2)}
SIGNS = {
    "1⁄2": (1, 2), "1⁄4": (1, 4), "3⁄4": (3, 4), "1⁄3": (1, 3), "2⁄3": (2, 3), "1⁄8": (1, 8),
    "3⁄8": (3, 8), "5⁄8": (5, 8), "7⁄8": (7, 8), "1⁄5": (1, 5), "1⁄6": (1, 6),
}  # fmt: skip
"""`½` and its kin, as folding spells them."""
VAGUE = {"couple": 2, "few": 3, "several": 4, "paar": 3}
"""Counts that nobody means exactly."""

_ORDINALS = word_list("""
    first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth
    fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth
    """)
ORDINALS = {word: value for value, word in enumerate(_ORDINALS, start=1)}
ORDINALS |= {word.removesuffix("y") + "ieth": value for word, value in TENS.items()}
_ERSTE = word_list("erst zweit dritt viert funft sechst siebt acht neunt zehnt elft zwolft")
ORDINALS |= {
    f"{word}{ending}": value
    for value, word in enumerate(_ERSTE, start=1)
    for ending in ("e", "en", "er", "es")
}
