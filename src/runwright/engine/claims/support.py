"""Whether a claim is supported by what it cites: its figures, days, names, quotations and words.

The check is literal on purpose. A claim is believed when every figure and day in it stands in
the material, every name in it is written there, every quotation is there word for word, and most
of its other words are. It errs by dropping: the engine's own words are always at hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from runwright.engine.days import MONTHS, WEEKDAYS
from runwright.engine.numbers import NUMBER_WORDS, read_figures, read_words
from runwright.engine.patterns import lazily

_MONTH = "|".join(f"{name}|{name[:3]}" for name in MONTHS)
_ISO = lazily(r"\b(\d{4})-(\d{2})-(\d{2})(?!\d)")
_DAY_MONTH = lazily(
    rf"\b(\d{{1,2}})(?:st|nd|rd|th)? (?:of )?({_MONTH})\b\.?(?:,? (\d{{4}})\b)?", re.I
)
_MONTH_DAY = lazily(rf"\b({_MONTH})\.? (\d{{1,2}})(?:st|nd|rd|th)?\b(?!:)(?:,? (\d{{4}})\b)?", re.I)
_CLOCK = lazily(
    r"(?<![\d:.,])(\d{1,2})(?::(\d{2})(?::\d{2})?(?:\s*([ap])\.?m\b\.?)?|\s*([ap])\.?m\b\.?)", re.I
)
_FIGURE = lazily(r"(?<![\w.,])[-+\u2212]?\d[\d,]*(?:\.\d+)?(?!\d)|(?<=[^\W\d])\d+(?:\.\d+)?")
_QUOTED = lazily(r"“([^”]+)”|\"([^\"]+)\"|«([^»]+)»|‘([^’]{4,})’")
_WORD = lazily(r"[^\W\d_]+(?:['\u2019-][^\W\d_]+)*")
_SENTENCE_END = lazily(r"(?:^|[.!?:;]\s|[“\"«(]\s*)$")

_CALENDAR = frozenset(name.lower() for name in (*MONTHS, *WEEKDAYS))
_LITTLE_TEXT = """
    a about according after again all also although am among an and any are as at be because been
    before being between both but by can could currently did do does during each either for from
    had has have he her here hers him his how however i if in include included includes including
    into is it its itself may me might more most my neither no nor not of on one only or other our
    over per said same say says shall she should since so some stated states such than that the
    their them then there therefore these they this those through thus to too total two under until
    up upon us was we were what when where which while who whom whose why will with within without
    would you your calendar document documents file files finance record records
    nothing found find anything
"""
_LITTLE = frozenset(_LITTLE_TEXT.split())
_ENDINGS = ("ations", "ation", "ings", "ing", "ies", "ied", "ed", "es", "s", "ly", "y", "e")
_LEAST_SHARED = Decimal("0.6")
"""The share of a claim's telling words that its material must have."""


_Day = tuple[int | None, int, int]
"""Year, month, day of the month."""


class Facts(NamedTuple):
    """What a text says, in the forms in which a claim is compared with it."""

    flat: str
    days: frozenset[_Day]
    clocks: frozenset[tuple[int, int]]
    figures: frozenset[Decimal]
    words: frozenset[str]
    stems: frozenset[str]


def facts(text: str) -> Facts:
    """Read a text once, for any number of claims."""
    return Facts(
        _flat(text),
        frozenset(_days(text)),
        frozenset(_clocks(text)),
        frozenset(_figures(text)),
        frozenset(map(_bare, _WORD.findall(text))),
        frozenset(_stems(text)),
    )


def is_supported(claim: str, material: Sequence[Facts]) -> bool:
    """Whether the material says everything exact in the claim, and most of the rest."""
    figures = frozenset[Decimal]().union(*(each.figures for each in material))
    clocks = frozenset[tuple[int, int]]().union(*(each.clocks for each in material))
    words = frozenset[str]().union(*(each.words for each in material))
    return (
        _figures(claim) <= figures
        and _clocks(claim) <= clocks
        and _days_are_there(claim, [day for each in material for day in each.days])
        and all(name in words for name in _names(claim))
        and all(any(quoted in each.flat for each in material) for quoted in _quotations(claim))
        and _words_are_there(claim, [each.stems for each in material])
    )


# Quotations ------------------------------------------------------------------------------------


