"""`runwright open`: the dashboard, in a browser."""

from __future__ import annotations

import webbrowser

import click

from runwright.cli import completing, screen
from runwright.cli.command import command
from runwright.cli.connection import connected, server_address
from runwright.cli.naming import LAST, run_id
from runwright.cli.options import JSON, SERVER, print_json

PAGES = ("runs", "files", "context", "agents", "costs", "keys", "webhooks", "audit", "docs")
_BY_PREFIX = {
    "run_": "runs",
    "file_": "files",
    "ag_": "agents",
    "net_": "networks",
    "wh_": "webhooks",
}


@command(
    "open",
    examples=[
        "runwright open",
        "runwright open last",
        "runwright open file_…",
        "runwright open audit --print",
    ],
)
@click.argument("what", required=False, shell_complete=completing.listed(LAST, *PAGES))
@click.option("--print", "only_prints", is_flag=True, help="Print the address, open nothing.")
@SERVER
@JSON
def open_command(what: str | None, only_prints: bool, server: str | None, as_json: bool) -> None:
    """Open the dashboard in a browser.

    WHAT is a page (runs, files, context, agents, costs, keys, webhooks, audit, docs), an id, or
    `last` for the newest run.
    """
    address = server_address(server) + _path(what, server)
    if as_json:
        print_json({"url": address})
    elif only_prints or not webbrowser.open(address):
        screen.out().say(address)
    else:
        screen.err().say(f"Opened {address}")


def _path(what: str | None, server: str | None) -> str:
    if what is None:
        return "/"
    if what == LAST:
        with connected(server) as client:
            return f"/runs/{run_id(client, what)}"
    for prefix, page in _BY_PREFIX.items():
        if what.startswith(prefix):
            return f"/{page}/{what}"
    if what not in PAGES:
        raise click.UsageError(f"there is no page {what!r}: use an id or {', '.join(PAGES)}")
    return f"/{what}"
