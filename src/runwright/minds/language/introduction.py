"""What stands above a part is said of it: the heading, and the sentence that leads a list or table.

Under `You spent …:` stands no income, and under `Paid invoices` none that is open, unless the entry
itself says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from zoneinfo import ZoneInfo

from pydantic import BaseModel

from runwright.minds.language import (
    forms,
    licence,
    payments,
    people,
    scope,
    vocabulary,
)
from runwright.minds.language.comparisons import Sentence
from runwright.minds.language.evidence import Evidence, Slot
from runwright.minds.language.omissions import Context
from runwright.minds.language.scope import same_records
from runwright.minds.language.spoken import spoken
from runwright.minds.language.template import Hole
from runwright.minds.language.vocabulary import canonical
from runwright.text.calendars import Period, Viewpoint
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set
from runwright.tools.event_rows import EventRow, Person
from runwright.tools.find_recurring_payments import RecurringPayment
from runwright.tools.find_transactions import TransactionRow

_FLOWS: Mapping[str, frozenset[str]] = {
    "spent": vocabulary.SPENT | vocabulary.PAYING | word_set("outgoing debits debit"),
    "received": vocabulary.RECEIVED | vocabulary.REFUND | word_set("salary salaries gehalt lohn"),
}
_UTC = ZoneInfo("UTC")
_EITHER = word_set("payment payments zahlung zahlungen")
_COMING_IN = word_set("from von by")
ACTIVE = word_set("active ongoing running current currently aktiv aktive aktiven laufend laufende "
                  "laufenden aktuell aktuelle")  # fmt: skip
ENDED = word_set("""
    ended ends stopped expired cancelled canceled terminated discontinued inactive
    beendet beendete beendeten geendet abgelaufen gekundigt gekundigte eingestellt
    """)
_VALUES: Mapping[str, Mapping[str, frozenset[str]]] = {
    "status": {each: frozenset((each,)) for each in
               ("confirmed", "tentative", "cancelled", "done", "pending", "reversed")},
    "answer": {each: frozenset((each,)) for each in ("accepted", "declined", "tentative")},
    "state": {"paid": frozenset(("paid",)), "open": frozenset(("open",)),
              "overdue": frozenset(("overdue", "open"))},
    "type": {"refund": frozenset(("refund",))},
    "series": {"active": ACTIVE, "ended": ENDED},
}  # fmt: skip
"""For each enumerated field the words of its values; of other values nothing is said above."""


def claims(name: str) -> bool:
    """Whether the name of a column says something of what stands below it: `Organiser`."""
    words = set(split_words(fold(name)))
    keys = {canonical(word) for word in words}
    values = (each for lexicons in _VALUES.values() for each in lexicons.values())
    return bool(words & people.ORGANISING) or any(keys & each for each in values)


def problems(sentence: Sentence, evidence: Evidence, context: Context) -> Iterator[str]:
    """What is said above and is not so of the slots below."""
    if not sentence.above:
        return
    slots = [hole.source for hole in sentence.holes if isinstance(hole.source, Slot)]
    for slot in slots:
        yield from _flow(slot, sentence)
        yield from _people(slot, sentence)
        for field, value in _states(slot, evidence):
            yield from _state(slot, field, value, sentence)
    yield from _names(slots, sentence, evidence)
    yield from _period(sentence, evidence, context.introductions)
    yield from _statement(slots, sentence, evidence, context.own_lead if context.is_led else "")


# Names and days ---------------------------------------------------------------------------------

_NAMING: Mapping[str, tuple[str, ...]] = {
    "finance": ("category", "counterparty"),
    "calendar": ("title", "place"),
    "documents": ("title", "issuer"),
}
_COMMON = vocabulary.FUNCTION | vocabulary.COUNTED | licence.NOUNS
_OVERALL = word_set("altogether overall total combined all insgesamt gesamt alle")
_SUBJECTS = word_set("you i we du ich wir")


def _family(slot: Slot) -> str:
    families = vocabulary.TOOL_FAMILIES.get(slot.outcome.tool, ())
    return families[0] if len(families) == 1 else ""


def _names(slots: Sequence[Slot], sentence: Sentence, evidence: Evidence) -> Iterator[str]:
    """Under `Groceries` stand groceries, and under `Kofi` what he has to do with: a name that
    other records have is one of those below it."""
    own = frozenset(sentence.words)
    for family in {_family(slot) for slot in slots} - {""}:
        mine = [slot for slot in slots if _family(slot) == family]
        known = scope.union(mine, evidence)
        said = {canonical(word) for word in sentence.above if word not in _COMMON}
        named = said & _all_names(family, evidence)
        if named and not named & known and not own & _OVERALL:
            yield f"`{mine[0].path}` is not of “{min(named)}”, which the words above name"


def _all_names(family: str, evidence: Evidence) -> frozenset[str]:
    """The words of all names in the results of tools of one kind."""
    results = [
        outcome.result
        for outcome in evidence.results.values()
        if vocabulary.TOOL_FAMILIES.get(outcome.tool, ()) == (family,)
    ]
    rows = [row for result in results for row in result.rows]
    texts = [getattr(row, name, None) for row in rows for name in _NAMING[family]]
    texts += [getattr(g, "group", None) for r in results for g in getattr(r, "groups", ())]
    texts += [p.name for row in rows for p in getattr(row, "people", ())]
    found = vocabulary.keys(each for each in texts if isinstance(each, str))
    return frozenset(each for each in found if not each.isdigit())


def _period(sentence: Sentence, evidence: Evidence, introductions: Sequence[str]) -> Iterator[str]:
    """Under `Next week` stands what is next week, unless its day is shown."""
    slots = [hole.source for hole in sentence.holes if isinstance(hole.source, Slot)]
    days = [day for slot in slots if slot.is_of_record for day in scope.days(slot, evidence)]
    if not days or sentence.periods or any(_shows_day(hole) for hole in sentence.holes):
        return
    viewpoint = Viewpoint(evidence.today)
    said = [
        p for text in introductions for _, readings in spoken(text, viewpoint) for p in readings
    ]
    if said and not any(_is_within(day, each) for day in days for each in said):
        yield f"`{slots[0].path}` is not of the time that the words above name"


def _shows_day(hole: Hole) -> bool:
    return re.search(r"\d{4}|[^\W\d_]+day\b|tag\b|Mittwoch", hole.shown) is not None and (
        isinstance(hole.source, Slot) and forms.moment_of(hole.source.value, _UTC) is not None
    )


def _is_within(day: date, period: Period) -> bool:
    return (period.start is None or period.start <= day) and (
        period.end is None or day < period.end
    )


def _statement(
    slots: Sequence[Slot], sentence: Sentence, evidence: Evidence, lead: str
) -> Iterator[str]:
    """`What you owe:` in the model's own words: with somebody who does something, it is a statement
    of what it leads, of known words."""
    if not slots or not set(split_words(fold(lead))) & _SUBJECTS:
        return
    for found, _ in reversed(spoken(lead, Viewpoint(evidence.today))):
        lead = f"{lead[: found.start]} {lead[found.end :]}"
    known = scope.union(slots, evidence)
    for word in split_words(fold(lead)):
        is_known = word.isdigit() or canonical(word) in known
        if not is_known and not licence.is_licensed(word, sentence.holes):
            yield f"“{word}”, above, stands in nothing that the slots are of"


# Money and states -------------------------------------------------------------------------------


def _flow(slot: Slot, sentence: Sentence) -> Iterator[str]:
    said = {flow for flow, words in _FLOWS.items() if sentence.above & words}
    if sentence.above & _EITHER and sentence.above & _COMING_IN:
        return
    own, flow = frozenset(sentence.words), payments.flow_of(slot)
    if flow is not None and said and flow not in said and not own & _FLOWS[flow]:
        yield f"`{slot.path}` is money {flow}, and the words above say otherwise"


def _states(slot: Slot, evidence: Evidence) -> Iterator[tuple[str, str]]:
    """The enumerated values of a slot's record, by any result."""
    for each in (*slot.objects[1:], *same_records(slot, evidence)):
        yield from _values(each)


