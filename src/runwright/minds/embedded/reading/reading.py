"""Answers by the learned reader: the words that answer, and the sentence that says so.

The best passages are read beside the question. An answer that is sure enough is stated; otherwise
the nearest sentences are shown as what they are, so that a person can judge. What no passage comes
near is refused.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from runwright.context.index import names, reader
from runwright.context.index.reader import Passage, Reading
from runwright.minds.embedded import aligned, curves
from runwright.minds.embedded.reading import quoting
from runwright.minds.values import Item
from runwright.text.folding import fold
from runwright.text.stems import stem
from runwright.text.stopwords import AUXILIARIES, STOP_WORDS
from runwright.text.words import split_words, word_set

READ, READ_DEEP = 4, 8
"""So many of the best passages are read."""
NEAR = -8.0
"""What lies below this is not worth showing."""
CLOSE = 8.0
"""A second sentence is shown when it is less likely than the nearest by no more than this."""
_DENIALS = word_set("not no never nor neither none cannot nobody nothing without unless except")
_ASKING = STOP_WORDS | word_set("""
    tell show find give list name please say says show kind sort much many long often called known
    something anything everything document documents note notes file files letter letters
    """)
"""Words that say nothing of what a question is about."""
_CHOOSING = word_set("which who whose")
_EXTREMES = word_set("""
    most least lowest highest cheapest dearest biggest largest smallest longest shortest heaviest
    lightest best worst busiest quietest
    """)
_MOST_MISSING = 8

SURE = 0.6
"""How likely an answer must be right for it to be stated."""
LIKELY = 0.45
"""From here on what is not stated may well be the answer."""
_LEAST_MARGIN, _MOST_LEAD = -12.0, 12.0
"""What lies below or above says no more."""


class Signs(NamedTuple):
    """What tells how likely an answer is right, each as a number."""

    margin: float
    """How much likelier it is than that its passage does not say."""
    lead: float
    """How far its margin lies above that of the next passage."""
    fit: float
    """How well it fits the question, as log-odds."""
    written: float
    """How likely the question is one that documents answer."""
    is_first: float
    """Whether the search, too, finds its passage the best."""
    quoted: float
    """How long its sentence is: a short line seldom holds all that is asked."""
    answered: float
    """How long the answer itself is."""
    shared: float
    """The share of the question's words that stand in the passage."""
    always: float = 1.0


WEIGHTS = Signs(0.094, 0.095, 0.171, 0.793, 1.131, 0.58, 0.487, -0.607, -4.484)
"""Of passages: fitted on 981 questions of strangers to ten sets (`training/MODEL_CARD.md`)."""
_OF_EVENTS = Signs(0.15, 0.09, 0.11, 1.0, 0.0, 0.0, 0.0, 0.0, -2.07)
"""Of events, which are found by a search of their own: fitted on four of the sets."""


class Said(NamedTuple):
    """An answer, and what it rests on."""

    text: str
    value: str
    """The words alone that answer."""
    items: tuple[str, ...]
    line: str = ""
    """The line of the passage that holds them."""


class Found(NamedTuple):
    """What one passage says to a question."""

    item: Item
    reading: Reading
    asked: str = ""
    """The question that it answers."""

    @property
    def answer(self) -> str:
        """The words that answer."""
        return quoting.shown(self.item.text[self.reading.start : self.reading.end])

    @property
    def sentence(self) -> str:
        """The sentence that holds the answer, as it stands there."""
        return quoting.sentence(self.item.text, self.reading.start, self.reading.end)

    @property
    def quotation(self) -> str:
        """The same, with what the question wants beside it."""
        start, end, _ = self.reading
        return quoting.quotation(self.item.text, start, end, self.asked)

    @property
    def place(self) -> str:
        """Where it stands: ` (lease.pdf, page 2)`."""
        page = f"page {self.item.page}" if self.item.page else ""
        title = self.item.title
        if self.item.kind == "event" and title in self.quotation:
            title = "your calendar"
        named = ", ".join(filter(None, (title, page)))
        return f" ({named})" if named else ""


class Outcome(NamedTuple):
    """What the passages say to a question."""

    answer: Said | None
    """What is sure."""
    nearest: Said | None
    """What may be shown where nothing is sure."""
    is_likely: bool = False
    """Whether that may well be the answer."""
    tells_both: bool = False
    """Whether the answer is what two versions of a document say."""


NOTHING = Outcome(None, None)
"""Where there is nothing to read."""


def read(
    text: str,
    items: Sequence[Item],
    *,
    deep: bool = False,
    beside: Sequence[Item] = (),
    written: float = 1.0,
    before: str = "",
) -> Outcome:
    """What the passages say. All of what lies `beside` them is read, too; `written` is how likely
    documents are to tell it, `before` the question that this one leans on."""
    put = f"{text} ; {before}" if before else text
    found = look(put, items, beside, deep=deep)
    if found and (_is_of_another(text, found[0]) or _is_unranked(text, found[0])):
        return Outcome(None, nearest(found))
    right = _likely(put, found, items, written)
    sure = _said(text, found[0]) if right >= SURE else None
    return Outcome(sure, nearest(found), right >= LIKELY)


