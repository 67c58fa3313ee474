"""The wire shapes of `/v1/runs/:id/steps` and `/v1/runs/:id/answer`."""

from __future__ import annotations

from typing import Any, Literal

from runwright.api.fields import AnyId, RunId, ScopeName
from runwright.api.parsing import Shape
from runwright.runs.types import Status


class StepShape(Shape):
    """What one step of a run did. Without the scope of what it read, `withheld` names what is
    missing instead of its arguments and its result."""

    object: Literal["run_step"]
    n: int
    tool: str
    description: str | None = None
    """What it was told to do, in one line of words."""
    arguments: dict[str, Any] | None = None
    looked_at: int | None = None
    """How many records it looked at."""
    kept: int | None = None
    """How many of them its result is about."""
    result: dict[str, Any] | None = None
    error: str | None = None
    """Why the call led nowhere."""
    items: list[AnyId] | None = None
    """The records that its result rests on, the first thousand of them."""
    more_items: int | None = None
    rows: list[dict[str, Any]] | None = None
    """The first hundred of those records as they are now; `erased` where one is gone."""
    run: RunId | None = None
    """Of a step that an agent of a network took: its run, which has the rest."""
    withheld: list[ScopeName] | None = None
    start_us: int
    duration_us: int


class StepList(Shape):
    """Every step of a run, in order."""

    object: Literal["list"]
    data: list[StepShape]


class PartShape(Shape):
    """A part of an answer: a `fact` rests on the records named; a `derived` part was worked out
    from them; a `note` says what was assumed, left out or not found, a `question` asks back; a
    `text` is the mind's own words; an `output` is the object that was asked for."""

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
    text: str
    items: list[AnyId] | None = None
    """What it rests on: the first thousand, and all in `/sources`."""
    more_items: int | None = None
    """How many there are beyond those listed."""
    support: Literal["record", "derived", "own", "unsupported"] | None = None
    """On a language model: what the part rests on; `unsupported` is marked where it is shown."""
    unchecked: list[str] | None = None
    """Figures, days and names in the model's own words that stand in no result."""
    quote: str | None = None
    """What a record says, word for word."""
    level: int | None = None
    """Of a heading."""
    ordered: bool | None = None
    """Of a list."""
    cells: list[str] | None = None
    """Of a table its header, of a row its cells."""
    parts: list[PartShape] | None = None
    """The entries of a list, the rows of a table."""
    output: dict[str, Any] | None = None
    """The object that `output_schema` asks for."""
    unsupported: list[str] | None = None
    """The places in it, as JSON Pointers, that stand in no result and no record."""


class AnswerShape(Shape):
    """A run's answer, part by part; empty while it is running."""

    object: Literal["answer"]
    run: RunId
    status: Status
    answered: bool | None
    """Whether it says what was asked for; false where it declines or asks back; null unless the
    run is completed."""
    parts: list[PartShape]
