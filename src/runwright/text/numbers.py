"""Numbers in figures and words, exactly: `1,234.56`, `two and a half`, `a dozen`, `3k`, `20 %`.

A figure whose one separator may group or begin decimals (`1.234`) has both readings, the
likeliest first by the decimal sign that the reader is used to.
"""

from __future__ import annotations

import re
from decimal import Context, Decimal
from fractions import Fraction
from typing import Literal, NamedTuple

from runwright.text.expressions import Expression
from runwright.text.number_words import (
    ARTICLES,
    DENOMINATORS,
    GERMAN,
    GLUED_SCALES,
    HUNDREDS,
    MIXED,
    MONEY_SCALES,
    ORDINALS,
    SCALES,
    SIGNS,
    TENS,
    UNITS,
    VAGUE,
)
from runwright.text.tokens import Tokens
from runwright.text.words import word_set

DecimalSign = Literal[".", ","]
LONGEST = 40
"""A longer run of digits is not read as a number."""
# Groups of three (of two and three as in India), or digits alone; then decimals.
_FIGURE = re.compile(
    r"(?:[0-9]{1,3}(?:[,.'’\u00a0\u202f\u2009 ](?:[0-9]{2},)?[0-9]{3}){1,8}(?![0-9])|[0-9]{1,40})"
    r"(?:[.,][0-9]{1,30})?(?![0-9])"
)
# What goes on like this is a time, a date, a ratio or a version: 09:30, 3/4/26, 2026-11-15, 1.2.3.
_GOES_ON = re.compile(r"[:/.,][0-9]|-[0-9]{1,4}-[0-9]")
_PERCENT = frozenset(("%", "percent", "prozent", "pct"))
_MINUS = frozenset("-−–")
_NOT_COUNTED = word_set("the this that which last next previous no any every each another same")
_DIVISION = Context(prec=28)


class Number(NamedTuple):
    """An exact number: `value / over`, and `over` is 1 except for thirds and their kin."""

    value: Decimal
    over: int = 1
    percent: bool = False
    """`value` hundredths."""

    @property
    def decimal(self) -> Decimal:
        """The number as one decimal, with 28 digits where it does not end; percent stay as they
        are written."""
        return self.value if self.over == 1 else _DIVISION.divide(self.value, Decimal(self.over))


Reading = tuple[tuple[Number, ...], int]
"""The readings, and the token after the last."""


def find(text: str, decimal: DecimalSign = ".") -> list[Expression[Number]]:
    """The numbers in a text."""
    tokens = Tokens(text)
    found, at = [], 0
    while at < len(tokens):
        read = number_at(tokens, at, decimal)
        if read is None or _is_pronoun(tokens, at, read[1]):
            at += 1
            continue
        readings, after = read
        found.append(Expression(*tokens.span(at, after), readings))
        at = after
    return found


def read(text: str, decimal: DecimalSign = ".") -> tuple[Number, ...]:
    """The readings of a text that is one number and nothing else; none if it is not."""
    tokens = Tokens(text)
    result = number_at(tokens, 0, decimal)
    return result[0] if result and result[1] == len(tokens) else ()


def _is_pronoun(tokens: Tokens, at: int, after: int) -> bool:
    """`the last one`, `which one`."""
    return after == at + 1 and tokens.text(at) == "one" and tokens.text(at - 1) in _NOT_COUNTED


def number_at(
    tokens: Tokens, at: int, decimal: DecimalSign = ".", *, money: bool = False
) -> Reading | None:
    """The number that begins at a token; beside a currency, `2m` is two million."""
    negative = _sign(tokens, at)
    result = _unsigned(tokens, at + negative, decimal, money)
    if result is None:
        return None
    readings, after = result
    if negative:
        readings = tuple(each._replace(value=-each.value) for each in readings)
    return _percent(tokens, readings, after)


def _sign(tokens: Tokens, at: int) -> int:
    """How many tokens the sign has. A hyphen is a minus only in front: not in `3-5`, `A-4`."""
    text = tokens.text(at)
    if text == "minus":
        return 1
    return int(text in _MINUS and text != "" and tokens.glued(at + 1) and not tokens.glued(at))


