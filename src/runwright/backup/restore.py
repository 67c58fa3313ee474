"""Putting a backup back where nothing is yet, and proving what came back."""

from __future__ import annotations

import fcntl
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from runwright import private
from runwright.backup import folders, originals
from runwright.backup.changes_since import Changes, erasure_of_file, read_changes
from runwright.backup.reapply_erasures import Outcome, reapply_erasures
from runwright.backup.take import KEYS, opened, recorded
from runwright.backup.types import BLOBS, BackupFailed, Manifest
from runwright.backup.verify import expected, verify_rows
from runwright.config import Settings, SettingsError
from runwright.db.database import Database, driver_for
from runwright.db.drivers import Driver
from runwright.db.dumps import copier_for
from runwright.db.dumps.postgresql import PostgreSQLCopier, check_dump
from runwright.db.dumps.sqlite import SQLiteCopier
from runwright.db.dumps.types import Copier
from runwright.db.failures import DatabaseTooNew
from runwright.db.migrate import migrate, revisions
from runwright.files.blobs import Blobs, open_blobs
from runwright.files.types import Original
from runwright.trust import signing
from runwright.trust.audit_offline import Report
from runwright.trust.kernel import Grant
from runwright.trust.tree import store as tree_store

MARK = "restore.unfinished"
"""In a data folder: a restore was begun there, and may be begun again."""


def restore(
    settings: Settings, folder: Path, *, exports: Sequence[Path], tools: Path | None
) -> tuple[Manifest, Report]:
    """Put a backup back; what came back, and what of it does not prove."""
    manifest = checked(folder)
    since = [read_changes(export, manifest) for export in exports]
    driver = driver_for(settings)
    copier = copier_for(settings, driver, tools)
    _check_kind(manifest, copier)
    copier.check(folder / copier.file_name)
    with _held(settings):
        blobs = open_blobs(settings)
        _check_empty(settings, copier, blobs)
        _put_back(settings, folder, manifest, copier, blobs)
        report = _proved(settings, driver, manifest, blobs)
        _check_key(settings, driver, report)
        _erase_again(settings, manifest, since, report)
    return manifest, report


def check(folder: Path, *, tools: Path | None) -> tuple[Manifest, Report]:
    """See whether a backup could be put back, and prove what can be proved without doing so."""
    manifest = checked(folder)
    if manifest.database == SQLiteCopier.kind:
        return manifest, _proved_aside(folder, manifest)
    check_dump(folder / PostgreSQLCopier.file_name, tools)
    report = Report()
    report.facts.append(
        ("database", "a dump that pg_restore reads; its rows are proved when it is restored")
    )
    _tell_damaged(manifest, report)
    return manifest, report


def checked(folder: Path) -> Manifest:
    """The manifest of a backup, each of whose files is as it says."""
    manifest = folders.read_manifest(folder)
    if manifest.revision not in revisions():
        raise DatabaseTooNew(
            f"the backup was taken by runwright {manifest.runwright}, with revision "
            f"{manifest.revision} of the database: restore it with that version, or a later one"
        )
    for path, what in folders.differences(folder, manifest):
        raise BackupFailed(f"{folder} is not as it was backed up: {path}: {what}")
    return manifest


def _proved_aside(folder: Path, manifest: Manifest) -> Report:
    """Prove a copy of the embedded database in a folder that is thrown away."""
    report = Report()
    with tempfile.TemporaryDirectory(prefix="runwright-check-") as aside:
        settings = Settings(data=Path(aside))
        driver = driver_for(settings)
        copier = copier_for(settings, driver, None)
        copier.check(folder / copier.file_name)
        copier.put_back(folder / copier.file_name)
        migrate(driver)
        with opened(settings, driver) as database:
            wanted = _prove_rows(database, manifest, report)
    kept = {item.path: item.sha256 for item in manifest.files}
    for original in wanted:
        if kept.get(f"{BLOBS}/{original.blob}") != original.sha256:
            report.wrong(original.blob, "its original bytes are not in the backup")
    report.facts.append(("files", f"{len(wanted):,} with their original bytes"))
    _tell_damaged(manifest, report)
    return report


def _check_kind(manifest: Manifest, copier: Copier) -> None:
    if manifest.database != copier.kind:
        remedy = "set" if manifest.database == PostgreSQLCopier.kind else "unset"
        raise BackupFailed(
            f"the backup is of {manifest.database}, and the settings name {copier.kind}: "
            f"{remedy} RUNWRIGHT_DATABASE_URL"
        )


