"""Which way the money went that is asked about, where the words leave it open.

Bills come in, and are paid; what a shop gave back came from a shop. If what is named has bookings
in the other direction alone, those are meant.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runwright.minds.embedded.finance.request import Request
from runwright.minds.embedded.program import Surroundings
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set
from runwright.tools import ledger
from runwright.tools.base import Item
from runwright.tools.fields import Period
from runwright.tools.ledger import Booking, Selection

_OTHER = {"out": "in", "in": "out"}
_SAID = {"out": "nothing was paid", "in": "nothing came in"}
_YES_OR_NO = ("exists", "compare", "balance")
"""Measures for which there being nothing is an answer."""
_NAMED = ("ACC", "M", "MP", "C", "T")
_LEAD = 3
"""How many words in front of a name say where money went."""
_INTO, _FROM = word_set("into in to towards onto"), word_set("from out")
_VISITED = ("count", "last", "first", "list")
_PAYING = word_set("""
    pay pays paid paying spend spent spending send sent sending cost costs bill bills charge charged
    payment payments transfer transferred buy bought give gave owe owed invoice invoiced money
    """)
_FIELDS = frozenset(Selection.model_fields)


def settled(request: Request, items: Sequence[Item[Any]], around: Surroundings) -> Request:
    """The request, turned round if what it names has bookings in the other direction alone."""
    request = _moved(request)
    query = request.query
    is_back = query.state == "refunded" and query.direction == "in"
    if query.direction in _OTHER and not request.targets and not request.problem:
        return _of_account(request, items, around)
    if query.direction not in _OTHER or request.problem:
        return request
    if query.state and not is_back:
        return request
    book = ledger.ledger_of(items, around.currency)
    if is_back:
        return _paid_back(request, book)
    if _kept(book, request, request.direction):
        return request
    moved = request._replace(selection={**request.selection, "own_transfers": "include"})
    if "own_transfers" not in request.selection and _kept(book, moved, moved.direction):
        # Whoever names nothing but an account of their own asks for what was moved.
        return moved._replace(remarks=(*moved.remarks, "money moved between own accounts"))
    if query.direction == "in" and any(each.is_refund for each in _kept(book, request, "spent")):
        return request._replace(query=query._replace(state="refunded"))
    turned = request._replace(query=query._replace(direction=_OTHER[query.direction]))
    arrived = turned._replace(selection=moved.selection)
    if query.measure in _YES_OR_NO:
        return request
    if not _kept(book, turned, turned.direction):
        # What was moved bears the name on the other side, where it arrived.
        is_moved = bool(_kept(book, arrived, arrived.direction))
        remarks = (*request.remarks, "money moved between own accounts")
        return arrived._replace(remarks=remarks) if is_moved else request
    remark = _SAID[query.direction]
    return turned._replace(remarks=(*turned.remarks, remark))


def _paid_back(request: Request, book: ledger.Ledger) -> Request:
    """What people pay back is no refund of a shop."""
    is_refunded = any(each.is_refund for each in _kept(book, request, "spent"))
    if is_refunded or not _kept(book, request, "received"):
        return request
    return request._replace(query=request.query._replace(state=""))


def has_any(request: Request, items: Sequence[Item[Any]], around: Surroundings) -> bool:
    """Whether any booking is meant, whichever way the money went."""
    book = ledger.ledger_of(items, around.currency)
    moved = request._replace(selection={"own_transfers": "include", **request.selection})
    return bool(_kept(book, moved, "any"))


def _of_account(request: Request, items: Sequence[Item[Any]], around: Surroundings) -> Request:
    """What went to or from an account of one's own: all of it but interest and fees, where no
    booking can be told to be a transfer; and transfers, where there is nothing else."""
    selection = request.selection
    if "account" not in selection or selection.get("own_transfers") not in (None, "only"):
        return request
    book = ledger.ledger_of(items, around.currency)
    if _kept(book, request, request.direction):
        return request
    if "own_transfers" not in selection:
        moved = request._replace(selection={**selection, "own_transfers": "include"})
        is_moved = bool(_kept(book, moved, moved.direction))
        remarks = (*request.remarks, "money moved between own accounts")
        return moved._replace(remarks=remarks) if is_moved else request
    whole = {**selection, "own_transfers": "include", "types_left_out": ["interest", "fee"]}
    wider = request._replace(selection=whole)
    if not _kept(book, wider, wider.direction):
        return request
    remark = "all bookings of the account but interest and fees, since none says whose money it was"
    return wider._replace(remarks=(*wider.remarks, remark))


def _moved(request: Request) -> Request:
    """Money that goes to a pot of one's own, or comes out of it, as the words in front of its name
    say: `put into the holiday pot` is out of the account."""
    own = set(request.book.names_of.get("own_transfer", ()))
    names = {name for target in request.targets for name in target.names}
    if not names or not names <= own or "own_transfers" in request.selection:
        return request
    query = request.query
    spoken = next(
        (fold(each) for each in query.words(*_NAMED) if fold(each) in fold(query.text)), ""
    )
    before = split_words(fold(query.text).partition(spoken)[0])[-_LEAD:] if spoken else []
    way = "in" if _FROM & set(before) else "out" if _INTO & set(before) else query.direction
    return request._replace(
        query=query._replace(direction=way),
        selection={**request.selection, "own_transfers": "only"},
    )


def _kept(book: ledger.Ledger, request: Request, direction: str) -> list[Booking]:
    given = {**request.arguments(), "direction": direction}
    period = Period.model_validate({} if request.query.measure == "recur" else given["period"])
    fields = {name: value for name, value in given.items() if name in _FIELDS}
    return ledger.keep(book, period, Selection.model_validate(fields)).bookings
