"""Whether the quality score means anything: its correlation with right answers.

Each question is a run, scored as `/v1/analytics/quality` scores a run that nobody rated. The
figure is the correlation of that score with whether the answer was right (1 or 0).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from statistics import StatisticsError, correlation
from typing import NamedTuple

from bench.eval import documents
from bench.eval.desk import Reply
from bench.eval.own import measure as own
from bench.report import Figure
from runwright.analytics.quality import WEIGHTS, score

SAMPLE = 150
SETS = ("xquad_en", "hotpotqa", "timeqa")
MODEL = "y0-fast"


class Scored(NamedTuple):
    """A run's score, and whether its answer was right."""

    score: float
    right: bool


def measure(data: Path) -> list[Figure]:
    """The correlation on our own sets and on a sample of each set of documents."""
    figures: list[Figure] = []
    for which in own.SETS.values():
        found = own.judged(which, [MODEL])
        figures += _figures(which.title, [scored(each.reply, each.right) for each in found])
    for name in SETS:
        outcomes = documents.outcomes(data, name, [MODEL], SAMPLE)[MODEL]
        figures += _figures(name, [scored(each.reply, each.right) for each in outcomes])
    return figures


def scored(reply: Reply, right: bool) -> Scored:
    """The score of one run that ended well and that nobody rated."""
    claims, supported, useful = reply.weighed
    steps = len(reply.actions)
    parts: dict[str, float | None] = {
        "completion": 1.0,
        "groundedness": supported / claims if claims else None,
        "step_economy": min(useful, steps) / steps if steps else None,
        "feedback": None,
    }
    found = score(*(parts[name] for name in WEIGHTS))
    assert found is not None
    return Scored(found, right)


def _figures(name: str, found: Sequence[Scored]) -> list[Figure]:
    return [
        Figure(
            name=f"{name}: score and right answers, correlation",
            value=correlated(found),
            unit="r",
        ),
        Figure(
            name=f"{name}: score of right answers",
            value=_mean([each.score for each in found if each.right]),
            unit="score",
        ),
        Figure(
            name=f"{name}: score of wrong answers",
            value=_mean([each.score for each in found if not each.right]),
            unit="score",
        ),
    ]


def correlated(found: Sequence[Scored]) -> float:
    """Pearson's r; 0 when one side never varies."""
    try:
        return correlation([each.score for each in found], [float(each.right) for each in found])
    except StatisticsError:
        return 0.0


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
