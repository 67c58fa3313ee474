"""What can be asked of the analytics, and what they answer."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal, NamedTuple

from pydantic import AfterValidator, Field, WithJsonSchema

from runwright.api.fields import DecimalText, Timestamp
from runwright.api.pages import Instant
from runwright.api.parsing import Query, Shape
from runwright.clock import parse

BucketName = Literal["hour", "day", "none"]
METADATA = "metadata."
COLUMNS = {"model": "model", "agent": "agent", "network": "network", "key": "key_id"}
"""What runs can be grouped by besides their metadata, and the column that says it."""
_LONGEST_KEY = 64
_FIRST_YEAR, _LAST_YEAR = 1900, 2999


def _year(instant: str) -> str:
    if not _FIRST_YEAR <= parse(instant).year <= _LAST_YEAR:
        raise ValueError(f"must be in the years {_FIRST_YEAR} to {_LAST_YEAR}")
    return instant


def _groupings(text: str) -> str:
    names = text.split(",")
    if not all(map(_is_grouping, names)):
        known = ", ".join(COLUMNS)
        raise ValueError(f"must be one or more of {known}, metadata.<key>, separated by commas")
    if len(set(names)) < len(names):
        raise ValueError("must not repeat a grouping")
    if sum(name.startswith(METADATA) for name in names) > 1:
        raise ValueError("must have at most one metadata.<key>")
    return text


def _is_grouping(name: str) -> bool:
    if name in COLUMNS:
        return True
    return name.startswith(METADATA) and 0 < len(name.removeprefix(METADATA)) <= _LONGEST_KEY


Moment = Annotated[Instant, AfterValidator(_year)]
_GROUPING = rf"({'|'.join(COLUMNS)}|metadata\.[^,]{{1,{_LONGEST_KEY}}})"
GroupBy = Annotated[
    str,
    Field(max_length=200),
    AfterValidator(_groupings),
    WithJsonSchema(
        {
            "type": "string",
            "maxLength": 200,
            "pattern": rf"^{_GROUPING}(,{_GROUPING}){{0,{len(COLUMNS)}}}$",
        }
    ),
]


class AnalyticsQuery(Query):
    """Which runs, by when they were made, and how they are summed."""

    start: Moment | None = None
    """Only runs created at or after this time. 30 days ago if absent."""
    end: Moment | None = None
    """Only runs created before this time. Now if absent."""
    bucket: BucketName = "day"
    """How to divide the time."""
    group_by: GroupBy | None = None
    """`model`, `agent`, `network`, `key` or `metadata.<key>`, separated by commas."""

    def grouping(self) -> Grouping:
        """The groupings as a value."""
        return Grouping(tuple(self.group_by.split(",")) if self.group_by else ())


class Grouping(NamedTuple):
    """What sums are grouped by, in the order that was asked for."""

    names: tuple[str, ...]

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns among them, in the table's order."""
        return tuple(column for name, column in COLUMNS.items() if name in self.names)

    @property
    def metadata_key(self) -> str | None:
        """The key whose values they are grouped by, if any."""
        keys = [n.removeprefix(METADATA) for n in self.names if n.startswith(METADATA)]
        return keys[0] if keys else None


class Bucket(NamedTuple):
    """A stretch of time whose runs are summed."""

    start: datetime
    end: datetime


class CostRow(Shape):
    """What the runs of one group cost in one period."""

    start: Timestamp
    """When the period begins."""
    end: Timestamp
    """When it ends, exclusive."""
    group: dict[str, str | None]
    """The value of each grouping."""
    runs: int
    """How many runs there were."""
    steps: int
    """How many steps they took."""
    input_tokens: int
    """Tokens sent to language models."""
    output_tokens: int
    """Tokens that language models returned."""
    cost: DecimalText
    """What they cost."""


class CostList(Shape):
    """Costs by time and group, with the total."""

    object: Literal["list"]
    data: list[CostRow]
    """One row per period and group."""
    currency: str
    """The currency of all amounts."""
    total: DecimalText
    """The sum of all rows."""


class LatencyShape(Shape):
    """How long runs took, in milliseconds."""

    p50: float | None
    """The median."""
    p95: float | None
    """95 of 100 runs took no longer."""


class QualityRow(Shape):
    """How good the runs of one group were in one period."""

    start: Timestamp
    """When the period begins."""
    end: Timestamp
    """When it ends, exclusive."""
    group: dict[str, str | None]
    """The value of each grouping."""
    runs: int
    """How many runs there were."""
    score: float | None
    """The overall score, 0 to 1."""
    completion: float | None
    """The share of runs that completed."""
    groundedness: float | None
    """The share of statements that rest on evidence."""
    step_economy: float | None
    """The share of steps whose findings are in the answer."""
    latency_ms: LatencyShape
    """How long the runs took, in milliseconds."""
    feedback: float | None
    """The share of ratings that were good; `null` if there were none."""
    votes: int
    """How many runs somebody has rated: what `feedback` is a share of."""


class QualityList(Shape):
    """Quality by time and group."""

    object: Literal["list"]
    data: list[QualityRow]
    """One row per period and group."""
