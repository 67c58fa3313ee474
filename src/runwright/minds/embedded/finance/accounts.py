"""Which own accounts are meant by `my savings`, `the Amex`, `the account ending in 4711`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Literal

from runwright.minds.embedded import names
from runwright.minds.embedded.finance import phrases
from runwright.minds.embedded.finance.book import Account, Book
from runwright.records.accounts import shortened
from runwright.records.banks import BANK_WORDS, bank_in, calls, institution
from runwright.text.currencies import NAMES, OF_COUNTRIES
from runwright.text.folding import fold, strip_possessives
from runwright.text.words import split_words, word_set
from runwright.tools import fields
from runwright.tools.matching import fits

_KINDS = {
    "savings": word_set("savings saving saver sparkonto tagesgeld isa reserve rainy"),
    "checking": word_set("checking current giro girokonto main everyday chequing cheque chq"),
    "credit card": word_set("credit visa mastercard amex kreditkarte barclaycard"),
    "loan": word_set("loan mortgage kredit darlehen"),
    "investment": word_set("investment depot brokerage isa"),
    "cash": word_set("wallet purse"),
}
_CARD = word_set("card cards")
_BUSINESS = word_set("business company firm trading trade work self employed")
_ACCOUNT = word_set("account accounts konto konten one ones ending")
_NOTHING = _CARD | word_set("""
    account accounts my our the bank all both debit money own in on at with a cash konto konten
    ending ends number
    """)
"""What any account may be called: narrows nothing."""
_LONG = 6
"""From how many letters on a name with a slip may be meant: `barclycard`."""
_PAYING = word_set("pay paid paying")
_PAYING_OFF = word_set("payoff repay repaid settle settled")
_BILLS = word_set("bill bills payment repayment repayments autopay statement settlement")
_MOVING = word_set("""
    move moved moving put putting transfer transferred transferring shift shifted set stash stashed
    pay paid add added
    """)
_SAVING = word_set("save saving saved lodge lodged lodging")
_DRAWING = word_set("""
    dip dipped dipping draw drew drawn withdraw withdrew withdrawn raid raided
    """)
_TOPPING = word_set("topped topping topup")
_TAKING = word_set("take took taken taking pull pulled pulling")
"""With `out of` or `from`: money that was put aside comes back."""
_TOWARDS, _ARTICLES = word_set("to for off towards toward"), word_set("the my our your a an")
_CHARGED = word_set("charge charged charges charging bill billed posted credited refunded")
_EVERYDAY = _KINDS["checking"] | word_set("debit")
"""What the account is called that salary comes to and bills go from."""

Way = Literal["to", "from"]
Match = Mapping[str, list[str]]
"""Names that an account must have, or must not, as tools take them."""


def match_of(words: str, book: Book) -> Match | None:
    """What the accounts are chosen by; empty if all are meant, None if none is known by that."""
    spoken = set(split_words(fold(words)))
    parts = [_mended(word, book) for word in split_words(fold(words)) if word not in _NOTHING]
    known = {text: account for account in book.accounts for text in _texts(account)}
    found = names.find(" ".join(parts), known)
    if parts and (found.is_plain or _is_slip(found)):
        chosen = dict.fromkeys(known[name].name or name for name in found.names)
        return {"any_of": list(chosen)}
    kept = _kept_by(parts, book) or _of_house(parts, book)
    if spoken & _CARD and "debit" not in spoken:
        # `The Chase card` is no account that Chase keeps, where it is a card that it gave out.
        kept = [account for account in kept if account.kind == "credit card"] or kept
    if kept:
        return _match(kept, book)
    if institution(" ".join(parts)):
        return None
    kinds = {account.kind for account in book.accounts}
    for kind, called in _KINDS.items():
        if kind in kinds and called & set(parts):
            return {"any_of": [kind]}
    if spoken & _EVERYDAY:
        return _unnamed(book)
    if (spoken & BANK_WORDS or bank_in(words)) and not spoken & _CARD:
        return _of_no_known_bank(book)
    is_card = spoken & _CARD and "debit" not in spoken and kinds > {"credit card"}
    if is_card and (not parts or _number(book, "credit card") == 1):
        return {"any_of": ["credit card"]}
    return None if parts else {}


def _mended(word: str, book: Book) -> str:
    """A word with a slip of the pen as the bank that it calls: `barclycard`."""
    banks = {call for account in book.accounts for call in _calls(account)}
    near = [call for call in banks if names.distance(word, call, 1) == 1]
    return near[0] if len(near) == 1 and len(word) >= _LONG and word not in banks else word


def is_possible(words: str) -> bool:
    """Whether words may call an account at all: what has nothing of one may be anything else."""
    kinds = frozenset().union(*_KINDS.values(), _EVERYDAY, _BUSINESS, BANK_WORDS)
    spoken = set(split_words(fold(words)))
    return bool(spoken & (kinds | _CARD | _ACCOUNT)) or bool(bank_in(words))


def _is_slip(found: names.Found) -> bool:
    """Whether one name alone is meant but for a slip of the pen."""
    return found.how == "typo" and len(found.names) == 1 and len(found.wanted) >= _LONG


def _kept_by(parts: Sequence[str], book: Book) -> list[Account]:
    """The accounts of a bank or in a currency that words name; of several, those of a kind."""
    kept, rest = list(book.accounts), list(parts)
    for call in sorted({call for each in kept for call in _calls(each)}, key=len, reverse=True):
        own = set(call.split()) - _NOTHING
        if own and own <= set(rest):
            rest = [word for word in rest if word not in own]
            kept = [account for account in kept if call in _calls(account)]
    for word in parts:
        named = (word.upper(), *NAMES.get(word, ()), OF_COUNTRIES.get(word, ""))
        codes = [code for code in named if code in book.currencies]
        if codes and word in rest:
            rest.remove(word)
            kept = [account for account in kept if account.currency == codes[0]]
    if len(rest) == len(parts):
        return []
    kinds = [kind for kind, called in _KINDS.items() if called & set(rest)]
    return [account for account in kept if account.kind in kinds] or kept


def _of_house(parts: Sequence[str], book: Book) -> list[Account]:
    """The accounts at the credit union or building society, or the one that a business has."""
    if parts and set(parts) <= _BUSINESS:
        return list(book.business)
    house = institution(" ".join(parts))
    return [each for each in book.accounts if house and institution(each.bank) == house]


def is_bank(words: str, book: Book) -> bool:
    """Whether words name a bank that keeps one of the accounts, or the house that it is."""
    plain = " ".join(names.words_of(words))
    house = institution(plain)
    return any(
        plain in _calls(account) or (house and institution(account.bank) == house)
        for account in book.accounts
    )


def _calls(account: Account) -> frozenset[str]:
    return calls(account.bank) if account.bank else frozenset()


def united(matches: Sequence[Match], book: Book) -> Match | None:
    """What all accounts are chosen by that any of several matches means."""
    if len(matches) == 1:
        return matches[0]
    return _match([each for match in matches for each in meant(match, book)], book)


def meant(match: Match, book: Book) -> list[Account]:
    """The accounts that a match means."""
    wanted = fields.Match.model_validate(match)
    return [account for account in book.accounts if fits(wanted, account.texts)]


def _match(chosen: Sequence[Account], book: Book) -> Match | None:
    """What some accounts have and the others have not, or the other way round."""
    others = [account for account in book.accounts if account not in chosen]
    if not others:
        return {}
    for field, some, rest in (("any_of", chosen, others), ("none_of", others, chosen)):
        taken = {text for account in rest for text in account.texts}
        own = [next((t for t in account.texts if t not in taken), "") for account in some]
        if all(own):
            return {field: list(dict.fromkeys(own))}
    return _but_for(chosen, others)


def _but_for(chosen: Sequence[Account], others: Sequence[Account]) -> Match | None:
    """What some accounts have, but for what the others that have it are known by: the credit cards
    that are not Capital One's."""
    own = {text for account in chosen for text in account.texts}
    for text in chosen[0].texts:
        rivals = [account for account in others if text in account.texts]
        told = [next((t for t in account.texts if t not in own), "") for account in rivals]
        if all(text in account.texts for account in chosen) and all(told):
            return {"any_of": [text], "none_of": list(dict.fromkeys(told))}
    return None


