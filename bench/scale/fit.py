"""The costs in the queueing model from a report, and the measured rates out of the model."""

from __future__ import annotations

import statistics
from collections.abc import Mapping
from typing import Any

from bench.scale.growth import line
from bench.scale.queues import Costs, Load, Outcome, simulate

ONE_FOR_ALL = "one for all"


def fitted(report: Mapping[str, Any]) -> Costs:
    """The costs of one run and of one group, from one API process at several group sizes."""
    alone = [point for point in report["processes"]["short"] if point["api"] == 1]

    def split(part: str) -> tuple[float, float]:
        each, group = line([(1 / p["runs_a_group"], p[f"{part}_cpu_us"] / 1e6) for p in alone])
        return each, group

    (request, group), (row, commit) = split("api"), split("database")
    return Costs(
        request=request,
        group=group,
        row=row,
        commit=commit,
        generator=statistics.median(point["generator_cpu_us"] for point in alone) / 1e6,
        flush=report["processes"]["flush_ms"] / 1e3,
    )


def load_of(point: Mapping[str, Any], cores: int) -> Load:
    """What a measured point was measured under."""
    return Load(
        processes=point["api"],
        connections=point["connections"],
        cores=max(cores - point["other_cores"], 0.1),
        one_project=point["projects"] == ONE_FOR_ALL,
    )


def reproduced(report: Mapping[str, Any]) -> list[tuple[Mapping[str, Any], Outcome]]:
    """Each measured point, and what the model says about it."""
    costs, cores = fitted(report), report["machine"]["cores"]
    points = report["processes"]["short"]
    return [(point, simulate(costs, load_of(point, cores))) for point in points]
