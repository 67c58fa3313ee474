"""What the payments come to that the step before chose for an event.

Where the event is yet to be paid, the latest payment that says the same words is told instead.
"""

from __future__ import annotations

from runwright.engine.ledger import costs, wording
from runwright.engine.ledger.entries import assumed, entries_of
from runwright.engine.ledger.selection import selection_of
from runwright.engine.ledger.settling import left_aside, settled, unfound
from runwright.engine.ledger.tallies import latest
from runwright.engine.types import Finding, Step, Work


def perform(step: Step, work: Work) -> Finding:
    """The figure that was asked for, with what was counted."""
    return costs.told(step, work) if "event" in step.arguments else _latest(step, work)


def _latest(step: Step, work: Work) -> Finding:
    chosen = frozenset(work.earlier[-1].items) if work.earlier else frozenset()
    wanted = (item for item in work.items if item.id in chosen)
    entries = entries_of(wanted, work.moment.zone, beside=work.items)
    said = selection_of(step.arguments)
    selection = settled(said, entries) if entries else said
    leaving = tuple(entry for entry in entries if entry.amount < 0)
    if not leaving:
        return Finding(step.action, step.part, reason=wording.missing(selection))
    told = latest(leaving, selection)
    unheard = wording.unheard(left_aside(said, selection), unfound(selection, entries))
    note = " ".join(filter(None, (unheard, assumed(told.entries))))
    return Finding(
        step.action,
        step.part,
        answer=f"{told.answer} {note}" if note else told.answer,
        value=told.value,
        items=tuple(entry.id for entry in told.entries),
    )
