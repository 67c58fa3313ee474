"""`/v1/runs/{id}/feedback` over HTTP."""

from __future__ import annotations

from runwright.api.call import Answer, Call, answer
from runwright.api.router import Route
from runwright.db.transaction import Tx
from runwright.runs.feedback import service
from runwright.runs.feedback.types import FeedbackShape, GiveFeedback
from runwright.trust.scopes import Scope


async def _give(call: Call) -> Answer:
    request: GiveFeedback = call.body
    run_id, comment = call.path["id"], request.comment or ""

    def act(tx: Tx) -> Answer:
        feedback = service.give(tx, call.grant, run_id, request.rating, comment)
        return answer(feedback.as_json(), 201)

    return await call.commit(act)


async def _read(call: Call) -> Answer:
    run_id = call.path["id"]
    found = await call.read(lambda reader: service.read(reader, call.grant, run_id))
    return answer(found.as_json())


def routes() -> list[Route]:
    """The routes of this noun."""
    return [
        Route(
            method="POST",
            path="/v1/runs/{id}/feedback",
            action="runs.feedback",
            scope=Scope.RUNS_WRITE,
            handler=_give,
            summary="Rate a run; a new rating replaces the old one",
            body=GiveFeedback,
            answer=FeedbackShape,
            status=201,
            problems=("not_found", "already_deleted"),
        ),
        Route(
            method="GET",
            path="/v1/runs/{id}/feedback",
            action="runs.read_feedback",
            scope=Scope.RUNS_READ,
            handler=_read,
            summary="Retrieve the feedback on a run",
            answer=FeedbackShape,
            problems=("not_found", "already_deleted"),
        ),
    ]
