"""What a mind is, and the values that pass between minds and the loop."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, Protocol

from runwright.context.types import Gathering
from runwright.minds.reading import ReadResult
from runwright.minds.values import Artifact, Moment, Plan, Weighed
from runwright.models.conversation import ModelRequest, ToolCall

Stop = Literal["budget", "deadline", "unavailable"]
"""Why a language model is asked no further."""


class LanguageModel(NamedTuple):
    """The language model that thinks for a run, as every request to it repeats it."""

    snapshot: str
    model: str
    system: str
    max_tokens: int
    context_window: int
    temperature: float | None = None
    seed: int | None = None
    effort: str | None = None
    weights: str | None = None
    replies: Literal["tools", "json"] = "tools"
    sees: bool = False
    """Whether it is shown the pictures among the attached files."""


class Task(NamedTuple):
    """A run that is planned: all that its way depends on, but for what it reads."""

    mind: str
    """Which mind it is for; see `minds.opening`."""
    plan: Plan
    prompt: str
    sources: tuple[str, ...]
    max_steps: int
    instructions: str
    moment: Moment
    deep: bool = False
    """Whether it may read again and check its own answer."""
    currency: str | None = None
    """The project's, for bookings whose file does not tell it."""
    files: tuple[str, ...] = ()
    """The ids of the attached files."""
    output_schema: Mapping[str, Any] | None = None
    """The JSON Schema of the object that is to be given as the answer."""
    notice: str = ""
    """What is said below the answer: who answers in whose place."""
    language: LanguageModel | None = None
    """Who thinks, where that is a language model."""

    @property
    def read_sources(self) -> tuple[str, ...]:
        """The sources that it reads of those asked for: an agent's rules may leave some out."""
        return self.sources if self.plan.sources is None else self.plan.sources


class Read(NamedTuple):
    """What is to be fetched from one source before the next step."""

    source: str
    queries: tuple[tuple[Gathering, ...], ...] = ()
    """Each is fetched on its own, so that whoever asked for it finds it again; none of them where
    the source is only to be named."""


class Call(NamedTuple):
    """A step that is to be done."""

    tool: str
    arguments: Mapping[str, Any]
    """As JSON."""
    description: str
    """In one line of words."""


class Turn(NamedTuple):
    """What comes next: first what is to be read, then what is to be done with it."""

    reads: tuple[Read, ...] = ()
    calls: tuple[Call, ...] = ()


class Told(NamedTuple):
    """What came of asking a language model: its reply, or why there is none."""

    text: str = ""
    calls: tuple[ToolCall, ...] = ()
    failure: str = ""
    """The kind of a failure that the mind can deal with; see `models.providers.types.Kind`."""
    input_tokens: int = 0
    output_tokens: int = 0
    cost: str = "0"
    """An exact decimal."""


def told_to_json(told: Told) -> list[Any]:
    """What came of asking, as JSON."""
    return [told.text, [list(call) for call in told.calls], *told[2:]]


def told_from(values: Sequence[Any]) -> Told:
    """What came of asking, read back from JSON."""
    told = Told(*values)
    return told._replace(calls=tuple(ToolCall(*call) for call in told.calls))


class Ask(NamedTuple):
    """That a language model is to be asked before a run can go on."""

    request: ModelRequest
    tell: Callable[[Told], None]
    """What came of it, now or before the run was interrupted."""
    stop: Callable[[Stop], None]
    """That it cannot be asked: what is left is to close."""


class Output(NamedTuple):
    """What a step gave."""

    step: Mapping[str, Any]
    """What is frozen of it: its result without rows, its counts and the ids it rests on."""
    private: Mapping[str, Any]
    """What later steps need of it; dropped when the run ends."""


class Closing(NamedTuple):
    """What a run says in the end, and what is kept about it."""

    summary: str
    parts: tuple[Mapping[str, Any], ...]
    """The answer, typed."""
    answered: bool
    """Whether it says what was asked for; otherwise it declines, or asks back."""
    artifacts: tuple[Artifact, ...]
    inputs: bytes | None
    weighed: Weighed
    cited: bytes


class Mind(Protocol):
    """Thinks for one run. It is pure: told the same in the same order, it does the same."""

    def next(self) -> Turn | Ask | None:
        """What comes next; None when only the answer is left."""

    def was_read(self, read: Read, found: ReadResult) -> int:
        """A read was done; how many records of it the run may see."""

    def perform(self, call: Call) -> Output:
        """Do a step. It is not taken into account before `was_done`."""

    def was_done(self, call: Call, output: Output) -> None:
        """A step was done, now or before the run was interrupted."""

    def close(self) -> Closing:
        """The answer."""
