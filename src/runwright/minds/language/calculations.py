"""What an expression is, by its tree: a sum, a difference, a share, a change, a multiple.

The words around it must say that: a difference is no sum, a share has a direction, and a figure of
the model's own is said where it stands in an expression.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from runwright.minds.language import rates, restated, restrictions, scope, vocabulary
from runwright.minds.language.comparisons import Sentence, follows_baseline
from runwright.minds.language.evidence import PATH, Evidence, Work, operands
from runwright.minds.language.template import COMPARED, Hole, truth_of
from runwright.text import numbers
from runwright.text.calendars import Period
from runwright.text.words import word_set
from runwright.tools import calculate, formulas
from runwright.tools.formula_functions import is_function
from runwright.tools.formulas import Apply, Fetch, Push

_TOGETHER = word_set("together altogether combined sum sums total totals zusammen insgesamt gesamt "
                     "summe gesamtsumme")  # fmt: skip
_APART = (
    vocabulary.MORE | vocabulary.LESS | vocabulary.CHANGE | vocabulary.LEFT | vocabulary.EXCLUSION
    | vocabulary.MOVES | vocabulary.LEAVING
    | word_set("""
        less minus plus net rest difference saved save savings surplus deficit short shortfall gap
        remainder over under gained lost open outstanding owe owed due unpaid deducted subtracted
        abzuglich rest differenz netto ubrig gespart fehlt fehlen offen restbetrag ubersteigt
        after nach would dann ago since days in vor seit until bis
        """)
)  # fmt: skip
_ALMOST = ("round", "abs", "negative", "floor", "ceil", "in")
_EXTREMES = {"max": vocabulary.BIG, "min": vocabulary.SMALL}
_PERCENT = vocabulary.SHARE | word_set("of von")
_OF = re.compile(r"[\s*_]*(?:of|von|vom|der|des)\b(?P<base>[^.,;:]*)", re.IGNORECASE)
_VERB = re.compile(
    r"\b(?:went|go|goes|was|were|is|are|ging|gingen|entfällt|entfallen|entfielen|war|waren|ist|"
    r"sind|comes?|came)\b.*",
    re.IGNORECASE | re.DOTALL,
)
_COUNTS = frozenset(("count", "kept", "matching", "times", "conflict_count", "group_count"))
_DEEPEST = 8


class _Tree(NamedTuple):
    """A node of an expression: what it applies, or the figure or path that it is."""

    name: str
    children: tuple[_Tree, ...] = ()
    figure: Fraction | None = None


def problems(sentence: Sentence, evidence: Evidence, earlier: str = "") -> Iterator[str]:
    """Where the words make something else of an expression than it is; `earlier` is what stands
    above them."""
    for hole in sentence.holes:
        work = hole.source
        if not isinstance(work, Work) or work.result.day is not None:
            continue
        if truth_of(work) is not None:
            yield from _truth(work, sentence, evidence)
            continue
        tree = _tree(work.expression, evidence, _DEEPEST)
        if tree is None:
            continue
        yield from _constants(tree, hole, sentence, evidence, earlier)
        while tree.name in _ALMOST and tree.children:
            tree = tree.children[0]
        if tree.name == "-" and _has_path(tree):
            yield from _difference(sentence)
        elif tree.name == "share" and len(tree.children) == 2:
            yield from _share(work.expression, hole, sentence, evidence)
        elif tree.name in _EXTREMES and not sentence.has(_EXTREMES[tree.name]):
            yield f"the expression is a {tree.name}imum, and the words do not say so"
        elif tree.name == "percent_change":
            yield from _change(work.expression, sentence, evidence)


def _difference(sentence: Sentence) -> Iterator[str]:
    words = frozenset(sentence.words)
    if together := sentence.has(_TOGETHER):
        if not words & (_APART - word_set("after nach in days over under")):
            yield f"“{together[0]}”: the expression is a difference"
    elif not words & _APART:
        yield "the expression is a difference, and the words do not say so"


def _constants(
    tree: _Tree, hole: Hole, sentence: Sentence, evidence: Evidence, earlier: str
) -> Iterator[str]:
    """Figures of the model's own that the words do not say."""
    # `- 1` makes a growth of a ratio; `+ 1 day` adds a day.
    own = {each for each, has_unit in _figures(tree) if each and (each != 1 or has_unit)}
    if not own or not (_has_path(tree) or sentence.slots):
        return
    if any(rates.is_rate(hole, claim.unit, evidence) for claim in rates.claims(sentence)):
        return
    text = f"{sentence.text} {earlier}"
    figures = (f[0] for f in scope.NUMBER.finditer(text) if ":" not in f[0])
    said = {Fraction(v) for each in figures for v in numbers.figure_values(each)}
    said |= {Fraction(Decimal(n.value)) for word in sentence.words for n in numbers.read(word)}
    words = frozenset(sentence.words)
    for figure in sorted(own):
        is_worded = any(restated.says_figure(word, figure, (hole,)) for word in sentence.words)
        is_percent = figure == 100 and bool(words & _PERCENT or "%" in hole.shown)
        if not (figure in said or is_worded or is_percent):
            yield f"the expression has {float(figure):g} of your own, and the words do not say it"


