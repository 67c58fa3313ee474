"""Options that many commands have, and how their values are read."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

import click

SERVER = click.option(
    "--server", metavar="URL", help="The server; RUNWRIGHT_URL or the last login's by default."
)
JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON, as the API gives it.")
LIMIT = click.option(
    "--limit", type=click.IntRange(1), default=20, show_default=True, help="At most so many."
)
METADATA = click.option(
    "--metadata", multiple=True, metavar="NAME=VALUE", help="May be given several times."
)
YES = click.option("--yes", is_flag=True, help="Do not ask.")


def pairs(given: Iterable[str]) -> dict[str, str] | None:
    """What `--metadata` says."""
    found = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise click.BadParameter(f"{text!r} is not NAME=VALUE", param_hint="--metadata")
        found[name] = value
    return found or None


def names(given: str | None) -> list[str] | None:
    """What stands between commas."""
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
