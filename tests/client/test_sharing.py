"""One client for many threads or tasks, over connections that may be somebody else's."""

from __future__ import annotations

import asyncio
import inspect
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from client.scripted import Scripted, stream
from client.test_following import PLAN
from runwright.client import AsyncClient, Client, Run
from support.client import Api
from support.patience import PATIENCE


def prompt(n: int) -> str:
    return f"What is {n} + {n}?"


def is_right(n: int, run: Run) -> bool:
    return run.result is not None and str(2 * n) in run.result.summary


def test_threads_share_a_client(api: Api) -> None:
    with Client(api.url, api.secret) as client, ThreadPoolExecutor(8) as pool:
        runs = list(
            pool.map(lambda n: client.runs.create(model="y0-fast", prompt=prompt(n)), range(24))
        )
        assert all(is_right(n, run) for n, run in enumerate(runs))
        assert len(list(client.runs.list())) == 24


def test_tasks_share_a_client(api: Api) -> None:
    async def work() -> list[Run]:
        async with AsyncClient(api.url, api.secret) as client:
            calls = [client.runs.create(model="y0-fast", prompt=prompt(n)) for n in range(24)]
            return await asyncio.gather(*calls)

    assert all(is_right(n, run) for n, run in enumerate(asyncio.run(work())))


def test_a_task_that_is_cancelled_lets_go(scripted: Scripted) -> None:
    scripted.tell(stream(PLAN)._replace(wait=5))

    async def work(seen: list[int]) -> None:
        async with AsyncClient(scripted.url, "rw_x") as client:
            async for event in client.runs.events("run_1"):
                seen.append(event.id)

    async def cancelled() -> list[int]:
        seen: list[int] = []
        task = asyncio.create_task(work(seen))
        while not seen:
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return seen

    assert asyncio.run(cancelled()) == [1]


def test_a_client_of_httpx_that_is_given_stays_its_owners(api: Api) -> None:
    with httpx.Client(headers={"X-Ours": "yes"}) as http:
        with Client(api.url, api.secret, http_client=http) as client:
            assert client.models.list()
        assert not http.is_closed
    with Client(api.url, api.secret) as client:
        assert client.with_options(timeout=PATIENCE).models.list()
    with pytest.raises(RuntimeError, match="closed"):
        client.models.list()


def test_an_asynchronous_one_too(api: Api) -> None:
    async def work() -> bool:
        async with httpx.AsyncClient() as http:
            async with AsyncClient(api.url, api.secret, http_client=http) as client:
                await client.models.list()
            return http.is_closed

    assert asyncio.run(work()) is False


def test_a_method_tells_what_it_takes_and_does() -> None:
    with Client("http://127.0.0.1:1", "rw_x") as client:
        assert list(inspect.signature(client.runs.wait).parameters) == [
            "id",
            "timeout",
            "include_trace",
        ]
        assert "once it has ended" in (client.runs.wait.__doc__ or "")
