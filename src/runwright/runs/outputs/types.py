"""The wire shapes of `/v1/runs/:id/steps` and `/v1/runs/:id/answer`."""

from __future__ import annotations

from typing import Any, Literal

from runwright.api.fields import AnyId, RunId, ScopeName
from runwright.api.parsing import Shape
from runwright.runs.types import Status


class StepShape(Shape):
    """What one step of a run did. If the key lacks the scope of what was read, `withheld` names it
    and the arguments and results are left out."""

    object: Literal["run_step"]
    n: int
    """The number of the step, counted from 1."""
    tool: str
    """The tool that was called."""
    description: str | None = None
    """What it did, in one line."""
    arguments: dict[str, Any] | None = None
    """The arguments of the call."""
    looked_at: int | None = None
    """How many records it read."""
    kept: int | None = None
    """How many of them its result is about."""
    result: dict[str, Any] | None = None
    """What the tool returned."""
    error: str | None = None
    """Why the call failed."""
    items: list[AnyId] | None = None
    """The ids of the records that the result rests on, the first thousand."""
    more_items: int | None = None
    """How many more there are."""
    rows: list[dict[str, Any]] | None = None
    """The first hundred of those records as they are now; `erased` where one is gone."""
    run: RunId | None = None
    """In a network's run: the agent's run that took this step."""
    withheld: list[ScopeName] | None = None
    """The scopes that the key lacks to see the details."""
    start_us: int
    """When it began, in microseconds after the run was created."""
    duration_us: int
    """How long it took, in microseconds."""


class StepList(Shape):
    """Every step of a run, in order."""

    object: Literal["list"]
    data: list[StepShape]
    """The steps, in order."""


class PartShape(Shape):
    """A part of an answer: a `fact` rests on the named records; a `derived` part was computed from
    them; a `note` says what was assumed, left out or not found; a `question` asks back; a `text` is
    the model's own words; an `output` is the object that `output_schema` describes."""

    type: Literal[
        "fact",
        "derived",
        "note",
        "question",
        "text",
        "heading",
        "list",
        "table",
        "row",
        "output",
    ]
    """What kind of part it is."""
    text: str
    """The part as plain text."""
    items: list[AnyId] | None = None
    """The ids of the records it rests on, the first thousand; `/sources` has all."""
    more_items: int | None = None
    """How many more there are."""
    support: Literal["record", "derived", "own", "unsupported"] | None = None
    """On a language model: what the part rests on; `unsupported` is marked where it is shown."""
    unchecked: list[str] | None = None
    """Figures, dates and names in the model's own words that appear in no result."""
    quote: str | None = None
    """What a record says, word for word."""
    level: int | None = None
    """The level of a heading."""
    ordered: bool | None = None
    """Whether a list is numbered."""
    cells: list[str] | None = None
    """The header of a table, or the cells of a row."""
    parts: list[PartShape] | None = None
    """The entries of a list, or the rows of a table."""
    output: dict[str, Any] | None = None
    """The object that `output_schema` describes."""
    unsupported: list[str] | None = None
    """The values in `output`, as JSON Pointers, that no result or record supports."""


class AnswerShape(Shape):
    """A run's answer, part by part; empty while it is running."""

    object: Literal["answer"]
    run: RunId
    status: Status
    """The status of the run."""
    answered: bool | None
    """Whether the question was answered; `false` if declined or asked back, `null` unless
    completed."""
    parts: list[PartShape]
    """The parts, in order."""
