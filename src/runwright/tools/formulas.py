"""The language of `calculate`: a text is cut into tokens, and tokens become operations.

    12.50 EUR * 3        r2.total * 12        (r1.totals[0].amount - 20 EUR) / 4
    100 km / 2 h in mph  15% * 240            2026-01-31 + 1 month

The parser is a Pratt parser: each operator has a strength, and an expression goes on as long as
what follows binds more strongly than what called it. It gives a flat program for a stack, so
nothing recurses when a formula is worked out, and it is bounded in length and depth.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from runwright.tools import units
from runwright.tools.quantities import Quantity

TODAY = "today"
"""The day of the run, which a formula names and the run knows."""
LONGEST = 500
"""Characters of a formula."""
DEEPEST = 32
"""Parentheses, functions, signs and exponents within each other."""
MOST_TOKENS = 200
MOST_POWERS = 12
"""Powers and roots of one expression: each costs as much as some fifty sums."""
_POWERS = ("^", "sqrt", "root")
_MOST_FIGURES = 60
_LARGEST_EXPONENT = 99
_TOKEN = re.compile(
    r"""\s*(?:
      (?P<day>\d{4}-\d\d-\d\d(?!\d))
    | (?P<number>(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?)
    | (?P<path>r\d+(?:\.[A-Za-z_]\w*|\[(?:\d+|\*)\])*)(?!\w)
    | (?P<name>[A-Za-zµ°][\w°]*[²³]?|[€£¥₹₽₩₺₴₪₫฿₱₦$])
    | (?P<sign>\*\*|<=|>=|==|!=|[-+*/^%(),<>=])
    )""",
    re.VERBOSE,
)
_SIGNS = str.maketrans("×·÷−–≤≥≠", "**/--≤≥≠")
_WORDS = {"≤": "<=", "≥": ">=", "≠": "!="}
_SAME = {"**": "^", "==": "="}

_COMPARE, _CONVERT, _ADD, _MULTIPLY, _NEGATE, _POWER, _ATTACH = range(1, 8)
_STRENGTHS = {
    **dict.fromkeys(("<", "<=", ">", ">=", "=", "!="), _COMPARE),
    **dict.fromkeys(("in", "to"), _CONVERT),
    **dict.fromkeys("+-", _ADD),
    **dict.fromkeys("*/", _MULTIPLY),
    "^": _POWER,
}


class FormulaError(ValueError):
    """The text is no formula; says where it stops being one."""


class Token(NamedTuple):
    """A piece of the text."""

    kind: str
    text: str
    place: int


class Push(NamedTuple):
    """Put a value on the stack."""

    value: Quantity | date


class Fetch(NamedTuple):
    """Put a figure of an earlier result on the stack."""

    path: str


class Apply(NamedTuple):
    """Replace the last values by what a function or an operator makes of them."""

    name: str
    takes: int
    """How many values."""


Operation = Push | Fetch | Apply
_END = Token("end", "", 0)


# Arguments are checked when they are made and worked out later: once is enough.
@lru_cache(maxsize=64)
def parse(text: str, functions: Callable[[str], bool]) -> tuple[Operation, ...]:
    """The program of a formula; `functions` knows which names are functions."""
    if len(text) > LONGEST:
        raise FormulaError(f"An expression has at most {LONGEST} characters.")
    tokens = _tokens(text)
    if len(tokens) > MOST_TOKENS:
        raise FormulaError(f"An expression has at most {MOST_TOKENS} numbers, names and signs.")
    if sum(token.text in _POWERS for token in tokens) > MOST_POWERS:
        raise FormulaError(f"An expression has at most {MOST_POWERS} powers and roots.")
    parser = _Parser(tokens, functions)
    parser.expression(0)
    if parser.next.kind != "end":
        raise FormulaError(f"{_shown(parser.next)} is not expected there.")
    return tuple(parser.program)


def _tokens(text: str) -> list[Token]:
    text = text.translate(_SIGNS)
    for sign, plain in _WORDS.items():
        text = text.replace(sign, plain)
    text = text.rstrip()
    found: list[Token] = []
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None or match.lastgroup is None:
            raise FormulaError(f"{text[at:].lstrip()[:1]!r} means nothing in an expression.")
        kind, word = match.lastgroup, match[match.lastgroup]
        found.append(Token(kind, _SAME.get(word, word), match.start(kind) + 1))
        at = match.end()
    return found


def _misplaced(token: Token) -> FormulaError:
    return FormulaError(f"{_shown(token)} stands where a value is expected.")


def _shown(token: Token) -> str:
    return f"`{token.text}` (character {token.place})" if token.text else "The end"


class _Parser:
    """Goes through the tokens once and appends to the program."""

    def __init__(self, tokens: list[Token], functions: Callable[[str], bool]) -> None:
        self._tokens = tokens
        self._at = 0
        self._depth = 0
        self._is_function = functions
        self.program: list[Operation] = []

    @property
    def next(self) -> Token:
        return self._peek(0)

    def _peek(self, ahead: int) -> Token:
        at = self._at + ahead
        return self._tokens[at] if at < len(self._tokens) else _END

    def _take(self) -> Token:
        token = self.next
        self._at += 1
        return token

    def _expect(self, sign: str) -> None:
        if self.next.text != sign:
            raise FormulaError(f"`{sign}` is missing before {_shown(self.next).lower()}.")
        self._take()

    def expression(self, strength: int) -> None:
        """What begins here, as long as it binds more strongly than its caller."""
        self._depth += 1
        if self._depth > DEEPEST:
            raise FormulaError(f"An expression is at most {DEEPEST} levels deep.")
        self._operand()
        while (found := self._strength()) > strength:
            self._continue(found)
        self._depth -= 1

    def _strength(self) -> int:
        """How strongly what comes next binds to what stands before it."""
        token = self.next
        if token.text == "%":
            return _MULTIPLY if self._is_remainder() else _ATTACH
        if token.kind == "name" and token.text not in _STRENGTHS:
            return 0 if self._is_call() else _ATTACH
        return _STRENGTHS.get(token.text, 0)

    def _is_remainder(self) -> bool:
        """Whether `%` stands between two operands: `17 % 5`, but not `15% * 240`."""
        after = self._peek(1)
        return after.text == "(" or (
            after.kind in ("number", "day", "path", "name") and after.text not in _STRENGTHS
        )

    def _is_call(self) -> bool:
        return self._peek(1).text == "("

    def _continue(self, strength: int) -> None:
        token = self._take()
        if token.text == "%" and strength == _ATTACH:
            self._attach(((units.PERCENT, 1),))
        elif strength == _ATTACH:
            self._attach(self._unit(token))
        else:
            # Powers group from the right, and a converted figure is compared or added to.
            weaker = {_POWER: _NEGATE - 1, _CONVERT: _ADD}.get(strength, strength)
            self.expression(weaker)
            self.program.append(Apply(token.text, 2))

    def _attach(self, unit: units.Units) -> None:
        self.program += [Push(Quantity(Fraction(1), unit)), Apply("unit", 2)]

    def _unit(self, token: Token) -> units.Units:
        found = units.named(token.text)
        if found is None:
            raise FormulaError(f"{_shown(token)} is no unit, currency or function.")
        if self.next.text != "^" or self._peek(1).kind != "number":
            return found
        # `5 m^2` is five square metres, not the square of five metres.
        self._take()
        exponent = self._take()
        if exponent.text not in ("2", "3"):
            raise FormulaError(f"{_shown(exponent)}: a unit has the exponent 2 or 3.")
        return tuple((unit, power * int(exponent.text)) for unit, power in found)

    def _operand(self) -> None:
        token = self._take()
        match token.kind:
            case "number":
                self.program.append(Push(Quantity(_number(token))))
            case "day":
                self.program.append(Push(_day(token)))
            case "path":
                self.program.append(Fetch(token.text))
            case "name":
                self._name(token)
            case "sign" if token.text == "%":
                self.program.append(Push(Quantity(Fraction(1), ((units.PERCENT, 1),))))
            case "sign" if token.text == "(":
                self.expression(0)
                self._expect(")")
            case "sign" if token.text in "+-":
                self.expression(_NEGATE - 1)
                if token.text == "-":
                    self.program.append(Apply("negative", 1))
            case _:
                raise _misplaced(token)

    def _name(self, token: Token) -> None:
        """A function, the present day or a unit; not an operator that is a word."""
        if self._peek(0).text == "(":
            self._call(token)
        elif token.text == TODAY:
            self.program.append(Apply(TODAY, 0))
        elif token.text not in _STRENGTHS:
            self.program.append(Push(Quantity(Fraction(1), self._unit(token))))
        else:
            raise _misplaced(token)

    def _call(self, token: Token) -> None:
        if not self._is_function(token.text):
            raise FormulaError(f"{_shown(token)} is no function.")
        self._take()
        count = 0
        while self.next.text != ")":
            if count:
                self._expect(",")
            self.expression(0)
            count += 1
        self._take()
        self.program.append(Apply(token.text, count))


def _number(token: Token) -> Fraction:
    figures, _, exponent = token.text.lower().partition("e")
    if len(figures) > _MOST_FIGURES or abs(int(exponent or 0)) > _LARGEST_EXPONENT:
        raise FormulaError(f"{token.text[:20]}… has too many digits.")
    return Fraction(token.text)


def _day(token: Token) -> date:
    try:
        return date.fromisoformat(token.text)
    except ValueError:
        raise FormulaError(f"There is no day {token.text}.") from None
