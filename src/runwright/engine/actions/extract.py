"""Answering from prose: the sentence that says it, shortened and quoted, or a plain refusal.

With time to think, what hangs together with the best passages is read as well, and the answer is
checked once more; see `join` and `check`.
"""

from __future__ import annotations

from collections.abc import Sequence

from runwright.engine.prose import comparing, evidence, looking, saying, support
from runwright.engine.prose.looking import Looked
from runwright.engine.prose.saying import Said
from runwright.engine.types import Finding, Item, Step, Want, Work

_FOLLOWED = 3
"""The names of so many of the best passages are followed."""
_NAMES = 6
_READ_ON = 20


def perform(step: Step, work: Work) -> Finding:
    """Quote what answers, or say that nothing does."""
    question = step.arguments.get("question", step.part)
    sources = step.arguments.get("sources", "").split()
    today = work.moment.now.astimezone(work.moment.zone).date()
    read = readable(work.items, sources)
    looked = looking.look(question, read, deep=work.deep, today=today)
    said = answer(looked)
    # Reading on finds other passages, but none that makes the time of these the one asked about.
    further = work.deep and (said is not None or support.time_of(looked.question) is None)
    more = _more(step, looked, sources) if further else ()
    if said is None:
        reason = saying.refusal(looked.question, sources)
        return Finding(step.action, step.part, reason=reason, more=more)
    return Finding(step.action, step.part, said.text, said.value, items=said.items, more=more)


def answer(looked: Looked) -> Said | None:
    """What the sentences say; None when they do not carry an answer."""
    if not looked.scored:
        return None
    compared = comparing.compare(looked.question.text, looked.items)
    if compared is not None:
        return saying.compared(compared, looked)
    if not support.carries(looked):
        return None
    if looked.question.kind == "topic":
        return saying.quotations(looked)
    return saying.answer(looked)


def readable(items: Sequence[Item], sources: Sequence[str]) -> list[Item]:
    """What the request is answered from: the sources that it was given, and attached files."""
    return [item for item in items if item.source in sources and item.text.strip()]


def _more(step: Step, looked: Looked, sources: Sequence[str]) -> tuple[Step, ...]:
    """Read on along the names that the best passages mention, and check what comes out."""
    checking = Step("check", step.part, step.arguments)
    if not looked.scored or not evidence.joins(looked):
        return (checking,)
    best = [looked.item(scored) for scored in looked.scored[:_FOLLOWED]]
    bridges = evidence.bridges(looked.question, list(dict.fromkeys(best)))[:_NAMES]
    wants = tuple(
        Want(source, f"{', '.join(bridges)}: {looked.question.text}", _READ_ON)
        for source in sources
        if source == "documents" and bridges
    )
    return Step("join", step.part, step.arguments, wants), checking
