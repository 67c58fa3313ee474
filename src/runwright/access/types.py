"""The wire shapes of keys, projects, audit entries, proofs and receipts."""

from __future__ import annotations

from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    PlainSerializer,
    ValidationInfo,
    WithJsonSchema,
)

from runwright.api import fields
from runwright.api.audit_shapes import AuditEntry, Hash
from runwright.api.budgets import BudgetBody, BudgetShape, show_budget
from runwright.api.fields import (
    AnyId,
    KeyId,
    ProjectId,
    RateText,
    RunId,
    Sha256,
    Timestamp,
)
from runwright.api.pages import Instant, ListShape, PageQuery
from runwright.api.parsing import Body, Change, Query, QueryInt, Shape, unchanged
from runwright.clock import now, stamp
from runwright.config import parse_rate
from runwright.text.currencies import CODES
from runwright.trust.key_uses import this_hour
from runwright.trust.scopes import Scope
from runwright.trust.types import Key, Project

VERSIONS = "versions"
"""The name under which body validation finds the dated versions."""


def _scope(name: str) -> str:
    if name not in Scope._value2member_map_:
        raise ValueError(f"must be one of {', '.join(Scope)}")
    return name


def _rate(value: Any) -> Any:
    if isinstance(value, str):
        return parse_rate(value)
    return value


def _known_version(version: str, info: ValidationInfo) -> str:
    versions = info.context[VERSIONS] if info.context else None
    if versions is not None and version not in versions:
        raise ValueError(f"must be one of {', '.join(known.id for known in versions.all)}")
    return version


def _ahead(instant: str) -> str:
    if instant <= stamp(now()):
        raise ValueError("must lie in the future")
    return instant


def _time_zone(name: str) -> str:
    try:
        ZoneInfo(name)
    except (ValueError, OSError, KeyError):
        raise ValueError("must be a time zone such as UTC or Europe/Berlin") from None
    return name


Name = Annotated[str, Field(min_length=1, max_length=100)]
ScopeName = Annotated[str, AfterValidator(_scope), WithJsonSchema(fields.SCOPE_NAME)]
Scopes = Annotated[list[ScopeName], Field(min_length=1, max_length=64)]
Rate = Annotated[
    int,
    BeforeValidator(_rate),
    Field(ge=1, le=999_999_999),
    PlainSerializer(lambda rate: f"{rate}/min"),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "string", "pattern": "^[1-9][0-9]{0,8}/min$"},
                {"type": "integer", "minimum": 1, "maximum": 999_999_999},
            ]
        }
    ),
]
"""Requests a minute: `600/min`, or the number alone."""


def _currency(code: str) -> str:
    if code not in CODES:
        raise ValueError("must be a currency of ISO 4217, such as EUR")
    return code


ProjectCurrency = Annotated[
    str,
    AfterValidator(_currency),
    WithJsonSchema({"type": "string", "pattern": "^[A-Z]{3}$"}),
]
TimeZone = Annotated[str, Field(min_length=1, max_length=64), AfterValidator(_time_zone)]
VersionDate = Annotated[
    str,
    Field(pattern=r"^\d{4}-\d{2}-\d{2}$"),
    AfterValidator(_known_version),
    WithJsonSchema(fields.SERVICE_VERSION),
]
Expiry = Annotated[Instant, AfterValidator(_ahead)]


class CreateKey(Body):
    """What a key is made from."""

    name: Name
    scopes: Scopes
    expires_at: Expiry | None = None
    rate_limit: Rate | None = None
    budget: BudgetBody | None = None
    version: VersionDate | None = None


class ChangeKey(Change):
    """What can be changed of a key; what is absent stays.

    `null` takes away an expiry, a rate of its own or a budget.
    """

    name: Name = unchanged()
    scopes: Scopes = unchanged()
    expires_at: Expiry | None = unchanged()
    rate_limit: Rate | None = unchanged()
    budget: BudgetBody | None = unchanged()
    version: VersionDate = unchanged()


class RotateKey(Body):
    """For how long the old secret still works."""

    grace_seconds: int | None = Field(default=None, ge=0, le=604_800)


class KeysQuery(PageQuery):
    """Which keys are listed."""

    lists = "key"


class ProjectsQuery(PageQuery):
    """Which projects are listed."""

    lists = "proj"


class KeyShape(Shape):
    """A key, without its secret."""

    id: KeyId
    object: Literal["key"]
    name: str
    scopes: list[fields.ScopeName]
    rate_limit: RateText | None
    budget: BudgetShape | None
    expires_at: Timestamp | None
    version: fields.VersionDate
    created_at: Timestamp
    last_used_at: Timestamp | None
    """The hour of its last request; null until its first. Stored within 30 seconds."""
    is_current: bool
    """Whether it is the key of this request."""
    created_by: KeyId | None
    """The key that created it; null for keys from the server's command line or another project."""


