"""What happens to a webhook: make, read, change, remove, try out.

It is told with the scopes of the key that made it or changed it last, so whoever says where it
leads, what it is told, or what it is signed with, must have the read scope of each noun of its
events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from typing import Any

import orjson

from runwright import clock, ids
from runwright.api import idempotency
from runwright.config import Settings
from runwright.db.paging import Page, Slice
from runwright.db.transaction import Reader, Tx
from runwright.errors import InvalidRequest, NotFound
from runwright.events.store import head_of
from runwright.events.types import KINDS, Event
from runwright.events.webhooks import store
from runwright.events.webhooks.disabling import disable
from runwright.events.webhooks.fanout import JOB_KIND, delivery_of
from runwright.events.webhooks.signing import Derive, Secrets
from runwright.events.webhooks.types import (
    TEST,
    ChangeWebhook,
    CreateWebhook,
    Delivery,
    Webhook,
)
from runwright.jobs import store as jobs_store
from runwright.trust import erasures
from runwright.trust.caller import Caller, Need
from runwright.trust.kernel import Grant
from runwright.trust.scopes import Scope

WHAT = "webhook"
SUBSCRIBE = "webhooks.subscribe"
_BY_REQUEST = "It was disabled by a request."


class Webhooks:
    """The service of this noun."""

    def __init__(
        self, *, settings: Settings, derive: Derive, wake_worker: Callable[[], None]
    ) -> None:
        self._grace = settings.rotation_grace
        self._secrets = Secrets(derive)
        self._wake_worker = wake_worker

    def create(
        self, tx: Tx, caller: Caller, webhook_id: str, request: CreateWebhook, version: str
    ) -> Webhook:
        """Make a webhook; it is told what happens from now on, in a version of the API."""
        _check_reach(tx, caller, request.events)
        project_id = caller.principal.project_id
        webhook = Webhook(
            project_id=project_id,
            id=webhook_id,
            url=request.url,
            events=tuple(request.events),
            status="enabled",
            disabled_reason=None,
            key_id=caller.principal.key_id,
            version=version,
            secret_number=1,
            old_secret_until=None,
            seen_seq=head_of(tx, project_id),
            failing_since=None,
            created_at=clock.stamp(clock.now()),
        )
        store.add(tx, caller.grant, webhook)
        return webhook

    def rotate_secret(self, tx: Tx, caller: Caller, webhook_id: str, grace: int | None) -> Webhook:
        """Give a webhook a new secret; for a time, in seconds, the old one signs, too."""
        seconds = self._grace if grace is None else grace
        webhook = _within_reach(tx, caller, _held(tx, caller.grant, webhook_id))
        until = clock.stamp(clock.now() + timedelta(seconds=seconds)) if seconds else None
        rotated = webhook._replace(secret_number=webhook.secret_number + 1, old_secret_until=until)
        store.change(tx, caller.grant, rotated)
        return rotated

    def secret_of(self, webhook: Webhook) -> str:
        """What a webhook is signed with, as its owner is shown it."""
        return self._secrets.shown(webhook.id, webhook.secret_number)

    def show(self, webhook: Webhook) -> dict[str, Any]:
        """A webhook as the API shows it, with the end of its secret to tell it by."""
        return {**webhook.as_json(), "secret_hint": f"whsec_…{self.secret_of(webhook)[-4:]}"}

    def test(self, tx: Tx, caller: Caller, webhook_id: str) -> Delivery:
        """Tell a webhook about itself, once and now, whatever its types are."""
        webhook, now = _enabled(tx, caller.grant, webhook_id), clock.stamp(clock.now())
        _within_reach(tx, caller, webhook)
        event = Event(ids.new("evt"), TEST, webhook.id, now)
        delivery = delivery_of(webhook, event, now)
        store.add_delivery(tx, caller.grant, delivery)
        self._queue(tx, webhook, now)
        return delivery

    def redeliver(self, tx: Tx, caller: Caller, webhook_id: str, delivery_id: str) -> Delivery:
        """Send a delivery again, now, with the whole schedule before it."""
        webhook, now = _enabled(tx, caller.grant, webhook_id), clock.stamp(clock.now())
        delivery = None
        if ids.is_id(delivery_id, "dlv"):
            delivery = store.read_delivery(tx, caller.grant, webhook.id, delivery_id)
        if delivery is None:
            raise NotFound("This webhook has no delivery with that id.")
        _within_reach(tx, caller, webhook, delivery.type)
        restarted = store.restart(tx, caller.grant, delivery, now)
        self._queue(tx, webhook, now)
        return restarted

    def _queue(self, tx: Tx, webhook: Webhook, now: str) -> None:
        jobs_store.ensure_queued(tx, JOB_KIND, webhook.project_id, webhook.id, now)
        tx.after_commit(self._wake_worker)


def change(
    tx: Tx, caller: Caller, webhook_id: str, request: ChangeWebhook, version: str
) -> Webhook:
    """Change where a webhook leads, what it is told, or whether it is."""
    old = _held(tx, caller.grant, webhook_id)
    new = _changed(tx, caller, old, request, version)
    if request.status == "disabled" and old.status == "enabled":
        return disable(tx, caller.grant, new, _BY_REQUEST)
    store.change(tx, caller.grant, new)
    return new


def delete(tx: Tx, grant: Grant, webhook_id: str) -> None:
    """Erase a webhook with its deliveries; what is under way is not recorded any more."""
    webhook = _held(tx, grant, webhook_id)
    deliveries = store.remove(tx, grant, webhook.id)
    jobs_store.drop(tx, webhook.id)
    answers = idempotency.erase(tx, grant, webhook.id)
    counts = {"webhooks": 1, "deliveries": deliveries, "stored_answers": answers}
    erasures.record(tx, grant, Scope.WEBHOOKS_WRITE, id=webhook.id, what=WHAT, counts=counts)


def shown(reader: Reader, grant: Grant, webhook_id: str) -> bytes | None:
    """A webhook as events show it."""
    webhook = store.read(reader, grant, webhook_id)
    return None if webhook is None else orjson.dumps(webhook.as_json())


def _check_reach(tx: Tx, caller: Caller, types: Iterable[str]) -> None:
    """Refuse, and record, what the caller may not see itself."""
    scopes = sorted({KINDS[name].reads for name in types})
    caller.authorize_each([Need(scope, SUBSCRIBE) for scope in scopes], tx)


def _within_reach(tx: Tx, caller: Caller, webhook: Webhook, *further: str) -> Webhook:
    """Refuse whoever could not have made this webhook to sign for it or to have it told.

    What was delivered may be of a type that the webhook is not told any more.
    """
    _check_reach(tx, caller, {*webhook.events, *further} & KINDS.keys())
    return webhook


def _changed(tx: Tx, caller: Caller, old: Webhook, request: ChangeWebhook, version: str) -> Webhook:
    """A webhook as it is to be; it passes to the caller's key, unless it is only disabled."""
    given = request.given()
    if not ({"url", "events"} & given.keys() or request.status == "enabled"):
        return old
    events, url = tuple(given.get("events", old.events)), given.get("url", old.url)
    _check_reach(tx, caller, events)
    new = old._replace(url=url, events=events, key_id=caller.principal.key_id, version=version)
    if url != old.url:
        new = new._replace(failing_since=None)
    if request.status == "enabled" and old.status == "disabled":
        # It goes on from now: what happened meanwhile is in `/v1/events`.
        seq = head_of(tx, old.project_id)
        new = new._replace(status="enabled", disabled_reason=None, failing_since=None, seen_seq=seq)
    return new


