"""Where events come from: written in the transaction of what they report, or not at all."""

from __future__ import annotations

from typing import Any, NamedTuple

from runwright import clock, ids
from runwright.db import schema
from runwright.db.sql import ADD, insert, insert_or_merge
from runwright.db.transaction import Tx
from runwright.events.types import DELETED, KINDS, Event
from runwright.events.webhooks.deliveries import store as responses
from runwright.trust.kernel import Grant

_EVENTS, _HEADS = schema.events, schema.event_heads
_MOVE_HEAD = insert_or_merge(_HEADS, gives="seq", seq=ADD)
_APPEND = insert(_EVENTS)


class Happening(NamedTuple):
    """An event that has no number yet."""

    project_id: str
    event: Event


def happened(tx: Tx, grant: Grant, type: str, subject: str) -> None:
    """Something happened to a thing; it is told if, and only if, this transaction is committed.

    If it was erased, so is what endpoints answered to events about it. Its row must be held.
    """
    if type not in KINDS:
        raise ValueError(f"there is no event {type}")
    if type.endswith(DELETED):
        responses.erase_about(tx, grant, subject)
    now = clock.now()
    event = Event(ids.new_at("evt", now), type, subject, clock.stamp(now))
    tx.hand_over(append, Happening(grant.project(grant.scope), event))


def append(tx: Tx, happenings: list[Any]) -> None:
    """Number a group's events and store them: each project's head is moved, and so held, once.

    Heads are taken in order of their projects, so that processes cannot wait for each other.
    """
    by_project: dict[str, list[Event]] = {}
    for happening in happenings:
        by_project.setdefault(happening.project_id, []).append(happening.event)
    rows: list[dict[str, Any]] = []
    for project_id, events in sorted(by_project.items()):
        (last,) = tx.row(_MOVE_HEAD, project_id=project_id, seq=len(events))
        first = last - len(events) + 1
        rows += (
            {"project_id": project_id, **event._asdict(), "seq": seq}
            for seq, event in enumerate(events, first)
        )
    tx.insert_all(_APPEND, rows)
