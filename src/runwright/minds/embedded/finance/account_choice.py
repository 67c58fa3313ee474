"""The own accounts that a question is about: one or several, a card and who pays it, whose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from runwright.minds.embedded.finance import accounts, debits, phrases, targets
from runwright.minds.embedded.finance.book import Book
from runwright.minds.embedded.finance.request import Request
from runwright.minds.embedded.finance.rereading import BILL
from runwright.minds.embedded.finance.targets import Missing, Target
from runwright.minds.embedded.finance.times import Times
from runwright.minds.embedded.program import Surroundings
from runwright.minds.embedded.query import Query, Span
from runwright.records.banks import BANK_WORDS
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set

SELF = word_set("i me my we us our ours mine myself the everyone all")
JOINING = word_set("and or plus both with und oder")
"""Words between things that are taken together."""


def with_accounts(request: Request, _times: Times, _around: Surroundings) -> Request:
    query, book = request.query, request.book
    spans = [each for each in query.spans if each.code == "ACC" or is_account(each, query, book)]
    if settled := _settled(spans, request) or _between(spans, request):
        return settled
    chosen: dict[str, accounts.Match] = {}
    for words in _called(spans, request):
        match = accounts.match_of(words, book)
        if match is None and accounts.is_savings(words) and query.measure != "balance":
            return _put_aside(request, words)
        if match and (moved := _between_own(words, match, request)):
            return moved
        if match:
            chosen[words] = match
        elif match is None:
            request = _by_other_words(words, request)
            if request.problem:
                return request
    match = accounts.united(list(chosen.values()), book) if chosen else {}
    if match is None:
        return request._replace(problem=accounts.unknown(spans[0].text, book))
    selection = {**request.selection, **({"account": match} if match else {})}
    if chosen and query.direction == "any":
        # What an account has gained or lost is all that moved on it.
        selection.setdefault("own_transfers", "include")
    return _on_accounts(request._replace(selection=selection), chosen)


def _by_other_words(words: str, request: Request) -> Request:
    """The request, where what was taken for an account is none: money was sent by it, or it says
    nothing that bookings have; else that it is not known."""
    target = _sent_by(words, request)
    if target is not None:
        return request._replace(targets=(*request.targets, target))
    is_named = bool(request.query.words("M", "MP", "C", "T"))
    if is_named and not accounts.is_possible(words):
        aside = f"“{words}” stands in no booking and was left aside"
        return request._replace(remarks=(*request.remarks, aside))
    return request._replace(problem=accounts.unknown(words, request.book))


def _between_own(words: str, match: accounts.Match, request: Request) -> Request | None:
    """The request, where it is about money that went to or from the account as a whole: a bill
    that was paid off, or what was put aside."""
    text = request.query.text
    if accounts.is_paid_off(words, text) or _is_bill(words, match, request):
        return _paid_off(request, words, match)
    if BILL in request.query.flags and not request.targets:
        return _paid_from(request, words, match)
    is_aside = accounts.is_savings(words) or accounts.is_aside(match, request.book)
    if (is_aside or accounts.is_topped_up(text)) and (way := accounts.moved(words, text)):
        bare = _without_purpose(request)
        return None if bare.targets else _moved(bare, words, match, way)
    return None


def _sent_by(words: str, request: Request) -> Target | None:
    """What no account is called, as what money was sent by; None if nothing is called so."""
    if accounts.is_kind(words, request.book):
        return None
    target = targets.of_name(words, request.book)
    if isinstance(target, Missing) or target.is_guess:
        return None
    if any(each.kind == "who" for each in request.targets):
        # What money was sent by narrows whom it was sent to: `every Zelle to Keisha`.
        return target._replace(kind="about", terms=(words,), names=())
    return target


def _called(spans: Sequence[Span], request: Request) -> list[str]:
    """What the accounts are called; a bank and a kind of account narrow each other."""
    book, texts = request.book, [each.text for each in spans]
    banks = [text for text in texts if accounts.is_bank(text, book)]
    kinds = [text for text in texts if accounts.is_kind(text, book)]
    is_joined = set(split_words(fold(request.query.text))) & JOINING
    if len(texts) == 2 and len(banks) == len(kinds) == 1 and not is_joined:
        return [f"{banks[0]} {kinds[0]}"]
    return texts


def _on_accounts(request: Request, chosen: Mapping[str, accounts.Match]) -> Request:
    """With the accounts in words, and with which they are where one may be several."""
    if not chosen:
        return request
    limit = f"on {phrases.join([accounts.called(words) for words in chosen])}"
    remarks = list(request.remarks)
    for words, match in chosen.items():
        shown = accounts.listed(match, request.book)
        if len(shown) > 1 and "none_of" in match:
            remarks.append(f"“{words}” was taken as {phrases.join(shown)}")
    return request._replace(limits=(*request.limits, limit), remarks=tuple(remarks))


def _settled(spans: Sequence[Span], request: Request) -> Request | None:
    """The bill of a card that another account pays, where one is named after the other:
    `what did Amex take from my giro`."""
    if len(spans) != 2 or request.targets or request.query.direction == "in":
        return None
    _, _, behind = _clause_of(spans[0].text, request.query).partition(spans[0].text)
    between, other, _ = behind.partition(spans[1].text)
    if not other or "," in between or set(split_words(fold(between))) & JOINING:
        return None
    found = [(each.text, accounts.match_of(each.text, request.book)) for each in spans]
    cards = [words for words, match in found if match and _is_card(match, request.book)]
    others = [(words, m) for words, m in found if m and not _is_card(m, request.book)]
    if len(cards) == 1 and not others and accounts.is_taking(between):
        return _paid_off(request, cards[0], accounts.match_of(cards[0], request.book) or {})
    if len(cards) != 1 or len(others) != 1:
        return None
    [(words, match)] = others
    card = accounts.match_of(cards[0], request.book) or {}
    return _paid_from(_paid_off(request, cards[0], card), words, match)


def _clause_of(words: str, query: Query) -> str:
    """The clause in which they stand: the one before it, where they are taken over from that."""
    return query.text if words in query.text else query.before


def _between(spans: Sequence[Span], request: Request) -> Request | None:
    """Money that was moved from one own account into another, as it arrived there."""
    if len(spans) != 2 or request.targets or not accounts.is_moving(request.query.text):
        return None
    leads = {_lead(each, request.query): each for each in spans}
    if set(leads) != {"from", "to"}:
        return None
    match = accounts.match_of(leads["to"].text, request.book)
    if not match or not accounts.match_of(leads["from"].text, request.book):
        return None
    return _moved(request, leads["to"].text, match, "to")


def _lead(each: Span, query: Query) -> str:
    """Whether words say that money goes from an account or to it."""
    before = split_words(fold(query.text.partition(each.text)[0]))[-2:]
    if {"from", "of"} & set(before):
        return "from"
    return "to" if {"to", "into", "in", "onto"} & set(before) else ""


def _without_purpose(request: Request) -> Request:
    """Without what the money was for, which no booking between own accounts says."""
    text = " ".join(split_words(fold(request.query.text)))
    named = [" ".join(split_words(fold(each))) for each in request.query.words("M", "C", "T")]
    aside = [each for each in named if f"for the {each}" in text or f"for {each}" in text]
    if len(aside) != len(named):
        return request
    remarks = [f"no booking says that it was for “{each}”" for each in aside]
    return request._replace(targets=(), remarks=(*request.remarks, *remarks))


def _is_bill(words: str, match: accounts.Match, request: Request) -> bool:
    """Whether a card's own bill is meant: what is called so, goes to it, comes in on it, or is
    taken by direct debit."""
    query = request.query
    if request.targets or query.state or not _is_card(match, request.book):
        return False
    clause = _clause_of(words, query)
    return (
        BILL in query.flags
        or accounts.is_bill(words, clause)
        or accounts.is_fed(words, clause)
        or debits.asked(query) == "direct debit"
        or (query.direction == "in" and query.measure in ("last", "first", "sum", "list", "max"))
    )


def _is_card(match: accounts.Match, book: Book) -> bool:
    return {account.kind for account in accounts.meant(match, book)} == {"credit card"}


def _paid_off(request: Request, words: str, match: accounts.Match) -> Request:
    """What a card's bill took, and not what was bought by it; of several cards, that of the one
    that the bank's line names."""
    selection = {**request.selection, "types": ["card_settlement"]}
    if accounts.cards(request.book) > 1 and len(accounts.meant(match, request.book)) == 1:
        named = accounts.bill_words(match, request.book)
        if not named:
            problem = (
                f"Your bookings do not say which card a bill was of, so I cannot tell {words}'s."
            )
            return request._replace(problem=problem)
        selection["about"] = {"any_of": list(named)}
    return request._replace(
        selection=selection, limits=(*request.limits, f"to pay off {accounts.called(words)}")
    )


