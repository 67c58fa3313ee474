"""What happens to a webhook: make, read, change, remove, try out.

It is told with the scopes of the key that made it or changed it last, so whoever says where it
leads, what it is told, or what it is signed with, must have the read scope of each noun of its
events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import timedelta

import orjson

from runwright import clock, ids
from runwright.api import idempotency, pages
from runwright.api.call import Answer, Call, answer
from runwright.config import Settings
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
    RotateSecret,
    Webhook,
)
from runwright.jobs import store as jobs_store
from runwright.trust import erasures
from runwright.trust.caller import Need
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

    async def create(self, call: Call) -> Answer:
        """Make a webhook; it is told what happens from now on."""
        request: CreateWebhook = call.body
        webhook_id = call.new_id

        def create_webhook(tx: Tx) -> Answer:
            _check_reach(tx, call, request.events)
            webhook = Webhook(
                project_id=call.principal.project_id,
                id=webhook_id,
                url=request.url,
                events=tuple(request.events),
                status="enabled",
                disabled_reason=None,
                key_id=call.principal.key_id,
                version=call.version,
                secret_number=1,
                old_secret_until=None,
                seen_seq=head_of(tx, call.principal.project_id),
                failing_since=None,
                created_at=clock.stamp(clock.now()),
            )
            store.add(tx, call.grant, webhook)
            return self._with_secret(webhook, 201)

        return await call.commit(create_webhook)

    async def read(self, call: Call) -> Answer:
        """One webhook."""
        return await call.commit(lambda tx: answer(_existing(tx, call).as_json()))

    async def list(self, call: Call) -> Answer:
        """A page of webhooks."""
        page, filters = call.query.page(), _filters(call)
        found = await call.read(
            lambda reader: store.list_webhooks(reader, call.grant, page, filters)
        )
        return answer(pages.render(found, Webhook.as_json))

    async def change(self, call: Call) -> Answer:
        """Change where a webhook leads, what it is told, or whether it is."""
        request: ChangeWebhook = call.body

        def change_webhook(tx: Tx) -> Answer:
            old = _held(tx, call.grant, call.path["id"])
            new = _changed(tx, call, old, request)
            if request.status == "disabled" and old.status == "enabled":
                new = disable(tx, call.grant, new, _BY_REQUEST)
            else:
                store.change(tx, call.grant, new)
            return answer(new.as_json())

        return await call.commit(change_webhook)

    async def rotate_secret(self, call: Call) -> Answer:
        """Give a webhook a new secret; for a time the old one signs, too."""
        request: RotateSecret = call.body
        seconds = self._grace if request.grace_seconds is None else request.grace_seconds

        def rotate(tx: Tx) -> Answer:
            webhook = _within_reach(tx, call, _held(tx, call.grant, call.path["id"]))
            until = clock.stamp(clock.now() + timedelta(seconds=seconds)) if seconds else None
            rotated = webhook._replace(
                secret_number=webhook.secret_number + 1, old_secret_until=until
            )
            store.change(tx, call.grant, rotated)
            return self._with_secret(rotated, 200)

        return await call.commit(rotate)

    async def test(self, call: Call) -> Answer:
        """Tell a webhook about itself, once and now, whatever its types are."""

        def add_test(tx: Tx) -> Answer:
            webhook, now = _enabled(tx, call), clock.stamp(clock.now())
            _within_reach(tx, call, webhook)
            event = Event(ids.new("evt"), TEST, webhook.id, now)
            delivery = delivery_of(webhook, event, now)
            store.add_delivery(tx, call.grant, delivery)
            self._queue(tx, webhook, now)
            return answer(delivery.as_json())

        return await call.commit(add_test)

    async def deliveries(self, call: Call) -> Answer:
        """A page of what was told to a webhook."""
        page, filters = call.query.page(), _filters(call)

        def fetch(reader: Reader) -> Answer:
            webhook = _existing(reader, call)
            found = store.list_deliveries(reader, call.grant, webhook.id, page, filters)
            return answer(pages.render(found, Delivery.as_json))

        return await call.read(fetch)

    async def redeliver(self, call: Call) -> Answer:
        """Send a delivery again, now, with the whole schedule before it."""
        delivery_id = call.path["did"]

        def restart(tx: Tx) -> Answer:
            webhook, now = _enabled(tx, call), clock.stamp(clock.now())
            delivery = _delivery(tx, call, webhook, delivery_id)
            if delivery is None:
                raise NotFound("This webhook has no delivery with that id.")
            _within_reach(tx, call, webhook, delivery.type)
            restarted = store.restart(tx, call.grant, delivery, now)
            self._queue(tx, webhook, now)
            return answer(restarted.as_json())

        return await call.commit(restart)

    def _queue(self, tx: Tx, webhook: Webhook, now: str) -> None:
        jobs_store.rouse(tx, JOB_KIND, webhook.project_id, webhook.id, now)
        tx.after_commit(self._wake_worker)

    def _with_secret(self, webhook: Webhook, status: int) -> Answer:
        """A webhook with its secret; what is kept for replays lacks it."""
        shown = webhook.as_json()
        secret = self._secrets.shown(webhook.id, webhook.secret_number)
        return answer({**shown, "secret": secret}, status, kept=answer(shown).body)


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


def _check_reach(tx: Tx, call: Call, types: Iterable[str]) -> None:
    """Refuse, and record, what the caller may not see itself."""
    scopes = sorted({KINDS[name].reads for name in types})
    call.caller.authorize_each([Need(scope, SUBSCRIBE) for scope in scopes], tx)


def _within_reach(tx: Tx, call: Call, webhook: Webhook, *further: str) -> Webhook:
    """Refuse whoever could not have made this webhook to sign for it or to have it told.

    What was delivered may be of a type that the webhook is not told any more.
    """
    _check_reach(tx, call, {*webhook.events, *further} & KINDS.keys())
    return webhook


def _changed(tx: Tx, call: Call, old: Webhook, request: ChangeWebhook) -> Webhook:
    """A webhook as it is to be; it passes to the caller's key, unless it is only disabled."""
    given = request.given()
    if not ({"url", "events"} & given.keys() or request.status == "enabled"):
        return old
    events, url = tuple(given.get("events", old.events)), given.get("url", old.url)
    _check_reach(tx, call, events)
    new = old._replace(url=url, events=events, key_id=call.principal.key_id, version=call.version)
    if url != old.url:
        new = new._replace(failing_since=None)
    if request.status == "enabled" and old.status == "disabled":
        # It goes on from now: what happened meanwhile is in `/v1/events`.
        seq = head_of(tx, old.project_id)
        new = new._replace(status="enabled", disabled_reason=None, failing_since=None, seen_seq=seq)
    return new


