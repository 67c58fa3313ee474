"""`/v1/runs/{id}/proof` and `/v1/runs/{id}/replay` over HTTP."""

from __future__ import annotations

from runwright.api.router import Route
from runwright.runs.proof.replays import Replays
from runwright.runs.proof.service import RunProofs
from runwright.runs.proof.types import ReplayShape, RunProofShape
from runwright.trust.scopes import Scope

_ABSENT = ("not_found", "already_deleted")


def routes(proofs: RunProofs, replays: Replays) -> list[Route]:
    """The routes of this noun."""
    return [
        Route(
            method="GET",
            path="/v1/runs/{id}/proof",
            action="runs.proof",
            scope=Scope.RUNS_READ,
            handler=proofs.prove,
            summary="What proves a run offline: its frozen bytes, and their hash in the signed log",
            answer=RunProofShape,
            problems=_ABSENT,
        ),
        Route(
            method="POST",
            path="/v1/runs/{id}/replay",
            action="runs.replay",
            scope=Scope.RUNS_READ,
            handler=replays.replay,
            summary="Do a finished run again, and compare the bytes",
            answer=ReplayShape,
            problems=(*_ABSENT, "overloaded"),
        ),
    ]
