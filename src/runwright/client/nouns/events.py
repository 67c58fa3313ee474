"""`client.events` and `client.webhooks`."""

from __future__ import annotations

from collections.abc import Sequence

from runwright.client.calls import D, Noun, call, flow, given, path
from runwright.client.requests import Flow, Request, Steps
from runwright.client.streams import STREAM_SILENCE, Message, follow
from runwright.client.types.common import Deleted, Order, When
from runwright.client.types.events import (
    Delivery,
    DeliveryDetail,
    DeliveryStatus,
    Event,
    EventType,
    Webhook,
    WebhookStatus,
)
from runwright.client.values import data_of


class Events(Noun[D]):
    """Events: what happened in the project."""

    @call
    def retrieve(self, id: str) -> Steps[Event]:
        """Return an event.

        Args:
            id: The id of the event.
        """
        return self._get(path("/v1/events/{}", id), Event.read)

    @flow
    def list(
        self,
        *,
        type: Sequence[EventType] | None = None,
        created_after: When | None = None,
        created_before: When | None = None,
        order: Order | None = None,
        after: str | None = None,
        page_size: int | None = None,
    ) -> Flow[Event]:
        """Iterate over the events of the last 30 days, newest first.

        Args:
            type: Only events of these types; all by default.
            created_after: Only those created after this moment.
            created_before: Only those created before this moment.
            order: `desc` (the default, newest first) or `asc`.
            after: The id to continue after.
            page_size: How many to fetch at a time, at most 100.
        """
        return self._pages(
            "/v1/events",
            Event.read,
            page_size,
            type=_joined(type),
            created_after=created_after,
            created_before=created_before,
            order=order,
            after=after,
        )

    @flow
    def stream(
        self, *, type: Sequence[EventType] | None = None, after: str | None = None
    ) -> Flow[Event]:
        """Iterate over events as they happen, without end.

        Survives broken connections without losing or repeating an event, once there has been one.

        Args:
            type: Only events of these types; all by default.
            after: The id of the event to continue after; from now on by default.
        """

        def request_after(seen: str | None) -> Request:
            return self._request(
                "GET",
                "/v1/events/stream",
                query={"type": _joined(type)},
                headers={"Last-Event-ID": seen} if seen else {},
                more_seconds=STREAM_SILENCE,
            )

        seen = after or (yield from self._newest())
        yield from follow(request_after, self._options.retries, _event, seen=seen)

    def _newest(self) -> Steps[str | None]:
        """Where now is, so that nothing is missed if the stream breaks before its first event."""
        found = yield from self._get("/v1/events", data_of(Event.read), query={"limit": 1})
        return found[0].id if found else None


class Webhooks(Noun[D]):
    """Webhooks: addresses that are told of events. See `verify_webhook` for their end."""

    @call
    def create(
        self, *, url: str, events: Sequence[EventType], idempotency_key: str | None = None
    ) -> Steps[Webhook]:
        """Create a webhook; its `secret` is returned only once.

        Args:
            url: The address that deliveries are sent to.
            events: The event types to deliver.
            idempotency_key: Your own key for repeating this call safely; one is made for you.
        """
        body = {"url": url, "events": events}
        return self._act(
            "POST", "/v1/webhooks", Webhook.read, body=body, idempotency_key=idempotency_key
        )

    @call
    def retrieve(self, id: str) -> Steps[Webhook]:
        """Return a webhook.

        Args:
            id: The id of the webhook.
        """
        return self._get(path("/v1/webhooks/{}", id), Webhook.read)

    @flow
    def list(
        self,
        *,
        status: WebhookStatus | None = None,
        order: Order | None = None,
        after: str | None = None,
        page_size: int | None = None,
    ) -> Flow[Webhook]:
        """Iterate over webhooks, newest first.

        Args:
            status: Only `enabled` or only `disabled` ones.
            order: `desc` (the default, newest first) or `asc`.
            after: The id to continue after.
            page_size: How many to fetch at a time, at most 100.
        """
        return self._pages(
            "/v1/webhooks", Webhook.read, page_size, status=status, order=order, after=after
        )

    @call
    def update(
        self,
        id: str,
        *,
        url: str | None = None,
        events: Sequence[EventType] | None = None,
        status: WebhookStatus | None = None,
    ) -> Steps[Webhook]:
        """Change a webhook; what is not given stays as it is.

        Args:
            id: The id of the webhook.
            url: The address that deliveries are sent to.
            events: The event types to deliver.
            status: `enabled` or `disabled`; events that happen meanwhile are not delivered later.
        """
        body = given(url=url, events=events, status=status)
        return self._act("PATCH", path("/v1/webhooks/{}", id), Webhook.read, body=body)

    @call
    def delete(self, id: str) -> Steps[Deleted]:
        """Delete a webhook with its deliveries.

        Args:
            id: The id of the webhook.
        """
        return self._act("DELETE", path("/v1/webhooks/{}", id), Deleted.read)

    @call
    def rotate_secret(self, id: str, *, grace_seconds: int | None = None) -> Steps[Webhook]:
        """Give a webhook a new secret.

        Args:
            id: The id of the webhook.
            grace_seconds: How long deliveries are signed with the old secret as well.
        """
        body = given(grace_seconds=grace_seconds)
        where = path("/v1/webhooks/{}/rotate_secret", id)
        return self._act("POST", where, Webhook.read, body=body)

    @call
    def test(self, id: str) -> Steps[Delivery]:
        """Send a webhook an event of the type `webhook.test`, once.

        Args:
            id: The id of the webhook.
        """
        return self._act("POST", path("/v1/webhooks/{}/test", id), Delivery.read)

    @flow
    def deliveries(
        self,
        id: str,
        *,
        status: DeliveryStatus | None = None,
        order: Order | None = None,
        after: str | None = None,
        page_size: int | None = None,
    ) -> Flow[Delivery]:
        """Iterate over the deliveries of the last 30 days, newest first.

        Args:
            id: The id of the webhook.
            status: Only `pending`, `succeeded` or `failed` ones.
            order: `desc` (the default, newest first) or `asc`.
            after: The id to continue after.
            page_size: How many to fetch at a time, at most 100.
        """
        where = path("/v1/webhooks/{}/deliveries", id)
        return self._pages(where, Delivery.read, page_size, status=status, order=order, after=after)

    @call
    def delivery(self, id: str, delivery_id: str) -> Steps[DeliveryDetail]:
        """Return a delivery with the request and the response of its last attempt.

        Args:
            id: The id of the webhook.
            delivery_id: The id of the delivery.
        """
        return self._get(
            path("/v1/webhooks/{}/deliveries/{}", id, delivery_id), DeliveryDetail.read
        )

    @call
    def redeliver(self, id: str, delivery_id: str) -> Steps[Delivery]:
        """Send a delivery again.

        Args:
            id: The id of the webhook.
            delivery_id: The id of the delivery.
        """
        where = path("/v1/webhooks/{}/deliveries/{}/redeliver", id, delivery_id)
        return self._act("POST", where, Delivery.read)


def _joined(types: Sequence[str] | None) -> str | None:
    return ",".join(types) if types else None


def _event(message: Message) -> Event:
    return Event.read(message.json())
