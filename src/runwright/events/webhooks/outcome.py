"""What follows from the tries of deliveries: again later, over, or the webhook is disabled."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from runwright import clock
from runwright.events.webhooks.deliveries.types import DeliveryResponse
from runwright.events.webhooks.schedule import Schedule
from runwright.events.webhooks.types import TEST, Attempt, Delivery, Webhook

_GONE = 410
_IS_GONE = "The endpoint answered 410: it is gone."
_FAILED = "A delivery has failed at every try, and no other has arrived since its first."


class Try(NamedTuple):
    """How one try of a delivery ended."""

    delivery: Delivery
    attempt: Attempt
    is_good: bool
    retry_after: float | None = None
    """Seconds that the endpoint asked for."""
    response: DeliveryResponse | None = None


class Outcome(NamedTuple):
    """What is to be stored of some tries."""

    deliveries: list[tuple[Delivery, Delivery]]
    """Each as it was, and as it is."""
    failing_since: str | None
    refusal: str | None
    """Why the webhook is to be disabled."""


def judge(
    webhook: Webhook,
    tries: Sequence[Try],
    schedule: Schedule,
    now: datetime,
    chance: Callable[[], float] = random.random,
) -> Outcome:
    """What follows from tries of a webhook's deliveries."""
    settled = [(each.delivery, _after(each, schedule, now, chance())) for each in tries]
    since = _failing_since(webhook, tries)
    refusal = None
    if any(each.attempt.status_code == _GONE for each in tries):
        refusal = _IS_GONE
    elif any(_ends_a_long_failure(new, since) for _, new in settled):
        refusal = _FAILED
    return Outcome(settled, since, refusal)


def _after(tried: Try, schedule: Schedule, now: datetime, chance: float) -> Delivery:
    """A delivery after one more try."""
    old = tried.delivery
    tries = old.tries + 1
    changed = old._replace(tries=tries, attempts=old.tried(tried.attempt), next_at=None)
    if tried.is_good:
        return changed._replace(status="succeeded")
    # A test is to say how things are now, not in three days.
    is_last = old.type == TEST
    wait = None if is_last else schedule.wait(tries, chance, tried.retry_after)
    if wait is None:
        return changed._replace(status="failed")
    return changed._replace(next_at=clock.stamp(now + timedelta(seconds=wait)))


def _failing_since(webhook: Webhook, tries: Sequence[Try]) -> str | None:
    if any(each.is_good for each in tries):
        return None
    return webhook.failing_since or min(each.attempt.at for each in tries)


def _ends_a_long_failure(delivery: Delivery, since: str | None) -> bool:
    """Whether a delivery has used up its schedule while nothing else arrived."""
    if delivery.status != "failed" or delivery.type == TEST or since is None:
        return False
    first = delivery.attempts[-delivery.tries :][0]
    return since <= first.at
