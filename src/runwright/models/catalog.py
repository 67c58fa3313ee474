"""Reads the manifests, resolves aliases, and keeps snapshots frozen.

A snapshot is a TOML file. The shipped ones lie in `models/manifests/`; an operator's own lie in
the folder that the setting `models` names, beside an `aliases.toml` that may move an alias.

A manifest of a language model freezes the very words of its prompts, also when it only names a
shipped version of them, so that editing that version is noticed.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Annotated, Any, Literal, Self

import orjson
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    Tag,
    ValidationError,
    model_validator,
)

from runwright import canonical, clock
from runwright.config import SettingsError
from runwright.db.transaction import Tx
from runwright.models import store
from runwright.models.types import LANGUAGE_MODEL, Deprecation, Price, Snapshot, Status

SHIPPED = Path(__file__).parent / "manifests"
PROMPTS = Path(__file__).parent / "prompts"
BENCHMARKS = SHIPPED / "benchmarks.json"
"""What `make eval` last measured of the shipped snapshots; it writes this file."""
ALIASES = "aliases.toml"
PRICES = "prices.toml"
_DEEP = "y0-deep"
_DATED = 8
"""How many characters the date of a snapshot's id has, with its hyphen."""
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


def _decimal(text: str) -> str:
    try:
        value = Decimal(text)
    except InvalidOperation:
        value = Decimal("NaN")
    if not value.is_finite() or value < 0 or len(text) > 20:
        raise ValueError('must be a decimal in quotes, such as "0.15"')
    return text


_Decimal = Annotated[str, AfterValidator(_decimal)]


def _countable(text: str) -> str:
    if Decimal(text).as_tuple().exponent < -_MOST_DECIMALS:  # type: ignore[operator]
        raise ValueError(f"must have at most {_MOST_DECIMALS} decimals")
    return text


_MOST_DECIMALS = 6
"""So that each token costs a whole number of what `money` counts."""
_TokenPrice = Annotated[_Decimal, AfterValidator(_countable)]


class _PriceFile(BaseModel):
    model_config = ConfigDict(extra="forbid")
    input: _TokenPrice = "0"
    output: _TokenPrice = "0"
    cached: _TokenPrice | None = None
    cache_write: _TokenPrice | None = None
    step: Annotated[_Decimal, Field(max_length=14)] = "0"

    @model_validator(mode="after")
    def _both_ways(self) -> Self:
        given = self.model_fields_set & {"input", "output"}
        if len(given) == 1:
            raise ValueError("input and output must be given together")
        return self


_SHA256 = "^[0-9a-f]{64}$"
_EMBEDDED = ("base", "embedder", "parser", "reader", "tools", "wording")


class _FrozenFile(BaseModel):
    model_config = ConfigDict(extra="forbid")
    provider: str
    mode: str
    behaviour: int
    mind: Literal["embedded", "calls"] = "embedded"
    # Of the embedded mind: the SHA-256 of the base's weights, of what the embedder, the parser and
    # the reader of documents learned, and the versions of the tools and of the wording of answers.
    base: Annotated[str, Field(pattern=_SHA256)] | None = None
    parser: Annotated[str, Field(pattern=_SHA256)] | None = None
    reader: Annotated[str, Field(pattern=_SHA256)] | None = None
    embedder: Annotated[str, Field(pattern=_SHA256)] | None = None
    tools: int | None = None
    wording: int | None = None


class _PromptsFile(BaseModel):
    model_config = ConfigDict(extra="forbid")
    system: str = Field(min_length=1)


class _SamplingFile(BaseModel):
    model_config = ConfigDict(extra="forbid")
    # Frozen things hold no floats, since their text is not the same everywhere.
    temperature: _Decimal | None = None
    max_tokens: int = Field(default=2048, ge=16, le=1_000_000)
    seed: int | None = Field(default=None, ge=0, lt=2**31)
    effort: str | None = Field(default=None, max_length=20)


class _LanguageFile(_FrozenFile):
    mode: Literal["language-model"]
    model: str = Field(min_length=1)
    prompts: str | _PromptsFile
    replies: Literal["tools", "json"] = "tools"
    sees: bool = False
    sampling: _SamplingFile = _SamplingFile()
    weights: str | None = Field(default=None, pattern=r"^[0-9a-f]{64}$")

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if isinstance(self.prompts, str):
            self.prompts = _shipped_prompts(self.prompts)
        if self.model.lower().endswith(".gguf") and self.weights is None:
            raise ValueError("weights must hold the SHA-256 of the GGUF file")
        return self


def _shipped_prompts(version: str) -> _PromptsFile:
    path = PROMPTS / f"{version}.toml"
    if path not in PROMPTS.glob("*.toml"):
        known = ", ".join(sorted(found.stem for found in PROMPTS.glob("*.toml")))
        raise ValueError(f"prompts must be texts, or one of {known}")
    return _PromptsFile.model_validate(_read(path))


_TAGS = ("embedded", "language")


def _kind(frozen: Any) -> str:
    mode = frozen.get("mode") if isinstance(frozen, dict) else None
    return "language" if mode == LANGUAGE_MODEL else "embedded"


_Frozen = Annotated[
    Annotated[_FrozenFile, Tag("embedded")] | Annotated[_LanguageFile, Tag("language")],
    Discriminator(_kind),
]