@contextmanager
def _held(settings: Settings) -> Iterator[None]:
    """Keep servers away from the data folder meanwhile."""
    private.make_folder(settings.data)
    with private.lock_file(settings.data / "serve.lock") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise SettingsError(f"a server is using {settings.data}: stop it first") from None
        yield


def _check_empty(settings: Settings, copier: Copier, blobs: Blobs) -> None:
    if not copier.is_empty():
        where = settings.data if settings.is_sqlite else "that RUNWRIGHT_DATABASE_URL names"
        raise BackupFailed(f"the database {where} is not empty: a backup is never put over data")
    is_begun = (settings.data / MARK).exists()
    if not is_begun and not originals.completed(blobs, originals.is_empty(blobs)):
        where = settings.blobs or str(settings.data / BLOBS)
        raise BackupFailed(f"{where} holds files: a backup is never put over data")


def _put_back(
    settings: Settings, folder: Path, manifest: Manifest, copier: Copier, blobs: Blobs
) -> None:
    """Keys and bytes first: once the database is there, everything is."""
    mark = settings.data / MARK
    mark.touch(mode=0o600)
    for item in manifest.files:
        target = settings.data / item.path
        if item.path in KEYS and not target.exists():
            folders.copy(folder / item.path, target)
    originals.completed(blobs, originals.put_back(blobs, folder, manifest))
    copier.put_back(folder / copier.file_name)
    mark.unlink()
    folders.sync(settings.data)


def _proved(settings: Settings, driver: Driver, manifest: Manifest, blobs: Blobs) -> Report:
    report = Report()
    migrate(driver)
    with opened(settings, driver) as database:
        wanted = _prove_rows(database, manifest, report)
    originals.completed(blobs, _prove_originals(blobs, wanted, report))
    _tell_damaged(manifest, report)
    return report


def _prove_rows(database: Database, manifest: Manifest, report: Report) -> list[Original]:
    """Prove what lies in the database; the files whose bytes must be there."""
    grants: Mapping[str, Grant] = database.write_now(
        lambda tx: recorded(tx, "backup.restore", manifest.id)
    )
    database.read_now(lambda reader: verify_rows(reader, grants, manifest, report))
    return database.read_now(lambda reader: list(expected(reader, grants, manifest)))


async def _prove_originals(blobs: Blobs, wanted: Sequence[Original], report: Report) -> None:
    async for blob, what in originals.wrong(blobs, wanted):
        report.wrong(blob, what)
    report.facts.append(("files", f"{len(wanted):,} with their original bytes"))


def _tell_damaged(manifest: Manifest, report: Report) -> None:
    for blob in manifest.damaged:
        report.wrong(blob, "the server had lost its original bytes before the backup")


def _check_key(settings: Settings, driver: Driver, report: Report) -> None:
    """See that the server will have the key that signs this log."""
    with opened(settings, driver) as database:
        known = database.read_now(tree_store.keys)
    found = signing.load(settings)
    if known and (found is None or found.fingerprint != known[-1].fingerprint):
        what = "is missing" if found is None else "is not the one that signs this log"
        report.wrong(
            "the signing key",
            f"it {what}: put the right one into RUNWRIGHT_SIGNING_KEY or "
            f"{signing.path_of(settings)}, or run: runwright audit rekey",
        )


def _erase_again(
    settings: Settings, manifest: Manifest, since: Sequence[Changes], report: Report
) -> None:
    wanted = [erasure_of_file(blob) for blob in manifest.erased]
    wanted += [erasure for each in since for erasure in each.erasures]
    try:
        outcome = reapply_erasures(settings, wanted) if wanted else Outcome(0, ())
    except SettingsError as error:
        outcome = Outcome(0, tuple(erasure.id for erasure in wanted))
        report.wrong("erasing again", f"{error}; then restore anew")
    if outcome.erased:
        report.facts.append(("erased again", f"{outcome.erased:,} of what was erased since"))
    for erased_id in outcome.failed:
        report.wrong(erased_id, "it was erased since, and could not be erased again")
    for each in since:
        for change in each.changes:
            report.facts.append(("undone", f"{change}: do it again"))
