"""What a question about money asks where words beside its spans say more than the parser took in:
a price that changed, what is left when something is taken off, money that was exchanged."""

from __future__ import annotations

from itertools import pairwise

from runwright.minds.embedded.query import Query, Span
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set

NET = "net"
"""The flag of a sum from which what came back is taken off."""
TAKEN_OFF = "MINUS"
"""The code of a person or firm whose payments are taken off."""
APART = "apart"
"""The flag of a question for the time between the two bookings that are asked for."""
YEARLY = word_set("yearly annual annually year annum")
_READ = 0.5
"""How sure a reading is that the words themselves give."""
_LENGTHS = word_set("days weeks long time")
_PAYMENTS = word_set("payments payment bookings transfers invoices charges debits deposits")
_NAMES = ("M", "MP", "C", "PS", "T")
_LEFT_OUT = ("XM", "XC", "XPS", "XT")
_CHANGED = word_set("raise raised raising hike hiked crept dearer pricier")
_ROSE = word_set("increase increased rise risen rose")
_GOES = word_set("go goes going gone went crept creep creeping put puts putting")
_WAYS = word_set("up down")
_PRICES = word_set("price prices fee fees premium premiums rate rates charge charges tariff cost")
_MINUS = word_set("minus less net subtract subtracted subtracting deduct deducted deducting")
_BACK = word_set("""
    back refund refunds refunded reimbursed reimbursement reimbursements repaid rebate rebates
    credit credited returned
    """)
_GIVES = word_set("""
    gives gave give pays paid pay sends sent send transfers transferred contributes contributed
    chips puts owes
    """)
_EXCHANGED = word_set("convert converted exchange exchanged")
_SELF = word_set("i we you")


def reread(query: Query) -> Query:
    """The question as all of its words have it."""
    if query.route != "finance":
        return query
    for step in (_exchanged, _apart, _price, _yearly, _less_than_paid, _net, _account):
        query = step(query)
    return query


def _words(query: Query) -> list[str]:
    return split_words(fold(query.text))


def _exchanged(query: Query) -> Query:
    """`How many dollars did I convert`: bookings do not tell."""
    pairs = pairwise(_words(query))
    is_so = any(one in _SELF and other in _EXCHANGED for one, other in pairs)
    return query._replace(state="converted") if is_so and not query.state else query


def _apart(query: Query) -> Query:
    """`How many days lay between the last two payments`: the two, and how far apart they are."""
    words = _words(query)
    said = set(words)
    is_asked = bool(said & _LENGTHS) and "between" in said and bool(said & _PAYMENTS)
    if not is_asked or not (
        ("last", "two") in pairwise(words) or ("latest", "two") in pairwise(words)
    ):
        return query
    spans = tuple(span for span in query.spans if span.code not in ("N", "P2"))
    return query._replace(
        measure="last", ask="", group="", state="", flags=(*query.flags, APART), other="",
        spans=(*spans, Span("N", "two", -1)), confidence=max(query.confidence, _READ),
    )  # fmt: skip


def _price(query: Query) -> Query:
    """By how much one thing became dearer is a change of its price, not a part of a total."""
    is_other = query.measure in ("trend", "why", "balance", "list") or query.direction == "any"
    is_one = len(query.words(*_NAMES)) == 1 and not query.words("P2") and not query.share_of
    if is_other or not is_one or query.group or query.has_alternatives:
        return query
    return query._replace(measure="trend", ask="") if _has_changed(_words(query)) else query


def _has_changed(words: list[str]) -> bool:
    said = set(words)
    if said & _CHANGED or (said & _ROSE and said & _PRICES):
        return True
    moves = [n for n, word in enumerate(words) if word in _GOES]
    if not moves or not said & _WAYS:
        return False
    way = max(n for n, word in enumerate(words) if word in _WAYS)
    is_put = words[moves[0]].startswith("put")
    return moves[0] < way and (not is_put or bool(said & _PRICES))


def _yearly(query: Query) -> Query:
    """`The yearly cost at the current rate`: what is paid regularly, over a year."""
    words = set(_words(query))
    is_one = len(query.words(*_NAMES)) == 1 and query.measure in ("sum", "avg", "recur")
    if not is_one or not words & YEARLY or not words & {"rate", "rates"}:
        return query
    spans = tuple(span for span in query.spans if span.code != "P")
    return query._replace(measure="recur", ask="amount", group="", spans=spans)


def _less_than_paid(query: Query) -> Query:
    """`Rent minus what Paul gives me`: a name behind the minus is not left out but taken off."""
    spans = tuple(
        span._replace(code=TAKEN_OFF) if _is_taken_off(span, query) else span
        for span in query.spans
    )
    if spans == query.spans or query.measure not in ("sum", "recur", "avg"):
        return query
    return query._replace(spans=spans, direction="out")


def _is_taken_off(span: Span, query: Query) -> bool:
    end = span.start + len(span.text)
    if span.code not in _LEFT_OUT or query.text[span.start : end] != span.text:
        return False
    before = split_words(fold(query.text[: span.start]))[-3:]
    after = split_words(fold(query.text[end:]))[:3]
    return bool(_MINUS & set(before)) and bool(_GIVES & set(after))


def _net(query: Query) -> Query:
    """`Minus what they paid back`: what came back is taken off, whatever type of booking it is.
    When it came back is no bound of what was paid."""
    words = _words(query)
    is_off = bool(_MINUS & set(words)) or ("taken", "off") in pairwise(words)
    if not is_off or not _BACK & set(words) or not query.words(*_NAMES):
        return query
    if query.measure != "sum" or query.direction == "in" or query.words(TAKEN_OFF):
        return query
    periods = [span for span in query.spans if span.code == "P"]
    spans = tuple(
        span
        for span in query.spans
        if span not in periods[1:]
        and not (span.code in _LEFT_OUT and _BACK & set(split_words(fold(span.text))))
    )
    flags = tuple(dict.fromkeys((*query.flags, NET)))
    return query._replace(direction="any", state="", flags=flags, spans=spans)


def _account(query: Query) -> Query:
    """`Which account does it come out of`: the payments by account."""
    is_asked = query.group == "account" and query.measure in ("recur", "last", "first", "exists")
    return query._replace(measure="sum", ask="") if is_asked else query
