"""Reads the manifests, resolves aliases, and keeps snapshots frozen.

A snapshot is a TOML file. The shipped ones lie in `models/manifests/`; an operator's own lie in
the folder that the setting `models` names, beside an `aliases.toml` that may move an alias.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from runwright import canonical, clock
from runwright.config import SettingsError
from runwright.db.transaction import Tx
from runwright.models import store
from runwright.models.types import Deprecation, Snapshot, Status

SHIPPED = Path(__file__).parent / "manifests"
ALIASES = "aliases.toml"
_SNAPSHOT_ID = re.compile(r"[a-z0-9][a-z0-9.-]*-\d{4}-\d{2}", re.ASCII)


def _instant(text: str) -> str:
    clock.parse(text)
    return text


_Instant = Annotated[str, AfterValidator(_instant)]


class _DeprecationFile(BaseModel):
    model_config = ConfigDict(extra="forbid")
    announced_at: _Instant
    retires_at: _Instant
    replacement: str
    message: str


class _FrozenFile(BaseModel):
    model_config = ConfigDict(extra="forbid")
    provider: str
    mode: str
    behaviour: int


class _SnapshotFile(BaseModel):
    """A manifest as it is written."""

    model_config = ConfigDict(extra="forbid")
    id: str
    family: str
    status: Status
    runnable: bool = True
    context_window: int = Field(ge=1)
    max_steps_ceiling: int = Field(ge=1, le=16)
    frozen: _FrozenFile
    benchmarks: dict[str, float] = {}
    deprecation: _DeprecationFile | None = None


class Catalog:
    """Every snapshot and every alias of this server."""

    def __init__(self, snapshots: Mapping[str, Snapshot], aliases: Mapping[str, str]) -> None:
        self.snapshots = dict(sorted(snapshots.items()))
        self.aliases = dict(sorted(aliases.items()))
        names = [*self.aliases, *self.snapshots]
        self.runnable = tuple(
            name for name in names if (found := self.resolve(name)) and found.runnable
        )
        """The ids that a run may name: aliases first."""

    def resolve(self, model: str) -> Snapshot | None:
        """The snapshot that a model id means now."""
        return self.snapshots.get(self.aliases.get(model, model))


def load(folder: Path | None = None) -> Catalog:
    """The shipped models, and an operator's own beside them."""
    snapshots: dict[str, Snapshot] = {}
    aliases: dict[str, str] = {}
    for place in (SHIPPED, folder):
        if place is None:
            continue
        if not place.is_dir():
            raise SettingsError(f"models: {place} is no folder")
        for path in sorted(place.glob("*.toml")):
            if path.name == ALIASES:
                aliases.update(_read(path))
                continue
            snapshot = _snapshot(path)
            if snapshot.id in snapshots:
                raise SettingsError(f"{path.name}: the snapshot {snapshot.id} is there already")
            snapshots[snapshot.id] = snapshot
    for alias, target in aliases.items():
        if alias in snapshots:
            raise SettingsError(f"the alias {alias} has the name of a snapshot, which is frozen")
        if not isinstance(target, str) or target not in snapshots:
            raise SettingsError(f"the alias {alias} points at {target}, which is no snapshot")
    return Catalog(snapshots, aliases)


def freeze(tx: Tx, catalog: Catalog) -> None:
    """Remember each snapshot when it is first seen; refuse one that has changed since."""
    now = clock.stamp(clock.now())
    for snapshot in catalog.snapshots.values():
        manifest = canonical.dumps(snapshot.frozen)
        sha256 = canonical.sha256(manifest)
        stored = store.freeze(tx, snapshot.id, sha256, manifest, now)
        if stored != sha256:
            raise SettingsError(
                f"the manifest of {snapshot.id} has changed, and a snapshot is frozen: "
                "restore it, or publish the change as a new snapshot with a later date and "
                "point the alias at that"
            )


def _snapshot(path: Path) -> Snapshot:
    try:
        written = _SnapshotFile.model_validate(_read(path))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        field = ".".join(str(part) for part in first["loc"])
        raise SettingsError(f"{path.name}: {field}: {first['msg']}") from None
    if not _SNAPSHOT_ID.fullmatch(written.id):
        raise SettingsError(f"{path.name}: id must look like name-2026-11")
    deprecation = written.deprecation
    return Snapshot(
        id=written.id,
        family=written.family,
        status=written.status,
        runnable=written.runnable,
        context_window=written.context_window,
        max_steps_ceiling=written.max_steps_ceiling,
        frozen=written.frozen.model_dump(),
        benchmarks=written.benchmarks,
        deprecation=Deprecation(**deprecation.model_dump()) if deprecation else None,
    )


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise SettingsError(f"{path.name} cannot be read: {error}") from None
