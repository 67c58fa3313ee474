"""Arithmetic is exact where it can be, says when it is not, and refuses what is too much."""

import ast
import operator
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runwright.engine.arithmetic import Refused, evaluate
from runwright.engine.formula import read_formula


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ("2+3*4", "14"),
        ("(2+3)*4", "20"),
        ("-2^2", "-4"),
        ("(-2)^2", "4"),
        ("2^3^2", "512"),
        ("2**10", "1024"),
        ("2^-2", "0.25"),
        ("10/4", "2.5"),
        ("10-4-3", "3"),
        ("100/10/2", "5"),
        ("0.1+0.2", "0.3"),
        ("10--3", "13"),
        ("2*-3", "-6"),
        ("17%5", "2"),
        ("-7 mod 3", "2"),
        ("15% of 240", "36"),
        ("200+10%", "220"),
        ("200-25%", "150"),
        ("20+15% of 200", "50"),
        ("5%+3%", "0.08"),
        ("2(3+4)", "14"),
        ("(1+2)(3+4)", "21"),
        ("5\u00d76÷4\u22121", "6.5"),
        ("1,234.50+0.50", "1235"),
        ("1e3+1", "1001"),
        ("sqrt(16)+9", "13"),
        ("max(3,9,4)", "9"),
        ("min(3,max(1,2))", "2"),
        ("round(2.675,2)", "2.68"),
        ("0^5", "0"),
    ],
)
def test_a_formula_has_its_exact_value(formula: str, value: str) -> None:
    result = evaluate(read_formula(formula) or [])
    assert result.value == Decimal(value)
    assert result.exact


@pytest.mark.parametrize("formula", ["1/3", "sqrt 2", "2^0.5", "2^200", "100/7"])
def test_a_rounded_value_is_marked(formula: str) -> None:
    assert not evaluate(read_formula(formula) or []).exact


@pytest.mark.parametrize(
    ("formula", "why"),
    [
        ("10/0", "divides by zero"),
        ("5 mod 0", "divides by zero"),
        ("9^9^9^9", "exponents beyond"),
        ("99999^999^2", "exponents beyond"),
        ("(10^999)^999", "larger than"),
        ("(10^-999)^999", "closer to zero"),
        ("9" * 51 + "+1", "more than 50 digits"),
        ("1+", "stops before"),
        ("*3", "missing before"),
        ("(1+2", "not closed"),
        ("1+2)", "not opened"),
        ("1 2", "operator is missing"),
        ("1,2", "comma"),
        ("sqrt(0-4)", "no real square root"),
        ("(0-8)^0.5", "no real power"),
        ("0^0", "no such power"),
        ("it+1", "no earlier number"),
        ("sum(all)", "no earlier numbers"),
        ("difference(1,2,3)", "needs two numbers"),
        ("max 3", "needs a list"),
        ("round(1,99)", "decimal places"),
    ],
)
def test_what_has_no_value_is_refused_in_words(formula: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        evaluate(read_formula(formula) or [])


def test_two_thousand_parentheses_need_no_stack() -> None:
    assert evaluate(read_formula("(" * 1990 + "7" + ")" * 1990) or []).value == 7


_OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul}


def _as_fraction(node: ast.expr) -> Fraction:
    """An independent reading of the same formula, by Python's own parser."""
    match node:
        case ast.Constant(value=int(value)):
            return Fraction(value)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_as_fraction(operand)
        case ast.BinOp(left=left, op=op, right=right):
            return Fraction(_OPERATORS[type(op)](_as_fraction(left), _as_fraction(right)))
    raise AssertionError(node)


_FORMULAS = st.recursive(
    st.integers(0, 999).map(str),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["+", "-", "*"]), inner).map("".join),
        inner.map("({})".format),
        inner.map("-({})".format),
    ),
    max_leaves=12,
)


@given(_FORMULAS)
def test_arithmetic_agrees_with_fractions(formula: str) -> None:
    result = evaluate(read_formula(formula) or [])
    assert result.exact
    assert Fraction(result.value) == _as_fraction(ast.parse(formula, mode="eval").body)


@given(st.integers(-(10**9), 10**9), st.integers(1, 10**9))
def test_a_quotient_is_right_to_fifty_digits(a: int, b: int) -> None:
    result = evaluate([*(["-"] if a < 0 else []), str(abs(a)), "/", str(b)])
    error = abs(Fraction(result.value) - Fraction(a, b))
    assert error <= abs(Fraction(a, b)) / 10**49
    assert result.exact == (error == 0)
