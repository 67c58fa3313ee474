"""`runwright doctor`: what is well with a server, what is not, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from runwright import logs
from runwright.cli import checks_local, checks_remote, screen
from runwright.cli.checks import Found
from runwright.cli.command import command
from runwright.cli.connection import server_address
from runwright.cli.drawing import cells, many, pad, wrap
from runwright.cli.exits import DONE, FAILED
from runwright.cli.options import DATA_HELP, JSON, SERVER, print_json
from runwright.cli.screen import Screen


@command(
    examples=["runwright doctor", "runwright doctor --only there --server https://runs.example.com"]
)
@click.option("--data", type=click.Path(path_type=Path), help=DATA_HELP)
@click.option(
    "--only", type=click.Choice(["here", "there"]), help="Only this machine, or only the server."
)
@click.option("--offline", "is_offline", is_flag=True, help="Do not contact language models.")
@SERVER
@JSON
def doctor(
    data: Path | None, only: str | None, is_offline: bool, server: str | None, as_json: bool
) -> int:
    """Check this machine and the server, and say what to fix.

    Here: settings, data folder, database, disk, clocks, models and port, if a server has run on
    this machine. Each language model is asked one short question, which its provider may charge
    for. There: whether the server answers and accepts your key. Exit code 1: a check failed.
    """
    # What goes wrong is told in lines of its own; a log must not get between them.
    logs.configure("error")
    looks_here = only == "here" or (only is None and checks_local.has_server(data))
    found: list[tuple[str, Found]] = []
    shown = None if as_json else screen.out()
    if looks_here:
        found += _looked(
            "here", "This machine", checks_local.check(data, is_offline=is_offline), shown
        )
    if only != "here":
        url = server_address(server)
        found += _looked("there", f"The server {url}", checks_remote.check(url), shown)
    states = [each.state for _, each in found]
    if shown is None:
        print_json(
            {
                "ok": "fail" not in states,
                "checks": [{"where": where, **each._asdict()} for where, each in found],
            }
        )
    else:
        fails, warns = states.count("fail"), states.count("warn")
        shown.say(f"\n{many(len(states), 'check')}: {fails} failed, {many(warns, 'warning')}.")
    return FAILED if "fail" in states else DONE


def _looked(
    where: str, title: str, checks: Iterator[Found], shown: Screen | None
) -> list[tuple[str, Found]]:
    """All that is found, each line told at once: some checks take a moment."""
    found = []
    if shown is not None:
        shown.say(f"\n{title}" if where == "there" else title)
    for each in checks:
        found.append((where, each))
        if shown is not None:
            _tell(each, shown)
    return found


def _tell(found: Found, shown: Screen) -> None:
    head = f"  {shown.status(pad(found.state, 4))}  {pad(found.what, 10)}  "
    indent = 6 + 2 + max(10, cells(found.what)) + 2
    said = f"{found.seen}: {found.advice}" if found.advice else found.seen
    width = None if shown.width is None else max(20, shown.width - indent)
    first, *more = wrap(said, width).split("\n")
    shown.say(head + first)
    for line in more:
        shown.say(" " * indent + line)
