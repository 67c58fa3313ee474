"""Bytes that belong to no file are erased: old ones always, young ones by who is alone."""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path

import pytest

from files.test_extract import new_file, owner
from runwright import ids
from runwright.db.database import Database
from runwright.files import erase, store
from runwright.files.blobs import Folder
from runwright.files.erase import ANY_AGE, ORPHAN_SECONDS, Eraser
from runwright.trust.scopes import Scope


@pytest.mark.parametrize("at_once", [1, 500])
def test_who_is_alone_erases_orphans_of_any_age_and_nothing_else(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    monkeypatch.setattr(erase, "_KEYS_AT_ONCE", at_once)
    may = owner(database)
    kept = new_file(may.project(Scope.FILES_WRITE))
    database.write_now(lambda tx: store.add(tx, may, kept))
    young, old, ahead = (f"{kept.project_id}/{ids.new('file')}" for _ in range(3))

    async def put(key: str) -> None:
        sink = blobs.incoming(key)
        await sink.write(b"Some words.")
        await sink.finish()

    async def story() -> tuple[int, int]:
        for key in (kept.blob, young, old, ahead):
            await put(key)
        for key, age in ((old, 2 * ORPHAN_SECONDS), (ahead, -60.0)):
            os.utime(tmp_path / key, (time.time() - age,) * 2)
        return await eraser.sweep(), await eraser.sweep(ANY_AGE)

    blobs = Folder(tmp_path)
    eraser = Eraser(database=database, blobs=blobs)
    assert asyncio.run(story()) == (1, 2)
    assert [path.name for path in (tmp_path / kept.project_id).iterdir()] == [kept.id]