def _paid_from(request: Request, words: str, match: accounts.Match) -> Request:
    """What the bill of a card took from an account."""
    return request._replace(
        selection={**request.selection, "types": ["card_settlement"], "account": match},
        limits=(*request.limits, f"from {accounts.called(words)}"),
    )


def takes_bills(target: Target, book: Book) -> bool:
    """Whether all that is paid to a name are bills of an own card."""
    bills = set(book.names_of.get("card_settlement", ()))
    others = {
        name for kind, own in book.names_of.items() if kind != "card_settlement" for name in own
    }
    return target.kind == "who" and bool(target.names) and set(target.names) <= bills - others


def is_account(each: Span, query: Query, book: Book) -> bool:
    """Whether a name is that of an own account: a kind, or a bank that is nobody's payee, or whose
    balance, fees or interest are asked for."""
    if each.code not in ("M", "C", "T"):
        return False
    if accounts.is_kind(each.text, book):
        return True
    of_bank = query.measure == "balance" or any(map(targets.is_by_bank, query.words("C", "T")))
    if of_bank and accounts.is_bank(each.text, book):
        return True
    words = set(split_words(fold(each.text)))
    is_bank = words <= BANK_WORDS or accounts.is_bank(each.text, book)
    return (
        is_bank
        and not targets.of_brand(each.text, book)
        and accounts.match_of(each.text, book) is not None
    )


