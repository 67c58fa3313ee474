"""What was found: figures with their bars, as a table and as `bench/results/*.json`."""

from __future__ import annotations

import os
import platform
import statistics
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson

from bench.load import Measured

RESULTS = Path(__file__).resolve().parent / "results"
Rounds = Mapping[str, Sequence[Measured]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One number, and the bar that it must keep, if it has one."""

    name: str
    value: float
    unit: str
    at_most: float | None = None
    at_least: float | None = None
    is_held_back: bool = False
    """Whether nobody looks at its questions while minds are worked on: only such a figure
    says how well questions are answered that the embedded mind was not made for."""

    @property
    def met(self) -> bool | None:
        """Whether the bar is kept; None when there is none."""
        if self.at_most is not None:
            return self.value <= self.at_most
        if self.at_least is not None:
            return self.value >= self.at_least
        return None

    def as_json(self) -> dict[str, Any]:
        """For the report."""
        bars = {"at_most": self.at_most, "at_least": self.at_least}
        known = {name: bar for name, bar in bars.items() if bar is not None}
        value = {"name": self.name, "value": round(self.value, 4), "unit": self.unit, **known}
        return value if self.met is None else {**value, "met": self.met}

    def row(self) -> str:
        """One line of the table."""
        bar = ""
        if self.at_most is not None:
            bar = f"≤ {self.at_most:g}"
        elif self.at_least is not None:
            bar = f"≥ {self.at_least:g}"
        verdict = {None: "", True: "met", False: "MISSED"}[self.met]
        return f"{self.name:<52} {self.value:>10.2f} {self.unit:<6} {bar:>7}  {verdict}".rstrip()


@dataclass(slots=True)
class Report:
    """Everything that one run of the benchmark found."""

    options: Mapping[str, Any]
    figures: list[Figure] = field(default_factory=list)
    rounds: dict[str, Any] = field(default_factory=dict)

    def add(
        self,
        name: str,
        value: float,
        unit: str,
        *,
        at_most: float | None = None,
        at_least: float | None = None,
    ) -> None:
        """Note a figure, and say it at once."""
        figure = Figure(name=name, value=value, unit=unit, at_most=at_most, at_least=at_least)
        self.figures.append(figure)
        print(figure.row(), flush=True)

    def keep(self, what: str, rounds: Rounds) -> None:
        """Keep the raw rounds that figures were made from."""
        self.rounds[what] = {
            name: [measured.as_json() for measured in found] for name, found in rounds.items()
        }

    def missed(self) -> list[Figure]:
        """The figures that are on the wrong side of their bar."""
        return [figure for figure in self.figures if figure.met is False]

    def write(self, path: Path) -> None:
        """Write the report."""
        value = {
            "machine": machine(),
            "options": dict(self.options),
            "figures": [figure.as_json() for figure in self.figures],
            "bars_met": not self.missed(),
            "rounds": self.rounds,
        }
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(orjson.dumps(value, option=orjson.OPT_INDENT_2) + b"\n")


def machine() -> dict[str, Any]:
    """What it was measured on."""
    return {
        "architecture": platform.machine(),
        "cores": os.cpu_count(),
        "python": sys.version.split()[0],
        "system": platform.platform(),
    }


def middle(found: Sequence[Measured], name: str) -> float:
    """The median of one of the measured values."""
    return statistics.median(_values(found, name))


def ratio(over: Sequence[Measured], under: Sequence[Measured], name: str) -> float:
    """The median of the ratios of rounds that stood next to each other in time."""
    pairs = zip(_values(over, name), _values(under, name), strict=True)
    return statistics.median(a / b for a, b in pairs)


def _values(found: Sequence[Measured], name: str) -> list[float]:
    return [float(getattr(measured, name)) for measured in found]
