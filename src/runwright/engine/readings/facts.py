"""Requests that prose answers: questions of fact, comparisons, "what do my notes say about …".

It takes whatever no reading before it took, if there is anything to read: the documents, attached
files, and also the other sources, whose best items are then quoted.
"""

from __future__ import annotations

from collections.abc import Sequence

from runwright.engine.around import ATTACHED, Around
from runwright.engine.prose.words import stems
from runwright.engine.types import Step, Want

READ = 40
"""So many of the best passages are read: two that belong together are seldom both on top."""


def read(part: str, around: Around) -> Sequence[Step] | None:
    """One step that answers from what the sources say of it; None when there is no source."""
    if not around.sources or not stems(part):
        return None
    question = f"{around.given} {part}" if around.given else part
    arguments = {"question": question, "sources": " ".join(around.sources)}
    wants = tuple(Want(source, question, READ) for source in around.sources if source != ATTACHED)
    return (Step("extract", "", arguments, wants),)
