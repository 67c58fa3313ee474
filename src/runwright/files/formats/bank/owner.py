"""What the owner says of a statement beside its content: its currency and its account.

The file's own word always comes first. The owner's fills what the file leaves open, before keys
and texts are made, so that everything that counts bookings sees it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from runwright.files.formats.types import Draft, Part, Reading
from runwright.records.booking_keys import with_booking_keys
from runwright.records.facts import LONGEST_NAME, Transaction
from runwright.records.wording import transaction_text
from runwright.text.currencies import CODES


def with_owners_word(parts: Iterable[Part], reading: Reading) -> Iterator[Part]:
    """The parts of a file, its bookings with what their owner says of them."""
    currency = (reading.currency or "").strip().upper()
    account = (reading.account or "").strip()[:LONGEST_NAME]
    if currency not in CODES:
        currency = ""
    if not currency and not account:
        yield from parts
        return
    bookings: list[tuple[Draft, Transaction]] = []
    for part in parts:
        if isinstance(part, Draft) and isinstance(part.facts, Transaction):
            bookings.append((part, _completed(part.facts, currency, account)))
        else:
            yield part
    facts = with_booking_keys([facts for _, facts in bookings])
    for (draft, _), each in zip(bookings, facts, strict=True):
        yield draft._replace(facts=each, text=transaction_text(each))


def _completed(facts: Transaction, currency: str, account: str) -> Transaction:
    more: dict[str, str] = {}
    if currency and facts.currency is None:
        more["currency"] = currency
    if account and facts.account is None:
        more["account"] = account
    return facts.model_copy(update=more) if more else facts
