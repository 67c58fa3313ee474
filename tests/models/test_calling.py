"""Patience: what is tried again, how long one waits for it, and when a provider is left alone."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from runwright.models.calling import FIRST_PAUSE, LONGEST_WAIT, Caller, Patience
from runwright.models.conversation import Message, ModelReply, ModelRequest, Usage
from runwright.models.providers.types import Failure, Kind, OnCall, OnText
from support.conversing import provider
from support.provider import ScriptedProvider, reply, status

REQUEST = ModelRequest(model="m", system="", messages=(Message("user", "?"),), max_tokens=10)
GOOD = ModelReply("Good.", (), Usage(10, 5, 1))


class Scripted:
    """Gives what it was told, and takes so many seconds of the test's own clock for each."""

    def __init__(self, outcomes: Sequence[ModelReply | Failure], takes: float = 0.0) -> None:
        self.outcomes = list(outcomes)
        self.takes = takes
        self.asked: list[float] = []
        self.now = 0.0
        self.slept: list[float] = []
        self.says = ""
        self.is_open = False

    async def open(self) -> None:
        self.is_open = True

    async def converse(
        self,
        _request: ModelRequest,
        seconds: float,
        on_text: OnText | None = None,
        _on_call: OnCall | None = None,
    ) -> ModelReply | Failure:
        self.asked.append(seconds)
        self.now += min(self.takes, seconds)
        if on_text is not None and self.says:
            on_text(self.says)
        return self.outcomes.pop(0)

    async def close(self) -> None:
        self.outcomes.clear()

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


def caller(
    provider: Scripted, attempts: int = 3, seconds: float = 60.0, chance: float = 1.0
) -> Caller:
    return Caller(
        provider,
        Patience(seconds, attempts),
        sleep=provider.sleep,
        now=lambda: provider.now,
        chance=lambda: chance,
    )


def ask(provider: Scripted, **options: float) -> ModelReply | Failure:
    asking = caller(provider, **options)  # type: ignore[arg-type]
    return asyncio.run(asking.converse(REQUEST, asking.deadline()))


def failure(kind: Kind, retry_after: float | None = None) -> Failure:
    return Failure(kind, "it failed", retry_after, Usage(1, 0, 1))


PASSING = [Kind.UNREACHABLE, Kind.FAILING, Kind.OVERLOADED, Kind.RATE_LIMITED]


@pytest.mark.parametrize("kind", PASSING)
def test_what_may_pass_by_itself_is_tried_again(kind: Kind) -> None:
    provider = Scripted([failure(kind), failure(kind), GOOD])
    found = ask(provider)
    assert isinstance(found, ModelReply)
    assert len(provider.asked) == 3


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind not in PASSING])
def test_nothing_else_is_tried_again(kind: Kind) -> None:
    provider = Scripted([failure(kind), GOOD])
    found = ask(provider)
    assert isinstance(found, Failure)
    assert found.kind is kind
    assert provider.slept == []


def test_attempts_are_counted_and_everything_used_is_summed() -> None:
    provider = Scripted([failure(Kind.FAILING)] * 5)
    found = ask(provider, attempts=4)
    assert len(provider.asked) == 4
    assert found.usage == Usage(4, 0, 4)


def test_a_reply_after_failures_counts_them_too() -> None:
    found = ask(Scripted([failure(Kind.FAILING), GOOD]))
    assert found.usage == Usage(11, 5, 2)


def test_pauses_double_and_vary_by_chance() -> None:
    longest, shortest = (Scripted([failure(Kind.FAILING)] * 4) for _ in range(2))
    ask(longest, attempts=4, chance=1.0)
    ask(shortest, attempts=4, chance=0.0)
    assert longest.slept == [FIRST_PAUSE, FIRST_PAUSE * 2, FIRST_PAUSE * 4]
    assert shortest.slept == [pause / 2 for pause in longest.slept]


def test_a_short_retry_after_is_waited_for() -> None:
    provider = Scripted([failure(Kind.RATE_LIMITED, 3.0), GOOD])
    assert isinstance(ask(provider), ModelReply)
    assert provider.slept == [3.0]


