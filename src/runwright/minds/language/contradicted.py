"""Words that deny what the service would have to add behind them.

`The payment went through (pending)` is no sentence with a note: its words are not true. Where a
bracket would take back what a sentence says, the sentence is marked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from runwright.minds.language import forms, scope, vocabulary
from runwright.minds.language.comparisons import Sentence
from runwright.minds.language.evidence import Slot, Work
from runwright.minds.language.template import Hole
from runwright.text.words import word_set

_BOOKED = word_set("""
    booked debited completed cleared settled executed processed transferred arrived credited
    gebucht abgebucht ausgefuhrt uberwiesen verbucht eingegangen beglichen gutgeschrieben
    """)
_BUYING = word_set("""
    bought buy buys purchase purchases purchased shopped shopping charge charges charged paid pay
    pays payment payments
    kauf kaufe einkauf einkaufe gekauft eingekauft bezahlt gezahlt abgebucht zahlung zahlungen
    """)
_MONEY_MOVED = (
    vocabulary.SPENT | vocabulary.PAYING | vocabulary.RECEIVED | _BOOKED
    | word_set("charge charged charges abgebucht went came")
)  # fmt: skip
_COUNTS = frozenset(("count", "kept", "matching"))
_REVERSED = word_set("reversed zuruckgebucht zuruckgebuchte storniert")
_OF = re.compile(r"[\s*_)]*(?:of|von|vom|der|des|aller)\b", re.IGNORECASE)
_AT = re.compile(r"\b(?:to|at|auf|bei|reached|hit|stood)[\s*_(]+$", re.IGNORECASE)


def problems(sentence: Sentence) -> Iterator[str]:
    """Words that what a result says beside its figures takes back."""
    for slot in sentence.slots:
        yield from _status(slot, sentence)
        yield from _refunds(slot, sentence)
    for hole in sentence.holes:
        yield from _share(hole, sentence)


def _status(slot: Slot, sentence: Sentence) -> Iterator[str]:
    """A pending booking has not gone through, and one that was reversed cost nothing."""
    status = next((str(o.status) for o in slot.objects[1:] if hasattr(o, "status")), "")
    if status == "pending" and (said := sentence.has(_BOOKED)):
        yield f"“{said[0]}”: the booking of `{slot.path}` is pending"
    if slot.is_of_record or not (forms.is_money(slot) or slot.leaf in _COUNTS):
        return
    result = slot.outcome.result
    is_any = getattr(slot.outcome.arguments, "status", None) == "any"
    rows = result.rows if is_any else ()
    has_reversed = any(getattr(row, "status", "") == "reversed" for row in rows)
    is_open = has_reversed or (is_any and len(rows) < result.kept)
    moved = sentence.has(_MONEY_MOVED)
    if is_open and moved and not sentence.has(_REVERSED):
        yield f"“{moved[0]}”: `{slot.path}` has bookings in it that were reversed, or may have"


def _refunds(slot: Slot, sentence: Sentence) -> Iterator[str]:
    """`bought 2 times`, where one of the two is a refund."""
    said = sentence.has(_BUYING)
    if slot.leaf not in _COUNTS or slot.is_of_record or not said:
        return
    result = slot.outcome.result
    if hasattr(slot.owner, "refunds"):
        refunds = slot.owner.refunds
    elif units := getattr(result, "units", ()):
        refunds = sum(getattr(each, "refunds", 0) for each in units)
    else:
        refunds = sum(getattr(row, "type", None) == "refund" for row in result.rows)
    if refunds and not sentence.has(vocabulary.REFUND):
        yield f"“{said[0]}”: {refunds} of what `{slot.path}` counts are refunds"


def _share(hole: Hole, sentence: Sentence) -> Iterator[str]:
    """A change in per cent is no share of anything, and no level."""
    slot = hole.source
    if isinstance(slot, Work) or slot.leaf != "percent" or not scope.is_change(slot):
        return
    before, after = sentence.before(hole.start), sentence.text[hole.end - sentence.start :]
    if _OF.match(after) or _AT.search(before):
        yield f"`{slot.path}` is a change, and the words make a share of it"
