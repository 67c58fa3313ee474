"""`runwright models`: what can run a task."""

from __future__ import annotations

import click

from runwright.cli import screen
from runwright.cli.connection import connected
from runwright.cli.drawing import Column
from runwright.cli.lazy import Lazy
from runwright.cli.options import JSON, SERVER, print_json, print_list


@click.group(cls=Lazy, default="list")
def models() -> None:
    """List models, and show one."""


@models.command("list")
@SERVER
@JSON
def list_models(server: str | None, as_json: bool) -> None:
    """List models and their dated snapshots; also without the word `list`."""
    with connected(server) as client:
        found = client.models.list()
    if as_json:
        print_list(model.raw for model in found)
        return
    columns = [
        Column(title="model"),
        Column(title="family"),
        Column(title="status"),
        Column(title="is now", is_optional=True),
    ]
    rows = [[m.id, m.family, m.status, m.alias_of or "frozen"] for m in found]
    screen.out().table(columns, rows)


@models.command()
@click.argument("model")
@SERVER
@JSON
def show(model: str, server: str | None, as_json: bool) -> None:
    """Show a model with its limits and scores."""
    with connected(server) as client:
        found = client.models.retrieve(model)
    if as_json:
        print_json(found.raw)
        return
    shown = screen.out()
    shown.say(f"{found.id}  {found.family}, {found.status}")
    shown.say(f"  context window  {found.context_window:,}")
    shown.say(f"  most steps      {found.max_steps_ceiling}")
    for name, score in found.benchmarks.items():
        shown.say(f"  {name:<14}  {score:g}")
    if found.deprecation is not None:
        gone = found.deprecation
        shown.say(f"It goes on {gone.retires_at:%Y-%m-%d}; {gone.replacement} takes its place.")
