"""What was paid abroad in its own currency: bookings state it in a field or in their line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise
from typing import Any

from runwright.minds.embedded.finance import phrases
from runwright.minds.embedded.finance.book import Book
from runwright.minds.embedded.program import Answer
from runwright.minds.embedded.query import Query
from runwright.records.facts import Transaction
from runwright.text.currencies import NAMES, OF_COUNTRIES
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set
from runwright.tools.base import Item

_LEADS = word_set("in many")
"""What stands in front of a currency that is asked for: `how many euros`."""
_NO_RATES = re.compile(r"(?:; )?I have no exchange rates, so nothing was converted to [A-Z]{3}\.?")


def stated(found: Answer, query: Query, items: Sequence[Item[Any]], book: Book) -> Answer:
    """The answer led by the amount in the currency that is asked for, where every booking that it
    is of states one."""
    code = _asked(query)
    if not code or code in book.currencies or not found.is_answer:
        return found
    told = frozenset(found.items)
    own = [item.facts for item in items if item.id in told]
    amounts = [_original(facts, code) for facts in own if isinstance(facts, Transaction)]
    known = [amount for amount in amounts if amount is not None]
    if len(known) != len(amounts) or not known:
        return found
    many = f"your {len(known)} bookings state it, added up"
    by = "your booking states it" if len(known) == 1 else many
    head = phrases.sentence(f"{phrases.money(sum(known, Decimal()), code)}, as {by}")
    return found._replace(text=phrases.lines(head, _NO_RATES.sub("", found.text)))


def _asked(query: Query) -> str:
    """The one currency that a clause wants an amount in."""
    units = [word for text in query.words("UNIT") for word in split_words(fold(text))]
    led = [other for one, other in pairwise(split_words(fold(query.text))) if one in _LEADS]
    words = [*units, *led]
    codes = {OF_COUNTRIES[word] for word in words if word in OF_COUNTRIES and units}
    codes = codes or {NAMES[word][0] for word in words if len(NAMES.get(word, ())) == 1}
    return next(iter(codes)) if len(codes) == 1 else ""


def _original(facts: Transaction, code: str) -> Decimal | None:
    """What a booking says was paid in a currency."""
    if facts.original_amount and facts.original_currency == code:
        return abs(Decimal(facts.original_amount))
    text = fold(f"{facts.counterparty_raw} {facts.purpose} {facts.note}")
    found = {one or other for one, other in _pattern(code).findall(text)}
    return Decimal(found.pop().replace(",", "")) if len(found) == 1 else None


@lru_cache(maxsize=64)
def _pattern(code: str) -> re.Pattern[str]:
    """`EUR 24.15`, `31.50 EUR`, `45.00 EURO`, `Canadian D 186.45`."""
    called = [code.lower(), *(word for word, codes in NAMES.items() if codes == (code,))]
    lands = [word for word, own in OF_COUNTRIES.items() if own == code]
    amount, names = r"([0-9][0-9,]*\.[0-9]{2})\b", "|".join(map(re.escape, called))
    land = "|".join(f"{re.escape(word)} [a-z]{{1,8}}" for word in lands)
    before = f"{names}|{land}" if land else names
    return re.compile(rf"\b(?:{before}) {amount}|\b{amount} (?:{names})\b")
