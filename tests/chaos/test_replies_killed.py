"""kill -9 at every boundary of a run on a language model: no stored reply is paid again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from chaos.checker import check_all, check_nothing_lost, check_prefix
from chaos.conftest import Gated
from chaos.storage import look
from support.language import settings, write_models
from support.patience import PATIENCE
from support.provider import ScriptedProvider, call

FIRST = {
    "calls": [call("plan", {"steps": ["work"]}, "p1"), call("calculate", {"expression": "1"}, "w1")]
}
LATER = [
    {"calls": [call("calculate", {"expression": f"r{n}.value + 1"}, f"w{n + 1}")]} for n in (1, 2)
]
PARTS = [{"type": "derived", "text": "It is {r3.value}."}]
LAST = {"calls": [call("answer", {"parts": PARTS}, "a1")]}
ENTRIES = ("step", "model", "step", "model", "step", "model", "result")
"""What is stored behind the plan and the first reply, which the request itself stores."""


@pytest.mark.slow
def test_a_run_of_four_replies_survives_a_kill_at_each_of_its_boundaries(
    new_gated: Callable[..., Gated], tmp_path: Path
) -> None:
    """A reply whose commit was lost is asked for once more, and no other is."""
    with ScriptedProvider() as provider:
        models = write_models(tmp_path)
        gated = new_gated({**settings(provider, models), "RUNWRIGHT_LEASE": "1"})
        again = [reply for each in (*LATER, LAST) for reply in (each, each)]
        provider.tell("words", FIRST, *again)
        run_id, shown = _die_at_every_boundary(gated)
        gated.fault()
        gated.server.start()
        with gated.server.api() as api:
            run = api.finished(run_id, PATIENCE)
            assert api.post(f"/v1/runs/{run_id}/replay").json()["identical"] is True
        assert check_prefix(shown, run["trace"]) == []
        assert run["result"]["summary"] == "It is 3."
        assert [entry["type"] for entry in run["trace"]] == ["plan", "model", *ENTRIES]
        assert len(provider.asked("words")) == 1 + len(again)
        gated.server.kill()


def _die_at_every_boundary(gated: Gated) -> tuple[str, list[Any]]:
    """The id of the run and what was seen of its trace."""
    run_id, shown = "", list[Any]()
    for entry in ENTRIES:
        for side in ("before", "after"):
            gated.gates.close("job")
            gated.fault(CHAOS_KILL=f"{side}:1")
            gated.server.start()
            with gated.server.api() as api:
                if not run_id:
                    body = {"model": "words", "prompt": "What is 1 + 1 + 1?", "context": []}
                    run_id = str(api.post("/v1/runs", body).json()["id"])
                trace = api.get(f"/v1/runs/{run_id}").json()["trace"]
                assert check_prefix(shown, trace) == [], (entry, side)
                shown = trace
            gated.gates.wait_for_arrival("job")
            gated.gates.open("job")
            assert gated.server.process is not None
            assert gated.server.process.wait(timeout=PATIENCE) == -9
            gated.server.kill()  # it is dead: this closes its pipe
            stored = look(gated.server)
            assert check_all(stored) + check_nothing_lost(stored) == [], (entry, side)
    return run_id, shown
