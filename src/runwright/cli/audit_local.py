"""`runwright audit` on the server's own machine, and the verification of files offline."""

from __future__ import annotations

import fcntl
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import BinaryIO, TypeVar

import click
import orjson

from runwright import config, logs
from runwright.cli.command import command
from runwright.cli.drawing import many
from runwright.cli.options import JSON, as_rows, print_json
from runwright.config import Settings, SettingsError
from runwright.db.database import Database, driver_for
from runwright.db.drivers import FILE_NAME
from runwright.db.migrate import migrate
from runwright.db.transaction import Reader, Tx
from runwright.runs.proof.offline import check_run_proof
from runwright.runs.proof.types import PROOF
from runwright.trust import audit as audit_log
from runwright.trust import (
    audit_evidence,
    audit_export,
    audit_keys,
    audit_offline,
    audit_tree,
    signing,
    store,
)
from runwright.trust.audit_offline import NotReadable, Report
from runwright.trust.audit_tree import Signed, Unsignable
from runwright.trust.kernel import Grant, act_as_service
from runwright.trust.scopes import Scope
from runwright.trust.signing import SigningKey
from runwright.trust.tree import store as tree_store
from runwright.trust.tree.note import NoteError, VerifierKey, parse_key

WHOLE, NOT_WHOLE = 0, 1
T = TypeVar("T")
_DATA = click.option("--data", type=click.Path(path_type=Path), help="The server's data folder.")
_PROJECT = click.option("--project", help="The project's name; the first one by default.")


@command(
    examples=[
        "runwright audit export -o audit.jsonl",
        "runwright audit verify audit.jsonl",
    ]
)
@_DATA
@_PROJECT
@click.option(
    "-o",
    "--output",
    type=click.File("wb", lazy=True),
    default="-",
    help="The file to write; standard output by default.",
)
def export(data: Path | None, project: str | None, output: BinaryIO) -> None:
    """Write a project's whole audit log, ending with a signed checkpoint.

    Works beside a running server. `runwright audit verify` checks the file on any machine.
    """
    settings = _settings(data)
    count = on_a_log(settings, project, "audit.export", partial(write_export, output))
    click.echo(f"{many(count, 'line')} written.", err=True)


@command(examples=["runwright audit checkpoint > checkpoint.txt"])
@_DATA
@_PROJECT
@JSON
def checkpoint(data: Path | None, project: str | None, as_json: bool) -> None:
    """Print the signed checkpoint of a project's audit log; keep it on another machine.

    The verifier key goes to standard error.
    """

    def sign(reader: Reader, grant: Grant, key: SigningKey) -> Signed:
        return audit_tree.checkpoint(reader, grant.project(Scope.AUDIT_READ), key)

    try:
        signed = on_a_log(_settings(data), project, "audit.checkpoint", sign)
    except Unsignable as error:
        raise click.ClickException(error.message) from None
    if as_json:
        print_json({"note": signed.note, "verifier_key": signed.verifier_key})
        return
    click.echo(signed.note, nl=False)
    click.echo(f"verifier key: {signed.verifier_key}", err=True)


@command(examples=["runwright audit rekey"])
@_DATA
@JSON
def rekey(data: Path | None, as_json: bool) -> None:
    """Sign with a new key from now on.

    Uses the key in the settings; without one, it creates a new key in the data folder and keeps
    the old one beside it. Stop every server first. Verifiers need the new verifier key. Secrets
    derived from the key, such as those of webhooks, change with it.
    """
    settings = _settings(data)
    _check_stopped(settings)
    with _Opened(settings) as database:
        key = database.write_now(lambda tx: _new_key(tx, settings))
        projects = list(database.read_now(tree_store.sizes))
        added = database.write_now(lambda tx: audit_keys.accept(tx, key, projects))
    if as_json:
        public_key = added.public_key.hex()
        print_json({"number": added.number, "since": added.since, "public_key": public_key})
        return
    click.echo(f"Key {added.number} signs since {added.since}: {added.public_key.hex()}")


@command(examples=["runwright audit resume"])
@_DATA
@_PROJECT
@JSON
def resume(data: Path | None, project: str | None, as_json: bool) -> int:
    """Resume signing a log that had failed verification, once it is intact again.

    Verifies the whole log first. Exit code 1: it is still not intact, and the place is named.
    """
    with _Opened(_settings(data)) as database:
        grant = database.write_now(lambda tx: _granted(tx, project, "audit.resume"))
        project_id = grant.project(Scope.AUDIT_READ)
        found = database.read_now(lambda reader: audit_log.verify(reader, project_id))
        is_whole = found.reason is None
        if is_whole:
            database.write_now(lambda tx: audit_tree.resume(tx, project_id))
    if as_json:
        print_json({"whole": is_whole, **asdict(found)})
    elif is_whole:
        click.echo(f"The log is whole, and is signed again: {found.entries:,} entries.")
    else:
        where = "" if found.broken_seq is None else f"entry {found.broken_seq}: "
        click.echo(f"The log is NOT whole: {where}{found.reason}")
    return WHOLE if is_whole else NOT_WHOLE


def verify_file(
    path: Path, keys: tuple[str, ...], older: tuple[Path, ...], *, as_json: bool = False
) -> int:
    """Check a file offline, tell what was found, and give the exit code."""
    trusted = [_key(text) for text in keys]
    try:
        report = _checked(path, trusted, [_note(each) for each in older])
    except NotReadable as error:
        raise click.UsageError(f"{path}: {error}") from None
    if as_json:
        facts, problems = as_rows(report.facts), as_rows(report.problems)
        print_json({"file": str(path), "whole": not problems, "problems": problems, "facts": facts})
        return WHOLE if not problems else NOT_WHOLE
    return _tell(path, report, is_trusted=bool(trusted))