def _share(expression: str, hole: Hole, sentence: Sentence, evidence: Evidence) -> Iterator[str]:
    """`X is 25 % of Y`: what stands behind `of` is the whole."""
    part, whole = (_names(each, evidence) for each in _two(expression))
    found = _OF.match(sentence.text, hole.end - sentence.start)
    if found is None:
        return
    base = vocabulary.keys([_VERB.sub("", found["base"])])
    if (part - whole) & base and not (whole - part) & base:
        yield "the share is turned round: what stands behind “of” is the part, not the whole"


def _change(expression: str, sentence: Sentence, evidence: Evidence) -> Iterator[str]:
    """`from January to February`: the older figure comes first, unless it stands behind `than`."""
    old, new = (_periods(each, evidence) for each in _two(expression))
    if not old or not new or old == new:
        return
    first = [m for m in sentence.periods if _is_any(m.readings, old)]
    later = [m for m in sentence.periods if _is_any(m.readings, new)]
    if not first or not later:
        return
    if later[0].start < first[0].start and not follows_baseline(first[0], sentence):
        yield "the change is turned round: the words name its end first"


def _truth(work: Work, sentence: Sentence, evidence: Evidence) -> Iterator[str]:
    """A comparison of counts is none of amounts."""
    found = COMPARED.fullmatch(work.expression.strip())
    slots = operands(work.expression, evidence)
    if found is None or not slots:
        return
    counts = all(slot.leaf in _COUNTS for slot in slots)
    money = sentence.has(
        vocabulary.SPENT | vocabulary.RECEIVED | vocabulary.PAYING - vocabulary.COUNTED
    )
    if counts and money and not sentence.has(vocabulary.COUNTED):
        yield f"“{money[0]}”: `{work.expression}` compares how many there are"


def _two(expression: str) -> tuple[str, str]:
    inside = expression[expression.index("(") + 1 : expression.rindex(")")]
    depth = 0
    for at, sign in enumerate(inside):
        depth += (sign == "(") - (sign == ")")
        if sign == "," and depth == 0:
            return inside[:at], inside[at + 1 :]
    return inside, ""


def _names(expression: str, evidence: Evidence) -> frozenset[str]:
    slots = operands(expression, evidence)
    named = [name for slot in slots for name in restrictions.names(slot)]
    named += [each for slot in slots for names in scope.identities(slot) for each in names]
    return vocabulary.keys(named)


def _periods(expression: str, evidence: Evidence) -> list[Period]:
    return [p for slot in operands(expression, evidence) for p in scope.periods_of(slot, evidence)]


def _is_any(readings: Sequence[Period], periods: Sequence[Period]) -> bool:
    own = {(each.start, each.end) for each in periods}
    return any((each.start, each.end) in own for each in readings)


# The tree ---------------------------------------------------------------------------------------


def _tree(expression: str, evidence: Evidence, depth: int) -> _Tree | None:
    stack: list[_Tree] = []
    for step in formulas.parse(expression, is_function):
        match step:
            case Push(value):
                figure = None if isinstance(value, date) else value.figure
                stack.append(_Tree("figure", figure=figure))
            case Fetch(path):
                stack.append(_fetched(path, evidence, depth))
            case Apply(name, takes):
                taken = tuple(stack[len(stack) - takes :])
                del stack[len(stack) - takes :]
                stack.append(_Tree(name, taken))
    return stack[-1] if stack else None


def _fetched(path: str, evidence: Evidence, depth: int) -> _Tree:
    found = PATH.match(path)
    outcome = evidence.results.get(found["name"]) if found else None
    if depth and outcome is not None and isinstance(outcome.arguments, calculate.Arguments):
        return _tree(outcome.arguments.expression, evidence, depth - 1) or _Tree("path")
    return _Tree("path")


def _has_path(tree: _Tree) -> bool:
    return tree.name == "path" or any(map(_has_path, tree.children))


def _figures(tree: _Tree, has_unit: bool = False) -> Iterator[tuple[Fraction, bool]]:
    """The figures of a tree that are no part of a result, and whether they have a unit; those of
    `round` only say how exact."""
    if tree.figure is not None:
        yield tree.figure, has_unit
    is_unit = tree.name == "unit"
    for each in tree.children[:1] if is_unit or tree.name == "round" else tree.children:
        yield from _figures(each, is_unit)
