"""SharedSlots that endpoints share: never more than there are, and none is lost."""

from __future__ import annotations

import resource

import pytest

from runwright.events.webhooks import concurrency
from runwright.events.webhooks.concurrency import SharedSlots


def test_nobody_gets_more_than_there_are() -> None:
    shared = SharedSlots(5)
    assert [shared.take(3), shared.take(3), shared.take(3)] == [3, 2, 0]
    shared.give(4)
    assert (shared.take(-1), shared.take(0), shared.free) == (0, 0, 4)


@pytest.mark.parametrize(
    ("files", "endpoints", "shared"),
    [(1024, 341, 341), (20_000, 1000, 3000), (64, 21, 21), (10, 16, 16), (-1, 1000, 3000)],
)
def test_all_together_stay_within_what_the_process_may_open(
    monkeypatch: pytest.MonkeyPatch, files: int, endpoints: int, shared: int
) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (files, files))
    assert (concurrency.endpoints_at_once(), concurrency.shared_slots().free) == (endpoints, shared)
