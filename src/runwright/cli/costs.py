"""`runwright costs`: what runs have cost, exactly, as a small chart."""

from __future__ import annotations

from datetime import datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from typing import Final, NamedTuple

import click

from runwright.cli import completing, screen
from runwright.cli.command import command
from runwright.cli.connection import connected
from runwright.cli.drawing import GAP, bar, cells, cut, many, pad, plain
from runwright.cli.options import JSON, SERVER, moment, print_json
from runwright.cli.screen import Screen
from runwright.client import CostRow, Costs

DAY: Final = "day"
_LEAST_BAR = 10
_MOST_NAME = 32


class _Row(NamedTuple):
    name: str
    cost: Decimal
    runs: int


@command(
    examples=[
        "runwright costs",
        "runwright costs --by model --days 7",
        "runwright costs --by metadata.team --since 2026-10-01",
    ]
)
@click.option(
    "--by",
    default=DAY,
    show_default=True,
    metavar="WHAT",
    help="day, model, agent, network, key or metadata.NAME.",
    shell_complete=completing.listed("day", "model", "agent", "network", "key", "metadata."),
)
@click.option("--days", type=click.IntRange(1, 366), help="How many days back; 30 by default.")
@click.option(
    "--since", type=click.DateTime(["%Y-%m-%d"]), metavar="YYYY-MM-DD", help="From this day on."
)
@click.option(
    "--until", type=click.DateTime(["%Y-%m-%d"]), metavar="YYYY-MM-DD", help="Before this day."
)
@SERVER
@JSON
def costs(
    by: str,
    days: int | None,
    since: datetime | None,
    until: datetime | None,
    server: str | None,
    as_json: bool,
) -> None:
    """Chart what runs have cost."""
    if days and since:
        raise click.UsageError("use only one of --days and --since")
    start = moment(since)
    if days:
        today = datetime.now().replace(hour=0, minute=0, second=0, microsecond=0)  # noqa: DTZ005 - midnight by the person's own clock
        start = moment(today - timedelta(days=days - 1))
    with connected(server) as client:
        found = client.analytics.costs(
            start=start,
            end=moment(until),
            bucket=DAY if by == DAY else "none",
            group_by=None if by == DAY else [by],
        )
    if as_json:
        print_json(found.raw)
    else:
        _draw(found, by, screen.out())


def _draw(found: Costs, by: str, shown: Screen) -> None:
    rows = _by_day(found) if by == DAY else _by_group(found, by)
    runs = sum(row.runs for row in rows)
    if not runs:
        shown.say("There were no runs.")
        return
    shows_runs = not found.total
    shown.say(f"Costs by {plain(by, is_line=True)}, in {found.currency}")
    if shows_runs:
        shown.say(shown.dim("Nothing was charged: the bars show the number of runs."))
    shown.say()
    rows.append(_Row("total", found.total, runs))
    for line in _lines(rows, shows_runs, shown):
        shown.say(line)


def _lines(rows: list[_Row], shows_runs: bool, shown: Screen) -> list[str]:
    """All rows with their bars, and the last, which has none."""
    named = [cut(row.name, _MOST_NAME) for row in rows]
    amounts = [f"{row.cost:f}" for row in rows]
    counted = [many(row.runs, "run") for row in rows]
    left, middle, right = (max(map(cells, texts)) for texts in (named, amounts, counted))
    width = max(_LEAST_BAR, shown.columns - left - middle - right - 3 * len(GAP))
    values = [Fraction(row.runs if shows_runs else row.cost) for row in rows[:-1]]
    largest = max(values)
    bars = [bar(value / largest, width, has_blocks=shown.has_blocks) for value in values]
    lines = [
        GAP.join(
            (
                pad(n, left),
                pad(b, width),
                pad(a, middle, is_right=True),
                pad(c, right, is_right=True),
            )
        )
        for n, b, a, c in zip(named, [*bars, ""], amounts, counted, strict=True)
    ]
    return [*lines[:-1], "", lines[-1]]


def _by_day(found: Costs) -> list[_Row]:
    """From the first day on which there was something."""
    rows = [_Row(_day(row), row.cost, row.runs) for row in found.data]
    while rows and not rows[0].runs:
        del rows[0]
    return rows


def _day(row: CostRow) -> str:
    # Days are the project's; their noon is on the same day almost wherever one looks from.
    return (row.start + (row.end - row.start) / 2).astimezone().strftime("%Y-%m-%d")


def _by_group(found: Costs, by: str) -> list[_Row]:
    rows = [
        _Row(plain(row.group.get(by) or "(none)", is_line=True), row.cost, row.runs)
        for row in found.data
    ]
    return sorted(rows, key=lambda row: (-row.cost, -row.runs, row.name))
