"""All SQL on webhooks and their deliveries.

Whoever adds deliveries, or ends the job that sends them, holds the webhook's row: so there is
never a delivery that waits and has no job.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import orjson
from sqlalchemy import bindparam, delete, literal_column, select, update

from runwright.db import schema
from runwright.db.paging import Listing, Page, Slice
from runwright.db.sql import insert, row_lock
from runwright.db.transaction import Reader, Tx
from runwright.events.types import Event
from runwright.events.webhooks.deliveries import store as responses
from runwright.events.webhooks.types import Attempt, Delivery, Webhook
from runwright.trust.kernel import Grant
from runwright.trust.scopes import Scope

_HOOKS, _DELIVERIES = schema.webhooks, schema.deliveries
_EVENTS, _HEADS = schema.events, schema.event_heads

_THIS = (_HOOKS.c.project_id == bindparam("project")) & (_HOOKS.c.id == bindparam("webhook"))
_WEBHOOK = select(*(_HOOKS.c[name] for name in Webhook._fields))
_READ = _WEBHOOK.where(_THIS)
_HOLD = _READ.with_for_update()
_LOCK = row_lock(_HOOKS)
_LIST = Listing(
    _WEBHOOK.where(_HOOKS.c.project_id == bindparam("project")),
    _HOOKS.c.id,
    {"status": _HOOKS.c.status == bindparam("status")},
)
_ADD = insert(_HOOKS)
_CHANGED = (
    *("url", "events", "status", "disabled_reason", "key_id", "version"),
    *("secret_number", "old_secret_until", "seen_seq", "failing_since"),
)
_CHANGE = update(_HOOKS).where(_THIS).values({name: bindparam(name) for name in _CHANGED})
_REMOVE = delete(_HOOKS).where(_THIS)

_OF = (_DELIVERIES.c.project_id == bindparam("project")) & (
    _DELIVERIES.c.webhook_id == bindparam("webhook")
)
_THAT = _OF & (_DELIVERIES.c.id == bindparam("delivery"))
_DELIVERY = select(*(_DELIVERIES.c[name] for name in Delivery._fields))
_READ_DELIVERY = _DELIVERY.where(_THAT)
_LIST_DELIVERIES = Listing(
    _DELIVERY.where(_OF),
    _DELIVERIES.c.id,
    columns={"status": _DELIVERIES.c.status},
    indexes=(("status",),),
)
_DUE = (
    _DELIVERY.where(_OF, _DELIVERIES.c.next_at <= bindparam("now"))
    .order_by(_DELIVERIES.c.next_at, _DELIVERIES.c.id)
    .limit(bindparam("limit"))
)
_NEXT = (
    select(_DELIVERIES.c.next_at)
    .where(_OF, _DELIVERIES.c.next_at.is_not(None))
    .order_by(_DELIVERIES.c.next_at)
    .limit(1)
)
_ADD_DELIVERY = insert(_DELIVERIES)
_RECORD = (
    update(_DELIVERIES)
    .where(_THAT, _DELIVERIES.c.status == "pending", _DELIVERIES.c.tries == bindparam("seen"))
    .values({name: bindparam(name) for name in ("status", "tries", "next_at", "attempts")})
)
_RESTART = (
    update(_DELIVERIES).where(_THAT).values(status="pending", tries=0, next_at=bindparam("now"))
)
_END_PENDING = (
    update(_DELIVERIES)
    .where(_OF, _DELIVERIES.c.next_at.is_not(None))
    .values(status="failed", next_at=None)
)
_REMOVE_DELIVERIES = delete(_DELIVERIES).where(_OF)

_BEHIND = (
    select(_HOOKS.c.project_id, _HOOKS.c.id)
    .join(_HEADS, _HEADS.c.project_id == _HOOKS.c.project_id)
    # As text, since the index holds those alone and a parameter could be anything.
    .where(_HOOKS.c.status == literal_column("'enabled'"), _HOOKS.c.seen_seq < _HEADS.c.seq)
    .limit(bindparam("limit"))
)
_TAKE_BEHIND = _READ.where(_HOOKS.c.status == "enabled").with_for_update(skip_locked=True)
_SINCE = (
    select(*(_EVENTS.c[name] for name in Event._fields))
    .where(_EVENTS.c.project_id == bindparam("project"), _EVENTS.c.seq > bindparam("seq"))
    .order_by(_EVENTS.c.seq)
    .limit(bindparam("limit"))
)
_SEEN = update(_HOOKS).where(_THIS).values(seen_seq=bindparam("seq"))
_OLD = (
    select(_DELIVERIES.c.project_id, _DELIVERIES.c.webhook_id, _DELIVERIES.c.id)
    .where(_DELIVERIES.c.created_at < bindparam("before"))
    .limit(bindparam("limit"))
)
_DROP = delete(_DELIVERIES).where(_THAT)


# Webhooks --------------------------------------------------------------------------------------


def add(tx: Tx, grant: Grant, webhook: Webhook) -> None:
    """Store a new webhook."""
    row = {**webhook._asdict(), "project_id": grant.project(Scope.WEBHOOKS_WRITE)}
    tx.run(_ADD, **{**row, "events": " ".join(webhook.events)})


def read(reader: Reader, grant: Grant, webhook_id: str) -> Webhook | None:
    """One webhook; whoever may change one must see it."""
    scope = Scope.WEBHOOKS_WRITE if grant.scope is Scope.WEBHOOKS_WRITE else Scope.WEBHOOKS_READ
    row = reader.one(_READ, project=grant.project(scope), webhook=webhook_id)
    return None if row is None else _webhook(row)


def lock(tx: Tx, grant: Grant, webhook_id: str) -> bool:
    """Whether a webhook is there; if so, nobody erases it before the commit."""
    return tx.one(_LOCK, project=grant.project(grant.scope), id=webhook_id) is not None


def hold(tx: Tx, grant: Grant, webhook_id: str) -> Webhook | None:
    """One webhook, which nobody else changes or adds deliveries to before this is committed."""
    row = tx.one(_HOLD, project=grant.project(Scope.WEBHOOKS_WRITE), webhook=webhook_id)
    return None if row is None else _webhook(row)


def list_webhooks(reader: Reader, grant: Grant, page: Page, filters: Mapping[str, Any]) -> Slice:
    """Webhooks of the grant's project."""
    project_id = grant.project(Scope.WEBHOOKS_READ)
    found = _LIST.fetch(reader, page, filters, project=project_id)
    return Slice(rows=list(map(_webhook, found.rows)), has_more=found.has_more)


