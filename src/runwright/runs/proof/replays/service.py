"""Doing a run again on request: by the caller's own scopes, one at a time, computed elsewhere."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from runwright.db.transaction import Reader
from runwright.errors import Overloaded
from runwright.jobs.fair_lock import FairLock
from runwright.minds.types import Task
from runwright.minds.values import Plan
from runwright.runs import loop
from runwright.runs.hosts.computing import Computing
from runwright.runs.inputs import attachments
from runwright.runs.inputs.required_scopes import check_guards
from runwright.runs.loop import Ahead, Journal
from runwright.runs.plans.planner import Planner
from runwright.runs.plans.types import PlanRequest
from runwright.runs.proof.replays.comparison import Verdict
from runwright.runs.proof.replays.computing import DIGEST
from runwright.runs.proof.replays.replay import Replay, Rights
from runwright.runs.proof.service import scopes_of
from runwright.runs.service import existing
from runwright.runs.types import StoredRun
from runwright.trust.caller import Caller, Need
from runwright.trust.scopes import SOURCES, Scope

PATIENCE_SECONDS = 20.0
_RETRY_SECONDS = 5
_IDENTICAL = {"identical": True, "different": False, "unproved": None}


class InProcesses:
    """Computes where requests are computed."""

    def __init__(self, planner: Planner, computing: Computing) -> None:
        self._planner = planner
        self._computing = computing

    async def plan(self, request: PlanRequest, project_id: str) -> Plan:
        """The plan of a run."""
        return (await self._planner.plan(request, project_id)).plan

    async def advance(self, task: Task, journal: Journal, project_id: str) -> Ahead:
        """How far a run comes with what was read."""
        return await self._computing.advance(task, journal, project_id, is_empty=False)

    async def digest(self, task: Task, journal: Journal, project_id: str) -> str:
        """The hash over what there was to be read."""
        given = loop.task_to_json(task)
        return str(await self._computing.call(DIGEST, given, journal, project_id))


class Replays:
    """Serves replays, one at a time; projects take turns."""

    def __init__(self, replay: Replay) -> None:
        self._replay = replay
        self._turns = FairLock()

    async def verdict(self, run: StoredRun, rights: Rights, project_id: str) -> Verdict:
        """Whether a run that is done again gives the same bytes."""
        try:
            async with self._turns.turn(project_id, PATIENCE_SECONDS):
                return await self._replay.verdict(run, rights, project_id)
        except (TimeoutError, Overloaded):
            raise Overloaded("The run could not be replayed in time.", _RETRY_SECONDS) from None


def allow(reader: Reader, caller: Caller, run_id: str) -> tuple[StoredRun, Rights]:
    """A run, and the right to read again what it had read; the caller's own."""
    run = existing(reader, caller.grant, run_id)
    asked, action = run.head.request, caller.action
    caller.refuse_lacking(Need(scope, action) for scope in scopes_of(run))
    sources = {s: caller.authorize(SOURCES[s], action=action) for s in asked.sources}
    if not asked.files:
        return run, Rights(caller.grant, sources, None)
    files = caller.authorize(Scope.FILES_READ, action=action)
    check_guards(caller, attachments.present(reader, files, asked.files))
    return run, Rights(caller.grant, sources, files)


def show(run: StoredRun, verdict: Verdict) -> dict[str, Any]:
    """A verdict as JSON."""
    is_different = verdict.outcome == "different"
    return {
        "object": "replay",
        "run": run.head.id,
        "identical": _IDENTICAL[verdict.outcome],
        "reason": f"The run cannot be proved: {verdict.reason}." if verdict.reason else None,
        "differences": _rows(verdict.facts if is_different else ()),
        "compared": _rows(() if is_different else verdict.facts),
    }


def _rows(facts: Iterable[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"name": name, "value": value} for name, value in facts]
