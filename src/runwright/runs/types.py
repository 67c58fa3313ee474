"""The frozen values of runs, and the bodies that make them; `shapes` has the answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import AfterValidator, Field, ValidationInfo, WithJsonSchema

from runwright import ids
from runwright.api import fields
from runwright.api.parsing import Body, Metadata
from runwright.minds.language.output_schema import InvalidSchema, validate_schema
from runwright.runs.inputs.request import Request

CATALOG = "catalog"
"""The name under which body validation finds the model catalog."""

MOST_FILES = 16
Source = Literal["calendar", "documents", "finance"]
Status = Literal["running", "completed", "failed", "cancelled"]


def _file_id(text: str) -> str:
    if not ids.is_id(text, "file"):
        raise ValueError("must be the id of a file")
    return text


FileId = Annotated[str, AfterValidator(_file_id), WithJsonSchema(fields.id_schema("file"))]


def _run_id(text: str) -> str:
    if not ids.is_id(text, "run"):
        raise ValueError("must be the id of a run")
    return text


EarlierRun = Annotated[str, AfterValidator(_run_id), WithJsonSchema(fields.id_schema("run"))]


def _runnable(model: str, info: ValidationInfo) -> str:
    names = info.context[CATALOG].runnable if info.context else ()
    if model not in names:
        raise ValueError(f"must be one of {', '.join(names)}")
    return model


RunnableModel = Annotated[str, AfterValidator(_runnable)]
"""A model that a run may name."""


def _output_schema(schema: dict[str, Any]) -> dict[str, Any]:
    try:
        validate_schema(schema)
    except InvalidSchema as invalid:
        raise ValueError(str(invalid)) from None
    return schema


OutputSchema = Annotated[dict[str, Any], AfterValidator(_output_schema)]
_NONE: Any = ()
"""An empty list that nobody can change: a default that could be changed would be copied, slowly,
for every request."""


class RunBody(Body):
    """What a run is made from, whoever chooses its model."""

    prompt: str = Field(min_length=1, max_length=4000)
    """The task, in plain words."""
    context: list[Source] = Field(default=_NONE)
    """The sources that the run may read. Each one needs its read scope."""
    max_steps: int = Field(default=4, ge=1, le=16)
    """The most steps that the run may take. A plan that needs more is refused."""
    metadata: Metadata = {}
    """Up to 16 string pairs, returned with the run and in webhooks."""
    files: list[FileId] = Field(default=_NONE, max_length=MOST_FILES)
    """The ids of files to attach. Needs the scope `files:read`."""
    previous_run: EarlierRun | None = None
    """The finished run that this one follows up on."""
    output_schema: OutputSchema | None = None
    """The JSON Schema of the object to answer with. Language models only."""

    @property
    def attached(self) -> tuple[str, ...]:
        """Each attached file once, in the order given."""
        return tuple(dict.fromkeys(self.files))

    @property
    def sources(self) -> tuple[Source, ...]:
        """Each context source once, in the order given."""
        return tuple(dict.fromkeys(self.context))


class CreateRun(RunBody):
    """A new run."""

    model: RunnableModel
    """`y0-fast`, `y0-deep`, or a dated snapshot."""


class Acting(NamedTuple):
    """The agent that a run acts for."""

    agent: str
    version: int


class RunHead(NamedTuple):
    """What is known of a run from its first moment and never changes."""

    id: str
    model: str
    snapshot: str
    created_at: str
    metadata: Mapping[str, str]
    request: Request
    acting: Acting | None = None
    network: str | None = None
    parent: str | None = None
    """The run of a network that it is part of."""
    children: tuple[str, ...] = ()
    """The runs that it is made of, if it is the run of a network."""


class Evidence(NamedTuple):
    """One item that a run's answer rests on."""

    item_id: str
    source: str
    scope: str
    file_id: str
    page: int | None


class ArtifactRecord(NamedTuple):
    """What is known of a file that a run made."""

    id: str
    run_id: str
    kind: str
    filename: str
    media_type: str
    bytes: int
    sha256: str
    created_at: str

    def as_json(self) -> dict[str, Any]:
        """As the API shows it."""
        return {
            "id": self.id,
            "object": "artifact",
            "run": self.run_id,
            "kind": self.kind,
            "filename": self.filename,
            "media_type": self.media_type,
            "bytes": self.bytes,
            "sha256": self.sha256,
            "created_at": self.created_at,
        }


class MadeArtifact(NamedTuple):
    """A file that a run made, on its way into the store."""

    record: ArtifactRecord
    content: bytes


class Used(NamedTuple):
    """What calls to a language model have used."""

    model: str
    """The snapshot that was really called."""
    input_tokens: int
    output_tokens: int
    calls: int
    cost: str
    """An exact decimal."""


class Recorded(NamedTuple):
    """One trace entry, and when it happened. A tuple: each run makes several."""

    entry: Mapping[str, Any]
    start_us: int
    duration_us: int
    output: bytes | None = None
    """What the step gave, for the steps after it; private, dropped when the run ends."""
    cpu_us: int = 0
    """The computing time that it took, as far as it was measured."""
    step: Mapping[str, Any] | None = None
    """What is frozen of a step, of a run that ends within its request: it keeps no `output`."""


class Frozen(NamedTuple):
    """A run that has ended, as bytes that never change."""

    status: Status
    steps_used: int
    body: bytes
    trace: bytes
    timeline: bytes
    sha256: str
    """Of the three together."""
    details: bytes = b""
    """What each step did, and the typed answer; on its way into the store only."""
    inputs: bytes | None = None
    """What it had read, by reference (see `minds.inputs`): on its way into the store only."""
    artifacts: tuple[MadeArtifact, ...] = ()
    """What it made: on its way into the store only."""
    answered: bool | None = None
    """Of a completed run: whether it has an answer, or declined or asked back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredRun:
    """A run as the store gives it back."""

    head: RunHead
    status: Status
    steps_used: int
    fence: int
    key_id: str
    reserved: str | None
    """What is set aside for it while it is running (see `trust.budgets`)."""
    frozen: Frozen | None
    """None while it is running."""

    @property
    def is_answered(self) -> bool:
        """Whether it has ended with an answer."""
        return self.frozen is not None and bool(self.frozen.answered)

    @property
    def ending(self) -> Frozen:
        """How it ended, of a run that is known to have."""
        if self.frozen is None:
            raise LookupError(f"{self.head.id} has not ended")
        return self.frozen


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A background run in the hands of one worker, as far as it has come."""

    head: RunHead
    fence: int
    plan: bytes
    records: tuple[Recorded, ...]
    reserved: str | None
