"""Budgets of keys and agents: reserved before a run costs anything, settled when it has ended.

What is spent and what is promised stand in one row for each holder and period. A reservation is
one conditional update of that row, so any number of runs at once never pass the limit together.
A run draws on the budget of its key, of its agent, and of every key that its key descends from.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Literal, NamedTuple, Protocol
from zoneinfo import ZoneInfo

import orjson
from sqlalchemy import bindparam, delete, select, update

from runwright import clock, money
from runwright.db import schema
from runwright.db.sql import insert_or_ignore
from runwright.db.transaction import Contended, Reader, Tx
from runwright.errors import RateLimited
from runwright.trust.kernel import Grant, Principal
from runwright.trust.types import LONGEST_MONTH, Budget, Period

_BUDGETS, _LIMITS = schema.budgets, schema.key_limits
_THIS = (
    (_BUDGETS.c.project_id == bindparam("project"))
    & (_BUDGETS.c.holder == bindparam("whose"))
    & (_BUDGETS.c.start == bindparam("since"))
)
_READ = select(_BUDGETS.c.spent, _BUDGETS.c.reserved).where(_THIS)
_HOLD = _READ.with_for_update()
_HOLD_IF_FREE = _READ.with_for_update(skip_locked=True)
_OPEN = insert_or_ignore(_BUDGETS)
_RESERVE = (
    update(_BUDGETS)
    .where(_THIS, _BUDGETS.c.spent + _BUDGETS.c.reserved + bindparam("more") <= bindparam("most"))
    .values(reserved=_BUDGETS.c.reserved + bindparam("more"))
)
_SETTLE = (
    update(_BUDGETS)
    .where(_THIS)
    .values(
        reserved=_BUDGETS.c.reserved - bindparam("less"),
        spent=_BUDGETS.c.spent + bindparam("cost"),
    )
)
_FORGET = delete(_BUDGETS).where(
    _BUDGETS.c.project_id == bindparam("project"),
    _BUDGETS.c.holder == bindparam("whose"),
    _BUDGETS.c.reserved == 0,
)
_SELF = select(
    bindparam("whose", type_=_LIMITS.c.key_id.type).label("key_id"),
    bindparam("project", type_=_LIMITS.c.project_id.type).label("project_id"),
).cte("descent", recursive=True)
_DESCENT = _SELF.union_all(
    select(_LIMITS.c.key_id, _LIMITS.c.project_id).join(_SELF, _SELF.c.key_id == _LIMITS.c.maker)
)
_PAYERS = select(_DESCENT.c.project_id, _DESCENT.c.key_id)
"""The key itself and all that descend from it, in whatever project."""


_DAY = timedelta(days=1)


class SpentSince(Protocol):
    """What runs have cost since an instant, from whoever keeps their accounts."""

    def __call__(
        self,
        reader: Reader,
        projects: Collection[str],
        by: Literal["key_id", "agent"],
        payers: Collection[str],
        since: datetime,
    ) -> int:
        """The cost of the runs of some keys or agents in some projects."""
        ...


class Home(NamedTuple):
    """The project of a holder, where it is not that of the run."""

    project_id: str
    time_zone: str


class Holder(NamedTuple):
    """Somebody whose budget a run draws on."""

    id: str
    """Of a key or an agent."""
    budget: Budget
    is_maker: bool = False
    """Whether it is a key that the run's own descends from."""
    home: Home | None = None

    def period(self, now: datetime, zone: ZoneInfo) -> tuple[datetime, datetime]:
        """Beginning and end of the period around a moment; `zone` is that of the run's project."""
        own = zone if self.home is None else ZoneInfo(self.home.time_zone)
        return span(self.budget.period, now, own)

    def project(self, grant: Grant) -> str:
        """The project in which it is counted."""
        return grant.project(grant.scope) if self.home is None else self.home.project_id


_Row = tuple[str, str, str | None, int]
"""Holder, period, the holder's project where it is not that of the run, and the limit."""