def change(tx: Tx, grant: Grant, webhook: Webhook) -> None:
    """Store what can change of a webhook that is held."""
    values = {name: getattr(webhook, name) for name in _CHANGED}
    tx.run(
        _CHANGE,
        project=grant.project(Scope.WEBHOOKS_WRITE),
        webhook=webhook.id,
        **{**values, "events": " ".join(webhook.events)},
    )


def remove(tx: Tx, grant: Grant, webhook_id: str) -> int:
    """Erase a webhook that is held; how many deliveries went with it."""
    responses.remove(tx, grant, webhook_id)
    responses.erase_about(tx, grant, webhook_id)
    this = {"project": grant.project(Scope.WEBHOOKS_WRITE), "webhook": webhook_id}
    tx.run(_REMOVE, **this)
    return tx.run(_REMOVE_DELIVERIES, **this)


def _webhook(row: Any) -> Webhook:
    webhook = Webhook._make(row)
    return webhook._replace(events=tuple(row.events.split()))


# Deliveries ------------------------------------------------------------------------------------


def list_deliveries(
    reader: Reader, grant: Grant, webhook_id: str, page: Page, filters: Mapping[str, Any]
) -> Slice:
    """What was, or is to be, told to a webhook."""
    project_id = grant.project(Scope.WEBHOOKS_READ)
    found = _LIST_DELIVERIES.fetch(reader, page, filters, project=project_id, webhook=webhook_id)
    return Slice(rows=list(map(_delivery, found.rows)), has_more=found.has_more)


def read_delivery(
    reader: Reader, grant: Grant, webhook_id: str, delivery_id: str
) -> Delivery | None:
    """One delivery; whoever may change one must see it."""
    scope = Scope.WEBHOOKS_WRITE if grant.scope is Scope.WEBHOOKS_WRITE else Scope.WEBHOOKS_READ
    project_id = grant.project(scope)
    row = reader.one(_READ_DELIVERY, project=project_id, webhook=webhook_id, delivery=delivery_id)
    return None if row is None else _delivery(row)


