"""A run as it happens: a line for each entry of its trace, and how it ended."""

from __future__ import annotations

from contextlib import closing

from runwright.cli.drawing import duration, many, pad, plain, wrap
from runwright.cli.exits import DONE, INTERRUPTED, RUN_FAILED
from runwright.cli.screen import Screen
from runwright.client import (
    ContextEntry,
    ModelEntry,
    PlanEntry,
    ResultEntry,
    Run,
    Runwright,
    ScopeDenied,
    StepEntry,
    TraceEntry,
)

LABEL = 8
_ANSWERING = ("part", "delta", "result")
"""What is told with the answer."""


def label(entry: TraceEntry) -> str:
    """What kind of entry it is, in a word."""
    if isinstance(entry, ContextEntry):
        return "read"
    return f"step {entry.n}" if isinstance(entry, StepEntry) else plain(entry.type, is_line=True)


def detail(entry: TraceEntry) -> str:
    """What it says."""
    if isinstance(entry, PlanEntry):
        return many(entry.steps, "step")
    if isinstance(entry, ContextEntry):
        # A scope names its source.
        return plain(f"{many(entry.items, 'item')} by {entry.scope}", is_line=True)
    if isinstance(entry, StepEntry):
        return plain(entry.action, is_line=True)
    if isinstance(entry, ModelEntry):
        return f"{many(entry.input_tokens, 'token')} in, {entry.output_tokens} out"
    return ""


def follow(client: Runwright, run_id: str, screen: Screen | None) -> Run:
    """The run once it has ended; each entry is told on the screen as it happens."""
    if screen is None:
        return client.runs.wait(run_id)
    with closing(client.runs.events(run_id)) as events:
        for event in events:
            if event.entry is not None and event.entry.type not in _ANSWERING:
                line = f"  {pad(label(event.entry), LABEL)}  {detail(event.entry)}"
                screen.say(screen.dim(line))
    return client.runs.retrieve(run_id)


def look_back(client: Runwright, run_id: str, screen: Screen | None) -> Run | None:
    """The same for a run that has ended already; None where the key may make runs only."""
    try:
        return follow(client, run_id, screen)
    except ScopeDenied:
        return None


def interrupted(run_id: str, screen: Screen) -> int:
    """The run goes on, and whoever stopped looking is told how to look again."""
    screen.say()
    screen.say(f"{run_id} goes on.")
    screen.say(f"  follow it  runwright trace --follow {run_id}")
    screen.say(f"  stop it    runwright runs cancel {run_id}")
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
            notes.say(notes.dim(f"It made {made}: runwright runs save {run.id}"))
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
