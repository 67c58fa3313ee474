"""The grammar of figures: sums of products of factors, with percentages, rates and prices.

sum     := product { ("plus" | "minus") product | "split" "between" value }
product := factor { ("times" | "divided by" | "at") factor }
factor  := percent ("of" | "off" | "on") factor | fraction "of" factor | "sqrt" factor | value
"""

from __future__ import annotations

from collections.abc import Sequence

from runwright.minds.embedded.arithmetic import operands
from runwright.minds.embedded.arithmetic.cursor import Cursor
from runwright.minds.embedded.arithmetic.operands import grouped
from runwright.minds.embedded.arithmetic.terms import Term, Unread, Value

ROLES = ("TIP", "VAT", "DISCOUNT")
"""What a percentage may be for."""
WHICH_RATE = "Which rate should I add?"


class FigureParser(Cursor):
    """Reads a sum from where the cursor stands."""

    def __init__(self, terms: Sequence[Term], flags: Sequence[str]) -> None:
        super().__init__(terms)
        self._flags = flags
        """What is asked of the whole: `NET`, `TOGETHER`, …"""
        self._used: set[str] = set()

    def _has(self, flag: str) -> bool:
        if flag in self._flags:
            self._used.add(flag)
            return True
        return False

    def _sum(self) -> Value:
        value = self._product()
        while True:
            start = self._at
            self._skip("COMMA")
            if self._is("AND") and self._peek(1).kind in ("RAISE", "LOWER", "PLUS", "MINUS", "ADD"):
                self._skip("AND")
            if self._is_next_price():
                self._skip("AND")
                value = operands.plus(value, self._product())
            elif self._skip("PLUS", "RAISE", "ADD"):
                value = operands.plus(value, self._addend())
            elif self._skip("MINUS", "LOWER"):
                value = operands.minus(value, self._addend())
            elif self._is("SPLIT"):
                self._skip("SPLIT")
                value = self._share_out(value)
            else:
                self._at = start
                return value

    def _is_next_price(self) -> bool:
        """`2 adults at 18 and 3 kids at 9`: what is counted and has a price is added."""
        counted = self._peek(1).value
        return (
            self._is("AND")
            and counted is not None
            and bool(counted.noun)
            and self._peek(2).kind == "AT"
        )

    def _addend(self) -> Value:
        """A percentage may name what it is for: `plus 20% VAT`, `plus VAT at 20`."""
        self._skip("BY")
        if self._skip(*ROLES):
            if not self._skip("AT", "OF"):
                raise Unread(question=WHICH_RATE)
            value = self._value()
            return Value(f"{value.plain}%", "percent", plain=value.plain)
        value = self._product()
        if value.kind == "percent":
            self._skip(*ROLES)
        return value

    def _share_out(self, value: Value) -> Value:
        """`between 7`, `five ways`, `by 3`."""
        is_named = self._skip("BETWEEN", "BY", "OVER", "IN", "FOR", "WITH")
        self._skip("EACH")
        count = self._value()
        if not self._skip("WAYS") and not is_named:
            raise self._unread()
        self._skip("EACH")
        if count.kind == "measure":
            return operands.over(value, count)
        return operands.over(value, Value(count.plain))._replace(kind=value.kind)

    def _product(self) -> Value:
        value = self._factor()
        while True:
            if self._skip("TIMES"):
                value = operands.times(value, self._factor())
            elif self._skip("DIVIDE"):
                value = operands.over(value, self._factor())
            elif value.kind == "rate" and self._skip("OVER", "FOR", "IN"):
                value = operands.times(value, self._factor())
            elif self._skip("OVER"):
                value = operands.over(value, self._factor())
            elif self._is("AT") and self._peek(1).kind == "VALUE" and not value.unit.isupper():
                self._skip("AT")
                value = operands.at_price(value, self._factor())
                self._skip("EACH")
            elif self._is("VALUE") and self._peek(1).kind == "EACH" and value.noun:
                value = operands.at_price(value, self._value())
                self._skip("EACH")
            else:
                return value

    def _factor(self) -> Value:
        """One figure, and what a percentage or a part of something makes of the next."""
        if self._skip("DOUBLE"):
            return operands.times(Value("2"), self._factor())
        if self._skip("ROOT"):
            return self._powered(Value(f"sqrt({self._factor().expression})"))
        if self._is(*ROLES):
            return self._role()
        value = self._value()
        if value.kind == "percent":
            return self._percent(value)
        if self._is("OF") and (value.kind == "fraction" or value.noun):
            self._skip("OF")
            whole = self._factor()
            return operands.times(Value(value.plain), whole)
        is_per = self._is("PER", "DIVIDE") and self._peek(1).kind == "UNIT"
        if self._is("UNIT_LENGTH") or is_per:
            self._skip("PER", "DIVIDE")
            return self._on(operands.rate(value, self._simple_unit()))
        return self._powered(value)

    def _simple_unit(self) -> str:
        term = self._take()
        return term.value.unit if term.value else ""

    def _on(self, rate: Value) -> Value:
        """`5 mg per kilo for 22 kilos`."""
        if self._skip("FOR", "TIMES"):
            return operands.times(rate, self._factor())
        return rate

    def _powered(self, value: Value) -> Value:
        if self._skip("SQUARED"):
            return Value(f"{grouped(value.expression, '+', '-', '*', '/')}^2")
        if self._skip("CUBED"):
            return Value(f"{grouped(value.expression, '+', '-', '*', '/')}^3")
        if self._skip("POWER"):
            return Value(f"{value.expression}^{self._factor().expression}")
        return value

    def _percent(self, percent: Value) -> Value:
        role = self._last_role()
        if self._skip("OFF", "LESS_THAN"):
            return operands.minus(self._factor(), percent)
        if self._skip("MORE_THAN"):
            return operands.plus(self._factor(), percent)
        if not (self._is("OF", "ON", "FROM") or (role and self._is("FOR"))):
            if role and not self._is("END", "COMMA", "PLUS", "MINUS", "SPLIT"):
                self._at -= 1
            return percent
        self._at += 1
        value = self._factor()
        return self._with_role(role or self._last_role(), percent, value)

    def _last_role(self) -> str:
        kind = self._peek().kind
        return kind if self._skip(*ROLES) else ""

    def _with_role(self, role: str, percent: Value, value: Value) -> Value:
        if role == "DISCOUNT":
            return operands.minus(value, percent)
        next_at = 1 if self._is("COMMA") else 0
        if role == "TIP" and (self._has("TOGETHER") or self._peek(next_at).kind == "SPLIT"):
            return operands.plus(value, percent)
        return operands.percent_of(percent, value)

    def _role(self) -> Value:
        """`tip 12.5% on 86`, `the VAT in 119 at 19%`, `tax on 60k at 15.3 percent`."""
        role = self._peek().kind
        self._at += 1
        self._skip("OF", "AT")
        if self._is("IN", "ON", "FROM", "FOR"):
            is_inside = self._peek().kind == "IN"
            self._at += 1
            value = self._value()
            if not self._skip("AT", "OF", "WITH", "BY"):
                raise Unread(question=WHICH_RATE)
            percent = self._value()
            if percent.kind != "percent":
                raise self._unread()
            if is_inside:
                return operands.minus(value, operands.included(value, percent))
            return self._with_role(role, percent, value)
        percent = self._value()
        if percent.kind != "percent" or not self._skip("ON", "OF", "FROM", "FOR"):
            raise self._unread()
        return self._with_role(role, percent, self._factor())

    def _value(self) -> Value:
        if self._skip("("):
            inner = self._sum()
            self._need(")")
            return inner._replace(expression=f"({inner.expression})")
        term = self._peek()
        if term.kind == "UNIT" and term.value is not None:
            self._at += 1
            return term.value._replace(expression=f"1 {term.value.unit}", plain="1")
        if term.kind not in ("VALUE", "UNIT_LENGTH") or term.value is None:
            raise self._unread()
        self._at += 1
        return term.value

    def _unit(self, is_each: bool = False) -> str:
        term = self._peek()
        if term.kind not in ("UNIT", "UNIT_LENGTH") or term.value is None:
            raise self._unread()
        self._at += 1
        unit = term.value.unit
        if self._is("PER") and self._peek(1).kind == "UNIT":
            self._skip("PER")
            return f"{unit}/{self._unit()}"
        if self._is("UNIT_LENGTH"):
            return f"{unit}/{self._unit()}"
        return f"1/{unit}" if is_each else unit