def _moved(request: Request, words: str, match: accounts.Match, way: accounts.Way) -> Request:
    """Money that was moved to a savings account from others of one's own, or back."""
    is_in = way == "to"
    return request._replace(
        query=request.query._replace(direction="in" if is_in else "out"),
        selection={**request.selection, "account": match, "own_transfers": "only"},
        limits=(*request.limits, f"{way} {accounts.called(words)}"),
    )


def _put_aside(request: Request, words: str) -> Request:
    """Money to and from a savings account of which there is no file."""
    written = accounts.savings_words(request.book)
    if not written or "own_transfer" not in request.book.types:
        return request._replace(problem=accounts.unknown(words, request.book))
    selection = {**request.selection, "own_transfers": "only", "about": {"any_of": list(written)}}
    way = {"out": "to", "in": "from"}.get(request.query.direction, "to and from")
    limits = (*request.limits, f"{way} {accounts.called(words)}")
    return request._replace(selection=selection, limits=limits)


def with_owners(request: Request, _times: Times, _around: Surroundings) -> Request:
    for words in request.query.words("OW"):
        if set(split_words(fold(words))) <= SELF:
            continue
        match = accounts.match_of(words, request.book)
        if match is None:
            return request._replace(problem=accounts.unknown_owner(words, request.book))
        if match:
            selection = {**request.selection, "account": match}
            limits = (*request.limits, f"on {accounts.called(words)}")
            request = request._replace(selection=selection, limits=limits)
    return request
