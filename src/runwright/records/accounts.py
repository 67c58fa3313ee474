"""Account numbers: when two spellings mean the same account, and how one is shown."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from runwright.records.names import one_line

_LONGEST = 140
_IBAN = re.compile(r"[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}")
_BANK_AND_NUMBER = re.compile(r"([0-9]{8})/([0-9]{1,10})")
"""As German banks wrote it before the IBAN: `50880050/0194787400`."""
_OF_NEW_ZEALAND = re.compile(
    r"(?<![0-9-])[0-9]{2}-[0-9]{4}-[0-9]{7}-(?P<suffix>[0-9]{2,3})(?![0-9])"
)
"""Bank, branch, customer, and which of the customer's accounts: `38-9012-0771204-01`."""
_SHORTEST_NUMBER = 6
_MASKED = re.compile(r"[X*•]{2,}([0-9]{4,6})")


@lru_cache(maxsize=8192)
def account_key(written: str) -> str:
    """An IBAN or account number without spaces, points and dashes, in capitals.

    A German bank code and number become the IBAN, as which other exports write the same account.
    """
    key = re.sub(r"[\s.\-]", "", written).upper()
    # Some banks write the currency behind the IBAN.
    if key[-3:].isalpha() and is_iban(key[:-3]):
        return key[:-3]
    if found := _BANK_AND_NUMBER.fullmatch(key):
        return _german_iban(found[1], found[2])
    return key[:_LONGEST]


@lru_cache(maxsize=8192)
def account_numbers(written: str) -> frozenset[str]:
    """Every form in which another file may write the account: IBAN, national number."""
    key = account_key(written)
    numbers = {key}
    if is_iban(key):
        numbers.add(key[4:])
    return frozenset(number for number in numbers if len(number) >= _SHORTEST_NUMBER)


def whole_accounts(keys: Iterable[str]) -> dict[str, str]:
    """By key of which only the end is written, `****1837`, the one among the keys that it is of;
    where none is whole, equal ends are one account."""
    known = [key for key in keys if key]
    ends = {key: found[1] for key in known if (found := _MASKED.fullmatch(key))}
    whole: dict[str, str] = {}
    for key, end in ends.items():
        fits = [other for other in known if other not in ends and other.endswith(end)]
        whole[key] = fits[0] if len(fits) == 1 else f"*{end}"
    return whole


def _german_iban(bank: str, number: str) -> str:
    # The checksum is taken with the country (D is 13, E is 14) and two zeros behind the account.
    national = bank + number.zfill(10)
    return f"DE{98 - int(national + '131400') % 97:02d}{national}"


@lru_cache(maxsize=8192)
def is_iban(text: str) -> bool:
    """Whether the letters and digits are an IBAN with a right checksum."""
    text = re.sub(r"\s", "", text)
    if not _IBAN.fullmatch(text):
        return False
    turned = text[4:] + text[:4]
    return int("".join(str(int(c, 36)) for c in turned)) % 97 == 1


def of_new_zealand(text: str) -> str | None:
    """The first account number of New Zealand's form in a text."""
    found = _OF_NEW_ZEALAND.search(text)
    return found[0] if found else None


def with_suffix(account: str, suffix: str) -> str | None:
    """Another account of the same customer of a bank in New Zealand, by its last digits."""
    found = _OF_NEW_ZEALAND.fullmatch(account)
    if found is None or found["suffix"] == suffix:
        return None
    return f"{account[: found.start('suffix')]}{suffix}"


def shortened(account: str) -> str:
    """The two ends of an account number, as letters show it: `DE89…3000`."""
    key = account_key(account)
    return f"{key[:4]}…{key[-4:]}" if len(key) > 12 else one_line(account)