def _percent(tokens: Tokens, readings: tuple[Number, ...], after: int) -> Reading:
    if tokens.text(after) in _PERCENT:
        return tuple(each._replace(percent=True) for each in readings), after + 1
    if tokens.texts(after, 2) == ("per", "cent"):
        return tuple(each._replace(percent=True) for each in readings), after + 2
    return readings, after


def _unsigned(tokens: Tokens, at: int, decimal: DecimalSign, money: bool) -> Reading | None:
    if tokens.is_digits(at):
        return _figure(tokens, at, decimal, money)
    return _fraction(tokens, at) or _words(tokens, at)


# Figures ----------------------------------------------------------------------------------------


def _figure(tokens: Tokens, at: int, decimal: DecimalSign, money: bool) -> Reading | None:
    start = tokens.items[at].start
    if tokens.glued(at) and tokens.text(at - 1)[-1:].isalnum():
        return None
    found = _FIGURE.match(tokens.source, start)
    if found is None:
        return None
    after = tokens.index_at(found.end(), at + 1)
    if _follows_figure(tokens, at):
        return None
    if _GOES_ON.match(tokens.source, found.end()):
        return _ratio(tokens, at)
    values = figure_values(found.group(), decimal)
    if not values:
        return None
    return _mixed(tokens, values, after) or _scaled(tokens, values, after, money)


def _follows_figure(tokens: Tokens, at: int) -> bool:
    """Whether it is the rest of a time, a date or a version; `5` in `3-5` is not."""
    if not (tokens.glued(at) and tokens.glued(at - 1) and tokens.is_digits(at - 2)):
        return False
    if tokens.text(at - 1) == "-":
        before = tokens.text(at - 3) == "-" and tokens.glued(at - 2)
        return before or (tokens.text(at + 1) == "-" and tokens.is_digits(at + 2))
    return tokens.text(at - 1) in ":/.,"


def _ratio(tokens: Tokens, at: int) -> Reading | None:
    """`3/4`, but neither `3/4/26` nor `24/7`."""
    if not (tokens.text(at + 1) == "/" and tokens.is_digits(at + 2)):
        return None
    above, below = tokens.text(at), tokens.text(at + 2)
    if tokens.text(at + 3) == "/" or len(above) > 2 or len(below) > 3:
        return None
    if not 0 < int(above) < int(below):
        return None
    return (Number(Decimal(above), int(below)),), at + 3


def _mixed(tokens: Tokens, values: tuple[Decimal, ...], after: int) -> Reading | None:
    """`3 1/2`, `3½`, `3 and a half`."""
    if tokens.text(after) in SIGNS:
        above, below = SIGNS[tokens.text(after)]
        return _sum(values, above, below), after + 1
    if tokens.is_digits(after) and (ratio := _ratio(tokens, after)) is not None:
        part = ratio[0][0]
        return _sum(values, int(part.value), part.over), ratio[1]
    return _and_part(tokens, values, after)


def _sum(values: tuple[Decimal, ...], above: int, below: int) -> tuple[Number, ...]:
    return tuple(_exact(Fraction(value) + Fraction(above, below)) for value in values)


def _exact(value: Fraction) -> Number:
    """Without a denominator where the decimal ends: 5/2 is 2.5."""
    rest = value.denominator
    for factor in (2, 5):
        while rest % factor == 0:
            rest //= factor
    if rest > 1:
        return Number(Decimal(value.numerator), value.denominator)
    return Number(_DIVISION.divide(Decimal(value.numerator), Decimal(value.denominator)))


def _times(value: Decimal, size: int) -> Decimal:
    """Without decimals that are only zeros: 1.2 million is 1200000."""
    product = value * size
    return product.to_integral_value() if product == product.to_integral_value() else product


