"""Artifacts on request: the record, and the bytes."""

from __future__ import annotations

import base64
from collections.abc import Sequence

from runwright import canonical, clock, ids
from runwright.db.transaction import Reader
from runwright.minds.values import Artifact
from runwright.runs.outputs.artifacts import store
from runwright.runs.types import ArtifactRecord, MadeArtifact
from runwright.trust import erasures
from runwright.trust.kernel import Grant

WHAT = "artifact"
PREFIX = "art"
MOST = 16
"""How many a run can have."""


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


def existing(reader: Reader, grant: Grant, artifact_id: str) -> ArtifactRecord:
    """The artifact with an id; `NotFound` or `AlreadyDeleted` when there is none."""
    found = store.read(reader, grant, artifact_id) if ids.is_id(artifact_id, PREFIX) else None
    if found is None:
        raise erasures.absent(reader, grant, artifact_id, WHAT)
    return found


def with_content(reader: Reader, grant: Grant, artifact_id: str) -> MadeArtifact:
    """The same with its bytes."""
    record = existing(reader, grant, artifact_id)
    whole = store.read_content(reader, grant, record.id)
    if whole is None:
        # Erased between the two reads.
        raise erasures.absent(reader, grant, record.id, WHAT)
    return MadeArtifact(record, whole)
