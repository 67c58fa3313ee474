"""Sends what is due to one endpoint, until nothing is: the job of the kind `deliver`.

Each endpoint has one job, so none waits for another. At least once: what was sent and not yet
recorded when the process ended is sent again, with the same id.
"""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING

import structlog

from runwright import clock
from runwright.config import Settings
from runwright.db.database import Database
from runwright.db.transaction import Tx
from runwright.errors import Overloaded, Problem
from runwright.events.show import Show
from runwright.events.webhooks import addresses, concurrency, outcome, schedule, signing, store
from runwright.events.webhooks.deliveries import store as responses
from runwright.events.webhooks.disabling import disable
from runwright.events.webhooks.due import Due, DueReader, Message
from runwright.events.webhooks.outcome import Try
from runwright.events.webhooks.types import Attempt, Delivery, Webhook
from runwright.jobs import store as jobs_store
from runwright.jobs.types import Job
from runwright.trust.kernel import Trail, act_as_service
from runwright.trust.scopes import Scope

if TYPE_CHECKING:
    from runwright.events.webhooks.sending import Endpoint, Sender

MOST_AT_ONCE = 16
LEAST_AT_ONCE = 2
"""To an endpoint that has not answered well yet; each good answer doubles it."""
LOOK_SECONDS = 1.0
"""After so long it is looked for what another process added, while an answer is waited for."""
PAUSE_SECONDS = 60
_NOT_SHOWN = "The server could not show this event; its log says why."
_NOT_SENT = "The server could not send this event; its log says why."

log = structlog.get_logger()


class Deliverer:
    """Handles jobs of the kind `deliver`."""

    def __init__(
        self,
        *,
        settings: Settings,
        database: Database,
        show: Show,
        derive: signing.Derive,
        sender: Sender | None = None,
    ) -> None:
        self.database = database
        self.lock_subject = show.lock
        self.due_reader = DueReader(show, settings.rate_limit)
        self.secrets = signing.Secrets(derive)
        self.schedule = schedule.read(settings.webhook_retries)
        self.slots = concurrency.shared_slots()
        self._settings = settings
        self._sender = sender
        self._in_work: dict[str, _EndpointJob] = {}
        self._loop: asyncio.AbstractEventLoop | None = None

    async def carry_on(self, job: Job) -> None:
        """Send what is due to one endpoint, and what becomes due meanwhile."""
        self._loop = asyncio.get_running_loop()
        telling = self._in_work[job.subject] = _EndpointJob(self, job)
        try:
            while await telling.round():
                pass
        finally:
            if self._in_work.get(job.subject) is telling:
                del self._in_work[job.subject]
            await telling.leave()

    def wake(self, webhook_id: str) -> None:
        """There is more to tell a webhook, which may be in work; from any thread."""
        telling = self._in_work.get(webhook_id)
        if telling is not None and self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(telling.news.set)

    async def give_up(self, job: Job, problem: Problem) -> None:
        """Deliveries are never given up for a fault of ours: they are tried again later."""
        log.error("deliveries_postponed", webhook=job.subject, reason=problem.message)
        later = clock.stamp(clock.now() + timedelta(seconds=PAUSE_SECONDS))
        await self.database.write(lambda tx: jobs_store.reschedule(tx, job, later))

    @property
    def sender(self) -> Sender:
        """What sends; made with the first delivery."""
        if self._sender is None:
            # A server that delivers nothing need not load an HTTP client when it starts.
            from runwright.events.webhooks.sending import Sender

            self._sender = Sender(
                allow_private=self._settings.webhook_allow_private,
                seconds=self._settings.webhook_seconds,
            )
        return self._sender