def is_kind(words: str, book: Book) -> bool:
    """Whether words say nothing but a kind of account: `credit card`, `my checking account`.
    A loan of which there is no file is what is paid back."""
    kinds = frozenset().union(*_KINDS.values()) - word_set("current main reserve rainy kredit")
    if institution(words):
        return False
    if all(account.kind != "loan" for account in book.accounts):
        kinds -= _KINDS["loan"]
    spoken = set(split_words(fold(words)))
    return bool(spoken & (kinds | _CARD)) and spoken <= kinds | _NOTHING


def is_paid_off(words: str, clause: str) -> bool:
    """Whether a clause speaks of paying a card's bill, and not of what was bought by it."""
    spoken = split_words(fold(clause))
    pairs = set(pairwise(spoken))
    is_paid = bool(_PAYING_OFF & set(spoken)) or any((verb, "off") in pairs for verb in _PAYING)
    # `Paid the card`, but `paid on the card` and `paid by card`.
    named = split_words(fold(words))
    is_object = any(
        verb in _PAYING and spoken[at : at + len(named)] == named
        for at, verb in enumerate(spoken, start=1)
    )
    return (is_paid or is_object) and bool((_CARD | _KINDS["credit card"]) & set(named))


def is_bill(words: str, clause: str) -> bool:
    """Whether the bill of an account is named, and not the account: `my Discover payment`, `the
    Amex card's bill`."""
    behind = split_words(fold(clause).partition(fold(words))[2])
    card = _CARD | _KINDS["credit card"] | {"s", "card's"}
    return next((word for word in behind if word not in card), "") in _BILLS


