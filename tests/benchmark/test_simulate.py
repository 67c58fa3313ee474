"""The model says what was measured, and the page says what the model and the report say."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import orjson
import pytest
from bench.report import RESULTS
from bench.scale import page
from bench.scale.capacity import Limits, Workload, found_in, predict
from bench.scale.fit import fitted, reproduced
from bench.scale.queues import Costs, Load, simulate

STATED_ERROR = 0.30
PAGE = Path(__file__).parent.parent.parent / "docs" / "scaling.md"
COSTS = Costs(request=0.001, group=0.003, row=0.0005, commit=0.002, generator=0.0001, flush=0.002)


@pytest.fixture(scope="module")
def report() -> Any:
    return orjson.loads((RESULTS / "scale.json").read_bytes())


def test_every_measured_rate_is_reproduced_within_the_stated_error(report: Any) -> None:
    off = {
        (point["api"], point["connections"], point["projects"]): outcome.rate / point["rate"] - 1
        for point, outcome in reproduced(report)
    }
    assert len(off) >= 8
    assert {which: error for which, error in off.items() if abs(error) > STATED_ERROR} == {}


def test_the_same_seed_gives_the_same_answer() -> None:
    load = Load(processes=2, connections=16, cores=2)
    assert simulate(COSTS, load, seed=5) == simulate(COSTS, load, seed=5)
    assert simulate(COSTS, load, seed=5) != simulate(COSTS, load, seed=6)


def test_no_rate_is_above_what_the_cores_can_compute() -> None:
    for processes in (1, 2, 3):
        found = simulate(COSTS, Load(processes=processes, connections=48, cores=2))
        a_run = (
            *(COSTS.request, COSTS.row, COSTS.generator),
            (COSTS.group + COSTS.commit) / found.runs_a_group,
        )
        assert found.rate * sum(a_run) <= 2 * 1.05


def test_more_connections_make_larger_groups_and_a_higher_rate() -> None:
    few, many = (
        simulate(COSTS, Load(processes=1, connections=count, cores=2)) for count in (1, 32)
    )
    assert few.runs_a_group == 1
    assert many.runs_a_group > 8
    assert many.rate > 2 * few.rate


def test_one_chain_for_all_is_what_limits_processes_that_have_cores_enough() -> None:
    load = Load(processes=8, connections=8, cores=16)
    apart = simulate(COSTS, load)
    together = simulate(COSTS, load._replace(one_project=True))
    assert together.rate < apart.rate
    assert together.rate <= 1.1 / (COSTS.commit + COSTS.flush) * together.runs_a_group


def test_ten_times_the_projects_never_need_less(report: Any) -> None:
    found = found_in(report)
    predicted = [predict(found, 10**n, Workload(), Limits()) for n in range(3, 7)]
    for fewer, more in pairwise(predicted):
        for name, need in fewer.needs.items():
            assert more.needs[name] >= need, name
    assert predicted[0].used[predicted[0].first] < 1
    assert predicted[-1].used[predicted[-1].first] > 1


def test_fitted_costs_are_all_there(report: Any) -> None:
    costs = fitted(report)
    assert min(costs) >= 0
    assert costs.request > 0
    assert costs.group > 0


def test_the_page_shows_the_tables_of_the_report(report: Any) -> None:
    text = PAGE.read_text("utf-8")
    assert page.replaced(text, page.tables(report)) == text
    for name in page.tables(report):
        assert f"<!-- table: {name} -->" in text, name