class _SnapshotFile(BaseModel):
    """A manifest as it is written."""

    model_config = ConfigDict(extra="forbid")
    id: str
    family: str
    status: Status
    runnable: bool = True
    context_window: int = Field(ge=1)
    max_steps_ceiling: int = Field(ge=1, le=16)
    frozen: _Frozen
    price: _PriceFile = _PriceFile()
    benchmarks: dict[str, float] = {}
    deprecation: _DeprecationFile | None = None


class Catalog:
    """Every snapshot and every alias of this server."""

    def __init__(
        self,
        snapshots: Mapping[str, Snapshot],
        aliases: Mapping[str, str],
        shipped: Mapping[str, str] | None = None,
    ) -> None:
        self.snapshots = dict(sorted(snapshots.items()))
        self.aliases = dict(sorted(aliases.items()))
        self._shipped = dict(shipped or {})
        """Where the shipped aliases point, wherever an operator has moved them."""
        names = [*self.aliases, *self.snapshots]
        self.runnable = tuple(
            name for name in names if (found := self.resolve(name)) and found.runnable
        )
        """The ids that a run may name: aliases first."""

    def resolve(self, model: str) -> Snapshot | None:
        """The snapshot that a model id means now."""
        return self.snapshots.get(self.aliases.get(model, model))

    def known(self, model: str) -> Snapshot:
        """The same of a model that was checked to be there."""
        snapshot = self.resolve(model)
        if snapshot is None:
            raise LookupError(f"there is no model {model}")
        return snapshot

    def embedded(self, alias: str) -> Snapshot | None:
        """The shipped snapshot that can stand in for an alias; a pinned snapshot has none."""
        if alias not in self.aliases:
            return None
        for name in (alias, _DEEP):
            found = self.snapshots.get(self._shipped.get(name, ""))
            if found is not None and found.runnable:
                return found
        return None

    def answers_at_once(self, model: str) -> bool:
        """Whether whoever creates a run on it is promised the completed run."""
        name = model if model in self.aliases else model[:-_DATED]
        found = self.snapshots.get(self._shipped.get(name, "")) or self.resolve(model)
        return found is not None and found.is_synchronous


def load(folder: Path | None = None) -> Catalog:
    """The shipped models, and an operator's own beside them."""
    snapshots: dict[str, Snapshot] = {}
    aliases: dict[str, str] = {}
    shipped: dict[str, str] = _read(SHIPPED / ALIASES)
    for path in [*_files(SHIPPED), *([] if folder is None else _files(folder))]:
        if path.name == ALIASES:
            aliases.update(_read(path))
        elif path.name != PRICES:
            snapshot = _snapshot(path)
            if snapshot.id in snapshots:
                raise SettingsError(f"{path.name}: the snapshot {snapshot.id} is there already")
            snapshots[snapshot.id] = snapshot
    for name, figures in _measured().items():
        snapshots[name] = replace(snapshots[name], benchmarks=figures)
    for name, price in _prices(folder, snapshots).items():
        snapshots[name] = replace(snapshots[name], price=price)
    for alias, target in aliases.items():
        if alias in snapshots:
            raise SettingsError(f"the alias {alias} has the name of a snapshot, which is frozen")
        if not isinstance(target, str) or target not in snapshots:
            raise SettingsError(f"the alias {alias} points at {target}, which is not a snapshot")
    return Catalog(snapshots, aliases, shipped)


def _files(folder: Path) -> list[Path]:
    if not folder.is_dir():
        raise SettingsError(f"models: {folder} is not a folder")
    return sorted(folder.glob("*.toml"))


def _prices(folder: Path | None, snapshots: Mapping[str, Snapshot]) -> dict[str, Price]:
    """What an operator asks for steps and tokens, where it is not what the manifest says."""
    path = None if folder is None else folder / PRICES
    if path is None or not path.exists():
        return {}
    prices: dict[str, Price] = {}
    for name, written in _read(path).items():
        if name not in snapshots:
            raise SettingsError(f"{PRICES}: {name} is not a snapshot")
        try:
            prices[name] = _price(_PriceFile.model_validate(written))
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            field = ".".join(map(str, (name, *first["loc"])))
            reason = first["msg"].removeprefix("Value error, ")
            raise SettingsError(f"{PRICES}: {field}: {reason}") from None
    return prices


def _price(written: _PriceFile) -> Price:
    return Price(
        input=Decimal(written.input),
        output=Decimal(written.output),
        step=Decimal(written.step),
        cached=None if written.cached is None else Decimal(written.cached),
        cache_write=None if written.cache_write is None else Decimal(written.cache_write),
    )


def _measured() -> Mapping[str, Mapping[str, float]]:
    """The figures of each shipped snapshot, by data set."""
    found: Mapping[str, Mapping[str, float]] = orjson.loads(BENCHMARKS.read_bytes())
    return found


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


def _frozen(written: BaseModel) -> dict[str, Any]:
    """What is frozen; what only the embedded mind has is left out for all others."""
    values = written.model_dump()
    return {n: v for n, v in values.items() if v is not None or n not in _EMBEDDED}


def _snapshot(path: Path) -> Snapshot:
    try:
        written = _SnapshotFile.model_validate(_read(path))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        field = ".".join(str(part) for part in first["loc"] if part not in _TAGS)
        reason = first["msg"].removeprefix("Value error, ")
        raise SettingsError(f"{path.name}: {field}: {reason}") from None
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
        frozen=_frozen(written.frozen),
        benchmarks=written.benchmarks,
        deprecation=Deprecation(**deprecation.model_dump()) if deprecation else None,
        price=_price(written.price),
    )


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise SettingsError(f"{path.name} cannot be read: {error}") from None