class _EndpointJob:
    """One job, from its first delivery to its last."""

    def __init__(self, deliverer: Deliverer, job: Job) -> None:
        self._deliverer = deliverer
        self._database = deliverer.database
        self._job = job
        self._sending: dict[asyncio.Task[Try], Delivery] = {}
        self._tried: list[Try] = []
        self._entries = Trail()
        """With what was tried: all that is not stored yet."""
        self._width = LEAST_AT_ONCE
        """How much may be under way."""
        self._held = 0
        """SharedSlots that are taken from those that all endpoints share."""
        self.news = asyncio.Event()
        self._endpoint: Endpoint | None = None
        self._url = ""
        self._grant = act_as_service(
            job.project_id,
            Scope.WEBHOOKS_WRITE,
            action="webhooks.tell",
            trail=self._entries,
            resource=job.subject,
        )

    async def round(self) -> bool:
        """Store what was tried, send what is due, wait for an answer; whether to go on."""
        self.news.clear()
        found = await self._read_due()
        self._entries += found.entries
        is_idle = not (self._sending or found.messages)
        if self._is_worth_storing(found, is_idle) and not await self._settle(found, is_idle):
            return False
        if found.webhook is not None:
            for message in found.messages:
                await self._send(found.webhook, message)
        await self._wait()
        return True

    def _is_worth_storing(self, found: Due, is_idle: bool) -> bool:
        webhook = found.webhook
        is_over = webhook is None or webhook.status == "disabled" or found.refusal is not None
        return bool(self._tried or self._entries or is_idle or is_over)

    async def _wait(self) -> None:
        """Wait for an answer, or, while more may be sent, for news of what is due."""
        if not self._sending:
            return
        self._give_back()
        has_room = len(self._sending) < self._width
        news = asyncio.ensure_future(self.news.wait())
        try:
            done, _ = await asyncio.wait(
                {*self._sending, *([news] if has_room else [])},
                timeout=LOOK_SECONDS if has_room else None,
                return_when=asyncio.FIRST_COMPLETED,
            )
        finally:
            news.cancel()
        self._collect([task for task in self._sending if task in done])

    async def leave(self) -> None:
        """Stop what is under way, keep what is known, let go of the connections."""
        for task in self._sending:
            task.cancel()
        await asyncio.gather(*self._sending, return_exceptions=True)
        self._sending.clear()
        self._give_back()
        if self._endpoint is not None:
            self._endpoint.close()
        if self._tried:
            try:
                await self._settle(Due(None, [], []), False)
            except Overloaded as problem:
                log.warning("tries_not_recorded", reason=problem.message)  # they are sent again

    async def _read_due(self) -> Due:
        waiting = [*self._sending.values(), *(each.delivery for each in self._tried)]
        known = frozenset(each.id for each in waiting)
        room = self._room()
        return await self._database.read(
            lambda reader: self._deliverer.due_reader.read(
                reader, self._grant, self._job.subject, room, known
            )
        )

    def _room(self) -> int:
        """How much more may be sent: the first of an endpoint always, others if there are slots.

        An endpoint that hangs keeps two at most, so all of them together leave slots to others.
        """
        self._held += self._deliverer.slots.take(self._width - 1 - self._held)
        return 1 + self._held - len(self._sending)

    def _give_back(self) -> None:
        """Keep as many slots as there are under way, but for the one that needs none."""
        needed = max(0, len(self._sending) - 1)
        if self._held > needed:
            self._deliverer.slots.give(self._held - needed)
            self._held = needed

    # Storing ---------------------------------------------------------------------------------

    async def _settle(self, found: Due, is_idle: bool) -> bool:
        """Store all that is known; whether there is anything more to do."""
        goes_on = await self._database.write(
            lambda tx: self._store(tx, found, is_idle), self._job.subject
        )
        self._tried, self._entries = [], Trail()
        return goes_on

    def _store(self, tx: Tx, found: Due, is_idle: bool) -> bool:
        tx.audit(*self._entries)
        webhook = store.hold(tx, self._grant, self._job.subject)
        if webhook is None or webhook.status == "disabled":
            jobs_store.finish(tx, self._job)
            return False
        refusal = self._record(tx, webhook) if self._tried else None
        if refusal := refusal or found.refusal:
            disable(tx, self._grant, webhook, refusal)
            return False
        return not (is_idle and self._is_over(tx))

    def _record(self, tx: Tx, webhook: Webhook) -> str | None:
        """Store what became of deliveries; why the webhook is to be disabled, if it is."""
        found = outcome.judge(webhook, self._tried, self._deliverer.schedule, clock.now())
        recorded = store.record(tx, self._grant, found.deliveries)
        attempted = [(each.delivery, each.response) for each in self._tried]
        kept = [each for each in attempted if each[0].id in recorded]
        responses.keep(tx, self._grant, kept, self._deliverer.lock_subject)
        if found.failing_since != webhook.failing_since:
            store.change(tx, self._grant, webhook._replace(failing_since=found.failing_since))
        return found.refusal

    def _is_over(self, tx: Tx) -> bool:
        """End the job, unless something is due; for what is due later there is a later one."""
        job, next_at = self._job, store.next_at(tx, self._grant, self._job.subject)
        if next_at is not None and next_at <= clock.stamp(clock.now()):
            return False
        if next_at is None:
            jobs_store.finish(tx, job)
        else:
            jobs_store.reschedule(tx, job, next_at)
        return True

    # Sending ---------------------------------------------------------------------------------

    async def _send(self, webhook: Webhook, message: Message) -> None:
        endpoint = await self._open(webhook.url)
        trying = self._try(endpoint, self._keys(webhook), message)
        self._sending[asyncio.create_task(trying)] = message.delivery

    async def _try(self, endpoint: Endpoint, keys: list[bytes], message: Message) -> Try:
        delivery, body = message
        now = clock.now()
        at = clock.stamp(now)
        if body is None:
            return Try(delivery, Attempt(at, None, 0, _NOT_SHOWN), False)
        signed = signing.headers(keys, delivery.event_id, int(now.timestamp()), body)
        try:
            answer = await endpoint.post(signed, body)
        except Exception:
            # A fault that one delivery brings out must not keep the others from being sent.
            log.exception("event_not_sent", delivery=delivery.id, webhook=delivery.webhook_id)
            return Try(delivery, Attempt(at, None, 0, _NOT_SENT), False)
        attempt = Attempt(at, answer.status_code, answer.ms, answer.error)
        return Try(delivery, attempt, answer.is_good, answer.retry_after, answer.response)

    async def _open(self, url: str) -> Endpoint:
        """The endpoint, with the connections that are there; another when its address changed."""
        if self._endpoint is not None and url == self._url:
            return self._endpoint
        before, self._url = self._endpoint, url
        self._endpoint = await self._deliverer.sender.open(addresses.read(url))
        if before is not None:
            before.close()
        return self._endpoint

    def _keys(self, webhook: Webhook) -> list[bytes]:
        """What signs: the secret, and for a time after a rotation the one before."""
        secrets, number = self._deliverer.secrets, webhook.secret_number
        keys = [secrets.key(webhook.id, number)]
        if webhook.old_secret_until and webhook.old_secret_until > clock.stamp(clock.now()):
            keys.append(secrets.key(webhook.id, number - 1))
        return keys

    def _collect(self, done: list[asyncio.Task[Try]]) -> None:
        for task in done:
            del self._sending[task]
            tried = task.result()
            self._tried.append(tried)
            if tried.is_good:
                self._width = min(MOST_AT_ONCE, self._width * 2)
            else:
                self._width = max(LEAST_AT_ONCE, self._width // 2)
