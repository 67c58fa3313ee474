"""What is to be sent to a webhook now, shown with the scopes that its key has now.

An event is shown for each try anew, so a retry after an erasure says an id and no more.
"""

from __future__ import annotations

from typing import NamedTuple

import structlog

from runwright import clock
from runwright.db.transaction import Reader
from runwright.errors import Problem, ScopeDenied
from runwright.events.show import Show
from runwright.events.types import KINDS, Event
from runwright.events.webhooks import store
from runwright.events.webhooks.types import TEST, Delivery, Webhook
from runwright.trust import store as trust_store
from runwright.trust.audit import Entry
from runwright.trust.kernel import Grant, Principal, Trail, act_as_service, authorize
from runwright.trust.scopes import Scope

ACTION = "webhooks.deliver"
_REVOKED = "The key that it is told with was revoked or has expired."

log = structlog.get_logger()


class Message(NamedTuple):
    """A delivery and what is to be sent; None when the event cannot be shown."""

    delivery: Delivery
    body: bytes | None


class Due(NamedTuple):
    """How things stand with a webhook."""

    webhook: Webhook | None
    messages: list[Message]
    entries: list[Entry]
    """One for each message: what it shows is an access."""
    refusal: str | None = None
    """Why the webhook may not be told any more."""


class DueReader:
    """Finds what is due, and shows it."""

    def __init__(self, show: Show, default_rate: int) -> None:
        self._show = show
        self._default_rate = default_rate

    def read(
        self, reader: Reader, grant: Grant, webhook_id: str, room: int, known: frozenset[str]
    ) -> Due:
        """The webhook as it is now, and what is due of it, but for what is known already."""
        webhook = store.read(reader, grant, webhook_id)
        if webhook is None or webhook.status == "disabled" or room <= 0:
            return Due(webhook, [], [])
        now = clock.stamp(clock.now())
        due = store.due(reader, grant, webhook_id, now, room + len(known))
        fresh = [delivery for delivery in due if delivery.id not in known][:room]
        if not fresh:
            return Due(webhook, [], [])
        principal = trust_store.principal_by_key(reader, webhook.key_id, now, self._default_rate)
        if principal is None:
            return Due(webhook, [], [], _REVOKED)
        return self._shown(reader, webhook, fresh, principal)

    def _shown(
        self, reader: Reader, webhook: Webhook, fresh: list[Delivery], principal: Principal
    ) -> Due:
        messages: list[Message] = []
        entries = Trail()
        try:
            for delivery in fresh:
                allowed = _authorize(webhook, delivery, principal, entries)
                body = self._body(reader, allowed, webhook, delivery)
                messages.append(Message(delivery, body))
        except ScopeDenied as denied:
            return Due(webhook, [], entries, f"For the key that it is told with: {denied.message}")
        return Due(webhook, messages, entries)

    def _body(
        self, reader: Reader, grant: Grant, webhook: Webhook, delivery: Delivery
    ) -> bytes | None:
        event = Event(delivery.event_id, delivery.type, delivery.subject, delivery.happened_at)
        try:
            return self._show(reader, grant, event, webhook.version)
        except Problem:
            raise
        except Exception:
            # One event that is broken must not keep the others from being told.
            log.exception("event_not_shown", event=delivery.event_id, webhook=webhook.id)
            return None


def _authorize(webhook: Webhook, delivery: Delivery, principal: Principal, trail: Trail) -> Grant:
    """The right to show what an event is about to the webhook's key."""
    if delivery.type == TEST:
        # It shows the webhook to itself, whatever its key may read.
        return act_as_service(
            webhook.project_id,
            Scope.WEBHOOKS_READ,
            action=ACTION,
            trail=trail,
            resource=delivery.subject,
        )
    return authorize(
        principal,
        KINDS[delivery.type].reads,
        action=ACTION,
        trail=trail,
        resource=delivery.subject,
        detail={"webhook": webhook.id, "event": delivery.event_id},
    )
