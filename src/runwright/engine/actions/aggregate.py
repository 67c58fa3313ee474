"""Counting what the step before chose: sums, averages, the largest, groups, days.

The bookings are those of the step before; what the question asks is in the arguments. With an
event before them, the answer names it.
"""

from __future__ import annotations

from collections.abc import Sequence

from runwright.engine.ledger import costs, courses, prices, recurring, wording
from runwright.engine.ledger.asking import Asked
from runwright.engine.ledger.breakdown import by_group
from runwright.engine.ledger.currencies import written
from runwright.engine.ledger.entries import Entry, assumed, entries_of
from runwright.engine.ledger.selection import Selection, selection_of
from runwright.engine.ledger.settling import left_aside, settled, unfound
from runwright.engine.ledger.sums import signed_sums, sums
from runwright.engine.ledger.tallies import TALLIES, Ledger, Told
from runwright.engine.ledger.transfers import own_moves
from runwright.engine.prose.turning import turned
from runwright.engine.types import Finding, Item, Step, Work

_FIGURES = {**TALLIES, "ago": courses.ago, "changed": courses.changed, "pair": courses.pair}
_FIGURES |= {"regular": recurring.regular, "prices": prices.told}

_OWED = "nothing in your finance records says what you owe: bookings tell what was paid"

_NOTHING_REGULAR = "nothing in your finance records is paid at regular times"


def perform(step: Step, work: Work) -> Finding:
    """The figure that was asked for, with what was counted."""
    chosen = frozenset(work.earlier[-1].items) if work.earlier else frozenset()
    if "event" in step.arguments:
        return costs.told(step, work)
    if "again" in step.arguments and (day := costs.when(step, work)):
        return day
    if step.arguments.get("figure") == "owed":
        return Finding(step.action, step.part, reason=_OWED)
    wanted = (item for item in work.items if item.id in chosen)
    entries = entries_of(wanted, work.moment.zone, beside=work.items)
    asked = _asked(step)
    said = selection_of(step.arguments)
    selection = settled(said, entries) if entries else said
    if asked.figure == "balance":
        return _balance(step, work, entries)
    ledger = _ledger(entries, selection, work)
    if "or_prose" in step.arguments and not _answers(said, selection, ledger):
        return turned(step)
    if not ledger.entries:
        more = costs.instead(step) if "or_event" in step.arguments else ()
        return Finding(step.action, step.part, reason=wording.missing(selection), more=more)
    if asked.figure == "place":
        return _place(step, ledger, asked)
    told = _told(step, ledger, asked)
    if not told.answer:
        return Finding(step.action, step.part, reason=_NOTHING_REGULAR)
    aside = left_aside(said, selection)
    if aside and "or_event" in step.arguments:
        # An event may be called just what no booking says.
        return _found(step, told)._replace(more=costs.instead(step))
    unheard = wording.unheard(aside, unfound(selection, entries))
    note = " ".join(filter(None, (unheard, assumed(told.entries))))
    if note:
        apart = "\n" if "\n" in told.answer else " "
        told = told._replace(answer=f"{told.answer}{apart}{note}")
    return _found(step, told)


def _answers(said: Selection, selection: Selection, ledger: Ledger) -> bool:
    """Whether there are bookings for every word of a question that may not be about them."""
    aside = left_aside(said, selection) or unfound(selection, ledger.entries)
    return bool(ledger.entries) and not aside


def _told(step: Step, ledger: Ledger, asked: Asked) -> Told:
    if asked.figure == "unusual":
        return courses.unusual(ledger, _limit(step).days[0], asked)
    if _limit(step).has_bounds():
        return _held_against(ledger, _limit(step), asked)
    if asked.by and asked.figure in ("sum", "count", "list", "price", "whether"):
        return by_group(ledger, asked)
    return _FIGURES[asked.figure](ledger, asked)


