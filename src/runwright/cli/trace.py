"""`runwright trace`: when each part of a run happened, drawn to scale."""

from __future__ import annotations

from fractions import Fraction
from itertools import zip_longest

import click

from runwright.cli import screen
from runwright.cli.connection import connected
from runwright.cli.drawing import GAP, cells, cut, duration, local, many, pad, span
from runwright.cli.exits import DONE
from runwright.cli.following import detail, follow, interrupted, label, reason
from runwright.cli.options import JSON, SERVER, print_json
from runwright.cli.screen import Screen
from runwright.client import Run, Timeline, TraceEntry
from runwright.client.types.runs import TimelineEntry

_LEAST_BAR = 12
_MOST_DETAIL = 40


@click.command()
@click.argument("run")
@click.option("--follow", "follows", is_flag=True, help="Tell its steps until it has ended.")
@SERVER
@JSON
def trace(run: str, follows: bool, server: str | None, as_json: bool) -> int:
    """Draw when each part of a run happened.

    A bar begins where its part began, and is as long as it took.
    """
    with connected(server) as client:
        if follows:
            try:
                follow(client, run, None if as_json else screen.err())
            except KeyboardInterrupt:
                return interrupted(run, screen.err())
        found = client.runs.retrieve(run)
        timeline = client.runs.timeline(run)
    if as_json:
        print_json({"run": found.raw, "timeline": timeline.raw})
    else:
        _draw(found, timeline, screen.out())
    return DONE


def _draw(run: Run, timeline: Timeline, shown: Screen) -> None:
    shown.say(f"{run.id}  {shown.status(run.status)}")
    asked = "" if run.model == timeline.snapshot else f"{run.model}, "
    steps = f"{run.steps_used} of {many(run.max_steps, 'step')}"
    shown.say(shown.dim(f"{local(run.created_at)}, {asked}{timeline.snapshot}, {steps}"))
    shown.say()
    for line in _lines(run.trace or (), timeline.entries, shown):
        shown.say(line)
    _tell_rest(run, shown)


def _tell_rest(run: Run, shown: Screen) -> None:
    if run.status == "running":
        shown.text(f"\nIt is still running: runwright trace --follow {run.id}")
    elif run.result is None:
        shown.text(f"\n{reason(run)}")
    for child in run.children or ():
        shown.say(f"\npart of it: runwright trace {child}")


def _lines(
    entries: tuple[TraceEntry, ...], times: tuple[TimelineEntry, ...], shown: Screen
) -> list[str]:
    whole = max((each.start_us + each.duration_us for each in times), default=0) or 1
    rows = [
        (label(entry), detail(entry), time)
        for entry, time in zip_longest(entries, times)
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
    """Cells for what is said, and for the bars, which get at least a third."""
    longest = max((cells(row[1]) for row in rows), default=0)
    details = min(longest, _MOST_DETAIL, max(8, room - max(_LEAST_BAR, room // 3)))
    return details, max(_LEAST_BAR, room - details)


def _bar(time: TimelineEntry | None, whole: int, width: int, shown: Screen) -> str:
    if time is None:
        return " " * width
    start, length = Fraction(time.start_us, whole), Fraction(max(1, time.duration_us), whole)
    return span(start, length, width, has_blocks=shown.has_blocks)
