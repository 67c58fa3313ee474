"""Which words a statement may have: each is licensed by something, or the statement is marked.

Function words say nothing of the records. Words that deny, compare, rank or place in time are
claims, and a module checks each of them. Every other word is licensed by a field, a call or a kind
of figure that stands in the same clause: `begins` by a start, `together` by a sum. Names and words
of the record and the call are looked up elsewhere (`scope`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from runwright.minds.language import forms, payments, time_claims, vocabulary
from runwright.minds.language.evidence import Slot, Work
from runwright.minds.language.template import Hole
from runwright.text.words import word_set
from runwright.tools.event_rows import EventRow

CHECKED = (
    vocabulary.NEGATION | vocabulary.EXCLUSION | vocabulary.UNIVERSAL | vocabulary.MORE
    | vocabulary.LESS | vocabulary.EQUAL | vocabulary.AT_LEAST | vocabulary.AT_MOST
    | vocabulary.BIG | vocabulary.SMALL | vocabulary.EARLY | vocabulary.LATE
    | vocabulary.AFFIRMATION | vocabulary.OVER | vocabulary.UNDER | time_claims.WORDS
    | word_set("up down")
)  # fmt: skip
"""Claims that `operators`, `ranked` and `time_claims` check in every sentence."""
_SHORTENED = frozenset(("re", "ve", "ll", "d", "s", "m"))
_INTERVALS = {"weekly": "week", "monthly": "month", "quarterly": "quarter", "yearly": "year"}
_DAY = word_set("day date weekday tag datum wochentag")
_TIME = word_set("time o'clock am pm uhr zeit")
_TOTAL = word_set(
    "total totals totalled totaled totalling totaling together altogether combined "
    "overall sum sums add adds insgesamt gesamt gesamtsumme zusammen summe"
)
_SUMS = frozenset((
    "total", "spent", "received", "amount", "hours", "minutes", "count", "kept", "matching",
))  # fmt: skip
_GOING = word_set("go goes went ging gingen geht")
_EVENT = word_set("""
    event events meeting meetings appointment appointments calendar calendars scheduled take takes
    took place titled entry entries
    termin termine terminen treffen besprechung besprechungen kalender findet finden fand statt
    stattfinden geplant eingetragen
    """)
_PERSON = word_set("""
    organised organized organiser organizer organises organizes organisiert
    invited invitation
    come comes meet meets met
    eingeladen kommt kommen trifft treffen
    """)
_DOCUMENT = word_set("document documents file files dokument dokumente datei dateien")
_ACCOUNT = word_set("""
    account accounts category categories payee counterparty amount amounts money
    konto konten kategorie kategorien betrag betrage geld
    """)
_BOOKING = word_set("""
    payment payments booking bookings booked transaction transactions
    zahlung zahlungen buchung buchungen gebucht umsatz umsatze
    """)
_SPENT = (
    vocabulary.SPENT
    | vocabulary.PAYING
    | _GOING
    | word_set("""
        charge charged charges debit debited transferred gave gab bezahlen zahlen
        shop shops einkauf einkaufe kauf kaufe zahlst bezahlst zahlt bezahlt preis abgebucht
        abbuchung abbuchungen uberwiesen
        """)
)
_SERIES = word_set("""
    recurring regular regularly price prices expected
    laufend laufende laufenden wiederkehrend wiederkehrende wiederkehrenden regelmassige
    regelmassigen preis
    """)
_CHANGE = vocabulary.CHANGE | vocabulary.MOVES | _GOING
_LASTING = word_set("last lasts lasted lasting long runs run take takes took dauert dauerte dauern")
LICENSED: Mapping[str, frozenset[str]] = {
    # Kinds of values.
    "money": word_set("amount amounts figure money betrag betrage"),
    "sum": _TOTAL,
    "count": vocabulary.COUNTING,
    "moment": _DAY | _TIME,
    "name": word_set("name named names called title titled name namens titel heisst"),
    # Which way money went.
    "spent": _SPENT,
    "earned": vocabulary.EARNED,
    "received": vocabulary.RECEIVED - vocabulary.EARNED
    | word_set("paid gave transferred went gezahlt uberwiesen"),
    # What was looked through.
    "finance": _ACCOUNT,
    "measure_transactions": _BOOKING, "find_transactions": _BOOKING,
    "calendar": _EVENT,
    "documents": _DOCUMENT,
    "find_recurring_payments": _SERIES | _BOOKING,
    "find_conflicts": vocabulary.OVERLAP,
    "find_free_time": vocabulary.FREE | vocabulary.STRETCHES | word_set("time zeit"),
    "match_records": _BOOKING | word_set("matches matched match zugeordnet passt"),
    "by_counterparty": word_set("shop shops store stores merchant merchants payee payees handler "
                                "geschaft laden"),
    # Fields.
    "start": vocabulary.BEGIN | _LASTING,
    "end": vocabulary.FINISH,
    "may_have_ended": vocabulary.FINISH | vocabulary.HEDGES | word_set("stopped expired beendet"),
    "more_people": word_set("people person attendees participants personen teilnehmer"),
    "notes": word_set("note notes hinweis left out ausgelassen"),
    "people": word_set("person answer answers answered replied geantwortet antwort"),
    "place": word_set("place location held ort"),
    "person": _PERSON,
    "lasting": _LASTING,
    "fixed": word_set("fixed fixkosten"),
    "hours": vocabulary.HOURS | word_set("take takes took"),
    "busy_hours": vocabulary.HOURS | vocabulary.BUSY,
    "busy_minutes": vocabulary.MINUTES | vocabulary.BUSY,
    "free_hours": vocabulary.HOURS, "doubled_hours": vocabulary.HOURS,
    "minutes": vocabulary.MINUTES, "longest_minutes": vocabulary.MINUTES,
    "average_minutes": vocabulary.MINUTES | vocabulary.AVERAGE,
    "average": vocabulary.AVERAGE, "average_per": vocabulary.AVERAGE,
    "median": vocabulary.MEDIAN,
    "share": vocabulary.SHARE | word_set("made make makes took takes total"),
    "refunds": vocabulary.REFUND,
    "looked_at": vocabulary.LOOKED_AT,
    "difference": _CHANGE, "percent": _CHANGE, "compared": vocabulary.CHANGE,
    "changes": _CHANGE | word_set("price prices preis"),
    "next": vocabulary.EXPECTED | vocabulary.DUE,
    "due": vocabulary.DUE,
    "date": word_set("dated issued datiert ausgestellt"),
    "issuer": word_set("issuer issued aussteller ausgestellt"),
    "parties": word_set("party parties partei parteien"),
    "number": word_set("number nummer"),
    "document": word_set("kind art"),
    "interval": word_set("often oft"),
    "purpose": word_set("purpose zweck verwendungszweck"),
    "measure_sum": _TOTAL,
    "balance": vocabulary.BALANCE | vocabulary.HOLDING | vocabulary.LEFT,
    "stated": vocabulary.BALANCE,
    "minus": vocabulary.CHANGE | vocabulary.LEFT,
    "net": vocabulary.LEFT,
    "age": vocabulary.BALANCE, "stated_on": vocabulary.BALANCE,
    "bills": word_set("invoice invoices bill bills rechnung rechnungen paid unpaid open overdue "
                      "bezahlt unbezahlt offen"),
    # What an expression does.
    "work": word_set("would rate pace counted answer result antwort ergebnis"),
    "/": vocabulary.AVERAGE,
}  # fmt: skip
"""By the kind of a slot, its tool, its field or a field that it lies in: the words that it
licenses. Those that a field needs anyway stand in `fields`."""

_EXAMPLES = {
    "spent": "spent, paid", "received": "received", "sum": "total, together",
    "measure_transactions": "payments, account", "find_transactions": "payments, account",
    "find_recurring_payments": "payment, price, recurring", "calendar": "event, meeting",
    "person": "invited, organised by", "start": "begins, from", "end": "ends, to",
    "place": "place, at", "documents": "document", "date": "dated", "due": "due",
    "bills": "invoice, bill", "balance": "balance, account", "stated": "statement, stated",
    "share": "share of", "average": "average", "median": "median", "difference": "more, less",
    "changes": "price, changed from, to", "next": "next, expected", "find_conflicts": "overlap",
    "find_free_time": "free", "hours": "hours", "minutes": "minutes", "minus": "difference, left",
}  # fmt: skip
"""What a model is told that it may say."""
NOUNS = frozenset().union(*LICENSED.values())


def is_licensed(word: str, holes: Sequence[Hole]) -> bool:
    """Whether a word needs nothing, is checked elsewhere, or is licensed by one of some slots."""
    base, _, ending = word.partition("'")
    is_short = ending in _SHORTENED and base in vocabulary.FUNCTION
    return is_short or word in CHECKED or is_topic(word, holes)


def is_topic(word: str, holes: Sequence[Hole]) -> bool:
    """Whether a word of a heading claims nothing, or only what the slots below it are."""
    return word in vocabulary.FUNCTION or is_noun(word, holes) or _is_rate(word, holes)


def is_noun(word: str, holes: Sequence[Hole]) -> bool:
    """Whether what one of some slots is licenses a word."""
    kinds_of = {kind for hole in holes for kind in _kinds(hole)}
    # The name of a field says what it is: `Total`, `State`.
    is_own = any(word in _own_names(slot) for hole in holes for slot in hole.slots)
    return is_own or any(word in LICENSED.get(kind, ()) for kind in kinds_of)


def _own_names(slot: Slot) -> tuple[str, ...]:
    """The name of a field; a sum of money is called as what holds it."""
    return slot.fields[-2:] if slot.leaf in ("amount", "value") else slot.fields[-1:]


def examples(holes: Sequence[Hole]) -> str:
    """Some words that the slots license, for whoever looks for other ones."""
    found = dict.fromkeys(kind for hole in holes for kind in _kinds(hole))
    return ", ".join(dict.fromkeys(_EXAMPLES[kind] for kind in found if kind in _EXAMPLES))


def _kinds(hole: Hole) -> Iterator[str]:
    for slot in hole.slots:
        yield from kinds(slot)
    if isinstance(hole.source, Work):
        yield from _kinds_of_work(hole.source)


def _kinds_of_work(work: Work) -> Iterator[str]:
    yield "work"
    if "/" in work.expression:
        yield "/"
    if work.result.currency:
        yield "money"
    if work.result.day is not None:
        yield "moment"
    if "+" in work.expression or "sum(" in work.expression:
        yield "sum"
    if "-" in work.expression:
        yield "minus"
    if "share(" in work.expression:
        yield "share"


def kinds(slot: Slot) -> Iterator[str]:
    """What a slot is: its fields, its tool, which way its money went, and how it is written."""
    yield from slot.fields
    yield slot.outcome.tool
    yield from vocabulary.TOOL_FAMILIES.get(slot.outcome.tool, ())
    for name in ("by", "measure"):
        yield f"{name}_{getattr(slot.outcome.arguments, name, None)}"
    if (flow := payments.flow_of(slot)) is not None:
        yield flow
        if flow == "received" and getattr(slot.owner, "type", None) not in ("refund", "transfer"):
            yield "earned"
    if forms.is_money(slot):
        yield from _money_kinds(slot)
    is_task = any(getattr(each, "what", None) == "task" for each in slot.objects)
    if is_task or getattr(slot.outcome.arguments, "due", None) is not None:
        yield "due"
    yield from _shapes(slot)
    if any(isinstance(each, EventRow) for each in slot.objects):
        yield "person"
    if any(getattr(each, "may_have_ended", False) for each in slot.objects):
        yield "may_have_ended"
    if any(getattr(each, "varies", None) is False for each in slot.objects):
        yield "fixed"


def _money_kinds(slot: Slot) -> Iterator[str]:
    yield "money"
    if slot.outcome.tool == "get_balances" and slot.leaf != "stated":
        yield "balance"
    if getattr(slot.outcome.arguments, "direction", None) == "any" and not slot.is_of_record:
        yield "net"


def _shapes(slot: Slot) -> Iterator[str]:
    if isinstance(slot.value, int):
        yield "count"
    elif isinstance(slot.value, str) and slot.value[:4].isdigit() and "-" in slot.value:
        yield "moment"
    elif isinstance(slot.value, str) and forms.number_of(slot.value) is None:
        yield "name"
    is_timed = "calendar" in vocabulary.TOOL_FAMILIES.get(slot.outcome.tool, ())
    if (slot.is_of_record and is_timed) or slot.leaf in ("longest_minutes", "average_minutes"):
        yield "lasting"
    elif slot.leaf in _SUMS and not {"payments", "balances"} & set(slot.fields):
        yield "sum"


def _is_rate(word: str, holes: Sequence[Hole]) -> bool:
    """`a month`, `weekly`: what a figure is for, or by what the call groups."""
    if word not in vocabulary.RATE:
        return False
    if any(isinstance(hole.source, Work) for hole in holes):
        return True
    units = {unit for hole in holes for slot in hole.slots for unit in _rates(slot)}
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
