"""What is to be done for a run that has its plan, wherever it is done."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from runwright import clock
from runwright.minds.types import LanguageModel, Task
from runwright.minds.values import Moment, Plan
from runwright.models.types import Snapshot
from runwright.runs.types import RunHead


def moment_of(head: RunHead) -> Moment:
    """When and where a run thinks it is, however much later it goes on or is done again."""
    return Moment(now=clock.parse(head.created_at), zone=ZoneInfo(head.request.time_zone))


def task_of(head: RunHead, plan: Plan, snapshot: Snapshot | None) -> Task:
    """The task of a run. A snapshot that is not on this server any more thinks like the first."""
    asked = head.request
    return Task(
        mind=snapshot.mind if snapshot else "embedded",
        plan=plan,
        prompt=asked.prompt,
        sources=tuple(asked.sources),
        max_steps=asked.max_steps,
        instructions=asked.instructions,
        moment=moment_of(head),
        deep=snapshot is not None and snapshot.is_deep,
        currency=asked.currency,
        files=tuple(asked.files),
        output_schema=asked.output_schema,
        notice=asked.notice,
        language=None if snapshot is None else language_of(snapshot),
    )


def language_of(snapshot: Snapshot) -> LanguageModel | None:
    """The language model of a snapshot, as every request to it repeats it."""
    model = snapshot.language
    if model is None:
        return None
    return LanguageModel(
        snapshot=snapshot.id,
        model=model.model,
        system=model.system,
        max_tokens=model.max_tokens,
        context_window=snapshot.context_window,
        temperature=model.temperature,
        seed=model.seed,
        effort=model.effort,
        weights=model.weights,
        replies=model.replies,
        sees=model.sees,
    )
