"""Token buckets, without a server and without waiting."""

from __future__ import annotations

import pytest

from runwright.trust.rates.limits import Limits


def test_a_bucket_fills_evenly_and_never_over_the_brim() -> None:
    now = [0.0]
    limits = Limits(lambda: now[0])
    taken = [limits.take("key", 60) for _ in range(61)]
    assert [allowance.allowed for allowance in taken] == [True] * 60 + [False]
    assert (taken[-1].retry_after, taken[-1].reset, taken[-1].remaining) == (1, 60, 0)
    now[0] = 0.5
    assert not limits.take("key", 60).allowed
    now[0] = 1.0
    assert limits.take("key", 60).allowed
    now[0] = 100_000.0
    assert limits.take("key", 60).remaining == 59


def test_a_slow_bucket_tells_how_long_a_token_takes() -> None:
    now = [0.0]
    limits = Limits(lambda: now[0])
    assert limits.take("key", 1).allowed
    refused = limits.take("key", 1)
    assert (refused.allowed, refused.retry_after) == (False, 60)
    now[0] = 30.0
    assert 30 <= limits.take("key", 1).retry_after <= 31


def test_forgetting_full_buckets_gives_nobody_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("runwright.trust.rates.limits._PRUNE_ABOVE", 3)
    limits = Limits(lambda: 0.0)
    assert limits.take("empty", 1).allowed
    for n in range(10):
        limits.take(f"key{n}", 5)
    assert not limits.take("empty", 1).allowed
