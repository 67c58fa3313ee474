"""Looking a figure, a name or a passage up in the tables and texts of attached files.

Where a table is among what was read, the question is put to it and to the sentences around it.
What neither answers, and files that are prose alone, are left to `extract`; what that quotes must
have most of the question's words, or it is an answer to some other question.
"""

from __future__ import annotations

from runwright.engine.actions import extract
from runwright.engine.around import ATTACHED
from runwright.engine.tables.answer import answer, has_table, speaks_of
from runwright.engine.tables.mending import mended
from runwright.engine.types import Finding, Step, Work

_LEAST = 0.4
"""Less of a question than this is no answer to it."""
_LEAST_AMONG_OTHERS = 0.6
"""With other sources to look in, an attached file must fit better than that."""

_LONGEST = 400


def perform(step: Step, work: Work) -> Finding:
    """Say what the files say, with the cells that it was worked out from."""
    question = step.arguments.get("question") or step.part
    sources = step.arguments.get("sources", ATTACHED).split()
    items = [item for item in work.items if item.source == ATTACHED or has_table(item)]
    if not any(map(has_table, items)):
        return _bounded(extract.perform(step, work._replace(items=tuple(mended(work.items)))))
    found = answer(question, items)
    alone = sources == [ATTACHED]
    if found is None or found.covered < (_LEAST if alone else _LEAST_AMONG_OTHERS):
        return _quoted(question, step, work, alone)
    return Finding(
        step.action, step.part, answer=found.sentence, value=found.value, items=found.items
    )


def _quoted(question: str, step: Step, work: Work, alone: bool) -> Finding:
    """What `extract` quotes; of files alone only a quotation that is about the question."""
    finding = extract.perform(step, work._replace(items=tuple(mended(work.items))))
    if finding.answer is None or not alone or speaks_of(finding.answer, question):
        return _bounded(finding)
    return extract.perform(step, work._replace(items=()))


def _bounded(finding: Finding) -> Finding:
    """A value is a sentence at most; where none ends, as much as one may be."""
    value = finding.value
    if value is None or len(value) <= _LONGEST:
        return finding
    return finding._replace(value=value[:_LONGEST].rpartition(" ")[0].rstrip(" ,;:") + "…")
