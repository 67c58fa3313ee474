"""What mypy must find in the client's types; `test_typing` has it checked, nothing runs it.

Each `assert_type` fails if a type is lost. Each line with `# wrong:` must be an error.
"""

from collections.abc import AsyncGenerator, Generator
from decimal import Decimal
from typing import assert_type

from runwright import (
    Agent,
    AsyncClient,
    Budget,
    Client,
    Costs,
    Event,
    File,
    QualityRow,
    Run,
    RunEvent,
)


def blocking(client: Client) -> None:
    run = client.runs.create(model="y0-fast", prompt="Hello", context=["finance"], max_steps=2)
    assert_type(run, Run)
    assert_type(client.runs.wait(run.id, timeout=3), Run)
    assert_type(client.runs.ask("Hello", context=["finance"]), str)
    assert_type(client.runs.create_and_wait(model="y0-deep", prompt="Hello").answer, str)
    assert_type(client.runs.list(status="failed"), Generator[Run, None, None])
    for event in client.runs.events(run.id):
        assert_type(event, RunEvent)
    assert_type(client.files.upload(b"", purpose="context", progress=print), File)
    assert_type(client.files.content("file_1"), bytes)
    assert_type(client.analytics.costs(), Costs)
    assert_type(client.analytics.costs().total, Decimal)
    assert_type(client.analytics.quality(), tuple[QualityRow, ...])
    assert_type(client.with_options(timeout=1).agents.retrieve("ag_1"), Agent)
    client.agents.update("ag_1", budget=Budget(amount=Decimal(1), period="day"))
    client.agents.update("ag_1", budget=None)


async def concurrent(client: AsyncClient) -> None:
    run = await client.runs.create(model="y0-fast", prompt="Hello")
    assert_type(run, Run)
    assert_type(await client.runs.wait(run.id), Run)
    assert_type(await client.runs.ask("Hello"), str)
    assert_type(client.events.list(), AsyncGenerator[Event, None])
    async for event in client.runs.events(run.id):
        assert_type(event, RunEvent)
    assert_type(await client.files.upload("a.txt", purpose="attachment"), File)
    assert_type(await client.with_options(max_retries=0).agents.retrieve("ag_1"), Agent)


def mistakes(client: Client, other: AsyncClient, run: Run) -> None:
    client.runs.create(model="y0-fast")  # wrong: call-arg
    client.runs.create(model=5, prompt="Hello")  # wrong: arg-type
    client.runs.create(model="y0-fast", prompt="Hello", context=["gossip"])  # wrong: list-item
    client.runs.create(model="y0-fast", prompt="Hello", contxt=[])  # wrong: call-arg
    client.runs.lst()  # wrong: attr-defined
    client.files.upload(5, purpose="context")  # wrong: arg-type
    client.files.upload(b"", purpose="fun")  # wrong: arg-type
    run.status = "failed"  # wrong: misc
    print(run.result.summary)  # wrong: union-attr
    for each in other.runs.list():  # wrong: attr-defined
        print(each)
    print(other.runs.retrieve("run_1").status)  # wrong: attr-defined
