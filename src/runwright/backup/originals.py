"""The original bytes of files, on their way into a backup and out of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from runwright.backup import folders
from runwright.backup.types import BLOBS, Item, Manifest
from runwright.files.blobs import Blobs, ObjectStore
from runwright.files.types import Original

T = TypeVar("T")
_ANY_AGE = -86_400.0
_LETTING_GO_SECONDS = 0.25


class Saved(NamedTuple):
    """What became of the original files."""

    items: tuple[Item, ...]
    erased: tuple[str, ...]
    damaged: tuple[str, ...]


def completed(blobs: Blobs, work: Coroutine[Any, Any, T]) -> T:
    """Do something with blobs to its end, in a process that may end soon after."""

    async def settled() -> T:
        try:
            return await work
        finally:
            if isinstance(blobs, ObjectStore):
                # Its threads hold on to the interpreter for a moment after they have answered,
                # and abort a process that ends before they let go.
                await asyncio.sleep(_LETTING_GO_SECONDS)

    return asyncio.run(settled())


async def save(
    blobs: Blobs, wanted: Iterable[Original], folder: Path, is_there: Callable[[str], bool]
) -> Saved:
    """Copy the bytes of files into a backup; `is_there` asks whether a file still has its row."""
    items: list[Item] = []
    erased: list[str] = []
    damaged: list[str] = []
    for original in wanted:
        name = f"{BLOBS}/{original.blob}"
        try:
            async with blobs.on_disk(original.blob) as path:
                digest = folders.copy(path, folder / name)
        except FileNotFoundError:
            # The row was copied first; an erasure since then takes it away from both.
            (damaged if is_there(original.blob) else erased).append(original.blob)
            continue
        if digest == original.sha256:
            items.append(Item(name, original.bytes, digest))
        else:
            (folder / name).unlink()
            damaged.append(original.blob)
    return Saved(tuple(items), tuple(erased), tuple(damaged))


async def put_back(blobs: Blobs, folder: Path, manifest: Manifest) -> None:
    """Put the bytes of every file of a backup where the server keeps them."""
    for item in manifest.files:
        if item.path.startswith(f"{BLOBS}/"):
            sink = blobs.incoming(item.path.removeprefix(f"{BLOBS}/"))
            with (folder / item.path).open("rb") as file:
                while piece := file.read(folders.PIECE):
                    await sink.write(piece)
            await sink.finish()


async def is_empty(blobs: Blobs) -> bool:
    """Whether no original file is kept there yet."""
    async for _ in blobs.older_than(_ANY_AGE):
        return False
    return True


async def wrong(blobs: Blobs, wanted: Iterable[Original]) -> AsyncIterator[tuple[str, str]]:
    """Each file whose bytes are not there as they were: which, and how."""
    for original in wanted:
        try:
            async with blobs.on_disk(original.blob) as path:
                digest = folders.digest_of(path)
        except FileNotFoundError:
            yield original.blob, "its original bytes are missing"
            continue
        if digest != original.sha256:
            yield original.blob, "its original bytes are not those that were uploaded"
