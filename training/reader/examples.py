"""What the reader learns from, row by row: a question beside a passage, words beside a record, a
question beside an answer; and which passages and records each is put to."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from runwright.context.index.reader_weights import LONGEST
from training.reader.pieces import (
    ASKED,
    QUESTION,
    Asked,
    Candidate,
    Held,
    Ids,
    Library,
    Named,
    Place,
)

FIRST, BETWEEN, STOP, DIVIDE, MARK = 101, 102, 1012, 1025, 1029
"""Word pieces: what stands before everything, between the texts, behind a title, between the words
that name something and the question that they stand in, and at the end of most questions."""
PASSAGES, RECORDS, ANSWERS = 4, 10, 4
"""So many passages a question is put to, so many records some words, and so many answers stand
beside a question."""
UNMARKED, TITLED = 0.35, 0.9
"""How often a question loses its mark, and how often passages have their titles."""
LED = 0.12
"""How often another question of the document stands behind one that does not lean on it."""
_BARE, _ALONE = 0.1, 0.3
"""How often a question stands for the words that it holds; up to where the words stand alone."""
_NEAR, _NEAREST, _OF_DOCUMENT = 12, 5, 6
"""Passages that lie near, those of them of which two are always drawn, and those of its own
document that a plain question is put to: others may answer it as well."""
_OTHERS = 16
"""Of so many answers that stand near, those to other questions are drawn."""
_MEANT, _ALIKE, _MOST_ALIKE, _FARTHER = 4, 24, 12, 2
"""Records that are meant at most; of how many that are like them the others are drawn, most of them
from the first, and so many from all."""


class Row(NamedTuple):
    """Two texts, side by side."""

    ids: Ids
    led: int
    """So many pieces are of the first text."""


class Reading(NamedTuple):
    """A question beside a passage; `first` and `last` are 0 where it does not answer."""

    row: Row
    begin: int
    """Where the passage begins behind its title."""
    size: int
    first: int = 0
    last: int = 0


def reading_of(asked: Ids, held: Held, place: Place | None, *, titled: bool) -> Reading | None:
    """In the form in which passages are read; None where the answer was cut off."""
    led = [FIRST, *asked, BETWEEN]
    title = [*held.title, STOP] if titled and held.title else []
    begin = len(led) + len(title)
    text = held.text[: LONGEST - begin - 1]
    row = Row([*led, *title, *text, BETWEEN], len(led))
    if place is None:
        return Reading(row, begin, len(text))
    if place.first >= len(text):
        return None
    last = min(place.last, len(text) - 1)
    return Reading(row, begin, len(text), place.first + begin, last + begin)


def meaning_of(words: Ids, question: Ids, record: Ids) -> Row:
    """Words, the question around them and a record; either of the first two may be missing."""
    divide = [DIVIDE] if words and question else []
    led = [FIRST, *words, *divide, *question, BETWEEN]
    return Row([*led, *record, BETWEEN], len(led))


def fitting_of(candidate: Candidate) -> Row:
    """A question beside an answer."""
    return _pair(candidate.question, candidate.answer)


def _pair(asked: Sequence[int], said: Sequence[int]) -> Row:
    led = [FIRST, *asked, BETWEEN]
    return Row([*led, *said, BETWEEN], len(led))


def readings(
    question: Asked,
    near: Sequence[int],
    library: Library,
    draw: random.Random,
    beside: Sequence[int] = (),
) -> list[Reading]:
    """A question beside a passage that answers it, and beside others of its folder, `near` being
    all of them, the nearest first; `beside` are the questions of its document."""
    asked, titled = _as_typed(question.pieces, draw), draw.random() < TITLED
    if beside and not question.is_leaning and draw.random() < LED:
        asked = [*asked, DIVIDE, *library.questions[draw.choice(beside)].pieces][:QUESTION]
    chosen: list[tuple[int, Place | None]] = []
    if question.places:
        place = draw.choice(question.places[:2])
        chosen.append((place.passage, place))
    others = _others(question, near, library, PASSAGES - len(chosen), draw)
    chosen += [(number, None) for number in others]
    found = (
        reading_of(asked, library.passages[number], place, titled=titled)
        for number, place in chosen
    )
    return [each for each in found if each is not None]


def _as_typed(asked: Ids, draw: random.Random) -> Ids:
    """As people type: without a mark at the end, now and then."""
    is_marked = len(asked) > 3 and asked[-1] == MARK
    return asked[:-1] if is_marked and draw.random() < UNMARKED else asked


def _others(
    question: Asked, near: Sequence[int], library: Library, most: int, draw: random.Random
) -> list[int]:
    """Passages that do not answer: two of the nearest, and some that lie near."""
    answering = {place.passage for place in question.places}
    strange = [number for number in near if number not in answering]
    if question.is_plain and question.places:
        own = question.document
        strange = [n for n in strange if library.passages[n].document == own][:_OF_DOCUMENT]
    else:
        strange = strange[:_NEAR]
    if len(strange) <= most:
        return strange
    nearest = strange[:_NEAREST]
    chosen = draw.sample(nearest, min(2, most, len(nearest)))
    rest = [number for number in strange if number not in chosen]
    return chosen + draw.sample(rest, most - len(chosen))


def answers(
    question: Asked,
    near: Sequence[int],
    library: Library,
    answered: Mapping[int, Sequence[int]],
    draw: random.Random,
) -> list[tuple[Row, bool]]:
    """A question beside its answer, if it has one, and beside answers to other questions that stand
    near; `answered` are those of each passage."""
    asked = _as_typed(question.pieces, draw)[:ASKED]
    others = [
        number
        for passage in near[:_NEAR]
        for number in answered.get(passage, ())
        if not _may_answer(library.questions[number], question)
    ]
    found = [(question.said, True)] if question.said else []
    nearest = list(dict.fromkeys(others))[:_OTHERS]
    drawn = draw.sample(nearest, min(ANSWERS - len(found), len(nearest)))
    found += [(library.questions[number].said, False) for number in drawn]
    return [(_pair(asked, said), is_right) for said, is_right in found]


def _may_answer(other: Asked, question: Asked) -> bool:
    """Whether what answers another question may answer this one, too."""
    if question.is_plain and other.document != question.document:
        return True
    return any(
        mine.passage == its.passage and mine.first <= its.last and its.first <= mine.last
        for mine in question.places
        for its in other.places
    )


def meanings(
    ask: Named, near: Sequence[int], records: Sequence[Ids], draw: random.Random
) -> list[tuple[Row, bool]]:
    """Words beside records that they mean and beside others, `near` being the records of that
    person, the likest first; each with whether it is meant."""
    meant = sorted(ask.means)
    chosen = draw.sample(meant, min(_MEANT, len(meant)))
    strange = [number for number in near[:_ALIKE] if number not in ask.means]
    alike = strange[:_MOST_ALIKE]
    most = RECORDS - _FARTHER - len(chosen)
    drawn = draw.sample(alike, min(most, len(alike)))
    drawn += draw.sample(strange, min(_FARTHER, len(strange)))
    named = draw.random()
    words = ask.words if named > _BARE else []
    question = ask.question if named <= _BARE or named > _ALONE else []
    return [
        (meaning_of(words, question, records[number]), number in ask.means)
        for number in (*chosen, *drawn)
    ]
