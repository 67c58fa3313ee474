"""What ids, timestamps and other strings of answers look like, as the OpenAPI document says it.

These types only describe: what a request gives is validated where its noun lives.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, WithJsonSchema

from runwright.trust.scopes import SOURCES

COMPONENT = "x-component"
"""Marks a schema that the document has once, under this name, for all places that mean it."""
SCOPE_NAME = {COMPONENT: "ScopeName"}
SERVICE_VERSION = {COMPONENT: "ServiceVersion"}


def id_pattern(*prefixes: str) -> str:
    """What an id with one of these prefixes looks like; with any prefix when none is named."""
    return rf"^({'|'.join(prefixes) or '[a-z]{2,5}'})_[0-7][0-9a-hjkmnp-tv-z]{{25}}$"


def id_schema(*prefixes: str) -> dict[str, Any]:
    """The same as a JSON schema."""
    return {"type": "string", "pattern": id_pattern(*prefixes)}


def named_id(prefix: str, what: str) -> Any:
    """What describes the id of one kind of thing in answers."""
    return WithJsonSchema({**id_schema(prefix), "description": f"The id of {what}."})


def one_of(values: Any) -> dict[str, Any]:
    """A string with one of these values."""
    return {"type": "string", "enum": [str(value) for value in values]}


def absent_or_null() -> Any:
    """The default of an answer's field that may be null as well; others are just left out."""
    return Field(default_factory=lambda: None)


AnyId = Annotated[str, WithJsonSchema(id_schema())]
AgentId = Annotated[str, named_id("ag", "an agent")]
ArtifactId = Annotated[str, named_id("art", "an artifact")]
AuditId = Annotated[str, named_id("aud", "an audit entry")]
DeliveryId = Annotated[str, named_id("dlv", "a delivery")]
EntityId = Annotated[str, named_id("ent", "an entity")]
EventId = Annotated[str, named_id("evt", "an event")]
FileId = Annotated[str, named_id("file", "a file")]
ItemId = Annotated[str, named_id("item", "a context item")]
KeyId = Annotated[str, named_id("key", "a key")]
NetworkId = Annotated[str, named_id("net", "a network")]
ProjectId = Annotated[str, named_id("proj", "a project")]
RequestId = Annotated[str, named_id("req", "a request")]
RunId = Annotated[str, named_id("run", "a run")]
WebhookId = Annotated[str, named_id("wh", "a webhook")]

Timestamp = Annotated[str, WithJsonSchema({"type": "string", "format": "date-time"})]
VersionDate = Annotated[str, WithJsonSchema({"type": "string", "format": "date"})]
"""Of the API. An answer may name one that this server does not have: a key outlives a rollback."""
ScopeName = Annotated[str, WithJsonSchema(SCOPE_NAME)]
SourceScope = Annotated[str, WithJsonSchema(one_of(SOURCES.values()))]
RateText = Annotated[str, WithJsonSchema({"type": "string", "pattern": "^[1-9][0-9]{0,8}/min$"})]
DecimalText = Annotated[
    str, WithJsonSchema({"type": "string", "pattern": r"^-?[0-9]+(\.[0-9]+)?$"})
]
Sha256 = Annotated[str, WithJsonSchema({"type": "string", "pattern": "^[0-9a-f]{64}$"})]
Uri = Annotated[str, WithJsonSchema({"type": "string", "format": "uri"})]
