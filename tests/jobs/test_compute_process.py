"""The computing child: starts when needed, is replaced when it dies, goes when nobody needs it."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from runwright.jobs.compute_process import Busy, CallFailed, Child, TookTooLong
from runwright.jobs.messages import Reply
from support.patience import PATIENCE

DOUBLE, NAP, FAIL, CORES = (f"jobs.work:{name}" for name in ("double", "nap", "fail", "cores"))


@pytest.fixture(autouse=True)
def _findable(monkeypatch: pytest.MonkeyPatch) -> None:
    """The child is another process: it finds the functions of these tests by the path."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent.parent))


def run(story: Callable[[Child], Awaitable[Any]], **options: Any) -> Any:
    async def whole() -> Any:
        child = Child(**options)
        try:
            return await story(child)
        finally:
            await child.stop()

    return asyncio.run(whole())


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


async def gone(pid: int, seconds: float = PATIENCE) -> bool:
    deadline = time.monotonic() + seconds
    while is_alive(pid) and time.monotonic() < deadline:
        await asyncio.sleep(0.01)
    return not is_alive(pid)


def test_children_of_one_parent_leave_the_same_core_to_it() -> None:
    async def story(child: Child) -> tuple[set[int], set[int]]:
        other = Child(name="other")
        try:
            return set(await child.call(CORES, None)), set(await other.call(CORES, None))
        finally:
            await other.stop()

    ours = os.sched_getaffinity(0)
    one, other = run(story)
    assert one == other
    assert len(ours - one) == (1 if len(ours) > 1 else 0)


def test_no_process_before_the_first_call_and_one_for_all() -> None:
    async def story(child: Child) -> None:
        assert child.pid is None
        answers = [await child.call(DOUBLE, n) for n in range(3)]
        first = child.pid
        answers += await asyncio.gather(*(child.call(DOUBLE, n) for n in range(3, 9)))
        assert answers == [2 * n for n in range(9)]
        assert child.pid == first
        assert first != os.getpid()

    run(story)


@pytest.mark.parametrize("value", ["", "ü🚆\n", [1, None, {"a": True}], "x" * 2_000_000])
def test_values_cross_unchanged(value: Any) -> None:
    assert run(lambda child: child.call("jobs.work:same", value)) == value


def test_a_function_that_raises_is_reported_and_harms_nothing() -> None:
    async def story(child: Child) -> None:
        with pytest.raises(CallFailed, match="ValueError: on purpose"):
            await child.call(FAIL, None)
        with pytest.raises(CallFailed):
            await child.call("jobs.work:nothing", None)
        pid = child.pid
        assert await child.call(DOUBLE, 2) == 4
        assert child.pid == pid

    run(story)


def test_a_child_that_was_killed_between_calls_is_replaced() -> None:
    async def story(child: Child) -> None:
        await child.call(DOUBLE, 1)
        first = child.pid
        assert first is not None
        os.kill(first, signal.SIGKILL)
        assert await child.call(DOUBLE, 21) == 42
        assert child.pid != first

    run(story)


def test_a_child_that_is_killed_during_a_call_is_replaced_and_the_call_repeated() -> None:
    async def story(child: Child) -> None:
        await child.call(DOUBLE, 1)
        call = asyncio.create_task(child.call(NAP, 0.5))
        await asyncio.sleep(0.1)
        assert child.pid is not None
        os.kill(child.pid, signal.SIGKILL)
        assert await call == "rested"

    run(story)


def test_a_call_that_takes_too_long_ends_with_the_child() -> None:
    async def story(child: Child) -> None:
        await child.call(DOUBLE, 1)
        first = child.pid
        assert first is not None
        with pytest.raises(TookTooLong):
            await child.call(NAP, 600, seconds=0.3)
        assert await gone(first)
        assert await child.call(DOUBLE, 2) == 4

    run(story)


def test_bytes_cross_as_they_are() -> None:
    blobs = [b"", b"\0\xff" * 500_000, b"{"]
    reply = run(lambda child: child.call("jobs.work:joined", ";", blobs))
    assert reply == Reply(3, [b";".join(blobs)])


def test_who_queues_much_waits_for_who_queues_little() -> None:
    async def story(child: Child) -> list[str]:
        done: list[str] = []

        async def call(group: str) -> None:
            await child.call(DOUBLE, 1, group=group)
            done.append(group)

        await asyncio.gather(*(call(group) for group in ["much"] * 6 + ["little"]))
        return done

    assert run(story).index("little") == 2  # behind the one in work and one that came before


def test_who_does_not_get_a_turn_in_time_is_told_so() -> None:
    async def story(child: Child) -> None:
        first = asyncio.create_task(child.call(NAP, 0.5))
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await child.call(DOUBLE, 1, patience=0.01)
        assert await first == "rested"
        assert await child.call(DOUBLE, 2) == 4

    run(story)


def test_a_cancelled_call_leaves_no_answer_for_the_next() -> None:
    async def story(child: Child) -> None:
        await child.call(DOUBLE, 1)
        call = asyncio.create_task(child.call(NAP, 0.2))
        await asyncio.sleep(0.05)
        call.cancel()
        await asyncio.gather(call, return_exceptions=True)
        assert await child.call(DOUBLE, 4) == 8

    run(story)


def test_an_idle_child_goes_and_a_later_call_gets_another() -> None:
    async def story(child: Child) -> None:
        await child.call(DOUBLE, 1)
        first = child.pid
        assert first is not None
        assert await gone(first)
        assert child.pid is None
        assert await child.call(DOUBLE, 2) == 4

    run(story, idle_seconds=0.1)


def test_a_call_longer_than_the_idle_time_is_not_idle() -> None:
    async def story(child: Child) -> None:
        await child.call(DOUBLE, 1)
        assert await child.call(NAP, 0.4) == "rested"

    run(story, idle_seconds=0.2)


def test_stopping_ends_the_child() -> None:
    async def story(child: Child) -> None:
        await child.call(DOUBLE, 1)
        pid = child.pid
        assert pid is not None
        await child.stop()
        assert not is_alive(pid)

    run(story)


PARENT = """
import asyncio
from runwright.jobs.compute_process import Child
async def main():
    child = Child()
    await child.call("jobs.work:double", 1)
    print(child.pid, flush=True)
    await asyncio.sleep(60)
asyncio.run(main())
"""


def test_a_child_ends_when_its_parent_is_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True) as it:
        assert it.stdout is not None
        pid = next(int(line) for line in it.stdout if line.strip().isdigit())
        assert is_alive(pid)
        it.kill()
    assert asyncio.run(gone(pid))