def _quotations(text: str) -> set[str]:
    quoted = (next(filter(None, match.groups())) for match in _QUOTED.finditer(text))
    return {_flat(words).rstrip(".,") for words in quoted}


def _flat(text: str) -> str:
    return " ".join(text.replace("\u2019", "'").split()).casefold()


# Days and times --------------------------------------------------------------------------------


def _days(text: str) -> set[_Day]:
    """Every day in the text, however it is written; the year is None when there is none."""
    found: set[_Day] = {(int(m[1]), int(m[2]), int(m[3])) for m in _ISO.finditer(text)}
    written = [(m[3], m[2], m[1]) for m in _DAY_MONTH.finditer(text)]
    written += [(m[3], m[1], m[2]) for m in _MONTH_DAY.finditer(text)]
    for year, month, day in written:
        found.add((int(year) if year else None, _month_number(month), int(day)))
    return {day for day in found if _exists(day)}


def _month_number(name: str) -> int:
    return next(n for n, month in enumerate(MONTHS, 1) if month.lower()[:3] == name.lower()[:3])


def _exists(day: _Day) -> bool:
    try:
        date(day[0] or 2000, day[1], day[2])
    except ValueError:
        return False
    return True


def _days_are_there(claim: str, there: Sequence[_Day]) -> bool:
    """A day without a year is there if some year's is; one with a year must be there with it."""
    without_year = {day[1:] for day in there}
    return all(day in there if day[0] else day[1:] in without_year for day in _days(claim))


def _clocks(text: str) -> set[tuple[int, int]]:
    """Times of day as hours and minutes of 24."""
    found = set()
    for match in _CLOCK.finditer(text):
        hour, half = int(match[1]), (match[3] or match[4] or "").lower()
        if half:
            hour = hour % 12 + (12 if half == "p" else 0)
        found.add((hour, int(match[2] or 0)))
    return found


# Figures ---------------------------------------------------------------------------------------


def _figures(text: str) -> set[Decimal]:
    """Every number that is no part of a day or a time, without its sign: in figures or words."""
    for pattern in (_ISO, _DAY_MONTH, _MONTH_DAY, _CLOCK):
        text = pattern.sub(_year_only, text)
    found = {abs(value) for m in _FIGURE.finditer(text) if (value := _figure(m[0])) is not None}
    return found | set(_numbers_in_words(text))


def _year_only(match: re.Match[str]) -> str:
    """What is left of a day when it is taken out: its year, which may stand alone elsewhere."""
    year = next((part for part in match.groups() if part and len(part) == 4 and part.isdigit()), "")
    return f" {year} "


def _figure(text: str) -> Decimal | None:
    return read_figures(text.rstrip(","))


def _numbers_in_words(text: str) -> Iterator[Decimal]:
    run: list[str] = []
    for word in (*_WORD.findall(text.lower()), ""):
        pieces = word.split("-")
        if all(piece in NUMBER_WORDS for piece in pieces) and word != "point":
            run.extend(pieces)
            continue
        # "One" is more often a pronoun than a number.
        if run and run != ["one"] and (value := read_words(run)) is not None:
            yield value
        run = []


# Names and words -------------------------------------------------------------------------------


def _names(text: str) -> Iterator[str]:
    """Words that are written large without beginning a sentence."""
    for match in _WORD.finditer(text):
        word = match[0]
        begins = _SENTENCE_END.search(text, max(0, match.start() - 4), match.start())
        shouted = word.isupper() and len(word) > 1
        if word[0].isupper() and (shouted or not begins):
            bare = _bare(word)
            if bare not in _CALENDAR and bare not in _LITTLE:
                yield bare


def _bare(word: str) -> str:
    return word.replace("\u2019", "'").casefold().removesuffix("'s")


def _words_are_there(claim: str, said: Sequence[frozenset[str]]) -> bool:
    wanted = _stems(claim)
    shared = wanted & frozenset[str]().union(*said)
    return not wanted or Decimal(len(shared)) >= _LEAST_SHARED * len(wanted)


def _stems(text: str) -> set[str]:
    """The words that carry meaning, without their endings."""
    bare = (_bare(word) for word in _WORD.findall(text))
    return {_stem(word) for word in bare if word not in _LITTLE and word not in NUMBER_WORDS}


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word
