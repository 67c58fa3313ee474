"""The frozen values and wire shapes of webhooks and of what is delivered to them."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NamedTuple

from pydantic import AfterValidator, Field, ValidationInfo, WithJsonSchema

from runwright import __version__
from runwright.api.fields import (
    DeliveryId,
    EventId,
    KeyId,
    Timestamp,
    Uri,
    VersionDate,
    WebhookId,
    one_of,
)
from runwright.api.pages import ListShape, PageQuery
from runwright.api.parsing import Body, Change, Shape, unchanged
from runwright.events.types import KINDS
from runwright.events.webhooks import addresses

TEST = "webhook.test"
"""The type of the event that a test makes; it is about the webhook itself, and in no list."""
ALLOW_PRIVATE = "webhooks.allow_private"
"""In the context of validation: whether private addresses are allowed."""
MOST_ATTEMPTS_SHOWN = 30
SENT_HEADERS = {
    "user-agent": f"Runwright-Webhooks/{__version__}",
    "content-type": "application/json",
}
"""The headers that every request to an endpoint has, whatever it is about."""
Status = Literal["enabled", "disabled"]
DeliveryStatus = Literal["pending", "succeeded", "failed"]


def _url(text: str, info: ValidationInfo) -> str:
    target = addresses.read(text)
    if addresses.is_own(target) and not (info.context or {}).get(ALLOW_PRIVATE, False):
        raise ValueError(
            "must be a public address. The setting RUNWRIGHT_WEBHOOK_ALLOW_PRIVATE allows others; "
            "`runwright listen` forwards events to your own machine"
        )
    return text


def _types(names: list[str]) -> list[str]:
    if not set(names) <= set(KINDS):
        raise ValueError(f"must be one or more of {', '.join(KINDS)}")
    return sorted(set(names))


Url = Annotated[str, Field(json_schema_extra={"format": "uri"}), AfterValidator(_url)]
Type = Annotated[str, Field(json_schema_extra={"enum": [*KINDS]})]
Types = Annotated[list[Type], Field(min_length=1, max_length=100), AfterValidator(_types)]


class CreateWebhook(Body):
    """A new webhook."""

    url: Url
    """Where to send events. Private addresses are refused unless the server allows them."""
    events: Types
    """The types of events to send."""


class ChangeWebhook(Change):
    """Changes to a webhook. Fields that are left out stay as they are."""

    url: Url = unchanged()
    """A new address."""
    events: Types = unchanged()
    """The new types, replacing all existing ones."""
    status: Status = unchanged()
    """`disabled` pauses it; `enabled` resumes it from now on."""


class RotateSecret(Body):
    """How long the old secret still signs."""

    grace_seconds: int | None = Field(default=None, ge=0, le=604_800)
    """How long the old secret still signs. The server's setting if absent."""


class WebhooksQuery(PageQuery):
    """Which webhooks are listed."""

    lists = "wh"

    status: Status | None = None
    """Only webhooks with this status."""


class DeliveriesQuery(PageQuery):
    """Which deliveries are listed."""

    lists = "dlv"

    status: DeliveryStatus | None = None
    """Only deliveries with this status."""


class WebhookShape(Shape):
    """A webhook, without its secret."""

    id: WebhookId
    object: Literal["webhook"]
    url: Uri
    """Where events are sent."""
    events: list[Type]
    """The types of events that it receives."""
    status: Status
    """Whether it receives events."""
    disabled_reason: str | None
    """Why it is disabled; `null` while enabled."""
    failing_since: Timestamp | None
    """The first failure since the last success; `null` if none."""
    key: KeyId
    """The key that created it. Its scopes decide which events are sent."""
    api_version: VersionDate
    """The API version of the events."""
    old_secret_until: Timestamp | None
    """Until when the old secret signs too; `null` if there is none."""
    created_at: Timestamp
    """When it was created."""
    secret_hint: str | None = None
    """The last characters of its secret; events about a webhook lack them."""


class WebhookWithSecret(WebhookShape):
    """A webhook with its secret, which is shown only once."""

    secret: str | None = None
    """The signing secret, shown only once. A replayed request does not show it again."""


class WebhookList(ListShape):
    """One page of webhooks."""

    data: list[WebhookShape]


class DeletedWebhook(Shape):
    """Confirms that a webhook was deleted."""

    id: WebhookId
    object: Literal["webhook"]
    deleted: Literal[True]


class AttemptShape(Shape):
    """One attempt of a delivery."""

    at: Timestamp
    """When it was made."""
    status_code: int | None
    """The HTTP status of the response; `null` if there was none."""
    ms: int
    """How long it took, in milliseconds."""
    error: str | None
    """Why it failed; `null` on success."""


class DeliveryShape(Shape):
    """The delivery of one event to one webhook."""

    id: DeliveryId
    object: Literal["webhook_delivery"]
    webhook: WebhookId
    """The webhook."""
    event: EventId
    """The event."""
    type: Annotated[str, WithJsonSchema(one_of((*KINDS, TEST)))]
    """The type of the event."""
    status: DeliveryStatus
    """Whether it has arrived."""
    attempts: list[AttemptShape]
    """The attempts so far, the last 30 at most."""
    next_attempt_at: Timestamp | None
    """When it is tried again; `null` if it is not."""
    created_at: Timestamp
    """When the delivery was created."""


class DeliveryList(ListShape):
    """One page of deliveries."""

    data: list[DeliveryShape]


class Webhook(NamedTuple):
    """Somebody who is told."""

    project_id: str
    id: str
    url: str
    events: tuple[str, ...]
    status: Status
    disabled_reason: str | None
    key_id: str
    """With whose scopes it is told."""
    version: str
    """Of the interface, in which it is told."""
    secret_number: int
    old_secret_until: str | None
    seen_seq: int
    """Events up to this number have their deliveries."""
    failing_since: str | None
    """The first failure since the last success."""
    created_at: str

    def as_json(self) -> dict[str, Any]:
        """As the API shows it."""
        return {
            "id": self.id,
            "object": "webhook",
            "url": self.url,
            "events": self.events,
            "status": self.status,
            "disabled_reason": self.disabled_reason,
            "failing_since": self.failing_since,
            "key": self.key_id,
            "api_version": self.version,
            "old_secret_until": self.old_secret_until,
            "created_at": self.created_at,
        }


class Attempt(NamedTuple):
    """One try of a delivery, as it is kept and shown."""

    at: str
    status_code: int | None
    ms: int
    error: str | None


class Delivery(NamedTuple):
    """One event for one webhook: a copy of the event's own row, which may be dropped before."""

    webhook_id: str
    id: str
    event_id: str
    type: str
    subject: str
    happened_at: str
    status: DeliveryStatus
    tries: int
    """By the schedule; a redelivery begins anew."""
    next_at: str | None
    attempts: tuple[Attempt, ...]
    created_at: str

    def as_json(self) -> dict[str, Any]:
        """As the API shows it."""
        return {
            "id": self.id,
            "object": "webhook_delivery",
            "webhook": self.webhook_id,
            "event": self.event_id,
            "type": self.type,
            "status": self.status,
            "attempts": [attempt._asdict() for attempt in self.attempts],
            "next_attempt_at": self.next_at,
            "created_at": self.created_at,
        }

    def tried(self, attempt: Attempt) -> tuple[Attempt, ...]:
        """Its attempts with one more; of very many the oldest are let go."""
        return (*self.attempts, attempt)[-MOST_ATTEMPTS_SHOWN:]
