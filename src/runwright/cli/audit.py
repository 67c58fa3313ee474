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
from runwright.cli.naming import key_id
from runwright.cli.options import JSON, LIMIT, SERVER, named_option, print_json, print_list

_LOCAL = "runwright.cli.audit_local"
_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_HERE = {
    "export": Elsewhere(_LOCAL, "Write a project's whole log, with a signed checkpoint."),
    "checkpoint": Elsewhere(_LOCAL, "Print the signed checkpoint of a project's log."),
    "resume": Elsewhere(_LOCAL, "Resume signing a log that is intact again."),
    "rekey": Elsewhere(_LOCAL, "Sign with a new key from now on."),
}


@click.group(
    cls=Lazy,
    default="list",
    sections={"On the server's own machine": _HERE},
    examples=["runwright audit --denied", "runwright audit verify"],
)
def audit() -> None:
    """Read, export, sign and verify the audit log."""


@audit.command(
    "list",
    examples=[
        "runwright audit",
        "runwright audit list --resource run_…",
        "runwright audit list --action runs.create --key laptop",
    ],
)
@click.option("--action", help="Only this action, such as runs.create.")
@click.option("--resource", metavar="ID", help="Only what was done to this object.")
@named_option("key", "Only what this key did, by name or id.")
@click.option("--denied", is_flag=True, help="Only what was denied.")
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
    """List audit entries, newest first; `list` may be left out."""
    with connected(server) as client:
        found = client.audit.list(
            action=action,
            resource=resource,
            key=key_id(client, key) if key else None,
            decision="denied" if denied else None,
            page_size=min(limit, 100),
        )
        rows = list(islice(found, limit))
    if as_json:
        print_list(entry.raw for entry in rows)
        return
    shown = screen.out()
    if not rows:
        shown.say("There are no matching entries.")
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


@audit.command(
    examples=[
        "runwright audit verify",
        "runwright audit verify audit.jsonl",
        "runwright audit verify proof.json --checkpoint checkpoint.txt",
    ]
)
@click.argument("file", type=_FILE, required=False)
@click.option("--receipt", type=_FILE, help="Check this deletion receipt instead.")
@click.option("--key", "keys", multiple=True, help="A verifier key that you trust; repeatable.")
@click.option(
    "--checkpoint",
    "older",
    multiple=True,
    type=_FILE,
    help="A checkpoint that you kept earlier; repeatable.",
)
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
    """Verify FILE offline: an exported log, or a proof or a receipt from the API.

    A consistency proof is checked against the --checkpoint that you kept.

    Without a FILE, the server checks the hash chain of its own log. Exit code 0: intact; 1: not
    intact, and the place is named; 2: the file cannot be read.
    """
    if receipt and file:
        raise click.UsageError("name only one file to verify")
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
        shown.say(f"The log is whole, according to the server: {found.entries:,} entries.")
        shown.say(f"  head  {found.head_hash}")
        shown.say(shown.dim("To verify it without trusting the server: runwright audit export"))
    else:
        screen.out().say(f"The log is NOT whole: entry {found.broken_seq}, {found.reason}")
    return DONE if found.valid else FAILED
