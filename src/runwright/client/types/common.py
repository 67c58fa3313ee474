"""Values that several nouns share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from typing import Any, Final, Literal

from runwright.client.values import Value

When = datetime | date | str
"""A moment with its time zone, a day, or an ISO 8601 text."""
Order = Literal["asc", "desc"]
Source = Literal["calendar", "documents", "finance"]
Metadata = Mapping[str, str]


class Keep(Enum):
    """What an update leaves as it is, where None would take it away."""

    KEEP = "keep"


KEEP: Final = Keep.KEEP


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget(Value):
    """What may be spent in a period."""

    amount: Decimal
    period: str
    """`day` or `month`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure(Value):
    """Why a run failed or a file could not be read."""

    code: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Deleted(Value):
    """Confirmation that something is gone."""

    id: str
    object: str
    deleted: bool


def moment(when: When) -> str:
    """A moment or a day as the API takes it."""
    if isinstance(when, datetime):
        if when.tzinfo is None:
            raise ValueError("a datetime needs its time zone, such as datetime.now(UTC)")
        return when.isoformat()
    return when.isoformat() if isinstance(when, date) else when


def as_json(value: Any) -> Any:
    """What JSON has no word for, as the API takes it."""
    if isinstance(value, Budget):
        return {"amount": as_json(value.amount), "period": value.period}
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, date):
        return moment(value)
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Sequence):
        return list(value)
    raise TypeError(f"{type(value).__name__} cannot be sent")
