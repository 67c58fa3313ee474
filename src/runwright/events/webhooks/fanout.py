"""From events to deliveries: each webhook gets those of its types, in the order of commit.

It is no part of the request in which something happens. A duty of the worker does it, woken by
each commit with events in it, and looking once a second for what other processes have written.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from datetime import timedelta

from runwright import clock, ids
from runwright.db.database import Database
from runwright.db.transaction import Reader, Tx
from runwright.events.store import head_of
from runwright.events.types import KEPT_DAYS, Event
from runwright.events.webhooks import store
from runwright.events.webhooks.types import Delivery, Webhook
from runwright.jobs import store as jobs_store

JOB_KIND = "deliver"
LOOK_SECONDS = 1.0
REST_SECONDS = 0.02
"""Between two looks: what happens meanwhile is taken together."""
LONGEST_REST = 0.25
REST_FACTOR = 10
WEBHOOKS_AT_ONCE = 50
EVENTS_AT_ONCE = 500
DROPPED_AT_ONCE = 500


class FanOut:
    """Makes deliveries."""

    def __init__(self, *, database: Database, wake: Callable[[str], None]) -> None:
        self._database = database
        self._wake = wake
        """Called with each webhook that there is more to tell, from any thread."""
        self._news = asyncio.Event()
        self._rest = REST_SECONDS
        self._loop: asyncio.AbstractEventLoop | None = None

    def wake(self) -> None:
        """Something happened; may be called from any thread."""
        if self._loop is not None and not self._loop.is_closed() and not self._news.is_set():
            self._loop.call_soon_threadsafe(self._news.set)

    async def duty(self) -> None:
        """Make all deliveries that are missing, then wait to be woken, but not for long."""
        self._loop = asyncio.get_running_loop()
        self._news.clear()
        await self.make_all()
        await asyncio.sleep(self._rest)
        try:
            async with asyncio.timeout(LOOK_SECONDS):
                await self._news.wait()
        except TimeoutError:
            # Nothing happens: what happens next is looked at soon.
            self._rest = REST_SECONDS

    async def make_all(self) -> None:
        """One round over the webhooks that are behind, some at a time."""
        is_full = True
        while is_full:
            behind = await self._look()
            # In one order, so that processes cannot wait for each other.
            done = await self._make_some(sorted(behind)) if behind else 0
            if done < len(behind):
                # Soon again: somebody else holds the others, or they have very many events.
                self._news.set()
            is_full = done > 0 and len(behind) == WEBHOOKS_AT_ONCE

    async def _look(self) -> Sequence[tuple[str, str]]:
        began = time.thread_time()
        behind = await self._database.read_inline(_behind)
        spent = time.thread_time() - began
        self._rest = rest_after(self._rest, spent, has_found=bool(behind))
        return behind

    async def _make_some(self, behind: Sequence[tuple[str, str]]) -> int:
        return await self._database.write(lambda tx: self._make(tx, behind))

    def _make(self, tx: Tx, behind: Sequence[tuple[str, str]]) -> int:
        """Deliveries for some webhooks; how many of them are not behind any more."""
        done = 0
        for project_id, webhook_id in behind:
            webhook = store.take_behind(tx, project_id, webhook_id)
            if webhook is None:
                continue
            head = head_of(tx, project_id)
            events = store.events_after(tx, webhook, EVENTS_AT_ONCE)
            # Without any event they were let go before this webhook was seen to.
            self._add(tx, webhook, events, events[-1].seq if events else head)
            done += len(events) < EVENTS_AT_ONCE
        return done

    def _add(self, tx: Tx, webhook: Webhook, events: Sequence[Event], seq: int) -> None:
        now = clock.stamp(clock.now())
        wanted = [
            delivery_of(webhook, event, now) for event in events if event.type in webhook.events
        ]
        store.add_deliveries(tx, webhook, wanted, seq)
        if wanted:
            jobs_store.ensure_queued(tx, JOB_KIND, webhook.project_id, webhook.id, now)
            tx.after_commit(lambda: self._wake(webhook.id))


def rest_after(rest: float, spent: float, *, has_found: bool) -> float:
    """How long to rest after a look, given the rest before it and what the look has cost.

    With very many webhooks a look costs something: then there are fewer. So there are while runs
    end all the time and no webhook is to be told of them.
    """
    wanted = max(REST_SECONDS, REST_FACTOR * spent)
    return min(wanted if has_found else max(wanted, 2 * rest), LONGEST_REST)


def _behind(reader: Reader) -> Sequence[tuple[str, str]]:
    return store.behind(reader, WEBHOOKS_AT_ONCE)


def delivery_of(webhook: Webhook, event: Event, now: str) -> Delivery:
    """An event that a webhook is to be told at once."""
    return Delivery(
        webhook_id=webhook.id,
        id=ids.new("dlv"),
        event_id=event.id,
        type=event.type,
        subject=event.subject,
        happened_at=event.created_at,
        status="pending",
        tries=0,
        next_at=now,
        attempts=(),
        created_at=now,
    )


def drop_old(tx: Tx) -> int:
    """Let go of deliveries that nobody needs to look at any more; how many there were."""
    before = clock.stamp(clock.now() - timedelta(days=KEPT_DAYS))
    return store.drop_old(tx, before, DROPPED_AT_ONCE)
