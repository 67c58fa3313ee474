"""`/v1/runs/{id}/proof` and `/v1/runs/{id}/replay` over HTTP."""

from __future__ import annotations

from runwright.api.call import Answer, Call, answer, signed_answer
from runwright.api.router import Route
from runwright.runs.proof.replays import service as replay_service
from runwright.runs.proof.replays.service import Replays
from runwright.runs.proof.service import RunProofs
from runwright.runs.proof.types import ReplayShape, RunProofShape
from runwright.trust.scopes import Scope

_ABSENT = ("not_found", "already_deleted")


def routes(proofs: RunProofs, replays: Replays) -> list[Route]:
    """The routes of this noun."""

    async def prove(call: Call) -> Answer:
        run_id = call.path["id"]
        proof = await call.read(lambda reader: proofs.prove(reader, call.caller, run_id))
        return await signed_answer(call, proof.shown, proof.signed)

    async def replay(call: Call) -> Answer:
        run_id = call.path["id"]
        run, rights = await call.read(
            lambda reader: replay_service.allow(reader, call.caller, run_id)
        )
        if stored := await call.replayed():
            return stored
        verdict = await replays.verdict(run, rights, call.principal.project_id)
        return await call.commit(lambda _: answer(replay_service.show(run, verdict)))

    return [
        Route(
            method="GET",
            path="/v1/runs/{id}/proof",
            action="runs.proof",
            scope=Scope.RUNS_READ,
            handler=prove,
            summary="Retrieve a run's proof, which can be verified offline",
            answer=RunProofShape,
            problems=_ABSENT,
        ),
        Route(
            method="POST",
            path="/v1/runs/{id}/replay",
            action="runs.replay",
            scope=Scope.RUNS_READ,
            handler=replay,
            summary="Replay a finished run and compare the bytes",
            answer=ReplayShape,
            problems=(*_ABSENT, "overloaded"),
        ),
    ]