def _scaled(tokens: Tokens, values: tuple[Decimal, ...], after: int, money: bool) -> Reading:
    word = tokens.text(after)
    size = SCALES.get(word) or HUNDREDS.get(word)
    if size is not None:
        after += 1
    elif tokens.glued(after):
        size = GLUED_SCALES.get(word) or (MONEY_SCALES.get(word) if money else None)
        after += size is not None
    return tuple(Number(_times(value, size) if size else value) for value in values), after


def figure_values(figure: str, decimal: DecimalSign = ".") -> tuple[Decimal, ...]:
    """What a figure with separators may stand for, the likeliest first; none if it is none."""
    if len(figure) > 2 * LONGEST:
        return ()
    plain = re.sub("['’\u00a0\u202f\u2009 ]", "", figure)
    points, commas = plain.count("."), plain.count(",")
    if not points and not commas:
        return (Decimal(plain),)
    if points and commas:
        last = "." if plain.rfind(".") > plain.rfind(",") else ","
        return (_with(plain, last),) if plain.count(last) == 1 else ()
    mark = "." if points else ","
    if points + commas > 1:
        return (Decimal(plain.replace(mark, "")),)
    whole, _, rest = plain.partition(mark)
    if len(rest) != 3 or len(whole) > 3 or whole.startswith("0"):
        return (_with(plain, mark),)
    both = (_with(plain, mark), Decimal(whole + rest))
    return both if mark == decimal else both[::-1]


def _with(plain: str, mark: str) -> Decimal:
    other = "," if mark == "." else "."
    return Decimal(plain.replace(other, "").replace(mark, "."))


# Words ------------------------------------------------------------------------------------------


def _words(tokens: Tokens, at: int) -> Reading | None:
    if tokens.text(at) in MIXED:
        above, below = MIXED[tokens.text(at)]
        return (_exact(Fraction(above, below)),), at + 1
    result = cardinal_at(tokens, at)
    if result is None:
        return None
    value, after = Decimal(result[0]), result[1]
    if tokens.text(after) == "point":
        value, after = _decimals(tokens, value, after)
    return _and_part(tokens, (value,), after) or ((Number(value),), after)


def _decimals(tokens: Tokens, value: Decimal, at: int) -> tuple[Decimal, int]:
    """`one point two five`."""
    digits, after = "", at + 1
    while (digit := UNITS.get(tokens.text(after), 10)) < 10 and len(digits) < LONGEST:
        digits, after = digits + str(digit), after + 1
    return (value + Decimal(f"0.{digits}"), after) if digits else (value, at)


def cardinal_at(tokens: Tokens, at: int) -> tuple[int, int] | None:
    """The whole number that words say from a token on: `two hundred and five`, `a dozen`."""
    start = at
    if tokens.text(at) in ARTICLES:
        if tokens.text(at + 1) == "couple":
            return VAGUE["couple"], tokens.skip(at + 2, "of")
        if tokens.text(at + 1) not in HUNDREDS and tokens.text(at + 1) not in SCALES:
            return None
        at += 1
    total, group, ceiling = 0, -1, 10**15
    while True:
        step = _joint(tokens, at) if at > start else at
        word = tokens.text(step)
        if word in SCALES and SCALES[word] < ceiling and step == at:
            total, ceiling = total + max(group, 1) * SCALES[word], SCALES[word]
            group, at = 0, step + 1
            continue
        grown = _grow(group, word)
        if grown is None or (step > at and group <= 0 and not total):
            break
        group, at = grown, step + 1
    return (total + max(group, 0), at) if at > start and (group >= 0 or total) else None


def _joint(tokens: Tokens, at: int) -> int:
    """Past the hyphen of `twenty-five` or the "and" of `two hundred and five`."""
    if tokens.text(at) == "-" and tokens.glued(at) and tokens.glued(at + 1):
        return at + 1
    before = tokens.text(at - 1)
    return at + 1 if tokens.text(at) == "and" and (before in HUNDREDS or before in SCALES) else at


