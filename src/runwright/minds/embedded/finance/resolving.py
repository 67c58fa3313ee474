"""The spans of a question turned into a request: paydays, names, exclusions, accounts, owners."""

from __future__ import annotations

from collections.abc import Sequence

from runwright.minds.embedded import names
from runwright.minds.embedded.finance import (
    account_choice,
    accounts,
    categories,
    debits,
    left_aside,
    left_out,
    limits,
    listed,
    owners,
    paydays,
    phrases,
    places,
    recurring,
    targets,
    unmarked,
)
from runwright.minds.embedded.finance.account_choice import JOINING, SELF
from runwright.minds.embedded.finance.book import Book
from runwright.minds.embedded.finance.request import Request, unique
from runwright.minds.embedded.finance.targets import Missing, Target
from runwright.minds.embedded.finance.times import Times
from runwright.minds.embedded.program import Surroundings
from runwright.minds.embedded.query import Query, Span
from runwright.text.calendars import DAY, span
from runwright.text.folding import fold
from runwright.text.stopwords import STOP_WORDS
from runwright.text.words import split_words, word_set

_NAMED = ("M", "MP", "C", "PL", "PS", "T")
_REGULAR = word_set("subscriptions subscription subs bills abos recurring regular direct debits")
_PEOPLE = word_set("someone somebody anyone anybody everybody people person")
_SERVICES = word_set("paypal klarna sumup zettle stripe adyen mollie venmo zelle")
_BEFORE = word_set("before without excluding ignoring")
_REFUNDS = word_set("refund refunds returns refunded")
_CLIENTS = word_set("client clients customer customers")
_ROLES = word_set("""
    customer customers client clients supplier suppliers vendor vendors shop shops store stores
    merchant merchants payee payees place places company companies contractor contractors payer
    freelancers tenants category categories thing things
    """)
"""Who pays or is paid, whoever it is: narrows nothing where names are what is asked for."""


def resolve(query: Query, book: Book, times: Times, around: Surroundings) -> Request:
    """The request that a query comes to, or what stands in its way."""
    query, whose = owners.settled(query, book)
    request = Request(
        query=query,
        today=around.today,
        book=book,
        period=times.period,
        is_timed=times.is_named,
        compared=times.compared,
        remarks=(*((times.remark,) if times.remark else ()), *whose),
        problem=times.problem,
    )
    for step in (
        _paydays,
        _names,
        _places,
        _refunds,
        _clients,
        _by_debit,
        left_out.with_exclusions,
        account_choice.with_accounts,
        account_choice.with_owners,
        limits.with_money,
        limits.with_weekdays,
        limits.with_number,
    ):
        if request.problem:
            return request
        request = step(request, times, around)
    return request


def _paydays(request: Request, times: Times, _around: Surroundings) -> Request:
    if not times.since_payday:
        return paydays.bounded(request)
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
    known, missing = _known(query, book)
    found = listed.together(known, query)
    if query.measure != "compare" and not query.has_alternatives:
        found = listed.shared(_through_services(found, query), query)
        found, aside = _for_what(found, query, book)
        request = request._replace(remarks=(*request.remarks, *aside))
    if query.measure == "compare" and (found or query.has_alternatives):
        found = list(dict.fromkeys([*found, *unmarked.names_in(query, book)]))
    elif hints := _hinted(found, missing, request):
        found, missing = hints, []
    if any(unmarked.is_explained(each, query) for each in found):
        missing = []
    if missing and not found and (named := left_aside.place_as_name(request.query, book)):
        # Who sold it was taken for a place: `panto tickets at Norwich Theatre`.
        return _names(request._replace(query=named), times, around)
    missing, absent = _without_generic(missing, found, query, book)
    if missing and found and query.measure == "compare":
        absent = [f"I found no booking with “{each.wanted}”" for each in missing]
    elif missing:
        return _not_found(missing, found, request)
    return _with_targets(request, found, absent)


def _known(query: Query, book: Book) -> tuple[dict[Span, Target], list[Missing]]:
    """What the names of a query stand for, and those that stand in no booking."""
    known: dict[Span, Target] = {}
    missing: list[Missing] = []
    for each in unmarked.whole_names(query, book):
        if not _is_name(each, query, book):
            continue
        target = _target(each, query, book)
        if isinstance(target, Missing):
            target = targets.of_meaning(target, book)
        if not isinstance(target, Missing):
            known[each] = left_aside.as_counterparty(target, each.code, query, book)
        elif not paydays.is_any_income(query):
            missing.append(target)
    return known, missing


def _is_name(each: Span, query: Query, book: Book) -> bool:
    """Whether a span names somebody or something, rather than an account or a place."""
    if each.code not in _NAMED or _says_nothing(each, query) or unmarked.is_included(each, query):
        return False
    if account_choice.is_account(each, query, book) or _is_place(each, query):
        return False
    # What the own bank takes is not paid to a shop of that name.
    is_own_bank = accounts.is_bank(each.text, book)
    return not (is_own_bank and any(map(targets.is_by_bank, query.words("C"))))


