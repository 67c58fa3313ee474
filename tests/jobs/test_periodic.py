"""A duty is done over and over, whatever a round meets, until it is cancelled."""

from __future__ import annotations

import asyncio

import pytest

from runwright.errors import Overloaded
from runwright.jobs import periodic


@pytest.fixture(autouse=True)
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(periodic, "PAUSE_SECONDS", 0)


def test_a_round_that_fails_is_not_the_last() -> None:
    rounds: list[int] = []

    async def duty() -> None:
        rounds.append(len(rounds))
        if len(rounds) == 1:
            raise Overloaded("later")
        if len(rounds) == 2:
            raise RuntimeError("broken")
        await asyncio.sleep(60)

    async def story() -> None:
        task = asyncio.create_task(periodic.repeat(duty))
        while len(rounds) < 3:
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(story())


def test_a_round_that_fails_as_it_is_cancelled_is_the_last() -> None:
    rounds: list[int] = []

    async def duty() -> None:
        rounds.append(len(rounds))
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            raise RuntimeError("broken just then") from None

    async def story() -> None:
        task = asyncio.create_task(periodic.repeat(duty))
        await asyncio.sleep(0.01)
        task.cancel()
        await asyncio.wait_for(task, 5)

    asyncio.run(story())
    assert rounds == [0]
