"""`runwright audit`: the audit log through the API, as a file, and its verification."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import click

from runwright.cli import screen
from runwright.cli.connection import connected
from runwright.cli.drawing import Column, local
from runwright.cli.exits import DONE, FAILED
from runwright.cli.lazy import Elsewhere, Lazy, load
from runwright.cli.options import JSON, LIMIT, SERVER, print_json, print_list

_LOCAL = "runwright.cli.audit_local"
_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_HERE = {
    "export": Elsewhere(_LOCAL, "Write a project's whole log, with a signed checkpoint."),
    "checkpoint": Elsewhere(_LOCAL, "Print the signed checkpoint of a project's log."),
    "resume": Elsewhere(_LOCAL, "Sign a log again that is whole again."),
    "rekey": Elsewhere(_LOCAL, "Sign with another key from now on."),
}


@click.group(cls=Lazy, default="list", sections={"On the server's own machine": _HERE})
def audit() -> None:
    """Read the audit log, and export, sign and verify it."""


@audit.command("list")
@click.option("--action", help="Only this one, such as runs.create.")
@click.option("--resource", metavar="ID", help="Only what was done to this.")
@click.option("--key", metavar="ID", help="Only what this key did.")
@click.option("--denied", is_flag=True, help="Only what was refused.")
@LIMIT
@SERVER
@JSON
def list_entries(
    action: str | None,
    resource: str | None,
    key: str | None,
    denied: bool,
    limit: int,
    server: str | None,
    as_json: bool,
) -> None:
    """List entries, newest first; also without the word `list`."""
    with connected(server) as client:
        found = client.audit.list(
            action=action,
            resource=resource,
            key=key,
            decision="denied" if denied else None,
            page_size=min(limit, 100),
        )
        rows = list(islice(found, limit))
    if as_json:
        print_list(entry.raw for entry in rows)
        return
    shown = screen.out()
    if not rows:
        shown.say("There are no such entries.")
        return
    columns = [
        Column(title="seq", is_right=True),
        Column(title="at"),
        Column(title="action"),
        Column(title="decision"),
        Column(title="scope", is_optional=True),
        Column(title="resource", is_optional=True),
        Column(title="key", is_optional=True),
    ]
    table = [
        [
            str(entry.seq),
            local(entry.at),
            entry.action,
            entry.decision,
            entry.scope or "",
            entry.resource or "",
            entry.key or "",
        ]
        for entry in rows
    ]
    shown.table(columns, table)


@audit.command()
@click.argument("file", type=_FILE, required=False)
@click.option("--receipt", type=_FILE, help="Check this receipt of an erasure instead.")
@click.option("--key", "keys", multiple=True, help="A verifier key that you trust.")
@click.option("--checkpoint", "older", multiple=True, type=_FILE, help="One that you kept earlier.")
@SERVER
@JSON
def verify(
    file: Path | None,
    receipt: Path | None,
    keys: tuple[str, ...],
    older: tuple[Path, ...],
    server: str | None,
    as_json: bool,
) -> int:
    """Check FILE offline: an exported log, or a proof or a receipt that the API gave.

    A proof of consistency is checked against the --checkpoint that you kept.

    Without a FILE the server checks the whole hash chain of its log. Exit code 0: all is whole;
    1: it is not, and it is told where; 2: it cannot be read.
    """
    if receipt and file:
        raise click.UsageError("name one file to verify")
    path = receipt or file
    if path is not None:
        code: int = load(_LOCAL).verify_file(path, keys, older, as_json=as_json)
        return code
    if keys or older:
        raise click.UsageError("--key and --checkpoint need a file: see `audit export`")
    return _verify_there(server, as_json)


def _verify_there(server: str | None, as_json: bool) -> int:
    with connected(server) as client:
        found = client.audit.verify()
    if as_json:
        print_json(found.raw)
    elif found.valid:
        shown = screen.out()
        shown.say(f"The log is whole: {found.entries:,} entries, as the server says.")
        shown.say(f"  head  {found.head_hash}")
        shown.say(shown.dim("To check it without trusting the server: runwright audit export"))
    else:
        screen.out().say(f"The log is NOT whole: entry {found.broken_seq}, {found.reason}")
    return DONE if found.valid else FAILED
