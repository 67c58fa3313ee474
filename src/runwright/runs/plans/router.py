"""Which model and which agent a prompt is best served by, decided from its plan and its words.

Reading again only helps where an answer is put together from several passages of documents: what is
compared, and what is told of several things. Everything else is worked out the same way by either
model, and the fast one is cheaper.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from runwright.minds.embedded.query import Query, from_json
from runwright.minds.instructions import applying, topics
from runwright.minds.instructions.types import Standing
from runwright.minds.values import Plan
from runwright.runs.plans.types import DEEP, FAST
from runwright.text.folding import fold
from runwright.text.stems import stem
from runwright.text.stopwords import STOP_WORDS
from runwright.text.words import split_words, word_set

_NAMES = ("M", "MP", "PS", "PL", "DOC")
_SEVERAL = 2
_RECORDS = frozenset({"finance", "calendar", "documents"})
_FIELDS: Mapping[str, frozenset[str]] = {
    "finance": word_set("financ financi money bank bookkeep bookkeep account budget spend expens "
                        "payment transact treasur"),
    "calendar": word_set("calendar appoint meet schedul agenda diari event secretari planner"),
    "documents": word_set("document file note paper research librarian archiv archivist reader"),
}  # fmt: skip
"""Stems by which instructions speak of a kind of records."""
_HOLLOW = STOP_WORDS | word_set("answer answers use never agent assistant helpful question always")
_FIELD, _SOURCE = 2.0, 1.0
_OUT = -100.0
"""An agent that may not answer is only chosen when none may."""


class Candidate(NamedTuple):
    """An agent that may be chosen."""

    name: str
    instructions: str
    standing: Standing


def choose_model(plan: Plan) -> str:
    """The model that `auto` means for a plan."""
    asked = [query for query in _queries(plan) if query.route == "documents"]
    return DEEP if len(asked) >= _SEVERAL or any(map(_takes_several, asked)) else FAST


def _takes_several(query: Query) -> bool:
    """Whether a question about documents may take several passages."""
    names = set(query.words(*_NAMES))
    return query.measure == "compare" or query.has_alternatives or len(names) >= _SEVERAL


def _queries(plan: Plan) -> list[Query]:
    return [from_json(clause.query) for clause in plan.clauses]


# Agents ----------------------------------------------------------------------------------------


def choose_agent(
    prompt: str, plan: Plan, sources: Sequence[str], candidates: Sequence[Candidate]
) -> int:
    """The place of the agent whose instructions fit best; the earlier one of equals."""
    words = [_telling(f"{each.name} {each.instructions}") for each in candidates]
    shared = Counter(word for own in words for word in own)
    asked = _telling(prompt)
    wanted = frozenset(query.route for query in _queries(plan)) & _RECORDS & frozenset(sources)
    scores = [
        _allowed(each, prompt, sources, wanted)
        # A word that every agent's instructions have tells none of them from the others.
        + sum(1 / shared[word] for word in sorted(asked & own))
        + _of_field(own, wanted)
        for each, own in zip(candidates, words, strict=True)
    ]
    return max(range(len(scores)), key=lambda at: (scores[at], -at), default=0)


def _telling(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in split_words(fold(text)) if word not in _HOLLOW)


def _allowed(
    candidate: Candidate, prompt: str, sources: Sequence[str], wanted: frozenset[str]
) -> float:
    standing = candidate.standing
    if topics.touched(standing.forbidden, prompt):
        return _OUT
    left = frozenset(applying.narrowed(standing, sources))
    if wanted and not wanted & left:
        return _OUT
    # Whoever is kept to just what is asked about is made for it.
    return _SOURCE if standing.sources is not None and wanted and wanted <= left else 0.0


def _of_field(words: frozenset[str], wanted: frozenset[str]) -> float:
    """Whether the instructions speak of the records that the plan is about."""
    fields = {source for source in wanted if words & _FIELDS[source]}
    return _FIELD * len(fields) / max(1, len(wanted))
