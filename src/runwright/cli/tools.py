"""`runwright tools`: what a run can do."""

from __future__ import annotations

import click

from runwright.cli import completing, screen
from runwright.cli.command import command
from runwright.cli.connection import connected
from runwright.cli.drawing import Column
from runwright.cli.guessing import guess
from runwright.cli.options import JSON, SERVER, print_json, print_list


@command(examples=["runwright tools", "runwright tools measure_transactions"])
@click.argument("name", required=False, shell_complete=completing.of("tool"))
@SERVER
@JSON
def tools(name: str | None, server: str | None, as_json: bool) -> None:
    """List the tools that runs can use, or show one.

    Lists the tools that your key's scopes allow. With a NAME, prints the JSON Schemas of its
    arguments and its result.
    """
    with connected(server) as client:
        found = client.tools.list()
    if name is not None:
        chosen = next((tool for tool in found if tool.name == name), None)
        if chosen is None:
            meant = guess(name, (tool.name for tool in found))
            raise click.UsageError(f"There is no tool {name!r} for your key.{meant}")
        print_json(chosen.raw)
        return
    if as_json:
        print_list(tool.raw for tool in found)
        return
    columns = [
        Column(title="tool"),
        Column(title="reads"),
        Column(title="step", is_optional=True),
        Column(title="what it does", shrinks=True),
    ]
    rows = [
        [t.name, ", ".join(t.sources) or "-", "counts" if t.is_step else "free", t.description]
        for t in found
    ]
    screen.out().table(columns, rows)
