"""Where original bytes are kept: a folder, or an object store, behind one small protocol.

A blob's key is its project and its file. Bytes arrive through a sink and exist under their key
only once they are complete and durable. Reading and writing take bounded memory.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import importlib
import os
import time
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, BinaryIO, Protocol

import structlog

from runwright import private
from runwright.api.multipart import Sink
from runwright.config import Settings
from runwright.errors import Overloaded

PIECE = 262_144
_PART = 5 * 1024 * 1024
"""What an object store takes at a time; the least that S3 allows."""
_INCOMING = "incoming"
_RETRY_AFTER = 10

log = structlog.get_logger()


class Blobs(Protocol):
    """A place for bytes."""

    def incoming(self, key: str) -> Sink:
        """Where the bytes of a new blob go."""

    async def read(self, key: str, start: int, end: int) -> AsyncGenerator[bytes, None]:
        """Open a blob; its bytes from `start` up to `end`, piece by piece.

        `FileNotFoundError` when there is none, or when it is too short.
        """

    def on_disk(self, key: str) -> contextlib.AbstractAsyncContextManager[Path]:
        """The blob as a file that a child process can open, for as long as it is needed.

        `FileNotFoundError` when there is none.
        """

    async def delete(self, key: str) -> None:
        """Erase a blob; nothing happens when there is none."""

    def older_than(self, seconds: float) -> AsyncIterator[str]:
        """The keys of blobs that were finished at least so long ago."""


def open_blobs(settings: Settings) -> Blobs:
    """The place that the settings name."""
    if settings.blobs is None:
        return Folder(settings.data / "blobs")
    return ObjectStore(settings.blobs, settings.data / "scratch")


@contextlib.contextmanager
def _storage_errors(*kinds: type[Exception]) -> Iterator[None]:
    """Storage that is full or away is no fault of ours: it can be tried again."""
    try:
        yield
    except FileNotFoundError:
        raise
    except kinds as error:
        log.error("file_storage_failed", reason=type(error).__name__)
        raise Overloaded("The file storage is currently unavailable.", _RETRY_AFTER) from error


class Folder:
    """Blobs as files; readable by the service's user alone."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._incoming = root / _INCOMING
        for folder in (root, self._incoming, *root.glob("proj_*")):
            private.make_folder(folder)
        _clear_abandoned(self._incoming)

    def incoming(self, key: str) -> Sink:
        """See `Blobs`."""
        return _FileSink(self._incoming / _flat(key), self._root / key)

    async def read(self, key: str, start: int, end: int) -> AsyncGenerator[bytes, None]:
        """See `Blobs`."""
        with _storage_errors(OSError):
            file = await asyncio.to_thread((self._root / key).open, "rb")
        if os.fstat(file.fileno()).st_size < end:
            file.close()
            raise FileNotFoundError(key)
        file.seek(start)
        return _pieces(file, end - start)

    @asynccontextmanager
    async def on_disk(self, key: str) -> AsyncIterator[Path]:
        """See `Blobs`."""
        if not (path := self._root / key).exists():
            raise FileNotFoundError(key)
        yield path

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


async def _pieces(file: BinaryIO, left: int) -> AsyncGenerator[bytes, None]:
    with file:
        while left and (piece := await asyncio.to_thread(file.read, min(PIECE, left))):
            left -= len(piece)
            yield piece


class _FileSink:
    """Bytes on their way into a folder."""

    def __init__(self, part: Path, final: Path) -> None:
        self._part = part
        self._final = final
        self._file: BinaryIO | None = None

    async def write(self, data: bytes) -> None:
        """See `Sink`. A write goes to the page cache: quicker than the hop to a thread."""
        with _storage_errors(OSError):
            self._opened().write(data)

    async def finish(self) -> None:
        """See `Sink`."""
        with _storage_errors(OSError):
            await asyncio.to_thread(self._make_durable, self._opened())

    async def discard(self) -> None:
        """See `Sink`."""
        if self._file is not None:
            self._file.close()
        self._part.unlink(missing_ok=True)
        self._final.unlink(missing_ok=True)

    def _opened(self) -> BinaryIO:
        if self._file is None:
            self._file = os.fdopen(_create(self._part), "wb", 0)
        return self._file

    def _make_durable(self, file: BinaryIO) -> None:
        os.fsync(file.fileno())
        folder = self._final.parent
        if not folder.exists():
            private.make_folder(folder)
            _sync_folder(folder.parent)
        self._part.rename(self._final)
        file.close()
        _sync_folder(folder)


def _create(path: Path) -> int:
    """A new file that is ours alone, and locked for as long as it is open."""
    while True:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        # It may have been taken for abandoned in the moment before it was locked.
        if path.exists():
            return descriptor
        os.close(descriptor)


