"""Every place for bytes keeps the same promises, and takes the same little memory."""

from __future__ import annotations

import asyncio
import gc
import hashlib
import os
import subprocess
import sys
import uuid
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from runwright.config import Settings
from runwright.errors import Overloaded
from runwright.files.blobs import PIECE, Blobs, open_blobs
from support.s3 import ObjectServer

MEGABYTE = 1024 * 1024
KEY = "proj_01m7ft7wct870014k4rrkcp6vm/file_01m7ft7wct870014k4rrkcp6vn"
OTHER = "proj_01m7ft7wct870014k4rrkcp6vm/file_01m7ft7wct870014k4rrkcp6vp"


@pytest.fixture(scope="module")
def object_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ObjectServer]:
    """A real server that speaks S3."""
    server = ObjectServer(tmp_path_factory.mktemp("s3"))
    yield server
    server.stop()


@dataclass
class Place:
    """A place for bytes, and what is really in it."""

    settings: Settings
    keys: Callable[[], list[str]]
    """Of finished blobs."""
    remains: Callable[[], list[str]]
    """Of what was begun and not finished, and of copies."""

    def open(self) -> Blobs:
        return open_blobs(self.settings)


@pytest.fixture(params=["folder", "objects"])
def place(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    """Each kind of place, empty."""
    data = tmp_path / "data"
    if request.param == "folder":
        root = data / "blobs"
        return Place(
            Settings(data=data),
            lambda: sorted(p.relative_to(root).as_posix() for p in root.glob("proj_*/*")),
            lambda: [p.name for p in (root / "incoming").iterdir()],
        )
    server: ObjectServer = request.getfixturevalue("object_server")
    for name, value in server.environment.items():
        monkeypatch.setenv(name, value)
    bucket = f"bucket-{uuid.uuid4().hex}"
    url = server.new_bucket(bucket) + "/in/here"
    scratch = data / "scratch"
    return Place(
        Settings(data=data, blobs=url),
        lambda: sorted(key.removeprefix("in/here/") for key in server.objects(bucket)),
        lambda: [*server.unfinished(bucket), *(p.name for p in scratch.iterdir())],
    )


def run(work: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(work)


async def put(blobs: Blobs, content: bytes, key: str = KEY, size: int = 65_536) -> Any:
    sink = blobs.incoming(key)
    for start in range(0, len(content), size):
        await sink.write(content[start : start + size])
    await sink.finish()
    return sink


async def get(blobs: Blobs, start: int, end: int, key: str = KEY) -> bytes:
    return b"".join([piece async for piece in await blobs.read(key, start, end)])


# In and out -------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [0, 1, PIECE, 5 * MEGABYTE, 11 * MEGABYTE + 1])
def test_what_goes_in_comes_out(place: Place, size: int) -> None:
    content = os.urandom(size)

    async def there_and_back() -> None:
        blobs = place.open()
        await put(blobs, content)
        assert await get(blobs, 0, size) == content
        async with blobs.on_disk(KEY) as path:
            assert path.read_bytes() == content

    run(there_and_back())
    assert place.keys() == [KEY]
    assert place.remains() == []


@pytest.mark.parametrize("span", [(0, 1), (0, 0), (5, 5), (999_999, 1_000_000), (250_000, 800_000)])
def test_a_range_is_that_range(place: Place, span: tuple[int, int]) -> None:
    content = os.urandom(1_000_000)

    async def part() -> bytes:
        blobs = place.open()
        await put(blobs, content)
        return await get(blobs, *span)

    assert run(part()) == content[slice(*span)]


def test_pieces_are_small(place: Place) -> None:
    async def sizes() -> list[int]:
        blobs = place.open()
        await put(blobs, bytes(3 * MEGABYTE))
        return [len(piece) async for piece in await blobs.read(KEY, 0, 3 * MEGABYTE)]

    assert max(run(sizes())) <= 2 * MEGABYTE


@pytest.mark.parametrize("span", [(0, 10), (2, 5)])
def test_what_is_not_there_is_known_before_the_first_piece(
    place: Place, span: tuple[int, int]
) -> None:
    async def look() -> None:
        blobs = place.open()
        with pytest.raises(FileNotFoundError):
            await blobs.read(KEY, *span)
        with pytest.raises(FileNotFoundError):
            async with blobs.on_disk(KEY):
                pytest.fail("there is nothing to be had")

    run(look())


def test_what_is_too_short_is_known_before_the_first_piece(place: Place) -> None:
    async def look() -> None:
        blobs = place.open()
        await put(blobs, b"short")
        with pytest.raises(FileNotFoundError):
            await blobs.read(KEY, 0, 6)

    run(look())


def test_one_write_of_much_is_as_good_as_many_of_little(place: Place) -> None:
    content = os.urandom(12 * MEGABYTE)

    async def there_and_back() -> bytes:
        blobs = place.open()
        await put(blobs, content, size=12 * MEGABYTE)
        return await get(blobs, 0, len(content))

    assert run(there_and_back()) == content


# Not there until it is whole --------------------------------------------------------------------


@pytest.mark.parametrize("written", [0, 1000, 13 * MEGABYTE])
def test_what_is_discarded_was_never_there(place: Place, written: int) -> None:
    async def begin() -> None:
        sink = place.open().incoming(KEY)
        for _ in range(0, written, 65_536):
            await sink.write(bytes(min(written, 65_536)))
        assert place.keys() == []
        await sink.discard()
        await sink.discard()

    run(begin())
    assert place.keys() == []
    assert place.remains() == []


def test_what_was_finished_can_be_discarded(place: Place) -> None:
    async def finish_and_discard() -> None:
        blobs = place.open()
        await put(blobs, b"kept", OTHER)
        sink = await put(blobs, b"not kept")
        assert place.keys() == [KEY, OTHER]
        await sink.discard()
        await sink.discard()

    run(finish_and_discard())
    assert place.keys() == [OTHER]
    assert place.remains() == []


def test_a_sink_that_is_cut_short_can_be_discarded(place: Place) -> None:
    """As when the server is told to stop while an upload is being made durable."""

    async def cut_short() -> None:
        sink = place.open().incoming(KEY)
        await sink.write(bytes(7 * MEGABYTE))
        finishing = asyncio.create_task(sink.finish())
        await asyncio.sleep(0)
        finishing.cancel()
        await asyncio.gather(finishing, return_exceptions=True)
        await sink.discard()

    run(cut_short())
    assert place.remains() == []
    assert place.keys() in ([], [KEY])


# Erasing ----------------------------------------------------------------------------------------


def test_a_deleted_blob_is_gone(place: Place) -> None:
    async def delete() -> None:
        blobs = place.open()
        await put(blobs, b"a")
        await put(blobs, b"b", OTHER)
        await blobs.delete(KEY)
        await blobs.delete(KEY)
        with pytest.raises(FileNotFoundError):
            await get(blobs, 0, 1)
        assert await get(blobs, 0, 1, OTHER) == b"b"

    run(delete())
    assert place.keys() == [OTHER]


def test_a_blob_that_is_not_there_is_said_to_be_missing(place: Place) -> None:
    async def look() -> None:
        blobs = place.open()
        with pytest.raises(FileNotFoundError):
            await get(blobs, 0, 1)
        with pytest.raises(FileNotFoundError):
            async with blobs.on_disk(KEY) as path:
                path.read_bytes()

    run(look())
    assert place.remains() == []


def test_only_what_is_old_enough_is_listed(place: Place) -> None:
    async def listed(blobs: Blobs, seconds: float) -> list[str]:
        return sorted([key async for key in blobs.older_than(seconds)])

    async def look() -> None:
        blobs = place.open()
        await put(blobs, b"a")
        await put(blobs, b"b", OTHER)
        under_way = blobs.incoming(f"{KEY}x")
        await under_way.write(b"half")
        assert await listed(blobs, 3_600) == []
        assert await listed(blobs, -3_600) == [KEY, OTHER]
        await under_way.discard()

    run(look())


def test_a_copy_for_a_reader_is_gone_even_if_reading_fails(place: Place) -> None:
    async def fail() -> None:
        blobs = place.open()
        await put(blobs, b"a")
        with pytest.raises(RuntimeError):
            async with blobs.on_disk(KEY):
                raise RuntimeError

    run(fail())
    assert place.remains() == []
    assert place.keys() == [KEY]


def test_what_a_killed_process_left_is_removed_by_the_next(place: Place) -> None:
    program = (
        "import asyncio, os, sys\nfrom pathlib import Path\n"
        "from runwright.config import Settings\nfrom runwright.files.blobs import open_blobs\n"
        "async def main():\n"
        "    blobs = open_blobs(Settings(data=Path(sys.argv[1]), blobs=sys.argv[2] or None))\n"
        f"    sink = blobs.incoming({KEY!r})\n"
        "    await sink.write(b'words')\n    await sink.finish()\n"
        f"    await blobs.incoming({OTHER!r}).write(b'half')\n"
        f"    async with blobs.on_disk({KEY!r}):\n        os.kill(os.getpid(), 9)\n"
        "asyncio.run(main())"
    )
    arguments = [str(place.settings.data), place.settings.blobs or ""]
    done = subprocess.run([sys.executable, "-c", program, *arguments], timeout=60)
    assert done.returncode == -9

    place.open()
    assert place.keys() == [KEY]
    # Parts in a bucket are invisible, and the business of its lifecycle rule.
    assert [name for name in place.remains() if not name.startswith("in/here/")] == []


# Trouble ----------------------------------------------------------------------------------------


def test_a_folder_that_may_not_be_written_is_overloaded(tmp_path: Path) -> None:
    async def write() -> None:
        blobs = open_blobs(Settings(data=tmp_path))
        (tmp_path / "blobs" / "incoming").rmdir()
        (tmp_path / "blobs" / "incoming").write_text("in the way")
        with pytest.raises(Overloaded):
            await blobs.incoming(KEY).write(b"a")

    run(write())


def test_a_folder_is_readable_by_its_owner_alone(tmp_path: Path) -> None:
    async def write() -> None:
        await put(open_blobs(Settings(data=tmp_path)), b"a")

    run(write())
    for path in (tmp_path / "blobs").rglob("*"):
        assert path.stat().st_mode & 0o077 == 0, path


def test_an_object_store_that_is_away_is_overloaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, object_server: ObjectServer
) -> None:
    away = {**object_server.environment, "AWS_ENDPOINT_URL": "http://127.0.0.1:9"}
    for name, value in {**away, "AWS_MAX_RETRIES": "0"}.items():
        monkeypatch.setenv(name, value)

    async def write(blobs: Blobs) -> None:
        sink = blobs.incoming(KEY)
        try:
            for _ in range(400):
                await sink.write(bytes(65_536))
            await sink.finish()
        finally:
            await sink.discard()

    async def look(blobs: Blobs) -> None:
        async with blobs.on_disk(KEY):
            pass

    blobs = open_blobs(Settings(data=tmp_path, blobs="s3://bucket"))
    for use in (write, look, lambda b: b.delete(KEY)):
        with pytest.raises(Overloaded):
            run(use(blobs))
    assert list((tmp_path / "scratch").iterdir()) == []


# Memory -----------------------------------------------------------------------------------------


def _resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_100_mb_there_and_back_take_little_memory(place: Place) -> None:
    piece, count = os.urandom(65_536), 1600

    async def there_and_back() -> int:
        blobs = place.open()
        await put(blobs, piece)  # what the first use loads is no part of it
        await get(blobs, 0, 100)
        gc.collect()
        before = most = _resident()
        sink = blobs.incoming(OTHER)
        for _ in range(count):
            await sink.write(piece)
            most = max(most, _resident())
        await sink.finish()
        digest = hashlib.sha256()
        async for part in await blobs.read(OTHER, 0, count * len(piece)):
            digest.update(part)
            most = max(most, _resident())
        async with blobs.on_disk(OTHER) as path:
            assert path.stat().st_size == count * len(piece)
        most = max(most, _resident())
        assert digest.digest() == hashlib.sha256(piece * count).digest()
        return most - before

    assert run(there_and_back()) < 40 * MEGABYTE
