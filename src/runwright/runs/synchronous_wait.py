"""Keeping the promise of a synchronous model when a run on it goes on in the background.

Whoever creates the run waits for its end and is answered with the completed run; so is whoever
sends the same request again. After a minute the run is shown as it is then.
"""

from __future__ import annotations

import orjson

from runwright.api.call import Answer, Call
from runwright.db.transaction import Tx
from runwright.models.catalog import Catalog
from runwright.runs import store
from runwright.runs.follow import LONGEST_WAIT, Follower


async def when_ended(
    call: Call, catalog: Catalog, follower: Follower, created: Answer, model: str
) -> Answer:
    """The run as it ended, if its model promises that; or as it is when the wait is over."""
    run_id = call.caller.resource
    if run_id is None or not catalog.answers_at_once(model):
        return created
    if orjson.loads(created.body)["id"] != run_id:
        return created  # another request with the same key was answered first
    await follower.until_ended(call.grant, run_id, LONGEST_WAIT)

    def keep(tx: Tx) -> Answer:
        row = store.read_frozen(tx, call.grant, run_id)
        if row is None or row.body is None:
            return created
        if call.idempotency_key is not None:
            call.keep(tx, call.idempotency_key, 201, row.body)
        return Answer(body=row.body, status=201)

    return await call.database.write(keep)
