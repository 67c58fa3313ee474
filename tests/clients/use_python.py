"""What a person would write with the client that openapi-python-client has made: run by a test.

`python use_python.py http://127.0.0.1:8080 rw_…`, with the package `generated` on the path.
"""

from __future__ import annotations

import sys
import time
from io import BytesIO
from typing import Any

from generated import AuthenticatedClient
from generated.api.agents import agents_change, agents_create
from generated.api.artifacts import artifacts_content
from generated.api.files import files_content, files_create, files_delete, files_read
from generated.api.keys import keys_change, keys_create
from generated.api.runs import runs_create, runs_delete, runs_list, runs_read
from generated.models import (
    BudgetBody,
    BudgetBodyPeriod,
    ChangeAgent,
    ChangeKey,
    ContextEntry,
    CreateAgent,
    CreateKey,
    CreateRun,
    CreateRunContextItem,
    FilesCreateBody,
    FilesCreateBodyMetadata,
    FilesCreateBodyPurpose,
    RunsListMetadata,
    ScopeName,
)
from generated.types import File

STATEMENT = b"Date,Description,Amount,Currency\n2026-10-01,Rent Lisbon office,-1200.00,EUR\n"


def main(url: str, key: str) -> None:
    """Upload, run, read, change one field, delete."""
    client = AuthenticatedClient(base_url=url, token=key, raise_on_unexpected_status=True)
    file_id = _upload(client)
    _runs(client, file_id)
    _changes(client)
    assert files_delete.sync(file_id, client=client).deleted is True


def _upload(client: Any) -> str:
    body = FilesCreateBody(
        file=File(payload=BytesIO(STATEMENT), file_name="october.csv", mime_type="text/csv"),
        purpose=FilesCreateBodyPurpose.CONTEXT,
        metadata=FilesCreateBodyMetadata.from_dict({"month": "October"}),
    )
    made = files_create.sync(client=client, body=body)
    deadline = time.monotonic() + 60
    while (file := files_read.sync(made.id, client=client)).status == "processing":
        assert time.monotonic() < deadline, "it is still being read"
        time.sleep(0.05)
    assert (file.status, file.filename, file.metadata["month"]) == (
        "processed",
        "october.csv",
        "October",
    )
    content = files_content.sync(made.id, client=client)
    assert content.payload.read() == STATEMENT
    return str(made.id)


def _runs(client: Any, file_id: str) -> None:
    minimal = CreateRun(model="y0-fast", prompt="What is 2 + 2?")
    assert runs_create.sync(client=client, body=minimal).result.summary
    body = CreateRun(
        model="y0-fast",
        prompt="Export my October payments as CSV",
        context=[CreateRunContextItem.FINANCE],
        files=[file_id],
    )
    run = runs_read.sync(runs_create.sync(client=client, body=body).id, client=client)
    reads = [entry.source for entry in run.trace if isinstance(entry, ContextEntry)]
    assert reads == ["finance"]
    made = artifacts_content.sync(run.result.artifacts[0], client=client)
    assert b"Rent Lisbon office" in made.payload.read()
    team = RunsListMetadata.from_dict({"metadata.team": "none has it"})
    assert runs_list.sync(client=client, metadata=team).data == []
    assert runs_delete.sync(run.id, client=client).deleted is True


def _changes(client: Any) -> None:
    budget = BudgetBody(amount="2.50", period=BudgetBodyPeriod.DAY)
    new = CreateAgent(name="Clerk", instructions="Be brief.", budget=budget)
    agent = agents_create.sync(client=client, body=new)
    renamed = agents_change.sync(agent.id, client=client, body=ChangeAgent(name="Scribe"))
    assert (renamed.name, renamed.budget) == ("Scribe", agent.budget)
    body = CreateKey(name="k", scopes=[ScopeName.RUNSREAD], rate_limit="60/min", budget=budget)
    key = keys_create.sync(client=client, body=body)
    changed = keys_change.sync(key.id, client=client, body=ChangeKey(name="l"))
    assert (changed.name, changed.rate_limit, changed.budget) == ("l", "60/min", key.budget)
    freed = keys_change.sync(key.id, client=client, body=ChangeKey(budget=None))
    assert (freed.budget, freed.rate_limit) == (None, "60/min")


if __name__ == "__main__":
    main(*sys.argv[1:])