def is_fed(words: str, clause: str) -> bool:
    """Whether money goes to what is named: `what went to the Amex`, `comes off for my Visa`. What
    is charged to a card was bought by it."""
    before = split_words(fold(clause).partition(fold(words))[0])
    lead = next((word for word in reversed(before) if word not in _ARTICLES), "")
    return lead in _TOWARDS and _CHARGED.isdisjoint(before)


def is_taking(between: str) -> bool:
    """Whether what stands before these words takes from what stands behind them."""
    return not _TAKING.isdisjoint(split_words(fold(between)))


def bill_words(match: Match, book: Book) -> tuple[str, ...]:
    """What the bank's line of a bill says of the cards that are meant, where it does."""
    said = (call for account in meant(match, book) for call in (*_calls(account), account.card))
    return tuple(dict.fromkeys(call for call in said if call and set(call.split()) <= book.words))


def cards(book: Book) -> int:
    """How many credit cards there are."""
    return _number(book, "credit card")


def is_moving(clause: str) -> bool:
    """Whether a clause speaks of money that is moved from one place to another."""
    return bool(set(split_words(fold(clause))) & (_MOVING | _DRAWING | _TAKING | _SAVING))


def is_savings(words: str) -> bool:
    """Whether words mean money that is put aside."""
    return bool(_KINDS["savings"] & set(split_words(fold(words))))


def is_aside(match: Match, book: Book) -> bool:
    """Whether all accounts of a match are such as money is put aside on."""
    own = meant(match, book)
    return bool(own) and all(each.kind == "savings" or institution(each.bank) for each in own)


