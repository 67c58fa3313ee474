"""What an event of the calendar cost, in words: the sum, the largest payment, a budget kept to."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from decimal import Decimal

from runwright.engine import periods
from runwright.engine.ledger import wording
from runwright.engine.ledger.budgets import Budget, stated, verdict
from runwright.engine.ledger.entries import Entry, entries_of
from runwright.engine.ledger.events import Happening, closely, happening, widened
from runwright.engine.ledger.selection import selection_of
from runwright.engine.ledger.sums import sums
from runwright.engine.ledger.tallies import TALLIES, Told
from runwright.engine.types import Finding, Step, Want, Work

_READ = 40


def told(step: Step, work: Work) -> Finding:
    """What the event cost, or what of it is not there."""
    ids = work.earlier[-1].items if work.earlier else ()
    event = happening(ids, work)
    wanted = frozenset(ids)
    own = (item for item in work.items if item.id in wanted)
    entries = entries_of(own, work.moment.zone, beside=work.items)
    if not entries:
        if event is None and "or_search" in step.arguments:
            return Finding(step.action, step.part, more=_in_words(step))
        if event is not None and (others := _by_words(step, work)):
            return Finding(step.action, step.part, more=others)
        return Finding(step.action, step.part, reason=_missing(step, event))
    if event is None:
        return _without_event(step, work, entries)
    value = wording.value(sums(entries))
    if step.arguments.get("figure") == "count":
        value = str(len(entries))
    items = (*(item.id for item in event.items), *(entry.id for entry in entries))
    answer = f"{_held_against(step, work, entries)}{_sentence(step, event, entries)}"
    if special := _figure(step, event, entries):
        answer, value = special.answer, special.value
    return Finding(step.action, step.part, answer=answer, value=value, items=items)


def _by_words(step: Step, work: Work) -> tuple[Step, ...]:
    """The event is yet to be paid, but bookings say the same words: what it cost before."""
    selection = selection_of(step.arguments)._replace(days=())
    if step.arguments.get("mode") != "cost" or not selection.subject.alternatives:
        return ()
    if not selection.chosen(entries_of(work.items, work.moment.zone)):
        return ()
    return (
        Step("filter", step.part, selection.encoded()),
        Step("aggregate", step.part, selection.encoded()),
    )


def _in_words(step: Step) -> tuple[Step, ...]:
    """Neither an event nor a booking: some document may speak of it."""
    sources = step.arguments["or_search"]
    wants = tuple(Want(source, step.part, _READ) for source in sources.split())
    return (Step("extract", step.part, {"question": step.part, "sources": sources}, wants),)


def _missing(step: Step, event: Happening | None) -> str:
    if event is None:
        when = selection_of(step.arguments)
        within = f" {when.when()}" if when.days else ""
        return f"nothing in your calendar is called “{step.arguments['event']}”{within}"
    if step.arguments.get("mode") != "days":
        return f"nothing in your finance records is a payment for {event.said()}"
    recognised = wording.described(selection_of(step.arguments), several=False)
    return f"nothing in your finance records is a payment{recognised} {_on_days(step, event)}"


def _figure(step: Step, event: Happening, entries: Sequence[Entry]) -> Told | None:
    """Another figure than the sum of the payments: the largest, an average."""
    tally = TALLIES.get(step.arguments.get("figure", "sum"))
    if tally is None:
        return None
    selection = selection_of(step.arguments)._replace(days=(), direction="out")
    found = tally(entries, selection)
    where = _on_days(step, event) if step.arguments.get("mode") == "days" else f"for {event.said()}"
    where = f"{where[0].upper()}{where[1:]}"
    return found._replace(answer=f"{where}: {found.answer[0].lower()}{found.answer[1:]}")


def _held_against(step: Step, work: Work, entries: Sequence[Entry]) -> str:
    """A sentence on the budget, if the question speaks of one."""
    if "budget" not in step.arguments:
        return ""
    named = step.arguments["budget"]
    budget = (
        Budget(Decimal(named), step.arguments.get("budget_currency", ""))
        if named != "stated"
        else stated(work.items, step.arguments["event"])
    )
    if budget is None:
        return "Nothing in your documents says what the budget is. "
    claims = (
        "" if "claim" not in step.arguments else "over" if "over" in step.arguments else "within"
    )
    said = verdict(budget, entries, claims)
    return f"{said}. " if said else ""


def _sentence(step: Step, event: Happening, entries: Sequence[Entry]) -> str:
    mode = step.arguments.get("mode", "cost")
    figures = wording.money(sums(entries))
    if mode == "paid":
        lead = f"Yes: for {event.said()} you paid {figures}"
    elif mode == "days":
        lead = f"You spent {figures}{_about(step)} {_on_days(step, event)}"
    else:
        lead = f"{event.said()} cost you {figures}"
    if len(entries) == 1:
        return f"{lead}: one payment, {wording.one(entries[0])}."
    basis = _basis(event, entries) if mode == "cost" else ""
    return f"{lead}, in {len(entries)} payments{basis}:\n{wording.lines(entries, 'out')}"


def _about(step: Step) -> str:
    """What of the spending is meant: " on groceries", " in payments that name Tesco"."""
    selection = selection_of(step.arguments)
    if not selection.subject.alternatives:
        return ""
    recognised = wording.described(selection, several=True)
    return wording.on_what(selection) or f" in payments{recognised}"


def _basis(event: Happening, entries: Sequence[Entry]) -> str:
    """Why they were counted, so that people can check."""
    named = len(closely(entries, event))
    if named == len(entries):
        return " that name it or are of its kind"
    if not named:
        return " on its days"
    return f", {named} by name or kind and {len(entries) - named} on its days"


def _on_days(step: Step, event: Happening) -> str:
    if step.arguments.get("span") == "since":
        return f"since {event.said()}"
    if span := step.arguments.get("span", ""):
        wide = widened(event, span)
        days = periods.said(wide.first, wide.last + timedelta(days=1))
        return f"in the {span} of {event.said()}, {days}"
    offset = int(step.arguments.get("offset", "0"))
    if offset:
        day = event.first + timedelta(days=offset)
        when = periods.said(day, day + timedelta(days=1))
        return f"on {when}, the day {'after' if offset > 0 else 'before'} {event.said()}"
    return f"{'during' if event.first != event.last else 'on the day of'} {event.said()}"


def _without_event(step: Step, work: Work, entries: Sequence[Entry]) -> Finding:
    """No such event, but payments that say the same words."""
    selection = selection_of(step.arguments)._replace(days=())
    counted = wording.counted(entries, selection)
    lead = _held_against(step, work, entries)
    # A kind of spending is no event that could be missing.
    kind = selection.subject.categories()
    note = "" if kind else f" Nothing in your calendar is called “{step.arguments['event']}”."
    answer = f"{lead}You paid {wording.money(sums(entries))}: {counted}.{note}"
    items = tuple(entry.id for entry in entries)
    value = wording.value(sums(entries))
    return Finding(step.action, step.part, answer=answer, value=value, items=items)
