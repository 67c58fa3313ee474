"""A bucket never gives more than its limit and what has flowed back in since."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runwright.trust.rates.limits import Limits
from support.properties import examples

STEPS = st.lists(st.floats(0, 90, allow_nan=False), min_size=1, max_size=200)


class Clock:
    """Time that passes when told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_fresh_key_may_make_its_limit_at_once_and_no_more() -> None:
    limits = Limits(Clock())
    answers = [limits.take("k", 5) for _ in range(7)]
    assert [answer.allowed for answer in answers] == [True] * 5 + [False] * 2
    assert [answer.remaining for answer in answers] == [4, 3, 2, 1, 0, 0, 0]
    assert {answer.limit for answer in answers} == {5}


def test_tokens_flow_back_evenly() -> None:
    clock = Clock()
    limits = Limits(clock)
    for _ in range(60):
        limits.take("k", 60)
    refused = limits.take("k", 60)
    assert (refused.allowed, refused.retry_after, refused.reset) == (False, 1, 60)
    clock.now += 2
    assert [limits.take("k", 60).allowed for _ in range(3)] == [True, True, False]


def test_retry_after_is_true() -> None:
    clock = Clock()
    limits = Limits(clock)
    limits.take("k", 1)
    refused = limits.take("k", 1)
    assert refused.retry_after == 60
    clock.now += refused.retry_after - 1
    assert not limits.take("k", 1).allowed
    clock.now += 1
    assert limits.take("k", 1).allowed


def test_reset_says_when_the_bucket_is_full() -> None:
    clock = Clock()
    limits = Limits(clock)
    for _ in range(30):
        taken = limits.take("k", 60)
    assert taken.reset == 30
    clock.now += taken.reset
    assert limits.take("k", 60).remaining == 59


def test_keys_do_not_share_a_bucket() -> None:
    limits = Limits(Clock())
    assert limits.take("a", 1).allowed
    assert not limits.take("a", 1).allowed
    assert limits.take("b", 1).allowed


@examples(200)
@given(limit=st.integers(1, 1000), steps=STEPS)
def test_never_more_than_the_limit_and_the_refill(limit: int, steps: list[float]) -> None:
    clock = Clock()
    limits = Limits(clock)
    allowed = 0
    for step in steps:
        clock.now += step
        answer = limits.take("k", limit)
        allowed += answer.allowed
        assert 0 <= answer.remaining < limit or answer.remaining == limit - answer.allowed
        assert answer.retry_after >= 1
        assert 0 <= answer.reset <= 60
    assert allowed <= limit + (clock.now - 1000) * limit / 60 + 1e-6


@examples(100)
@given(st.lists(st.tuples(st.integers(1, 100), st.floats(0, 5)), min_size=1, max_size=100))
def test_changing_the_limit_gives_no_tokens_away(changes: list[tuple[int, float]]) -> None:
    clock = Clock()
    limits = Limits(clock)
    allowed, granted = 0, float(changes[0][0])
    for limit, step in changes:
        clock.now += step
        granted += step * max(100, limit) / 60
        allowed += limits.take("k", limit).allowed
    assert allowed <= granted + 1e-6


def test_forgetting_full_buckets_forgets_no_empty_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("runwright.trust.rates.limits._PRUNE_ABOVE", 10)
    clock = Clock()
    limits = Limits(clock)
    limits.take("busy", 1)
    for n in range(50):
        clock.now += 0.5
        limits.take(f"k{n}", 60)
    assert not limits.take("busy", 1).allowed
    assert len(limits._buckets) < 50
