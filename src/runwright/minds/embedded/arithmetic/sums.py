"""Questions for a figure: a recursive-descent parser from terms to an expression of `calculate`.

    question := "how many" unit "in" sum | "add" list | "split" sum "between" value
              | value "as a percentage of" value | "from" sum "to" sum | … | sum

Nothing may be left over: a word that no rule takes makes the clause unread.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from runwright.minds.embedded.arithmetic import operands
from runwright.minds.embedded.arithmetic.figures import ROLES, WHICH_RATE, FigureParser
from runwright.minds.embedded.arithmetic.operands import grouped
from runwright.minds.embedded.arithmetic.terms import Reading, Term, Unread, Value

_FLAGS = ("NET", "GROSS", "LEFT", "TOGETHER", "PERCENTAGE", "CHANGE")


def read(terms: Sequence[Term]) -> Reading:
    """The sum that a clause asks for; `Unread` if part of it is no sum."""
    parser = _Parser(terms)
    value = parser.question()
    return parser.finished(value)


class _Parser(FigureParser):
    def __init__(self, terms: Sequence[Term]) -> None:
        self._target = ""
        self._targets: tuple[str, ...] = ()
        self._currency = ""
        self._flagged = [each for each in terms if each.kind in _FLAGS]
        rest = self._without_target([each for each in terms if each.kind not in _FLAGS])
        super().__init__(rest, [each.kind for each in self._flagged])

    def _without_target(self, terms: list[Term]) -> list[Term]:
        """`how many hours` is what the answer is to be in, wherever it stands."""
        for at, term in enumerate(terms[:-1]):
            if term.kind == "HOW_MANY" and terms[at + 1].kind == "UNIT":
                wanted = terms[at + 1].value
                self._target = wanted.unit if wanted else ""
                return terms[:at] + terms[at + 2 :]
        return terms

    # Questions ------------------------------------------------------------------------------

    def question(self) -> Value:
        """What the clause begins with decides what is done with its figures."""
        self._past_chatter()
        self._past_lead()
        if {"PERCENTAGE", "CHANGE"} & set(self._flags) and (value := self._proportion()):
            return value
        if {"NET", "GROSS", "LEFT"} & set(self._flags) and (value := self._taxed()):
            return value
        kind = self._peek().kind
        named = {
            "HOW_MANY": self._fitting,
            "ADD": self._added,
            "SUBTRACT": self._subtracted,
            "RAISE": self._raised,
            "LOWER": self._raised,
            "COMPOUND": self._compounded,
        }
        if kind in named:
            return named[kind]()
        match kind:
            case "UNIT" if self._peek(1).kind == "IN":
                self._target = self._unit()
                self._skip("IN")
                return self._sum()
            case "CONVERT":
                self._skip("CONVERT")
                return self._sum()
            case "MULTIPLY" | "SPLIT":
                return self._divided(kind)
            case "AVERAGE" | "SUM" | "PRODUCT":
                return self._aggregated(kind)
            case "DIFFERENCE":
                self._at += 1
                self._skip("BETWEEN")
                one, other = self._pair("AND")
                return Value(f"abs({operands.minus(one, other).expression})", one.kind)
        self._skip("IN", "OF")
        return self._sum()

    def _aggregated(self, kind: str) -> Value:
        self._at += 1
        self._skip("OF")
        listed = [each.expression for each in self._list()]
        if kind == "AVERAGE":
            return Value(f"avg({', '.join(listed)})")
        return Value((" + " if kind == "SUM" else " * ").join(listed))

    def _past_lead(self) -> None:
        """A word before what is asked for: "the average of", "the change in percent"."""
        if self._is("WORD") and {"CHANGE", "PERCENTAGE"} & set(self._flags):
            self._skip("WORD")
        if self._is("WORD") and self._peek(1).kind in ("AVERAGE", "SUM", "PRODUCT"):
            self._skip("WORD")
        self._skip("COMMA", "AND", "BY", "WITH")

    def _past_chatter(self) -> None:
        """Words before a comma and before the first figure: "sorry, I am tired, what is …"."""
        while self._is("WORD"):
            end = self._at
            while end < len(self._terms) and self._terms[end].kind == "WORD":
                end += 1
            if end == len(self._terms) or self._terms[end].kind != "COMMA":
                return
            self._at = end + 1

    def finished(self, value: Value) -> Reading:
        """With the unit that is wanted, and nothing left over."""
        self._skip("EACH", "HOW_LONG", "COMMA")
        if self._skip("IN", "TO", "HOW_MANY", "PER"):
            is_each = self._terms[self._at - 1].kind == "PER"
            self._target = self._unit(is_each)
            if self._skip("AND"):
                self._targets = (self._target, self._unit())
        if self._is("AT") and self._target.isupper() and value.plain:
            self._currency = self._terms[self._at - 1].text
            self._skip("AT")
            value, self._target = operands.times(Value(value.plain), self._factor()), ""
        self._skip("EACH", "HOW_LONG", "COMMA")
        if self._at < len(self._terms):
            raise self._unread()
        for term in self._flagged:
            if term.kind not in self._used and not _is_met(term.kind, value.expression):
                raise Unread([term])
        return self._reading(value)

    def _reading(self, value: Value) -> Reading:
        expression = value.expression
        if not any(sign in expression for sign in "+-*/(^") and not self._target:
            # One figure and nothing to do with it.
            raise Unread()
        if self._target:
            expression = f"{grouped(expression, 'in')} in {self._target}"
        if self._targets:
            return Reading(expression, "split", unit=" ".join(self._targets))
        return Reading(expression, unit=self._target or self._currency)

    def _pair(self, joint: str) -> tuple[Value, Value]:
        one = self._sum()
        self._need(joint)
        return one, self._sum()

    def _list(self) -> list[Value]:
        values = [self._factor()]
        while self._is("COMMA", "AND"):
            at = self._at
            self._skip("COMMA")
            self._skip("AND")
            if not self._is("VALUE"):
                self._at = at
                break
            values.append(self._factor())
        return values

    def _proportion(self) -> Value | None:
        """`30 as a percentage of 120`, `what percent of 80 is 20`, `from 40 to 52`."""
        start = self._at
        self._skip("IN")
        if self._skip("FROM") or "CHANGE" in self._flags:
            if self._is("VALUE"):
                before, after = self._pair("TO")
                if _differ_in_scale(before, after):
                    raise Unread(question="Are both figures in the same unit, such as millions?")
                self._used |= {"CHANGE", "PERCENTAGE"}
                return Value(f"percent_change({before.expression}, {after.expression})")
        elif self._skip("OF"):
            whole = self._factor()
            self._skip("COMMA", "IN")
            self._used.add("PERCENTAGE")
            return _share(self._factor(), whole)
        elif self._is("VALUE"):
            part = self._value()
            if self._skip("OF") and part.kind != "percent":
                self._used.add("PERCENTAGE")
                return _share(part, self._factor())
        self._at = start
        return None

    def _taxed(self) -> Value | None:
        """An amount and a percentage, and the word for the side of it that is wanted."""
        start = self._at
        figures: list[Value] = []
        while self._skip("AT", "COMMA", "WITH", "VAT", "ON", "FROM", "AND", "OF", "FOR", "IN") or (
            self._is("VALUE")
        ):
            if self._is("VALUE"):
                figures.append(self._value())
        percents = [each for each in figures if each.kind == "percent"]
        amounts = [each for each in figures if each.kind in ("number", "money")]
        sides = [flag for flag in self._flags if flag in ("NET", "GROSS", "LEFT")]
        if self._at < len(self._terms) or len(percents) != 1 or len(amounts) != 1:
            self._at = start
            return None
        self._used |= set(sides)
        if "LEFT" in sides:
            return operands.minus(amounts[0], percents[0])
        if sides[-1] == "NET":
            return operands.included(amounts[0], percents[0])
        return operands.plus(amounts[0], percents[0])

    def _fitting(self) -> Value:
        """`how many 330 ml cans in 10 litres`."""
        self._skip("HOW_MANY")
        if not self._is("VALUE"):
            raise self._unread()
        part = self._value()
        self._need("IN")
        whole = self._factor()
        return operands.over(whole, part)

    def _added(self) -> Value:
        self._skip("ADD")
        if self._is(*ROLES):
            raise Unread(question=WHICH_RATE)
        values = self._list()
        self._skip(*ROLES)
        if self._skip("TO", "ON"):
            total = self._sum()
            for each in values:
                total = operands.plus(total, each)
            return total
        total = values[0]
        for each in values[1:]:
            total = operands.plus(total, each)
        return total

    def _subtracted(self) -> Value:
        self._skip("SUBTRACT")
        taken = self._sum()
        if self._skip("FROM", "OFF"):
            return operands.minus(self._sum(), taken)
        if " * (1 - " not in taken.expression:
            raise self._unread()
        return taken

    def _divided(self, kind: str) -> Value:
        self._at += 1
        self._skip("OF")
        value = self._sum()
        if kind == "MULTIPLY":
            self._need("BY", "WITH")
            return operands.times(value, self._sum())
        if " / " in value.expression and not self._is("VALUE", "BETWEEN", "BY", "OVER", "IN"):
            return value
        return self._share_out(value)

    def _raised(self) -> Value:
        is_up = self._peek().kind == "RAISE"
        self._at += 1
        value = self._factor()
        self._need("BY")
        return (operands.plus if is_up else operands.minus)(value, self._factor())

    def _compounded(self) -> Value:
        self._skip("COMPOUND")
        value = self._value()
        self._need("AT")
        percent = self._value()
        self._need("FOR", "OVER")
        years = self._value()
        if percent.kind != "percent" or years.unit != "years":
            raise self._unread()
        growth = Value(f"(1 + {percent.expression})^{years.plain}")
        return operands.times(value, growth)


def _is_met(flag: str, expression: str) -> bool:
    """Whether the sum is of that kind anyway: `gross: 1280 plus 23%`, `12 less 5, what is left`."""
    signs = {"GROSS": ("(1 + ",), "LEFT": (" - ",), "TOGETHER": ("",)}
    return any(sign in expression for sign in signs.get(flag, ()))


def _differ_in_scale(one: Value, other: Value) -> bool:
    """`from 412 to 467 million`: the scale is said once and meant twice."""
    if not (one.plain and other.plain) or "(" in one.plain + other.plain:
        return False
    small, large = sorted((abs(Decimal(one.plain)), abs(Decimal(other.plain))))
    return large >= 1000 * small > 0


def _share(part: Value, whole: Value) -> Value:
    """In percent; where only one of them has a unit, the other is meant in the same."""
    one = part.plain if whole.kind == "number" and part.plain else part.expression
    other = whole.plain if part.kind == "number" and whole.plain else whole.expression
    return Value(f"share({one}, {other})")
