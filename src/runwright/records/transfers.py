"""Money moved between the person's own accounts: neither spent nor earned.

An equal amount on an equal day proves nothing: friends pay back, and round sums are common. A
move needs an own account or name on the other side, wording that only such moves have, or both
sides on record with one of them calling itself a transfer and neither naming anybody else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from runwright.records.accounts import account_numbers
from runwright.records.banks import BANK_WORDS
from runwright.records.entries import ByAmount, Entry, Note
from runwright.records.exchanges import are_exchanged, between_banks
from runwright.records.facts import TransactionType
from runwright.records.move_words import ACCOUNT_WORDS, CLOSE, FITS, plain
from runwright.records.names import LEGAL_FORM, folded
from runwright.records.own_sides import are_at_named_banks, are_told, hand_in_hand

_WALLETS = re.compile(
    r"\b(?:paypal|revolut|(?:transfer)?wise|monzo|n26|starling|bunq|venmo|cash app|klarna|vivid"
    r"|skrill)\b"
)
"""Where money is put in by a payment that names the wallet: `Revolut*1234 Dublin`."""
_SENT: frozenset[TransactionType] = frozenset({"transfer", "other", "income"})
_NEVER: frozenset[TransactionType] = frozenset(
    {"salary", "tax", "fee", "interest", "refund", "cash", "card_settlement"}
)
"""What is never a move because of a name alone."""
_TITLES = frozenset(
    {"herr", "frau", "hr", "fr", "mr", "mrs", "ms", "miss", "dr", "und", "and", "et"}
)
_AND = frozenset({"y", "e"})
"""Between two names; in front of one and behind it they are initials: `E WHITBY`."""


_GIVEN_BACK = re.compile(
    r"\b(?:rue?ckzahlung|rue?ckerstattung|zurue?ck|repayment|pay ?back|paid back"
    r"|remboursement|terugbetaling|terug|rimborso|restituzione|reembolso|devolucion)\b"
)
"""What a person gives back to herself moves; a debit that the bank returns does not say so."""
_SAVED = re.compile(
    r"\b(?:\w*savings?|saver|sparen|spar(?:konto|buch|rate|geld|einlage)|tagesgeld\w*|festgeld\w*"
    r"|(?:ge)?spaar\w*|epargne|livret|ahorros?|risparmio|deposito|isa|(?:own|my) (?:account|acct)"
    r"|eigene?s? (?:konto|rekening)|mon compte|mi cuenta|mio conto|umbuchung|giroconto|traspaso)\b"
)
"""What is said of money that one keeps."""
_SAVER = re.compile(r"\b(?:saver|savings|sparkonto|tagesgeld\w*|livret|spaarrekening)\b")
_MASKED = re.compile(r"(?:[*•]{2,}|[xX]{3,}) ?[0-9]{3,6}\b")
_SAVINGS = frozenset(
    {"savings", "saving", "sparkonto", "tagesgeld", "tagesgeldkonto", "spaarrekening"}
)
_TOWARDS = frozenset({"to", "from", "my", "own", "account", "acct", "transfer", "in", "into"})
_BY_ORDER = re.compile(
    r"/(?:ORG|BNF|ORD|BEN)=([^/=\d#]{3,60}?)(?= (?:SRF|TRN|RFB|REF|OBI)\b|[/#]|$)"
)
"""Whom an American wire names: `/ORG=A VISSER SRF# …`."""


_DRAWN = re.compile(
    r"\bDES: ?(?:(?:EXT |ACCT |FUNDS? |ONLINE )?(?:TRANSFER|TRNSFR|XFER|TRF)) ID:.{0,40}?"
    r"\bINDN: ?(?P<name>.{3,40}?) CO ID:"
)
"""`BUCKEYE CU DES:TRANSFER ID:7702 INDN:DOE JANE CO ID:44180`; `DES:INST XFER` buys something."""
_BANK = re.compile(r"\b(?:bank|banco|banque|cu|fcu|credit union|savings)\b")


class Moves(NamedTuple):
    """The moves between own accounts."""

    others: Mapping[str, str | None]
    """By item, the other side of the move where that is on record."""
    notes: tuple[Note, ...]


def find(entries: Sequence[Entry], units: Mapping[str, str], own_names: Sequence[str]) -> Moves:
    """The own transfers among the entries."""
    own = _Own(entries, own_names)
    certain = {entry.item for entry in entries if own.is_move(entry)}
    others: dict[str, str | None] = dict.fromkeys(certain)
    for leaving, arriving in _pairs(entries, units, own, certain):
        others[leaving.item], others[arriving.item] = arriving.item, leaving.item
    for leaving, arriving in _exchanged(entries, units, own, others):
        others[leaving.item], others[arriving.item] = arriving.item, leaving.item
    for leaving, arriving in between_banks(entries, units, others):
        others[leaving.item], others[arriving.item] = arriving.item, leaving.item
    return Moves(others, _notes(others))


class _Own:
    """Which accounts and names are the person's own."""

    def __init__(self, entries: Sequence[Entry], own_names: Sequence[str]) -> None:
        written = {entry.account for entry in entries if entry.account}
        self._accounts = frozenset(n for account in written for n in account_numbers(account))
        holders = {entry.facts.holder for entry in entries if entry.facts.holder}
        # Whoever is named on an own account is the person.
        named = {entry.facts.counterparty for entry in entries if self._is_own_account(entry)}
        keys = map(_name_key, (*own_names, *holders, *named))
        self._names = sorted({key for key in keys if len(key) > 1}, key=sorted)
        self._named_accounts = frozenset(
            number
            for entry in entries
            if entry.facts.counterparty_account and self.is_named(entry)
            for number in account_numbers(entry.facts.counterparty_account)
        )

    def _is_own_account(self, entry: Entry) -> bool:
        other = entry.facts.counterparty_account
        if not other or self._accounts.isdisjoint(numbers := account_numbers(other)):
            return False
        # Banks write the account itself beside its fees and interest.
        return not entry.account or numbers.isdisjoint(account_numbers(entry.account))

    def is_foreign(self, entry: Entry) -> bool:
        """Whether the other side is an account that is not on record."""
        other = entry.facts.counterparty_account
        return other is not None and len(other) > 5 and not self._is_own_account(entry)

    def is_move(self, entry: Entry) -> bool:
        """Whether one side alone shows that the money stays with the person."""
        if entry.is_card or entry.facts.type == "card_settlement":
            return False
        if self._is_own_account(entry):
            return True
        if entry.facts.type == "own_transfer":
            return True
        if entry.facts.type == "refund":
            return self.is_named(entry) and _says(_GIVEN_BACK, entry)
        if entry.facts.type in _NEVER:
            return False
        if _is_put_aside(entry.facts.counterparty) and not self.is_foreign(entry):
            return True
        if _is_masked_saver(entry):
            return True
        return self.is_named(entry) or (self.is_initialled(entry) and self._is_kept(entry))

    def is_named(self, entry: Entry) -> bool:
        """Whether the other side bears the person's own name, and at most a bank's beside it."""
        if not self._names or LEGAL_FORM.search(entry.facts.counterparty_raw):
            return False  # a firm may bear its owner's name
        name = _name_key(entry.facts.counterparty)
        if any(own <= name and _names_nobody(name - own) for own in self._names):
            return True
        if self._is_between_banks(entry):
            return True
        return entry.facts.type in _SENT and self._begins_with_name(entry.facts.counterparty)

    def _is_between_banks(self, entry: Entry) -> bool:
        """Whether a transfer names a bank as the other side, and the own name as whose it is.

        Every American direct debit bears the name of the account's holder (`INDN:`): only one that
        a bank or credit union drew, and that says nothing but "transfer", moves own money.
        """
        if entry.facts.type != "transfer" or not _is_bank(entry.facts.counterparty):
            return False
        drawn = _DRAWN.search(entry.facts.purpose)
        if drawn is not None:
            return _name_key(drawn["name"]) in self._names
        words = _name_key(entry.facts.purpose)
        return any(own <= words and _names_nobody(words - own) for own in self._names)

    def _begins_with_name(self, written: str) -> bool:
        """Whether a text in which name and purpose run on begins with the whole own name."""
        words = plain(written).split()
        return any(frozenset(words[: len(own)]) == own for own in self._names)

    def is_initialled(self, entry: Entry) -> bool:
        """Whether the other side is the own name with an initial: `A VISSER`, `VISSER A SAVINGS`.

        A relative may have the same, so this alone proves nothing.
        """
        if not self._names or entry.is_card or entry.facts.type not in FITS:
            return False
        ordered = _BY_ORDER.search(entry.facts.purpose)
        # A wire names the sender's bank as well, `ABN AMRO BANK N.V. /ORG=A VISSER`.
        if LEGAL_FORM.search(ordered[1] if ordered else entry.facts.counterparty_raw):
            return False
        words = _name_key(ordered[1] if ordered else entry.facts.counterparty)
        return any(
            _is_initialled(words, own) and any(len(word) == 1 for word in words - own)
            for own in self._names
        )

    def _is_kept(self, entry: Entry) -> bool:
        """Whether the text speaks of savings, or another booking gives that account the name."""
        other = entry.facts.counterparty_account
        named = bool(other) and not self._named_accounts.isdisjoint(account_numbers(other or ""))
        return named or _says(_SAVED, entry)

    def is_nobody_else(self, entry: Entry) -> bool:
        """Whether nothing on this side names another person or shop."""
        if self.is_foreign(entry):
            return False
        words = _name_key(entry.facts.counterparty)
        return _names_nobody(words) or any(_is_initialled(words, own) for own in self._names)