def _checked(path: Path, keys: list[VerifierKey], older: list[str]) -> Report:
    with path.open("rb") as lines:
        kind, document = _kind(path)
        if kind == audit_evidence.CONSISTENCY:
            if not older:
                raise NotReadable("it proves nothing without --checkpoint, the one that you kept")
            return audit_evidence.check_consistency(document, keys, older)
        if older and kind != audit_offline.EXPORT:
            raise NotReadable("--checkpoint needs an exported log or a consistency proof")
        if kind == audit_evidence.RECEIPT:
            return audit_evidence.check_receipt(document, keys)
        if kind == PROOF:
            return check_run_proof(document, keys)
        if kind == audit_evidence.PROOF:
            return audit_evidence.check_proof(document, keys)
        return audit_offline.check_export(lines, keys, older)


def _kind(path: Path) -> tuple[str, dict[str, object]]:
    """What a file is, and its content if that is one document."""
    with path.open("rb") as opened:
        first = opened.readline()
        # An export has a document on each line, and need not be read whole to be known.
        head = _document(first)
        if head is not None and head["object"] == audit_offline.EXPORT:
            return audit_offline.EXPORT, {}
        document = _document(first + opened.read())
    if document is None:
        raise NotReadable("this is no exported audit log, proof or receipt")
    return str(document["object"]), document


def _document(text: bytes) -> dict[str, object] | None:
    """A JSON object that says what it is; None when the text is none."""
    try:
        found = orjson.loads(text)
    except orjson.JSONDecodeError:
        return None
    return found if isinstance(found, dict) and "object" in found else None


def _key(text: str) -> VerifierKey:
    try:
        return parse_key(text)
    except NoteError as error:
        raise click.BadParameter(str(error), param_hint="--key") from None


def _note(path: Path) -> str:
    """A note, or the answer of the API that has it inside."""
    text = path.read_text("utf-8", errors="replace")
    if text.startswith("{"):
        try:
            return str(orjson.loads(text)["note"])
        except (orjson.JSONDecodeError, KeyError):
            raise click.BadParameter(f"{path} holds no note", param_hint="--checkpoint") from None
    return text


def _tell(path: Path, report: Report, *, is_trusted: bool) -> int:
    is_whole = not report.problems
    click.echo(f"{path} is whole." if is_whole else f"{path} is NOT whole.")
    for rows in (report.problems, report.facts):
        width = max((len(name) for name, _ in rows), default=0)
        for name, value in rows:
            click.echo(f"  {name:<{width}}  {value}")
    if is_whole and not is_trusted:
        click.echo(
            "The key is the file's own: compare it with the one you know, or name that by --key."
        )
    return WHOLE if is_whole else NOT_WHOLE


class _Opened:
    """The server's database, for as long as a command needs it."""

    def __init__(self, settings: Settings) -> None:
        driver = driver_for(settings)
        migrate(driver)
        self._database = Database(driver, audit_log.append, settings.write_queue)

    def __enter__(self) -> Database:
        self._database.start()
        return self._database

    def __exit__(self, *_: object) -> None:
        self._database.close()


def _settings(data: Path | None) -> Settings:
    # Standard output is for notes and exports alone.
    logs.configure("warning")
    settings = config.load(data=data)
    if settings.is_sqlite and not (settings.data / FILE_NAME).is_file():
        raise click.UsageError(f"there is no database in {settings.data}: name it with --data")
    return settings


def write_export(output: BinaryIO, reader: Reader, grant: Grant, key: SigningKey) -> int:
    """Write a project's log to a file; how many lines it has."""
    count = 0
    for line in audit_export.lines(reader, grant, key):
        output.write(line)
        count += 1
    return count


def on_a_log(
    settings: Settings,
    name: str | None,
    action: str,
    act: Callable[[Reader, Grant, SigningKey], T],
) -> T:
    """Do something with a project's log, and record that it was done."""
    with _Opened(settings) as database:
        key = database.write_now(lambda tx: audit_keys.settle(tx, settings))
        grant = database.write_now(lambda tx: _granted(tx, name, action))
        done = database.read_now(lambda reader: act(reader, grant, key))
        try:
            signed = database.read_now(
                lambda reader: audit_tree.checkpoint(reader, grant.project(Scope.AUDIT_READ), key)
            )
        except Unsignable as error:
            click.echo(error.message, err=True)
        else:
            database.write_now(lambda tx: audit_tree.keep(tx, signed))
        return done


def _granted(tx: Tx, name: str | None, action: str) -> Grant:
    project = store.find_project(tx, name)
    if project is None:
        raise click.UsageError(f"there is no project {name!r}" if name else "there is no project")
    return act_as_service(project.id, Scope.AUDIT_READ, action=action, trail=tx)


def _new_key(tx: Tx, settings: Settings) -> SigningKey:
    key = signing.load(settings)
    if key is not None and not audit_keys.is_in_use(tx, key):
        return key
    if settings.signing_key is not None:
        raise SettingsError("RUNWRIGHT_SIGNING_KEY is the key in use: set it to the new one first")
    path = signing.path_of(settings)
    if key is not None:
        path.rename(path.with_name(f"{path.name}.old"))
    return signing.make(settings)


def _check_stopped(settings: Settings) -> None:
    """A server that runs would go on signing with the old key."""
    if not settings.is_sqlite:
        return
    lock = settings.data / "serve.lock"
    if not lock.exists():
        return
    with lock.open("r") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise SettingsError(f"a server is using {settings.data}: stop it first") from None
