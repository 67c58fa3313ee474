"""`runwright projects`: the project of a key, and new ones."""

from __future__ import annotations

from itertools import islice
from typing import Any

import click

from runwright.cli import screen
from runwright.cli.connection import connected
from runwright.cli.drawing import Column, local, plain
from runwright.cli.exits import NOT_FOUND, Told
from runwright.cli.lazy import Lazy
from runwright.cli.options import JSON, LIMIT, SERVER, print_json, print_list
from runwright.client import Client, Project

_ZONE = click.option("--time-zone", metavar="ZONE", help="Such as Europe/Berlin.")
_CURRENCY = click.option(
    "--currency", metavar="CODE", help="Of bookings that name none, such as EUR."
)


@click.group(
    cls=Lazy,
    default="list",
    examples=["runwright projects", "runwright projects update --time-zone Europe/Berlin"],
)
def projects() -> None:
    """Show, create and change projects.

    A key belongs to one project, and sees only that one.
    """


@projects.command("list", examples=["runwright projects"])
@LIMIT
@SERVER
@JSON
def list_projects(limit: int, server: str | None, as_json: bool) -> None:
    """List the projects that your key can see; `list` may be left out."""
    with connected(server) as client:
        rows = list(islice(client.projects.list(page_size=min(limit, 100)), limit))
    if as_json:
        print_list(project.raw for project in rows)
        return
    columns = [
        Column(title="project"),
        Column(title="name", shrinks=True),
        Column(title="time zone"),
        Column(title="currency", is_optional=True),
        Column(title="created", is_optional=True),
    ]
    table = [[p.id, p.name, p.time_zone, p.currency or "-", local(p.created_at)] for p in rows]
    screen.out().table(columns, table)


@projects.command(examples=["runwright projects create --name Household --time-zone Europe/Berlin"])
@click.option("--name", required=True, help="What it is called.")
@_ZONE
@_CURRENCY
@SERVER
@JSON
def create(
    name: str, time_zone: str | None, currency: str | None, server: str | None, as_json: bool
) -> None:
    """Create a project, and print the secret of its first key on standard output."""
    with connected(server) as client:
        made = client.projects.create(name=name, time_zone=time_zone, currency=currency)
    if as_json:
        print_json(made.raw)
        return
    if made.key is not None and made.key.secret:
        click.echo(made.key.secret)
    _tell(made, screen.err())


@projects.command(
    examples=[
        "runwright projects update --time-zone Europe/Berlin",
        "runwright projects update --name Household --currency EUR",
    ]
)
@click.option("--name", help="What it is called.")
@_ZONE
@_CURRENCY
@SERVER
@JSON
def update(server: str | None, as_json: bool, **changes: Any) -> None:
    """Change the name, the time zone or the currency of your project."""
    if not any(changes.values()):
        raise click.UsageError("say what to change")
    with connected(server) as client:
        found = client.projects.update(_own(client).id, **changes)
    if as_json:
        print_json(found.raw)
    else:
        _tell(found, screen.out())


def _own(client: Client) -> Project:
    found = next(iter(client.projects.list(page_size=1)), None)
    if found is None:
        raise Told("your key can see no project", NOT_FOUND)
    return found


def _tell(project: Project, shown: screen.Screen) -> None:
    currency = f", {project.currency}" if project.currency else ""
    name = plain(project.name, is_line=True)
    shown.say(f"{project.id}  {name}, {project.time_zone}{currency}")
