"""The spans of a question turned into a request: paydays, names, exclusions, accounts, owners."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from runwright.minds.embedded import conditions
from runwright.minds.embedded.finance import accounts, limits, phrases, places, targets, unmarked
from runwright.minds.embedded.finance.book import Book
from runwright.minds.embedded.finance.request import Request, days, unique
from runwright.minds.embedded.finance.targets import Missing, Target
from runwright.minds.embedded.finance.times import Times
from runwright.minds.embedded.program import Surroundings
from runwright.minds.embedded.query import Query, Span
from runwright.records.banks import BANK_WORDS
from runwright.text.calendars import DAY, span
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set

_SELF = word_set("i me my we us our ours mine myself the everyone all")
_PEOPLE = word_set("someone somebody anyone anybody everybody people person")
_JOINING = word_set("and or plus both with und oder")
_BEFORE = word_set("before without excluding ignoring")
_REFUNDS = word_set("refund refunds returns refunded")
_ROLES = word_set("""
    customer customers client clients supplier suppliers vendor vendors shop shops store stores
    merchant merchants payee payees place places company companies contractor contractors payer
    freelancers tenants category categories thing things
    """)
"""Who pays or is paid, whoever it is: narrows nothing where names are what is asked for."""


def resolve(query: Query, book: Book, times: Times, around: Surroundings) -> Request:
    """The request that a query comes to, or what stands in its way."""
    request = Request(
        query=query,
        today=around.today,
        book=book,
        period=times.period,
        is_timed=times.is_named,
        compared=times.compared,
        remarks=(times.remark,) if times.remark else (),
        problem=times.problem,
    )
    for step in (
        _paydays,
        _names,
        _places,
        _refunds,
        _exclusions,
        _accounts,
        _owners,
        limits.with_money,
        limits.with_weekdays,
        limits.with_number,
    ):
        if request.problem:
            return request
        request = step(request, times, around)
    return request


def _paydays(request: Request, times: Times, around: Surroundings) -> Request:
    if not times.since_payday:
        return request
    past = [day for day in request.book.paydays if day <= request.today]
    if not past:
        return request._replace(
            problem="I found no salary on record, so I cannot tell your payday."
        )
    remark = f"your last salary came on {phrases.day(past[-1])}"
    return request._replace(
        period=span(past[-1], request.today + DAY),
        is_timed=True,
        remarks=(*request.remarks, remark),
    )


# Names ------------------------------------------------------------------------------------------


def _names(request: Request, times: Times, around: Surroundings) -> Request:
    """Who was paid, what for, where."""
    query, book = request.query, request.book
    found: list[Target] = []
    missing: list[Missing] = []
    for each in unmarked.whole_names(query, book):
        if each.code not in ("M", "MP", "C", "PL", "PS", "T") or _says_nothing(each, query):
            continue
        if _is_account(each, book) or _is_place(each, query):
            continue
        target = _target(each, book)
        if isinstance(target, Missing):
            missing.append(target)
        else:
            found.append(target)
    if query.measure == "compare" and (found or query.has_alternatives):
        found = list(dict.fromkeys([*found, *unmarked.names_in(query, book)]))
    absent: tuple[str, ...] = ()
    if missing and any(each.kind == "who" for each in found):
        # A word for what was bought beside whoever sold it: the firm is what counts.
        generic = [each for each in missing if each.wanted not in _firms(query)]
        missing = [each for each in missing if each not in generic]
        absent = tuple(
            f"“{each.wanted}” stands in no booking and was left aside" for each in generic
        )
    if missing and found and query.measure == "compare":
        absent = tuple(f"I found no booking with “{each.wanted}”" for each in missing)
    elif missing:
        problem = _missing(missing, found, request)
        if (
            query.measure == "exists"
            and not any(each.near for each in missing)
            and all(each.wanted in _firms(query) for each in missing)
        ):
            return request._replace(problem=f"No. {problem}", is_settled=True)
        return request._replace(problem=problem)
    if any(target.kind == "type" and "refund" in target.terms for target in found):
        found = [target for target in found if target.kind != "type"]
        request = request._replace(query=query._replace(state="refunded"))
    guesses = [_guess(target) for target in found if target.is_guess]
    return request._replace(
        targets=tuple(dict.fromkeys(found)), remarks=(*request.remarks, *absent, *guesses)
    )


def _is_place(each: Span, query: Query) -> bool:
    """Whether a place narrows what else is named; alone, it may as well be a shop."""
    if each.code != "PL" or query.measure in ("compare", "share"):
        return False
    others = [o for o in query.spans if o.code in ("M", "MP", "C", "PS", "T", "ACC")]
    return places.is_country(each.text) or any(not _says_nothing(o, query) for o in others)


def _places(request: Request, times: Times, around: Surroundings) -> Request:
    """Where it was: narrows whatever else is named."""
    query, book = request.query, request.book
    named = [each.text for each in query.spans if _is_place(each, query)]
    if not named:
        return request
    terms = {words: places.terms_of(words, book) for words in named}
    missing = [Missing(words) for words, own in terms.items() if not own]
    if missing:
        return request._replace(problem=_missing(missing, request.targets, request))
    selection = {**request.selection, "place": {"any_of": unique(terms.values())}}
    limits = (*request.limits, f"in {phrases.join(named, 'or')}")
    return request._replace(selection=selection, limits=limits)


def _refunds(request: Request, times: Times, around: Surroundings) -> Request:
    """`before refunds`: what was given back is not taken off."""
    words = split_words(fold(request.query.text))
    before = {n for n, word in enumerate(words) if word in _BEFORE}
    if not any({n - 1, n - 2} & before for n, word in enumerate(words) if word in _REFUNDS):
        return request
    left_out = [*request.selection.get("types_left_out", []), "refund"]
    return request._replace(
        selection={**request.selection, "types_left_out": left_out},
        limits=(*request.limits, "before refunds"),
    )


def _target(each: Span, book: Book) -> Target | Missing:
    if each.code not in ("C", "T"):
        return targets.of_name(each.text, book)
    # A capital within the clause is that of a name: `at Holiday`, but `on holiday`.
    is_written_as_name = (
        each.text[:1].isupper() and each.start != 0 and not targets.is_type(each.text)
    )
    return (is_written_as_name and targets.of_brand(each.text, book)) or targets.of_thing(
        each.text, book
    )


def _firms(query: Query) -> tuple[str, ...]:
    """Firms and persons stand in every booking with them, which things that are bought do not."""
    return tuple(" ".join(words.split()) for words in query.words("M", "MP"))


def _says_nothing(each: Span, query: Query) -> bool:
    """Whether a span narrows nothing: a kind of group, or what `recur` and refunds mean anyway."""
    words = set(split_words(fold(each.text)))
    if words <= _SELF or words <= _PEOPLE:
        return True
    asks_names = query.group in ("merchant", "person", "category") or query.ask in (
        *("payee", "name", "place"),
    )
    if asks_names and words <= _ROLES | _SELF:
        return True
    if query.measure == "recur" and words & word_set("subscriptions subscription subs bills abos"):
        return True
    return query.state == "refunded" and bool(words & word_set("refund refunds money"))


def _guess(target: Target) -> str:
    written = target.written or target.wanted
    return f"“{written}” was taken as {phrases.shortened(target.names)}"


def _missing(missing: Sequence[Missing], found: Sequence[Target], request: Request) -> str:
    """That a name stands nowhere, and which look like it."""
    wanted = phrases.join([f"“{each.wanted}”" for each in missing], "or")
    text = f"I found no booking with {wanted}"
    if found:
        text += f" (but there are some with {phrases.join([each.wanted for each in found])})"
    if request.is_timed:
        text += f" {phrases.within(request.period, request.today)} or around then."
    else:
        text += f" in your records{_reach(request.book)}."
    near = tuple(dict.fromkeys(name for each in missing for name in each.near))
    return f"{text} Did you mean {phrases.join(near, 'or')}?" if near else text


def _reach(book: Book) -> str:
    if book.first is None or book.last is None:
        return ""
    return f", which run from {phrases.short_day(book.first)} to {phrases.short_day(book.last)}"


def _exclusions(request: Request, times: Times, around: Surroundings) -> Request:
    """What is left out, of the same kinds as what is named."""
    selection = dict(request.selection)
    limits, remarks = list(request.limits), list(request.remarks)
    left_out: list[str] = []
    for each in unmarked.whole_names(request.query, request.book):
        if each.code not in ("XM", "XC", "XPS", "XT"):
            continue
        if conditions.is_own_money(each.text):
            selection["own_transfers"] = "leave_out"
            left_out.append("transfers between your own accounts")
            continue
        look = targets.of_thing if each.code in ("XC", "XT") else targets.of_name
        target = look(each.text, request.book)
        if isinstance(target, Missing):
            # What is not there cannot be left out, and the figure is the same.
            remarks.append(f"there is no booking with “{each.text}” to leave out")
            continue
        _leave_out(target, selection)
        left_out.append(f"{target.wanted}{_which(target)}")
    if times.outside:
        selection["outside"] = [days(period) for period in times.outside]
        left_out += [phrases.named(period, request.today) for period in times.outside]
    if left_out:
        limits.append(f"without {phrases.join(left_out)}")
    return request._replace(selection=selection, limits=tuple(limits), remarks=tuple(remarks))


def _which(target: Target) -> str:
    # Whatever has the words goes, also what is of another category.
    named = (*target.names, *target.but)
    differing = [name for name in named if fold(name) != fold(target.wanted)]
    return f" ({phrases.shortened(differing, 4)})" if differing else ""


def _leave_out(target: Target, selection: dict[str, Any]) -> None:
    """Adds a target to what bookings must not have."""
    if target.kind == "type":
        selection["types_left_out"] = [*selection.get("types_left_out", []), *target.terms]
        return
    if target.kind == "category":
        pairs = [("category", target.terms), ("category_names", target.stand_ins)]
    elif target.kind == "who":
        pairs = [("who", target.terms)]
    else:
        pairs = [("about", target.texts)]
    for field, terms in pairs:
        if terms:
            before = selection.get(field, {}).get("none_of", [])
            selection[field] = {**selection.get(field, {}), "none_of": unique([before, terms])}


# Accounts and owners ----------------------------------------------------------------------------


def _accounts(request: Request, times: Times, around: Surroundings) -> Request:
    query, book = request.query, request.book
    spans = [each for each in query.spans if each.code == "ACC" or _is_account(each, book)]
    if settled := _settled(spans, request):
        return settled
    chosen: dict[str, accounts.Match] = {}
    for words in (each.text for each in spans):
        match = accounts.match_of(words, book)
        if match is None and accounts.is_savings(words) and query.measure != "balance":
            return _put_aside(request, words)
        if match and accounts.is_paid_off(words, query.text):
            return _paid_off(request, words)
        if match is None and accounts.is_kind(words, book):
            return request._replace(problem=accounts.unknown(words, book))
        if match is None:
            target = targets.of_name(words, book)
            if isinstance(target, Missing) or target.is_guess:
                return request._replace(problem=accounts.unknown(words, book))
            request = request._replace(targets=(*request.targets, target))
        elif match:
            chosen[words] = match
    match = accounts.united(list(chosen.values()), book) if chosen else {}
    if match is None:
        return request._replace(problem=accounts.unknown(spans[0].text, book))
    selection = {**request.selection, **({"account": match} if match else {})}
    if chosen and query.direction == "any":
        # What an account has gained or lost is all that moved on it.
        selection.setdefault("own_transfers", "include")
    return _on_accounts(request._replace(selection=selection), chosen)


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
    _, _, behind = request.query.text.partition(spans[0].text)
    between, other, _ = behind.partition(spans[1].text)
    if not other or "," in between or set(split_words(fold(between))) & _JOINING:
        return None
    found = [(each.text, accounts.match_of(each.text, request.book)) for each in spans]
    cards = [words for words, match in found if match and _is_card(match, request.book)]
    others = [(words, m) for words, m in found if m and not _is_card(m, request.book)]
    if len(cards) != 1 or len(others) != 1:
        return None
    [(words, match)] = others
    request = _paid_off(request, cards[0])
    return request._replace(
        selection={**request.selection, "account": match},
        limits=(*request.limits, f"from {accounts.called(words)}"),
    )


def _is_card(match: accounts.Match, book: Book) -> bool:
    return {account.kind for account in accounts.meant(match, book)} == {"credit card"}


def _paid_off(request: Request, words: str) -> Request:
    """What a card's bill took, and not what was bought by it."""
    return request._replace(
        selection={**request.selection, "types": ["card_settlement"]},
        limits=(*request.limits, f"to pay off {accounts.called(words)}"),
    )


def _is_account(each: Span, book: Book) -> bool:
    """Whether a name is that of an own account: a kind, or a bank that is nobody's payee."""
    if each.code not in ("M", "C", "T"):
        return False
    if accounts.is_kind(each.text, book):
        return True
    words = set(split_words(fold(each.text)))
    is_bank = words <= BANK_WORDS or accounts.is_bank(each.text, book)
    return (
        is_bank
        and not targets.of_brand(each.text, book)
        and bool(accounts.match_of(each.text, book))
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


def _owners(request: Request, times: Times, around: Surroundings) -> Request:
    for words in request.query.words("OW"):
        if set(split_words(fold(words))) <= _SELF:
            continue
        match = accounts.match_of(words, request.book)
        if match is None:
            return request._replace(problem=accounts.unknown_owner(words, request.book))
        if match:
            selection = {**request.selection, "account": match}
            limits = (*request.limits, f"on {accounts.called(words)}")
            request = request._replace(selection=selection, limits=limits)
    return request
