"""Events, webhooks, and what was delivered to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from runwright.client.types.files import File
from runwright.client.types.runs import Run
from runwright.client.values import Value

EventType = Literal[
    "run.completed",
    "run.failed",
    "run.cancelled",
    "run.deleted",
    "file.processed",
    "file.failed",
    "file.deleted",
    "webhook.disabled",
]
WebhookStatus = Literal["enabled", "disabled"]
DeliveryStatus = Literal["pending", "succeeded", "failed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Webhook(Value):
    """An address that is told of events."""

    id: str
    url: str
    events: tuple[str, ...]
    status: str
    disabled_reason: str | None
    failing_since: datetime | None
    key: str
    api_version: str
    old_secret_until: datetime | None
    created_at: datetime
    secret_hint: str | None = None
    """The last characters of its secret; events about a webhook lack them."""
    secret: str | None = field(default=None, repr=False)
    """Shown once, when it was made; None ever after, also in the repeat of a lost answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventData(Value):
    """What an event is about, as JSON; once it is erased, its id alone."""

    object: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Event(Value):
    """Something that happened."""

    id: str
    type: str
    created_at: datetime
    api_version: str
    data: EventData

    @property
    def subject(self) -> Run | File | Webhook | None:
        """What it is about; None when that is erased, or not known to this client."""
        kind = _SUBJECTS.get(self.data.object.get("object", ""))
        return kind.read(self.data.object) if kind else None

    @property
    def subject_id(self) -> str:
        """The id of what it is about, which stays when that is erased."""
        return str(self.data.object["id"])


_SUBJECTS: Mapping[str, type[Run | File | Webhook]] = {
    "run": Run,
    "file": File,
    "webhook": Webhook,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt(Value):
    """One try of a delivery."""

    at: datetime
    status_code: int | None
    ms: int
    error: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery(Value):
    """What became of telling one event to one webhook."""

    id: str
    webhook: str
    event: str
    type: str
    status: str
    attempts: tuple[Attempt, ...]
    next_attempt_at: datetime | None
    created_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryRequest(Value):
    """What was sent, rendered again; the signature is left out."""

    headers: Mapping[str, str]
    body: str
    truncated: bool
    """Whether only the first 8 KB of the body are here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryResponse(Value):
    """What the endpoint answered to the last attempt."""

    status_code: int
    headers: Mapping[str, str] | None
    body: str | None
    truncated: bool
    erased: bool
    """Whether the headers and the body are gone, since the event's subject was erased."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryDetail(Delivery):
    """A delivery with the request and the response of its last attempt."""

    request: DeliveryRequest | None
    """None before the first attempt."""
    response: DeliveryResponse | None
    """None when there was no answer."""
