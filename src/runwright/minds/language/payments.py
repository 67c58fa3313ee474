"""Which way money went: who paid whom, by the words of a clause and by the sign of the booking."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pydantic import BaseModel

from runwright.minds.language import forms, vocabulary
from runwright.minds.language.evidence import Slot
from runwright.minds.language.template import Clause
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set

_TOKEN = re.compile(r"#+|[^\W\d_]+(?:['’][^\W\d_]+)*|[:–—(]")
_WHO, _SLOT, _YOU = "<who>", "<slot>", "<you>"
_SUBJECTS = word_set("you i we you've i've we've you'd you'll du sie ich wir")
_OBJECTS = word_set("you me us dir mir uns ihnen dich mich sie")
_DATIVES = word_set("dir mir uns ihnen")
_TO = word_set("to an onto into toward towards")
_FROM = word_set("from by von vom durch")
_PLACED = _TO | _FROM | word_set("at bei beim with mit for fur in on of auf")
_FILLERS = word_set("the a an den dem der die das your ihr ihre dein deine")
_PASSIVE = word_set("was were been being is are be wurde wurden worden werden wird")
_PAID = word_set("""
    paid pay pays paying transferred uberwiesen bezahlt gezahlt zahlt zahlst zahlen bezahlen
    bezahlst gave give gives gab
    """)
_GOT = word_set("""
    receive receives received got gained earn earns earned erhalten erhielt bekommen bekam verdient
    """)
_OUT = word_set("""
    charge charges charged debit debited abgebucht abbuchung abbuchungen bought buy buys purchased
    shopped cost costs costing kostet kostete gekostet gekauft
    """)
_IN = word_set("credited deposited refunded gutgeschrieben eingegangen erstattet")
_LEFT = word_set("went goes going go gone ging gingen geht gehen gegangen")
_CAME = word_set("came comes come coming kam kamen kommt kommen gekommen stammt stammen")
_NOUNS = word_set("""
    payment payments transfer transfers money zahlung zahlungen uberweisung uberweisungen geld
    """)
_STOPS = vocabulary.BILLS | word_set("for fur")
_FAR = 8
_NAMED = ("counterparty", "group", "name")


def problems(text: str, clause: Clause, slots: Sequence[Slot]) -> Iterator[str]:
    """Verbs of paying in a clause, its slots masked, that turn the money round."""
    flows = {flow for slot in slots if (flow := flow_of(slot)) is not None}
    if not flows:
        return
    tokens = _tokens(text, clause, slots)
    for word, flow in _claims(tokens):
        if flow not in flows:
            yield f"“{word}” turns round which way the money of the slots went"


def flow_of(slot: Slot) -> str | None:
    """Which way the money of a slot went, by its field, its record or its call."""
    for field in slot.fields:
        if field in ("spent", "received"):
            return field
    for each in reversed(slot.objects[1:]):
        if (flow := flow_of_record(each)) is not None:
            return flow
    direction = getattr(slot.outcome.arguments, "direction", None)
    if direction in ("spent", "received"):
        return str(direction)
    types = set(getattr(slot.outcome.arguments, "types", ()))
    return "received" if types and types <= {"salary", "income", "refund"} else None


def flow_of_record(record: BaseModel) -> str | None:
    """Which way the money of a booking or of a series went."""
    direction = getattr(record, "direction", None)
    if direction in ("spent", "received"):
        return str(direction)
    amount = forms.number_of(getattr(record, "amount", None))
    is_booking = getattr(record, "kind", "") == "transaction"
    if amount is not None and (is_booking or "counterparty" in type(record).model_fields):
        return "spent" if amount < 0 else "received"
    return None


def _tokens(text: str, clause: Clause, slots: Sequence[Slot]) -> list[str]:
    """The words of a clause, with who was paid or pays and what else is a slot."""
    names = {word for slot in slots for name in _names(slot) for word in split_words(fold(name))}
    found: list[str] = []
    for each in _TOKEN.finditer(text):
        word = fold(each[0]).replace("’", "'")
        if word.startswith("#"):
            word = _SLOT
            for hole in clause.holes:
                is_here = hole.start == each.start() + clause.start
                if is_here and isinstance(hole.source, Slot) and _is_who(hole.source):
                    word = _WHO
        elif word.removesuffix("'s") in names and len(word) > 1:
            word = _WHO
        if not (word == _WHO and found[-1:] == [_WHO]) and word not in _FILLERS:
            found.append(word)
    return found


def _names(slot: Slot) -> Iterator[str]:
    for each in slot.objects[1:]:
        for field in _NAMED if _is_grouped(slot) else _NAMED[:1]:
            if isinstance(value := getattr(each, field, None), str):
                yield value
    yield from getattr(getattr(slot.outcome.arguments, "who", None), "any_of", ())


def _is_grouped(slot: Slot) -> bool:
    return getattr(slot.outcome.arguments, "by", None) == "counterparty"


def _is_who(slot: Slot) -> bool:
    return slot.leaf == "counterparty" or (slot.leaf == "group" and _is_grouped(slot))


def _claims(tokens: Sequence[str]) -> Iterator[tuple[str, str]]:
    for at, word in enumerate(tokens):
        flow = None
        if word in _OUT:
            flow = "spent"
        elif word in _IN:
            flow = "received"
        elif word in _PAID:
            flow = _paid(tokens, at)
        elif word in _GOT:
            flow = _got(tokens, at)
        elif word in _LEFT | _CAME | _NOUNS:
            flow = _target(tokens[at + 1 :])
        elif word in vocabulary.SPENT and tokens[at - 1 : at] == [_WHO]:
            flow = "nobody's"
        if flow is not None:
            yield word, flow


def _target(tokens: Sequence[str]) -> str | None:
    """Where money goes by the prepositions behind a word: `to REWE`, `from you`."""
    for at, word in enumerate(tokens[:_FAR]):
        if word in _STOPS:
            return None
        after = tokens[at + 1] if at + 1 < len(tokens) else ""
        if word in _TO and (after == _WHO or after in _OBJECTS):
            return "spent" if after == _WHO else "received"
        if word in _FROM and (after == _WHO or after in _OBJECTS):
            return "received" if after == _WHO else "spent"
    return None


def _paid(tokens: Sequence[str], at: int) -> str | None:
    before, after = tokens[:at], tokens[at + 1 :]
    target = _target(after) or _target(before)
    if _is_passive(before, after):
        return target or ("spent" if _subject(before) == _WHO else None)
    if after and after[0] in _OBJECTS:
        return "received"
    subject = _subject(before)
    if subject != _YOU and any(each in _DATIVES for each in tokens):
        return "received"
    if subject is not None:
        return "spent" if subject == _YOU else "received"
    return target


def _got(tokens: Sequence[str], at: int) -> str:
    before, after = tokens[:at], tokens[at + 1 :]
    subject = _subject(before)
    if _is_passive(before, after):
        behind = list(after[:2])
        return "spent" if behind == ["by", _WHO] else "received"
    if subject == _WHO or _target(after) == "spent":
        return "spent"
    return "received"


def _is_passive(before: Sequence[str], after: Sequence[str]) -> bool:
    german = any(each in ("wurde", "wurden", "wird", "werden", "worden") for each in before)
    return german or any(each in _PASSIVE for each in before[-3:]) or "worden" in after[:2]


def _subject(before: Sequence[str]) -> str | None:
    """Who does what the next verb says: the last one named that no preposition leads."""
    found = None
    for at, word in enumerate(before):
        led = at > 0 and before[at - 1] in _PLACED
        ends = at + 1 < len(before) and before[at + 1] in (":", "–", "—", "(")
        if word in _SUBJECTS and not led:
            return _YOU
        if word == _WHO and not led and not ends:
            found = _WHO
    return found
