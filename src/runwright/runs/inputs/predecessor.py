"""What a run is given of runs before it: the result of the agent before it in a network, and what
was asked and answered in the conversation that it follows up on."""

from __future__ import annotations

import orjson

from runwright.db.transaction import Reader
from runwright.minds.language.opening import EARLIER
from runwright.minds.values import Item
from runwright.records.facts import Passage, write_facts
from runwright.runs import store
from runwright.runs.inputs import attachments
from runwright.runs.types import StoredRun
from runwright.trust.kernel import Grant

MOST_TURNS = 6
"""How far back a conversation is told."""


def items(run: StoredRun) -> list[Item]:
    """What a completed run has found, as a passage; nothing of any other."""
    if run.frozen is None or run.status != "completed":
        return []
    summary = orjson.loads(run.frozen.body)["result"]["summary"]
    return [
        Item(
            id=run.head.id,
            source="documents",
            text=summary,
            kind="passage",
            title="The result of the agent before",
            facts=write_facts(Passage()),
        )
    ]


def chain(reader: Reader, grant: Grant, run_id: str) -> list[StoredRun] | None:
    """The runs of a conversation that a follower is told of, the latest first; None when the
    latest has not ended, or one of them is gone."""
    runs: list[StoredRun] = []
    wanted: str | None = run_id
    while wanted is not None and len(runs) < MOST_TURNS:
        run = store.read(reader, grant, wanted)
        if run is None or run.frozen is None:
            return None
        runs.append(run)
        wanted = run.head.request.previous_run
    return runs


def prompts(reader: Reader, grant: Grant, run_id: str) -> tuple[str, ...]:
    """What was asked before, the oldest first; nothing when a run of it is gone."""
    runs = chain(reader, grant, run_id) or ()
    return tuple(run.head.request.prompt for run in reversed(runs))


def conversation(reader: Reader, grant: Grant, run_id: str) -> list[Item] | None:
    """What was asked and answered before, the oldest first; None as above."""
    runs = chain(reader, grant, run_id)
    return None if runs is None else [_turn(run) for run in reversed(runs)]


def _turn(run: StoredRun) -> Item:
    result = orjson.loads(run.ending.body).get("result")
    return Item(
        id=run.head.id,
        source=attachments.SOURCE,
        text=result["summary"] if result else "",
        kind=EARLIER,
        title=run.head.request.prompt,
    )
