"""`runwright runs`: runs that there are, and what can be done with them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import click

from runwright.cli import screen
from runwright.cli.connection import connected
from runwright.cli.drawing import Column, local, many, plain, size
from runwright.cli.exits import DONE, FAILED, UNPROVED
from runwright.cli.following import reason, tell_end
from runwright.cli.lazy import Lazy
from runwright.cli.options import JSON, LIMIT, SERVER, YES, print_json, print_list
from runwright.client import Replay, Run, RunSource, RunStep

_STATUS = click.Choice(["running", "completed", "failed", "cancelled"])


@click.group(cls=Lazy, default="list")
def runs() -> None:
    """List, show, prove, cancel and delete runs."""


@runs.command("list")
@click.option("--q", metavar="WORDS", help="Only those with all these words.")
@click.option("--status", type=_STATUS, help="Only those.")
@click.option("--model", help="Only those of this model.")
@click.option("--agent", help="Only those of this agent.")
@click.option("--network", help="Only those of this network.")
@click.option("--key", help="Only those that this key made.")
@click.option("--file", help="Only those that read this file.")
@click.option("--answered/--unanswered", default=None, help="Only those with or without an answer.")
@click.option("--children", is_flag=True, help="Also the agents' runs of networks.")
@LIMIT
@SERVER
@JSON
def list_runs(limit: int, server: str | None, as_json: bool, **filters: Any) -> None:
    """List runs, newest first; also without the word `list`."""
    with connected(server) as client:
        found = client.runs.list(**filters, page_size=min(limit, 100))
        rows = list(islice(found, limit))
    if as_json:
        print_list(run.raw for run in rows)
    elif not rows:
        screen.out().say("There are no runs.")
    else:
        _print(rows)


def _print(rows: list[Run]) -> None:
    shown = screen.out()
    columns = [
        Column(title="run"),
        Column(title="status"),
        Column(title="created", is_optional=True),
        Column(title="model", is_optional=True),
        Column(title="steps", is_right=True, is_optional=True),
        Column(title="answer", shrinks=True, is_optional=True),
    ]
    table = [
        [
            run.id,
            run.status,
            local(run.created_at),
            run.model,
            f"{run.steps_used}/{run.max_steps}",
            run.result.summary if run.result else run.error.message if run.error else "",
        ]
        for run in rows
    ]
    shown.table(columns, table, lambda number, line: _painted(rows[number], line))


def _painted(run: Run, line: str) -> str:
    return line.replace(run.status, screen.out().status(run.status), 1)


@runs.command()
@click.argument("run")
@SERVER
@JSON
def show(run: str, server: str | None, as_json: bool) -> None:
    """Show the answer of a run, and what it rests on."""
    with connected(server) as client:
        found = client.runs.retrieve(run)
        sources = client.runs.sources(run)
    if as_json:
        print_json({"run": found.raw, "sources": [each.raw for each in sources]})
        return
    shown = screen.out()
    tell_end(found, shown, shown)
    if found.result is None and found.is_ended:
        shown.say(reason(found))
    for source in sources:
        shown.say(shown.dim(f"  {_source(source)}"))


def _source(source: RunSource) -> str:
    if source.erased:
        return f"{source.id}  (erased)"
    page = f", page {source.page}" if source.page else ""
    where = f"{source.source}, by {source.scope}, from {source.file}{page}"
    return plain(f"{source.id}  {where}", is_line=True)


@runs.command()
@click.argument("run")
@SERVER
@JSON
def steps(run: str, server: str | None, as_json: bool) -> None:
    """Show what each step of a run was told, looked at and gave."""
    with connected(server) as client:
        found = client.runs.steps(run)
    if as_json:
        print_json([each.raw for each in found])
        return
    shown = screen.out()
    for step in found:
        shown.say(
            plain(f"{step.n}. {step.tool}: {step.description or ''}".rstrip(": "), is_line=True)
        )
        for line in _step(step):
            shown.say(shown.dim(plain(f"   {line}", is_line=True)))


def _step(step: RunStep) -> Iterator[str]:
    if step.withheld:
        yield f"takes {' and '.join(step.withheld)} to be shown"
        return
    if step.run:
        yield f"done by {step.run}"
    if step.looked_at is not None:
        yield f"kept {step.kept} of {step.looked_at} records, {step.duration_us / 1000:.1f} ms"
    for name, value in {**(step.arguments or {}), **(step.result or {})}.items():
        if value not in (None, "", [], {}):
            yield f"{name}: {value if isinstance(value, str) else json.dumps(value)}"
    if step.error:
        yield step.error


@runs.command()
@click.argument("run")
@SERVER
def proof(run: str, server: str | None) -> None:
    """Print what proves a run, as JSON: `audit verify` checks the file anywhere.

    Takes a key with `runs:read` and `audit:read`.
    """
    with connected(server) as client:
        print_json(client.runs.proof(run).raw)


@runs.command()
@click.argument("run")
@SERVER
@JSON
def replay(run: str, server: str | None, as_json: bool) -> int:
    """Have the server do a finished run again, and compare the bytes.

    Exit code 0: the same bytes came out; 1: others did; 3: it cannot be proved, and the reason is
    told. `runwright replay` does it on the server's own machine.
    """
    with connected(server) as client:
        found = client.runs.replay(run)
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
        shown.say(f"{found.run} is identical: done again, it gives the same bytes.")
    else:
        shown.say(f"{found.run} is DIFFERENT: done again, it does not give the same bytes.")
    for fact in found.differences or found.compared:
        shown.say(shown.dim(plain(f"  {fact.name}: {fact.value}", is_line=True)))


@runs.command()
@click.argument("run")
@SERVER
@JSON
def cancel(run: str, server: str | None, as_json: bool) -> None:
    """Stop a run at once; one that has ended stays as it is."""
    with connected(server) as client:
        found = client.runs.cancel(run)
    if as_json:
        print_json(found.raw)
    else:
        screen.out().say(f"{found.id} is {found.status}.")


@runs.command()
@click.argument("run")
@YES
@SERVER
@JSON
def delete(run: str, yes: bool, server: str | None, as_json: bool) -> None:
    """Erase a run, its trace and all that it made."""
    if not yes:
        click.confirm(f"Erase {run} for good?", abort=True, err=True)
    with connected(server) as client:
        gone = client.runs.delete(run)
    if as_json:
        print_json(gone.raw)
    else:
        screen.out().say(f"{gone.id} is erased.")


@runs.command()
@click.argument("run")
@click.option(
    "--to",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(),
    help="The folder; this one by default.",
)
@SERVER
@JSON
def save(run: str, to: Path, server: str | None, as_json: bool) -> None:
    """Save the files that a run made; one that is there already is not touched."""
    with connected(server) as client:
        found = client.runs.retrieve(run, include_trace=False)
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
        screen.out().say(f"{found.id} made {many(0, 'file')}.")


def _free(path: Path) -> Path:
    """A name that is not taken."""
    number, free = 2, path
    while free.exists():
        free, number = path.with_stem(f"{path.stem}-{number}"), number + 1
    return free
