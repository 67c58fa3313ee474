"""Working out numbers: formulas, percentages, sums and averages, exactly and in decimal.

`wording` reads the request, `arithmetic` does the work; here a step becomes a finding.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Decimal

from runwright.engine.arithmetic import WORKING, Refused, evaluate
from runwright.engine.around import Around
from runwright.engine.numbers import NUMBER_WORDS, SHOWN, only_number, plain, read_figures
from runwright.engine.patterns import lazily
from runwright.engine.types import Finding, Step, Work
from runwright.engine.wording import VOCABULARY, read_expression

_CURRENCIES = "$€£¥"
_REFERRING_WORDS = """
    it that this them both result results answer sum product total by half double halve
"""
_REFERRING = frozenset(_REFERRING_WORDS.split())
_LONGEST = 160
"""A longer formula is not repeated in the answer."""
_TIGHT = (("( ", "("), (" )", ")"), (" ,", ","), (" %", "%"), ("√ ", "√"))
_SIGN = lazily(r"(?:(?<=^)|(?<=\()|(?<=, )|(?<=[-+\u00d7÷^] ))- ")
_AMOUNT = lazily(r"(?P<figure>-?[0-9]{1,15}(?:\.[0-9]{1,6})?) (?P<currency>[A-Z]{3})")
"""Matches a value that is money: `302.34 EUR`."""
_OF_MONEY = frozenset({"aggregate", "compare", "calculate"})
_CENT = Decimal("0.01")
_LEAVE_MONEY = frozenset({"share", "sqrt", "^"})
"""What these give is no money any more."""
_DIGIT = lazily(r"[0-9]")
_WRITTEN = {"*": "\u00d7", "/": "÷", "-": "-", "mean": "average", "sqrt": "√"}
_MAY_BE_SPOKEN = NUMBER_WORDS | _REFERRING


def recognise(part: str, around: Around) -> Mapping[str, str] | None:
    """The expression that the part asks to work out, as tokens with spaces between them."""
    if _MAY_BE_SPOKEN.isdisjoint(around.words) and not _DIGIT.search(part):
        return None
    if not around.words <= VOCABULARY:
        return None
    tokens = read_expression(part, around.follows)
    if tokens is None:
        return None
    arguments = {"expression": " ".join(tokens)}
    signs = {sign for sign in _CURRENCIES if sign in part}
    if len(signs) == 1:
        arguments["currency"] = signs.pop()
    return arguments


def perform(step: Step, work: Work) -> Finding:
    """Work the expression out; what cannot be worked out is a reason, never a guess."""
    expression = step.arguments.get("expression", "")
    tokens = expression.split(" ")
    it = _earlier_number(step, work) if "it" in tokens else None
    money = _earlier_currency(tokens, step, work)
    results = _earlier_numbers(work) if "all" in tokens else ()
    try:
        value, exact = evaluate(tokens, it, results)
    except Refused as refused:
        return Finding(action=step.action, part=step.part, reason=str(refused))
    exact = exact and (it is None or _is_short(it))
    if money:
        return _in_money(step, value, _written(tokens, it, results), money)
    shown = plain(value) if exact else plain(SHOWN.plus(value), longest=SHOWN.prec)
    shown = f"{'' if exact else 'about '}{_with_unit(shown, tokens, step)}"
    written = _written(tokens, it, results)
    answer = (
        f"{written} = {shown}."
        if len(tokens) > 1 and len(written) <= _LONGEST
        else f"The result is {shown}."
    )
    return Finding(action=step.action, part=step.part, answer=answer, value=_bare(value))


def _in_money(step: Step, value: Decimal, expression: str, currency: str) -> Finding:
    """A result that keeps the currency of what it was worked out from, to the cent."""
    cents = value.quantize(_CENT, ROUND_HALF_UP)
    note = "" if cents == value else " (rounded)"
    written = f"{cents:,.2f} {currency}"
    answer = f"{expression} = {written}{note}."
    if len(expression) > _LONGEST:
        answer = f"The result is {written}{note}."
    return Finding(step.action, step.part, answer=answer, value=f"{cents:.2f} {currency}")


def _earlier_currency(tokens: list[str], step: Step, work: Work) -> str:
    """The one currency of the earlier values that are used; empty when the result has none."""
    if not work.earlier or "given" in step.arguments or _LEAVE_MONEY.intersection(tokens):
        return ""
    used = work.earlier[-1:] if "it" in tokens else work.earlier if "all" in tokens else ()
    amounts = [_amount(finding) for finding in used if finding.value]
    named = {amount["currency"] for amount in amounts if amount}
    return named.pop() if len(named) == 1 and all(amounts) else ""


def _bare(value: Decimal) -> str:
    written = plain(value)
    return str(value) if "^" in written else written


def _is_short(value: Decimal) -> bool:
    """A value that fills every working digit was rounded when it was made."""
    return len(value.as_tuple().digits) < WORKING


def _with_unit(shown: str, tokens: list[str], step: Step) -> str:
    if tokens[0] == "share":
        return f"{shown}%"
    currency = step.arguments.get("currency", "")
    return f"-{currency}{shown[1:]}" if shown[0] == "-" and currency else f"{currency}{shown}"


def _earlier_number(step: Step, work: Work) -> Decimal | None:
    """What "it" means: a number stated before the request, or the result of the last step."""
    if "given" in step.arguments:
        return only_number(step.arguments["given"])
    return _number(work.earlier[-1]) if work.earlier else None


def _earlier_numbers(work: Work) -> list[Decimal]:
    numbers = map(_number, work.earlier)
    return [number for number in numbers if number is not None]


def _number(finding: Finding) -> Decimal | None:
    if finding.value is None:
        return None
    amount = _amount(finding)
    exact = read_figures(amount["figure"] if amount else finding.value)
    if exact is not None or finding.action != "search":
        return exact
    return only_number(finding.value)


def _amount(finding: Finding) -> re.Match[str] | None:
    """The figure and currency of a finding about money; a quotation that looks like one is none."""
    return _AMOUNT.fullmatch(finding.value or "") if finding.action in _OF_MONEY else None


def _written(tokens: list[str], it: Decimal | None, results: list[Decimal] | tuple[()]) -> str:
    """The expression as a reader expects it, with the earlier results filled in."""
    words = [_spelled(token, it, results) for token in tokens]
    if tokens[0] == "share":
        return " ".join(words[2:-1]).replace(" , ", " as a share of ")
    text = " ".join(words)
    for loose, tight in _TIGHT:
        text = text.replace(loose, tight)
    if "- " in text:
        text = _SIGN.sub("-", text)
    return text.replace(" (", "(", 1) if tokens[0].isalpha() else text


def _spelled(token: str, it: Decimal | None, results: list[Decimal] | tuple[()]) -> str:
    if token == "it" and it is not None:
        return plain(SHOWN.plus(it))
    if token == "all":
        return " , ".join(plain(SHOWN.plus(number)) for number in results)
    return _WRITTEN.get(token, token)
