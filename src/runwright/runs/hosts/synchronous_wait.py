"""Keeping the promise of a synchronous model when a run on it goes on in the background.

Whoever creates the run waits for its end and is answered with the completed run; so is whoever
sends the same request again. After a minute the run is shown as it is then.
"""

from __future__ import annotations

from typing import TypeVar

from runwright.api.idempotency import Once
from runwright.db.database import Database
from runwright.db.transaction import Tx
from runwright.runs import store
from runwright.runs.follow import LONGEST_WAIT, Follower
from runwright.trust.kernel import Grant

T = TypeVar("T")


async def when_ended(
    database: Database, follower: Follower, grant: Grant, run_id: str, once: Once[T], created: T
) -> T:
    """The run as it ended, or as it is when the wait is over.

    There is no such run if another request with the same key was answered first.
    """
    await follower.until_ended(grant, run_id, LONGEST_WAIT)

    def keep(tx: Tx) -> T:
        row = store.read_frozen(tx, grant, run_id)
        if row is None or row.body is None:
            return created
        done = once.made(row.body)
        once.keep(tx, done)
        return done

    return await database.write(keep)
