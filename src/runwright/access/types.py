"""The wire shapes of keys and projects; `proof_types` has those of the audit log."""

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
from runwright.api.budgets import BudgetBody, BudgetShape, show_budget
from runwright.api.fields import KeyId, ProjectId, RateText, Timestamp
from runwright.api.pages import Instant, ListShape, PageQuery
from runwright.api.parsing import Body, Change, Shape, unchanged
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
        raise ValueError("must be in the future")
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
        raise ValueError("must be an ISO 4217 currency code such as EUR")
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
    """A new key."""

    name: Name
    """What the key is for. Shown in lists and in the audit log."""
    scopes: Scopes
    """What the key may do. All must be scopes of the key that creates it."""
    expires_at: Expiry | None = None
    """When the key stops working. No later than the key that creates it."""
    rate_limit: Rate | None = None
    """Requests per minute. Inherited from the key that creates it if absent."""
    budget: BudgetBody | None = None
    """The most that its runs may cost per day or month."""
    version: VersionDate | None = None
    """The API version to pin. The current version if absent."""


class ChangeKey(Change):
    """Changes to a key. Fields that are left out stay as they are.

    `null` removes an expiry, a rate limit or a budget.
    """

    name: Name = unchanged()
    """A new name."""
    scopes: Scopes = unchanged()
    """The new scopes, replacing all existing ones."""
    expires_at: Expiry | None = unchanged()
    """A new expiry, or `null` for none."""
    rate_limit: Rate | None = unchanged()
    """A new rate, or `null` for the server's default."""
    budget: BudgetBody | None = unchanged()
    """A new budget, or `null` for none."""
    version: VersionDate = unchanged()
    """The API version to pin."""


class RotateKey(Body):
    """How long the old secret keeps working."""

    grace_seconds: int | None = Field(default=None, ge=0, le=604_800)
    """How long the old secret keeps working. The server's setting if absent."""


class KeysQuery(PageQuery):
    """Which keys are listed."""

    lists = "key"


class ProjectsQuery(PageQuery):
    """Which projects are listed."""

    lists = "proj"


class KeyShape(Shape):
    """A key, without its secret."""

    id: KeyId
    """The id of the key, not its secret."""
    object: Literal["key"]
    name: str
    """What the key is for."""
    scopes: list[fields.ScopeName]
    """What the key may do."""
    rate_limit: RateText | None
    """Requests per minute; `null` for the server's default."""
    budget: BudgetShape | None
    """The most that its runs may cost; `null` for no limit."""
    expires_at: Timestamp | None
    """When it stops working; `null` for never."""
    version: fields.VersionDate
    """The API version that the key is pinned to."""
    created_at: Timestamp
    """When the key was created."""
    last_used_at: Timestamp | None
    """The hour of its last request, updated within 30 seconds. `null` if never used."""
    is_current: bool
    """Whether this is the key of the current request."""
    created_by: KeyId | None
    """The key that created it; `null` for the command line's keys and those of other projects."""


class KeyWithSecret(KeyShape):
    """A key with its secret, which is shown only once."""

    secret: str | None = None
    """The secret, shown only once. A replayed request does not show it again."""


class KeyList(ListShape):
    """One page of keys."""

    data: list[KeyShape]


class Deleted(Shape):
    """Confirms a deletion."""

    id: str
    """The id of what was deleted."""
    object: str
    """What kind of thing it was."""
    deleted: Literal[True]


class CreateProject(Body):
    """A new project."""

    name: Name
    """The name of the project."""
    time_zone: TimeZone = "UTC"
    """The IANA time zone that dates in questions and answers refer to."""
    currency: ProjectCurrency | None = None
    """The currency (ISO 4217) for bookings whose file does not name one."""


class ChangeProject(Change):
    """Changes to a project. Fields that are left out stay as they are."""

    name: Name = unchanged()
    """A new name."""
    time_zone: TimeZone = unchanged()
    """A new IANA time zone."""
    currency: ProjectCurrency | None = unchanged()
    """A new default currency (ISO 4217), or `null` for none."""


class ProjectShape(Shape):
    """A project."""

    id: ProjectId
    object: Literal["project"]
    name: str
    """The name of the project."""
    time_zone: str
    """The IANA time zone that dates in questions and answers refer to."""
    currency: str | None
    """The currency for bookings whose file, account and bank do not name one."""
    created_at: Timestamp
    """When the project was created."""


class NewProject(ProjectShape):
    """A new project with its first key, whose secret is shown only once."""

    key: KeyWithSecret
    """The first key of the project, with its secret."""


class ProjectList(ListShape):
    """The projects the key can see: its own."""

    data: list[ProjectShape]


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
