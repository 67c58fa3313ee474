"""The folder of a backup: there under its name once it is whole, and the owner's alone."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import orjson

from runwright import canonical
from runwright.backup.types import BackupFailed, Item, Manifest, manifest_of

MANIFEST = "manifest.json"
PIECE = 1 << 20


@contextmanager
def unfinished(target: Path) -> Iterator[Path]:
    """A folder to fill, which gets its name when all is there; nothing is left of a failure."""
    if os.path.lexists(target):
        raise BackupFailed(f"{target} is there already: name a new folder")
    folder = target.with_name(f"{target.name}.unfinished")
    make_folder(target.parent)
    if folder.exists():
        _clear_abandoned(folder)
    folder.mkdir(mode=0o700)
    with _held(folder):
        try:
            yield folder
            sync_folders(folder)
            folder.rename(target)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        sync(target.parent)


def _clear_abandoned(folder: Path) -> None:
    """Remove what a killed backup left: one that goes on holds its folder."""
    with _held(folder):
        shutil.rmtree(folder)


@contextmanager
def _held(folder: Path) -> Iterator[None]:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BackupFailed(f"another backup is being written to {folder}") from None
        yield
    finally:
        os.close(descriptor)


def create(path: Path) -> BinaryIO:
    """A new file that only its owner can read, in a folder that is made if absent."""
    make_folder(path.parent)
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")


def make_folder(path: Path) -> None:
    """A folder, and those that it lies in, each its owner's alone."""
    if not path.is_dir():
        make_folder(path.parent)
        path.mkdir(mode=0o700, exist_ok=True)


def write(path: Path, data: bytes) -> None:
    """A new file with these bytes, durable."""
    with create(path) as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def copy(source: Path, target: Path) -> str:
    """Copy a file to a new one, durable; the SHA-256 of its bytes."""
    digest = hashlib.sha256()
    with source.open("rb") as original, create(target) as file:
        while piece := original.read(PIECE):
            digest.update(piece)
            file.write(piece)
        file.flush()
        os.fsync(file.fileno())
    return digest.hexdigest()


def digest_of(path: Path) -> str:
    """The SHA-256 of a file's bytes."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def item_of(folder: Path, path: Path) -> Item:
    """How the manifest describes a file of the backup, once it is durable."""
    sync(path)
    return Item(path.relative_to(folder).as_posix(), path.stat().st_size, digest_of(path))


def sync(path: Path) -> None:
    """Have what is written to a file, or the names in a folder, reach the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sync_folders(root: Path) -> None:
    """The same for a folder and all folders in it."""
    for folder, _, _ in os.walk(root):
        sync(Path(folder))


# The manifest ----------------------------------------------------------------------------------


def write_manifest(folder: Path, manifest: Manifest) -> str:
    """Write what makes a backup whole, as the last of it; its SHA-256."""
    data = canonical.dumps(manifest.as_json())
    write(folder / MANIFEST, data)
    return canonical.sha256(data)


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a backup; `BackupFailed` when the folder holds none that is whole."""
    try:
        data = (folder / MANIFEST).read_bytes()
    except FileNotFoundError:
        raise BackupFailed(
            f"{folder} holds no {MANIFEST}: it is not a backup, or an unfinished one"
        ) from None
    try:
        return manifest_of(orjson.loads(data))
    except orjson.JSONDecodeError:
        raise BackupFailed(f"{folder} is not a backup: its {MANIFEST} cannot be read") from None
    except BackupFailed as error:
        raise BackupFailed(f"{folder} is not a backup: {error}") from None


def differences(folder: Path, manifest: Manifest) -> Iterator[tuple[str, str]]:
    """Each file of a backup that is not as its manifest says: which, and how."""
    for item in manifest.files:
        path = folder / item.path
        if not path.is_file() or path.is_symlink():
            yield item.path, "it is missing"
        elif path.stat().st_size != item.bytes or digest_of(path) != item.sha256:
            yield item.path, "its bytes are not those that were backed up"
