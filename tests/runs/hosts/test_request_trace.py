"""The trace of a run within its request tells reads and steps in the order they came."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

from runwright import clock
from runwright.minds.types import Call, Closing, Output, Read
from runwright.minds.values import Weighed
from runwright.runs import trace
from runwright.runs.hosts import request
from runwright.runs.hosts.request import RequestHost
from runwright.runs.loop import Ahead, Done
from runwright.runs.types import Recorded

STEP = Done(Call("calculate", {}, "12 × 12"), Output({}, {}), wall_us=40)
CLOSING = Closing(
    "144.", (), answered=True, artifacts=(), inputs=None, weighed=Weighed(1, 1, 2), cited=b""
)


async def _fetched(grant: Any, read: Read, *_: Any, **__: Any) -> Any:
    return SimpleNamespace(source=read.source, grant=grant)


def _host(monkeypatch: Any) -> RequestHost:
    monkeypatch.setattr(request, "task_of", lambda *_: SimpleNamespace(moment=None))
    work = SimpleNamespace(
        head=None, plan=None, snapshot=None, watch=trace.Stopwatch(clock.now()),
        first=Recorded({"type": "plan"}, 0, 0),
    )  # fmt: skip
    caller = SimpleNamespace(
        authorize=lambda scope, **_: SimpleNamespace(scope=SimpleNamespace(text=scope.value))
    )
    return RequestHost(
        cast("Any", caller), cast("Any", None), cast("Any", work), None,
        cast("Any", _fetched), cast("Any", SimpleNamespace(kept=None)),
    )  # fmt: skip


def test_a_read_behind_a_step_stands_behind_it(monkeypatch: Any) -> None:
    host = _host(monkeypatch)

    async def run() -> None:
        await host.fetch([Read("calendar")])
        await host.keep(Ahead([3], [STEP], wanted=[Read("finance")]))
        await host.fetch([Read("finance")])
        await host.keep(Ahead([3, 4], [STEP, STEP], closing=CLOSING))

    asyncio.run(run())
    entries = [each.entry for each in host._records]
    assert [(each["type"], each.get("items") or each.get("n")) for each in entries] == [
        ("plan", None), ("context", 3), ("step", 1), ("context", 4), ("step", 2),
    ]  # fmt: skip
    starts = [each.start_us for each in host._records]
    assert starts == sorted(starts)