def _without_generic(
    missing: list[Missing], found: Sequence[Target], query: Query, book: Book
) -> tuple[list[Missing], list[str]]:
    """The missing names without those that say nothing beside what was found, and the remarks."""
    if not found:
        return missing, []
    generic = [each for each in missing if left_aside.is_beside(each, found, query, book)]
    left = [each for each in missing if each not in generic]
    return left, [f"“{each.wanted}” stands in no booking and was left aside" for each in generic]


def _not_found(missing: list[Missing], found: Sequence[Target], request: Request) -> Request:
    """The request with what stands in its way: names that stand in no booking."""
    problem = _missing(missing, found, request)
    query = request.query
    names = tuple(each.wanted for each in missing)
    request = request._replace(problem=problem, missing=names)
    if query.measure == "exists" and all(_is_answer(each, query) for each in missing):
        return request._replace(problem=f"No. {problem}", is_settled=True)
    return request


def _with_targets(request: Request, found: list[Target], absent: Sequence[str]) -> Request:
    """The request with what was found, and what that says about refunds and directions."""
    query = request.query
    if any(target.kind == "type" and "refund" in target.terms for target in found):
        found = [target for target in found if target.kind != "type"]
        request = request._replace(query=query._replace(state="refunded"))
    if any(target.direction for target in found) and request.query.direction != "any":
        way = next(target.direction for target in found if target.direction)
        request = request._replace(query=request.query._replace(direction=way))
    if query.measure not in ("compare", "share"):
        found = _distinct(found)
    guesses = [_guess(target) for target in found if target.is_guess]
    if found and all(account_choice.takes_bills(target, request.book) for target in found):
        # What a card's bill took is asked for, which is left out where its own bookings count.
        selection = {**request.selection, "types": ["card_settlement"]}
        request = request._replace(selection=selection)
    return request._replace(
        targets=tuple(dict.fromkeys(found)), remarks=(*request.remarks, *absent, *guesses)
    )


def _distinct(found: Sequence[Target]) -> list[Target]:
    """Without a thing that is known by those alone who are named beside it: `Sandra's rent`."""
    named = [set(each.names) for each in found if each.kind == "who"]
    return [
        each
        for each in found
        if each.kind != "about" or not each.names or not any(n <= set(each.names) for n in named)
    ]


def _is_answer(each: Missing, query: Query) -> bool:
    """Whether that something stands nowhere is a no: whoever was paid stands in every booking, and
    what the bank took, too."""
    if targets.is_by_bank(each.wanted):
        return True
    return each.wanted in left_aside.firms(query) and not each.near


def _hinted(found: Sequence[Target], missing: Sequence[Missing], request: Request) -> list[Target]:
    """The names in capitals that say which of several is meant, or who sold what stands nowhere:
    `the gym, PureGym I mean`."""
    query = request.query
    if query.words("M", "MP", "PS") or len(found) + len(missing) != 1:
        return []
    hints = [each for each in unmarked.names_in(query, request.book) if each.kind == "who"]
    known = set(found[0].names) if found else None
    return [each for each in hints if known is None or (set(each.names) < known)]


def _through_services(found: Sequence[Target], query: Query) -> list[Target]:
    """A service that passes money on narrows the shop it is named with: `PayPal at Thalia`."""
    shops = [each for each in found if each.kind == "who" and not _is_service(each)]
    if not shops or set(split_words(fold(query.text))) & JOINING:
        return list(found)
    return [
        each._replace(kind="about", terms=(each.wanted,), names=()) if _is_service(each) else each
        for each in found
    ]


def _for_what(
    found: Sequence[Target], query: Query, book: Book
) -> tuple[list[Target], tuple[str, ...]]:
    """A name behind `for` narrows the one in front of it where a booking has both; else it says
    what it was for, which bookings do not: `the Airbnb for Halifax`."""
    if len(found) != 2 or any(each.kind != "who" for each in found):
        return list(found), ()
    spoken = [each for each in query.words(*_NAMED) if each in query.text]
    between = query.text.partition(spoken[0])[2].partition(spoken[-1])[0] if spoken else ""
    if split_words(fold(between)) != ["for"]:
        return list(found), ()
    seller, purpose = found
    words = frozenset(names.words_of(spoken[-1]))
    if any(words | frozenset(names.words_of(own)) <= line for own in seller.names
           for line in book.lines):  # fmt: skip
        about = purpose._replace(kind="about", terms=(" ".join(words),), names=())
        return [seller, about], ()
    return [seller], (f"no booking with {seller.wanted} says “{spoken[-1]}”",)


def _is_service(target: Target) -> bool:
    return target.kind == "who" and fold(target.wanted).split()[0] in _SERVICES


