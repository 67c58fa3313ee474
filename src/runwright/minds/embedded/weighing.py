"""Which reading of a question about records is answered, and how likely its answer is right.

The parser's likeliest reading is answered first. A network that learned from answers to questions
of strangers, right and wrong ones, then weighs the question beside the reading and its answer
(`context.index.reader`). That is one sign of a right answer; how sure the parser is and how much
the question names are others, and plain questions are known by them. Where all of them leave doubt,
the other readings are tried without a step, and the best of them is answered if it fits far better.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator
from typing import Any, NamedTuple

from runwright.context.index import reader
from runwright.minds.embedded import curves, meaning
from runwright.minds.embedded.asking import reading_in_words
from runwright.minds.embedded.passages import PERHAPS
from runwright.minds.embedded.program import Answer, Do, Look, Program, Try, Wants
from runwright.minds.embedded.query import Query
from runwright.minds.embedded.reading import reading
from runwright.text.folding import fold
from runwright.text.stopwords import OPENERS
from runwright.text.words import split_words
from runwright.tools.base import InvalidCall
from runwright.tools.catalog import parse_call

SURE = 0.75
"""How likely an answer must be right for it to be stated."""


class Signs(NamedTuple):
    """What tells how likely the answer to the likeliest reading is right, each as a number."""

    fit: float
    """How well question, reading and answer fit together, as log-odds."""
    confidence: float
    """How sure the parser is of its reading, as log-odds."""
    names: float
    """How many names the question has: each of them may be misunderstood."""
    written: float
    """How likely the question is one that documents answer."""
    is_empty: float
    """Whether the answer rests on no record."""
    length: float
    """How many telling words the question has."""
    always: float = 1.0


WEIGHTS = Signs(0.24, 0.34, -1.31, -2.87, -1.02, 0.58, 1.07)
"""Fitted on questions of strangers and on plain ones (`training/weighing/records.py`)."""
SURE_OTHERWISE = 0.8
"""The same of a reading that was not the likeliest."""
SURE_OF_SEVERAL = 0.6
"""The same of an answer from records of several kinds, which it has hardly learned from."""
POSSIBLE = 0.3
"""The same of what a table tells, which was chosen by the names of its rows and columns."""
_FILES = ("chart", "csv", "ics")
"""Forms that are no text to weigh."""
_BESIDE = frozenset({"after", "before"})
"""The flags of a question for the next record of the same, `and the one after that?`: its words say
nothing, and it means just that."""
_NAMES = ("M", "MP", "C", "PS", "T", "PL", "OW", "ACC")


class Weighed(NamedTuple):
    """An answer, the query that it answers, and how likely it is right."""

    query: Query
    answer: Answer
    likely: float

    @property
    def is_sure(self) -> bool:
        """Whether it is stated."""
        return self.answer.is_answer and self.likely >= SURE


def best(query: Query, program: Callable[[Query], Program]) -> Generator[Wants, Any, Weighed]:
    """The answer to the reading that fits the question best, its steps done."""
    first = _by_all_signs(weighed(query, query, (yield from program(query))))
    if first.is_sure or not reader.is_available():
        return first
    others: list[Weighed] = []
    for other in query.others:
        found = yield from _rehearsed(program(other))
        others.append(weighed(query, other, found))
    likeliest = max(others, default=first, key=lambda each: each.likely)
    if likeliest.likely < max(first.likely, SURE_OTHERWISE):
        return first
    # It is a step like any other: what it answers is read and done again, and shown.
    done = yield from program(likeliest.query)
    again = weighed(query, likeliest.query, done)
    return again if again.is_sure else first


def weighed(asked: Query, read: Query, answer: Answer) -> Weighed:
    """How likely an answer to one reading is right, as far as it fits the question."""
    if not _is_weighed(asked, answer):
        return Weighed(read, answer, float(answer.is_answer))
    text = _without_lead(asked.text)
    question = f"{text} ; {asked.before}" if asked.before else text
    return Weighed(read, answer, reader.fits(question, f"{reading_in_words(read)} . {answer.text}"))


def _without_lead(text: str) -> str:
    """Without what only joins it to another question: `Then: When is the dentist?`."""
    lead, _, rest = text.partition(":")
    return rest.strip() if rest and OPENERS.issuperset(split_words(fold(lead))) else text


def _is_weighed(asked: Query, answer: Answer) -> bool:
    is_apart = asked.form in _FILES or not _BESIDE.isdisjoint(asked.flags)
    return answer.is_answer and reader.is_available() and not is_apart


def _by_all_signs(first: Weighed) -> Weighed:
    """The answer to the likeliest reading, and how likely it is right by everything that tells."""
    if not _is_weighed(first.query, first.answer):
        return first
    told = signs(first.query, first.answer, first.likely)
    return first._replace(likely=curves.likelihood(WEIGHTS, told))


def signs(asked: Query, answer: Answer, fit: float) -> Signs:
    """Of the answer to the likeliest reading of a question."""
    return Signs(
        fit=curves.log_odds(fit),
        confidence=curves.log_odds(asked.confidence),
        names=math.log1p(len(asked.words(*_NAMES))),
        written=asked.written,
        is_empty=float(not answer.items),
        length=math.log1p(len(reading.stems(asked.text))),
    )


def of_several(asked: Query, answer: Answer) -> Answer:
    """An answer from records of several kinds; not stated where it hardly fits."""
    if not answer.is_answer or is_sure_of_several(asked, answer):
        return answer
    return answer._replace(text=f"{PERHAPS}\n{answer.text}", is_answer=False)


def is_sure_of_several(asked: Query, answer: Answer) -> bool:
    """Whether an answer from records of several kinds fits the question, as that was read first or
    as it was answered."""
    readings = (asked, answer.query or asked)
    return any(weighed(asked, read, answer).likely >= SURE_OF_SEVERAL for read in readings)


def may_fit(asked: Query, answer: Answer) -> bool:
    """Whether what a table tells may be what is asked for."""
    return weighed(asked, asked, answer).likely >= POSSIBLE


def shown(found: Weighed) -> Answer:
    """The answer to what was understood, for somebody who knows whether that was meant."""
    if not found.answer.is_answer:
        return found.answer
    reading = reading_in_words(found.query)
    text = f"I read this as: {reading}. Is that right? Then:\n{found.answer.text}"
    return found.answer._replace(text=text, is_answer=False)


def _rehearsed(program: Program) -> Generator[Wants, Any, Answer]:
    """What a program would answer: none of its calls is a step."""
    sent: Any = None
    while True:
        try:
            wants = program.send(sent)
        except StopIteration as stop:
            answer: Answer = stop.value
            return answer
        try:
            parse_call(wants.tool, wants.arguments)
        except InvalidCall:
            program.close()
            return Answer("", is_answer=False)
        if isinstance(wants, Look) and wants.tool in meaning.SEARCHES:
            # What words mean that stand nowhere is looked for in the likeliest reading alone.
            sent = ()
            continue
        sent = yield Try(wants.tool, wants.arguments) if isinstance(wants, Do) else wants
