"""The result of one run as evidence for another: how an agent hands on what it found."""

from __future__ import annotations

import orjson

from runwright.engine.types import Item
from runwright.runs import attachments
from runwright.runs.types import StoredRun


def items(run: StoredRun) -> list[Item]:
    """What a completed run has found, as the engine takes it; nothing of any other."""
    if run.frozen is None or run.status != "completed":
        return []
    summary = orjson.loads(run.frozen.body)["result"]["summary"]
    return [
        Item(
            id=run.head.id,
            source=attachments.SOURCE,
            text=summary,
            kind="passage",
            title="The result of the agent before",
        )
    ]
