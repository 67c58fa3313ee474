"""`runwright events`: what happened in a project, and what happens."""

from __future__ import annotations

import json
from contextlib import closing
from itertools import islice
from typing import Any, get_args

import click

from runwright.cli import completing, screen
from runwright.cli.connection import connected
from runwright.cli.drawing import Column, local
from runwright.cli.lazy import Lazy
from runwright.cli.options import JSON, LIMIT, SERVER, names, print_json, print_list
from runwright.client import Event
from runwright.client.types.events import EventType

TYPES = get_args(EventType)
TYPES_OPTION = click.option(
    "--types",
    metavar="TYPES",
    shell_complete=completing.listed(*TYPES),
    help="Only these, such as run.completed,file.failed; all by default.",
)


@click.group(
    cls=Lazy,
    default="list",
    examples=["runwright events", "runwright events follow --types run.failed"],
)
def events() -> None:
    """List events, or follow them as they happen."""


@events.command(
    "list", examples=["runwright events", "runwright events list --types file.failed --json"]
)
@TYPES_OPTION
@LIMIT
@SERVER
@JSON
def list_events(types: str | None, limit: int, server: str | None, as_json: bool) -> None:
    """List the events of the last 30 days, newest first; `list` may be left out."""
    wanted: Any = names(types)
    with connected(server) as client:
        rows = list(islice(client.events.list(type=wanted, page_size=min(limit, 100)), limit))
    if as_json:
        print_list(event.raw for event in rows)
        return
    if not rows:
        screen.out().say("There are no events.")
        return
    columns = [
        Column(title="event"),
        Column(title="type"),
        Column(title="about", is_optional=True),
        Column(title="created", is_optional=True),
    ]
    table = [[e.id, e.type, e.subject_id, local(e.created_at)] for e in rows]
    screen.out().table(columns, table)


@events.command(examples=["runwright events show evt_…"])
@click.argument("event")
@SERVER
@JSON
def show(event: str, server: str | None, as_json: bool) -> None:
    """Show an event with the object it is about."""
    with connected(server) as client:
        found = client.events.retrieve(event)
    if as_json:
        print_json(found.raw)
        return
    shown = screen.out()
    shown.say(_line(found))
    shown.text(json.dumps(found.data.object, indent=2, ensure_ascii=False))


@events.command(
    examples=[
        "runwright events follow",
        "runwright events follow --types run.completed --json | jq .data.object.result",
    ]
)
@TYPES_OPTION
@SERVER
@JSON
def follow(types: str | None, server: str | None, as_json: bool) -> None:
    """Print events as they happen, until Ctrl-C; with --json one document a line."""
    wanted: Any = names(types)
    shown = screen.out()
    with connected(server) as client:
        # The stream looks this up when it is first read, which is after "Waiting" is printed: an
        # event right behind would be lost. Before the very first event there is nothing to name.
        newest = next(iter(client.events.list(page_size=1)), None)
        after = newest.id if newest is not None else None
        if not as_json:
            screen.err().say("Waiting for events. Ctrl-C stops.")
        with closing(client.events.stream(type=wanted, after=after)) as found:
            for event in found:
                shown.say(json.dumps(event.raw, ensure_ascii=False) if as_json else _line(event))


def _line(event: Event) -> str:
    return f"{local(event.created_at)}  {event.type}  {event.subject_id}  {event.id}"
