"""Where original bytes are kept: a folder, or an object store, behind one small protocol.

A blob's key is its project and its file. Bytes arrive through a sink and exist under their key
only once they are complete and durable. Reading and writing take bounded memory.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import os
import shutil
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, BinaryIO, Protocol

from runwright.api.multipart import Sink
from runwright.config import Settings

PIECE = 262_144
_PART = 5 * 1024 * 1024
"""What an object store takes at a time; the least that S3 allows."""
_INCOMING = "incoming"


class Blobs(Protocol):
    """A place for bytes."""

    def incoming(self, key: str) -> Sink:
        """Where the bytes of a new blob go."""

    def read(self, key: str, start: int, end: int) -> AsyncIterator[bytes]:
        """The bytes from `start` up to `end`, piece by piece."""

    def on_disk(self, key: str) -> contextlib.AbstractAsyncContextManager[Path]:
        """The blob as a file that a child process can open, for as long as it is needed."""

    async def delete(self, key: str) -> None:
        """Erase a blob; nothing happens when there is none."""

    def older_than(self, seconds: float) -> AsyncIterator[str]:
        """The keys of blobs that were finished at least so long ago."""

    async def clear_incoming(self) -> None:
        """Remove what interrupted uploads left; right only when none is under way."""


def open_blobs(settings: Settings) -> Blobs:
    """The place that the settings name."""
    if settings.blobs is None:
        return Folder(settings.data / "blobs")
    return ObjectStore(settings.blobs)


class Folder:
    """Blobs as files; readable by the service's user alone."""

    def __init__(self, root: Path) -> None:
        self._root = root
        (root / _INCOMING).mkdir(parents=True, exist_ok=True, mode=0o700)

    def incoming(self, key: str) -> Sink:
        """See `Blobs`."""
        return _FileSink(self._root / _INCOMING / key.replace("/", "."), self._root / key)

    async def read(self, key: str, start: int, end: int) -> AsyncIterator[bytes]:
        """See `Blobs`."""
        file = await asyncio.to_thread((self._root / key).open, "rb")
        try:
            file.seek(start)
            while start < end:
                piece = await asyncio.to_thread(file.read, min(PIECE, end - start))
                if not piece:
                    return
                start += len(piece)
                yield piece
        finally:
            file.close()

    @asynccontextmanager
    async def on_disk(self, key: str) -> AsyncIterator[Path]:
        """See `Blobs`."""
        yield self._root / key

    async def delete(self, key: str) -> None:
        """See `Blobs`."""
        (self._root / key).unlink(missing_ok=True)

    async def older_than(self, seconds: float) -> AsyncIterator[str]:
        """See `Blobs`."""
        before = time.time() - seconds
        for path in await asyncio.to_thread(lambda: list(self._root.glob("proj_*/file_*"))):
            with contextlib.suppress(FileNotFoundError):
                if path.stat().st_mtime < before:
                    yield path.relative_to(self._root).as_posix()

    async def clear_incoming(self) -> None:
        """See `Blobs`."""
        for path in (self._root / _INCOMING).iterdir():
            path.unlink(missing_ok=True)


class _FileSink:
    """Bytes on their way into a folder."""

    def __init__(self, part: Path, final: Path) -> None:
        self._part = part
        self._final = final
        self._file: BinaryIO | None = None

    async def write(self, data: bytes) -> None:
        """See `Sink`. A write goes to the page cache: quicker than the hop to a thread."""
        if self._file is None:
            self._file = os.fdopen(
                os.open(self._part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb", 0
            )
        self._file.write(data)

    async def finish(self) -> None:
        """See `Sink`."""
        if self._file is None:
            await self.write(b"")
        await asyncio.to_thread(self._make_durable)

    async def discard(self) -> None:
        """See `Sink`."""
        if self._file is not None:
            self._file.close()
        self._part.unlink(missing_ok=True)
        self._final.unlink(missing_ok=True)

    def _make_durable(self) -> None:
        assert self._file is not None
        os.fsync(self._file.fileno())
        self._file.close()
        folder = self._final.parent
        if not folder.exists():
            folder.mkdir(mode=0o700, exist_ok=True)
            _sync_folder(folder.parent)
        self._part.rename(self._final)
        _sync_folder(folder)


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class ObjectStore:
    """Blobs in S3, GCS, Azure or a kin of theirs; credentials come from the environment."""

    def __init__(self, url: str) -> None:
        self._obstore = importlib.import_module("obstore")
        stores = importlib.import_module("obstore.store")
        self._store: Any = stores.from_url(url)

    def incoming(self, key: str) -> Sink:
        """See `Blobs`."""
        return _ObjectSink(self, key)

    async def read(self, key: str, start: int, end: int) -> AsyncIterator[bytes]:
        """See `Blobs`."""
        if start >= end:
            return
        found = await self._obstore.get_async(self._store, key, options={"range": (start, end)})
        async for piece in found.stream(min_chunk_size=PIECE):
            yield bytes(piece)

    @asynccontextmanager
    async def on_disk(self, key: str) -> AsyncIterator[Path]:
        """See `Blobs`."""
        folder = Path(await asyncio.to_thread(tempfile.mkdtemp, prefix="runwright-"))
        try:
            found = await self._obstore.get_async(self._store, key)
            with (folder / "blob").open("wb") as file:
                async for piece in found.stream(min_chunk_size=PIECE):
                    file.write(bytes(piece))
            yield folder / "blob"
        finally:
            await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)

    async def delete(self, key: str) -> None:
        """See `Blobs`."""
        with contextlib.suppress(FileNotFoundError):
            await self._obstore.delete_async(self._store, key)

    async def older_than(self, seconds: float) -> AsyncIterator[str]:
        """See `Blobs`."""
        before = time.time() - seconds
        async for batch in self._obstore.list(self._store):
            for found in batch:
                if found["last_modified"].timestamp() < before:
                    yield found["path"]

    async def clear_incoming(self) -> None:
        """Parts that were never completed are invisible; the bucket's lifecycle rule ends them."""

    def writer(self, key: str) -> Any:
        """A new object, written in parts, two of them on their way at most."""
        return self._obstore.open_writer_async(
            self._store, key, buffer_size=_PART, max_concurrency=2
        )


class _ObjectSink:
    """Bytes on their way into an object store; the object appears when it is finished."""

    def __init__(self, store: ObjectStore, key: str) -> None:
        self._store = store
        self._key = key
        self._writer: Any = None
        self._finished = False

    async def write(self, data: bytes) -> None:
        """See `Sink`."""
        if self._writer is None:
            self._writer = self._store.writer(self._key)
        await self._writer.write(data)

    async def finish(self) -> None:
        """See `Sink`."""
        if self._writer is None:
            self._writer = self._store.writer(self._key)
        await self._writer.close()
        self._finished = True

    async def discard(self) -> None:
        """See `Sink`."""
        self._writer = None
        if self._finished:
            await self._store.delete(self._key)
