"""One frozen `Settings`, read from `RUNWRIGHT_…` variables and `runwright.toml`, passed in.

Variables win over the file; `RUNWRIGHT_PROVIDER_<NAME>_<FIELD>` is a field of `providers`. A wrong
or unknown setting stops the start with one clear line.
"""

from __future__ import annotations

import base64
import binascii
import difflib
import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    SecretStr,
    ValidationError,
    ValidationInfo,
    field_validator,
)

PREFIX = "RUNWRIGHT_"
FILE_NAME = "runwright.toml"
FOR_CLIENTS = frozenset({"RUNWRIGHT_URL", "RUNWRIGHT_API_KEY"})
"""Variables that say to clients where the server is; a server may find them in its environment."""
_RATE = re.compile(r"([1-9][0-9]{0,8})/min", re.ASCII)
_STEP = re.compile(r"[0-9]{1,6}(\.[0-9]{1,3})?", re.ASCII)
_PROVIDER = re.compile(
    r"provider_([a-z][a-z0-9_]*)_(kind|url|key|path|proxy|api_version)", re.ASCII
)
_PROVIDER_NAME = re.compile(r"[a-z][a-z0-9_]*", re.ASCII)
_NAME = re.compile(r"[A-Za-z0-9_-]{1,63}(\.[A-Za-z0-9_-]{1,63})*\.?", re.ASCII)


_YES_OR_NO = ("fallback", "webhook_allow_private")
_SECRET = ("database_url", "providers", "signing_key")


class SettingsError(Exception):
    """A setting is wrong; the message is one line for a person."""


def parse_rate(text: str) -> int:
    """The number in `600/min`; ValueError when the text does not look so."""
    match = _RATE.fullmatch(text)
    if match is None:
        raise ValueError("must look like 600/min, with 1 to 999999999 requests per minute")
    return int(match[1])


def _must_be_http(address: str) -> None:
    if not address.startswith(("http://", "https://")):
        raise ValueError("must start with http:// or https://")


