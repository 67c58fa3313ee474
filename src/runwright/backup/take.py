"""Taking a backup, beside running servers: the database first, then the bytes that it names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from runwright import __version__, clock, ids
from runwright.backup import folders, originals
from runwright.backup.types import BackupFailed, Log, Manifest
from runwright.config import Settings
from runwright.db.database import Database, driver_for
from runwright.db.drivers import Driver
from runwright.db.dumps import copier_for
from runwright.db.failures import DatabaseTooNew, DatabaseUnreachable
from runwright.db.migrate import current_revision, revisions
from runwright.db.transaction import Reader, Tx
from runwright.files import store as files_store
from runwright.files.blobs import open_blobs
from runwright.files.types import Original
from runwright.runs.listing import store as runs_store
from runwright.runs.outputs.artifacts import store as artifacts_store
from runwright.trust import audit, erasures, signing
from runwright.trust.kernel import Grant, act_as_service
from runwright.trust.scopes import Scope
from runwright.trust.tree import store as tree_store
from runwright.trust.tree.frontier import Frontier
from runwright.trust.tree.note import encode64

OWNER_KEY = "owner.key"
KEYS = (signing.FILE_NAME, OWNER_KEY)
"""The files of the data folder that are copied beside database and blobs."""

_COUNTED = {
    "runs": runs_store.count,
    "artifacts": artifacts_store.count,
    "files": files_store.count,
    "erasures": erasures.count,
}


class Taken(NamedTuple):
    """A backup that is whole."""

    manifest: Manifest
    sha256: str
    """Of its manifest, and so of everything."""


class _Content(NamedTuple):
    """What the copy of the database holds."""

    counts: Mapping[str, int]
    logs: tuple[Log, ...]
    originals: tuple[Original, ...]
    signing_key: str | None


def take(settings: Settings, target: Path, *, with_keys: bool, tools: Path | None) -> Taken:
    """Back everything up into a new folder."""
    driver = driver_for(settings)
    revision = _revision(driver)
    copier = copier_for(settings, driver, tools)
    backup_id = ids.new("bak")
    with folders.unfinished(target) as folder, opened(settings, driver) as database:
        grants = database.write_now(lambda tx: recorded(tx, "backup.take", backup_id))
        created_at = clock.stamp(clock.now())
        with copier.take(folder / copier.file_name) as reader:
            grants = {**_late(database, reader, grants, backup_id), **grants}
            content = _content(reader, grants)
        items = [folders.item_of(folder, folder / copier.file_name)]
        if with_keys:
            items += [
                folders.item_of(folder, _copied(settings.data / name, folder))
                for name in KEYS
                if (settings.data / name).is_file()
            ]
        blobs = open_blobs(settings)
        saving = originals.save(blobs, content.originals, folder, lambda blob: _has(database, blob))
        saved = originals.completed(blobs, saving)
        manifest = Manifest(
            id=backup_id,
            created_at=created_at,
            runwright=__version__,
            revision=revision,
            database=copier.kind,
            signing_key=content.signing_key,
            counts=content.counts,
            logs=content.logs,
            files=(*items, *saved.items),
            erased=saved.erased,
            damaged=saved.damaged,
        )
        return Taken(manifest, folders.write_manifest(folder, manifest))


@contextmanager
def opened(settings: Settings, driver: Driver) -> Iterator[Database]:
    """A database, for as long as it is needed."""
    database = Database(driver, audit.append, settings.write_queue)
    database.start()
    try:
        yield database
    finally:
        database.close()


def recorded(
    tx: Tx, action: str, backup_id: str, besides: Mapping[str, Grant] | None = None
) -> dict[str, Grant]:
    """A grant for each project to be read as a whole, and an entry in its log that it was."""
    return {
        project: act_as_service(
            project, Scope.PROJECTS_READ, action=action, trail=tx, resource=backup_id
        )
        for project in tree_store.sizes(tx)
        if project not in (besides or {})
    }


def counted(reader: Reader, grants: Mapping[str, Grant]) -> dict[str, int]:
    """How much there is in all projects."""
    total = Counter({"projects": len(grants)})
    for grant in grants.values():
        total.update({name: count(reader, grant) for name, count in _COUNTED.items()})
    return dict(total)


def _revision(driver: Driver) -> str:
    """What the database has, which must be what this version works with."""
    try:
        found, known = current_revision(driver), revisions()
    except driver.error as error:
        reason = " ".join(str(error).split())
        raise DatabaseUnreachable(f"the database cannot be opened: {reason}") from None
    if found is None:
        raise BackupFailed("the database is empty: there is nothing to back up")
    if found not in known:
        raise DatabaseTooNew(
            f"the database has revision {found}, and this version of runwright knows {known[-1]} "
            "at most: take the backup with the version that serves it"
        )
    if found != known[-1]:
        raise BackupFailed(
            f"the database has revision {found}, and this version of runwright works with "
            f"{known[-1]}: take the backup with the version that serves it"
        )
    return found


def _late(
    database: Database, reader: Reader, grants: Mapping[str, Grant], backup_id: str
) -> dict[str, Grant]:
    """Grants for projects that were made after the others had theirs, and are in the copy."""
    if not tree_store.sizes(reader).keys() - grants.keys():
        return {}
    return database.write_now(lambda tx: recorded(tx, "backup.take", backup_id, grants))


def _content(reader: Reader, grants: Mapping[str, Grant]) -> _Content:
    copied = {project: grants[project] for project in tree_store.sizes(reader)}
    known = tree_store.keys(reader)
    return _Content(
        counts=counted(reader, copied),
        logs=tuple(_log(reader, project) for project in copied),
        originals=tuple(
            original
            for grant in copied.values()
            for original in files_store.originals(reader, grant)
        ),
        signing_key=known[-1].fingerprint if known else None,
    )


def _log(reader: Reader, project: str) -> Log:
    head = tree_store.head(reader, project)
    tree = Frontier() if head is None else Frontier(head.tree_size, head.frontier)
    return Log(project, tree.size, encode64(tree.root()))


def _copied(source: Path, folder: Path) -> Path:
    target = folder / source.name
    folders.copy(source, target)
    return target


def _has(database: Database, blob: str) -> bool:
    project, _, file = blob.partition("/")
    return database.read_now(lambda reader: files_store.exists(reader, project, file))
