"""Holding two sides against each other: periods, merchants, categories, a part and its whole."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal

from runwright.engine.ledger import bills, invoices, leftover, papers, terms, wording
from runwright.engine.ledger.currencies import bare, listed, written
from runwright.engine.ledger.entries import Entry, assumed, entries_of
from runwright.engine.ledger.selection import Selection, selection_of
from runwright.engine.ledger.settling import settled
from runwright.engine.ledger.sums import Sums, sums
from runwright.engine.ledger.transfers import money_back
from runwright.engine.prose.turning import turned
from runwright.engine.types import Finding, Step, Work

_PERCENT = Decimal("0.01")
_OF_PAPERS = {
    "match": papers.matched,
    "in_full": invoices.in_full,
    "in_time": invoices.in_time,
    "days_after": invoices.days_after,
    "papers": invoices.higher,
    "paid": invoices.paid,
    "due": invoices.dated,
    "issued": invoices.dated,
    "terms": terms.kept_to,
    "papers_sum": bills.summed,
    "papers_open": bills.still_open,
    "papers_foremost": invoices.foremost,
}
"""What needs a document beside the bookings, or two of them."""


def perform(step: Step, work: Work) -> Finding:
    """What each side comes to, and the difference."""
    if of_papers := _OF_PAPERS.get(step.arguments.get("figure", "")):
        return of_papers(step, work)
    chosen = frozenset(work.earlier[-1].items) if work.earlier else frozenset()
    wanted = (item for item in work.items if item.id in chosen)
    entries = entries_of(wanted, work.moment.zone, beside=work.items)
    sides = [_side(step, name, entries) for name in ("left", "right")]
    if "or_prose" in step.arguments and not all(found for _, found in sides):
        return turned(step)
    if not any(found for _, found in sides):
        return Finding(step.action, step.part, reason=_missing([side for side, _ in sides]))
    if step.arguments.get("figure") == "share":
        return _share(step, *sides)
    if step.arguments.get("figure") == "left":
        return _left_over(step, leftover.Sides(*sides))
    summed = step.arguments.get("figure", "sum") == "sum"
    back = [_money_back(side, entries) if summed else [] for side, _ in sides]
    left, right = sides
    return _difference(step, left, right, _notes(sides, back))


def _money_back(side: Selection, entries: Sequence[Entry]) -> list[Entry]:
    return money_back(side, entries) if side.direction == "out" else []


def _notes(sides: Sequence[tuple[Selection, list[Entry]]], back: Sequence[list[Entry]]) -> str:
    """What came back of either side, which the figures leave out."""
    said = []
    for (side, spent), own, other in zip(sides, back, (sides[1][0], sides[0][0]), strict=True):
        if own:
            gone, returned = sums(spent), sums(own)
            net = {c: size - returned.get(c, Decimal(0)) for c, size in gone.items()}
            what = f"Of what you spent {_named(side, other)}"
            said.append(
                f" {what}, {wording.money(returned)} came back: {wording.money(net)} net of that."
            )
    taken = assumed(dict.fromkeys(entry for _, found in sides for entry in found))
    return "".join([*said, f" {taken}" if taken else ""])


def _left_over(step: Step, sides: leftover.Sides) -> Finding:
    for selection, entries in sides:
        if not entries:
            return Finding(step.action, step.part, reason=wording.missing(selection))
    told = leftover.told(sides, step.arguments.get("by") == "month")
    items = tuple(entry.id for entry in told.entries)
    return Finding(step.action, step.part, answer=told.answer, value=told.value, items=items)


def _side(step: Step, name: str, entries: Sequence[Entry]) -> tuple[Selection, list[Entry]]:
    selection = settled(selection_of(step.arguments, f"{name}."), entries)
    if not selection.direction:
        leaving = sum(entry.amount < 0 for entry in entries) * 2 >= len(entries)
        selection = selection._replace(direction="out" if leaving else "in")
    return selection, selection.chosen(entries)


def _missing(sides: Sequence[Selection]) -> str:
    first, second = (wording.missing(side) for side in sides)
    common = "nothing in your finance records is "
    return f"{first}, or {second.removeprefix(common)}"


def _difference(
    step: Step,
    left: tuple[Selection, list[Entry]],
    right: tuple[Selection, list[Entry]],
    notes: str,
) -> Finding:
    figure = step.arguments.get("figure", "sum")
    sizes = [_sizes(found, figure) for _, found in (left, right)]
    said, values = [], []
    held: dict[str, int] = {}
    for currency in dict.fromkeys((*sizes[0], *sizes[1])):
        pair = [size.get(currency, Decimal(0)) for size in sizes]
        said.append(_against(pair, (left[0], right[0]), currency, figure))
        values.append(bare(abs(pair[0] - pair[1]), currency))
        held[currency] = (pair[0] > pair[1]) - (pair[0] < pair[1])
    same_days = left[0].days == right[0].days and bool(left[0].days)
    shared = f"{left[0]._replace(weekdays='').when()} " if same_days else ""
    span = "" if left[0].days else f", {wording.covered([*left[1], *right[1]])}"
    counted = listed([_counted(*left), _counted(*right)])
    sentence = f"{shared}{'; '.join(said)}"
    verdict = _verdict(step.arguments.get("claim", ""), held)
    each = _of_each(step, left, right)
    lead = f"{verdict}{sentence[0].upper()}{sentence[1:]}."
    answer = f"{lead}{each} Counted: {counted}{span}.{notes}"
    items = tuple(dict.fromkeys(entry.id for entry in (*left[1], *right[1])))
    return Finding(step.action, step.part, answer=answer, value="; ".join(values), items=items)


def _of_each(
    step: Step, left: tuple[Selection, list[Entry]], right: tuple[Selection, list[Entry]]
) -> str:
    """What either comes to the last time, where the question asks for each month."""
    if step.arguments.get("by", "") not in ("week", "month", "quarter"):
        return ""
    if not left[1] or not right[1]:
        return ""
    lasts = [wording.one(found[-1]) for _, found in (left, right)]
    return f" The latest were {listed(lasts)}."


def _verdict(claim: str, held: dict[str, int]) -> str:
    """Yes or no, for each currency that tells; what is the same on both sides tells nothing."""
    if not claim:
        return ""
    telling = {currency: way for currency, way in held.items() if way} or held
    wanted = 1 if claim == "more" else -1
    return wording.verdict([(currency, way == wanted) for currency, way in telling.items()])


def _counted(selection: Selection, entries: Sequence[Entry]) -> str:
    recognised = wording.described(selection, several=len(entries) != 1)
    who = _who(entries, selection)
    when = f" {selection.when()}" if selection.is_dated() else ""
    return f"{wording.noun(len(entries), selection)}{recognised}{when}{who}"


def _who(entries: Sequence[Entry], selection: Selection) -> str:
    if not entries or not selection.subject.alternatives:
        return ""
    names = list(dict.fromkeys(entry.name for entry in entries))
    more = f" and {len(names) - 4} more" if len(names) > 4 else ""
    return f" ({', '.join(names[:4])}{more})"


def _sizes(entries: Sequence[Entry], figure: str) -> Sums:
    if figure == "count":
        return {"": Decimal(len(entries))}
    found = sums(entries)
    if figure == "average" and entries:
        counts = {c: sum(entry.currency == c for entry in entries) for c in found}
        return {
            c: (size / counts[c]).quantize(_PERCENT, ROUND_HALF_UP) for c, size in found.items()
        }
    return found


def _named(side: Selection, other: Selection) -> str:
    """What tells a side from the other: "in March 2026", "on groceries"."""
    if side.subject == other.subject:
        days = () if side.days == other.days else side.days
        return side._replace(days=days).when()
    if not side.subject.said() and (account := side.subject.said_of_account()):
        return f"{'from' if side.direction == 'out' else 'on'} {account}"
    return f"{'on' if side.direction == 'out' else 'for'} {side.subject.said()}"


def _against(
    pair: Sequence[Decimal], sides: tuple[Selection, Selection], currency: str, figure: str
) -> str:
    """ "You spent more in April 2026 (50.00 EUR) than in March 2026 (40.00 EUR): …"."""
    verb = "spent" if sides[0].direction == "out" else "received"
    verb = {"count": "made", "average": f"{verb} on average"}.get(figure, verb)
    names = [_named(sides[0], sides[1]), _named(sides[1], sides[0])]
    shown = [_shown(size, currency, figure) for size in pair]
    if pair[0] == pair[1]:
        return f"you {verb} the same {names[0]} and {names[1]}, {shown[0]} each"
    high = 0 if pair[0] > pair[1] else 1
    gap = _shown(abs(pair[0] - pair[1]), currency, figure)
    return (
        f"you {verb} more {names[high]} ({shown[high]}) than {names[1 - high]} "
        f"({shown[1 - high]}): {gap} more{_percent(pair, sides)}"
    )


def _shown(size: Decimal, currency: str, figure: str) -> str:
    return f"{size:f} bookings" if figure == "count" else written(size, currency)


def _percent(pair: Sequence[Decimal], sides: tuple[Selection, Selection]) -> str:
    """The change from the earlier to the later days; of two subjects, how much more it is."""
    if sides[0].subject == sides[1].subject and sides[0].days != sides[1].days:
        old, new = pair if sides[0].days <= sides[1].days else pair[::-1]
        word = " from the earlier to the later"
    else:
        old, new = sorted(pair)
        word = " more"
    if not old:
        return ""
    share = (new - old) / old * 100
    shown = share.quantize(_PERCENT, ROUND_HALF_UP)
    sign = "+" if shown > 0 and word != " more" else ""
    return f", {sign}{shown} %{word}{' (rounded)' if shown != share else ''}"


def _part_of(part: Selection, whole: Selection) -> str:
    """The part without the words of the whole that it is narrowed to."""
    of_whole = {demand for each in whole.subject.alternatives for demand in each}
    own = [
        " ".join(demand.said for demand in each if demand not in of_whole)
        for each in part.subject.alternatives
    ]
    return listed(list(dict.fromkeys(filter(None, own)))) or part.subject.said()


def _share(
    step: Step, part: tuple[Selection, list[Entry]], whole: tuple[Selection, list[Entry]]
) -> Finding:
    if not part[1]:
        return Finding(step.action, step.part, reason=wording.missing(part[0]))
    sizes, wholes = sums(part[1]), sums(whole[1])
    said, values = [], []
    for currency, size in sizes.items():
        if currency not in wholes:
            continue
        share = size / wholes[currency] * 100
        shown = share.quantize(_PERCENT, ROUND_HALF_UP)
        note = " (rounded)" if shown != share else ""
        said.append(
            f"{shown} %{note}: {written(size, currency)} of {written(wholes[currency], currency)}"
        )
        values.append(f"{shown} %")
    if not said:
        return Finding(step.action, step.part, reason=wording.missing(whole[0]))
    when = f" {part[0].when()}" if part[0].is_dated() else f" {wording.covered(whole[1])}"
    verb = "spent" if whole[0].direction == "out" else "received"
    counted = wording.counted(part[1], part[0])
    named = _part_of(part[0], whole[0])
    spent = f"{wording.on_what(whole[0])}{when}" if whole[0].subject.alternatives else when
    answer = f"Of what you {verb}{spent}, {named} was {listed(said)}, in {counted}."
    items = tuple(dict.fromkeys(entry.id for entry in (*part[1], *whole[1])))
    return Finding(step.action, step.part, answer=answer, value="; ".join(values), items=items)
