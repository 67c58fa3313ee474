"""kill -9 during 500 concurrent creates loses no answered run and leaves no half-written one."""

from __future__ import annotations

import json
import os
import random
import signal
import time
from collections.abc import Callable, Sequence

import pytest

from chaos.checker import Answered, check_all, check_answers, check_nothing_lost
from chaos.load import Creation, Outcome, creations, fire
from chaos.storage import look
from chaos.wire import exchange_all, request
from support.client import Api
from support.patience import PATIENCE
from support.server import Server

AT_ONCE = (16, 64, 500)


class Killer:
    """Kills a server a moment after so many answers have arrived."""

    def __init__(self, server: Server, dice: random.Random) -> None:
        assert server.process is not None
        self._group = server.process.pid
        self._answers = dice.randint(1, 400)
        self._delay = dice.random() * 0.02
        self.done = False

    def __call__(self, outcome: Outcome) -> None:
        """An answer has arrived."""
        if not self.done and len(outcome.answered) >= self._answers:
            self.done = True
            time.sleep(self._delay)
            os.killpg(self._group, signal.SIGKILL)


def _round(server: Server, seed: str) -> tuple[list[Creation], Outcome]:
    """One volley with a kill in the middle; the server is dead afterwards."""
    dice = random.Random(seed)
    wanted, killer = creations(seed, 500), Killer(server, dice)
    outcome = fire(
        server.url, server.owner_key, wanted, at_once=dice.choice(AT_ONCE), on_answer=killer
    )
    server.kill()
    assert killer.done, f"{seed}: the volley ended before the kill"
    assert [reply.body for reply in outcome.refused] == []
    return wanted, outcome


def _wait_for_background(api: Api) -> None:
    deadline = time.monotonic() + PATIENCE
    while api.get("/v1/runs", params={"status": "running", "limit": 1}).json()["data"]:
        assert time.monotonic() < deadline, "background runs do not end"
        time.sleep(0.05)


def _check_shown(server: Server, answered: Sequence[Answered]) -> list[str]:
    """Each answered run can be read, with the bytes that were answered unless it went on."""
    paths = [f"/v1/runs/{answer.run_id}?include_trace=false" for answer in answered]
    shown = exchange_all(server.url, [request("GET", path, server.owner_key) for path in paths])
    found = []
    for answer, reply in zip(answered, shown, strict=True):
        was_final = b'"status":"running"' not in answer.body
        if reply.status != 200 or (was_final and reply.body != answer.body):
            found.append(f"{answer.tag}: answered {answer.body!r}, shown {reply.body!r}")
        elif json.loads(reply.body)["status"] != "completed":
            found.append(f"{answer.tag}: ended as {reply.body!r}")
    return found


def _check_retries(server: Server, wanted: Sequence[Creation], before: Outcome) -> list[str]:
    """Every request with a key, sent again, gives its first answer, or makes its one run now."""
    keyed = list({creation.tag: creation for creation in wanted if creation.key}.values())
    again = fire(server.url, server.owner_key, keyed, at_once=32)
    first = {answer.tag: answer.body for answer in before.answered}
    found = [f"a retry was refused: {reply.body!r}" for reply in again.refused]
    for answer in again.answered:
        if answer.tag in first and answer.body != first[answer.tag]:
            found.append(f"{answer.tag}: first {first[answer.tag]!r}, then {answer.body!r}")
        if answer.tag in first and answer.tag not in again.replayed:
            found.append(f"{answer.tag}: answered before, and not replayed")
    assert len(again.answered) == len(keyed), again.cut_off
    return found + check_answers(look(server), again.answered)


def _kill_and_check(server: Server, seeds: Sequence[str]) -> None:
    server.start()
    for seed in seeds:
        print(f"seed {seed}")
        wanted, outcome = _round(server, seed)
        stored = look(server)
        assert check_all(stored, outcome.answered) + check_nothing_lost(stored) == [], seed
        server.start()
        with server.api() as api:
            assert _check_retries(server, wanted, outcome) == [], seed
            _wait_for_background(api)
            assert _check_shown(server, outcome.answered) == [], seed
        stored = look(server)
        assert check_all(stored, outcome.answered) + check_nothing_lost(stored) == [], seed
        assert [run["id"] for run in stored.runs if run["status"] != "completed"] == [], seed


def test_a_kill_during_500_creates_loses_nothing(new_server: Callable[..., Server]) -> None:
    """Answered is stored, as answered; nothing is half-written; keys make one run; all audited."""
    _kill_and_check(new_server(), ["chaos-1", "chaos-2"])


@pytest.mark.slow
def test_many_kills_in_a_row_lose_nothing(new_server: Callable[..., Server]) -> None:
    """The same, twenty times on one database, with seeds of this very run (printed)."""
    started = int(time.time())
    _kill_and_check(new_server(), [f"chaos-{started}-{n}" for n in range(20)])
