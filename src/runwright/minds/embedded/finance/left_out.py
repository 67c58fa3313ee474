"""What a question leaves out: names, things, own money and periods."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runwright.minds.embedded import conditions, names
from runwright.minds.embedded.finance import phrases, targets, unmarked
from runwright.minds.embedded.finance.request import Request, days, unique
from runwright.minds.embedded.finance.targets import Missing, Target
from runwright.minds.embedded.finance.times import Times
from runwright.minds.embedded.program import Surroundings
from runwright.minds.embedded.query import Span
from runwright.text.folding import fold


def with_exclusions(request: Request, times: Times, _around: Surroundings) -> Request:
    """What is left out, of the same kinds as what is named."""
    selection = dict(request.selection)
    limits, remarks = list(request.limits), list(request.remarks)
    left_out: list[str] = []
    for each in unmarked.whole_names(request.query, request.book):
        if each.code not in ("XM", "XC", "XPS", "XT"):
            continue
        if conditions.is_own_money(each.text):
            selection["own_transfers"] = "leave_out"
            left_out.append("transfers between your own accounts")
            continue
        target = _target(each, request)
        if isinstance(target, Missing):
            # What is not there cannot be left out, and the figure is the same.
            remarks.append(f"there is no booking with “{each.text}” to leave out")
            continue
        _leave_out(target, selection)
        left_out.append(f"{target.wanted}{_which(target)}")
    if times.outside:
        selection["outside"] = [days(period) for period in times.outside]
        left_out += [phrases.named(period, request.today) for period in times.outside]
    if left_out:
        limits.append(f"without {phrases.join(left_out)}")
    return request._replace(selection=selection, limits=tuple(limits), remarks=tuple(remarks))


def _target(each: Span, request: Request) -> Target | Missing:
    """What is left out; a part of the name of what is asked for, too: `Uber, not Eats`."""
    look = targets.of_thing if each.code in ("XC", "XT") else targets.of_name
    target = look(each.text, request.book)
    if isinstance(target, Target):
        return target
    asked = [own for own in request.targets if own.kind == "who"]
    parts = [targets.of_name(f"{own.wanted} {each.text}", request.book) for own in asked]
    found = next((part for part in parts if _is_part(part, asked)), None)
    return found or _by_word(each, asked, request) or target


def _by_word(each: Span, asked: Sequence[Target], request: Request) -> Target | None:
    """The one word of what is left out that some bookings of who is asked for have and others have
    not: `membership renewal` for `COSTCO *ANNUAL RENEWAL`."""
    own = {name for target in asked for name in target.names}
    lines = [line for name, line in request.book.rows if name in own]
    telling = [word for word in names.words_of(each.text) if any(word in line for line in lines)]
    if len(telling) != 1 or all(telling[0] in line for line in lines):
        return None
    return Target(telling[0], "about", (telling[0],))


def _is_part(part: Target | Missing, asked: Sequence[Target]) -> bool:
    if isinstance(part, Missing) or part.is_guess:
        return False
    return any(set(part.names) < set(own.names) for own in asked)


def _which(target: Target) -> str:
    # Whatever has the words goes, also what is of another category.
    named = (*target.names, *target.but)
    differing = [name for name in named if fold(name) != fold(target.wanted)]
    return f" ({phrases.shortened(differing, 4)})" if differing else ""


def _leave_out(target: Target, selection: dict[str, Any]) -> None:
    """Adds a target to what bookings must not have."""
    if target.kind == "type":
        selection["types_left_out"] = [*selection.get("types_left_out", []), *target.terms]
        return
    if target.kind == "category":
        pairs = [("category", target.terms), ("category_names", target.stand_ins)]
    elif target.kind == "who":
        pairs = [("who", target.terms)]
    else:
        pairs = [("about", target.texts)]
    for field, terms in pairs:
        if terms:
            before = selection.get(field, {}).get("none_of", [])
            selection[field] = {**selection.get(field, {}), "none_of": unique([before, terms])}