class KeyWithSecret(KeyShape):
    """A key with its secret, which is shown this once: a replay of the request lacks it."""

    secret: str | None = None


class KeyList(ListShape):
    """One page of keys."""

    data: list[KeyShape]


class Deleted(Shape):
    """Confirmation that something is gone."""

    id: str
    object: str
    deleted: Literal[True]


class CreateProject(Body):
    """What a project is made from."""

    name: Name
    time_zone: TimeZone = "UTC"
    currency: ProjectCurrency | None = None


class ChangeProject(Change):
    """What can be changed of a project; what is absent stays."""

    name: Name = unchanged()
    time_zone: TimeZone = unchanged()
    currency: ProjectCurrency | None = unchanged()


class ProjectShape(Shape):
    """A project."""

    id: ProjectId
    object: Literal["project"]
    name: str
    time_zone: str
    currency: str | None
    """Of bookings whose file, account and bank do not tell theirs."""
    created_at: Timestamp


class NewProject(ProjectShape):
    """A new project with its first key, whose secret is shown this once."""

    key: KeyWithSecret


class ProjectList(ListShape):
    """The projects that a key can see: its own."""

    data: list[ProjectShape]


class AuditQuery(PageQuery):
    """Which audit entries are listed."""

    lists = "aud"

    # The log is about the past: what is deleted, or was never there, can be asked for as well.
    action: Annotated[str, Field(max_length=64)] | None = None
    key: Annotated[str, Field(max_length=64)] | None = None
    resource: Annotated[str, Field(max_length=64)] | None = None
    decision: Literal["allowed", "denied"] | None = None
    since: Instant | None = None
    until: Instant | None = None
    reads: Literal["all", "others", "none"] = "all"
    """Whether allowed reads are listed: all, those of other keys, or none. What runs read is
    always listed."""


class AuditList(ListShape):
    """One page of the audit log."""

    data: list[AuditEntry]


class AuditVerification(Shape):
    """What a walk along the whole chain found."""

    object: Literal["audit_verification"]
    valid: bool
    entries: int
    head_hash: Sha256
    broken_seq: int | None
    reason: str | None


class ConsistencyQuery(Query):
    """Between which sizes of the tree consistency is to be proved."""

    first: QueryInt = Field(alias="from", ge=1)
    to: QueryInt | None = Field(default=None, ge=1)
    """The tree as it is now when absent."""


class KnownKeyShape(Shape):
    """A key that has signed this log since then."""

    verifier_key: str
    since: Timestamp


class CheckpointShape(Shape):
    """The size and the root of the tree, signed."""

    object: Literal["audit_checkpoint"]
    size: int
    root: Hash
    note: str
    """The same as a C2SP checkpoint in a signed note: what to keep, and to give to others."""
    verifier_key: str
    keys: list[KnownKeyShape]


class ProofShape(Shape):
    """What proves that an entry is in the tree."""

    object: Literal["audit_proof"]
    seq: int
    index: int
    """Its place in the tree: `seq` less one."""
    size: int
    root: Hash
    hashes: list[Hash]
    """RFC 6962's audit path, from the leaf up."""
    entry: AuditEntry
    note: str
    verifier_key: str


class ConsistencyShape(Shape):
    """What proves that an earlier tree is the beginning of a later one."""

    object: Literal["audit_consistency"]
    first: int = Field(alias="from")
    to: int
    from_root: Hash
    to_root: Hash
    hashes: list[Hash]
    note: str | None
    """Of the later tree; null when that one was never signed."""
    verifier_key: str


class ReceiptShape(Shape):
    """What was erased, and when: signed, with proof of the audit entry."""

    id: AnyId
    object: Literal["erasure"]
    what: str
    counts: dict[str, int]
    runs: list[RunId]
    """Runs that were erased with it (`counts.runs`) and runs that had read it and stay
    (`counts.kept_runs`)."""
    audit_seq: int
    at: Timestamp
    verifier_key: str
    signature: str
    """Ed25519 over the canonical JSON of all but this and the proof, as base64."""
    proof: ProofShape | None
    """Null only if the log was forged before the entry."""


def show_key(key: Key, current: str) -> dict[str, Any]:
    """A key as JSON, for the key with the id `current`, which is being used right now."""
    is_current = key.id == current
    return {
        "id": key.id,
        "object": "key",
        "name": key.name,
        "scopes": sorted(key.scopes),
        "rate_limit": f"{key.rate_limit}/min" if key.rate_limit else None,
        "budget": show_budget(key.budget),
        "expires_at": key.expires_at,
        "version": key.version,
        "created_at": key.created_at,
        "last_used_at": this_hour() if is_current else key.last_used_at,
        "is_current": is_current,
        "created_by": key.created_by,
    }


def show_project(project: Project) -> dict[str, Any]:
    """A project as JSON."""
    return {
        "id": project.id,
        "object": "project",
        "name": project.name,
        "time_zone": project.time_zone,
        "currency": project.currency,
        "created_at": project.created_at,
    }
