"""Which sentences of a document an overview quotes: its key sentences, its dates, its duties."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import pairwise
from math import log, sqrt

from runwright.minds.embedded.summaries.parts import Sentence
from runwright.records.facts import Document
from runwright.text.calendar_words import MONTHS
from runwright.text.calendars import Period, Viewpoint
from runwright.text.currencies import NAMES, SIGNS
from runwright.text.folding import fold
from runwright.text.stems import stem
from runwright.text.stopwords import PRONOUNS, STOP_WORDS
from runwright.text.words import split_words, word_set
from runwright.text.written_dates import periods_in

_FEWEST, _MOST, _SHARE = 4, 7, 5
"""One sentence in five, within bounds."""
_SHORTEST, _LONGEST = 4, 45
_LEANING = PRONOUNS | word_set("this that these those however also but and so then there such")
"""What leans on the sentence before it."""
_MUST = word_set("must shall please should required obliged")
_MUST_TO = word_set("has have needs need is are agreed agrees undertakes")
_DENIED = word_set("no not nobody nothing never don't doesn't don’t doesn’t aim goal purpose idea")
"""What comes before `has to` or `is to` where nobody is obliged."""
_BOUNDS = word_set("by before until")
_ACTIONS = word_set("action actions todo do task tasks steps duties obligations")


def key_sentences(told: Sequence[Sentence], most: int | None) -> list[Sentence]:
    """The most telling sentences in their order: one of each section before a second of any."""
    whole = [each for each in told if each.is_whole and len(each.text.split()) >= _SHORTEST]
    common = Counter(word for each in whole for word in _stems(each.text))
    scores = [_score(each, common) for each in whole]
    before = (None, *(each.headings for each in whole))
    for number, each in enumerate(whole):
        scores[number] += 0.3 * (before[number] != each.headings) + 0.3 * (number == 0)
    seen: Counter[tuple[str, ...]] = Counter()
    ranks: list[tuple[int, float, int]] = []
    for number in sorted(range(len(whole)), key=lambda number: -scores[number]):
        ranks.append((seen[whole[number].headings], -scores[number], number))
        seen[whole[number].headings] += 1
    count = most or min(_MOST, max(_FEWEST, len(whole) // _SHARE))
    return [whole[number] for number in sorted(number for *_, number in sorted(ranks)[:count])]


def _score(sentence: Sentence, common: Counter[str]) -> float:
    """How telling a sentence is: what it shares with the others, and what it settles."""
    stems, words = _stems(sentence.text), _words(sentence.text)
    score = sum(log(common[word]) for word in stems) / sqrt(len(stems) or 1)
    score /= log(common.total() + 2)
    if any(map(str.isdigit, sentence.text)):
        is_priced = any(map(sentence.text.__contains__, SIGNS)) or not NAMES.keys().isdisjoint(
            words
        )
        score += 0.1 + 0.3 * is_priced + 0.3 * (not MONTHS.keys().isdisjoint(words))
    score += 0.3 * (_duty_at(words) is not None) - 0.5 * sentence.text.endswith("?")
    return score - 0.5 * bool(_LEANING.intersection(words[:1])) - 0.4 * (len(words) > _LONGEST)


def dates_of(
    told: Sequence[Sentence], facts: Document, today: date
) -> list[tuple[Period, Sentence]]:
    """Every day that a sentence or row names, in the order of time; one without a year is near
    the day on which it was said or written."""
    written = date.fromisoformat(facts.date) if facts.date else today
    found = {
        (day.likeliest, each): None
        for each in told
        for day in periods_in(each.text, Viewpoint(each.day or written), is_exact=True)
        if each.text != each.text[day.start : day.end]
    }
    return sorted(found, key=lambda dated: dated[0].start or today)


def duties_of(
    told: Sequence[Sentence], parties: Sequence[str], whose: Sequence[str]
) -> Iterator[tuple[str, Sentence]]:
    """What is to be done and by which party, if it is said; only of the one that is named."""
    for each in told:
        words, lead = _words(each.text), _words(each.label)
        who = next((party for party in parties if words[:1] == _words(party)[:1]), "")
        at = _duty_at(words)
        above = (*lead, *_words(" ".join(each.headings[-1:])))
        is_item = each.is_listed and (_duty_at(lead) is not None or _ACTIONS.intersection(above))
        if at is None and not is_item and not (who and "to" in words[1:4]):
            continue
        doer = _stems(" ".join((who, each.label, *words[: 3 if at is None else at])))
        if each.is_whole and not each.text.endswith("?") and doer.issuperset(map(stem, whose)):
            yield who or each.label, each


def _duty_at(words: Sequence[str]) -> int | None:
    """The place of the word that obliges somebody."""
    for at, (word, after) in enumerate(pairwise((*words, ""))):
        is_duty = word in _MUST or (word in _MUST_TO and after == "to")
        is_promise = word == "will" and not _BOUNDS.isdisjoint(words[at:])
        if is_promise or (is_duty and _DENIED.isdisjoint(words[max(0, at - 2) : at])):
            return at
    return None


def _words(text: str) -> list[str]:
    return [fold(word) for word in split_words(text)]


def _stems(text: str) -> set[str]:
    return {stem(word) for word in _words(text) if word not in STOP_WORDS}
