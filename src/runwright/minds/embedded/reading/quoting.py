"""What is quoted around the words that answer: their sentence, and what it is not understood
without: who "she" is, the entries behind a colon, the day of hours that somebody asks for, and all
of a list for who wants all of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from runwright.text.calendar_words import MONTHS, WEEKDAYS
from runwright.text.folding import fold
from runwright.text.sentences import Span, sentences
from runwright.text.stopwords import QUESTION_WORDS
from runwright.text.words import split_words, word_set

_LONGEST = 60
"""The longest quotation, in words."""
_ALL = word_set("all every each both list")
_WHEN = word_set("when when's whens day date")
_SEVERAL = QUESTION_WORDS | word_set("whats whens wheres whos")
"""Words with which a question asks; two of them ask for two things."""
_DAY_WORDS = frozenset((*MONTHS, *WEEKDAYS))
_DAY = re.compile(r"\b\d{1,4}[-./]\d{1,2}[-./]\d{1,4}\b")
_PRONOUN = re.compile(r"\s*(?:he|she|it|they|his|her|its|their)\b", re.I)
_ENTRY = re.compile(r"\s*(?:[-*+•·▪◦–]|\(?(?:\d{1,3}|[a-z])[.)])\s+\S")
_BREAK = re.compile(r"\n\s*\n")
_STOPS = ".!?…"
_AT_EDGES = " \t\n-–—*•·|#>"

Stretch = tuple[int, int]
"""The numbers of the first and the last sentence of a quotation."""
Stretches = Callable[[str, Sequence[Span], Stretch], Iterator[Stretch]]
"""What may be quoted around sentences, the best first."""


def sentence(text: str, start: int, end: int) -> str:
    """The sentence with some words, and who it speaks of."""
    return _fitting(text, start, end, _with_whom)


def quotation(text: str, start: int, end: int, asked: str) -> str:
    """The same, with what the question wants beside it, as far as that is short."""
    spoken = split_words(fold(asked))
    words = frozenset(spoken)
    wants_several = sum(word in _SEVERAL for word in spoken) > 1
    wants_all, wants_day = not words.isdisjoint(_ALL), not words.isdisjoint(_WHEN)

    def stretches(text: str, known: Sequence[Span], held: Stretch) -> Iterator[Stretch]:
        if (listed := _list_of(text, known, held, wants_all=wants_all)) != held:
            yield listed
        if wants_day and not _has_day(text[known[held[0]][0] : known[held[1]][1]]):
            yield from (_led(text, known, each) for each in _with_whom(text, known, held))
        if wants_several:
            yield from _with_neighbours(text, known, held)
        yield from _with_whom(text, known, held)

    return _fitting(text, start, end, stretches)


def shown(text: str) -> str:
    """A text on one line, as it stands between quotation marks."""
    plain = " ".join(text.replace("**", "").split()).strip(_AT_EDGES)
    return plain.replace("“", "‘").replace("”", "’")


def _fitting(text: str, start: int, end: int, stretches: Stretches) -> str:
    known = sentences(text)
    held = [n for n, (a, b) in enumerate(known) if a < end and b > start]
    if not held:
        return _line(text, start, end)
    for first, last in stretches(text, known, (held[0], held[-1])):
        whole = shown(text[known[first][0] : known[last][1]])
        if len(whole.split()) <= _LONGEST:
            return whole
    return _line(text, start, end)


def _with_whom(text: str, known: Sequence[Span], held: Stretch) -> Iterator[Stretch]:
    # Who "she" is stands in the sentence before; what is told of her in the one behind.
    first, last = held
    first -= bool(first and _PRONOUN.match(text, known[first][0]))
    last += bool(last + 1 < len(known) and _PRONOUN.match(text, known[last + 1][0]))
    yield first, last
    yield held


def _with_neighbours(text: str, known: Sequence[Span], held: Stretch) -> Iterator[Stretch]:
    """With the sentences beside it in its paragraph, of which one may tell the other thing."""
    first, last = held
    is_led = first and not _BREAK.search(text, known[first - 1][1], known[first][0])
    goes_on = last + 1 < len(known) and not _BREAK.search(text, known[last][1], known[last + 1][0])
    earliest, latest = first - bool(is_led), last + bool(goes_on)
    yield earliest, latest
    yield first, latest
    yield earliest, last


def _list_of(text: str, known: Sequence[Span], held: Stretch, *, wants_all: bool) -> Stretch:
    """The entries behind the lead of a list, which ends with a colon, or around one of them."""
    first, last = held
    is_lead = text[known[last][0] : known[last][1]].endswith(":")
    is_entry = wants_all and bool(_ENTRY.match(text, known[first][0]))
    if not (is_lead or is_entry):
        return held
    while last + 1 < len(known) and _is_of_list(text, known, last + 1):
        last += 1
    while is_entry and first and _is_of_list(text, known, first - 1):
        first -= 1
    is_led = is_entry and first and text[: known[first - 1][1]].endswith(":")
    return first - bool(is_led), last


def _is_of_list(text: str, known: Sequence[Span], number: int) -> bool:
    """Whether a sentence is an entry, or goes on in the paragraph of one."""
    start, _ = known[number]
    if _ENTRY.match(text, start):
        return True
    return bool(number) and not _BREAK.search(text, known[number - 1][1], start)


def _led(text: str, known: Sequence[Span], stretch: Stretch) -> Stretch:
    """With the sentence before it, where they are of one paragraph of prose and that has a day."""
    first, last = stretch
    if not first or not _has_day(text[slice(*known[first - 1])]):
        return stretch
    before = known[first - 1][1]
    is_prose = text[before - 1] in _STOPS and not _BREAK.search(text, before, known[first][0])
    return (first - 1, last) if is_prose else stretch


def _has_day(text: str) -> bool:
    return not _DAY_WORDS.isdisjoint(split_words(fold(text))) or bool(_DAY.search(text))


def _line(text: str, start: int, end: int) -> str:
    """The lines that hold an answer, where no sentence ends for long."""
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", end)
    whole = shown(text[first : last if last >= 0 else len(text)])
    return whole if len(whole.split()) <= _LONGEST else shown(text[start:end])
