"""A second look at an answer: do the passages that it rests on carry it?"""

from __future__ import annotations

from runwright.engine.actions import extract
from runwright.engine.prose import looking, saying, support
from runwright.engine.types import Finding, Step, Work


def perform(step: Step, work: Work) -> Finding:
    """Take back an answer that its evidence does not carry; otherwise there is nothing to add."""
    question = step.arguments.get("question", step.part)
    sources = step.arguments.get("sources", "").split()
    answered = [found for found in work.earlier if found.part == step.part and found.answer]
    if not answered:
        return Finding(step.action, step.part)
    read = extract.readable(work.items, sources)
    looked = looking.look(question, read)
    rested = [item for item in read if item.id in answered[-1].items]
    if support.is_supported(looked.question, looked.weight, rested):
        return Finding(step.action, step.part)
    reason = saying.refusal(looked.question, sources, read)
    return Finding(step.action, step.part, reason=reason, supersedes=True)
