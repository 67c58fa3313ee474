"""An answer in the scale that the question names: "in thousands", "in billions", "times 1000"."""

from __future__ import annotations

import re
from decimal import Decimal

from runwright.engine.patterns import lazily
from runwright.engine.tables.figures import Answer, said
from runwright.engine.tables.quantities import figures
from runwright.engine.tables.units import FACTORS, in_ones

_IN = lazily(r"\bin\s(?P<scale>thousand|million|billion)s?\b(?!\sexcept)", re.I)
_TIMES = lazily(r"\b(?:times|multiplied\sby|by)\s(?P<factor>1,?000(?:,?000)?)\W*$", re.I)
_SURELY_ONES = 1_000_000
"""A number without a scale that is so large counts ones."""
_SIGNED = lazily(r"^-\s?")


def names_scale(question: str) -> bool:
    """Whether the question says in what it wants to be answered."""
    return bool(_IN.search(question))


def rescaled(question: str, answer: Answer) -> Answer:
    """The answer with its one figure in the scale that is asked for; else as it was."""
    wanted, times = _IN.search(question), _TIMES.search(question)
    found = figures(answer.value) if wanted or times else []
    if len(found) != 1 or found[0].unit.percent or found[0].counted or len(found[0].text) < 1:
        return answer
    one = found[0]
    negative = bool(_SIGNED.match(answer.value)) and one.number > 0
    number = -one.number if negative else one.number
    if times is not None:
        number, unit = number * Decimal(times["factor"].replace(",", "")), one.unit
    elif wanted is not None and (one.unit.scale or one.number >= _SURELY_ONES):
        scale = wanted["scale"].lower()
        if scale == one.unit.scale:
            return answer
        number = in_ones(number, one.unit.scale).scaleb(-FACTORS[scale])
        unit = one.unit._replace(scale=scale)
    else:
        return answer
    text = said(number, unit, 4)
    return answer._replace(value=text, sentence=f"{text}: {answer.sentence}")
