"""Answers by the learned reader: the words that answer, and the sentence that says so.

The best passages are read beside the question. An answer that is sure enough is stated; otherwise
the nearest sentences are shown as what they are, so that a person can judge. What no passage comes
near is refused.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from runwright.context.index import reader
from runwright.context.index.reader import Passage, Reading
from runwright.engine.prose import looking, question, scoring, support
from runwright.engine.prose.question import Question
from runwright.engine.prose.saying import Said, sure_span
from runwright.engine.prose.spans import proper
from runwright.engine.prose.words import stems
from runwright.engine.types import Item
from runwright.text.sentences import sentences
from runwright.text.words import split_words, word_set

READ, READ_DEEP = 4, 8
"""So many of the best passages are read."""
AGREED = -2.0
"""How much likelier than none an answer must be where the words point to the same sentence."""
NEAR = -8.0
"""What lies below this is not worth showing."""
CLOSE = 8.0
"""A second sentence is shown when it is less likely than the nearest by no more than this."""
_LONGEST = 60
"""The longest quotation, in words."""
_PRONOUN = re.compile(r"\s*(?:he|she|it|they|his|her|its|their)\b", re.I)
_DENIALS = word_set("not no never nor neither none cannot nobody nothing without unless except")
_AT_EDGES = " \t\n-–—*•·|#>"


SURE = 0.62
"""How likely an answer must be right for it to be stated."""
LIKELY = 0.45
"""From here on what is not stated may well be the answer."""
_WEIGHTS = (0.18, 0.09, 1.7, -2.4)
"""Of its margin, of its lead over the next, of how likely the question is one that documents
answer, and of none of them: fitted on 412 questions of strangers to two sets, each weighed by what
the other teaches (`training/MODEL_CARD.md`)."""
_LEAST_LEAD, _MOST_LEAD = 2.0, 12.0
"""An answer that leads by less is contradicted by another passage; more says no more."""


class Found(NamedTuple):
    """What one passage says to a question."""

    item: Item
    reading: Reading

    @property
    def answer(self) -> str:
        """The words that answer."""
        return _shown(self.item.text[self.reading.start : self.reading.end])

    @property
    def quotation(self) -> str:
        """The sentence that holds the answer, as it stands there."""
        text, (start, end, _) = self.item.text, self.reading
        known = list(sentences(text))
        held = [n for n, (a, b) in enumerate(known) if a < end and b > start]
        if not held:
            return _line(text, start, end)
        first, last = held[0], held[-1]
        # Who "she" is stands in the sentence before; what is told of her in the one behind.
        first -= bool(first and _PRONOUN.match(text, known[first][0]))
        last += bool(last + 1 < len(known) and _PRONOUN.match(text, known[last + 1][0]))
        for a, b in ((first, last), (held[0], held[-1])):
            whole = _shown(text[known[a][0] : known[b][1]])
            if len(whole.split()) <= _LONGEST:
                return whole
        return _line(text, start, end)

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


def read(
    text: str,
    items: Sequence[Item],
    today: date,
    *,
    deep: bool = False,
    beside: Sequence[Item] = (),
    written: float = 1.0,
) -> Outcome | None:
    """What the passages say; None where the words of a question know better from when on it holds.

    What the reader finds is also sure where the words point to the same sentence. All of what
    lies `beside` the passages is read, too. `written` is how likely documents are to tell it.
    """
    asked = question.read(text)
    by_words = looking.look(text, items, today=today)
    best = by_words.scored[0] if by_words.scored and support.carries(by_words) else None
    if best is not None and scoring.holds_since(best.sentence.text, today):
        return None
    found = look(asked, items, beside, deep=deep)
    if found and _is_of_another(asked, found[0]):
        return Outcome(None, nearest(found))
    agreed = [] if best is None else _standing_in(found, by_words.item(best), best.sentence.text)
    # What is a day where one is asked for, and the only one, is known by its form.
    span = sure_span(best) if best is not None else None
    if agreed and (span is not None or agreed[0] is found[0]):
        words = span.text if span and span.text not in agreed[0].answer else ""
        return Outcome(_said(asked, agreed[0], words), nearest(found), is_likely=True)
    right = _likely(found, written)
    sure = _said(asked, found[0]) if right >= SURE else None
    return Outcome(sure, nearest(found), right >= LIKELY)


def _is_of_another(asked: Question, found: Found) -> bool:
    """Whether the answer is told of somebody else than the question names, although the passage
    speaks of that one too: the shoe size of Jonas, where that of Marta is asked for."""
    wanted, quoted = frozenset(stems(" ".join(asked.names))), found.quotation
    is_named = not wanted.isdisjoint(stems(quoted))
    return not is_named and bool(proper(quoted)) and not wanted.isdisjoint(stems(found.item.text))


def look(
    asked: Question, items: Sequence[Item], beside: Sequence[Item] = (), *, deep: bool
) -> list[Found]:
    """What the best passages say to a question, the likeliest first."""
    most = READ_DEEP if deep else READ
    best = [*looking.likely(asked, items, most)[:most], *beside]
    readings = reader.read(asked.text, [_passage(item) for item in best])
    found = [Found(item, reading) for item, reading in zip(best, readings, strict=True)]
    return sorted(found, key=lambda each: -each.reading.margin)


def _passage(item: Item) -> Passage:
    return Passage("Calendar" if item.kind == "event" else item.title, item.text)


def _likely(found: Sequence[Found], written: float) -> float:
    """How likely the first answer is right."""
    if not found:
        return 0.0
    margins = [each.reading.margin for each in found]
    lead = min(margins[0] - margins[1], _MOST_LEAD) if len(margins) > 1 else _MOST_LEAD
    if lead < _LEAST_LEAD:
        return LIKELY
    signs = (margins[0], lead, written, 1.0)
    return 1 / (1 + math.exp(-sum(a * b for a, b in zip(_WEIGHTS, signs, strict=True))))


def _standing_in(found: Sequence[Found], item: Item, sentence: str) -> list[Found]:
    """The likely answers that stand in this sentence."""
    own = [each for each in found if each.item.id == item.id and each.reading.margin >= AGREED]
    return [each for each in own if each.answer in _shown(sentence)]


def _said(asked: Question, found: Found, words: str = "") -> Said:
    """The answer, in these words or those that were read, and where it stands."""
    words = words or found.answer
    quoted = f"“{found.quotation}”{found.place}"
    # What settles yes or no is the sentence, not some of its words; so where a sentence denies.
    around = split_words(found.quotation.replace(words, " ").lower().replace("’", "'"))
    is_denied = any(word in _DENIALS or word.endswith("n't") for word in around)
    is_all = words.rstrip(".") == found.quotation.rstrip(".")
    is_whole = asked.kind == "truth" or is_denied or is_all
    return Said(quoted if is_whole else f"{words}: {quoted}", words, (found.item.id,))


def nearest(found: Sequence[Found]) -> Said | None:
    """The sentence that comes nearest, for somebody who will judge it, and the next if it is as
    near; None if none is near."""
    best = found[0].reading.margin if found else NEAR - 1
    if best < NEAR:
        return None
    near = [each for each in found[:2] if each.reading.margin >= max(NEAR, best - CLOSE)]
    shown = dict.fromkeys(f"“{each.quotation}”{each.place}" for each in near)
    return Said(" and ".join(shown), "", tuple(each.item.id for each in near))


def _line(text: str, start: int, end: int) -> str:
    """The lines that hold an answer, where no sentence ends for long."""
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", end)
    whole = _shown(text[first : last if last >= 0 else len(text)])
    return whole if len(whole.split()) <= _LONGEST else _shown(text[start:end])


def _shown(text: str) -> str:
    plain = " ".join(text.replace("**", "").split()).strip(_AT_EDGES)
    return plain.replace("“", "‘").replace("”", "’")
