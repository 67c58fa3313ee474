"""Which way the money went that is asked about, where the words leave it open.

Bills come in, and are paid; what a shop gave back came from a shop. If what is named has bookings
in the other direction alone, those are meant.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runwright.minds.embedded.finance.request import Request
from runwright.minds.embedded.program import Surroundings
from runwright.tools import ledger
from runwright.tools.base import Item
from runwright.tools.fields import Period
from runwright.tools.ledger import Booking, Selection

_OTHER = {"out": "in", "in": "out"}
_SAID = {"out": "nothing was paid", "in": "nothing came in"}
_YES_OR_NO = ("exists", "compare", "balance")
"""Measures for which there being nothing is an answer."""
_FIELDS = frozenset(Selection.model_fields)


def settled(request: Request, items: Sequence[Item[Any]], around: Surroundings) -> Request:
    """The request, turned round if what it names has bookings in the other direction alone."""
    query = request.query
    is_back = query.state == "refunded" and query.direction == "in"
    if query.direction not in _OTHER or not request.targets or request.problem:
        return request
    if query.state and not is_back:
        return request
    book = ledger.ledger_of(items, around.currency)
    if is_back:
        # What people pay back is no refund of a shop.
        is_refunded = any(each.is_refund for each in _kept(book, request, "spent"))
        if is_refunded or not _kept(book, request, "received"):
            return request
        return request._replace(query=query._replace(state=""))
    if _kept(book, request, request.direction):
        return request
    moved = request._replace(selection={**request.selection, "own_transfers": "include"})
    if "own_transfers" not in request.selection and _kept(book, moved, moved.direction):
        # Whoever names nothing but an account of their own asks for what was moved.
        return moved._replace(remarks=(*moved.remarks, "money moved between own accounts"))
    if query.direction == "in" and any(each.is_refund for each in _kept(book, request, "spent")):
        return request._replace(query=query._replace(state="refunded"))
    turned = request._replace(query=query._replace(direction=_OTHER[query.direction]))
    if query.measure in _YES_OR_NO or not _kept(book, turned, turned.direction):
        return request
    remark = _SAID[query.direction]
    return turned._replace(remarks=(*turned.remarks, remark))


def _kept(book: ledger.Ledger, request: Request, direction: str) -> list[Booking]:
    given = {**request.arguments(), "direction": direction}
    period = Period.model_validate({} if request.query.measure == "recur" else given["period"])
    fields = {name: value for name, value in given.items() if name in _FIELDS}
    return ledger.keep(book, period, Selection.model_validate(fields)).bookings
