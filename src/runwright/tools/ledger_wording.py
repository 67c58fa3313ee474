"""A selection of bookings in words, for the line that says what a call does."""

from __future__ import annotations

from runwright.text import period_wording
from runwright.text.calendars import Grain, unit_of
from runwright.tools.fields import AmountRange, Match, Period
from runwright.tools.ledger import Selection

_NOUNS = {"spent": "payments", "received": "money received", "any": "transactions"}
_UNITS: tuple[Grain, ...] = ("day", "week", "month", "quarter", "year")


def in_words(selection: Selection, noun: str = "") -> str:
    """`payments to REWE`, `transactions about groceries over 50 on savings`."""
    words = [noun or _noun(selection)]
    preposition = {"spent": "to", "received": "from"}.get(selection.direction, "with")
    words += match_in_words(preposition, selection.who)
    words += match_in_words("in the category", selection.category)
    words += match_in_words("or by name", selection.category_names)
    words += match_in_words("about", selection.about)
    words += match_in_words("in", selection.place)
    words += match_in_words("on", selection.account)
    words += [f"without {kind.replace('_', ' ')}" for kind in selection.types_left_out]
    words += _bounds(selection.amount)
    if selection.currency:
        words.append(f"in {selection.currency}")
    if selection.weekdays:
        words.append(f"on {' or '.join(day.capitalize() for day in selection.weekdays)}")
    words += [f"without {period_in_words(period)}" for period in selection.outside]
    if selection.own_transfers == "include":
        words.append("with own transfers")
    return " ".join(words)


def _noun(selection: Selection) -> str:
    if selection.types:
        return " and ".join(kind.replace("_", " ") for kind in selection.types)
    if selection.own_transfers == "only":
        return "own transfers"
    return _NOUNS[selection.direction]


def match_in_words(word: str, match: Match) -> list[str]:
    """`to REWE or Lidl`, `not to Aldi`; nothing for what fits all."""
    words = [f"{word} {' or '.join(match.any_of)}"] if match.any_of else []
    return [*words, f"not {word} {' or '.join(match.none_of)}"] if match.none_of else words


def _bounds(amount: AmountRange) -> list[str]:
    words = [f"of at least {amount.least}"] if amount.least is not None else []
    return [*words, f"of at most {amount.most}"] if amount.most is not None else words


def period_in_words(period: Period) -> str:
    """The period as the unit of the calendar that it is, or from its first day to its last."""
    days = period.days
    if days.start is not None and days.end is not None:
        for grain in _UNITS:
            unit = unit_of(days.start, grain)
            if (unit.start, unit.end) == (days.start, days.end):
                return period_wording.describe(unit)
    return period_wording.describe(days)