def _is_of_another(text: str, found: Found) -> bool:
    """Whether the answer is told of somebody else than the question names, although the passage
    speaks of that one too: the shoe size of Jonas, where that of Marta is asked for."""
    wanted, quoted = frozenset(stems(" ".join(named(text)))), found.sentence
    is_named = not wanted.isdisjoint(stems(quoted))
    return not is_named and bool(named(quoted)) and not wanted.isdisjoint(stems(found.item.text))


def _is_unranked(text: str, found: Found) -> bool:
    """Whether one of several is to be chosen by its figure, and the sentence only lists them: the
    reader cannot compare (`Which tender was the lowest?`). How long something may take at most is
    no such choice."""
    asked, quoted = frozenset(split_words(fold(text))), split_words(fold(found.sentence))
    is_choice = not _CHOOSING.isdisjoint(asked) and not _EXTREMES.isdisjoint(asked)
    is_listed = sum(word[0].isdigit() for word in quoted) > 1 and _EXTREMES.isdisjoint(quoted)
    return is_choice and is_listed


def named(text: str) -> list[str]:
    """The names in a text, as they are written."""
    return [mention.name for mention in names.find(text)]


def stems(text: str) -> list[str]:
    """The telling words of a text as they are compared."""
    words = (word.removesuffix("'s") for word in split_words(fold(text).replace("’", "'")))
    return [stem(word) for word in words if word not in STOP_WORDS]


def look(
    text: str, items: Sequence[Item], beside: Sequence[Item] = (), *, deep: bool
) -> list[Found]:
    """What the best passages say to a question, the likeliest first."""
    best = sorted(items, key=lambda item: -item.score)[: READ_DEEP if deep else READ]
    read_in = [*best, *beside]
    readings = reader.read(text, [_passage(item) for item in read_in])
    found = [Found(item, each, text) for item, each in zip(read_in, readings, strict=True)]
    return sorted(found, key=lambda each: -each.reading.margin)


def _passage(item: Item) -> Passage:
    return Passage("Calendar" if item.kind == "event" else item.title, item.text)


def signs(put: str, found: Sequence[Found], items: Sequence[Item], written: float) -> Signs:
    """Of the first answer to a question; `items` are the passages that were found."""
    best, *others = found
    behind = best.reading.margin - others[0].reading.margin if others else _MOST_LEAD
    fits = reader.fits(put, f"{best.item.title} . {best.answer}: {best.sentence}")
    first = max(items, key=lambda item: item.score, default=None)
    asked, known = stems(put), frozenset(stems(f"{best.item.title} {best.item.text}"))
    return Signs(
        margin=max(best.reading.margin, _LEAST_MARGIN),
        lead=min(behind, _MOST_LEAD),
        fit=curves.log_odds(fits),
        written=written,
        is_first=float(first is not None and first.id == best.item.id),
        quoted=math.log1p(len(best.sentence.split())),
        answered=math.log1p(len(best.answer.split())),
        shared=len(known.intersection(asked)) / max(1, len(frozenset(asked))),
    )


def _likely(put: str, found: Sequence[Found], items: Sequence[Item], written: float) -> float:
    """How likely the first answer is right."""
    if not found:
        return 0.0
    told = signs(put, found, items, written)
    weights = _OF_EVENTS if found[0].item.kind == "event" else WEIGHTS
    return curves.likelihood(weights, told)


def _said(text: str, found: Found) -> Said:
    """The answer in the words that were read, and where it stands."""
    words = found.answer
    quoted = f"“{found.quotation}”{found.place}"
    # What settles yes or no is the sentence, not some of its words; so where a sentence denies.
    around = split_words(found.sentence.replace(words, " ").lower().replace("’", "'"))
    is_denied = any(word in _DENIALS or word.endswith("n't") for word in around)
    is_all = words.rstrip(".") == found.sentence.rstrip(".")
    is_whole = _is_yes_or_no(text) or is_denied or is_all
    text = quoted if is_whole else f"{words}: {quoted}"
    line = aligned.line_at(found.item, found.reading.start)
    return Said(text, words, (found.item.id,), line.text if line else "")


def said_in(line: aligned.Line, value: str) -> Said:
    """What a line says, quoted whole; `value` is the part of it that answers, if that is known."""
    found = Found(line.item, Reading(line.start, line.end, 0.0))
    quoted = f"“{found.quotation}”{found.place}"
    return Said(f"{value}: {quoted}" if value else quoted, value, (line.item.id,), line.text)


def _is_yes_or_no(text: str) -> bool:
    return next(iter(split_words(fold(text))), "") in AUXILIARIES


def nearest(found: Sequence[Found]) -> Said | None:
    """The sentence that comes nearest, for somebody who will judge it, and the next if it is as
    near; None if none is near."""
    best = found[0].reading.margin if found else NEAR - 1
    if best < NEAR:
        return None
    near = [each for each in found[:2] if each.reading.margin >= max(NEAR, best - CLOSE)]
    shown = dict.fromkeys(f"“{each.quotation}”{each.place}" for each in near)
    return Said(" and ".join(shown), "", tuple(each.item.id for each in near))


def missing(text: str, items: Sequence[Item]) -> list[str]:
    """The telling words of a question that stand nowhere in what was read, as it writes them."""
    known = frozenset(word for item in items for word in stems(f"{item.title} {item.text}"))
    words = [word for word in split_words(text) if fold(word) not in _ASKING]
    unknown = (word for word in words if (own := stems(word)) and known.isdisjoint(own))
    return list(dict.fromkeys(unknown))[:_MOST_MISSING]
