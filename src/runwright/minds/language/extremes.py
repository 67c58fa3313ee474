"""Which of a whole list a record or group is: the largest, the smallest, the first, the last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pydantic import BaseModel

from runwright.minds.language import forms, payments
from runwright.minds.language.evidence import Evidence, Slot
from runwright.minds.language.template import Hole

_SIZES = ("minutes", "hours", "total", "amount", "count")
_MOMENTS = ("start", "day", "date")


def of(hole: Hole, evidence: Evidence) -> Iterator[str]:
    """`big`, `small`, `early` or `late`, where one entry of a complete list alone is so."""
    slot = hole.source
    if not isinstance(slot, Slot) or len(slot.objects) < 2 or not slot.indexes:
        return
    entries = getattr(slot.outcome.result, slot.fields[0], ())
    if not _is_whole(slot, entries):
        return
    own = entries[slot.indexes[0]]
    place, flow = slot.indexes[0], payments.flow_of(slot)
    if slot.fields[0] == "rows" and flow is not None:
        # The largest expense is the largest of those that are expenses.
        same = [each for each in entries if payments.flow_of_record(each) == flow]
        place, entries = next(at for at, each in enumerate(same) if each is own), same
    sizes = [_size(each, _measure(slot, own)) for each in entries]
    moments = [_moment(each, evidence) for each in entries]
    for found, names in ((sizes, ("small", "big")), (moments, ("early", "late"))):
        mine = found[place]
        if None in found or found.count(mine) > 1:
            continue
        if mine == min(found):
            yield names[0]
        if mine == max(found):
            yield names[1]


def _is_whole(slot: Slot, entries: Sequence[Any]) -> bool:
    """Whether nothing of the list is missing, and all of it is in one currency."""
    result = slot.outcome.result
    more = "more_groups" if slot.fields[0] == "groups" else "more"
    if len(entries) < 2 or getattr(result, more, None):
        return False
    if slot.fields[0] == "rows" and result.kept != len(result.rows):
        return False
    return len({getattr(each, "currency", None) for each in entries}) == 1


def _measure(slot: Slot, own: BaseModel) -> str:
    """What is compared: the figure that is shown, else what such entries are ranked by."""
    if slot.leaf in _SIZES and slot.owner is own:
        return slot.leaf
    fields = type(own).model_fields
    return next((name for name in _SIZES if name in fields), "")


def _size(entry: BaseModel, measure: str) -> Any:
    number = forms.number_of(getattr(entry, measure, None))
    return None if number is None else abs(number)


def _moment(entry: BaseModel, evidence: Evidence) -> Any:
    values = (getattr(entry, name, None) for name in _MOMENTS)
    return next((v for v in values if forms.moment_of(v, evidence.zone) is not None), None)
