"""What one delivery was: the request as it was sent, and what the endpoint answered."""

from __future__ import annotations

from runwright import clock, ids
from runwright.db.transaction import Reader
from runwright.errors import NotFound
from runwright.events.show import Show
from runwright.events.types import KINDS, Event
from runwright.events.webhooks import store as webhooks_store
from runwright.events.webhooks.deliveries import store
from runwright.events.webhooks.deliveries.types import DeliveryDetail
from runwright.events.webhooks.service import existing
from runwright.events.webhooks.types import SENT_HEADERS, TEST, Delivery, Webhook
from runwright.trust.caller import Caller
from runwright.trust.kernel import Grant


class Deliveries:
    """The service of one webhook's deliveries."""

    def __init__(self, *, show: Show) -> None:
        self._show = show

    def read(
        self, reader: Reader, caller: Caller, webhook_id: str, delivery_id: str
    ) -> DeliveryDetail:
        """One delivery, for a key that may read webhooks and what the event is about."""
        webhook, delivery = _find(reader, caller.grant, webhook_id, delivery_id)
        about = _authorize(caller, delivery)
        return self._detail(reader, caller.grant, about, webhook, delivery)

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
    webhook, delivery = existing(reader, grant, webhook_id), None
    if ids.is_id(delivery_id, "dlv"):
        delivery = webhooks_store.read_delivery(reader, grant, webhook.id, delivery_id)
    if delivery is None:
        raise NotFound("This webhook has no delivery with that id.")
    return webhook, delivery


def _authorize(caller: Caller, delivery: Delivery) -> Grant:
    """The right to see what the event is about; a test is about the webhook alone."""
    if delivery.type == TEST:
        return caller.grant
    return caller.authorize(
        KINDS[delivery.type].reads,
        resource=delivery.subject,
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
