"""Hundreds of y0-deep runs at once: each has its own right result, and none is lost."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from chaos.checker import check_all, check_nothing_lost
from chaos.storage import look
from chaos.wire import Reply, exchange_all, request
from support import samples
from support.patience import until
from support.server import Server

MANY = 200
PATIENCE = 300
"""Bounded, and far above what it takes."""


def _body(n: int) -> dict[str, Any]:
    return {
        "model": "y0-deep",
        "prompt": f"What is {n} + {n}? Then: What is {n} - 1?",
        "context": ["finance"] if n % 4 == 0 else [],
        "metadata": {"tag": str(n)},
    }


def _fire(server: Server, count: int = MANY) -> dict[int, Reply]:
    """The answers to as many creations at once, by their number."""
    numbers = range(1, count + 1)
    messages = [request("POST", "/v1/runs", server.owner_key, _body(n)) for n in numbers]
    return dict(zip(numbers, exchange_all(server.url, messages, at_once=count), strict=True))


def _check_results(server: Server, made: Mapping[int, str]) -> None:
    """Each run has completed with the results of its own numbers, and with no others."""
    paths = [f"/v1/runs/{run_id}" for run_id in made.values()]
    messages = [request("GET", path, server.owner_key) for path in paths]
    for n, reply in zip(made, exchange_all(server.url, messages), strict=True):
        run = json.loads(reply.body)
        assert (run["status"], run["steps_used"]) == ("completed", 2), run
        first = f"{2 * n}.\nWorked out as {n} + {n}."
        expected = f"{first}\n\n{n - 1}.\nWorked out as {n} \N{MINUS SIGN} 1."
        assert run["result"]["summary"] == expected
        assert run["metadata"] == {"tag": str(n)}


def _all_ended(server: Server) -> bool:
    stored = look(server)
    return not stored.jobs and all(run["status"] != "running" for run in stored.runs)


def _two_hundred_at_once(server: Server) -> None:
    with server.api() as api:
        api.file(samples.BANK, filename="bank.csv")
    replies = _fire(server)
    assert {reply.status for reply in replies.values()} == {201}
    made = {n: str(json.loads(reply.body)["id"]) for n, reply in replies.items()}
    assert len(set(made.values())) == MANY
    until(lambda: _all_ended(server), f"{MANY} runs ended", PATIENCE)
    _check_results(server, made)
    stored = look(server)
    assert check_all(stored) + check_nothing_lost(stored) == []
    server.kill()


def test_two_hundred_deep_runs_at_once_all_complete(
    kind: str, new_server: Callable[..., Server]
) -> None:
    if kind == "postgresql":
        pytest.skip("there it is a slow test of its own")
    _two_hundred_at_once(new_server().start())


@pytest.mark.slow
def test_two_hundred_deep_runs_at_once_all_complete_on_a_server_of_databases(
    kind: str, new_server: Callable[..., Server]
) -> None:
    if kind == "sqlite":
        pytest.skip("there it is no slow test")
    _two_hundred_at_once(new_server().start())


def test_a_full_queue_loses_no_run_that_it_took(new_server: Callable[..., Server]) -> None:
    """Of a hundred at once most are refused: those do not exist, and all the others complete."""
    server = new_server(settings={"RUNWRIGHT_JOB_QUEUE": "10", "RUNWRIGHT_JOB_SLOTS": "2"}).start()
    replies = _fire(server, 100)
    refused = {n: reply for n, reply in replies.items() if reply.status != 201}
    assert {(reply.status, reply.code) for reply in refused.values()} == {(503, "overloaded")}
    assert all(int(reply.headers["retry-after"]) >= 1 for reply in refused.values())
    made = {n: str(json.loads(replies[n].body)["id"]) for n in replies if n not in refused}
    assert len(made) >= 10
    until(lambda: _all_ended(server), "the accepted runs ended", PATIENCE)
    stored = look(server)
    assert {run["id"] for run in stored.runs} == set(made.values())
    _check_results(server, made)
    assert check_all(stored) == []
    server.kill()
