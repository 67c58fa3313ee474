"""What stands above a part is said of it: the heading, and the sentence that leads a list or table.

Under `You spent …:` stands no income, and under `Paid invoices` none that is open, unless the entry
itself says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pydantic import BaseModel

from runwright.minds.language import payments, people, vocabulary
from runwright.minds.language.comparisons import Sentence
from runwright.minds.language.evidence import Evidence, Slot
from runwright.minds.language.scope import same_records
from runwright.minds.language.vocabulary import canonical
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set
from runwright.tools.event_rows import EventRow, Person
from runwright.tools.find_recurring_payments import RecurringPayment
from runwright.tools.find_transactions import TransactionRow

_FLOWS: Mapping[str, frozenset[str]] = {
    "spent": vocabulary.SPENT | vocabulary.PAYING | word_set("outgoing debits debit"),
    "received": vocabulary.RECEIVED | vocabulary.REFUND | word_set("salary salaries gehalt lohn"),
}
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


def problems(sentence: Sentence, evidence: Evidence) -> Iterator[str]:
    """What is said above and is not so of the slots below."""
    if not sentence.above:
        return
    for hole in sentence.holes:
        if isinstance(hole.source, Slot):
            yield from _flow(hole.source, sentence)
            for field, value in _states(hole.source, evidence):
                yield from _state(hole.source, field, value, sentence)


def _flow(slot: Slot, sentence: Sentence) -> Iterator[str]:
    said = {flow for flow, words in _FLOWS.items() if sentence.above & words}
    if sentence.above & _EITHER and sentence.above & _COMING_IN:
        return
    own, flow = frozenset(sentence.words) | sentence.header, payments.flow_of(slot)
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


def _state(slot: Slot, field: str, value: str, sentence: Sentence) -> Iterator[str]:
    lexicons = _VALUES[field]
    above = sentence.above | {canonical(word) for word in sentence.above}
    own = frozenset(sentence.words) | sentence.header
    own |= {canonical(word) for word in own}
    said = {name for name, words in lexicons.items() if above & words}
    is_denied = bool(above & vocabulary.NEGATION)
    is_so = (value not in said) if is_denied else (value in said)
    if said and not is_so and not own & lexicons.get(value, frozenset()):
        yield f"`{slot.path}` is {value}, and the words above say otherwise"