class ProviderSettings(BaseModel):
    """Where a language model is, and how it lets us in."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal["openai-compatible", "anthropic", "local"] | None = None
    url: str | None = None
    key: SecretStr | None = None
    path: Path | None = None
    """The folder of weights, for a local one."""
    proxy: SecretStr | None = None
    """A proxy on the way to it, perhaps with a password; those of the environment are not used."""
    api_version: str | None = Field(default=None, pattern=r"^[0-9a-z.-]{1,40}$")
    """The version of Azure OpenAI's interface; with it, requests are made as Azure wants them."""

    @field_validator("proxy")
    @classmethod
    def _proxy_address(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None:
            _must_be_http(value.get_secret_value())
        return value

    @field_validator("url")
    @classmethod
    def _address(cls, value: str | None) -> str | None:
        if value is not None:
            _must_be_http(value)
        return value.rstrip("/") if value else value

    def merged(self, other: ProviderSettings | None) -> ProviderSettings:
        """These, with what the other sets."""
        return self.model_copy(update=other.model_dump(exclude_none=True) if other else {})


class Settings(BaseModel):
    """Everything an operator can set."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    data: Path = Path(".data")
    """The folder of the database, the keys and, later, the files."""
    host: str = "127.0.0.1"
    port: int = Field(default=8080, ge=0, le=65535)
    workers: int = Field(default=1, ge=1, le=64)
    """API processes; more than one only with PostgreSQL."""
    database_url: str | None = None
    """`postgresql://…`; SQLite in the data folder when absent."""
    public_url: str | None = None
    """Where people reach this server, for addresses in answers; the request's own when absent."""
    hosts: str = ""
    """Further names that this server answers to, with commas between; see `api.hosts`."""
    signing_key: SecretStr | None = None
    """32 bytes as base64: they sign the audit log. A file in the data folder when absent."""
    rate_limit: int = Field(default=600, ge=1, le=999_999_999)
    """Requests a minute for keys that have no limit of their own, written `600/min`."""
    rotation_grace: int = Field(default=86_400, ge=0, le=604_800)
    """Seconds for which a rotated key's old secret still works."""
    max_body: int = Field(default=1_048_576, ge=1_024, le=104_857_600)
    """Bytes of a JSON body."""
    header_seconds: float = Field(default=30.0, ge=0.1, le=600)
    """Seconds within which the head of a request must be complete."""
    body_seconds: float = Field(default=60.0, ge=0.1, le=600)
    """Seconds for which the body of a request may pause."""
    write_queue: int = Field(default=2_048, ge=1, le=1_000_000)
    """Write functions that may wait; beyond it a call is 503 `overloaded`."""
    job_queue: int = Field(default=10_000, ge=1, le=10_000_000)
    """Background runs that may wait; beyond it a call is 503 `overloaded`."""
    job_slots: int = Field(default=8, ge=1, le=256)
    """Background runs that one process carries at a time."""
    max_file: int = Field(default=104_857_600, ge=1, le=104_857_600)
    """Bytes of an uploaded file."""
    blobs: str | None = None
    """`s3://bucket/prefix` or a kin of it for original files; a folder in `data` when absent."""
    extract_slots: int = Field(default=2, ge=1, le=64)
    """Files that one process reads at a time."""
    extract_seconds: int = Field(default=1_800, ge=1, le=86_400)
    """The most seconds, of the clock and of computing, that reading any one file may take."""
    extract_memory: int = Field(default=4_096, ge=256, le=1_048_576)
    """Megabytes of address space that reading one file may take."""
    search_by_meaning: bool = True
    """Whether texts get vectors, so that they are found by what they mean; else by words alone."""
    vector_cache: int = Field(default=256, ge=1, le=1_048_576)
    """Megabytes of vectors that a process keeps at hand for searching."""
    vector_index: int = Field(default=50_000, ge=100, le=1_000_000_000)
    """Items from which a source of a project gets a pgvector index, on PostgreSQL."""
    lease: float = Field(default=10.0, ge=1, le=600)
    """Seconds after which a silent worker's jobs go to another."""
    shutdown_grace: int = Field(default=20, ge=0, le=600)
    """Seconds that requests under way have when the server is told to stop."""
    models: Path | None = None
    """A folder of further snapshot manifests, and aliases that point at them."""
    providers: dict[str, ProviderSettings] = {}
    """By name: where the language models of those snapshots are."""
    fallback: bool = False
    """Whether an alias falls back to the embedded mind when its language model is down."""
    model_seconds: float = Field(default=60.0, ge=0.1, le=600)
    """Seconds for one reply of a language model, with all that is tried again."""
    answer_seconds: float = Field(default=60.0, ge=1, le=600)
    """Seconds for a run on a language model where its answer is waited for (`y0-fast`)."""
    plan_seconds: float = Field(default=10.0, gt=0, le=600)
    """Seconds for one plan by the embedded mind; what takes longer is refused."""
    model_attempts: int = Field(default=3, ge=1, le=10)
    """How often a language model that fails is asked."""
    currency: str = Field(default="USD", pattern=r"^[A-Z]{3}$")
    """What prices are in: those of the manifests, of budgets and of the costs."""
    webhook_allow_private: bool = False
    """Whether webhooks may lead to private, loopback and link-local addresses."""
    webhook_retries: str = "0,5,300,1800,7200,18000,36000,50400,72000,86400"
    """Seconds before each try of a delivery, counted from the one before."""
    webhook_seconds: float = Field(default=15.0, ge=0.1, le=60)
    """Seconds that one try may take in all."""
    metrics_host: str | None = None
    metrics_port: int | None = Field(default=None, ge=1, le=65535)
    """A separate address for `/metrics`; on the main one when absent."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"

    @field_validator("*", mode="before")
    @classmethod
    def _no_boolean(cls, value: object, info: ValidationInfo) -> object:
        if isinstance(value, bool) and info.field_name not in _YES_OR_NO:
            raise ValueError("must not be true or false")
        return value

    @field_validator("rate_limit", mode="before")
    @classmethod
    def _rate(cls, value: object) -> object:
        return parse_rate(value) if isinstance(value, str) else value

    @field_validator("database_url")
    @classmethod
    def _database(cls, value: str | None) -> str | None:
        if value is not None and not value.startswith(("postgresql://", "postgres://")):
            raise ValueError("must start with postgresql://")
        return value

    @field_validator("public_url")
    @classmethod
    def _public(cls, value: str | None) -> str | None:
        if value is not None and not value.startswith(("http://", "https://")):
            raise ValueError("must start with http:// or https://")
        return value.rstrip("/") if value else value

    @field_validator("hosts")
    @classmethod
    def _hosts(cls, value: str) -> str:
        if value and not all(_NAME.fullmatch(name.strip()) for name in value.split(",")):
            raise ValueError(
                "must be names such as runs.example, separated by commas, without ports"
            )
        return value

    @field_validator("signing_key")
    @classmethod
    def _seed(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None and not _is_seed(value.get_secret_value()):
            raise ValueError("must be 32 bytes as base64, such as `openssl rand -base64 32` gives")
        return value

    @field_validator("webhook_retries")
    @classmethod
    def _retries(cls, value: str) -> str:
        steps = value.split(",")
        if len(steps) > 20 or not all(_STEP.fullmatch(step) for step in steps):
            raise ValueError("must be up to 20 numbers of seconds, separated by commas")
        return value

    @field_validator("blobs")
    @classmethod
    def _blobs(cls, value: str | None) -> str | None:
        if value is not None and "://" not in value:
            raise ValueError("must be an address such as s3://bucket/prefix")
        return value

    @field_validator("providers")
    @classmethod
    def _names(cls, value: dict[str, ProviderSettings]) -> dict[str, ProviderSettings]:
        for name in value:
            if not _PROVIDER_NAME.fullmatch(name):
                raise ValueError("names must be of small letters, figures and underscores")
        return value

    @property
    def is_sqlite(self) -> bool:
        """Whether the embedded database is used."""
        return self.database_url is None


def _is_seed(text: str) -> bool:
    try:
        return len(base64.b64decode(text, validate=True)) == 32
    except (binascii.Error, ValueError):
        return False


def load(
    environ: Mapping[str, str] | None = None, folder: Path | None = None, **given: Any
) -> Settings:
    """Settings from the file, overridden by the environment, overridden by what was `given`."""
    values: dict[str, Any] = {}
    origin: dict[str, str] = {}
    for name, value in _from_file((folder or Path.cwd()) / FILE_NAME).items():
        values[name], origin[name] = value, f"{FILE_NAME}: {name}"
    for name, value in _from_environment(os.environ if environ is None else environ).items():
        if field := _PROVIDER.fullmatch(name):
            _set_provider(values, field[1], field[2], value)
        else:
            values[name], origin[name] = value, PREFIX + name.upper()
    for name, value in given.items():
        if value is not None:
            values[name], origin[name] = value, "--" + name.replace("_", "-")
    try:
        settings = Settings(**values)
    except ValidationError as error:
        raise SettingsError(_one_line(error, origin)) from None
    if settings.workers > 1 and settings.is_sqlite:
        raise SettingsError(
            "more than one worker needs PostgreSQL: set RUNWRIGHT_DATABASE_URL, or --workers 1"
        )
    if settings.workers > 1 and settings.metrics_port is not None:
        raise SettingsError(
            "RUNWRIGHT_METRICS_PORT is the address of one process: start several with --workers 1"
        )
    return settings


def as_environment(settings: Settings) -> dict[str, str]:
    """Settings for further processes, which read them as any process does."""
    values = settings.model_dump(exclude_none=True, exclude={"workers", "providers"})
    values["rate_limit"] = f"{settings.rate_limit}/min"
    if settings.signing_key is not None:
        values["signing_key"] = settings.signing_key.get_secret_value()
    for name, given in settings.providers.items():
        for field, value in given.model_dump(exclude_none=True).items():
            plain = value.get_secret_value() if isinstance(value, SecretStr) else value
            values[f"provider_{name}_{field}"] = plain
    return {PREFIX + name.upper(): str(value) for name, value in values.items()}


def _set_provider(values: dict[str, Any], name: str, field: str, value: str) -> None:
    """Set one field of one provider, over what the file says of it."""
    providers = values.get("providers")
    if providers is None or isinstance(providers, dict):
        given = (providers or {}).get(name, {})
        if isinstance(given, dict):
            values["providers"] = {**(providers or {}), name: {**given, field: value}}


def _from_file(path: Path) -> dict[str, Any]:
    if not path.exists():
        return {}
    try:
        values = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise SettingsError(f"{FILE_NAME} cannot be read: {error}") from None
    for name in values:
        _known(name, f"{FILE_NAME}: {name}", str.lower)
    return values


def _from_environment(environ: Mapping[str, str]) -> dict[str, str]:
    values = {}
    for variable in sorted(environ):
        if variable.startswith(PREFIX) and variable not in FOR_CLIENTS:
            name = variable.removeprefix(PREFIX).lower()
            if not _PROVIDER.fullmatch(name):
                _known(name, variable, lambda known: PREFIX + known.upper())
            values[name] = environ[variable]
    return values


def _known(name: str, shown: str, spell: Any) -> None:
    if name not in Settings.model_fields:
        near = difflib.get_close_matches(name, Settings.model_fields, n=1)
        hint = f"; did you mean {spell(near[0])}?" if near else ""
        raise SettingsError(f"{shown} is not a setting{hint}")


def _one_line(error: ValidationError, origin: Mapping[str, str]) -> str:
    first = error.errors(include_url=False, include_context=False)[0]
    name = str(first["loc"][0])
    reason = first["msg"].removeprefix("Value error, ")
    # A database address may hold a password and a provider a key, so they are never shown.
    got = "" if name in _SECRET else f" (got {first['input']!r})"
    place = ".".join(str(part) for part in first["loc"])
    return f"{origin.get(name, place) if place == name else place}: {reason}{got}"
