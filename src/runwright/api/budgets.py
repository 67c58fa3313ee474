"""How a budget is written in requests and answers, for keys and agents alike."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, WithJsonSchema

from runwright import money
from runwright.api.fields import DecimalText
from runwright.api.parsing import Body, Shape
from runwright.trust.types import Budget

_PATTERN = r"^[0-9]{1,6}(\.[0-9]{1,6})?$"
_AMOUNT = re.compile(_PATTERN, re.ASCII)


def _as_text(value: Any) -> Any:
    """A whole number is as exact as its text; a number with a point may not be."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return value


def _amount(text: str) -> str:
    if not _AMOUNT.fullmatch(text):
        raise ValueError(
            'must be a decimal in quotes with at most 6 decimal places, such as "2.50"'
        )
    return text


Amount = Annotated[
    str,
    BeforeValidator(_as_text),
    AfterValidator(_amount),
    WithJsonSchema({"type": "string", "pattern": _PATTERN}),
]


class BudgetBody(Body):
    """How much may be spent per day or month."""

    amount: Amount
    """A decimal in quotes, such as `"2.50"`, in the server's currency."""
    period: Literal["day", "month"]
    """A day or a calendar month in the project's time zone."""

    def value(self) -> Budget:
        """The same as the kernel keeps it."""
        return Budget(money.units(Decimal(self.amount)), self.period)


class BudgetShape(Shape):
    """How much may be spent per day or month."""

    amount: DecimalText
    """The amount, in the server's currency."""
    period: Literal["day", "month"]
    """A day or a calendar month in the project's time zone."""


def show_budget(budget: Budget | None) -> dict[str, str] | None:
    """A budget as JSON."""
    if budget is None:
        return None
    return {"amount": money.shown(budget.amount), "period": budget.period}
