"""Whether the words beside a slot make another quantity of its field, and what is added to it.

What a field means stands in `fields`. Here are also those things that a result says of a figure
beside its value: that a series may have ended, that there are other currencies, that bookings were
matched by day alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from runwright.minds.language import fields, forms, introduction, people, vocabulary
from runwright.minds.language.additions import Addition, Findings
from runwright.minds.language.comparisons import Sentence
from runwright.minds.language.evidence import Evidence, Slot, are_joined, find_slot
from runwright.minds.language.omissions import Context
from runwright.minds.language.parts import Language
from runwright.minds.language.restriction_words import Phrase, phrase
from runwright.minds.language.template import Hole
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set
from runwright.tools import match_arguments
from runwright.tools.base import InvalidCall
from runwright.tools.event_rows import EventRow
from runwright.tools.find_recurring_payments import RecurringPayment

_LAST = word_set("last zuletzt")
_VARYING = word_set("varies vary varying variable usually usual typically typical about around "
                    "median average schwankt variiert meist ublich ublicherweise etwa rund "
                    "durchschnittlich")  # fmt: skip
_PURCHASES = word_set("payment payments purchase purchases charge charges zahlung zahlungen kauf "
                      "kaufe einkauf einkaufe buy buys bought")  # fmt: skip
_BY_DAY = word_set("day days booked booking bookings tag tage tagen gebucht buchung buchungen")
_RANKS = {
    "count": word_set("number count many events meetings appointments often anzahl termine "
                      "besprechungen"),
    "hours": word_set("hours time long stunden zeit"),
    "busy_hours": word_set("busy belegt"),
}  # fmt: skip
_RANK_WORDS = {
    "hours": phrase("by hours", "nach Stunden"),
    "busy_hours": phrase("by busy hours", "nach belegten Stunden"),
}
_EXTREMES = {
    "largest": (vocabulary.BIG, vocabulary.SMALL, phrase("the largest one", "die größte")),
    "smallest": (vocabulary.SMALL, vocabulary.BIG, phrase("the smallest one", "die kleinste")),
}
_SUMS = frozenset(("total", "spent", "received", "hours", "minutes", "amount", "totals"))
_SINGLE = re.compile(
    r"\b(?:an?|one|each|every|per|pro|je|ein|eine|einen|einer|eines|jede[rsnm]?)\s+"
    r"(?P<first>[^\W\d_]+)(?:\s+(?P<second>[^\W\d_]+))?",
    re.IGNORECASE,
)
_ONE = word_set("""
    event meeting appointment session lesson class shift call payment purchase booking transaction
    charge invoice bill document trip visit
    termin besprechung treffen sitzung stunde kurs schicht anruf zahlung kauf einkauf buchung
    rechnung dokument reise besuch
    """)
_COUNTS = frozenset(("count", "kept", "matching", "times"))
_UNSURE = {
    "tentative": phrase("tentative", "vorläufig"),
    "pending": phrase("pending", "vorgemerkt"),
}
_RECURRING = vocabulary.SERIES
_SINCE, _KNOWN = word_set("since seit"), word_set("record records erfasst unterlagen")
_ALL = word_set("all altogether overall total insgesamt gesamt alles")
_RANKING = vocabulary.BIG | vocabulary.SMALL | vocabulary.EARLY | vocabulary.LATE
_LIMITED = vocabulary.BIG | vocabulary.SMALL


def findings(
    sentence: Sentence, context: Context, evidence: Evidence, language: Language
) -> Findings:
    """What is wrong with the words of a sentence, and what is added to its figures."""
    found = Findings([], [])
    for hole in sentence.holes:
        slot = hole.source
        if not isinstance(slot, Slot):
            continue
        words = _beside(slot, sentence, context)
        found.problems.extend(_meaning_problems(slot, words, sentence))
        found.problems.extend(_told_as_one(slot, sentence))
        for wrong in (_miscounted, _from_whom, _column):
            found.problems.extend(wrong(hole, sentence))
        for given in (*_labels(slot, words, sentence), *_told_beside(slot, words)):
            found.additions.append(Addition(hole, given[language]))
        for text in _others(slot, context, evidence, language):
            found.additions.append(Addition(hole, text))
    found.problems.extend(_overlapping(sentence))
    found.problems.extend(_other_day(sentence))
    for hole, given in _unsure(sentence, context):
        found.additions.append(Addition(hole, given[language]))
    for given in people.answers_beside(sentence):
        found.additions.append(Addition(sentence.holes[-1], given[language]))
    return found


def _beside(slot: Slot, sentence: Sentence, context: Context) -> frozenset[str]:
    """The words that are said of a slot: those of its sentence and column, and of what leads it."""
    words = frozenset(sentence.words)
    above = f"{context.title} {context.lead if context.leads(slot) else ''}"
    return words | frozenset(split_words(fold(above)))


def _unsure(sentence: Sentence, context: Context) -> Iterator[tuple[Hole, Phrase]]:
    """`the review (tentative)`: what a record is said to be behind the first slot that is of it."""
    shown = {vocabulary.canonical(hole.shown) for hole in sentence.holes}
    told: set[int] = set()
    for hole in sentence.holes:
        for slot in hole.slots:
            record = next((o for o in slot.objects[1:] if hasattr(o, "status")), None)
            status = str(getattr(record, "status", ""))
            words = {vocabulary.canonical(each) for each in _beside(slot, sentence, context)}
            if status in _UNSURE and status not in words | shown and id(record) not in told:
                told.add(id(record))
                yield hole, _UNSURE[status]


# What a field means -----------------------------------------------------------------------------


def _meaning_problems(slot: Slot, words: frozenset[str], sentence: Sentence) -> Iterator[str]:
    meaning = fields.meaning_of(slot.fields)
    if meaning is None:
        return
    has = bool(meaning.needs & words)
    claimed = _claimed(slot, sentence)
    if turned := (meaning.never & _own(sentence)) - claimed:
        yield f"“{min(turned)}” is not what `{slot.path}` is"
    elif meaning.needs and not has and meaning.label is None:
        yield f"`{slot.path}` is another quantity than the words say"
    elif meaning.needs and not has and (other := meaning.forbids & _own(sentence)):
        yield f"“{min(other)}” is not what `{slot.path}` is"


def _own(sentence: Sentence) -> frozenset[str]:
    return frozenset(sentence.words)


def _claimed(slot: Slot, sentence: Sentence) -> frozenset[str]:
    """The words that another slot of the sentence needs."""
    others = (each for each in sentence.slots if each.path != slot.path)
    meanings = (fields.meaning_of(each.fields) for each in others)
    return frozenset().union(*(each.needs for each in meanings if each is not None))


def _labels(slot: Slot, words: frozenset[str], sentence: Sentence) -> Iterator[Phrase]:
    meaning = fields.meaning_of(slot.fields)
    if meaning is None or not meaning.needs or meaning.label is None:
        return
    if not meaning.needs & words and not meaning.forbids & _own(sentence):
        yield meaning.label


_NEXT = re.compile(r"[\s*_]*(?P<noun>[^\W\d_]+)")
_PREPOSITION = re.compile(r"\b(?:from|by|von|vom|to|an)[\s*_]+$", re.IGNORECASE)
_EVENTS = word_set("event events meeting meetings termin termine besprechungen")
_PAIRS = word_set("pair pairs overlaps conflicts clashes paar paare uberschneidungen konflikte "
                  "overlap conflict konflikt uberschneidung")  # fmt: skip
_DAYS = word_set("day days tag tage tagen")


def _miscounted(hole: Hole, sentence: Sentence) -> Iterator[str]:
    """The noun behind a count, or before its colon, is not what the field counts."""
    slot = hole.source
    if not isinstance(slot, Slot):
        return
    found = _NEXT.match(sentence.text, hole.end - sentence.start)
    noun = fold(found["noun"]) if found else ""
    words = frozenset(sentence.words)
    meaning = fields.meaning_of(slot.fields) or fields.Meaning()
    if slot.leaf == "stretches" and not words & vocabulary.RATE_UNITS.get(
        str(getattr(slot.outcome.arguments, "per", "")), frozenset()
    ):
        yield f"`{slot.path}` is how many stretches of the calendar there are"
    elif slot.leaf == "stretches" and noun in _PURCHASES:
        yield f"“{noun}” is not what `{slot.path}` counts"
    elif slot.leaf == "all_day" and noun in _DAYS:
        yield f"“{noun}”: `{slot.path}` counts events"
    elif slot.leaf == "conflict_count" and words & _EVENTS and not words & _PAIRS - {"overlap"}:
        yield f"`{slot.path}` is how many pairs of events overlap"
    elif _is_matched(slot) and words & _EVENTS and not words & (_PURCHASES | _BY_DAY):
        yield f"`{slot.path}` is how many records were matched"
    elif slot.leaf in _COUNTS and noun in vocabulary.GROUPS and _family(slot) != "documents":
        yield f"“{noun}” is not what `{slot.path}` counts"
    elif slot.leaf in _COUNTS and noun in _RANKING:
        yield f"`{slot.path}` counts, and the words rank so many"
    elif _has_label(slot) and noun in vocabulary.COUNTED - meaning.needs:
        yield f"“{noun}” is not what `{slot.path}` counts"


def _family(slot: Slot) -> str:
    families = vocabulary.TOOL_FAMILIES.get(slot.outcome.tool, ())
    return families[0] if len(families) == 1 else ""


def _is_matched(slot: Slot) -> bool:
    is_match = isinstance(slot.outcome.arguments, match_arguments.Arguments)
    return is_match and slot.fields == ("groups", "count")


def _has_label(slot: Slot) -> bool:
    meaning = fields.meaning_of(slot.fields)
    is_count = isinstance(slot.value, int) and meaning is not None
    return is_count and bool(meaning.needs) and meaning.label is not None  # type: ignore[union-attr]


def _from_whom(hole: Hole, sentence: Sentence) -> Iterator[str]:
    """A document names its parties, and not which of them sent it."""
    slot = hole.source
    if not isinstance(slot, Slot) or slot.leaf != "parties":
        return
    is_told = slot.value == getattr(slot.owner, "issuer", None)
    is_told = is_told or len(getattr(slot.owner, "parties", ())) < 2
    if _PREPOSITION.search(sentence.before(hole.start)) and not is_told:
        yield f"`{slot.path}` is a party: the result does not say whether from or to"


def _column(hole: Hole, sentence: Sentence) -> Iterator[str]:
    """`New staff: {r1.before}`: the name of the other column."""
    slot = hole.source
    if not isinstance(slot, Slot) or slot.fields[:1] not in (("before",), ("after",)):
        return
    result = slot.outcome.result
    names = [getattr(result, name, None) or "" for name in ("column", "to_column")]
    if slot.fields[0] == "after":
        names.reverse()
    own, other = (vocabulary.keys([each]) for each in names)
    before = re.split(r"[;,]", sentence.text[: hole.start - sentence.start])[-1]
    after = re.split(r"[;,.#]", sentence.text[hole.end - sentence.start :])[0]
    said = vocabulary.keys([before, after])
    if (other - own) & said and not (own - other) & said:
        yield f"`{slot.path}` is of the column {names[0]}"


def _overlapping(sentence: Sentence) -> Iterator[str]:
    """Events that are said to overlap do so with one another."""
    if not sentence.has(vocabulary.OVERLAP):
        return
    for hole in sentence.holes:
        # An event is longer than its overlap; the day of both is the same.
        is_event = any(isinstance(slot.owner, EventRow) for slot in hole.slots)
        if is_event and re.search(r"\d:\d\d", hole.shown):
            path, name = hole.slots[0].path, hole.slots[0].name
            yield f"`{path}` is of one event: take `{name}.conflicts[0].start` and `end`"
    titles = [
        hole.source
        for hole in sentence.holes
        if isinstance(hole.source, Slot)
        and hole.source.outcome.tool == "find_conflicts"
        and hole.source.fields == ("rows", "title")
    ]
    for one in titles:
        others = [each for each in titles if each.indexes != one.indexes]
        if others and not any(are_joined(one, each) for each in others):
            yield f"`{one.path}` overlaps with none of the others that are named"


def _other_day(sentence: Sentence) -> Iterator[str]:
    """What a statement says is of its own day, and not of the day that was asked about."""
    stated = [slot for slot in sentence.slots if slot.leaf == "stated"]
    days = [slot for slot in sentence.slots if slot.leaf in ("day", "last_booking")]
    for slot in days if stated else ():
        yield f"`{stated[0].path}` is not of `{slot.path}`: its day is `stated_on`"


def _told_as_one(slot: Slot, sentence: Sentence) -> Iterator[str]:
    """`a yoga event lasts {r1.total.hours} hours`, `{r1.total} per payment`."""
    is_sum = bool(_SUMS & set(slot.fields[-2:])) and "payments" not in slot.fields
    if slot.is_of_record or not is_sum or _count(slot) < 2:
        return
    for found in _SINGLE.finditer(sentence.text):
        if {fold(each) for each in found.groups() if each} & _ONE:
            yield f"`{slot.path}` is of {_count(slot)} together, and the words say “{found[0]}”"
    limit = slot.outcome.arguments.model_fields_set & {"limit"}
    if limit and slot.fields[:1] == ("sums",) and set(sentence.words) & _LIMITED:
        yield f"`{slot.path}` is of all, and not of those that the words rank"


def _count(slot: Slot) -> int:
    for each in reversed(slot.objects):
        count = getattr(each, "count", None)
        if isinstance(count, int):
            return count
    return slot.outcome.result.kept


# What a result says beside a figure -------------------------------------------------------------


def _told_beside(slot: Slot, words: frozenset[str]) -> Iterator[Phrase]:
    for field, (lexicon, other, given) in _EXTREMES.items():
        if field in slot.fields and slot.leaf == "amount" and not words & (lexicon | other):
            yield given
    payment = next((o for o in slot.objects if isinstance(o, RecurringPayment)), None)
    if payment is not None and slot.leaf in ("amount", "per_month"):
        if payment.may_have_ended and not (words & vocabulary.HEDGES or words & _LAST):
            yield phrase("may have ended", "womöglich beendet")
        if payment.varies and not words & _VARYING:
            yield phrase("usually; it varies", "meist; der Betrag schwankt")
    if "payments" in slot.fields and slot.leaf == "first" and words & _SINCE and not words & _KNOWN:
        yield phrase("on record", "soweit erfasst")
    rank = _rank(slot)
    if rank in _RANK_WORDS and not words & _RANKS[rank]:
        yield _RANK_WORDS[rank]
    if slot.fields[:1] == ("per_month",) and not words & _RECURRING:
        yield phrase("recurring payments only", "nur wiederkehrende Zahlungen")
    if _is_by_day(slot) and not words & _BY_DAY:
        yield phrase("all bookings of its days", "alle Buchungen dieser Tage")


def _rank(slot: Slot) -> str:
    """By what the busiest groups were found."""
    is_ranked = slot.fields[:1] in (("busiest",), ("quietest",))
    return getattr(slot.outcome.arguments, "rank", "count") if is_ranked else "count"


def _is_by_day(slot: Slot) -> bool:
    """Whether a sum is of bookings that only share the days of an event."""
    arguments = slot.outcome.arguments
    return (
        isinstance(arguments, match_arguments.Arguments)
        and arguments.join == "event_bookings"
        and not arguments.by_name
        and forms.is_money(slot)
        and not slot.is_of_record
    )


def contradictions(sentence: Sentence, context: Context) -> Iterator[str]:
    """Words that deny what the service would add."""
    for slot in sentence.slots:
        for field, (lexicon, other, _) in _EXTREMES.items():
            if field in slot.fields and not sentence.has(lexicon) and sentence.has(other):
                yield f"`{slot.path}` is the {field} one, and the words say another"
        words = _beside(slot, sentence, context)
        payment = next((o for o in slot.objects if isinstance(o, RecurringPayment)), None)
        if payment is not None:
            yield from _ended(slot, payment, words, sentence)
        if slot.fields[:1] == ("per_month",) and (said := words & _ALL) and not words & _RECURRING:
            yield f"“{min(said)}”: `{slot.path}` is of recurring payments alone"
        said = words & _RANKS["count"]
        if (rank := _rank(slot)) != "count" and said and not words & _RANKS[rank]:
            yield f"“{min(said)}”: `{slot.path}` was ranked by {rank.replace('_', ' ')}"


def _ended(
    slot: Slot, payment: RecurringPayment, words: frozenset[str], sentence: Sentence
) -> Iterator[str]:
    """A series goes on, or it may have ended: no result says that it has."""
    if payment.may_have_ended and (said := words & fields.GOING_ON):
        yield f"“{min(said)}”: the payment of `{slot.path}` may have ended"
    has_amount = any(other.leaf == "amount" for other in sentence.slots)
    if slot.leaf == "times" and payment.changes and has_amount:
        yield f"`{slot.path}` is of all payments, and the price has changed"
    said = _own(sentence) & introduction.ENDED
    if said and not payment.may_have_ended:
        yield f"“{min(said)}”: the payment of `{slot.path}` goes on"
    elif said and not words & vocabulary.HEDGES:
        yield f"“{min(said)}”: the payment of `{slot.path}` only may have ended"


# Other currencies -------------------------------------------------------------------------------


def _others(slot: Slot, context: Context, evidence: Evidence, language: Language) -> Iterator[str]:
    """`besides 860.00 USD`: what the same figure is in other currencies, unless it is shown."""
    if not slot.indexes or slot.is_of_record or not forms.is_money(slot):
        return
    entries = getattr(slot.outcome.result, slot.fields[0], ())
    own = entries[slot.indexes[0]]
    shown = []
    for at, entry in enumerate(entries):
        if _currency(entry) == _currency(own) or _identity(entry) != _identity(own):
            continue
        path = slot.path.replace(f"[{slot.indexes[0]}]", f"[{at}]", 1)
        if path in context.paths or f"{path}.amount" in context.paths:
            continue
        try:
            other = find_slot(path, evidence)
        except InvalidCall:
            continue
        if forms.number_of(other.value):
            shown.append(forms.show_slot(other, "", language, evidence.zone))
    if shown:
        yield ("besides " if language == "en" else "dazu ") + ", ".join(shown)


def _currency(entry: object) -> object:
    own = getattr(entry, "currency", None)
    spent = getattr(entry, "spent", None) or getattr(entry, "received", None)
    return own or getattr(spent, "currency", None)


def _identity(entry: object) -> tuple[object, ...]:
    return tuple(
        getattr(entry, name, None) for name in ("group", "state", "document", "counterparty")
    )
