"""Arguments and options that many commands have, and how their values are read."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any

import click

from runwright.cli import completing


def _server(ctx: click.Context, _: click.Parameter, value: str | None) -> str | None:
    """Also the one that was named before the command: `runwright --server URL runs`."""
    named: str | None = ctx.find_root().params.get("server")
    return value or named


SERVER = click.option(
    "--server",
    metavar="URL",
    callback=_server,
    shell_complete=completing.servers,
    help="The server; RUNWRIGHT_URL or the last login's by default.",
)
JSON = click.option("--json", "as_json", is_flag=True, help="Print the API's JSON.")
LIMIT = click.option(
    "--limit", type=click.IntRange(1), default=20, show_default=True, help="How many to show."
)
METADATA = click.option(
    "--metadata", multiple=True, metavar="NAME=VALUE", help="Your own data; repeatable."
)
YES = click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
DATA_HELP = "The server's data folder; .data by default."


def argument(name: str) -> Callable[[Any], Any]:
    """An object that is named by its id or its name, and completed by Tab."""
    return click.argument(name, shell_complete=completing.of(name))


def named_option(name: str, help: str, *more: str) -> Callable[[Any], Any]:
    """An option whose value is the id or the name of an object."""
    return click.option(
        f"--{name}", *more, metavar=name.upper(), shell_complete=completing.of(name), help=help
    )


RUN = argument("run")
AGENT = argument("agent")
NETWORK = argument("network")
FILE = argument("file")
KEY = argument("key")
WEBHOOK = argument("webhook")


def pairs(given: Iterable[str]) -> dict[str, str] | None:
    """The names and values of `--metadata`."""
    found = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise click.BadParameter(f"{text!r} is not NAME=VALUE", param_hint="--metadata")
        found[name] = value
    return found or None


def joined(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> str | None:
    """An option that may be repeated, as if its words had been typed with commas."""
    return ",".join(given) or None


def names(given: str | None) -> list[str] | None:
    """The words between commas."""
    if given is None:
        return None
    return [name.strip() for name in given.split(",") if name.strip()]


def moment(given: datetime | None) -> datetime | None:
    """A day or a time that somebody typed, in their own zone."""
    return None if given is None else given.astimezone()


def print_json(value: Any) -> None:
    """A document on standard output."""
    click.echo(json.dumps(value, indent=2, ensure_ascii=False))


def print_list(values: Iterable[Mapping[str, Any]]) -> None:
    """A list as a document, in the API's own form."""
    print_json({"object": "list", "data": [dict(value) for value in values]})


def as_rows(facts: Iterable[tuple[str, str]]) -> list[dict[str, str]]:
    """Facts in their order, of which several may have the same name."""
    return [{"name": name, "value": value} for name, value in facts]