def test_a_long_retry_after_means_that_it_is_down() -> None:
    provider = Scripted([failure(Kind.RATE_LIMITED, LONGEST_WAIT + 1), GOOD])
    found = ask(provider)
    assert isinstance(found, Failure)
    assert found.retry_after == LONGEST_WAIT + 1
    assert provider.slept == []


def test_a_provider_that_named_a_wait_is_left_alone_until_then() -> None:
    provider = Scripted([failure(Kind.RATE_LIMITED, 30.0), GOOD, GOOD])
    asking = caller(provider)

    async def several() -> list[ModelReply | Failure]:
        found = [await asking.converse(REQUEST, asking.deadline()) for _ in range(2)]
        other = REQUEST._replace(model="other")
        found.append(await asking.converse(other, asking.deadline()))
        provider.now += 31
        return [*found, await asking.converse(REQUEST, asking.deadline())]

    first, second, other, later = asyncio.run(several())
    assert isinstance(first, Failure)
    assert isinstance(second, Failure)
    assert second.retry_after == pytest.approx(30.0)
    assert isinstance(other, ModelReply)
    assert isinstance(later, ModelReply)
    assert len(provider.asked) == 3


def test_all_attempts_share_one_deadline() -> None:
    provider = Scripted([failure(Kind.FAILING)] * 9, takes=4.0)
    ask(provider, attempts=9, seconds=10.0)
    assert provider.asked[0] == 10.0
    assert provider.asked == sorted(provider.asked, reverse=True)
    assert provider.now <= 10.0


def test_one_does_not_wait_beyond_the_deadline() -> None:
    provider = Scripted([failure(Kind.RATE_LIMITED, 5.0), GOOD])
    found = ask(provider, seconds=4.0)
    assert isinstance(found, Failure)
    assert provider.slept == []


def test_nothing_is_asked_when_the_time_is_over() -> None:
    provider = Scripted([GOOD])
    asking = caller(provider)
    found = asyncio.run(asking.converse(REQUEST, 0.0))
    assert isinstance(found, Failure)
    assert found.kind is Kind.TIMEOUT
    assert provider.asked == []


def test_a_reply_that_was_heard_in_part_is_not_asked_for_again() -> None:
    """The reader would see its beginning twice."""
    provider = Scripted([failure(Kind.UNREACHABLE), GOOD])
    provider.says = "Noth"
    asking = caller(provider)
    heard: list[str] = []
    found = asyncio.run(asking.converse(REQUEST, asking.deadline(), heard.append))
    assert isinstance(found, Failure)
    assert (heard, len(provider.asked)) == (["Noth"], 1)


def test_a_caller_opens_its_provider() -> None:
    provider = Scripted([])
    asyncio.run(caller(provider).open())
    assert provider.is_open


# With a real provider ---------------------------------------------------------------------------


def test_nobody_but_the_caller_tries_again(scripted: ScriptedProvider, kind: str) -> None:
    """The vendors' packages would, twice, by default."""

    async def several() -> list[ModelReply | Failure]:
        opened = provider(kind, scripted.url)
        asking = Caller(opened, Patience(60, 3))
        found = [await opened.converse(REQUEST, 30)]
        found.append(await asking.converse(REQUEST, asking.deadline()))
        await asking.close()
        return found

    bad = status(500)
    scripted.tell("m", bad, bad, bad, reply("Good.", tool=False))
    once, thrice = asyncio.run(several())
    assert isinstance(once, Failure)
    assert isinstance(thrice, ModelReply)
    assert len(scripted.asked("m")) == 4


@pytest.mark.parametrize(("wait", "asked"), [("0", 2), ("120", 1)])
def test_a_short_rate_limit_is_waited_for_and_a_long_one_is_not(
    scripted: ScriptedProvider, kind: str, wait: str, asked: int
) -> None:
    async def once() -> ModelReply | Failure:
        asking = Caller(provider(kind, scripted.url), Patience(60, 3))
        try:
            return await asking.converse(REQUEST, asking.deadline())
        finally:
            await asking.close()

    scripted.tell("m", status(429, wait), reply("Good.", tool=False))
    outcome = asyncio.run(once())
    assert isinstance(outcome, ModelReply if asked == 2 else Failure)
    assert len(scripted.asked("m")) == asked