def _values(record: BaseModel) -> Iterator[tuple[str, str]]:
    if isinstance(record, RecurringPayment):
        yield "series", "ended" if record.may_have_ended else "active"
    elif isinstance(record, Person):
        yield "answer", record.answer
    elif isinstance(record, TransactionRow):
        yield "type", str(record.type)
        yield "status", str(record.status)
    elif isinstance(record, EventRow):
        yield "status", record.status
    elif isinstance(state := getattr(record, "state", None), str):
        yield "state", state


def _people(slot: Slot, sentence: Sentence) -> Iterator[str]:
    """`Kofi has accepted:` above events: the answer, or the organiser, of each of them."""
    event = next((o for o in slot.objects if isinstance(o, EventRow)), None)
    if event is None:
        return
    above = {canonical(word) for word in sentence.above}
    named = [p for p in event.people if vocabulary.keys([p.name]) & above]
    answers = above & _VALUES["answer"].keys()
    if answers and any(person.answer not in answers for person in named):
        yield f"{named[0].name} has not answered `{slot.path}` as the words above say"
    organiser = "" if event.organiser is None else event.organiser.name
    if sentence.above & people.ORGANISING and named and not vocabulary.keys([organiser]) & above:
        yield f"`{slot.path}` is organised by somebody else than the words above say"


def _state(slot: Slot, field: str, value: str, sentence: Sentence) -> Iterator[str]:
    lexicons = _VALUES[field]
    above = sentence.above | {canonical(word) for word in sentence.above}
    own = frozenset(sentence.words)
    own |= {canonical(word) for word in own}
    said = {name for name, words in lexicons.items() if above & words}
    is_denied = bool(above & vocabulary.NEGATION)
    is_so = (value not in said) if is_denied else (value in said)
    if said and not is_so and not own & lexicons.get(value, frozenset()):
        yield f"`{slot.path}` is {value}, and the words above say otherwise"
