"""What one delivery was: the request as it was sent, and what the endpoint answered."""

from __future__ import annotations

from collections.abc import Callable

from runwright import clock, ids
from runwright.db.database import Database
from runwright.db.transaction import Reader
from runwright.errors import NotFound
from runwright.events.show import Show
from runwright.events.types import KINDS, Event
from runwright.events.webhooks import store as webhooks_store
from runwright.events.webhooks.deliveries import store
from runwright.events.webhooks.deliveries.types import DeliveryDetail
from runwright.events.webhooks.types import SENT_HEADERS, TEST, Delivery, Webhook
from runwright.trust import erasures
from runwright.trust.audit import Entry
from runwright.trust.kernel import Grant, Principal, authorize

Record = Callable[[Entry], None]
"""Takes an audit entry that is stored before anything is shown."""


class Deliveries:
    """The service of one webhook's deliveries."""

    def __init__(self, *, database: Database, show: Show) -> None:
        self._database = database
        self._show = show

    async def read(
        self,
        principal: Principal,
        grant: Grant,
        webhook_id: str,
        delivery_id: str,
        *,
        record: Record,
    ) -> DeliveryDetail:
        """One delivery, for a key that may read webhooks and what the event is about."""

        def find(reader: Reader) -> tuple[Webhook, Delivery]:
            return _find(reader, grant, webhook_id, delivery_id)

        _, found = await self._database.read(find)
        about = _authorize(principal, grant, found, record)
        return await self._database.read(
            # Found once more, so that attempts and response are of one instant.
            lambda reader: self._detail(reader, grant, about, *find(reader))
        )

    def _detail(
        self, reader: Reader, grant: Grant, about: Grant, webhook: Webhook, delivery: Delivery
    ) -> DeliveryDetail:
        event = Event(delivery.event_id, delivery.type, delivery.subject, delivery.happened_at)
        body = self._show(reader, about, event, webhook.version)
        return DeliveryDetail(
            delivery=delivery,
            request_headers=_headers(delivery, body),
            request_body=body,
            response=store.read(reader, grant, webhook.id, delivery.id),
        )


def _find(
    reader: Reader, grant: Grant, webhook_id: str, delivery_id: str
) -> tuple[Webhook, Delivery]:
    webhook = delivery = None
    if ids.is_id(webhook_id, "wh"):
        webhook = webhooks_store.read(reader, grant, webhook_id)
    if webhook is None:
        raise erasures.absent(reader, grant, webhook_id, "webhook")
    if ids.is_id(delivery_id, "dlv"):
        delivery = webhooks_store.read_delivery(reader, grant, webhook.id, delivery_id)
    if delivery is None:
        raise NotFound("This webhook has no delivery with that id.")
    return webhook, delivery


def _authorize(principal: Principal, grant: Grant, delivery: Delivery, record: Record) -> Grant:
    """The right to see what the event is about; a test is about the webhook alone."""
    if delivery.type == TEST:
        return grant
    return authorize(
        principal,
        KINDS[delivery.type].reads,
        action=grant.entry.action,
        record=record,
        resource=delivery.subject,
        request_id=grant.entry.request_id,
        detail={"webhook": delivery.webhook_id, "event": delivery.event_id},
    )


def _headers(delivery: Delivery, body: bytes) -> dict[str, str]:
    """The headers of the last attempt.

    Without the signature: for minutes, whoever has it could pass for this server.
    """
    headers = {**SENT_HEADERS, "content-length": str(len(body)), "webhook-id": delivery.event_id}
    if delivery.attempts:
        at = clock.parse(delivery.attempts[-1].at)
        headers["webhook-timestamp"] = str(int(at.timestamp()))
    return headers
