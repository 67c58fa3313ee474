"""Figures, days and names in a model's own words that stand in no result and no record."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any, NamedTuple

from runwright.minds.language import forms, licence, vocabulary
from runwright.minds.language.evidence import Evidence, scalars
from runwright.minds.language.parts import Language
from runwright.minds.language.template import Filled, masked
from runwright.minds.language.wording import REFERENCE
from runwright.text import numbers, periods
from runwright.text.calendar_words import MONTHS, WEEKDAYS
from runwright.text.calendars import Viewpoint
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set

_NUMBER = re.compile(r"(?<![\w.,:])\d+(?:[.,:]\d+)*%?(?!\w)")
# Two words in capitals side by side, or one that is not the first of its sentence: a name, in
# English. German writes every noun so: only the first form counts there.
_CAPITAL = r"[A-ZÀ-ÖØ-ÞŁŚŠŽ]"
_NAME = re.compile(
    # A full stop joins only behind an initial or a title: elsewhere a sentence ends there.
    rf"(?<!\w){_CAPITAL}[^\W\d_]*"
    rf"(?:(?:[ &-]+|(?<=\b\w)\. ?|(?<=\b[DM]r)\. )(?={_CAPITAL})[^\W\d_]+)*"
)
_TITLES = word_set("herr frau dr prof")
_GREETINGS = word_set("""
    ms mr mrs dr sir madam dear herr frau hallo liebe lieber sehr geehrte geehrter damen herren
    hello hi best kind regards sincerely yours thanks danke mit freundlichen grussen grusse
    """)


class Known(NamedTuple):
    """All that stands in the results and records."""

    figures: frozenset[Decimal]
    days: frozenset[date]
    times: frozenset[str]
    text: str
    """The folded words of each text on a line of its own, each word between spaces."""


def gather(evidence: Evidence) -> Known:
    """What stands in the results and records of a run."""
    values: list[Any] = []
    texts: list[str] = []
    for outcome in evidence.results.values():
        values += [value for _, value in scalars(outcome.result, 6)]
        values += [value for _, value in scalars(outcome.arguments, 3)]
    for record in evidence.records.values():
        texts += [record.title, record.text]
        values += [value for _, value in scalars(record.facts, 6)]
    texts += [value for value in values if isinstance(value, str)]
    texts = list(dict.fromkeys(texts))
    moments = [m for value in values if (m := forms.moment_of(value, evidence.zone)) is not None]
    figures = {abs(n) for value in values if (n := forms.number_of(value)) is not None}
    figures |= {v for text in texts for f in _NUMBER.findall(text) for v in _values(f)}
    return Known(
        frozenset(figures),
        frozenset(date(m.year, m.month, m.day) for m in moments) | _days_in(texts, evidence),
        frozenset(f"{m:%H:%M}" for m in moments if isinstance(m, datetime))
        | {found for text in texts for found in re.findall(r"\d?\d:\d\d", text)},
        "\n".join(f" {' '.join(split_words(fold(text)))} " for text in texts),
    )


def is_known(name: str, known: Known) -> bool:
    """Whether the words of a name stand side by side in one result or record."""
    words = split_words(fold(name))
    return bool(words) and f" {' '.join(words)} " in known.text


def _days_in(texts: list[str], evidence: Evidence) -> frozenset[date]:
    viewpoint = Viewpoint(evidence.today)
    dated = (text[:2_000] for text in texts if any(sign.isdigit() for sign in text))
    found = (each for text in dated for each in periods.find(text, viewpoint))
    edges = ((p.start, p.end) for each in found for p in each.readings if p.start and p.end)
    return frozenset(day for start, end in edges for day in (start, end - timedelta(days=1)))


def _values(figure: str) -> tuple[Decimal, ...]:
    # A time such as 11:30 is no number.
    return () if ":" in figure else numbers.figure_values(figure.rstrip("%"))


def unchecked(
    filled: Filled, known: Known, evidence: Evidence, language: Language
) -> tuple[str, ...]:
    """What of a text nobody has checked, in its order, each once."""
    text = masked(filled, 0, len(filled.text))
    text = REFERENCE.sub(lambda found: " " * len(found[0]), text)
    found: list[tuple[int, str]] = []
    for day in periods.find(text, Viewpoint(evidence.today)):
        if any(each.days == 1 for each in day.readings):
            if not any(each.start in known.days for each in day.readings):
                found.append((day.start, text[day.start : day.end].strip()))
            text = f"{text[: day.start]}{' ' * (day.end - day.start)}{text[day.end :]}"
    for figure in _NUMBER.finditer(text):
        if not (set(_values(figure[0])) & known.figures or figure[0] in known.times):
            found.append((figure.start(), figure[0]))
    found += _names(text, known, language)
    return tuple(dict.fromkeys(each for _, each in sorted(found)))


def _names(text: str, known: Known, language: Language) -> Iterator[tuple[int, str]]:
    for found in _NAME.finditer(text):
        words = list(split_words(fold(found[0])))
        telling = [word for word in words if not _is_common(word)]
        if is_known(" ".join(telling), known):
            continue
        before = text[: found.start()].rstrip()
        new_line = "\n" in text[len(before) : found.start()]
        opens = new_line or not before or before[-1] in '.!?:#*-•|“"'
        if language == "de":
            is_name = len(telling) > 1 or (bool(telling) and words[0] in _TITLES)
        else:
            is_name = bool(telling) and (len(words) > 1 or not opens)
        if is_name:
            yield found.start(), found[0]


def _is_common(word: str) -> bool:
    listed = word in vocabulary.FUNCTION or word in licence.NOUNS or word in _GREETINGS
    return listed or word in MONTHS or word in WEEKDAYS or len(word) == 1


def has_figure(text: str) -> bool:
    """Whether a text has a figure that is no list numeral or section number."""
    return _NUMBER.search(REFERENCE.sub("", text)) is not None