def _is_place(each: Span, query: Query) -> bool:
    """Whether a place narrows what else is named; alone, it may as well be a shop."""
    if each.code != "PL" or query.measure in ("compare", "share"):
        return False
    others = [o for o in query.spans if o.code in ("M", "MP", "C", "PS", "T", "ACC")]
    return places.is_country(each.text) or any(not _says_nothing(o, query) for o in others)


def _places(request: Request, _times: Times, _around: Surroundings) -> Request:
    """Where it was: narrows whatever else is named."""
    query, book = request.query, request.book
    named = [each.text for each in query.spans if _is_place(each, query)]
    if not named:
        return request
    terms = {words: places.terms_of(words, book) for words in named}
    missing = [Missing(words) for words, own in terms.items() if not own]
    if missing:
        names = tuple(each.wanted for each in missing)
        return request._replace(problem=_missing(missing, request.targets, request), missing=names)
    selection = {**request.selection, "place": {"any_of": unique(terms.values())}}
    limits = (*request.limits, f"in {phrases.join(named, 'or')}")
    return request._replace(selection=selection, limits=limits)


def _refunds(request: Request, _times: Times, _around: Surroundings) -> Request:
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


def _clients(request: Request, _times: Times, _around: Surroundings) -> Request:
    """Who pays a business is whoever pays, but for banks and the state."""
    query = request.query
    said = [each for each in query.words("M", "MP", "C", "PS") if word_set(fold(each)) <= _CLIENTS]
    if query.direction != "in" or not said or request.targets:
        return request
    banked = [*request.selection.get("types_left_out", []), "interest", "tax"]
    selection = {**request.selection, "types_left_out": banked}
    if any(account.kind == "savings" for account in request.book.accounts):
        # Nobody pays a bill to where money is put aside.
        selection["account"] = {"none_of": ["savings"]}
    remark = f"all incoming payments but interest and taxes were taken as those of {said[0]}"
    return request._replace(
        selection=selection,
        remarks=(*request.remarks, remark),
    )


def _by_debit(request: Request, _times: Times, _around: Surroundings) -> Request:
    """`Which direct debits`: those that the bank calls so, where it does."""
    kind = debits.asked(request.query)
    marks = debits.marks(kind, request.book) if kind else ()
    if not marks or any(target.kind == "about" for target in request.targets):
        return request
    query = request.query
    asks_changes = recurring.has_other_prices(split_words(fold(query.text)))
    if query.measure == "recur" and request.is_timed and not asks_changes:
        request = request._replace(query=query._replace(measure="list"))
    return request._replace(
        selection={**request.selection, "about": {"any_of": list(marks)}},
        limits=(*request.limits, f"by {kind}"),
    )


def _target(each: Span, query: Query, book: Book) -> Target | Missing:
    words = set(names.words_of(each.text))
    if query.direction == "in" and words <= paydays.WORK and not targets.of_brand(each.text, book):
        return targets.of_thing("wages", book)
    bill = f"{' '.join(sorted(words))} bill"
    if words in ({"gas"}, {"light"}) and bill in fold(query.text):
        return targets.of_thing(bill, book)
    if each.code not in ("C", "T"):
        return targets.of_name(each.text, book)
    paid = targets.of_category(each.text, book.outgoing) if query.direction == "out" else None
    if paid:
        # What comes in with that word is none: a lodger's rent is not the own one.
        return paid
    # A capital within the clause is that of a name: `at Holiday`, but `on holiday`.
    is_written_as_name = (
        each.text[:1].isupper() and each.start != 0 and not targets.is_type(each.text)
    )
    return (is_written_as_name and targets.of_brand(each.text, book)) or targets.of_thing(
        each.text, book
    )


def _says_nothing(each: Span, query: Query) -> bool:
    """Whether a span narrows nothing: a kind of group, or what `recur` and refunds mean anyway."""
    words = set(split_words(fold(each.text)))
    if words <= SELF or words <= _PEOPLE:
        return True
    if query.direction == "in" and words <= _CLIENTS | SELF:
        return True
    asks_names = query.group in ("merchant", "person", "category") or query.ask in (
        *("payee", "name", "place"),
    )
    if asks_names and words <= _ROLES | SELF:
        return True
    if query.measure == "recur" and words & _REGULAR and words <= _REGULAR | SELF | STOP_WORDS:
        return True
    return query.state == "refunded" and bool(words & word_set("refund refunds money"))


def _guess(target: Target) -> str:
    written = target.written or target.wanted
    return f"“{written}” was taken as {phrases.shortened(target.names)}"


def _missing(missing: Sequence[Missing], found: Sequence[Target], request: Request) -> str:
    """That a name stands nowhere, and which look like it."""
    if all(categories.lookup(each.wanted) == categories.lookup("wages") for each in missing):
        return paydays.UNTOLD
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
