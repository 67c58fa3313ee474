"""`runwright tools`: what a run can do."""

from __future__ import annotations

import click

from runwright.cli import screen
from runwright.cli.connection import connected
from runwright.cli.drawing import Column
from runwright.cli.options import JSON, SERVER, print_json, print_list


@click.command()
@click.argument("name", required=False)
@SERVER
@JSON
def tools(name: str | None, server: str | None, as_json: bool) -> None:
    """List the tools that runs can use, and show one.

    Only tools that your key's scopes allow are listed. With a NAME, the JSON Schemas of its
    arguments and its result are printed.
    """
    with connected(server) as client:
        found = client.tools.list()
    if name is not None:
        chosen = next((tool for tool in found if tool.name == name), None)
        if chosen is None:
            raise click.ClickException(f"There is no tool {name} for this key.")
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
        [t.name, ", ".join(t.sources) or "-", "yes" if t.is_step else "free", t.description]
        for t in found
    ]
    screen.out().table(columns, rows)
