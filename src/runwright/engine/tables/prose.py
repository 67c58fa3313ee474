"""What the sentences around a table say in figures: one, several, or two that are compared."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import NamedTuple

from runwright.engine.patterns import lazily
from runwright.engine.tables.asking import Asked
from runwright.engine.tables.figures import Answer, said
from runwright.engine.tables.quantities import Figure, dated, figures
from runwright.engine.tables.sentences import Ranked, Shelf
from runwright.engine.tables.units import FACTORS, Unit, in_ones
from runwright.engine.tables.words import term_of, terms
from runwright.engine.tables.years import named_years, stretch

_TOKEN = lazily(r"\d+(?:[.,]\d+)*(?!\w)|[^\W_]+(?:['’][^\W_]+)*")
_PERCENT = lazily(r"percent|per cent|%|\brates?\b|\byield\b|\bmargin\b", re.I)
_MOVED = lazily(
    r"\b(?:increas|decreas|declin|grew|grown|rose|rise|fell|drop|reduc|chang|improv)\w*"
    r"\s(?:(?:by|of|was|approximately|an?|additional)\s)*$",
    re.I,
)
_MOVES = lazily(r"\b(?:increas|decreas|declin|grow|rise|fall|drop|reduc|chang)", re.I)
_LASTING = lazily(r"\bhow long|over what|over which|how many (?:years|months|days)", re.I)
_MUCH = lazily(r"(?:by )?how much", re.I)
_MOST_TRIED = 6
_LONGEST_QUOTE = 600


class Quoted(NamedTuple):
    """A figure with the sentence that has it."""

    figure: Figure
    ranked: Ranked
    near: float


def figure(asked: Asked, shelf: Shelf) -> Answer | None:
    """The figure of the best sentence that has one of the kind that is asked for."""
    phrase = asked.subjects[0] if asked.operation == "value" else asked.text
    if len(asked.years) > 1:
        years = asked.years if not asked.ranged else stretch(asked.years)
        several = _each_year(asked, shelf, phrase, years)
        return _said(several, "; ".join(one.figure.text for one in several)) if several else None
    year = asked.years[0] if asked.years else None
    best = _best(asked, shelf, phrase, year)
    return _said([best], best.figure.text) if best is not None else None


def reckoned(asked: Asked, shelf: Shelf) -> Answer | None:
    """A change, a share, a sum or an average of figures that the sentences give for each year."""
    reckon = _RECKON.get(asked.operation)
    if reckon is None:
        return None
    found = _operands(asked, shelf)
    if len(found) < 2:
        return None
    values = [_in_ones(one.figure) for one in found]
    result = reckon(values)
    if result is None:
        return None
    unit = found[-1].figure.unit
    number, shown_unit = result if isinstance(result, tuple) else (result, unit)
    if shown_unit.scale:
        number = number.scaleb(-FACTORS[shown_unit.scale])
    text = said(number, shown_unit, 2)
    sentence = f"{text}: {_quotes(found)}"
    covered = min(one.ranked.covered for one in found)
    return Answer(text, sentence, covered, _items(found))


def moved(asked: Asked, shelf: Shelf) -> Answer | None:
    """A change that a sentence prints for the two years: "in 2016 decreased $13 million"."""
    if asked.operation not in ("change", "growth") or len(asked.years) < 2:
        return None
    wanted = asked._replace(years=asked.years[:1])
    for ranked in shelf.ranked(asked.subjects[0], asked.years)[:_MOST_TRIED]:
        text = ranked.sentence.text
        if not ranked.sentence.years.issuperset(asked.years):
            continue
        found = [one for one in figures(text) if _of_kind(wanted, one)]
        found = [one for one in found if _MOVED.search(text[max(0, one.start - 40) : one.start])]
        if found:
            best = _nearest(shelf, asked.subjects[0], ranked, found)
            return _said([best], best.figure.text)
    return None


def _operands(asked: Asked, shelf: Shelf) -> list[Quoted]:
    if asked.operation in ("ratio", "share"):
        part, whole = map(named_years, asked.subjects)
        whole_words = whole.rest if len(terms(whole.rest)) > 1 else part.rest
        pairs = ((part.rest, part.years or asked.years), (whole_words, whole.years or asked.years))
        found = [_best(asked, shelf, words, years[0] if years else None) for words, years in pairs]
        kept = [one for one in found if one is not None]
        return kept if len({(q.figure.start, q.ranked.sentence.text) for q in kept}) == 2 else []
    if len(asked.years) < 2:
        return []
    years = tuple(sorted(asked.years))
    if asked.operation in ("sum", "average") and asked.ranged:
        years = stretch(years)
    return _each_year(asked, shelf, asked.subjects[0], years)


def _each_year(asked: Asked, shelf: Shelf, phrase: str, years: Sequence[int]) -> list[Quoted]:
    """A figure for each year, from one sentence if one has them all; else none or each its own."""
    for ranked in shelf.ranked(phrase, years)[:_MOST_TRIED]:
        picked = [_of_year(asked, shelf, phrase, ranked, year) for year in years]
        kept = [one for one in picked if one is not None]
        if len(kept) == len(years):
            return kept
    apart = [_best(asked, shelf, phrase, year, strictly=True) for year in years]
    kept = [one for one in apart if one is not None]
    return kept if len(kept) == len(years) else []


def _best(
    asked: Asked, shelf: Shelf, phrase: str, year: int | None, strictly: bool = False
) -> Quoted | None:
    years = () if year is None else (year,)
    for ranked in shelf.ranked(phrase, years)[:_MOST_TRIED]:
        if year is not None and (one := _of_year(asked, shelf, phrase, ranked, year)):
            return one
        known = ranked.sentence.years
        if strictly or (year is not None and known and year not in known):
            continue
        found = [one for one in figures(ranked.sentence.text) if _of_kind(asked, one)]
        if found:
            return _nearest(shelf, phrase, ranked, found)
    return None


def _of_year(asked: Asked, shelf: Shelf, phrase: str, ranked: Ranked, year: int) -> Quoted | None:
    if ranked.sentence.years.isdisjoint({year, year - 1}):
        return None
    text = ranked.sentence.text
    kind = [one for one in figures(text) if _of_kind(asked, one)]
    moved = [one for one in kind if _MOVED.search(text[max(0, one.start - 40) : one.start])]
    now = year in ranked.sentence.years
    if now and moved and asked.operation == "change" and len(asked.years) < 2:
        return _nearest(shelf, phrase, ranked, moved)
    found = dated(text, kind).get(year, [])
    return _nearest(shelf, phrase, ranked, found) if found else None


def _nearest(shelf: Shelf, phrase: str, ranked: Ranked, found: Sequence[Figure]) -> Quoted:
    """The figure that the words of the phrase stand closest to."""
    wanted, text = terms(phrase), ranked.sentence.text
    places = [
        (token.start(), token.end(), shelf.weight(term))
        for token in _TOKEN.finditer(text)
        if (term := term_of(token[0].lower())) in wanted
    ]

    def near(one: Figure) -> float:
        return sum(w / (12 + _apart(one, start, end)) for start, end, w in places)

    moved = [one for one in found if _MOVED.search(text[max(0, one.start - 40) : one.start])]
    best = max(moved if moved and _MOVES.search(phrase) else found, key=near)
    return Quoted(best, ranked, near(best))


def _apart(one: Figure, start: int, end: int) -> int:
    return start - one.end if start >= one.end else max(0, one.start - end)


def _of_kind(asked: Asked, one: Figure) -> bool:
    if asked.operation in ("share", "growth"):
        return one.unit.percent or len(asked.years) > 1
    if asked.operation == "value" and _PERCENT.search(asked.text):
        return one.unit.percent
    if one.unit.percent:
        return asked.operation == "change" and bool(_PERCENT.search(asked.text))
    if _MUCH.match(asked.text):
        return not one.counted
    if _LASTING.search(asked.text):
        return bool(one.counted)
    return True


def _in_ones(one: Figure) -> Decimal:
    return in_ones(one.number, one.unit.scale)


def _change(values: Sequence[Decimal]) -> Decimal:
    return values[-1] - values[0]


def _growth(values: Sequence[Decimal]) -> tuple[Decimal, Unit] | None:
    if not values[0]:
        return None
    return (values[-1] - values[0]) / values[0] * 100, Unit(percent=True)


def _ratio(values: Sequence[Decimal]) -> tuple[Decimal, Unit] | None:
    return (values[0] / values[1], Unit()) if values[1] else None


def _share(values: Sequence[Decimal]) -> tuple[Decimal, Unit] | None:
    return (values[0] / values[1] * 100, Unit(percent=True)) if values[1] else None


def _sum(values: Sequence[Decimal]) -> Decimal:
    return sum(values, Decimal(0))


def _mean(values: Sequence[Decimal]) -> Decimal:
    return sum(values, Decimal(0)) / len(values)


_RECKON: dict[str, Callable[[Sequence[Decimal]], Decimal | tuple[Decimal, Unit] | None]] = {
    "change": _change,
    "growth": _growth,
    "ratio": _ratio,
    "share": _share,
    "sum": _sum,
    "average": _mean,
}


def _said(found: Sequence[Quoted], value: str) -> Answer:
    covered = min(one.ranked.covered for one in found)
    return Answer(value, f"{value}: {_quotes(found)}", covered, _items(found))


def _items(found: Sequence[Quoted]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one.ranked.sentence.item for one in found))


def _quotes(found: Sequence[Quoted]) -> str:
    texts = dict.fromkeys(one.ranked.sentence.text for one in found)
    return f"your files say {' and '.join(map(quoted, texts))}."


def quoted(text: str) -> str:
    """The sentence in quotation marks, cut when it is very long."""
    text = " ".join(text.split())
    if len(text) > _LONGEST_QUOTE:
        text = text[: _LONGEST_QUOTE - 1].rstrip() + "…"
    return f"“{text.rstrip('.')}”"
