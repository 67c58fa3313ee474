"""Artifacts on request: the record, and the bytes."""

from __future__ import annotations

import base64
from collections.abc import AsyncGenerator, Sequence

from runwright import canonical, clock, ids
from runwright.api.call import Answer, Call, answer
from runwright.api.downloads import Download, download
from runwright.db.transaction import Reader
from runwright.engine.types import Artifact
from runwright.runs.artifacts import store
from runwright.runs.types import ArtifactRecord, MadeArtifact
from runwright.trust import erasures

WHAT = "artifact"
PREFIX = "art"
MOST = 16
"""How many a run can have."""
_PIECE = 256 * 1024


def made(run_id: str, artifacts: Sequence[Artifact]) -> tuple[MadeArtifact, ...]:
    """The files that the steps of a run made, under ids of their own."""
    found = artifacts[:MOST]
    created_at = clock.stamp(clock.now()) if found else ""
    return tuple(_made(run_id, artifact, created_at) for artifact in found)


def _made(run_id: str, artifact: Artifact, created_at: str) -> MadeArtifact:
    content = base64.b64decode(artifact.content)
    record = ArtifactRecord(
        id=ids.new(PREFIX),
        run_id=run_id,
        kind=artifact.kind,
        filename=artifact.filename,
        media_type=artifact.media_type,
        bytes=len(content),
        sha256=canonical.sha256(content),
        created_at=created_at,
    )
    return MadeArtifact(record, content)


async def read(call: Call) -> Answer:
    """One artifact's record."""
    return await call.commit(lambda tx: answer(_existing(tx, call).as_json()))


async def content(call: Call) -> Answer:
    """An artifact's bytes, or the part that a `Range` header names."""
    record, whole = await call.read(lambda reader: _with_content(reader, call))
    return await download(
        call,
        Download(
            filename=record.filename,
            content_type=record.media_type,
            size=record.bytes,
            sha256=record.sha256,
            open=lambda start, end: _open(whole, start, end),
        ),
    )


def _existing(reader: Reader, call: Call) -> ArtifactRecord:
    """The artifact that a path names; 404 or 409 when there is none."""
    artifact_id = call.path["id"]
    found = store.read(reader, call.grant, artifact_id) if ids.is_id(artifact_id, PREFIX) else None
    if found is None:
        raise erasures.absent(reader, call.grant, artifact_id, WHAT)
    return found


def _with_content(reader: Reader, call: Call) -> tuple[ArtifactRecord, bytes]:
    record = _existing(reader, call)
    whole = store.read_content(reader, call.grant, record.id)
    if whole is None:
        # Erased between the two reads.
        raise erasures.absent(reader, call.grant, record.id, WHAT)
    return record, whole


async def _open(whole: bytes, start: int, end: int) -> AsyncGenerator[bytes, None]:
    return _pieces(whole, start, end)


async def _pieces(whole: bytes, start: int, end: int) -> AsyncGenerator[bytes, None]:
    for begin in range(start, end, _PIECE):
        yield whole[begin : min(begin + _PIECE, end)]