def _says(pattern: re.Pattern[str], entry: Entry) -> bool:
    return bool(pattern.search(folded(f"{entry.facts.counterparty_raw} {entry.facts.purpose}")))


@lru_cache(maxsize=8192)
def _name_key(name: str) -> frozenset[str]:
    """The words of a name, in any order and spelling: `Müller, Max` is `Max Mueller`."""
    words = plain(name).split()
    between = _AND.intersection(words[1:-1]).difference((words or [""])[0], (words or [""])[-1])
    return frozenset(words) - _TITLES - between


def _names_nobody(words: frozenset[str]) -> bool:
    """Whether words are only those of accounts, banks and numbers."""
    return all(word in ACCOUNT_WORDS or any(c.isdigit() for c in word) for word in words)


def _is_put_aside(name: str) -> bool:
    """Whether the other side is called savings and nothing else: `TO SAVINGS`."""
    words = frozenset(plain(name).split())
    return bool(words & _SAVINGS) and words <= _SAVINGS | _TOWARDS


def _is_masked_saver(entry: Entry) -> bool:
    """Whether a transfer names a savings account with its number hidden, `FLEX SAVER ****0213`:
    banks hide the numbers of accounts that are their customer's own."""
    if entry.facts.type not in _SENT | {"own_transfer"}:
        return False
    written = f"{entry.facts.counterparty_raw} {entry.facts.purpose}"
    return bool(_MASKED.search(written)) and bool(_SAVER.search(folded(written)))


