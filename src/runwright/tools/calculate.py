"""`calculate`: exact arithmetic with numbers, units, money, days and figures of earlier results."""

from __future__ import annotations

from datetime import date
from typing import Any

from pydantic import Field, field_validator

from runwright.records.facts import Currency, Day
from runwright.tools import base, formulas, units
from runwright.tools.base import InvalidCall, Note, Records, Tool, Value
from runwright.tools.formula_functions import FUNCTIONS, apply, is_function
from runwright.tools.formulas import TODAY, Apply, Fetch, Push
from runwright.tools.quantities import DIGITS, Quantity, currency_unit, written
from runwright.tools.result_paths import MOST_VALUES, Decimals, Figure, figure_at, name_of

_FUNCTIONS = "; ".join(f"`{each.help}`" for each in FUNCTIONS.values() if each.help)
_NOTES = {
    "business_days_between": Note(
        code="business_days",
        text=(
            "counted from Monday to Friday, the first day included and the second not; "
            "public holidays are not known"
        ),
    ),
}
_ROUNDED = Note(code="rounded", text=f"rounded to {DIGITS} significant digits")


class Arguments(base.Arguments):
    """What to work out."""

    expression: str = Field(
        min_length=1,
        max_length=formulas.LONGEST,
        description=(
            "The calculation, such as `r2.total * 12` or `(18.90 EUR + 4.10 EUR) / 2`. "
            "Operators: `+ - * / ^`, `%` (`15%` is a percentage, `17 % 5` a remainder), "
            "`in` (`100 km / 2 h in mph`), and comparisons `< <= > >= = !=`. "
            "Numbers have a decimal point and no thousands separators. "
            "Money has a currency code: `5 EUR`. "
            "Days are written `2026-11-16`, and `today` is one: `today + 3 weeks`. "
            "A figure of an earlier result is named by its path: `r1.totals[0].amount`; "
            "`r1.groups[*].count` names all of a list. "
            f"Functions: {_FUNCTIONS}."
        ),
    )

    @field_validator("expression")
    @classmethod
    def _is_formula(cls, text: str) -> str:
        formulas.parse(text, is_function)
        return text


class Input(Value):
    """A figure of an earlier result that was used."""

    path: str = Field(description="Its path, such as `r2.total`.")
    value: str = Field(description="The figure, with its unit or currency.")


class Result(base.Result):
    """What came out: a number, a day, a text or a truth value."""

    value: Decimals | None = Field(default=None, description="The number, such as 505.2.")
    unit: str | None = Field(default=None, description="Its unit, such as `km/h` or `%`.")
    currency: Currency | None = Field(default=None, description="Its currency, if it is money.")
    account: str | None = Field(
        default=None, description="The account whose currency is unknown, if it is."
    )
    day: Day | None = Field(default=None, description="The day, if it is one.")
    text: str | None = Field(default=None, description="The text, if it is one: `Monday`.")
    truth: bool | None = Field(
        default=None, description="Whether the comparison is true, if it is one."
    )
    exact: bool = Field(
        default=True, description=f"False if the number is rounded to {DIGITS} significant digits."
    )
    inputs: tuple[Input, ...] = Field(
        default=(), description="The figures of earlier results that were used."
    )


def run(arguments: Arguments, records: Records) -> Result:
    """Works the expression out."""
    program = formulas.parse(arguments.expression, is_function)
    inputs: dict[str, Figure] = {}
    fetched = 0
    stack: list[Figure] = []
    for operation in program:
        match operation:
            case Push(value):
                stack.append(value)
            case Fetch(path):
                inputs[path] = figure_at(path, records.result)
                fetched += _size(inputs[path])
                if fetched > MOST_VALUES:
                    raise InvalidCall(f"More than {MOST_VALUES} figures of results are named.")
                stack.append(inputs[path])
            case Apply(name, count):
                taken = tuple(stack[len(stack) - count :])
                del stack[len(stack) - count :]
                stack.append(records.today if name == TODAY else apply(name, taken))
    names = dict.fromkeys(map(name_of, inputs))
    items = dict.fromkeys(each for name in names for each in records.result(name).items)
    used = {each.name for each in program if isinstance(each, Apply)}
    return _result(
        stack[-1],
        items=tuple(items),
        inputs=tuple(Input(path=path, value=_shown(v)) for path, v in inputs.items()),
        notes=tuple(note for name, note in _NOTES.items() if name in used),
    )


def _size(figure: Figure) -> int:
    # A quantity is a tuple too.
    return len(figure) if isinstance(figure, tuple) and not isinstance(figure, Quantity) else 1


def _result(figure: Figure, *, notes: tuple[Note, ...], **sources: Any) -> Result:
    match figure:
        case Quantity():
            text, is_exact = written(figure)
            notes = notes if is_exact else (*notes, _ROUNDED)
            return Result(value=text, exact=is_exact, notes=notes, **_unit(figure), **sources)
        case date():
            return Result(day=figure.isoformat(), notes=notes, **sources)
        case bool():
            return Result(truth=figure, notes=notes, **sources)
        case str():
            return Result(text=figure, notes=notes, **sources)
        case _:
            raise InvalidCall("The expression gives a list: use sum, avg, min or max.")


def _unit(quantity: Quantity) -> dict[str, str | None]:
    money = currency_unit(quantity)
    if money is None:
        return {"unit": units.text_of(quantity.units) or None}
    return {
        "currency": None if units.is_unknown(money) else money.symbol,
        "account": units.account_of(money),
    }


def _shown(figure: Figure) -> str:
    match figure:
        case Quantity():
            return f"{written(figure)[0]} {units.text_of(figure.units)}".strip()
        case tuple():
            return f"{len(figure)} values"
        case _:
            return str(figure)


def describe(arguments: Arguments) -> str:
    """The expression itself."""
    return arguments.expression


TOOL = Tool(
    name="calculate",
    description=(
        "Works out an expression exactly: numbers, percentages, units, money, days, comparisons, "
        "and figures of earlier results by their path. Use it for every figure that no other tool "
        "gives. Different currencies are never added."
    ),
    arguments=Arguments,
    result=Result,
    run=run,
    describe=describe,
)
