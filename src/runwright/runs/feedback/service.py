"""Saying whether a run was good."""

from __future__ import annotations

from runwright import clock
from runwright.db.transaction import Reader, Tx
from runwright.errors import InvalidRequest, NotFound
from runwright.runs.accounts import store as accounts_store
from runwright.runs.accounts.types import Rating
from runwright.runs.feedback import store
from runwright.runs.feedback.types import Feedback
from runwright.runs.service import existing
from runwright.trust.kernel import Grant


def give(tx: Tx, grant: Grant, run_id: str, rating: Rating, comment: str) -> Feedback:
    """Keep what is said of a run that has ended; said again, it replaces what was said before."""
    if existing(tx, grant, run_id).frozen is None:
        raise InvalidRequest({"id": ["must be a finished run"]})
    feedback = Feedback(
        run_id=run_id,
        key_id=grant.acting_key,
        rating=rating,
        comment=comment,
        at=clock.stamp(clock.now()),
    )
    store.put(tx, grant, feedback)
    accounts_store.rate(tx, grant, run_id, rating)
    return feedback


def read(reader: Reader, grant: Grant, run_id: str) -> Feedback:
    """What was said of a run."""
    existing(reader, grant, run_id)
    feedback = store.read(reader, grant, run_id)
    if feedback is None:
        raise NotFound(f"The run {run_id} has no feedback yet.")
    return feedback