def _is_bank(name: str) -> bool:
    """Whether a name is that of a bank; a wallet passes money on to others."""
    words = folded(name)
    if _WALLETS.search(words):
        return False
    known = bool(words) and all(word in BANK_WORDS for word in words.split())
    return known or _BANK.search(words) is not None


def _is_initialled(words: frozenset[str], own: frozenset[str]) -> bool:
    """Whether words are an own name with initials, `HARTLEY O SAVER`, and no other name.

    A relative may have the same: both sides must be on record for this to count.
    """
    whole = words & own
    initials = {word[0] for word in own - whole}
    return bool(whole) and _names_nobody(
        frozenset(word for word in words - whole if word not in initials)
    )


def _pairs(
    entries: Sequence[Entry], units: Mapping[str, str], own: _Own, certain: set[str]
) -> Iterable[tuple[Entry, Entry]]:
    """Both sides of each move, the nearest in time first; no booking has two others."""
    sides = [e for e in entries if not e.is_card and e.amount is not None]
    arriving = ByAmount((e for e in sides if e.amount is not None and e.amount > 0), units)
    near = [
        (leaving, back)
        for leaving in sides
        if leaving.amount is not None and leaving.amount < 0
        for back in arriving.opposite(leaving, CLOSE)
        if leaving.place != back.place
    ]
    # Few bookings have an opposite one, so only theirs are the names that are looked at.
    open_ones = {e.item for pair in near for e in pair if e.item in certain or _may_be_side(e, own)}
    together = {(one.item, other.item) for one, other in hand_in_hand(near, sides, certain)}
    found = [
        (_distance(leaving, back, units), leaving, back)
        for leaving, back in near
        if open_ones >= {leaving.item, back.item}
        or (leaving.item, back.item) in together
        or are_told(leaving, back)
        or are_at_named_banks(leaving, back)
    ]
    used: set[str] = set()
    for _, leaving, back in sorted(found, key=lambda pair: (pair[0], pair[1].item, pair[2].item)):
        is_shown = (leaving.item, back.item) in together or are_at_named_banks(leaving, back)
        is_move = is_shown or _is_move(leaving, back, certain)
        if is_move and used.isdisjoint((leaving.item, back.item)):
            used |= {leaving.item, back.item}
            yield leaving, back


