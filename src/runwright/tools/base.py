"""What every tool is made of: its arguments, its result, what it reads, and what it does.

A tool is pure. It says which records it needs (`reads`), whoever runs it fetches them under the
run's grant, and `run` computes with what was fetched: no database, no clock, no HTTP, and nothing
is parsed out of English. The JSON Schemas of arguments and results are what a language model is
offered, what the journal keeps, and what the documentation prints.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeVar
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict, Field

from runwright.records.facts import Day, Facts, Kind

Source = Literal["calendar", "documents", "finance"]

MOST_LISTED = 10_000
"""How many rows a result can be asked to list, for a file that is made of them."""
MOST_ROWS = 100
"""How many rows a result lists; its figures are of all that were kept."""


class Value(BaseModel):
    """A value that never changes and has no field that is not named."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class Arguments(Value):
    """What a tool is told to do. Every field has a description, written for a reader."""


class Row(Value):
    """One record that a result lists. Rows are shown under the scope of their source, from the
    record as it is when somebody looks; they are not frozen with the run."""

    id: str = Field(description="The id of the record.")


class Note(Value):
    """Something that was assumed or left out, for one short clause in the answer."""

    code: str = Field(description="What it is about, such as `currency_unknown`.")
    text: str = Field(description="The clause.")
    count: int = Field(default=0, description="How many records it concerns.")


class Result(Value):
    """What a tool gives. All but `rows` is frozen with the run."""

    looked_at: int = Field(default=0, description="How many records were looked at.")
    kept: int = Field(default=0, description="How many of them the result is about.")
    items: tuple[str, ...] = Field(
        default=(), description="The ids of the records that the result rests on."
    )
    notes: tuple[Note, ...] = Field(default=(), description="What was assumed or left out.")
    more: int = Field(default=0, description="How many rows there are beyond those listed.")
    rows: tuple[Row, ...] = Field(default=(), description="The records themselves.")


FactsT = TypeVar("FactsT", bound=Facts)


class Item(NamedTuple, Generic[FactsT]):
    """One record as a tool sees it."""

    id: str
    source: Source
    facts: FactsT
    file: str = ""
    page: int | None = None
    row: int | None = None
    """Its place in the file, from 1."""
    title: str = ""
    """Of a passage or table: the name of its file."""
    text: str = ""
    score: float = 0.0
    """How well it fits, if it was searched for."""


class Read(NamedTuple):
    """What a tool needs of one source: everything that the filters let through, or, with a
    text, the `limit` records that fit it best."""

    source: Source
    kinds: tuple[Kind, ...]
    start: Day | None = None
    end: Day | None = None
    """Days; what was over before the first or begins on the second is left out. A fetch may give
    a little more: a tool that reckons with days or hours looks again."""
    text: str = ""
    limit: int = 50
    files: tuple[str, ...] = ()
    """Only records of these files; empty for all."""


class Records(Protocol):
    """What a tool may look at, under the run's grant."""

    @property
    def today(self) -> date:
        """The day of the run, in its zone."""

    @property
    def zone(self) -> ZoneInfo:
        """The project's time zone."""

    @property
    def currency(self) -> str | None:
        """The project's currency, if it has named one."""

    def read(self, read: Read) -> Sequence[Item[Any]]:
        """The records of one of the reads that the tool asked for; those of a file in the order
        in which it has them, or the best first if they were searched for."""

    def result(self, name: str) -> Result:
        """An earlier result of the run, `r2` for that of its second call; `InvalidCall` if there
        is none."""


class InvalidCall(Exception):
    """The arguments lead nowhere; says why, to whoever made the call."""


ArgumentsT = TypeVar("ArgumentsT", bound=Arguments)
ResultT = TypeVar("ResultT", bound=Result)


def reads_nothing(_arguments: Arguments) -> tuple[Read, ...]:
    """What a tool reads that computes with earlier results alone."""
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool(Generic[ArgumentsT, ResultT]):
    """One tool. `catalog.TOOLS` has them all."""

    name: str
    description: str
    """What it does and when to use it: one or two sentences, for a reader who has the schemas."""
    arguments: type[ArgumentsT]
    result: type[ResultT]
    run: Callable[[ArgumentsT, Records], ResultT]
    describe: Callable[[ArgumentsT], str]
    """The call in one line of words: `payments to REWE, 1-31 October 2026`."""
    sources: tuple[Source, ...] = ()
    """Every source that it may read: a key without the scope of one is not offered that part."""
    combinations: tuple[tuple[Source, ...], ...] = ()
    """Which sources it needs together, if one of them alone is not enough: any of these."""
    reads: Callable[[ArgumentsT], tuple[Read, ...]] = reads_nothing
    row: Callable[[Item[Any]], Row] | None = None
    """A record as a row of the result, for whoever looks at the step later; None if it has none."""
    is_step: bool = True
    """Whether a call counts against `max_steps`."""


def frozen(result: Result) -> dict[str, Any]:
    """A result as it is frozen with the run: without rows, and without what is as always."""
    return result.model_dump(mode="json", exclude={"rows"}, exclude_defaults=True)
