"""What one reading of documents does not tell, and a second may: `y0-deep` has the time for it.

The sides of a comparison are read each by itself. A question that describes what it does not name
(`the company that built the bridge`) is read again beside the names that the first reading came
upon.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from runwright.minds.embedded import passages
from runwright.minds.embedded.passages import Written
from runwright.minds.embedded.program import Answer, Attempt, Do, Surroundings
from runwright.minds.embedded.query import Query
from runwright.minds.embedded.reading import reading
from runwright.minds.embedded.reading.reading import Said
from runwright.minds.embedded.searching import searched
from runwright.text.folding import name_key

_MOST_NAMES = 2
_NAMES = ("M", "MP", "PS", "PL", "DOC")
_PAIR = 2


def read(query: Query, first: Written, surroundings: Surroundings) -> Attempt:
    """The answer of a second reading; None where the first is enough, or the second tells none."""
    sides = _sides(query)
    if sides and (query.measure == "compare" or query.has_alternatives):
        return (yield from _each(query, sides, surroundings))
    if first.outcome.answer is None:
        return (yield from _by_names(query, first, surroundings))
    return None


def _each(query: Query, sides: Sequence[str], surroundings: Surroundings) -> Attempt:
    """What is told of each side."""
    answers: list[Said] = []
    for other in reversed(sides):
        own = query._replace(text=_without(query.text, other), measure="answer")
        found = yield from passages.read(own, surroundings)
        if found.outcome.answer is None:
            return None
        answers.append(found.outcome.answer)
        yield Do("search_documents", searched(own.text))
    lines = [f"{side}: {said.text}" for side, said in zip(sides, answers, strict=True)]
    return Answer("\n".join(lines), items=tuple(i for said in answers for i in said.items))


def _by_names(query: Query, first: Written, surroundings: Surroundings) -> Attempt:
    """What stands in another passage about a name that the nearest ones have."""
    near = first.outcome.nearest
    known = {name_key(name) for name in reading.named(query.text)}
    texts = [item.text for item in first.items if near is not None and item.id in near.items]
    named = {name_key(name): name for text in texts for name in reading.named(text)}
    fresh = [name for key, name in named.items() if key not in known]
    for name in fresh[:_MOST_NAMES]:
        own = query._replace(text=f"{query.text} ({name})")
        found = yield from passages.read(own, surroundings)
        said = found.outcome.answer
        # The same passage, led by a name of its own, would only be believed more easily.
        if said is not None and near is not None and not set(said.items) & set(near.items):
            yield Do("search_documents", searched(own.text))
            items = tuple(dict.fromkeys((*said.items, *near.items)))
            return Answer(f"{said.text}\nRead with: {near.text}", items=items)
    return None


def _sides(query: Query) -> tuple[str, ...]:
    """The two names that a question holds against each other."""
    names = tuple(dict.fromkeys(query.words(*_NAMES) or reading.named(query.text)))
    return names if len(names) == _PAIR else ()


def _without(text: str, name: str) -> str:
    """The question without one of its sides, and the word that joined it to the other."""
    joint = r"(?:\s*,?\s*\b(?:or|and|than|vs|versus)\b\s*)?"
    left = re.sub(rf"{joint}{re.escape(name)}", " ", text)
    return re.sub(r"\s+(?:or|and|than)\s*(?=[?.!]|$)", "", " ".join(left.split()))
