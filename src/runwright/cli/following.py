"""A run as it happens: a line for each entry of its trace, and how it ended."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing

from runwright.cli.drawing import duration, many, pad, plain, wrap
from runwright.cli.exits import DONE, INTERRUPTED, RUN_FAILED
from runwright.cli.program import program
from runwright.cli.screen import Screen
from runwright.client import (
    AttachmentEntry,
    Client,
    ContextEntry,
    ModelEntry,
    PermissionDeniedError,
    PlanEntry,
    ResultEntry,
    Run,
    RunStep,
    StepEntry,
    TraceEntry,
)

LABEL = 8
_ANSWERING = ("part", "delta", "result")
"""Entries that are shown with the answer."""
Steps = Mapping[int, RunStep]
"""What each step did, by its number."""


def label(entry: TraceEntry) -> str:
    """What kind of entry it is, in a word."""
    if isinstance(entry, ContextEntry | AttachmentEntry):
        return "read"
    return f"step {entry.n}" if isinstance(entry, StepEntry) else plain(entry.type, is_line=True)


def detail(entry: TraceEntry, steps: Steps | None = None) -> str:
    """What it says."""
    if isinstance(entry, PlanEntry):
        return many(entry.steps, "step")
    if isinstance(entry, ContextEntry):
        # A scope names its source.
        return plain(f"{many(entry.items, 'item')} by {entry.scope}", is_line=True)
    if isinstance(entry, AttachmentEntry):
        read = f"{entry.file}, {many(entry.items, 'item')} by {entry.scope}"
        return plain(read, is_line=True)
    if isinstance(entry, StepEntry):
        return step_detail(entry.action, (steps or {}).get(entry.n))
    if isinstance(entry, ModelEntry):
        return f"{many(entry.input_tokens, 'token')} in, {entry.output_tokens:,} out"
    return ""


def step_detail(action: str, step: RunStep | None) -> str:
    """What a step did, in words where it is known: its description, and how much it kept."""
    if step is None or step.withheld:
        return plain(action, is_line=True)
    parts = [step.description or step.tool]
    if step.looked_at and step.kept is not None:
        parts.append(f"kept {step.kept:,} of {step.looked_at:,}")
    if step.error:
        parts.append(step.error)
    return plain(": ".join(parts) if len(parts) < 3 else "; ".join(parts), is_line=True)


def steps_of(client: Client, run_id: str) -> Steps:
    """What each step did; nothing where the key may not see it."""
    try:
        return {step.n: step for step in client.runs.steps(run_id)}
    except PermissionDeniedError:
        return {}


def follow(client: Client, run_id: str, screen: Screen | None) -> Run:
    """The run once it has ended; each entry is shown on the screen as it happens."""
    if screen is None:
        return client.runs.wait(run_id)
    steps: Steps = {}
    with closing(client.runs.events(run_id)) as events:
        for event in events:
            entry = event.entry
            if entry is None or entry.type in _ANSWERING:
                continue
            if isinstance(entry, StepEntry) and entry.n not in steps:
                steps = steps_of(client, run_id)
            _tell(label(entry), detail(entry, steps), screen)
    return client.runs.retrieve(run_id)


def _tell(name: str, said: str, screen: Screen) -> None:
    """A line, and further ones below it where the terminal is narrow."""
    room = None if screen.width is None else max(20, screen.width - LABEL - 4)
    first, *more = wrap(said, room).split("\n")
    screen.say(screen.dim(f"  {pad(name, LABEL)}  {first}".rstrip()))
    for line in more:
        screen.say(screen.dim(f"  {pad('', LABEL)}  {line}"))


def look_back(client: Client, run_id: str, screen: Screen | None) -> Run | None:
    """The same for a run that has ended already; None where the key may only create runs."""
    try:
        return follow(client, run_id, screen)
    except PermissionDeniedError:
        return None


def interrupted(run_id: str, screen: Screen) -> int:
    """The run continues, and the person who stopped looking is shown how to look again."""
    screen.say()
    screen.say(f"{run_id} is still running.")
    screen.say(f"  follow it  {program()} trace --follow {run_id}")
    screen.say(f"  stop it    {program()} runs cancel {run_id}")
    return INTERRUPTED


def tell_end(run: Run, answer: Screen, notes: Screen | None) -> int:
    """The answer on one screen, how it came about on the other; the exit code."""
    if run.result is not None:
        if notes is not None:
            notes.say()
        answer.text(run.result.summary)
    if notes is not None:
        notes.say()
        notes.say(notes.dim(wrap(_ended(run), notes.width)))
        if run.result is not None and run.result.artifacts:
            made = many(len(run.result.artifacts), "file")
            notes.say(notes.dim(f"It made {made}: {program()} runs save {run.id}"))
    return DONE if run.status == "completed" else RUN_FAILED


def reason(run: Run) -> str:
    """Why a run has no result."""
    if run.status == "cancelled":
        return f"{run.id} was cancelled"
    said = plain(run.error.message, is_line=True) if run.error else "no reason was given"
    return f"{run.id} failed: {said}"


def _ended(run: Run) -> str:
    parts = [run.id, run.status, run.model, f"{run.steps_used} of {many(run.max_steps, 'step')}"]
    for entry in run.trace or ():
        if isinstance(entry, ResultEntry):
            parts.append(duration(entry.ms_total * 1000))
    return ", ".join(parts)