class Reservation(NamedTuple):
    """What was set aside for one run, and in which rows."""

    amount: int
    rows: tuple[_Row, ...]

    def dumps(self) -> str:
        """As the run's row keeps it."""
        return orjson.dumps([self.amount, self.rows]).decode()

    @classmethod
    def loads(cls, text: str | None) -> Reservation | None:
        """The same, read back."""
        if text is None:
            return None
        amount, rows = orjson.loads(text)
        return cls(amount, tuple((whose, start, where, most) for whose, start, where, most in rows))


def reserve(
    tx: Tx,
    grant: Grant,
    holders: Iterable[Holder],
    amount: int,
    now: datetime,
    zone: ZoneInfo,
    spent_since: SpentSince,
) -> Reservation | None:
    """Set an amount aside under every holder's budget; `RateLimited` when one would be passed.

    `spent_since` tells what a period has cost before its holder has a row for it. A function that
    raises is undone as a whole, so either all rows hold the reservation or none.
    """
    (made,) = reserve_each(tx, grant, [(tuple(holders), amount)], now, zone, spent_since)
    return made


def reserve_each(
    tx: Tx,
    grant: Grant,
    wishes: Sequence[tuple[Sequence[Holder], int]],
    now: datetime,
    zone: ZoneInfo,
    spent_since: SpentSince,
) -> list[Reservation | None]:
    """The same for several runs that are made together: all are, or none is."""
    totals: dict[Holder, int] = {}
    for holders, amount in wishes:
        for holder in set(holders):
            totals[holder] = totals.get(holder, 0) + amount
    # In one order everywhere, so that two processes cannot wait for each other.
    rows = {
        holder: _reserve(tx, grant, holder, totals[holder], now, zone, spent_since)
        for holder in sorted(totals)
    }
    return [
        Reservation(amount, tuple(rows[holder] for holder in sorted(set(holders))))
        if holders
        else None
        for holders, amount in wishes
    ]


def check(
    reader: Reader,
    grant: Grant,
    holders: Iterable[Holder],
    amount: int,
    now: datetime,
    zone: ZoneInfo,
) -> None:
    """`RateLimited` when there is no room now: asked before work that a reservation would end."""
    for holder in holders:
        spent, reserved = state(reader, grant, holder, now, zone)
        if spent + reserved + amount > holder.budget.amount:
            raise passed(holder, now, holder.period(now, zone)[1])


def _reserve(
    tx: Tx,
    grant: Grant,
    holder: Holder,
    amount: int,
    now: datetime,
    zone: ZoneInfo,
    spent_since: SpentSince,
) -> _Row:
    """Set an amount aside under one budget; its row."""
    start, end = holder.period(now, zone)
    project_id, since = holder.project(grant), _named(holder.budget.period, start)
    this = {"project": project_id, "whose": holder.id, "since": since}
    if not _is_held(tx, this):
        tx.run(
            _OPEN,
            project_id=project_id,
            holder=holder.id,
            start=since,
            spent=_spent(tx, project_id, holder, start, spent_since),
            reserved=0,
        )
    if not tx.run(_RESERVE, **this, more=amount, most=holder.budget.amount):
        raise passed(holder, now, end)
    return holder.id, since, None if holder.home is None else project_id, holder.budget.amount


def _is_held(tx: Tx, this: Mapping[str, str]) -> bool:
    """Hold a row; False when there is none. Rows of a line are everybody's who descends from it."""
    if tx.may_wait:
        return tx.one(_HOLD, **this) is not None
    if tx.one(_HOLD_IF_FREE, **this) is not None:
        return True
    if tx.one(_READ, **this) is not None:
        raise Contended
    return False


def _spent(
    reader: Reader, project_id: str, holder: Holder, start: datetime, spent_since: SpentSince
) -> int:
    if _is_agent(holder):
        return spent_since(reader, {project_id}, "agent", {holder.id}, start)
    payers = reader.all(_PAYERS, project=project_id, whose=holder.id)
    projects = {row.project_id for row in payers}
    return spent_since(reader, projects, "key_id", {row.key_id for row in payers}, start)


