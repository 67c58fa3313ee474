"""How bookings, sums and what was looked for are said."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from runwright.engine.ledger.currencies import bare, joined, listed, written
from runwright.engine.ledger.entries import Entry
from runwright.engine.ledger.selection import Selection, spelled
from runwright.engine.ledger.subjects import Alternative
from runwright.engine.ledger.sums import Sums, names, sums

MOST_LINES = 10
_MOST_NAMES = 6
_EACH_TOLD = 3
"""Up to so many bookings are told one by one."""
_NOUNS = {"out": "payment", "in": "incoming payment", "": "booking"}
_VERBS = {"out": "You spent", "in": "You received", "": "The bookings add up to"}


def money(sizes: Sums) -> str:
    """Sums in words, each currency apart."""
    return joined(sizes) if sizes else "nothing"


def value(sizes: Sums) -> str:
    """Sums for a later step."""
    return "; ".join(bare(amount, currency) for currency, amount in sizes.items())


def one(entry: Entry) -> str:
    """One booking: "42.10 EUR to Tesco on 3 March 2026"."""
    way = "to" if entry.amount < 0 else "from"
    return f"{size(entry)} {way} {entry.name} on {spelled(entry.day)}"


def size(entry: Entry) -> str:
    """The amount of a booking without its sign."""
    return written(abs(entry.amount), entry.currency)


def line(entry: Entry, direction: str) -> str:
    """One booking of a list; its direction is said where the list has both."""
    way = "" if direction else " (paid out)" if entry.amount < 0 else " (received)"
    return f"{spelled(entry.day)}: {size(entry)}, {entry.name}{way}"


def lines(entries: Sequence[Entry], direction: str) -> str:
    """A list, one line each, that says how many more there are."""
    shown = [f"- {line(entry, direction)}" for entry in entries[:MOST_LINES]]
    rest = len(entries) - len(shown)
    if rest > 0:
        shown.append(f"- and {rest} more, {money(sums(entries[MOST_LINES:]))} together")
    return "\n".join(shown)


def verb(selection: Selection) -> str:
    """ "You spent", "You received"."""
    return _VERBS[selection.direction]


def noun(count: int, selection: Selection) -> str:
    """ "one payment", "3 payments"."""
    name = _NOUNS[selection.direction]
    if count == 1:
        return f"one {name}"
    return f"{count:,} {name}s"


def on_what(selection: Selection) -> str:
    """ " on groceries": what the money was for, when a category says it."""
    subject = selection.subject
    if not subject.categories() or any(not _is_category(each) for each in subject.alternatives):
        return ""
    return f" {'in' if selection.direction == 'in' else 'on'} {subject.said()}"


def described(selection: Selection, *, several: bool) -> str:
    """How the bookings were recognised: " that look like groceries", with amounts left out."""
    found = [_recognised(each, several) for each in selection.subject.alternatives]
    text = f" that {listed(_folded(found), 'or')}" if found else ""
    if selection.subject.but:
        names_ = listed([" ".join(d.said for d in each) for each in selection.subject.but])
        text += f", leaving out {names_}"
    return text


def _folded(said: Sequence[str]) -> list[str]:
    """Each once, and "look like" only in front of the first that has it."""
    found = list(dict.fromkeys(said))
    for lead in ("look like ", "looks like ", "name ", "names "):
        having = [each for each in found if each.startswith(lead)]
        if len(having) == len(found):
            return [having[0], *(each.removeprefix(lead) for each in having[1:])]
    return found


def bounds(selection: Selection) -> str:
    """The amounts that were let through: " over 100.00 EUR"."""
    currency = selection.currency if " " not in selection.currency else "dollars"
    if selection.currency and selection.currency != currency and "USD" not in selection.currency:
        currency = ""
    if selection.least is not None and selection.least == selection.most:
        return f" of {_bound(selection.least, currency)}"
    if selection.least is not None and selection.most is not None:
        low, high = _bound(selection.least, ""), _bound(selection.most, currency)
        return f" between {low} and {high}"
    said = [
        f" {word} {_bound(bound, currency)}"
        for word, bound in (
            ("over", selection.above),
            ("of at least", selection.least),
            ("under", selection.below),
            ("of at most", selection.most),
        )
        if bound is not None
    ]
    return " and".join(said) or (f" in {currency}" if currency else "")


def _bound(figure: Decimal, currency: str) -> str:
    return written(figure, currency)


def counted(entries: Sequence[Entry], selection: Selection) -> str:
    """What was counted, so that people can check: "4 payments that look like …: Lidl, Tesco"."""
    if len(entries) == 1:
        said = f"one {_NOUNS[selection.direction]}{described(selection, several=False)}"
        return f"{said}, {one(entries[0])}"
    said = f"{noun(len(entries), selection)}{bounds(selection)}{described(selection, several=True)}"
    span = "" if selection.is_dated() else f" {covered(entries)}"
    who = f" ({_who(entries)})" if selection.subject.alternatives else ""
    if len(entries) <= _EACH_TOLD:
        who = f" ({'; '.join(map(one, entries))})"
    return f"{said}{span}{who}"


def covered(entries: Sequence[Entry]) -> str:
    """The days that the bookings lie on: "between 3 January 2026 and 4 March 2026"."""
    first, last = min(e.day for e in entries), max(e.day for e in entries)
    if first == last:
        return f"on {spelled(first)}"
    return f"between {spelled(first)} and {spelled(last)}"


def _who(entries: Sequence[Entry]) -> str:
    found = names(entries)
    said = [name if count == 1 else f"{name}, {count} times" for name, count in found[:_MOST_NAMES]]
    rest = len(found) - len(said)
    return "; ".join(said) + (f"; and {rest} more" if rest else "")


def verdict(holds: Sequence[tuple[str, bool]]) -> str:
    """ "Yes. ", "No. ", or which of the currencies says what."""
    if len({held for _, held in holds}) == 1:
        return "Yes. " if holds[0][1] else "No. "
    said = [f"in {currency or 'no named currency'} {'yes' if h else 'no'}" for currency, h in holds]
    text = ", ".join(said)
    return f"{text[:1].upper()}{text[1:]}. " if text else ""


def missing(selection: Selection) -> str:
    """Why there is no answer: what was looked for, and where."""
    noun_ = _NOUNS[selection.direction]
    article = "an" if noun_[0] in "aeiou" else "a"
    when = f" {selection.when()}" if selection.is_dated() else ""
    what = f"{bounds(selection)}{described(selection, several=False)}"
    return f"nothing in your finance records is {article} {noun_}{what}{when}"


def unheard(aside: Sequence[str], unfound: Sequence[str]) -> str:
    """What of the question no booking answers for, in a sentence; empty when all of it is there."""
    said = []
    if aside:
        words = listed([f"“{word}”" for word in aside], "or")
        said.append(f"No booking says {words}, so that was left aside.")
    if unfound:
        said.append(f"None of them names {listed(list(unfound), 'or')}.")
    return " ".join(said)


def _is_category(alternative: Alternative) -> bool:
    return all(demand.category or demand.of_account for demand in alternative)


def _recognised(alternative: Alternative, several: bool) -> str:
    s = "" if several else "s"
    like = [demand.category for demand in alternative if demand.category]
    named = [demand.said for demand in alternative if not demand.category and not demand.of_account]
    account = [demand.said for demand in alternative if demand.of_account]
    said = [f"look{s} like {listed(list(dict.fromkeys(like)))}"] if like else []
    said += [f"name{s} {' '.join(named)}"] if named else []
    said += [f"{'are' if several else 'is'} on the {' '.join(account)} account"] if account else []
    return listed(said)
