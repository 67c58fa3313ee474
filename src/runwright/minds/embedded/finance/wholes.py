"""What a share is a share of: all income or spending, pay alone, a card's purchases, or some names
of which one is the part."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from runwright.minds.embedded.finance import phrases, targets
from runwright.minds.embedded.finance.request import Request, matches
from runwright.minds.embedded.finance.targets import Target
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set

_PAY = word_set("pay salary wages wage paycheck paychecks gehalt lohn")
_CARD = word_set("card")
_BOUGHT = word_set("purchases purchase spending charges spend")
_NAMES = ("M", "MP", "C", "PL", "PS", "T")


class Whole(NamedTuple):
    """The whole, and the part of it that is asked about."""

    selection: Mapping[str, Any]
    name: str
    parts: tuple[Target, ...]


def of(request: Request) -> Whole:
    """The whole that a question about a share means."""
    words = set(split_words(fold(request.query.text)))
    if repeated := _repeated(request):
        names = phrases.join([target.wanted for target in request.targets])
        selection = {"direction": request.direction, **matches(request.targets)}
        return Whole(selection, f"what went to {names}", repeated)
    things = [target for target in request.targets if target.kind == "category"]
    if things and any(target.kind == "who" for target in request.targets):
        # `Of my groceries, what share went to REWE`.
        selection = {"direction": request.direction, **matches(things)}
        name = phrases.join([target.wanted for target in things])
        return Whole(selection, f"what went on {name}", request.targets)
    share_of = request.query.share_of
    if share_of == "income" and words & _PAY and "salary" in request.book.types:
        salary = {"direction": "received", "types": ["salary"]}
        return Whole(salary, "your salary", request.targets)
    has_card = any(account.kind == "credit card" for account in request.book.accounts)
    if share_of == "spending" and words & _CARD and words & _BOUGHT and has_card:
        card = {"direction": "spent", "account": {"any_of": ["credit card"]}}
        return Whole(card, "your spending by card", request.targets)
    direction = {"income": "received", "spending": "spent"}.get(share_of)
    name = "income" if (direction or request.direction) == "received" else "spending"
    return Whole({"direction": direction} if direction else {}, f"your {name}", request.targets)


def _repeated(request: Request) -> tuple[Target, ...]:
    """The names that are said twice, among others: the part of all that are named."""
    said = [targets.of_name(words, request.book) for words in request.query.words(*_NAMES)]
    twice = [target for target in request.targets if said.count(target) > 1]
    return tuple(twice) if len(twice) < len(request.targets) else ()