def _is_agent(holder: Holder) -> bool:
    return holder.id.startswith("ag_")


def _named(period: Period, start: datetime) -> str:
    """A period as its row names it: a month's first day begins when the month does."""
    return f"{period} {clock.stamp(start)}"


def passed(holder: Holder, now: datetime, end: datetime) -> RateLimited:
    """That a budget leaves no room, and until when."""
    period, limit = holder.budget.period, money.shown(holder.budget.amount)
    if holder.is_maker:
        # How much that is, is known to whoever may read that key.
        reason = f"This run could exceed the budget per {period} of a key that created this key."
    else:
        whose = "agent" if _is_agent(holder) else "key"
        reason = f"This {whose} may spend {limit} per {period}, and this run could exceed that."
    return RateLimited(
        f"{reason} No run was created. The {period} ends at {clock.stamp(end)}.",
        max(1, math.ceil((end - now).total_seconds())),
    )


def extend(tx: Tx, grant: Grant, reservation: Reservation, amount: int) -> Reservation | None:
    """Set aside this much in all for a run that goes on; None when a budget has no room for it."""
    more = amount - reservation.amount
    if more <= 0:
        return reservation
    own = grant.project(grant.scope)
    rows = [
        ({"project": elsewhere or own, "whose": holder, "since": start}, most)
        for holder, start, elsewhere, most in reservation.rows
    ]
    for this, most in rows:
        held = _is_held(tx, this)
        row = tx.one(_READ, **this)
        if not held or row is None or row.spent + row.reserved + more > most:
            return None
    for this, most in rows:
        tx.run(_RESERVE, **this, more=more, most=most)
    return reservation._replace(amount=amount)


def settle(tx: Tx, grant: Grant, reservation: Reservation | None, cost: int) -> None:
    """A run has ended: what it cost is spent, the rest of what was set aside is free again."""
    if reservation is None:
        return
    own = grant.project(grant.scope)
    for holder, start, elsewhere, _ in reservation.rows:
        this = {"project": elsewhere or own, "whose": holder, "since": start}
        if tx.may_wait or _is_held(tx, this):
            tx.run(_SETTLE, **this, less=reservation.amount, cost=cost)


def forget(tx: Tx, grant: Grant, holder: str) -> None:
    """A holder gets a budget, or one of another kind: what it has spent is counted anew.

    Nothing was entered for it while it had none. A row with something set aside stays.
    """
    tx.run(_FORGET, project=grant.project(grant.scope), whose=holder)


def state(
    reader: Reader, grant: Grant, holder: Holder, now: datetime, zone: ZoneInfo
) -> tuple[int, int]:
    """What a holder has spent, and what is set aside, in the period around a moment."""
    start, _ = holder.period(now, zone)
    since = _named(holder.budget.period, start)
    row = reader.one(_READ, project=holder.project(grant), whose=holder.id, since=since)
    return (0, 0) if row is None else (int(row.spent), int(row.reserved))


def span(period: Period, now: datetime, zone: ZoneInfo) -> tuple[datetime, datetime]:
    """Beginning and end of the period around a moment, in a time zone."""
    today = clock.date_in(zone, now)
    if period == "day":
        return clock.midnight(today, zone), clock.midnight(today + _DAY, zone)
    first = today.replace(day=1)
    after = (first + (LONGEST_MONTH + 1) * _DAY).replace(day=1)
    return clock.midnight(first, zone), clock.midnight(after, zone)


def holders_of(
    principal: Principal, agents: Iterable[tuple[str, Budget | None]] = ()
) -> tuple[Holder, ...]:
    """Whose budgets a run draws on: its key's, those of that key's makers, and its agents'."""
    if principal.budget is None and not principal.makers and not agents:
        return ()
    own = ((principal.key_id, principal.budget), *agents)
    return (
        *(Holder(whose, budget) for whose, budget in own if budget is not None),
        *(
            Holder(maker.key_id, maker.budget, True, Home(maker.project_id, maker.time_zone))
            for maker in principal.makers
            if maker.budget is not None
        ),
    )
