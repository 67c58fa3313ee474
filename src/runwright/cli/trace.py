"""`runwright trace`: what a run did, step by step, and when, drawn to scale."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import zip_longest

import click

from runwright.cli import screen
from runwright.cli.command import command
from runwright.cli.connection import connected
from runwright.cli.drawing import GAP, cells, cut, duration, local, many, pad, span
from runwright.cli.exits import DONE
from runwright.cli.following import (
    Steps,
    detail,
    follow,
    interrupted,
    label,
    reason,
    steps_of,
)
from runwright.cli.naming import run_id
from runwright.cli.options import JSON, RUN, SERVER, print_json
from runwright.cli.program import program
from runwright.cli.screen import Screen
from runwright.client import Client, Run, Timeline
from runwright.client.types.runs import TimelineEntry

_LEAST_BAR = 12
_MOST_DETAIL = 56


@command(examples=["runwright trace last", "runwright trace --follow run_…"])
@RUN
@click.option("--follow", "follows", is_flag=True, help="Show its steps until it has ended.")
@SERVER
@JSON
def trace(run: str, follows: bool, server: str | None, as_json: bool) -> int:
    """Show what a run did, step by step, drawn to scale.

    RUN is an id, or `last`. A bar starts when its part started, and is as long as it took.
    """
    with connected(server) as client:
        run = run_id(client, run)
        if follows:
            try:
                follow(client, run, None if as_json else screen.err())
            except KeyboardInterrupt:
                return interrupted(run, screen.err())
        found = client.runs.retrieve(run, expand=["request"])
        timeline = client.runs.timeline(run)
        steps = steps_of(client, run)
        parts = [_child(client, each) for each in found.children or ()] if not as_json else []
    if as_json:
        shown_steps = [step.raw for step in steps.values()]
        print_json({"run": found.raw, "timeline": timeline.raw, "steps": shown_steps})
    else:
        _draw(found, timeline, steps, screen.out())
        _tell_parts(parts, screen.out())
    return DONE


def _child(client: Client, run: str) -> Run:
    return client.runs.retrieve(run, include_trace=False, expand=["request"])


def _tell_parts(parts: Sequence[Run], shown: Screen) -> None:
    """The runs of a network's agents, by the names of the agents."""
    for part in parts:
        who = part.agent_name or "a deleted agent"
        shown.say(f"\n{who}: {program()} trace {part.id}")


def _draw(run: Run, timeline: Timeline, steps: Steps, shown: Screen) -> None:
    shown.say(f"{run.id}  {shown.status(run.status)}")
    if run.request:
        shown.text(run.request.prompt)
    asked = "" if run.model == timeline.snapshot else f"{run.model}, "
    taken = f"{run.steps_used} of {many(run.max_steps, 'step')}"
    shown.say(shown.dim(f"{local(run.created_at)}, {asked}{timeline.snapshot}, {taken}"))
    shown.say()
    for line in _lines(run, timeline.entries, steps, shown):
        shown.say(line)
    _tell_rest(run, shown)


def _tell_rest(run: Run, shown: Screen) -> None:
    if run.status == "running":
        shown.text(f"\nIt is still running: {program()} trace --follow {run.id}")
    elif run.result is None:
        shown.text(f"\n{reason(run)}")


def _lines(run: Run, times: tuple[TimelineEntry, ...], steps: Steps, shown: Screen) -> list[str]:
    whole = max((each.start_us + each.duration_us for each in times), default=0) or 1
    rows = [
        (label(entry), detail(entry, steps), time)
        for entry, time in zip_longest(run.trace or (), times)
        if entry is not None
    ]
    labels = max((cells(row[0]) for row in rows), default=0)
    took = [duration(row[2].duration_us) if row[2] else "" for row in rows]
    right = max(map(cells, took), default=0)
    details, bars = _widths(rows, shown.columns - labels - right - 3 * len(GAP))
    return [
        GAP.join(
            (
                pad(name, labels),
                pad(cut(said, details), details),
                _bar(time, whole, bars, shown),
                pad(spent, right, is_right=True),
            )
        )
        for (name, said, time), spent in zip(rows, took, strict=True)
    ]


def _widths(rows: list[tuple[str, str, TimelineEntry | None]], room: int) -> tuple[int, int]:
    """Cells for what is said, and for the bars, which get at least a quarter."""
    longest = max((cells(row[1]) for row in rows), default=0)
    details = min(longest, _MOST_DETAIL, max(8, room - max(_LEAST_BAR, room // 4)))
    return details, max(_LEAST_BAR, room - details)


def _bar(time: TimelineEntry | None, whole: int, width: int, shown: Screen) -> str:
    if time is None:
        return " " * width
    start, length = Fraction(time.start_us, whole), Fraction(max(1, time.duration_us), whole)
    return span(start, length, width, has_blocks=shown.has_blocks)
