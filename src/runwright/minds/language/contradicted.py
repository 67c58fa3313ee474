"""Words that deny what the service would have to add behind them.

`The payment went through (pending)` is no sentence with a note: its words are not true. Where a
bracket would take back what a sentence says, the sentence is marked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from runwright.minds.language import forms, scope, vocabulary
from runwright.minds.language.comparisons import Sentence
from runwright.minds.language.evidence import Slot, Work
from runwright.minds.language.template import Hole
from runwright.text.words import word_set
from runwright.tools.find_recurring_payments import RecurringPayment

_THROUGH = re.compile(
    r"\b(?:go|goes|went|gone|going|came|come)\s+through\b|\bdurch(?:gegangen)?\W*$", re.IGNORECASE
)
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
_EXACT = word_set("exact exactly precisely fixed genau fest feste")
_SHARE = re.compile(
    r"\bma(?:ke|kes|de|king)\s+up\b|\baccount(?:s|ed|ing)?\s+for\b|\brepresent\w*\b|\bcompris\w*\b"
    r"|\bmach\w*\b.*\baus\b|\bentf(?:allen|ällt|iel|ielen)\b|\b(?:share|proportion|portion|part)s?\b"
    r"|\bAnteil\w*\b",
    re.IGNORECASE,
)
_OF = re.compile(r"[\s*_)]*(?:of|von|vom|der|des|aller)\b", re.IGNORECASE)
_AT = re.compile(r"\b(?:to|at|auf|bei|reached|hit|stood)[\s*_(]+$", re.IGNORECASE)
_FROM = re.compile(
    r"\b(?:from|von|vom|of|than|statt|instead\s+of|originally)[\s*_(]+$", re.IGNORECASE
)
_TO = re.compile(
    r"\b(?:to|auf|until|till|bis|on|am|now|for)[\s*_(]+(?:the\s+|den\s+)?$", re.IGNORECASE
)
_WEEKDAY = re.compile(r"#+[*_]*,?\s*(?=#|$)")
_MOVING = word_set("moved move rescheduled postponed brought shifted verschoben verlegt vorverlegt "
                   "instead statt")  # fmt: skip
_UNCHANGED = word_set("still unchanged noch weiterhin unverandert")
_ORIGINALLY = word_set("originally ursprunglich eigentlich was war")


def problems(sentence: Sentence) -> Iterator[str]:
    """Words that what a result says beside its figures takes back."""
    for slot in sentence.slots:
        yield from _status(slot, sentence)
        yield from _refunds(slot, sentence)
        payment = next((o for o in slot.objects if isinstance(o, RecurringPayment)), None)
        if payment is not None and payment.varies and (said := sentence.has(_EXACT)):
            yield f"“{said[0]}”: the amount of `{slot.path}` varies"
    for hole in sentence.holes:
        yield from _share(hole, sentence)
    yield from _moved(sentence)


def _status(slot: Slot, sentence: Sentence) -> Iterator[str]:
    """A pending booking has not gone through, and one that was reversed cost nothing."""
    status = next((str(o.status) for o in slot.objects[1:] if hasattr(o, "status")), "")
    said = [*sentence.has(_BOOKED), *_THROUGH.findall(sentence.text)]
    if status == "pending" and said:
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
    if _SHARE.search(sentence.text) or _OF.match(after) or _AT.search(before):
        yield f"`{slot.path}` is a change, and the words make a share of it"


# From one value to another ----------------------------------------------------------------------


def _moved(sentence: Sentence) -> Iterator[str]:
    """`moved from {start} to {moved_from}`: what it was told as what it is, or the other way."""
    for hole in sentence.holes:
        slot = hole.source
        if not isinstance(slot, Slot) or getattr(slot.owner, "moved_from", None) is None:
            continue
        if slot.leaf in ("start", "end") and (said := sentence.has(_UNCHANGED)):
            yield f"“{said[0]}”: the event of `{slot.path}` was moved"
        before = _WEEKDAY.sub("", sentence.before(hole.start))
        if slot.leaf == "moved_from" and _TO.search(before) and not _is_origin(before):
            yield f"`{slot.path}` is when it was before, and the words say that it is then"
        is_moment = slot.leaf == "start" and not _ends(hole, sentence.holes)
        if is_moment and sentence.has(_MOVING) and _FROM.search(before):
            yield f"`{slot.path}` is when it is now, and the words say that it was then"


def _is_origin(before: str) -> bool:
    """`originally on {moved_from}`, `was on {moved_from}`."""
    words = re.findall(r"[^\W\d_]+", re.split(r"[,;:#]", before)[-1].lower())
    return bool(set(words) & _ORIGINALLY) and not set(words) & {"moved", "rescheduled", "to", "auf"}


def _ends(hole: Hole, holes: Sequence[Hole]) -> bool:
    """`from {start} to {end}` is how long it is."""
    later = [each.source for each in holes if each.start > hole.start]
    return bool(later) and isinstance(later[0], Slot) and later[0].leaf == "end"
