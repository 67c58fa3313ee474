"""Choosing what the next step works on: bookings, the event they belong to, or a document's lines.

It says nothing of its own. When nothing fits, the next step tells what was looked for.
"""

from __future__ import annotations

from runwright.engine.ledger import events, papers
from runwright.engine.ledger.entries import entries_of
from runwright.engine.ledger.selection import selection_of
from runwright.engine.ledger.settling import settled
from runwright.engine.ledger.transfers import own_moves
from runwright.engine.types import Finding, Step, Work


def perform(step: Step, work: Work) -> Finding:
    """The ids of what was chosen."""
    of = step.arguments.get("of", "finance")
    if of == "calendar":
        chosen = events.chosen(step.arguments, work)
    elif of == "documents":
        chosen = papers.chosen(step.arguments, work)
    elif "around" in step.arguments:
        chosen = events.payments(step.arguments, work)
    else:
        chosen = _bookings(step, work)
    kept = work.earlier[-1].items if "keep" in step.arguments and work.earlier else ()
    return Finding(action=step.action, part=step.part, items=tuple(dict.fromkeys((*kept, *chosen))))


def _bookings(step: Step, work: Work) -> list[str]:
    entries = entries_of(work.items, work.moment.zone)
    selection = settled(selection_of(step.arguments), entries)
    chosen = selection.chosen(entries)
    if selection.subject.is_everything() and selection.direction:
        # What only changes accounts is neither spent nor earned.
        moves = own_moves(entries)
        chosen = [entry for entry in chosen if entry.id not in moves]
    return [entry.id for entry in chosen]