def _clear_abandoned(folder: Path) -> None:
    """Remove what killed processes left: whoever is alive holds the lock of what it writes."""
    for path in folder.iterdir():
        with contextlib.suppress(OSError), path.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            path.unlink(missing_ok=True)


def _flat(key: str) -> str:
    return key.replace("/", ".")


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class ObjectStore:
    """Blobs in S3, GCS, Azure or a kin of theirs; credentials come from the environment."""

    def __init__(self, url: str, scratch: Path) -> None:
        self._obstore = importlib.import_module("obstore")
        stores = importlib.import_module("obstore.store")
        self._errors = (OSError, importlib.import_module("obstore.exceptions").BaseError)
        self._store: Any = stores.from_url(url)
        self._scratch = scratch
        private.make_folder(scratch)
        _clear_abandoned(scratch)

    def incoming(self, key: str) -> Sink:
        """See `Blobs`."""
        return _ObjectSink(self, key)

    async def read(self, key: str, start: int, end: int) -> AsyncGenerator[bytes, None]:
        """See `Blobs`."""
        if start >= end:
            return _streamed(None)  # no store knows a range of nothing
        with _storage_errors(*self._errors):
            found = await self._obstore.get_async(self._store, key, options={"range": (start, end)})
        if found.meta["size"] < end:
            raise FileNotFoundError(key)
        return _streamed(found)

    @asynccontextmanager
    async def on_disk(self, key: str) -> AsyncIterator[Path]:
        """See `Blobs`."""
        copy = self._scratch / f"{_flat(key)}.{os.urandom(8).hex()}"
        try:
            with os.fdopen(_create(copy), "wb") as file:
                with _storage_errors(*self._errors):
                    found = await self._obstore.get_async(self._store, key)
                    async for piece in found.stream(min_chunk_size=PIECE):
                        file.write(bytes(piece))
                    file.flush()
                yield copy
        finally:
            copy.unlink(missing_ok=True)

    async def delete(self, key: str) -> None:
        """See `Blobs`."""
        with contextlib.suppress(FileNotFoundError), _storage_errors(*self._errors):
            await self._obstore.delete_async(self._store, key)

    async def older_than(self, seconds: float) -> AsyncIterator[str]:
        """See `Blobs`."""
        before = time.time() - seconds
        async for batch in self._obstore.list(self._store):
            for found in batch:
                if found["last_modified"].timestamp() < before:
                    yield found["path"]

    async def put(self, key: str, pieces: AsyncIterator[bytes]) -> None:
        """A new object, sent in parts, two of them on their way at most.

        It is there once all of it is; when the pieces break off, its parts are taken back.
        """
        with _storage_errors(*self._errors):
            await self._obstore.put_async(
                self._store, key, pieces, chunk_size=_PART, max_concurrency=2
            )


async def _streamed(found: Any) -> AsyncGenerator[bytes, None]:
    if found is not None:
        async for piece in found.stream(min_chunk_size=PIECE):
            yield bytes(piece)


class _BrokenOff(Exception):
    """There will be no more pieces, and those that there were are not wanted."""


class _ObjectSink:
    """Bytes on their way into an object store; the object appears when it is finished."""

    def __init__(self, store: ObjectStore, key: str) -> None:
        self._store = store
        self._key = key
        self._pieces: asyncio.Queue[bytes | None] = asyncio.Queue(maxsize=2)
        self._broken = False
        self._sending: asyncio.Task[None] | None = None

    async def write(self, data: bytes) -> None:
        """See `Sink`."""
        await self._hand_over(data)

    async def finish(self) -> None:
        """See `Sink`."""
        # Shielded: one that is cut short would leave its parts behind.
        await asyncio.shield(await self._hand_over(None))

    async def discard(self) -> None:
        """See `Sink`."""
        if self._sending is None:
            return
        self._broken = True
        while not self._pieces.empty():
            self._pieces.get_nowait()
        self._pieces.put_nowait(None)
        await asyncio.wait({self._sending})
        if self._sending.exception() is None:
            await self._store.delete(self._key)

    async def _hand_over(self, piece: bytes | None) -> asyncio.Task[None]:
        """Wait for room, but not for a sending that has failed."""
        if self._sending is None:
            self._sending = asyncio.create_task(self._store.put(self._key, self._arriving()))
        handing = asyncio.ensure_future(self._pieces.put(piece))
        await asyncio.wait({handing, self._sending}, return_when=asyncio.FIRST_COMPLETED)
        if not handing.done():
            handing.cancel()
            await self._sending
        return self._sending

    async def _arriving(self) -> AsyncIterator[bytes]:
        while (piece := await self._pieces.get()) is not None:
            yield piece
        if self._broken:
            raise _BrokenOff