def _filters(call: Call) -> dict[str, str]:
    status = call.query.status
    return {} if status is None else {"status": status}


def _existing(reader: Reader, call: Call) -> Webhook:
    """The webhook that a path names; 404 or 409 when there is none."""
    webhook_id = call.path["id"]
    found = store.read(reader, call.grant, webhook_id) if ids.is_id(webhook_id, "wh") else None
    if found is None:
        raise erasures.absent(reader, call.grant, webhook_id, WHAT)
    return found


def _held(tx: Tx, grant: Grant, webhook_id: str) -> Webhook:
    """The same, with the row held: deliveries and jobs are not added meanwhile."""
    found = store.hold(tx, grant, webhook_id) if ids.is_id(webhook_id, "wh") else None
    if found is None:
        raise erasures.absent(tx, grant, webhook_id, WHAT)
    return found


def _enabled(tx: Tx, call: Call) -> Webhook:
    webhook = _held(tx, call.grant, call.path["id"])
    if webhook.status == "disabled":
        raise InvalidRequest({"status": ["is disabled: enable the webhook first"]})
    return webhook


def _delivery(reader: Reader, call: Call, webhook: Webhook, delivery_id: str) -> Delivery | None:
    if not ids.is_id(delivery_id, "dlv"):
        return None
    return store.read_delivery(reader, call.grant, webhook.id, delivery_id)