def _place(step: Step, ledger: Ledger, asked: Asked) -> Finding:
    meant = settled(selection_of(step.arguments, "place."), ledger.entries)
    told = courses.place(ledger, meant.subject, asked)
    if told.answer:
        return _found(step, told)
    looked_for = ledger.selection._replace(subject=meant.subject)
    return Finding(step.action, step.part, reason=wording.missing(looked_for))


def _asked(step: Step) -> Asked:
    given = step.arguments
    figure = given.get("figure", "sum")
    known = figure if figure in _FIGURES or figure in ("balance", "place", "unusual") else "sum"
    top = given.get("top", "")
    return Asked(
        known, "", given.get("by", ""), int(top) if top.isdigit() else 0, given.get("order", "")
    )


def _ledger(entries: Sequence[Entry], selection: Selection, work: Work) -> Ledger:
    today = work.moment.now.astimezone(work.moment.zone).date()
    if not selection.direction:
        selection = selection._replace(direction=_only_direction(entries))
    back: tuple[Entry, ...] = ()
    if selection.direction == "out":
        back = tuple(entry for entry in entries if entry.amount > 0)
        entries = [entry for entry in entries if entry.amount < 0]
    return Ledger(tuple(entries), selection, today, back, _left_out(entries, selection, work))


def _only_direction(entries: Sequence[Entry]) -> str:
    if entries and all(entry.amount < 0 for entry in entries):
        return "out"
    return "in" if entries and all(entry.amount > 0 for entry in entries) else ""


def _left_out(entries: Sequence[Entry], selection: Selection, work: Work) -> tuple[Entry, ...]:
    """Moves between own accounts that would have been chosen; neither side of one was."""
    if not selection.subject.is_everything() or not selection.direction:
        return ()
    chosen = {entry.id for entry in entries}
    others = entries_of(
        (i for i in work.items if i.id not in chosen), work.moment.zone, beside=work.items
    )
    moves = own_moves(others)
    return tuple(entry for entry in selection.chosen(others) if entry.id in moves)


def _found(step: Step, told: Told) -> Finding:
    return Finding(
        action=step.action,
        part=step.part,
        answer=told.answer,
        value=told.value,
        items=tuple(entry.id for entry in told.entries),
    )


def _limit(step: Step) -> Selection:
    return selection_of(step.arguments, "limit.")


def _held_against(ledger: Ledger, limit: Selection, asked: Asked) -> Told:
    """Whether a sum, or the latest amount, is above or below what the question names."""
    latest = asked.order == "last"
    told = TALLIES["price" if latest else "sum"](ledger, asked if latest else Asked("sum"))
    counted = told.entries if latest else ledger.entries
    reached = [limit.is_sized(size) for size in sums(counted).values()]
    if len(set(reached)) != 1:
        return told
    named = wording.bounds(limit).strip()
    said = f"Yes, {named}" if reached[0] else f"No, not {named}"
    return told._replace(answer=f"{said}. {told.answer}")


def _balance(step: Step, work: Work, entries: Sequence[Entry]) -> Finding:
    """What a statement says; bookings alone tell no balance."""
    stated = [item for item in work.items if _states_balance(item)]
    if stated:
        last = max(stated, key=lambda item: (item.at or "", item.score, item.id))
        when = f" ({last.at})" if last.at else ""
        text = " ".join(last.text.split())[:300]
        answer = f"Your statement says: “{text}”{when}."
        return Finding(step.action, step.part, answer=answer, value=text, items=(last.id,))
    reason = "nothing in your finance records says a balance"
    if entries:
        net = signed_sums(entries)
        said = " and ".join(written(size, currency) for currency, size in net.items())
        span = wording.covered(entries)
        reason += f": the bookings {span} come to {said} net, without what was there before"
    return Finding(step.action, step.part, reason=reason)


def _states_balance(item: Item) -> bool:
    about = f"{item.title} {item.text[:200]}".lower()
    return (
        item.source == "finance"
        and item.kind != "transaction"
        and any(word in about for word in ("balance", "saldo", "solde", "kontostand"))
    )
