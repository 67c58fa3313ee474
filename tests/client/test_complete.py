"""The client has a method for every operation of the API, with all its parameters and fields.

Calls are generators that yield requests, so each method can be asked what it would send.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple
from urllib.parse import unquote

import httpx
import pytest

from runwright import client as public
from runwright.client.calls import Noun, Options, call, flow
from runwright.client.clients import Nouns
from runwright.client.errors import MalformedResponseError
from runwright.client.requests import Answer, Open, Request, Send
from runwright.client.types import access, analytics, catalog, context, events, files, proofs, runs
from runwright.client.types import common as common_types
from runwright.client.values import Value, _fields
from support.server import Server

ARGUMENTS: dict[str, Any] = {
    "Sequence": ["x"],
    "Uploadable": b"x",
    "Metadata": {"team": "blue"},
    "Progress": None,
    "str": "x",
    "int": 1,
    "float": 1,
    "bool": True,
    "Decimal": 1,
}
"""By what stands in an annotation, the first that does; all others are text."""
NOT_OFFERED = {"before"}
"""An iterator goes one way: `order` turns it round."""
SAVING = {"download"}
"""Saves what `chunks` gives, and sends nothing else."""


class Sent(NamedTuple):
    """What a method sends, by names alone."""

    method: str
    path: str
    query: frozenset[str]
    body: frozenset[str]


def nouns() -> Iterator[tuple[str, Noun[Any]]]:
    for name, noun in vars(Nouns(None, Options(url="", api_key="x"))).items():  # type: ignore[type-var]
        if isinstance(noun, Noun):
            yield name, noun


def methods() -> Iterator[tuple[str, Any, Noun[Any]]]:
    for noun_name, noun in nouns():
        for cls in type(noun).__mro__:
            for name, found in vars(cls).items():
                if isinstance(found, call | flow) and name not in SAVING:
                    yield f"{noun_name}.{name}", found._steps, noun


def argument(parameter: inspect.Parameter) -> Any:
    annotation = str(parameter.annotation)
    return next((given for name, given in ARGUMENTS.items() if name in annotation), "x")


def requests_of(steps: Any, noun: Noun[Any]) -> list[Request]:
    """What a method sends when everything is given, until it is satisfied or at a loss."""
    _, *parameters = inspect.signature(steps).parameters.values()
    named = {each.name: argument(each) for each in parameters}
    found: list[Request] = []
    asking = steps(noun, **named)
    reply = None
    try:
        while len(found) < 3:
            ask = asking.send(reply)
            reply = None
            if isinstance(ask, Send | Open):
                found.append(ask.request)
                reply = Answer(status=200, headers={}, content=b'{"data": [], "has_more": false}')
    except (StopIteration, MalformedResponseError):
        return found
    finally:
        asking.close()
    return found


def sent_by(request: Request) -> Sent:
    path = re.sub(r"(?<=/)(x|1)(?=/|$)", "{}", unquote(request.url))
    body = set(json.loads(request.body)) if request.body else set()
    if request.form is not None:
        body = set(re.findall(r'; name="(\w+)"', request.form.head.decode()))
    query = {name.partition(".")[0] for name in request.query}
    return Sent(request.method, path, frozenset(query), frozenset(body))


@cache
def everything_sent() -> list[Sent]:
    return [
        sent_by(request) for _, steps, noun in methods() for request in requests_of(steps, noun)
    ]


@pytest.fixture(scope="module")
def openapi(server: Server) -> dict[str, Any]:
    return dict(httpx.get(f"{server.url}/openapi.json").json())


def resolved(openapi: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    if "$ref" in schema:
        return dict(openapi["components"]["schemas"][schema["$ref"].rpartition("/")[2]])
    return schema


def operations(openapi: dict[str, Any]) -> Iterator[Sent]:
    for path, by_method in openapi["paths"].items():
        for method, operation in by_method.items():
            query = {
                each["name"].partition(".")[0]
                for each in operation.get("parameters", [])
                if each["in"] == "query"
            }
            content = operation.get("requestBody", {}).get("content", {})
            body = set()
            for each in content.values():
                body |= set(resolved(openapi, each["schema"])["properties"])
            where = re.sub(r"\{\w+\}", "{}", path)
            yield Sent(method.upper(), where, frozenset(query - NOT_OFFERED), frozenset(body))


def test_every_operation_has_a_method(openapi: dict[str, Any]) -> None:
    offered = {(sent.method, sent.path) for sent in everything_sent()}
    wanted = {(sent.method, sent.path) for sent in operations(openapi)}
    assert offered == wanted
    assert len(wanted) > 60


def test_every_parameter_and_every_field_can_be_given(openapi: dict[str, Any]) -> None:
    missing = {}
    for wanted in operations(openapi):
        sent = [each for each in everything_sent() if each[:2] == wanted[:2]]
        query = frozenset().union(*(each.query for each in sent))
        body = frozenset().union(*(each.body for each in sent))
        if lacking := (wanted.query - query) | (wanted.body - body):
            missing[wanted[:2]] = lacking
        assert query <= wanted.query | {"metadata"}
        assert body <= wanted.body
    assert missing == {}


SHAPES: dict[str, type[Value]] = {
    "RunShape": runs.Run,
    "ResultShape": runs.RunResult,
    "RequestShape": runs.RunRequest,
    "UsageShape": runs.RunUsage,
    "ErrorShape": common_types.Failure,
    "TimelineShape": runs.Timeline,
    "TimelineEntry": runs.TimelineEntry,
    "SourceShape": runs.RunSource,
    "StepShape": runs.RunStep,
    "AnswerShape": runs.RunAnswer,
    "PartShape": runs.AnswerPart,
    "FeedbackShape": runs.Feedback,
    "RunProofShape": proofs.RunProof,
    "SealShape": proofs.Seal,
    "FrozenShape": proofs.FrozenRun,
    "ProvedEntryShape": proofs.ProvedEntry,
    "ReplayShape": proofs.Replay,
    "ReplayFactShape": proofs.ReplayFact,
    "ArtifactShape": runs.Artifact,
    "FileShape": files.File,
    "FileError": common_types.Failure,
    "ExtractedCounts": files.ExtractedCounts,
    "ReextractionShape": files.Reextraction,
    "DeletedFile": files.DeletedFile,
    "ExtractionShape": files.Extraction,
    "PageShape": files.PageText,
    "RecordShape": files.Record,
    "TableShape": files.Table,
    "SegmentShape": files.Segment,
    "ItemShape": context.ContextItem,
    "MentionedShape": context.Mention,
    "EntityShape": context.Entity,
    "AgentShape": public.Agent,
    "InterpretedAgent": public.InterpretedAgent,
    "NetworkShape": public.Network,
    "BudgetShape": common_types.Budget,
    "CostList": analytics.Costs,
    "CostRow": analytics.CostRow,
    "QualityRow": analytics.QualityRow,
    "LatencyShape": analytics.Latency,
    "EventShape": events.Event,
    "EventData": events.EventData,
    "WebhookWithSecret": events.Webhook,
    "DeliveryShape": events.Delivery,
    "DeliveryDetailShape": events.DeliveryDetail,
    "DeliveryRequestShape": events.DeliveryRequest,
    "DeliveryResponseShape": events.DeliveryResponse,
    "AttemptShape": events.Attempt,
    "KeyWithSecret": access.Key,
    "DeviceShape": access.DeviceLogin,
    "TokenShape": access.LoginToken,
    "LoginShape": access.WaitingLogin,
    "NewProject": access.Project,
    "AuditEntry": access.AuditEntry,
    "AuditVerification": access.AuditVerification,
    "CheckpointShape": access.Checkpoint,
    "KnownKeyShape": access.KnownKey,
    "ProofShape": access.InclusionProof,
    "ConsistencyShape": access.ConsistencyProof,
    "ReceiptShape": access.ErasureReceipt,
    "ModelItem": catalog.ListedModel,
    "ModelDetail": catalog.Model,
    "OriginShape": catalog.ModelOrigin,
    "PriceShape": catalog.ModelPrice,
    "DeprecationShape": catalog.Deprecation,
    "ToolShape": catalog.Tool,
    "CatalogItem": catalog.ListedError,
    "CatalogDetail": catalog.ErrorDetail,
    "VersionItem": catalog.Version,
    **dict.fromkeys(
        ("Deleted", "DeletedRun", "DeletedAgent", "DeletedNetwork", "DeletedWebhook"),
        common_types.Deleted,
    ),
}
OTHERWISE = {
    **dict.fromkeys(
        ("Event", "Attendee", "Transaction", "Passage", "Turn", "Table", "Document"),
        "facts, a mapping whose fields depend on their kind",
    ),
    "KeyShape": "a key without its secret",
    "ProjectShape": "a project without its key",
    "WebhookShape": "a webhook without its secret",
    "QualityList": "given as its rows",
    "ErrorEnvelope": "an exception",
    "ErrorBody": "an exception",
    "FoundShape": "given as its items",
    **dict.fromkeys(
        ("PlanEntry", "ModelEntry", "AttachmentEntry", "ContextEntry", "StepEntry", "ResultEntry"),
        "each a `TraceEntry`",
    ),
    **dict.fromkeys(("ScopeName", "ServiceVersion"), "a string"),
}
NO_ANSWER = re.compile(
    r"(Create|Change|Run|Rotate|Give|Ask)[A-Z]\w*|BudgetBody|\w*List|\w*Content\w*|\w*Stream\w*|Approve"
)


def test_every_field_of_an_answer_has_a_place(openapi: dict[str, Any]) -> None:
    schemas = openapi["components"]["schemas"]
    wrong = {}
    for name, cls in SHAPES.items():
        known = {each.wire for each in _fields(cls)}
        shown = set(schemas[name]["properties"])
        if known - {"object"} != shown - {"object"}:
            wrong[name] = known ^ shown
    assert wrong == {}


def test_every_shape_of_an_answer_is_known(openapi: dict[str, Any]) -> None:
    known = set(SHAPES) | set(OTHERWISE)
    unknown = {
        name
        for name in openapi["components"]["schemas"]
        if name not in known and not NO_ANSWER.fullmatch(name)
    }
    assert unknown == set()
