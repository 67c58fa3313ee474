"""Signs around slots: a minus, an arrow or a cross says something that no result says."""

from __future__ import annotations

import re
from collections.abc import Iterator

from runwright.minds.language import forms
from runwright.minds.language.evidence import Slot
from runwright.minds.language.template import Clause

_PLAIN = re.compile(r"[\w\s.,;:!?()\[\]'\"`“”„‘’‚«»–—‑*/\\&%€$£¥§#|·•…@°-]+")
_SIGN = re.compile(r"(?:^|[\s(*])(?P<sign>[-−–+])[*_]*$")
# `14:00 am.`, but not the German `14:00 am Dienstag`.
_HALF = re.compile(
    r"[\s*_]*(?P<half>[ap]\.?m\b)\.?(?=\s*(?:[^\w\s#]|$|on\b|in\b|to\b|until\b))", re.IGNORECASE
)
_CLOCK = re.compile(r"(?P<hour>\d\d):\d\d$")
_UP_TO = re.compile(r"(?P<before>\w*)\s*\b(?:up to|bis zu)[\s*_]+$", re.IGNORECASE)
_ADDS_UP = re.compile(r"(?:add|sum|come|came|amount)\w*", re.IGNORECASE)


def problems(text: str, clause: Clause) -> Iterator[str]:
    """Signs of a clause, its slots masked, that change what a slot shows."""
    if other := _PLAIN.sub("", text):
        yield f"“{other[0]}” is a sign that says something: use words"
    for hole in clause.holes:
        before = text[: hole.start - clause.start]
        after = text[hole.end - clause.start :]
        is_figure = hole.shown[:1].isdigit()
        if is_figure and (found := _SIGN.search(before)):
            yield f"“{found['sign']}” before a slot is no sign of its value"
        clock, half = _CLOCK.search(hole.shown), _HALF.match(after)
        if clock and half and (half["half"][0].lower() == "p") != (int(clock["hour"]) >= 12):
            yield f"“{half['half']}” is not the half of the day"
        is_money = isinstance(hole.source, Slot) and forms.is_money(hole.source)
        bounded = _UP_TO.search(before)
        if is_money and bounded and not _ADDS_UP.fullmatch(bounded["before"]):
            yield "“up to” makes a bound of a figure"