def _grow(group: int, word: str) -> int | None:
    """A group below a thousand with one more word, or None when the word cannot follow."""
    if word in HUNDREDS:
        return max(group, 1) * HUNDREDS[word] if group < 100 else None
    value = UNITS.get(word, TENS.get(word))
    if value is None:
        value = GERMAN.get(word)
    if value is None:
        return None
    if group <= 0 or group % 100 == 0:
        return max(group, 0) + value
    fits = 0 < value < 10 and group % 10 == 0 and group % 100 >= 20
    return group + value if fits else None


def _fraction(tokens: Tokens, at: int) -> Reading | None:
    """`half`, `a third`, `two thirds`, `three quarters`, `half a dozen`, `½`."""
    word = tokens.text(at)
    if word in SIGNS:
        return (_exact(Fraction(*SIGNS[word])),), at + 1
    if word in ("half", "halb", "halbe", "halben"):
        return _of_whole(tokens, Decimal("0.5"), at + 1)
    above = 1 if word in ARTICLES or word == "one" else UNITS.get(word, GERMAN.get(word, 0))
    step = at + 2 if tokens.text(at + 1) == "-" and tokens.glued(at + 2) else at + 1
    name = tokens.text(step)
    # "Two third" is no fraction, and "a second" is a time: "second" is not in the list.
    if not above or name not in DENOMINATORS or (above > 1) != name.endswith(("s", "tel")):
        return None
    return (_exact(Fraction(above, DENOMINATORS[name])),), step + 1


def _of_whole(tokens: Tokens, part: Decimal, after: int) -> Reading:
    """`half a million`."""
    step = tokens.skip(tokens.skip(after, "of"), *ARTICLES)
    size = SCALES.get(tokens.text(step)) or HUNDREDS.get(tokens.text(step))
    return ((Number(_times(part, size)),), step + 1) if size else ((Number(part),), after)


def _and_part(tokens: Tokens, values: tuple[Decimal, ...], after: int) -> Reading | None:
    """`… and a half`, `… and three quarters`, `… and a half million`."""
    if tokens.text(after) not in ("and", "und"):
        return None
    if tokens.text(after + 1) == "half" or values[0] != values[0].to_integral_value():
        return None
    if tokens.texts(after + 1, 2) in (("a", "half"), ("one", "half"), ("ein", "halb")):
        readings, after = _sum(values, 1, 2), after + 3
    else:
        fraction = _fraction(tokens, after + 1)
        if fraction is None:
            return None
        part, after = fraction[0][0], fraction[1]
        above = Fraction(part.value) / part.over
        readings = _sum(values, above.numerator, above.denominator)
    size = SCALES.get(tokens.text(after), 0)
    if size:
        return tuple(x._replace(value=_times(x.value, size)) for x in readings), after + 1
    return readings, after


# Counts and ordinals ----------------------------------------------------------------------------


def count_at(tokens: Tokens, at: int) -> tuple[int, int] | None:
    """A whole count in figures or words; "a" is one, "a couple of" two, "a few" three."""
    if tokens.is_digits(at):
        text = tokens.text(at)
        return (int(text), at + 1) if len(text) <= 7 else None
    step = tokens.skip(at, *ARTICLES)
    if tokens.text(step) in VAGUE:
        return VAGUE[tokens.text(step)], tokens.skip(step + 1, "of")
    return cardinal_at(tokens, at) or ((1, step) if step > at else None)


def ordinal_at(tokens: Tokens, at: int) -> tuple[int, int] | None:
    """`3rd`, `third`, `twenty-first`, and the German `3.` and `dritte`."""
    text = tokens.text(at)
    if tokens.is_digits(at):
        ending = tokens.text(at + 1)
        if len(text) <= 4 and tokens.glued(at + 1) and ending in ("st", "nd", "rd", "th"):
            return int(text), at + 2
        return None
    if text in TENS:
        step = at + 2 if tokens.text(at + 1) == "-" else at + 1
        one = ORDINALS.get(tokens.text(step), 0)
        return (TENS[text] + one, step + 1) if 0 < one < 10 else None
    return (ORDINALS[text], at + 1) if text in ORDINALS else None
