"""Saying whether a run was good."""

from __future__ import annotations

from runwright import clock, ids
from runwright.api.call import Answer, Call, answer
from runwright.db.transaction import Reader, Tx
from runwright.errors import InvalidRequest, NotFound
from runwright.runs import store as runs_store
from runwright.runs.accounts import store as accounts_store
from runwright.runs.erase import WHAT
from runwright.runs.feedback import store
from runwright.runs.feedback.types import Feedback, GiveFeedback
from runwright.trust import erasures


async def give(call: Call) -> Answer:
    """Keep what is said of a run that has ended; said again, it replaces what was said before."""
    request: GiveFeedback = call.body
    feedback = Feedback(
        run_id=call.path["id"],
        key_id=call.principal.key_id,
        rating=request.rating,
        comment=request.comment or "",
        at=clock.stamp(clock.now()),
    )

    def keep(tx: Tx) -> Answer:
        _check_ended(tx, call, feedback.run_id)
        store.put(tx, call.grant, feedback)
        accounts_store.rate(tx, call.grant, feedback.run_id, feedback.rating)
        return answer(feedback.as_json(), 201)

    return await call.commit(keep)


async def show(call: Call) -> Answer:
    """What was said of a run."""
    run_id = call.path["id"]

    def read(reader: Reader) -> Answer:
        run = runs_store.read(reader, call.grant, run_id) if ids.is_id(run_id, "run") else None
        if run is None:
            raise erasures.absent(reader, call.grant, run_id, WHAT)
        feedback = store.read(reader, call.grant, run_id)
        if feedback is None:
            raise NotFound(f"The run {run_id} has no feedback yet.")
        return answer(feedback.as_json())

    return await call.read(read)


def _check_ended(tx: Tx, call: Call, run_id: str) -> None:
    run = runs_store.read(tx, call.grant, run_id) if ids.is_id(run_id, "run") else None
    if run is None:
        raise erasures.absent(tx, call.grant, run_id, WHAT)
    if run.frozen is None:
        raise InvalidRequest({"id": ["must be a run that has ended"]})
