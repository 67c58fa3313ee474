"""`runwright context`: what runs can read, searched and listed under the same scopes."""

from __future__ import annotations

from datetime import datetime
from itertools import islice
from typing import Any, get_args

import click

from runwright.cli import screen
from runwright.cli.completing import SOURCES
from runwright.cli.connection import connected
from runwright.cli.drawing import Column, cut, plain
from runwright.cli.lazy import Lazy
from runwright.cli.naming import file_id
from runwright.cli.options import JSON, LIMIT, SERVER, moment, named_option, print_list
from runwright.client import Client, ContextItem
from runwright.client.types.context import EntityKind, ItemKind

_DAY = click.DateTime(["%Y-%m-%d"])
_SOURCE = click.Choice(SOURCES)
_SINCE = click.option("--since", "start", type=_DAY, metavar="YYYY-MM-DD", help="From this day on.")
_UNTIL = click.option("--until", "end", type=_DAY, metavar="YYYY-MM-DD", help="Before this day.")
_KIND = click.option("--kind", type=click.Choice(get_args(ItemKind)), help="Only this kind.")
_OF_FILE = named_option("file", "Only items of this file, by name or id.")


@click.group(
    cls=Lazy,
    examples=["runwright context search groceries", "runwright context items finance"],
)
def context() -> None:
    """Search what runs can read.

    You see what a run with your key would see.
    """


@context.command(
    examples=[
        "runwright context search groceries",
        'runwright context search "hotel oslo" --source finance --since 2026-01-01',
    ]
)
@click.argument("query")
@click.option("--source", type=_SOURCE, help="Only this source; all your key may read by default.")
@_SINCE
@_UNTIL
@_KIND
@_OF_FILE
@LIMIT
@SERVER
@JSON
def search(query: str, limit: int, server: str | None, as_json: bool, **filters: Any) -> None:
    """Find the items that match best."""
    with connected(server) as client:
        wanted = _read(client, filters)
        found = client.context.search(query, limit=min(limit, 100), **wanted)
    _show(found, as_json)


@context.command(examples=["runwright context items finance --since 2026-10-01 --limit 50"])
@click.argument("source", type=_SOURCE)
@_SINCE
@_UNTIL
@_KIND
@_OF_FILE
@LIMIT
@SERVER
@JSON
def items(source: Any, limit: int, server: str | None, as_json: bool, **filters: Any) -> None:
    """List the items of one source, newest first."""
    with connected(server) as client:
        wanted = _read(client, filters)
        listed = client.context.items(source=source, page_size=min(limit, 100), **wanted)
        found = list(islice(listed, limit))
    _show(found, as_json)


@context.command(examples=["runwright context entities finance --kind organisation"])
@click.argument("source", type=_SOURCE)
@click.option("--kind", type=click.Choice(get_args(EntityKind)), help="Only this kind.")
@click.option("--q", metavar="TEXT", help="Only names that contain this.")
@LIMIT
@SERVER
@JSON
def entities(
    source: Any, kind: Any, q: str | None, limit: int, server: str | None, as_json: bool
) -> None:
    """List the people, places and names that one source mentions."""
    with connected(server) as client:
        listed = client.context.entities(source=source, kind=kind, q=q, page_size=min(limit, 100))
        rows = list(islice(listed, limit))
    if as_json:
        print_list(entity.raw for entity in rows)
        return
    if not rows:
        screen.out().say("Nothing was found.")
        return
    columns = [
        Column(title="name", shrinks=True),
        Column(title="kind"),
        Column(title="items", is_right=True),
        Column(title="entity", is_optional=True),
    ]
    screen.out().table(columns, [[e.name, e.kind, f"{e.items:,}", e.id] for e in rows])


def _read(client: Client, filters: dict[str, Any]) -> dict[str, Any]:
    """The filters as the API takes them: days in your own zone, files by their ids."""
    start: datetime | None = filters.pop("start")
    end: datetime | None = filters.pop("end")
    file: str | None = filters.pop("file")
    return {
        **filters,
        "start": moment(start),
        "end": moment(end),
        "file": file_id(client, file) if file else None,
    }


def _show(found: Any, as_json: bool) -> None:
    if as_json:
        print_list(item.raw for item in found)
        return
    shown = screen.out()
    if not found:
        shown.say("Nothing was found.")
    for item in found:
        text = plain(item.text, is_line=True)
        shown.say(cut(text, shown.width) if shown.width else text)
        shown.say(shown.dim(f"  {_facts(item)}"))


def _facts(item: ContextItem) -> str:
    parts = [item.source, item.kind]
    if item.at:
        parts.append(f"{item.at.astimezone():%Y-%m-%d}")
    if item.amount is not None:
        parts.append(f"{item.amount} {item.currency or ''}".rstrip())
    if item.page:
        parts.append(f"page {item.page}")
    return plain(", ".join([*parts, item.file, item.id]), is_line=True)
