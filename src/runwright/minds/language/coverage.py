"""Whether what leads a list covers its entries: bookings of Aldi under `You spent … at Aldi:`."""

from __future__ import annotations

from collections.abc import Iterator

from runwright.minds.language import forms, restrictions, scope, vocabulary
from runwright.minds.language.evidence import Evidence, Slot, records_of, scalars
from runwright.minds.language.omissions import Context
from runwright.minds.language.template import Filled
from runwright.minds.language.vocabulary import mentions


def problems(filled: Filled, evidence: Evidence, context: Context) -> Iterator[str]:
    """Records of another call that the sentence above does not speak of."""
    if not context.is_led:
        return
    shown = [hole.source for hole in filled.holes if isinstance(hole.source, Slot)]
    records = [slot for slot in shown if slot.is_of_record]
    has_day = any(forms.day_of(slot, evidence.zone) is not None for slot in shown)
    has_name = any(slot.leaf in ("counterparty", "title", "name", "issuer") for slot in shown)
    for lead in (slot for slot in context.lead_slots if not slot.is_of_record):
        for slot in (each for each in records if each.name != lead.name):
            if not has_day and not _is_within(slot, lead, evidence):
                yield f"`{slot.path}` is not of the time that the sentence above names"
            if not has_name and not _is_named(slot, lead, evidence):
                yield f"`{slot.path}` is not of what the sentence above names"


def _is_within(slot: Slot, lead: Slot, evidence: Evidence) -> bool:
    days, periods = scope.days(slot, evidence), scope.asked_periods(lead)
    return not days or not periods or any(
        (each.start is None or each.start <= day) and (each.end is None or day < each.end)
        for each in periods
        for day in days
    )  # fmt: skip


def _is_named(slot: Slot, lead: Slot, evidence: Evidence) -> bool:
    """Whether a record has one of the names that the call of the lead asked for."""
    wanted = [each.names for each in restrictions.of(lead) if each.names]
    texts = [value for each in slot.objects[1:] for _, value in scalars(each, 2)]
    for record in records_of(slot):
        if (known := evidence.records.get(record)) is not None:
            texts += [known.title, *(value for _, value in scalars(known.facts, 2))]
    own = vocabulary.keys(text for text in texts if isinstance(text, str))
    return all(any(mentions(name, own) for name in names) for names in wanted)
