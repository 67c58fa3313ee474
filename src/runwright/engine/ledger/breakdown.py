"""Answers by group: each month, merchant, category, or the one where most was spent."""

from __future__ import annotations

from collections.abc import Sequence

from runwright.engine.ledger import wording
from runwright.engine.ledger.asking import Asked
from runwright.engine.ledger.currencies import listed, rounded, written
from runwright.engine.ledger.entries import Entry
from runwright.engine.ledger.sums import Group, apart, by_size, grouped, number_of, sums, total
from runwright.engine.ledger.tallies import Ledger, Told

_MOST_GROUPS = 12
_MANY = {"category": "categories", "currency": "currencies"}
_BY_NAME = ("merchant", "category", "currency", "account")


def by_group(ledger: Ledger, asked: Asked) -> Told:
    """The groups, all or the foremost."""
    if asked.order == "distinct":
        return _distinct(ledger, asked)
    if asked.order and asked.top == 1:
        return _foremost(ledger, asked)
    entries = ledger.entries
    if asked.order:
        groups = [
            group
            for _, own in _kinds(entries, asked)
            for group in by_size(grouped(own, asked.by), asked.order)[: asked.top]
        ]
    else:
        groups = _in_order(entries, asked.by)
    shown, rest = groups[:_MOST_GROUPS], groups[_MOST_GROUPS:]
    said = [f"- {_line(group, ledger)}" for group in shown]
    if rest:
        left = sums(entry for group in rest for entry in group.entries)
        said.append(f"- and {len(rest)} more, {wording.money(left)} together")
    used = tuple(entry for group in groups for entry in group.entries)
    head = f"{_head(ledger, asked, used)}{_on_average(ledger, asked)}"
    value = "; ".join(f"{g.name}: {wording.value(sums(g.entries))}" for g in shown)
    return Told(f"{head}:\n" + "\n".join(said), value, used)


def _distinct(ledger: Ledger, asked: Asked) -> Told:
    """How many groups there are, and which."""
    groups = _in_order(ledger.entries, asked.by)
    names = [group.name for group in groups[:_MOST_GROUPS]]
    rest = f" and {len(groups) - len(names)} more" if len(groups) > len(names) else ""
    selection = ledger.selection
    when = selection.when() if selection.is_dated() else wording.covered(ledger.entries)
    noun = wording.noun(len(ledger.entries), selection)
    recognised = wording.described(selection, several=len(ledger.entries) != 1)
    counted = f"{noun}{recognised} {when}"
    what = {1: asked.by}.get(len(groups), _MANY.get(asked.by, f"{asked.by}s"))
    answer = f"{len(groups)} {what} in {counted}: {', '.join(names)}{rest}."
    return Told(answer, str(len(groups)), ledger.entries)


def _head(ledger: Ledger, asked: Asked, used: Sequence[Entry]) -> str:
    selection = ledger.selection
    when = f" {selection.when()}" if selection.is_dated() else f" {wording.covered(used)}"
    each = " in each currency" if len(apart(used)) > 1 and asked.order != "often" else ""
    top = f", the {asked.top} with {_order(asked)}{each}" if asked.top else ""
    recognised = wording.described(selection, several=len(used) != 1)
    noun = wording.noun(len(used), selection)
    return f"{wording.money(sums(used))} in {noun}{recognised}{when}, by {asked.by}{top}"


def _on_average(ledger: Ledger, asked: Asked) -> str:
    """What one of several stretches of days comes to, the one that still goes on left out."""
    if asked.by not in ("week", "month", "quarter", "year") or asked.order:
        return ""
    now = number_of(ledger.today, asked.by)
    said = []
    for currency, own in apart(ledger.entries):
        over = [g for g in grouped(own, asked.by) if number_of(g.entries[0].day, asked.by) != now]
        if len(over) > 1:
            size, was_rounded = rounded(total([e for g in over for e in g.entries]) / len(over))
            said.append(f"{written(size, currency)}{' (rounded)' if was_rounded else ''}")
    return f", on average {listed(said)} in a {asked.by} that is over" if said else ""


def _order(asked: Asked) -> str:
    return {"least": "the least", "often": "the most bookings"}.get(asked.order, "the most")


def _foremost(ledger: Ledger, asked: Asked) -> Told:
    """The group with the most, of each currency."""
    said, values = [], []
    used: list[Entry] = []
    kinds = _kinds(ledger.entries, asked)
    for currency, own in kinds:
        ordered = by_size(grouped(own, asked.by), asked.order)
        best = ordered[0]
        counted = wording.noun(len(best.entries), ledger.selection)
        name = f"{_preposition(asked.by, ledger.selection.direction)} {best.name}"
        over = _of_those_over(ordered, ledger, asked) if asked.order == "least" else ""
        said.append(f"{name}: {wording.money(sums(best.entries))} in {counted}{over}")
        values.append(best.name if len(kinds) == 1 else f"{best.name} ({currency})")
        used += best.entries
    selection = ledger.selection
    when = selection.when() if selection.is_dated() else wording.covered(ledger.entries)
    most = {"least": "least", "often": "most often"}.get(asked.order, "most")
    what = wording.on_what(selection) or wording.described(selection, several=True)
    verb = wording.verb(selection) if selection.direction else "You booked"
    lead = f"{when[0].upper()}{when[1:]} {verb[0].lower()}{verb[1:]} {most}{what}"
    return Told(f"{lead} {'; '.join(said)}.", "; ".join(values), tuple(used))


def _kinds(entries: Sequence[Entry], asked: Asked) -> list[tuple[str, list[Entry]]]:
    """The bookings of each currency; all together where only their number counts."""
    return apart(entries) if asked.order != "often" else [("", list(entries))]


def _of_those_over(ordered: Sequence[Group], ledger: Ledger, asked: Asked) -> str:
    """The least of the months that are over, where the least of all still goes on."""
    if asked.by not in ("week", "month", "quarter", "year"):
        return ""
    now = number_of(ledger.today, asked.by)
    over = [group for group in ordered if number_of(group.entries[0].day, asked.by) != now]
    if len(over) == len(ordered) or not over or over[0] is ordered[0]:
        return ""
    size = wording.money(sums(over[0].entries))
    return f" so far (of the {asked.by}s that are over, in {over[0].name}: {size})"


def _preposition(by: str, direction: str) -> str:
    if by == "merchant":
        return "from" if direction == "in" else "with"
    if by in ("day", "weekday", "category"):
        return "on"
    return "on the account" if by == "account" else "in"


def _in_order(entries: Sequence[Entry], by: str) -> list[Group]:
    groups = grouped(entries, by)
    if by not in _BY_NAME:
        return groups
    return sorted(groups, key=lambda group: (-max(sums(group.entries).values()), group.name))


def _line(group: Group, ledger: Ledger) -> str:
    figures = wording.money(sums(group.entries))
    return f"{group.name}: {figures} ({wording.noun(len(group.entries), ledger.selection)})"
