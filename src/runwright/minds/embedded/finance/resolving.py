"""The spans of a question turned into a request: paydays, names, exclusions, accounts, owners."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runwright.minds.embedded import conditions
from runwright.minds.embedded.finance import (
    account_choice,
    limits,
    phrases,
    places,
    targets,
    unmarked,
)
from runwright.minds.embedded.finance.account_choice import JOINING, SELF
from runwright.minds.embedded.finance.book import Book
from runwright.minds.embedded.finance.request import Request, days, unique
from runwright.minds.embedded.finance.targets import Missing, Target
from runwright.minds.embedded.finance.times import Times
from runwright.minds.embedded.program import Surroundings
from runwright.minds.embedded.query import Query, Span
from runwright.text.calendars import DAY, span
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set

_PEOPLE = word_set("someone somebody anyone anybody everybody people person")
_SERVICES = word_set("paypal klarna sumup zettle stripe adyen mollie venmo zelle")
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
        if account_choice.is_account(each, book) or _is_place(each, query):
            continue
        target = _target(each, book)
        if isinstance(target, Missing):
            missing.append(target)
        else:
            found.append(target)
    if query.measure != "compare" and not query.has_alternatives:
        found = _through_services(found, query)
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


def _through_services(found: Sequence[Target], query: Query) -> list[Target]:
    """A service that passes money on narrows the shop it is named with: `PayPal at Thalia`."""
    shops = [each for each in found if each.kind == "who" and not _is_service(each)]
    if not shops or set(split_words(fold(query.text))) & JOINING:
        return list(found)
    return [
        each._replace(kind="about", terms=(each.wanted,), names=()) if _is_service(each) else each
        for each in found
    ]


def _is_service(target: Target) -> bool:
    return target.kind == "who" and fold(target.wanted).split()[0] in _SERVICES


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
    if words <= SELF or words <= _PEOPLE:
        return True
    asks_names = query.group in ("merchant", "person", "category") or query.ask in (
        *("payee", "name", "place"),
    )
    if asks_names and words <= _ROLES | SELF:
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
