"""Values: frozen, exact, and not broken by what a newer server adds."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest

from client.test_retries import RUN
from runwright.client import Budget, Costs, MalformedResponseError, Project, Run, TraceEntry
from runwright.client.types.common import as_json, moment

COSTS: dict[str, Any] = {
    "object": "list",
    "data": [
        {
            "start": "2026-11-15T00:00:00.000Z",
            "end": "2026-11-16T00:00:00.000Z",
            "group": {"agent": None},
            "runs": 3,
            "steps": 5,
            "input_tokens": 0,
            "output_tokens": 0,
            "cost": "0.100000000000000000001",
        }
    ],
    "currency": "EUR",
    "total": "0.100000000000000000001",
}


def test_amounts_are_exact_and_moments_have_their_zone() -> None:
    costs = Costs.read(COSTS)
    assert costs.total == costs.data[0].cost == Decimal("0.100000000000000000001")
    assert costs.data[0].start == datetime(2026, 11, 15, tzinfo=UTC)
    assert costs.data[0].group == {"agent": None}


def test_what_a_newer_server_adds_is_kept() -> None:
    run = Run.read({**RUN, "mood": "cheerful", "status": "dreaming", "trace": [{"type": "nap"}]})
    assert (run.status, run.extra["mood"], run.raw["mood"]) == ("dreaming", "cheerful", "cheerful")
    assert set(run.extra) == {"mood"}
    assert run.trace == (TraceEntry(type="nap"),)


def test_a_value_does_not_change() -> None:
    run = Run.read(RUN)
    with pytest.raises(FrozenInstanceError):
        run.status = "failed"  # type: ignore[misc]
    with pytest.raises((AttributeError, TypeError)):
        run.mood = "cheerful"  # type: ignore[attr-defined]
    assert pickle.loads(pickle.dumps(run)) == copy.deepcopy(run) == run
    assert pickle.loads(pickle.dumps(run)).raw == run.raw


def test_what_may_be_none_may_be_absent() -> None:
    found = Project.read(
        {"id": "proj_1", "name": "a", "time_zone": "UTC", "created_at": "2026-11-15T00:00:00Z"}
    )
    assert found.key is None


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "a missing field": ({"model": ...}, r"Run\.model is missing"),
    "a number for text": ({"model": 5}, r"Run\.model: int in place of str"),
    "true for a number": ({"steps_used": True}, r"Run\.steps_used: bool in place of int"),
    "no moment": ({"created_at": "yesterday"}, r"Run\.created_at: 'yesterday' is no timestamp"),
    "no object": ({"result": []}, r"Run\.result: RunResult is no object"),
    "a list of something else": ({"children": [1]}, r"Run\.children: int in place of str"),
    "an object of something else": ({"metadata": {"a": 1}}, r"Run\.metadata: int in place"),
    "a deep one": ({"result": {"summary": "a"}}, r"RunResult\.artifacts is missing"),
    "an entry of no type": ({"trace": [{}]}, r"Run\.trace: TraceEntry\.type is missing"),
    "an entry that is none": ({"trace": [5]}, r"Run\.trace: a trace entry is no object"),
}


@pytest.mark.parametrize(("change", "said"), WRONG.values(), ids=WRONG)
def test_what_does_not_fit_is_named(change: dict[str, Any], said: str) -> None:
    given = {name: value for name, value in {**RUN, **change}.items() if value is not ...}
    with pytest.raises(MalformedResponseError, match=said):
        Run.read(given)


@pytest.mark.parametrize("cost", [0.1, "much", None, "1,5"])
def test_an_amount_must_be_an_exact_one(cost: Any) -> None:
    with pytest.raises(MalformedResponseError, match=r"Costs\.total"):
        Costs.read({**COSTS, "total": cost})


def test_what_is_sent_is_exact_too() -> None:
    assert as_json(Budget(amount=Decimal("1E+2"), period="day")) == {
        "amount": "100",
        "period": "day",
    }
    assert moment(datetime(2026, 11, 15, 9, tzinfo=UTC)) == "2026-11-15T09:00:00+00:00"
    assert moment(date(2026, 11, 15)) == "2026-11-15"
    with pytest.raises(ValueError, match="needs its time zone"):
        moment(datetime(2026, 11, 15))
    with pytest.raises(TypeError, match="complex cannot be sent"):
        as_json(1j)
