"""What a run costs: the most that it can, and what it did when it ends.

Whatever ends a run closes its account in the same transaction: the ledger and its sums, and the
budgets that it drew on. A run of a network accounts for its own steps only; its agents' runs
have accounts of their own.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple
from zoneinfo import ZoneInfo

import orjson

from runwright import clock, money
from runwright.db.transaction import Tx
from runwright.events.outbox import happened
from runwright.minds.values import Weighed
from runwright.models.conversation import ModelRequest
from runwright.models.types import Snapshot
from runwright.runs import trace
from runwright.runs.accounts import store as accounts_store
from runwright.runs.accounts.types import Account
from runwright.runs.types import Recorded, RunHead, Status, Used
from runwright.trust import budgets
from runwright.trust.budgets import Reservation
from runwright.trust.kernel import Grant

_BYTES_A_TOKEN = 2.5
"""Fewer than in most texts: what a turn may cost is estimated upward."""
_MINUTE = len("2026-11-15T10:51")
NOTHING_WEIGHED = Weighed(claims=0, supported=0, useful_steps=0)


class Ended(NamedTuple):
    """A run that ends: what its account is made of."""

    head: RunHead
    key_id: str
    status: Status
    snapshot: Snapshot | None
    """None when it is not on this server any more: its steps are then free."""
    records: Sequence[Recorded]
    own_steps: int
    weighed: Weighed = NOTHING_WEIGHED
    used: Sequence[Used] = ()

    @property
    def cost(self) -> int:
        """What it cost (see `money`)."""
        steps = 0 if self.snapshot is None else price_of_steps(self.snapshot, self.own_steps)
        return steps + sum(map(price_of, self.used))


def most(snapshot: Snapshot, steps: int) -> int:
    """The most that so many steps can cost; each turn of a language model is set aside apart."""
    return price_of_steps(snapshot, steps)


def most_of_turn(snapshot: Snapshot, request: ModelRequest) -> int:
    """The most that one more reply and an answer behind it can cost, without a tokenizer."""
    given = estimated_tokens(request)
    answer = snapshot.price.of(given + 2 * request.max_tokens, request.max_tokens)
    return money.units(snapshot.price.of(given, request.max_tokens) + answer)


def estimated_tokens(request: ModelRequest) -> int:
    """How many tokens a request has at most, as far as one can tell."""
    said = sum(
        len(each.text.encode()) + sum(len(call.arguments.encode()) for call in each.calls)
        for each in request.messages
    )
    tools = sum(len(orjson.dumps(each.schema)) + len(each.description) for each in request.tools)
    return math.ceil((len(request.system.encode()) + said + tools) / _BYTES_A_TOKEN)


def price_of_steps(snapshot: Snapshot, steps: int) -> int:
    """What so many steps cost."""
    return _units(snapshot.price.step) * steps


@lru_cache
def _units(price: Decimal) -> int:
    return money.units(price)


def price_of(used: Used | None) -> int:
    """What calls to a language model have cost."""
    return 0 if used is None else money.units(Decimal(used.cost))


def close(
    tx: Tx,
    grant: Grant,
    ended: Ended,
    reservation: Reservation | None,
    *,
    later: bool = False,
    erased: bool = False,
) -> None:
    """Write the account of a run that ends, settle with its budgets, and tell of it.

    `later` is for a run whose own row is handed over to the writer, too; of one that is `erased`
    on its way nothing is told here.
    """
    account = _account(ended)
    accounts_store.add(tx, grant, account, later=later)
    if reservation is not None:
        budgets.settle(tx, grant, reservation, account.cost)
    if not erased:
        happened(tx, grant, f"run.{ended.status}", ended.head.id)


def _account(ended: Ended) -> Account:
    head, records = ended.head, ended.records
    return Account(
        run_id=head.id,
        day=day_of(head.created_at, head.request.time_zone),
        status=ended.status,
        model=head.model,
        agent=head.acting.agent if head.acting else "",
        network=head.network or "",
        key_id=ended.key_id,
        metadata=head.metadata,
        steps=ended.own_steps,
        useful_steps=min(ended.weighed.useful_steps, ended.own_steps),
        input_tokens=sum(each.input_tokens for each in ended.used),
        output_tokens=sum(each.output_tokens for each in ended.used),
        cost=ended.cost,
        duration_us=max([each.start_us + each.duration_us for each in records], default=0),
        claims=ended.weighed.claims,
        supported=ended.weighed.supported,
        rating=None,
    )


def day_of(created_at: str, time_zone: str) -> str:
    """Where the day begins that a run is counted under."""
    return _day(created_at[:_MINUTE], time_zone)


@lru_cache
def _day(minute: str, time_zone: str) -> str:
    # Days begin at full minutes, so runs of one minute share the answer.
    return clock.stamp(clock.day_in(ZoneInfo(time_zone), clock.parse(f"{minute}Z")))


def own_steps(head: RunHead, records: Sequence[Recorded]) -> int:
    """How many steps a run has done itself; those of a network's agents are their own."""
    if not head.children:
        return trace.steps_in(records)
    return sum(1 for each in records if each.entry["type"] == "step" and each.output is None)
