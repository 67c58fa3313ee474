"""`runwright runs`: the runs of a project, and what can be done with them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import click

from runwright.cli import evidence, screen
from runwright.cli.connection import connected
from runwright.cli.drawing import Column, cut, duration, local, many, plain, size
from runwright.cli.exits import DONE, FAILED, UNPROVED
from runwright.cli.following import reason, tell_end
from runwright.cli.lazy import Lazy
from runwright.cli.naming import LAST, agent_id, file_id, key_id, network_id, run_id
from runwright.cli.options import (
    JSON,
    LIMIT,
    RUN,
    SERVER,
    YES,
    named_option,
    print_json,
    print_list,
)
from runwright.client import Client, Replay, Run, RunStep

_STATUS = click.Choice(["running", "completed", "failed", "cancelled"])
_BY_NAME = {"agent": agent_id, "network": network_id, "key": key_id, "file": file_id}
"""The filters that take a name, and how it becomes an id."""


@click.group(
    cls=Lazy,
    default="list",
    examples=["runwright runs", "runwright runs show last", "runwright runs --q groceries"],
)
def runs() -> None:
    """List, show, prove, replay, cancel and delete runs.

    RUN is an id, or `last` for the newest run.
    """


@runs.command(
    "list",
    examples=[
        "runwright runs",
        'runwright runs list --q "rewe october"',
        "runwright runs list --unanswered --limit 50",
        "runwright runs list --agent Bookkeeper --status failed",
    ],
)
@click.option("--q", metavar="WORDS", help="Only runs with all these words in prompt or answer.")
@click.option("--status", type=_STATUS, help="Only runs with this status.")
@named_option("model", "Only runs of this model.")
@named_option("agent", "Only runs of this agent.")
@named_option("network", "Only runs of this network.")
@named_option("key", "Only runs created by this key.")
@named_option("file", "Only runs that read this file.")
@click.option("--answered/--unanswered", default=None, help="Only runs with or without an answer.")
@click.option("--children", is_flag=True, help="Include the agents' runs within network runs.")
@LIMIT
@SERVER
@JSON
def list_runs(limit: int, server: str | None, as_json: bool, **filters: Any) -> None:
    """List runs, newest first; `list` may be left out."""
    with connected(server) as client:
        wanted = {name: _filter(client, name, value) for name, value in filters.items()}
        found = client.runs.list(**wanted, expand=["request"], page_size=min(limit, 100))
        rows = list(islice(found, limit))
    if as_json:
        print_list(run.raw for run in rows)
    elif not rows:
        screen.out().say("There are no runs.")
    else:
        _print(rows)


def _filter(client: Client, name: str, value: Any) -> Any:
    return _BY_NAME[name](client, value) if value and name in _BY_NAME else value


def _print(rows: list[Run]) -> None:
    shown = screen.out()
    columns = [
        Column(title="run"),
        Column(title="status"),
        Column(title="prompt", shrinks=True, is_optional=True, least=24),
        Column(title="answer", shrinks=True, is_optional=True, least=16),
        Column(title="created", is_optional=True),
        Column(title="model", is_optional=True),
    ]
    table = [
        [
            run.id,
            run.status,
            run.request.prompt if run.request else "",
            run.answer or (run.error.message if run.error else ""),
            local(run.created_at),
            run.agent_name or run.network_name or run.model,
        ]
        for run in rows
    ]
    shown.table(columns, table, lambda number, line: _painted(rows[number], line))


def _painted(run: Run, line: str) -> str:
    return line.replace(run.status, screen.out().status(run.status), 1)


@runs.command(examples=["runwright runs last", "runwright replay $(runwright runs last)"])
@SERVER
@JSON
def last(server: str | None, as_json: bool) -> None:
    """Print the id of the newest run.

    Other commands take the word `last` itself: `runwright trace last`.
    """
    with connected(server) as client:
        found = run_id(client, LAST)
    if as_json:
        print_json({"id": found})
    else:
        screen.out().say(found)


@runs.command(examples=["runwright runs show last", "runwright runs show run_… --json"])
@RUN
@SERVER
@JSON
def show(run: str, server: str | None, as_json: bool) -> None:
    """Show what was asked, the answer, and the evidence it rests on."""
    with connected(server) as client:
        run = run_id(client, run)
        found = client.runs.retrieve(run, expand=["request"])
        sources = client.runs.sources(run)
        if as_json:
            print_json({"run": found.raw, "sources": [each.raw for each in sources]})
            return
        files = evidence.file_names(client, sources)
    shown = screen.out()
    if found.request:
        shown.text(found.request.prompt)
    tell_end(found, shown, shown)
    if found.result is None and found.is_ended:
        shown.say(reason(found))
    evidence.show(sources, files, shown)


@runs.command(examples=["runwright runs steps last"])
@RUN
@SERVER
@JSON
def steps(run: str, server: str | None, as_json: bool) -> None:
    """Show the arguments, counts and result of each step."""
    with connected(server) as client:
        found = client.runs.steps(run_id(client, run))
    if as_json:
        print_json([each.raw for each in found])
        return
    shown = screen.out()
    for step in found:
        shown.say(
            plain(f"{step.n}. {step.tool}: {step.description or ''}".rstrip(": "), is_line=True)
        )
        for line in _step(step):
            text = plain(line, is_line=True)
            shown.say(shown.dim(f"   {cut(text, shown.width - 3) if shown.width else text}"))


def _step(step: RunStep) -> Iterator[str]:
    if step.withheld:
        yield f"shown only to keys with {' and '.join(step.withheld)}"
        return
    if step.run:
        yield f"in {step.run}"
    if step.looked_at:
        yield f"kept {step.kept or 0:,} of {many(step.looked_at, 'record')}"
    yield f"took {duration(step.duration_us)}"
    for name, value in {**(step.arguments or {}), **(step.result or {})}.items():
        if value not in (None, "", [], {}):
            yield f"{name}: {value if isinstance(value, str) else json.dumps(value)}"
    if step.error:
        yield step.error


@runs.command(
    examples=[
        "runwright runs proof last > proof.json",
        "runwright audit verify proof.json",
    ]
)
@RUN
@SERVER
def proof(run: str, server: str | None) -> None:
    """Print the proof of a run as JSON; `audit verify` checks it offline.

    Needs a key with runs:read and audit:read.
    """
    with connected(server) as client:
        print_json(client.runs.proof(run_id(client, run)).raw)


@runs.command(examples=["runwright runs replay last"])
@RUN
@SERVER
@JSON
def replay(run: str, server: str | None, as_json: bool) -> int:
    """Have the server repeat a finished run, and compare the bytes.

    Exit code 0: identical; 1: different; 3: it cannot be verified, and the reason is given.
    `runwright replay` does the same on the server's own machine, without a key.
    """
    with connected(server) as client:
        found = client.runs.replay(run_id(client, run))
    if as_json:
        print_json(found.raw)
    else:
        _tell_replay(found)
    return UNPROVED if found.identical is None else DONE if found.identical else FAILED


def _tell_replay(found: Replay) -> None:
    shown = screen.out()
    if found.identical is None:
        shown.say(f"{found.run}: {found.reason}")
    elif found.identical:
        shown.say(f"{found.run} is identical: repeated, it gives the same bytes.")
    else:
        shown.say(f"{found.run} is DIFFERENT: repeated, it does not give the same bytes.")
    for fact in found.differences or found.compared:
        shown.say(shown.dim(f"  {plain(f'{fact.name}: {fact.value}', is_line=True)}"))


@runs.command(examples=["runwright runs cancel last"])
@RUN
@SERVER
@JSON
def cancel(run: str, server: str | None, as_json: bool) -> None:
    """Stop a running run; a run that has ended stays as it is."""
    with connected(server) as client:
        found = client.runs.cancel(run_id(client, run))
    if as_json:
        print_json(found.raw)
    else:
        screen.out().say(f"{found.id} is {found.status}.")


@runs.command(examples=["runwright runs delete run_…", "runwright runs delete last --yes"])
@RUN
@YES
@SERVER
@JSON
def delete(run: str, yes: bool, server: str | None, as_json: bool) -> None:
    """Delete a run, its trace and everything it made."""
    with connected(server) as client:
        run = run_id(client, run)
        if not yes:
            click.confirm(f"Delete {run} for good?", abort=True, err=True)
        gone = client.runs.delete(run)
    if as_json:
        print_json(gone.raw)
    else:
        screen.out().say(f"{gone.id} is deleted.")


@runs.command(examples=["runwright runs save last", "runwright runs save run_… --to charts"])
@RUN
@click.option(
    "--to",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(),
    help="The folder; the current one by default.",
)
@SERVER
@JSON
def save(run: str, to: Path, server: str | None, as_json: bool) -> None:
    """Save the files that a run made; existing files are never overwritten."""
    with connected(server) as client:
        found = client.runs.retrieve(run_id(client, run), include_trace=False)
        made = [
            client.artifacts.retrieve(each)
            for each in (found.result.artifacts if found.result else ())
        ]
        to.mkdir(parents=True, exist_ok=True)
        saved = []
        for artifact in made:
            path = _free(to / Path(plain(artifact.filename, is_line=True)).name)
            client.artifacts.download(artifact.id, path)
            saved.append((artifact, path))
    if as_json:
        print_list({**each.raw, "path": str(path)} for each, path in saved)
        return
    for each, path in saved:
        screen.out().say(f"{path}  {size(each.bytes)}")
    if not saved:
        screen.out().say(f"{found.id} made no files.")


def _free(path: Path) -> Path:
    """A name that is not taken."""
    number, free = 2, path
    while free.exists():
        free, number = path.with_stem(f"{path.stem}-{number}"), number + 1
    return free
