"""Words that a fact may have around its slots whatever they are of, or by the tool they are of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from runwright.minds.language import vocabulary
from runwright.minds.language.evidence import Slot, Work
from runwright.minds.language.template import Hole

_INTERVALS = {"weekly": "week", "monthly": "month", "quarterly": "quarter", "yearly": "year"}
_OPERATOR_WORDS = (
    vocabulary.NEGATION | vocabulary.EXCLUSION | vocabulary.UNIVERSAL | vocabulary.MORE
    | vocabulary.LESS | vocabulary.EQUAL | vocabulary.AT_LEAST | vocabulary.AT_MOST
    | vocabulary.BIG | vocabulary.SMALL | vocabulary.EARLY | vocabulary.LATE
    | vocabulary.AFFIRMATION | vocabulary.OVER | vocabulary.UNDER
)  # fmt: skip
_KINDS = (
    vocabulary.SPENT | vocabulary.RECEIVED | vocabulary.AVERAGE | vocabulary.MEDIAN
    | vocabulary.SHARE | vocabulary.BEGIN | vocabulary.FINISH | vocabulary.REFUND
    | vocabulary.EXPECTED | vocabulary.CHANGE | vocabulary.LEFT | vocabulary.LOOKED_AT
    | vocabulary.DUE
)  # fmt: skip
_SHORTENED = frozenset(("re", "ve", "ll", "d", "s", "m"))


def is_noun(word: str, slots: Sequence[Slot], holes: Sequence[Hole]) -> bool:
    tools = {slot.outcome.tool for slot in slots}
    families = {family for tool in tools for family in vocabulary.TOOL_FAMILIES.get(tool, ())}
    if any(isinstance(h.source, Work) and h.source.result.currency and h.slots for h in holes):
        families.add("finance")
    return any(word in vocabulary.FAMILIES[family] for family in families)


def is_plain(word: str, slots: Sequence[Slot], holes: Sequence[Hole]) -> bool:
    base, _, ending = word.partition("'")
    if word in vocabulary.JOINING or (ending in _SHORTENED and base in vocabulary.JOINING):
        return True
    if word in vocabulary.PLAIN or word in _OPERATOR_WORDS or word in _KINDS:
        return True
    tools = {slot.outcome.tool for slot in slots}
    if any(word in vocabulary.TOOL_WORDS.get(tool, ()) for tool in tools):
        return True
    if is_noun(word, slots, holes):
        return True
    return word in vocabulary.RATE and _has_rate(word, slots, holes)


def _has_rate(word: str, slots: Sequence[Slot], holes: Sequence[Hole]) -> bool:
    """`a month`, `weekly`: what a figure is for, or by what the call groups."""
    if any(isinstance(hole.source, Work) for hole in holes):
        return True
    units = {unit for slot in slots for unit in _rates(slot)}
    return any(word in words and unit in units for unit, words in vocabulary.RATE_UNITS.items())


def _rates(slot: Slot) -> Iterator[str]:
    arguments = slot.outcome.arguments
    if "per_month" in slot.fields:
        yield "month"
    elif intervals := [i for o in slot.objects if (i := getattr(o, "interval", None))]:
        # A change of a monthly payment is of so much a month, too.
        yield _INTERVALS.get(intervals[-1], "")
    if slot.leaf in ("average_per", "stretches"):
        yield str(getattr(arguments, "per", None))
    if slot.leaf in ("age", "days", "free_day_count", "all_day_days"):
        yield "day"
    yield str(getattr(arguments, "by", None))
