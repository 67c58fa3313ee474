"""When a delivery is tried again, when it is over, and when its webhook is disabled."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from runwright import clock
from runwright.config import Settings
from runwright.events.webhooks import outcome, schedule
from runwright.events.webhooks.outcome import Try
from runwright.events.webhooks.schedule import Schedule
from runwright.events.webhooks.types import TEST, Attempt, Delivery, Webhook

NOW = datetime(2026, 11, 15, 10, tzinfo=UTC)
HOUR = 3600.0
DECIDED: tuple[float, ...] = (
    0,
    5,
    300,
    1800,
    2 * HOUR,
    5 * HOUR,
    10 * HOUR,
    14 * HOUR,
    20 * HOUR,
    24 * HOUR,
)
SHORT = Schedule((0, 10, 20))


def at(seconds: float) -> str:
    return clock.stamp(NOW + timedelta(seconds=seconds))


def webhook(failing_since: str | None = None) -> Webhook:
    return Webhook(
        project_id="p",
        id="wh_1",
        url="https://example.com/",
        events=("run.completed",),
        status="enabled",
        disabled_reason=None,
        key_id="key_1",
        version="2026-11-15",
        secret_number=1,
        old_secret_until=None,
        seen_seq=0,
        failing_since=failing_since,
        created_at=at(-1000),
    )


def delivery(*tried: float, type: str = "run.completed", tries: int | None = None) -> Delivery:
    attempts = tuple(Attempt(at(second), 500, 1, "no") for second in tried)
    count = len(tried) if tries is None else tries
    return Delivery(
        *("wh_1", "dlv_1", "evt_1", type, "run_1", at(0), "pending", count, at(0), attempts),
        created_at=at(0),
    )


def failed(of: Delivery, second: float, status: int | None = 500, wait: float | None = None) -> Try:
    return Try(of, Attempt(at(second), status, 1, "no"), False, wait)


def good(of: Delivery, second: float) -> Try:
    return Try(of, Attempt(at(second), 204, 1, None), True)


def judged(hook: Webhook, *tries: Try, steps: Schedule = SHORT) -> outcome.Outcome:
    return outcome.judge(hook, tries, steps, NOW, chance=lambda: 0.5)


def test_the_schedule_is_the_decided_one() -> None:
    decided = schedule.read(Settings().webhook_retries)
    assert decided.steps == DECIDED
    assert [decided.wait(tries, 0.5) for tries in range(11)] == [*DECIDED, None]


@pytest.mark.parametrize("chance", [0.0, 0.25, 0.5, 0.75, 1.0])
def test_jitter_is_a_fifth_and_never_below_the_step_before(chance: float) -> None:
    decided = Schedule(DECIDED)
    for tries in range(1, len(DECIDED)):
        wait = decided.wait(tries, chance)
        assert wait is not None
        assert DECIDED[tries] * 0.8 <= wait <= DECIDED[tries] * 1.2 + 1e-6
        assert wait >= DECIDED[tries - 1]


@pytest.mark.parametrize(
    ("asked", "waited"), [(0.0, 10.0), (5.0, 10.0), (15.0, 15.0), (20.0, 20.0), (9999.0, 20.0)]
)
def test_what_the_endpoint_asks_for_is_waited_for_within_bounds(
    asked: float, waited: float
) -> None:
    assert SHORT.wait(1, 0.5, asked) == waited


def test_a_success_ends_a_delivery() -> None:
    ((old, new),), since, refusal = judged(webhook(at(-5)), good(delivery(-5), 0))
    assert (old.tries, new.tries, new.status, new.next_at) == (1, 2, "succeeded", None)
    assert [attempt.status_code for attempt in new.attempts] == [500, 204]
    assert (since, refusal) == (None, None)


def test_a_failure_is_tried_again_after_its_step() -> None:
    ((_, new),), since, refusal = judged(webhook(), failed(delivery(), -1))
    assert (new.status, new.next_at, since, refusal) == ("pending", at(10), at(-1), None)
    ((_, new),), since, _ = judged(webhook(at(-20)), failed(delivery(-20), 0, 503, 15))
    assert (new.next_at, since) == (at(20), at(-20))


def test_the_last_failure_ends_a_delivery_and_disables_when_nothing_arrived() -> None:
    last = failed(delivery(-30, -20), 0)
    ((_, new),), _, refusal = judged(webhook(at(-30)), last)
    assert (new.status, new.next_at, new.tries) == ("failed", None, 3)
    assert refusal is not None
    assert judged(webhook(at(-40)), last).refusal is not None
    # Something arrived since its first try, so the endpoint is there.
    assert judged(webhook(at(-25)), last).refusal is None
    assert judged(webhook(None), last).refusal is None
    assert judged(webhook(at(-30)), last, good(delivery(), 0)).refusal is None


def test_a_redelivery_counts_its_own_tries_alone() -> None:
    again = delivery(-5000, -4000, -30, -20, tries=2)
    assert judged(webhook(at(-30)), failed(again, 0)).refusal is not None
    assert judged(webhook(at(-25)), failed(again, 0)).refusal is None


def test_410_disables_at_once() -> None:
    found = judged(webhook(), failed(delivery(), 0, 410), good(delivery(), 0))
    assert found.refusal is not None
    assert "410" in found.refusal


def test_a_test_is_tried_once_and_disables_nothing() -> None:
    ((_, new),), _, refusal = judged(webhook(at(-5)), failed(delivery(type=TEST), 0))
    assert (new.status, new.next_at, refusal) == ("failed", None, None)


def test_of_very_many_attempts_the_oldest_are_let_go() -> None:
    ((_, new),), _, _ = judged(webhook(), good(delivery(*range(40), tries=1), 50))
    assert len(new.attempts) == 30
    assert new.attempts[-1].status_code == 204
