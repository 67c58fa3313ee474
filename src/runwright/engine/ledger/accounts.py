"""The own account of a booking, and whether it is the one that a question means.

People say "my card" or "the current account" where statements have a number. A booking says what
kind of account it is on when its file did; an account without any name is taken for one at a bank.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from runwright.context.index.words import fold, word_set
from runwright.engine.ledger.words import stems
from runwright.engine.patterns import lazily

_KINDS = "credit card|checking|savings|cash|loan|investment"
IN_TEXT = lazily(rf"\b(?:({_KINDS}) )?account ([^,]{{1,140}})$")
"""A pattern: the kind and the name of the account, at the end of a booking's text."""
_NETWORK = word_set("visa mastercard amex american express diner")
_CREDIT = _NETWORK | word_set("credit creditcard kreditkarte ccard barclaycard")
_AT_BANK = word_set("checking current debit giro girokonto everyday bank")
_SAVED = word_set("saving sparkonto tagesgeld livret")
_OTHER = word_set("cash loan investment depot paypal")
CARD, CREDIT = "card", "credit card"
EVERYDAY = word_set("card credit debit current checking bank visa mastercard amex")
"""Names of accounts from which people pay; moving money to or from them is another question."""
_KIND_WORDS = word_set("credit debit current bank")
"""Words that are no name elsewhere."""


def shown(text: str) -> str:
    """The account that a booking's text ends with, with its kind; empty if it names none."""
    found = IN_TEXT.search(text)
    if found is None:
        return ""
    name = found[2].strip()
    return f"{name} ({found[1]})" if found[1] else name


def asked(words: str, frame: AbstractSet[str]) -> str:
    """What the words between "my" and "account" or "card" tell of it."""
    said = fold(words).split()
    telling = [word for word in said if word not in frame and word not in _KIND_WORDS]
    kinds = [word for word in said if word in _KIND_WORDS]
    if telling or not kinds:
        return " ".join(telling) or (CARD if said[-1:] in (["card"], ["cards"]) else "")
    return CREDIT if "credit" in kinds else " ".join(kinds)


def fits(said: str, account: AbstractSet[str]) -> bool:
    """Whether an account, by the stems of its name and kind, is the one that words mean."""
    return all(word in account or _is_kind(word, account) for word in stems(said))


def _is_kind(word: str, account: AbstractSet[str]) -> bool:
    """Whether the account is of the kind that a word names, where it does not say so itself."""
    if word in _NETWORK:
        # A card that names another network is another card.
        return _is_credit(account) and _NETWORK.isdisjoint(account)
    if word in _CREDIT or word == CARD:
        return _is_credit(account)
    if word in _SAVED:
        return not _SAVED.isdisjoint(account)
    if word not in _AT_BANK:
        return False
    if not _AT_BANK.isdisjoint(account):
        return True
    named = _is_credit(account) or CARD in account or not (_SAVED | _OTHER).isdisjoint(account)
    return not named and (word == "bank" or not any(map(str.isalpha, account)))


def _is_credit(account: AbstractSet[str]) -> bool:
    return "debit" not in account and not _CREDIT.isdisjoint(account)
