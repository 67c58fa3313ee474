"""Answering from several passages together: each says a part, a name leads from one to the next."""

from __future__ import annotations

from runwright.engine.actions import extract
from runwright.engine.prose import comparing, evidence, looking, saying, support
from runwright.engine.types import Finding, Step, Work

_READ = 60
_TOGETHER = 3
"""So many sentences answer together."""


def perform(step: Step, work: Work) -> Finding:
    """Quote the sentences that answer together; nothing to say leaves the earlier answer."""
    question = step.arguments.get("question", step.part)
    sources = step.arguments.get("sources", "").split()
    today = work.moment.now.astimezone(work.moment.zone).date()
    read = extract.readable(work.items, sources)
    looked = looking.look(question, read, deep=work.deep, most=_READ, today=today)
    if not looked.scored:
        return Finding(step.action, step.part)
    chosen = evidence.gathered(looked)
    together = looking.within(looked, chosen)
    compared = comparing.compare(looked.question.text, looked.items)
    if compared is not None:
        said = saying.compared(compared, looked)
    elif together.scored and support.carries(together, _TOGETHER):
        said = saying.joined(together, evidence.complementary(together, _TOGETHER))
    else:
        return Finding(step.action, step.part)
    ids = dict.fromkeys([*said.items, *(item.id for item in chosen)])
    kept = tuple(ids)[: evidence.MOST + 1]
    return Finding(step.action, step.part, said.text, said.value, items=kept, supersedes=True)