def existing(reader: Reader, grant: Grant, webhook_id: str) -> Webhook:
    """The webhook with an id; `NotFound` or `AlreadyDeleted` when there is none."""
    found = store.read(reader, grant, webhook_id) if ids.is_id(webhook_id, "wh") else None
    if found is None:
        raise erasures.absent(reader, grant, webhook_id, WHAT)
    return found


def list_deliveries(
    reader: Reader, grant: Grant, webhook_id: str, page: Page, filters: Mapping[str, str]
) -> Slice:
    """A page of what was told to a webhook."""
    webhook = existing(reader, grant, webhook_id)
    return store.list_deliveries(reader, grant, webhook.id, page, filters)


def _held(tx: Tx, grant: Grant, webhook_id: str) -> Webhook:
    """The same, with the row held: deliveries and jobs are not added meanwhile."""
    found = store.hold(tx, grant, webhook_id) if ids.is_id(webhook_id, "wh") else None
    if found is None:
        raise erasures.absent(tx, grant, webhook_id, WHAT)
    return found


def _enabled(tx: Tx, grant: Grant, webhook_id: str) -> Webhook:
    webhook = _held(tx, grant, webhook_id)
    if webhook.status == "disabled":
        raise InvalidRequest({"status": ["is disabled. Enable the webhook first"]})
    return webhook