def _exchanged(
    entries: Sequence[Entry], units: Mapping[str, str], own: _Own, others: Mapping[str, str | None]
) -> Iterable[tuple[Entry, Entry]]:
    """Moves into another currency, whose amounts differ.

    One side is certain and has no other on record; the one in the other currency bears the own
    name with an initial.
    """
    by_day: dict[int, list[Entry]] = {}
    for entry in entries:
        if entry.day and entry.item not in others and own.is_initialled(entry):
            by_day.setdefault(entry.day, []).append(entry)
    used: set[str] = set()
    for entry in [e for e in entries if e.item in others and others[e.item] is None]:
        days = range((entry.day or 0) - CLOSE, (entry.day or 0) + CLOSE + 1)
        bearing = (other for day in days for other in by_day.get(day, ()))
        near = [e for e in bearing if e.item not in used and are_exchanged(entry, e, units)]
        if len(near) == 1:
            used.add(near[0].item)
            yield (entry, near[0]) if (entry.amount or 0) < 0 else (near[0], entry)


def _distance(leaving: Entry, back: Entry, units: Mapping[str, str]) -> tuple[bool, int, bool]:
    """How near two sides are: those whose account the other one names, then by days."""
    days = abs((leaving.day or 0) - (back.day or 0))
    return not are_told(leaving, back), days, units[leaving.item] != units[back.item]


def _is_move(leaving: Entry, arriving: Entry, certain: set[str]) -> bool:
    """Whether two bookings that may each be a side of a move are the two sides of one."""
    if "cash" in (leaving.facts.type, arriving.facts.type):
        return "cash" in (leaving.facts.account_kind, arriving.facts.account_kind)
    if not certain.isdisjoint((leaving.item, arriving.item)):
        return True
    kinds = {leaving.facts.type, arriving.facts.type}
    return "transfer" in kinds and kinds <= FITS


def _may_be_side(entry: Entry, own: _Own) -> bool:
    """Whether the booking is open to be one side of a move, seen by itself."""
    if entry.is_card:
        return False
    if entry.facts.type in FITS and own.is_nobody_else(entry):
        return True
    return entry.facts.type == "cash" or _feeds_wallet(entry)


def _feeds_wallet(entry: Entry) -> bool:
    facts = entry.facts
    return _names_wallet(facts.counterparty_raw or facts.counterparty, facts.purpose)


@lru_cache(maxsize=8192)
def _names_wallet(*written: str) -> bool:
    return any(_WALLETS.search(folded(text)) for text in written if text)


def _notes(others: Mapping[str, str | None]) -> tuple[Note, ...]:
    notes = []
    both = sorted(item for item, other in others.items() if other is not None)
    one = sorted(item for item, other in others.items() if other is None)
    if both:
        notes.append(Note("own_transfers", tuple(both)))
    if one:
        notes.append(Note("one_sided_transfers", tuple(one)))
    return tuple(notes)
