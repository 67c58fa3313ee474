"""Words beside a name that no booking bears: what was bought, whose it was, what somebody is. The
name counts, and the answer says what was left aside."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runwright.minds.embedded.finance import categories, debits, directions, targets
from runwright.minds.embedded.finance.book import Book
from runwright.minds.embedded.finance.request import Request
from runwright.minds.embedded.finance.targets import Missing, Target
from runwright.minds.embedded.program import Surroundings
from runwright.minds.embedded.query import Query
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set
from runwright.tools.base import Item

_LISTED = ("{},", "{} and ", " and {}", "plus {}", "{} plus")
"""How a thing stands beside others that are asked about as well."""
_ARTICLES = word_set("the my our his her their")
_WITHIN = word_set("in around near")
"""What stands in front of a town, and not of whoever sold something."""
_OF_NAMES = ("sum", "last", "first", "max", "list", "recur")
"""Measures that tell of whoever is named; whether there is any, and how many, are of the thing."""


def is_beside(each: Missing, found: Sequence[Target], query: Query, book: Book) -> bool:
    """Whether words say what was bought beside whoever sold it, whose it was, or what somebody is:
    the firm or the thing is what counts."""
    who = [own for own in found if own.kind == "who"]
    is_thing = each.wanted not in firms(query) and bool(who)
    if is_thing and any(_is_of_many_sorts(own, book) for own in who):
        # A bank is paid for loans, cards and its services: which of them counts.
        return False
    said, text = fold(each.wanted), fold(query.text)
    is_alternative = f"{said}/" in text or f"/{said}" in text
    if any(each.format(said) in text for each in _LISTED):
        # "Car insurance, road tax and AA": none of them stands for the others.
        return False
    is_described = len(who) == 1 and _is_of_one(who[0]) and _describes(each.wanted, who[0], query)
    if found and _is_for_whom(each.wanted, query):
        return True
    return is_thing or is_alternative or is_described or each.wanted.endswith(("'s", "’s"))


def _is_for_whom(wanted: str, query: Query) -> bool:
    """Whether somebody is named whom something was bought for: `the vet visit for Roux`."""
    before = split_words(fold(query.text.partition(wanted)[0]))[-1:]
    return before == ["for"] and wanted in query.words("M", "MP", "PS")


def firms(query: Query) -> tuple[str, ...]:
    """Firms and persons stand in every booking with them, which things that are bought do not."""
    return tuple(" ".join(words.split()) for words in query.words("M", "MP"))


def _describes(wanted: str, own: Target, query: Query) -> bool:
    """Whether words behind a name say what somebody is: `blyth the window cleaner`."""
    said = [" ".join(each.text.split()) for each in query.spans]
    at = said.index(wanted) if wanted in said else 0
    before = set(split_words(fold(said[at - 1]))) if at else set()
    spoken = {word for name in own.names for word in split_words(fold(name))}
    is_article = bool(_ARTICLES & set(split_words(fold(wanted))[:1]))
    return is_article and bool(before) and before <= spoken


def _is_of_one(target: Target) -> bool:
    return target.kind == "who" and len(target.names) == 1


def as_counterparty(each: Target, code: str, query: Query, book: Book) -> Target:
    """Whoever stands in the lines alone, as who is paid, where a thing is named beside it: they
    narrow each other, and none is added to the other."""
    if each.kind != "about" or each.names or code not in ("M", "MP") or not query.words("C"):
        return each
    words = {word for term in each.terms for word in split_words(fold(term))}
    own = tuple(dict.fromkeys(name or each.wanted for name, line in book.rows if words <= line))
    return each._replace(kind="who", names=own)


def _is_of_many_sorts(target: Target, book: Book) -> bool:
    """Whether who is named has bookings of several types, what was given back left aside."""
    kinds = [kind for kind, own in book.names_of.items() if set(own) & set(target.names)]
    return len(set(kinds) - {"refund", "other"}) > 1


def place_as_name(query: Query, book: Book) -> Query | None:
    """The query with its place as the one counterparty that is called so, if it is no town."""
    for each in query.spans:
        before = split_words(fold(query.text.partition(each.text)[0]))[-1:]
        if each.code != "PL" or set(before) & _WITHIN:
            continue
        target = targets.of_name(each.text, book)
        if isinstance(target, Target) and _is_of_one(target) and not target.is_guess:
            others = [own if own != each else own._replace(code="M") for own in query.spans]
            return query._replace(spans=tuple(others))
    return None


def name_alone(request: Request, items: Sequence[Item[Any]], around: Surroundings) -> Request:
    """The request by the one counterparty that it names, where none of its bookings bears the
    other words and place: `TUI for Crete, the deposit`."""
    who = [each for each in request.targets if each.kind == "who"]
    things = [each for each in request.targets if each.kind != "who"]
    places = request.query.words("PL") if "place" in request.selection else ()
    said = request.query.words("C", "T")
    called = said if len(said) == len(things) else tuple(each.wanted for each in things)
    aside = [*called, *places]
    if request.query.measure not in _OF_NAMES or request.problem or not aside:
        return request
    if debits.asked(request.query):
        # How something is paid is no word beside a name.
        return request
    if len(who) != 1 or not _is_of_one(who[0]) or any(map(_is_kind, things)):
        return request
    if directions.has_any(request, items, around):
        return request
    by_words = [each._replace(terms=(words,), names=(), wanted=words)
                for each, words in zip(things, called, strict=True)]  # fmt: skip
    narrowed = request._replace(targets=(*who, *by_words))
    if by_words and directions.has_any(narrowed, items, around):
        # Another bears those words as a name, and the lines of this one have them, too.
        return narrowed
    selection = {name: value for name, value in request.selection.items() if name != "place"}
    alone = request._replace(targets=tuple(who), selection=selection)
    if not directions.has_any(alone, items, around):
        return request
    remarks = [f"no booking with {who[0].wanted} says “{each}”" for each in aside]
    limits = tuple(each for each in request.limits if not any(own in each for own in places))
    return alone._replace(limits=limits, remarks=(*request.remarks, *remarks))


def _is_kind(thing: Target) -> bool:
    """Whether a thing is a kind of booking, of which a name has some or none."""
    return thing.kind != "about" or categories.lookup(thing.wanted) is not None
