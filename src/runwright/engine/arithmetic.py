"""Exact decimal arithmetic on a list of tokens: no eval, no float, no recursion.

`wording` writes the tokens, this module works them out with two stacks, so depth costs
memory for one list and nothing else. Every number is kept to WORKING digits; whether anything
was rounded on the way is part of the result. What would cost too much is refused in words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import (
    ROUND_HALF_UP,
    Context,
    Decimal,
    DivisionByZero,
    Inexact,
    InvalidOperation,
    Overflow,
    Underflow,
)
from typing import NamedTuple

WORKING = 50
"""Significant digits of every intermediate result: 22 more than are ever shown rounded."""
MOST_DIGITS = WORKING
HIGHEST_POWER = 1_000
LARGEST_EXPONENT = 10_000
MOST_ROOTS = 64

_CONTEXT = Context(
    prec=WORKING,
    Emax=LARGEST_EXPONENT,
    Emin=-LARGEST_EXPONENT,
    traps=[Overflow, Underflow, InvalidOperation, DivisionByZero],
)
_HALF_UP = Context(prec=WORKING, rounding=ROUND_HALF_UP, traps=[InvalidOperation])
_HUNDRED = Decimal(100)

_BINDING = {"+": 1, "-": 1, "*": 2, "/": 2, "of": 2, "mod": 2, "neg": 3, "^": 4, "sqrt": 5}
_PREFIXES = frozenset({"neg", "sqrt"})
LISTS = frozenset({"sum", "mean", "product", "max", "min", "difference", "share", "round"})


class Refused(Exception):
    """The expression has no value that can be given; the text says why."""


class Result(NamedTuple):
    """A value, and whether it is exact."""

    value: Decimal
    exact: bool


class _Held(NamedTuple):
    """A value on the stack; a bare percentage means a share of what it is added to."""

    value: Decimal
    percent: bool = False


def evaluate(
    tokens: Sequence[str], it: Decimal | None = None, results: Sequence[Decimal] = ()
) -> Result:
    """The value of an expression; `it` is the result of the step before, `results` are all."""
    machine = _Machine(it, results)
    try:
        value = machine.run(tokens)
    except Overflow:
        raise Refused(f"the result is larger than 10^{LARGEST_EXPONENT}") from None
    except Underflow:
        raise Refused(f"the result is closer to zero than 10^-{LARGEST_EXPONENT}") from None
    except InvalidOperation:
        raise Refused(f"the result needs more than {WORKING} digits") from None
    return Result(value, not machine.context.flags[Inexact])


class _Machine:
    """Two stacks: values, and operators that wait for their right-hand side."""

    def __init__(self, it: Decimal | None, results: Sequence[Decimal]) -> None:
        self.context = _CONTEXT.copy()
        self.it = it
        self.results = results
        self.values: list[_Held] = []
        self.waiting: list[str] = []
        self.counts: list[int] = []
        self.roots = 0

    def run(self, tokens: Sequence[str]) -> Decimal:
        operand_next = True
        for token in tokens:
            operand_next = self._operand(token) if operand_next else self._operator(token)
        if operand_next:
            raise Refused("the expression stops before it is complete")
        self._reduce(0)
        if self.waiting:
            raise Refused("a parenthesis is opened and not closed")
        return self.values.pop().value

    def _operand(self, token: str) -> bool:
        """Take a token where a value must stand; True while a value is still expected."""
        if token[0].isdigit() or token[0] == ".":
            self.values.append(_Held(_number(token)))
            return False
        if token == "it":
            self.values.append(_Held(self._reference()))
            return False
        if token == "all":
            self.values.extend(map(_Held, self._references()))
            self.counts[-1] += len(self.results) - 1
            return False
        if token in ("-", "+"):
            if token == "-":
                self.waiting.append("neg")
            return True
        if token == "(":
            self.counts.append(1)
        elif token not in LISTS and token != "sqrt":
            raise Refused(f"a number is missing before “{token}”")
        self.waiting.append(token)
        return True

    def _operator(self, token: str) -> bool:
        """Take a token where an operator must stand; True when a value comes next."""
        if token == "%":
            self.values[-1] = _Held(self.context.divide(self.values[-1].value, _HUNDRED), True)
            return False
        if token == ")":
            self._close()
            return False
        if token == ",":
            self._reduce(0)
            if not self.counts:
                raise Refused("a comma stands outside of a list")
            self.counts[-1] += 1
            return True
        if token not in _BINDING or token in _PREFIXES:
            raise Refused(f"an operator is missing before “{token}”")
        # A power binds its left side tighter and its right side looser than itself: 2^3^2 = 2^9.
        self._reduce(_BINDING[token] + (token == "^"))
        self.waiting.append(token)
        return True

    def _close(self) -> None:
        self._reduce(0)
        if not self.waiting:
            raise Refused("a parenthesis is closed and was not opened")
        self.waiting.pop()
        count = self.counts.pop()
        if self.waiting and self.waiting[-1] in LISTS:
            arguments = [held.value for held in self.values[-count:]]
            del self.values[-count:]
            value = _LIST_FUNCTIONS[self.waiting.pop()](self.context, arguments)
            self.values.append(_Held(value))
        elif count > 1:
            raise Refused("a comma stands outside of a list")

    def _reduce(self, binding: int) -> None:
        """Work out what binds at least as tightly as `binding`, back to the last parenthesis."""
        waiting = self.waiting
        while waiting and _BINDING.get(waiting[-1], -1) >= binding:
            operator = waiting.pop()
            right = self.values.pop()
            if operator in _PREFIXES:
                self.values.append(self._prefixed(operator, right))
            else:
                left = self.values.pop()
                self.values.append(_Held(self._joined(operator, left, right)))
        if waiting and waiting[-1] in LISTS:
            raise Refused(f"“{waiting[-1]}” needs a list of numbers")

    def _prefixed(self, operator: str, held: _Held) -> _Held:
        if operator == "neg":
            return _Held(self.context.minus(held.value), held.percent)
        if held.value < 0:
            raise Refused("a negative number has no real square root")
        self._spend_root()
        return _Held(self.context.sqrt(held.value))

    def _joined(self, operator: str, left: _Held, right: _Held) -> Decimal:
        context, a, b = self.context, left.value, right.value
        if operator in ("*", "of"):
            return context.multiply(a, b)
        if operator == "/":
            return _divide(context, a, b)
        if operator == "mod":
            return _modulo(context, a, b)
        if operator == "^":
            return self._power(a, b)
        if right.percent and not left.percent:
            b = context.multiply(a, b)
        return context.add(a, b) if operator == "+" else context.subtract(a, b)

    def _power(self, base: Decimal, exponent: Decimal) -> Decimal:
        if abs(exponent) > HIGHEST_POWER:
            raise Refused(f"exponents beyond {HIGHEST_POWER} are not worked out")
        if not base and exponent <= 0:
            raise Refused("zero has no such power")
        if exponent != int(exponent):
            if base < 0:
                raise Refused("a negative number has no real power with a fraction")
            self._spend_root()
        return self.context.power(base, exponent)

    def _spend_root(self) -> None:
        """Roots and fractional powers cost far more than the rest, so their number is bounded."""
        self.roots += 1
        if self.roots > MOST_ROOTS:
            raise Refused(f"more than {MOST_ROOTS} roots in one expression are not worked out")

    def _reference(self) -> Decimal:
        if self.it is None:
            raise Refused("there is no earlier number to work with")
        return self.it

    def _references(self) -> Sequence[Decimal]:
        if not self.results:
            raise Refused("there are no earlier numbers to work with")
        if not self.counts:
            raise Refused("several results stand where one number is needed")
        return self.results


def _number(token: str) -> Decimal:
    if len(token) > MOST_DIGITS:
        raise Refused(f"numbers of more than {MOST_DIGITS} digits are not worked out")
    try:
        return Decimal(token)
    except InvalidOperation:
        raise Refused(f"“{token}” is not a number") from None


def _divide(context: Context, a: Decimal, b: Decimal) -> Decimal:
    if not b:
        raise Refused("it divides by zero")
    return context.divide(a, b)


def _modulo(context: Context, a: Decimal, b: Decimal) -> Decimal:
    """The remainder with the sign of the divisor, as in mathematics."""
    if not b:
        raise Refused("it divides by zero")
    rest = context.remainder(a, b)
    return context.add(rest, b) if rest and (rest < 0) != (b < 0) else rest


def _sum(context: Context, numbers: Sequence[Decimal]) -> Decimal:
    total = Decimal(0)
    for number in numbers:
        total = context.add(total, number)
    return total


def _product(context: Context, numbers: Sequence[Decimal]) -> Decimal:
    total = Decimal(1)
    for number in numbers:
        total = context.multiply(total, number)
    return total


def _mean(context: Context, numbers: Sequence[Decimal]) -> Decimal:
    return context.divide(_sum(context, numbers), Decimal(len(numbers)))


def _difference(context: Context, numbers: Sequence[Decimal]) -> Decimal:
    a, b = _two(numbers, "a difference")
    return context.abs(context.subtract(a, b))


def _share(context: Context, numbers: Sequence[Decimal]) -> Decimal:
    """How many hundredths of the second number the first one is."""
    a, b = _two(numbers, "a percentage")
    return _divide(context, context.multiply(a, _HUNDRED), b)


def _round(context: Context, numbers: Sequence[Decimal]) -> Decimal:
    """Half away from zero, as taught in school; the second number counts decimal places."""
    value, places = _two([*numbers, Decimal(0)][:2], "rounding")
    if places != int(places) or abs(places) > WORKING:
        raise Refused(f"numbers are rounded to 0 to {WORKING} decimal places")
    return _HALF_UP.copy().quantize(value, Decimal((0, (1,), -int(places))))


def _two(numbers: Sequence[Decimal], what: str) -> tuple[Decimal, Decimal]:
    if len(numbers) != 2:
        raise Refused(f"{what} needs two numbers, and there are {len(numbers)}")
    return numbers[0], numbers[1]


_LIST_FUNCTIONS: dict[str, Callable[[Context, Sequence[Decimal]], Decimal]] = {
    "sum": _sum,
    "product": _product,
    "mean": _mean,
    "max": lambda context, numbers: max(numbers),
    "min": lambda context, numbers: min(numbers),
    "difference": _difference,
    "share": _share,
    "round": _round,
}
