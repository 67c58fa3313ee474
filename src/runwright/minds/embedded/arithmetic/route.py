"""The program of the route `arithmetic`: read the clause, have it worked out, say what came."""

from __future__ import annotations

import re
from collections.abc import Sequence

from runwright.minds.embedded.arithmetic import clocks, days, sums, wording
from runwright.minds.embedded.arithmetic.lexicon import PHRASES, POINTERS
from runwright.minds.embedded.arithmetic.lexing import lex
from runwright.minds.embedded.arithmetic.terms import Reading, Term, Unread
from runwright.minds.embedded.program import Answer, Do, Plan, Program, Surroundings
from runwright.minds.embedded.query import Query
from runwright.text.calendars import Viewpoint
from runwright.text.currencies import NAMES, SIGNS
from runwright.text.tokens import Tokens
from runwright.tools.base import InvalidCall

_OPERATORS = frozenset((
    "PLUS", "MINUS", "TIMES", "DIVIDE", "OF", "OFF", "SPLIT", "ON", "MULTIPLY", "OVER",
))  # fmt: skip
_TIMES = frozenset(("s", "min", "h", "days", "weeks", "months", "years"))
_PAST = frozenset(("was", "were", "born", "since", "ago"))
_HINT = "Figures and operators are safest, such as “15% of 80” or “(12 + 7) * 3”."
# "100/3" is a division; "3/4" is a fraction, "3/4/26" a day, and both are left alone.
_DIVISION = re.compile(r"(?<![\d/.,])(\d+)/(\d+)(?![\d/]|[.,]\d)")
# What follows tells a caller of the tool how to write it: "…: use dates, `2026-01-31 + 1 month`."
_HELP = re.compile(r": (?:use|give|write|say)\b.*")
_FIGURE = re.compile(r"\d")


def plan(_query: Query) -> Plan:
    """One calculation, and nothing is read."""
    return Plan(tools=("calculate",), sources=())


def answer(query: Query, surroundings: Surroundings) -> Program:
    """Works a clause out, or says what of it was not understood."""
    text = _DIVISION.sub(_spaced, query.text)
    try:
        terms = _terms(text, surroundings)
        reading = _read(terms, surroundings)
    except Unread as unread:
        return Answer(_decline(text, unread), is_answer=False)
    result = yield Do("calculate", {"expression": reading.expression})
    said = wording.shown(reading.expression)
    if isinstance(result, InvalidCall):
        why = _HELP.sub(".", str(result))
        return Answer(f"I cannot work that out ({said}). {why}", is_answer=False)
    if _is_odd(result.unit or ""):
        return Answer(f"The units of {said} do not fit together. Which do you mean?", False)
    written = _currency(query.text)
    text = wording.say(reading._replace(currency=written), result)
    return Answer(text)


def _spaced(found: re.Match[str]) -> str:
    above, below = found[1], found[2]
    return f"{above} / {below}" if int(above) >= int(below) else found[0]


def _is_odd(unit: str) -> bool:
    """Whether nobody asks for such a unit: years a week, a square of a length of time."""
    above, _, below = unit.partition("/")
    is_time = {above, below} <= _TIMES
    return is_time or any(f"{each}^" in unit for each in _TIMES) or unit.count("/") > 1


def _terms(text: str, surroundings: Surroundings) -> list[Term]:
    tokens = Tokens(text)
    words = {tokens.text(at) for at in range(len(tokens))}
    if _points_back(tokens):
        raise Unread(question="Which figure do you mean? Put the number into the question.")
    tense = "past" if words & _PAST else None
    return lex(text, Viewpoint(surroundings.today, tense=tense), surroundings.currency)  # type: ignore[arg-type]


def _points_back(tokens: Tokens) -> bool:
    """Whether an operator takes what was said before: `640 plus that`, `is that times 18`."""
    for at in range(len(tokens)):
        if tokens.text(at) not in POINTERS:
            continue
        before = PHRASES.get((tokens.text(at - 1),), "")
        after = PHRASES.get((tokens.text(at + 1),), "") or PHRASES.get(tokens.texts(at + 1, 2), "")
        if before in _OPERATORS or after in _OPERATORS - {"ON", "OF", "OVER"}:
            return True
    return False


def _read(terms: Sequence[Term], surroundings: Surroundings) -> Reading:
    if not terms:
        raise Unread()
    if clocks.is_about_clocks(terms):
        return clocks.read(terms, surroundings)
    if days.is_about_days(terms):
        return days.read(terms, surroundings.today)
    return sums.read(terms)


def _decline(text: str, unread: Unread) -> str:
    if unread.question:
        return unread.question
    if not unread.rest:
        return f"I could not read this as a sum. {_HINT}"
    start = min(each.start for each in unread.rest)
    rest = text[start : max(each.end for each in unread.rest)]
    before = text[:start].strip(" ,;")
    if not _FIGURE.search(before):
        return f"I could not read “{rest}” as a sum, so I worked nothing out. {_HINT}"
    return (
        f"I understood “{before}” but not “{rest}”, so I worked nothing out. "
        f"What should be done with it? {_HINT}"
    )


def _currency(text: str) -> str:
    """The sign or the name of money as it stands in the clause, if there is one alone."""
    tokens = Tokens(text)
    used = [
        tokens.raw(at)
        for at in range(len(tokens))
        if tokens.text(at) in SIGNS or tokens.text(at) in NAMES
    ]
    return used[0] if len({each.lower() for each in used}) == 1 else ""