def moved(words: str, clause: str) -> Way | None:
    """Which way money was moved to or from savings: `put into savings`, `dipped into them`."""
    spoken = split_words(fold(clause))
    if is_topped_up(clause):
        return "to"
    if not set(spoken) & (_MOVING | _DRAWING | _TAKING | _SAVING):
        return None
    before, _, _ = fold(clause).partition(fold(words))
    leads = set(split_words(before)[-3:])
    is_back = bool(set(spoken) & _DRAWING) or bool(leads & {"from", "out"})
    if set(spoken) & _TAKING and not is_back:
        return None
    return "from" if is_back else "to" if leads & {"to", "into", "in"} else None


def is_topped_up(clause: str) -> bool:
    """Whether an account is fed, of whatever kind it is: `topped up Revolut`."""
    return not _TOPPING.isdisjoint(split_words(fold(clause)))


def savings_words(book: Book) -> tuple[str, ...]:
    """How the banks' lines write the account that money is put aside on, if they do."""
    return tuple(word for word in sorted(_KINDS["savings"] | {"sav"}) if word in book.words)


def _unnamed(book: Book) -> Match | None:
    """The accounts of which no file says the kind, chosen by what the others are."""
    kinds = {account.kind for account in book.accounts}
    others = sorted(kinds - {""})
    return None if "" not in kinds else {"none_of": others} if others else {}


def _of_no_known_bank(book: Book) -> Match | None:
    """The one account of which no file says who keeps it, where a bank is named that is none of
    the others'; of several, the one of which no file says the kind either."""
    open_to_it = [account for account in book.accounts if not account.bank]
    if len({account.name or account.card for account in open_to_it}) > 1:
        open_to_it = [account for account in open_to_it if not account.kind]
    is_one = len({account.name or account.card for account in open_to_it}) == 1
    return _match(open_to_it, book) if is_one else None


def _number(book: Book, kind: str) -> int:
    own = [account for account in book.accounts if account.kind == kind]
    return len({account.name or account.card or account.bank for account in own})


def _texts(account: Account) -> Iterable[str]:
    """An account by its name, holder, the ends of its number and of its card's."""
    yield from filter(None, (account.name, account.holder, account.card))
    if account.name:
        yield account.name.replace(" ", "")[-4:]


def called(words: str) -> str:
    """As the person calls it, from their side to ours; `the joint account's` is the account. Banks
    may be called so themselves: `Sainsbury's`."""
    parts = words.split()
    last = strip_possessives(parts[-1]) if parts else ""
    if last.lower() in _CARD.union(_ACCOUNT, *_KINDS.values()):
        parts = [*parts[:-1], last]
        words = " ".join(parts)
    swapped = {"my": "your", "our": "your", "mine": "yours"}
    if parts and parts[0].lower() in swapped:
        return " ".join([swapped[parts[0].lower()], *parts[1:]])
    return words if parts and parts[0].lower() in ("the", "your") else f"“{words}”"


def unknown(words: str, book: Book) -> str:
    """That no account is known by these words, and which there are."""
    return f"I could not tell which account “{words}” is. {_known(book)}"


def unknown_owner(words: str, book: Book) -> str:
    """That no account is known to be somebody's."""
    return f"I could not tell which bookings are “{words}”. {_known(book)}"


def _known(book: Book) -> str:
    shown = list(dict.fromkeys(filter(None, map(_shown, book.accounts))))
    if not shown:
        return "Your records do not name their accounts."
    return f"Your records have {phrases.shortened(shown)}: which of them do you mean?"


def listed(match: Match, book: Book) -> list[str]:
    """The accounts that a match means, as they are shown."""
    return list(dict.fromkeys(filter(None, map(_shown, meant(match, book)))))


def _shown(account: Account) -> str:
    number = shortened(account.name) if account.name else ""
    name = " ".join(filter(None, [account.bank, number]))
    kind = f"a {account.kind} account" if account.kind not in ("", "credit card") else account.kind
    return f"{name} ({account.kind})" if name and account.kind else name or kind
