"""All SQL on the responses of endpoints.

A response may repeat what it was sent, so it is erased with the subject of its event. Whoever
keeps one holds the subject's row, and whoever erases the subject holds that row before the
responses are erased: no response is stored behind the back of an erasure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import orjson
from sqlalchemy import bindparam, delete, select

from runwright.db import schema
from runwright.db.sql import insert
from runwright.db.transaction import Reader, Tx
from runwright.events.webhooks.deliveries.types import DeliveryResponse
from runwright.events.webhooks.types import Delivery
from runwright.trust.kernel import Grant
from runwright.trust.scopes import Scope

_RESPONSES = schema.delivery_responses
_OURS = _RESPONSES.c.project_id == bindparam("project")
_OF = _OURS & (_RESPONSES.c.webhook_id == bindparam("webhook"))
_THAT = _OF & (_RESPONSES.c.delivery_id == bindparam("delivery"))
_READ = select(*(_RESPONSES.c[name] for name in DeliveryResponse._fields)).where(_THAT)
_ADD = insert(_RESPONSES)
_DROP = delete(_RESPONSES).where(_THAT)
_REMOVE = delete(_RESPONSES).where(_OF)
_ERASE = delete(_RESPONSES).where(_OURS, _RESPONSES.c.subject == bindparam("subject"))

LockSubject = Callable[[Tx, Grant, str, str], bool]
"""Whether the subject of an event of a type is there; if so, nobody erases it before the commit."""


def read(
    reader: Reader, grant: Grant, webhook_id: str, delivery_id: str
) -> DeliveryResponse | None:
    """The response to the last attempt of a delivery, if there was one and it is not erased."""
    this = {"project": grant.project(Scope.WEBHOOKS_READ), "webhook": webhook_id}
    row = reader.one(_READ, **this, delivery=delivery_id)
    if row is None:
        return None
    return DeliveryResponse(
        status_code=row.status_code,
        headers=orjson.loads(row.headers),
        body=bytes(row.body),
        truncated=bool(row.truncated),
    )


def keep(
    tx: Tx,
    grant: Grant,
    attempted: Sequence[tuple[Delivery, DeliveryResponse | None]],
    lock_subject: LockSubject,
) -> None:
    """Store the responses to the last attempts of deliveries, instead of those before.

    None is kept about a subject that is erased by now.
    """
    project_id = grant.project(Scope.WEBHOOKS_WRITE)
    drop(tx, [_key(project_id, delivery) for delivery, _ in attempted])
    for delivery, response in attempted:
        if response is not None and lock_subject(tx, grant, delivery.type, delivery.subject):
            tx.run(_ADD, **_columns(project_id, delivery, response))


def erase_about(tx: Tx, grant: Grant, subject: str) -> None:
    """Erase the responses to events about a subject that is being erased, and is held."""
    tx.run(_ERASE, project=grant.project(grant.scope), subject=subject)


def remove(tx: Tx, grant: Grant, webhook_id: str) -> None:
    """Erase the responses of a webhook that is being removed."""
    tx.run(_REMOVE, project=grant.project(Scope.WEBHOOKS_WRITE), webhook=webhook_id)


def drop(tx: Tx, deliveries: Sequence[Mapping[str, str]]) -> None:
    """Let go of the responses of deliveries, each named by `project`, `webhook`, `delivery`."""
    tx.run_many(_DROP, deliveries)


def _key(project_id: str, delivery: Delivery) -> dict[str, str]:
    return {"project": project_id, "webhook": delivery.webhook_id, "delivery": delivery.id}


def _columns(project_id: str, delivery: Delivery, response: DeliveryResponse) -> dict[str, Any]:
    return {
        **response._asdict(),
        "project_id": project_id,
        "webhook_id": delivery.webhook_id,
        "delivery_id": delivery.id,
        "subject": delivery.subject,
        "headers": orjson.dumps(response.headers).decode(),
        "truncated": int(response.truncated),
    }