def add_delivery(tx: Tx, grant: Grant, delivery: Delivery) -> None:
    """Store a delivery that is to be sent, to a webhook that is held."""
    tx.run(_ADD_DELIVERY, **_columns(grant.project(Scope.WEBHOOKS_WRITE), delivery))


def restart(tx: Tx, grant: Grant, delivery: Delivery, now: str) -> Delivery:
    """Send a delivery again, with the whole schedule before it; how it stands from now on."""
    this = {"project": grant.project(Scope.WEBHOOKS_WRITE), "webhook": delivery.webhook_id}
    tx.run(_RESTART, **this, delivery=delivery.id, now=now)
    return delivery._replace(status="pending", tries=0, next_at=now)


def due(reader: Reader, grant: Grant, webhook_id: str, now: str, limit: int) -> Sequence[Delivery]:
    """What is to be sent by now, the longest due first."""
    this = {"project": grant.project(Scope.WEBHOOKS_WRITE), "webhook": webhook_id}
    return list(map(_delivery, reader.all(_DUE, **this, now=now, limit=limit)))


def next_at(reader: Reader, grant: Grant, webhook_id: str) -> str | None:
    """When something is to be sent next."""
    project_id = grant.project(Scope.WEBHOOKS_WRITE)
    row = reader.one(_NEXT, project=project_id, webhook=webhook_id)
    return None if row is None else row.next_at


def record(tx: Tx, grant: Grant, tried: Sequence[tuple[Delivery, Delivery]]) -> set[str]:
    """Store what became of deliveries, each as it was and as it is; not if it began anew.

    The ids of those that were stored.
    """
    project_id = grant.project(Scope.WEBHOOKS_WRITE)
    return {
        old.id
        for old, new in tried
        if tx.run(
            _RECORD,
            project=project_id,
            webhook=old.webhook_id,
            delivery=old.id,
            seen=old.tries,
            status=new.status,
            tries=new.tries,
            next_at=new.next_at,
            attempts=_as_text(new.attempts),
        )
    }


def end_pending(tx: Tx, grant: Grant, webhook_id: str) -> None:
    """What waits for a webhook is not sent any more."""
    tx.run(_END_PENDING, project=grant.project(Scope.WEBHOOKS_WRITE), webhook=webhook_id)


def _delivery(row: Any) -> Delivery:
    attempts = tuple(Attempt(*each) for each in orjson.loads(row.attempts))
    return Delivery._make(row)._replace(attempts=attempts)


def _columns(project_id: str, delivery: Delivery) -> dict[str, Any]:
    attempts = _as_text(delivery.attempts)
    return {**delivery._asdict(), "project_id": project_id, "attempts": attempts}


def _as_text(attempts: Sequence[Attempt]) -> str:
    return orjson.dumps([tuple(attempt) for attempt in attempts]).decode()


# For all projects: ids and types alone, so no grant is needed ------------------------------------


def behind(reader: Reader, limit: int) -> Sequence[tuple[str, str]]:
    """Webhooks that have not got all events, as project and id."""
    return [(row.project_id, row.id) for row in reader.all(_BEHIND, limit=limit)]


def take_behind(tx: Tx, project_id: str, webhook_id: str) -> Webhook | None:
    """Hold such a webhook, unless somebody else does: then it is seen to in a moment."""
    row = tx.one(_TAKE_BEHIND, project=project_id, webhook=webhook_id)
    return None if row is None else _webhook(row)


def events_after(reader: Reader, webhook: Webhook, limit: int) -> Sequence[Event]:
    """What happened that a webhook has no deliveries for."""
    rows = reader.all(_SINCE, project=webhook.project_id, seq=webhook.seen_seq, limit=limit)
    return list(map(Event._make, rows))


def add_deliveries(tx: Tx, webhook: Webhook, deliveries: Sequence[Delivery], seq: int) -> None:
    """Store what a webhook that is held is to be told, and how far it has seen."""
    tx.run(_SEEN, project=webhook.project_id, webhook=webhook.id, seq=seq)
    tx.insert_all(_ADD_DELIVERY, [_columns(webhook.project_id, each) for each in deliveries])


def drop_old(tx: Tx, before: str, limit: int) -> int:
    """Let go of deliveries from before an instant; how many there were."""
    rows = tx.all(_OLD, before=before, limit=limit)
    those = [{"project": r.project_id, "webhook": r.webhook_id, "delivery": r.id} for r in rows]
    tx.run_many(_DROP, those)
    responses.drop(tx, those)
    return len(rows)
