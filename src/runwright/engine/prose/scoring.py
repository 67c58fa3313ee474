"""How well a sentence answers a question: the words they share, where they stand, what is new.

The measure is a weighted sum of a few features, each from 0 to about 1. `Scored.score` is all
that the rest looks at, so another measure can take the place of `score_all`.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from itertools import pairwise
from typing import NamedTuple

from runwright.engine.patterns import lazily
from runwright.engine.prose import times
from runwright.engine.prose.question import Question
from runwright.engine.prose.sentences import Sentence
from runwright.engine.prose.spans import Span, candidates
from runwright.engine.prose.words import stems, words
from runwright.engine.types import Item

LOOKED_AT = 40
"""So many sentences, the best by their words, are looked at closely."""
_LONGEST_LABEL = 40
_OF_ANOTHER_TIME = -0.4
_HOLDS = 0.2
_FROM = lazily(r"\W*(?:from|since|as of|starting|effective)\s", re.I)
_PAST = lazily(r"\b(?:was|were|did|had|used to|before|until|originally|first|ago)\b", re.I)
Meaning = Callable[[Sequence[str]], Sequence[float]]
"""How near each text is in meaning to the question."""

WEIGHTS: Mapping[str, float] = {
    "shared": 5.0,
    "around": 2.3,
    "pairs": 1.2,
    "passage": 3.0,
    "typed": 1.8,
    "focus": 0.8,
    "labelled": 2.5,
    "dated": 3.0,
    "meaning": 5.0,
}


class Scored(NamedTuple):
    """A sentence, and what speaks for it."""

    sentence: Sentence
    score: float
    spans: tuple[Span, ...]
    """What in it can be the answer, the likeliest first."""
    covered: float
    """How much of the question it says itself, from 0 to 1."""


class _Setting(NamedTuple):
    """What is the same for every sentence."""

    question: Question
    weight: Mapping[str, float]
    """How telling each stem of the question is, all together 1."""
    items: Sequence[Item]
    titles: Sequence[frozenset[str]]
    by_place: Mapping[tuple[int, int], Sentence]
    best: float
    when: times.Stretch | None
    """The time that the question asks about."""
    matters: tuple[bool, ...]
    """Of each item, whether it says more of the question than its time."""
    now: int | None
    """The month in which it is asked, if it asks how much something is."""


def score_all(
    question: Question,
    items: Sequence[Item],
    sentences: Sequence[Sentence],
    meaning: Meaning | None = None,
    today: date | None = None,
) -> list[Scored]:
    """The sentences that fit best, best first; equals in reading order."""
    setting = _setting(question, items, sentences, today)
    likely = sorted(sentences, key=lambda each: -_quick(each, setting))[:LOOKED_AT]
    near = meaning([_in_context(each, setting) for each in likely]) if meaning else None
    found = []
    for at, each in enumerate(likely):
        spans = ranked(each, question, setting.weight)
        features = _features(each, setting, spans)
        features["meaning"] = near[at] if near else 0.0
        total = sum(WEIGHTS[name] * value for name, value in features.items())
        found.append(Scored(each, total, spans, features["shared"]))
    return sorted(found, key=lambda scored: (-scored.score, scored.sentence.item))


def _setting(
    question: Question, items: Sequence[Item], sentences: Sequence[Sentence], today: date | None
) -> _Setting:
    present = question.kind in ("amount", "count") and not _PAST.search(question.text)
    return _Setting(
        question,
        weights(question, sentences),
        items,
        [frozenset(stems(item.title)) for item in items],
        {(each.item, each.place): each for each in sentences},
        max((item.score for item in items), default=0.0) or 1.0,
        times.asked(question.text) if question.kind != "time" else None,
        _matters(question, items, sentences),
        today.year * 12 + today.month - 1 if today and present else None,
    )


def weights(question: Question, sentences: Sequence[Sentence]) -> dict[str, float]:
    """How telling each stem of the question is among what was read; together they are 1."""
    wanted = frozenset(question.stems)
    counts = Counter(stem for each in sentences for stem in wanted & each.stems)
    raw = {
        stem: math.log(1 + (len(sentences) + 1) / (counts[stem] + 0.5)) for stem in question.stems
    }
    total = sum(raw.values()) or 1.0
    return {stem: value / total for stem, value in raw.items()}


def _quick(sentence: Sentence, setting: _Setting) -> float:
    """The words it shares, and half as much for those of its title."""
    weight, title = setting.weight, setting.titles[sentence.item]
    own = sum(value for stem, value in weight.items() if stem in sentence.stems)
    led = sum(value for stem, value in weight.items() if stem in title)
    return own + 0.4 * led + 0.3 * setting.items[sentence.item].score / setting.best


def _features(sentence: Sentence, setting: _Setting, spans: Sequence[Span]) -> dict[str, float]:
    question, weight = setting.question, setting.weight
    matters = setting.matters[sentence.item]
    dated = times.best_fit(setting.when, sentence.text) if setting.when and matters else 0.0
    # Of another time, even a word of the time that is asked about says nothing.
    other = setting.when and not dated and any(True for _ in times.stretches(sentence.text))
    timed = {s: v for s, v in weight.items() if not times.is_time_word(s)} if other else weight
    shared = _shared(timed, sentence) if matters else 0.0
    before = setting.by_place.get((sentence.item, sentence.place - 1))
    near = before.stems if before else frozenset()
    title = setting.titles[sentence.item]
    around = sum(
        v for s, v in weight.items() if s not in sentence.stems and (s in near or s in title)
    )
    told = stems(sentence.text)
    pairs = question.pairs & set(pairwise(told))
    best = spans[0] if spans else None
    return {
        "shared": shared,
        "around": around,
        "pairs": len(pairs) / (len(question.pairs) or 1),
        "passage": setting.items[sentence.item].score / setting.best,
        "typed": best.fit if best else 0.0,
        "focus": float(question.focus in sentence.stems),
        "labelled": float(_is_label(sentence.text, weight)),
        "dated": _OF_ANOTHER_TIME if other else dated or _in_force(sentence.text, setting),
    }


def _matters(
    question: Question, items: Sequence[Item], sentences: Sequence[Sentence]
) -> tuple[bool, ...]:
    """Of each item, whether it says more of the question than its time."""
    if times.asked(question.text) is None:
        return (True,) * len(items)
    matter = frozenset(stem for stem in question.stems if not times.is_time_word(stem))
    told = [set(stems(item.title)) for item in items]
    for each in sentences:
        told[each.item] |= each.stems
    return tuple(not matter or not matter.isdisjoint(own) for own in told)


def _in_force(text: str, setting: _Setting) -> float:
    """What holds from some day on holds now, or not yet, where nothing says which time is meant."""
    if setting.when or setting.now is None or (begins := _beginning(text)) is None:
        return 0.0
    return _HOLDS if begins <= setting.now else _OF_ANOTHER_TIME


def holds_since(text: str, today: date) -> bool:
    """Whether a sentence says from when on something is so, and that is over: `From March 2026 the
    fee is 95.00`."""
    begins = _beginning(text)
    return begins is not None and begins <= today.year * 12 + today.month - 1


def _beginning(text: str) -> int | None:
    """The month from which on a sentence holds, if it begins with that."""
    first = next(times.stretches(text), None) if _FROM.match(text) else None
    return first.start if first is not None and first.lead == "since" else None


def _is_label(text: str, weight: Mapping[str, float]) -> bool:
    """Whether it says "Customer number: 20931", and the question asks for just that."""
    label, colon, value = text.partition(": ")
    if not colon or not value.strip() or len(label) > _LONGEST_LABEL:
        return False
    named = stems(label)
    return bool(named) and all(stem.isalpha() and stem in weight for stem in named)


def _shared(weight: Mapping[str, float], sentence: Sentence) -> float:
    """How much of the question the sentence says; a word of the same beginning says it half."""
    total = 0.0
    for stem, value in weight.items():
        if stem in sentence.stems:
            total += value
        elif len(stem) >= 5 and any(other.startswith(stem[:5]) for other in sentence.stems):
            total += value / 2
    return total


def _in_context(sentence: Sentence, setting: _Setting) -> str:
    title = setting.items[sentence.item].title
    return f"{title}: {sentence.text}" if title else sentence.text


def ranked(sentence: Sentence, question: Question, weight: Mapping[str, float]) -> tuple[Span, ...]:
    """What can be the answer, the likeliest first: of the right kind, near what is asked about."""
    spans = candidates(sentence.text, question)
    if not spans:
        return ()
    found = words(sentence.text)
    places = [(word.start, word.end, weight[word.stem]) for word in found if word.stem in weight]
    order = sorted(spans, key=lambda span: (-span.fit - 0.6 * _nearness(span, places), span.start))
    return tuple(order)


def _nearness(span: Span, places: Sequence[tuple[int, int, float]]) -> float:
    """How much of the question stands close to it."""
    total = 0.0
    for start, end, value in places:
        gap = max(span.start - end, start - span.end, 0)
        total += value / (1 + gap / 20)
    return total
