"""Seeded traffic: many creations at once, and exactly what was answered to each."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from chaos.checker import Answered
from chaos.wire import Connection, Reply, request
from support.patience import PATIENCE

SOURCES = ("calendar", "documents", "finance")


@dataclass(frozen=True, slots=True)
class Creation:
    """One request to make a run; trying it again is the same request."""

    tag: str
    key: str | None
    body: dict[str, Any]


@dataclass(slots=True)
class Outcome:
    """What became of a volley."""

    answered: list[Answered] = field(default_factory=list)
    refused: list[Reply] = field(default_factory=list)
    cut_off: list[tuple[Creation, str]] = field(default_factory=list)
    """Requests whose connection broke, and how."""
    replayed: set[str] = field(default_factory=set)
    """Tags of those that were answered from a stored answer."""
    slowest: float = 0.0


def creations(seed: str, count: int) -> list[Creation]:
    """A mix that the seed repeats: fast and deep, with and without key and context, some twice."""
    dice = random.Random(seed)
    made: list[Creation] = []
    while len(made) < count:
        creation = _creation(dice, f"{seed}-{len(made)}")
        made.append(creation)
        if creation.key and dice.random() < 0.2 and len(made) < count:
            made.append(creation)
    dice.shuffle(made)
    return made


def _creation(dice: random.Random, tag: str) -> Creation:
    a, b = dice.randrange(1000), dice.randrange(1000)
    body: dict[str, Any] = {
        "model": "y0-deep" if dice.random() < 0.1 else "y0-fast",
        "prompt": f"What is {a} + {b}? Then: What is {b} - 7?",
        "metadata": {"tag": tag},
    }
    if dice.random() < 0.3:
        body["context"] = dice.sample(SOURCES, dice.randint(1, 3))
    return Creation(tag, f"key-{tag}" if dice.random() < 0.5 else None, body)


def fire(
    url: str,
    secret: str,
    wanted: Sequence[Creation],
    *,
    at_once: int = 500,
    on_answer: Callable[[Outcome], None] = lambda _: None,
) -> Outcome:
    """Send everything, so many at a time, and wait until each has its end."""
    return asyncio.run(_fire(url, secret, wanted, at_once, on_answer))


async def _fire(
    url: str,
    secret: str,
    wanted: Sequence[Creation],
    at_once: int,
    on_answer: Callable[[Outcome], None],
) -> Outcome:
    outcome, left = Outcome(), iter(wanted)

    async def client() -> None:
        connection = Connection(url)
        for creation in left:
            await _send(connection, secret, creation, outcome)
            on_answer(outcome)
        await connection.close()

    await asyncio.gather(*(client() for _ in range(at_once)))
    return outcome


async def _send(connection: Connection, secret: str, creation: Creation, outcome: Outcome) -> None:
    headers = {"Idempotency-Key": creation.key} if creation.key else {}
    message = request("POST", "/v1/runs", secret, creation.body, headers)
    began = time.monotonic()
    try:
        async with asyncio.timeout(PATIENCE):
            reply = await connection.exchange(message)
    except (OSError, EOFError) as error:
        outcome.cut_off.append((creation, type(error).__name__))
    else:
        _note(outcome, creation, reply)
    outcome.slowest = max(outcome.slowest, time.monotonic() - began)


def _note(outcome: Outcome, creation: Creation, reply: Reply) -> None:
    if reply.status != 201:
        outcome.refused.append(reply)
        return
    if "idempotent-replayed" in reply.headers:
        outcome.replayed.add(creation.tag)
    outcome.answered.append(
        Answered(
            tag=creation.tag,
            key=creation.key,
            request_id=reply.headers["request-id"],
            body=reply.body,
        )
    )
