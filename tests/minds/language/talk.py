"""A run on a language model that somebody plays: replies in, what the mind did out."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from runwright.minds.blobs import NOTHING, query_blob, read_blob
from runwright.minds.types import Closing, LanguageModel, Output, Read, Stop, Task, Told
from runwright.minds.values import Item, Moment, Plan
from runwright.models.conversation import ModelRequest, ToolCall
from runwright.records.facts import Transaction, write_facts
from runwright.runs.loop import Ahead, Journal, advance_there, ahead_from, execute, to_json

MOMENT = Moment(datetime(2026, 11, 16, 10, tzinfo=UTC), ZoneInfo("Europe/Berlin"))
MODEL = LanguageModel("words-2027-01", "words", "Be exact.", 500, 65_536)
BOOKINGS = tuple(
    Item(
        f"item_{n}",
        "finance",
        f"{payee} {amount} EUR",
        file="file_a",
        facts=write_facts(Transaction(day=day, amount=amount, currency="EUR", counterparty=payee)),
    )
    for n, (day, payee, amount) in enumerate(
        [
            ("2026-10-02", "REWE", "-20.00"),
            ("2026-10-09", "REWE", "-21.03"),
            ("2026-10-12", "Stadtwerke", "-80.00"),
        ],
        1,
    )
)
OCTOBER = {"start": "2026-10-01", "end": "2026-11-01"}
SUM = (
    "measure_transactions",
    {"who": {"any_of": ["REWE"]}, "period": OCTOBER, "direction": "spent"},
)
TRUE = {
    "type": "fact",
    "text": "You spent {r1.total} at REWE in October 2026.",
}


def calls(*named: tuple[str, Any], text: str = "") -> Told:
    """A reply that calls tools; arguments as JSON, or as the text that they are."""
    made = tuple(
        ToolCall(f"call_{n}", name, given if isinstance(given, str) else json.dumps(given))
        for n, (name, given) in enumerate(named, 1)
    )
    return Told(text, made, "", 100, 20)


def answer(*parts: Any, language: str = "en") -> Told:
    return calls(("answer", {"language": language, "parts": list(parts)}))


def task(prompt: str = "What did I spend at REWE in October?", **more: Any) -> Task:
    values: dict[str, Any] = {
        "mind": "language",
        "plan": Plan((), sources=None),
        "prompt": prompt,
        "sources": ("finance",),
        "max_steps": 4,
        "instructions": "",
        "moment": MOMENT,
        "currency": "EUR",
        "language": MODEL,
    }
    return Task(**{**values, **more})


class Talk:
    """Plays the host and the model."""

    def __init__(
        self,
        asked: Task,
        replies: Sequence[Told],
        items: Sequence[Item] = BOOKINGS,
        stop: Stop | None = None,
    ) -> None:
        self.task = asked
        self.requests: list[ModelRequest] = []
        self.reads: list[Read] = []
        self.trace: list[str] = []
        self.outputs: list[Output] = []
        self.asked: list[Told] = []
        self._blobs: list[bytes] = []
        self._items = items
        self._replies = list(replies)
        self._stop: Stop | None = None
        self._stops_with = stop

    def run(self) -> Closing:
        return asyncio.run(execute(self))

    async def advance(self) -> Ahead:
        journal = Journal(NOTHING, self._blobs, self.outputs, self.asked, self._stop)
        given = json.loads(json.dumps(to_json(self.task, journal, 1)))
        return ahead_from(advance_there(given, NOTHING, *self._blobs))

    async def keep(self, ahead: Ahead) -> None:
        for done in ahead.done:
            self.trace.append(done.call.tool)
            self.outputs.append(done.output)

    async def fetch(self, reads: Sequence[Read]) -> None:
        for read in reads:
            self.trace.append(f"read {read.source}")
            self.reads.append(read)
            found = [each for each in self._items if each.source == read.source]
            self._blobs.append(read_blob([query_blob(found) for _ in read.queries]))

    async def ask(self, request: ModelRequest) -> None:
        self.requests.append(request)
        if not self._replies:
            self._stop = self._stops_with or "unavailable"
            return
        self.trace.append("model")
        self.asked.append(self._replies.pop(0))
