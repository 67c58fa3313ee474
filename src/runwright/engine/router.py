"""Which model and which agent a prompt is best served by, decided from its plan and its words.

Reading on and checking only help where an answer is put together from several passages of prose:
comparisons, facts about something that is itself described and not named, evidence that may
disagree. Everything else is worked out the same way by either model, and the fast one is cheaper.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from runwright.context.index.words import word_set
from runwright.engine.around import ATTACHED
from runwright.engine.ledger import words as ledger_words
from runwright.engine.ledger.categories import leaves, named_in
from runwright.engine.prose.hops import takes_hops
from runwright.engine.prose.words import ASKING, stems
from runwright.engine.standing import applying, topics
from runwright.engine.standing.types import Standing
from runwright.engine.types import Plan, Step

FAST, DEEP = "y0-fast", "y0-deep"

_PROSE = frozenset({"documents", ATTACHED})
_READS = frozenset({"extract", "lookup"})


class Candidate(NamedTuple):
    """An agent that may be chosen."""

    name: str
    instructions: str
    standing: Standing


def choose_model(plan: Plan, sources: Sequence[str]) -> str:
    """The model that `auto` means for a plan."""
    if _PROSE.isdisjoint(sources):
        return FAST
    asked = (_question(step) for step in plan.steps if step.action in _READS)
    return DEEP if any(map(takes_hops, asked)) else FAST


def _question(step: Step) -> str:
    return step.arguments.get("question") or step.part


# Agents ----------------------------------------------------------------------------------------

_DOES: Mapping[str, str] = {
    "filter": "finance",
    "aggregate": "finance",
    "compare": "finance",
    "extract": "documents",
    "lookup": "documents",
}
"""Which source an action is about; the others say nothing."""
_FIELDS: Mapping[str, str] = {
    "finance": """
        finance financial money bank bookkeeper bookkeeping accountant accounting account budget
        spend spending expense payment transaction treasurer
    """,
    "calendar": """
        calendar appointment meeting schedule scheduler scheduling agenda diary event secretary
        planner availability
    """,
    "documents": """
        document file note paper research researcher librarian archive archivist reader knowledge
    """,
}
_HOLLOW = ASKING | word_set("""
    you your answer answers only use never agent assistant helpful question questions always
    reply sentence sentences short mention ignore
""")
_FIELD, _CATEGORY, _SOURCE = 2.0, 1.5, 1.0
_OUT = -100.0
"""An agent that may not answer is only chosen when none may."""


def choose_agent(
    prompt: str, plan: Plan, sources: Sequence[str], candidates: Sequence[Candidate]
) -> int:
    """The place of the agent whose instructions fit best; the earlier one of equals."""
    said = [_telling(f"{each.name} {each.instructions}") for each in candidates]
    shared = Counter(word for words in said for word in words)
    asked = _telling(prompt)
    wanted = _wanted(plan, sources)
    scores = [
        _allowed(each, prompt, sources, wanted)
        # A word that every agent's instructions have tells none of them from the others.
        + sum(1 / shared[word] for word in sorted(asked & words))
        + _of_field(words, wanted)
        + _of_category(prompt, each)
        for each, words in zip(candidates, said, strict=True)
    ]
    return max(range(len(scores)), key=lambda at: (scores[at], -at), default=0)


def _telling(text: str) -> frozenset[str]:
    return frozenset(stems(text)) - _hollow()


def _hollow() -> frozenset[str]:
    return frozenset(stem for word in _HOLLOW for stem in stems(word))


def _wanted(plan: Plan, sources: Sequence[str]) -> frozenset[str]:
    """The sources that the plan is about, of those that there are."""
    about = {_DOES[step.action] for step in plan.steps if step.action in _DOES}
    about |= {str(clause.query["route"]) for clause in plan.clauses}
    return frozenset(about & {"documents" if each == ATTACHED else each for each in sources})


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
    """Whether the instructions speak of the field that the plan is about."""
    fields = {source for source in wanted if words & frozenset(stems(_FIELDS[source]))}
    return _FIELD * len(fields) / max(1, len(wanted))


def _of_category(prompt: str, candidate: Candidate) -> float:
    """Whether both speak of one kind of spending, in whatever words."""
    asked = {each.category for each in named_in(ledger_words.stems(prompt))}
    own = {each.category for each in named_in(ledger_words.stems(candidate.instructions))}
    meant = frozenset[str]().union(*map(leaves, own))
    return _CATEGORY if asked & meant else 0.0
