"""`runwright files`: files on their way to the server, and those that are there."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import click

from runwright.cli import completing, screen
from runwright.cli.connection import connected
from runwright.cli.drawing import Column, many, plain, size
from runwright.cli.exits import DONE, FAILED, Told
from runwright.cli.lazy import Lazy
from runwright.cli.naming import file_id
from runwright.cli.options import (
    FILE,
    JSON,
    LIMIT,
    METADATA,
    SERVER,
    YES,
    pairs,
    print_json,
    print_list,
)
from runwright.cli.screen import Screen
from runwright.cli.uploading import upload
from runwright.client import APIError, Client, File
from runwright.client.types.files import Record

_PATH = click.Path(exists=True, dir_okay=False)
_TEXTS = "documents"
"""The source whose records are passages of the text itself."""
_MOST_RECORDS = 20


@click.group(
    cls=Lazy,
    default="list",
    examples=["runwright files", "runwright files upload statement.csv lease.pdf"],
)
def files() -> None:
    """Upload files, and see what was read from them.

    FILE is a name or an id.
    """


@files.command(
    "upload",
    examples=[
        "runwright files upload statement.csv lease.pdf",
        "runwright files upload *.pdf --metadata year=2026",
        "runwright files upload report.pdf --purpose attachment",
    ],
)
@click.argument("paths", nargs=-1, required=True, type=_PATH)
@click.option(
    "--purpose",
    type=click.Choice(["context", "attachment"]),
    default="context",
    show_default=True,
    help="Read by every run, or only by those it is attached to.",
)
@METADATA
@click.option("--no-wait", is_flag=True, help="Do not wait until the files are read.")
@SERVER
@JSON
def upload_files(
    paths: tuple[str, ...],
    purpose: Any,
    metadata: tuple[str, ...],
    no_wait: bool,
    server: str | None,
    as_json: bool,
) -> int:
    """Upload files, and wait until each has been read.

    Exit code 1: a file was not accepted or could not be read, and the reason is given; the others
    are uploaded.
    """
    sent: list[File] = []
    notes, shown, said = screen.err(), screen.out(), pairs(metadata)
    with connected(server) as client:
        for path in paths:
            try:
                file = upload(client, path, purpose, notes, metadata=said, waits=not no_wait)
            except Told as refusal:
                notes.say(f"runwright: {refusal}")
                continue
            sent.append(file)
            if not as_json:
                shown.text(f"{file.id}  {plain(file.filename, is_line=True)}: {_became(file)}")
    if as_json:
        print_list(file.raw for file in sent)
    is_whole = len(sent) == len(paths) and not any(file.error for file in sent)
    return DONE if is_whole else FAILED


def _failure(file: File) -> str | None:
    """Why it could not be read, or not anew."""
    error = file.error or (file.reextraction and file.reextraction.error)
    return plain(error.message, is_line=True) if error else None


def _became(file: File) -> str:
    if failure := _failure(file):
        kept = "" if file.error else "; what was read before is kept"
        return f"could not be read{'' if file.error else ' again'}: {failure}{kept}"
    if not file.is_settled or file.extracted is None:
        return "is being read"
    counts = file.extracted
    parts = [many(counts.pages, "page"), many(counts.tables, "table")]
    if file.purpose == "context":
        parts.append(many(counts.graph_items, "item"))
    return ", ".join(parts)


@files.command("list", examples=["runwright files", "runwright files list --status failed"])
@click.option(
    "--status", type=click.Choice(["processing", "processed", "failed"]), help="Only these."
)
@click.option("--purpose", type=click.Choice(["context", "attachment"]), help="Only these.")
@LIMIT
@SERVER
@JSON
def list_files(status: Any, purpose: Any, limit: int, server: str | None, as_json: bool) -> None:
    """List files, newest first; `list` may be left out."""
    with connected(server) as client:
        found = client.files.list(status=status, purpose=purpose, page_size=min(limit, 100))
        rows = list(islice(found, limit))
    if as_json:
        print_list(file.raw for file in rows)
        return
    shown = screen.out()
    if not rows:
        shown.say("There are no files.")
        return
    columns = [
        Column(title="file"),
        Column(title="name", shrinks=True),
        Column(title="status"),
        Column(title="size", is_right=True, is_optional=True),
        Column(title="purpose", is_optional=True),
        Column(title="found", shrinks=True, is_optional=True),
    ]
    table = [[f.id, f.filename, f.status, size(f.bytes), f.purpose, _became(f)] for f in rows]
    shown.table(columns, table)


@files.command(
    examples=["runwright files show statement.csv", "runwright files show statement.csv --text"]
)
@FILE
@click.option("--text", "is_text", is_flag=True, help="Show the text of a statement or calendar.")
@SERVER
@JSON
def show(file: str, is_text: bool, server: str | None, as_json: bool) -> None:
    """Show what was read from a file: its bookings, its events, or else its text."""
    with connected(server) as client:
        found = client.files.retrieve(file_id(client, file))
        read = client.files.extracted(found.id) if found.extracted else None
    if as_json:
        print_json({"file": found.raw, "extraction": read.raw if read else None})
        return
    shown = screen.out()
    shown.say(f"{found.id}  {plain(found.filename, is_line=True)}, {size(found.bytes)}")
    shown.say(_became(found))
    if read is None:
        return
    records = [each for each in read.records if each.source != _TEXTS]
    if records and not is_text:
        _show_records(records, shown)
    else:
        shown.text(f"\n{read.text or read.transcript}")


def _show_records(records: Sequence[Record], shown: Screen) -> None:
    some = f"; the first {_MOST_RECORDS}" if len(records) > _MOST_RECORDS else ""
    shown.say(f"\n{many(len(records), 'record')}{some}:")
    for record in records[:_MOST_RECORDS]:
        shown.text(f"  {plain(record.text, is_line=True)}")


@files.command(examples=["runwright files reread lease.pdf", "runwright files reread --all"])
@click.argument("wanted", metavar="[FILE]...", nargs=-1, shell_complete=completing.of("file"))
@click.option("--all", "is_all", is_flag=True, help="Every file of the project.")
@click.option("--no-wait", is_flag=True, help="Do not wait until the files are read.")
@SERVER
@JSON
def reread(
    wanted: tuple[str, ...], is_all: bool, no_wait: bool, server: str | None, as_json: bool
) -> int:
    """Read files again, with the readers of this version.

    What was read before is kept until that is done, and if it fails. Exit code 1: a file could not
    be read.
    """
    if bool(wanted) == is_all:
        raise click.UsageError("name the files to read again, or use --all")
    shown = screen.out()
    done: list[File] = []
    with connected(server) as client:
        named = (
            [file.id for file in client.files.list(page_size=100)]
            if is_all
            else [file_id(client, each) for each in wanted]
        )
        begun = [client.files.extract(file) for file in named]
        for each in begun:
            file = each if no_wait else client.files.wait(each.id)
            done.append(file)
            if not as_json:
                shown.text(f"{file.id}  {plain(file.filename, is_line=True)}: {_became(file)}")
    if as_json:
        print_list(file.raw for file in done)
    elif not done:
        shown.say("There are no files.")
    return FAILED if any(_failure(file) for file in done) else DONE


@files.command(examples=["runwright files download lease.pdf --to copy.pdf"])
@FILE
@click.option("--to", type=click.Path(path_type=Path), help="The path; its own name by default.")
@SERVER
@JSON
def download(file: str, to: Path | None, server: str | None, as_json: bool) -> None:
    """Save the original bytes of a file."""
    with connected(server) as client:
        found = client.files.retrieve(file_id(client, file))
        path = to or Path(Path(plain(found.filename, is_line=True)).name)
        if to is None and path.exists():
            raise click.UsageError(f"{path} exists already: name another path with --to")
        client.files.download(found.id, path)
    if as_json:
        print_json({**found.raw, "path": str(path)})
    else:
        screen.out().say(f"{path}  {size(found.bytes)}")


@files.command(
    examples=["runwright files delete lease.pdf", "runwright files delete lease.pdf --runs"]
)
@FILE
@click.option("--runs", "with_runs", is_flag=True, help="Delete the runs that read it as well.")
@YES
@SERVER
@JSON
def delete(file: str, with_runs: bool, yes: bool, server: str | None, as_json: bool) -> None:
    """Delete a file and everything that was made from it."""
    with connected(server) as client:
        found = file_id(client, file)
        if not yes:
            also = " and the runs that read it" if with_runs else ""
            click.confirm(f"Delete {file}{also} for good?", abort=True, err=True)
        gone = client.files.delete(found, runs=with_runs)
        runs = _runs_of(client, gone.id)
    if as_json:
        print_json(gone.raw)
        return
    shown = screen.out()
    shown.say(f"{gone.id} is deleted, with {many(gone.graph_items_removed, 'item')}.")
    if runs:
        read_it = many(len(runs), "run")
        shown.say(f"Deleted with it: {read_it}" if with_runs else f"Kept, but read it: {read_it}")
        for run in runs:
            shown.say(f"  {run}")
        if not with_runs:
            shown.say("To delete them too: runwright runs delete RUN")


def _runs_of(client: Client, id: str) -> tuple[str, ...]:
    """The runs that had read a deleted file, as its receipt says; none where that is hidden."""
    try:
        return client.erasures.retrieve(id).runs
    except APIError:
        return ()
