"""What a question names beside its spans: names in capitals, and kinds of booking.

The parser may overlook one of several names, or a word such as `cash`. What is left of the clause
is looked through for the few words that cannot mean anything else.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from runwright.minds.embedded import names
from runwright.minds.embedded.finance import categories, misread, targets
from runwright.minds.embedded.finance.book import Book
from runwright.minds.embedded.finance.category_lexicon import CATEGORIES
from runwright.minds.embedded.finance.paydays import beside_spans
from runwright.minds.embedded.finance.targets import Target
from runwright.minds.embedded.query import Query, Span
from runwright.records.banks import BANK_WORDS
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set

_NAMED = ("M", "MP", "C", "PL", "PS", "T")
_LENGTHENED = ("M", "MP", "C", "PL", "PS", "T", "XM", "XC", "XPS", "XT")
_KINDS = {
    "cash": "cash", "atm": "cash", "checks": "checks", "cheques": "checks", "salary": "salary",
    "paycheck": "salary", "paychecks": "salary", "wages": "salary", "interest": "interest",
    "cashback": "cash back",
}  # fmt: skip
_FILLING = frozenset({("fill", "up"), ("filled", "up"), ("filling", "up"), ("fill", "ups")})
_TRADES = word_set("""
    supermarket supermarkets groceries grocery restaurant restaurants pharmacy petrol fuel
    streaming takeaway takeaways
    """)
"""What firms of one trade are called: `which supermarket got most`."""
_BOUGHT = tuple(
    each for each in CATEGORIES if each.name in ("groceries", "fuel", "eating out", "takeaways")
)
_LONG = 7
"""From how many letters on a word with one slip can be no other word."""
_LATE_THINGS = word_set("fee fees charge charges payment payments night nights bus train shop")
_ALL = word_set("everything anything whatever")
"""Beside these, a kind is only an example."""
_RATES = word_set("rate rates")
"""Bookings do not tell the rate that interest is paid at."""
_REFUNDS = word_set("refund refunds rebate rebates")
_FEES = word_set("fee fees")
_HELD = _FEES | word_set("interest")
"""What an account costs or brings, which is no balance."""


def reread(query: Query) -> Query:
    """What was overlooked as a span of its own, where the clause names nothing else."""
    query = query._replace(spans=tuple(each for own in query.spans for each in _divided(own)))
    query = _turned(misread.included(query))
    query = _of_branches(_of_refund(query))
    if _is_given_back(query):
        query = query._replace(state="refunded")
    if _asks_lateness(query):
        query = query._replace(state="late")
    if query.measure == "share" or not _names_banks_alone(query):
        return query
    words = _spoken(query)
    if query.measure != "balance" and query.words("ACC", *_NAMED) and set(words) & _FEES:
        return _with(query, "fees")
    if query.measure == "balance":
        held = [word for word in words if word in _HELD]
        if held and not _RATES & set(words):
            return _with(query, held[0])._replace(measure="sum", direction="out")
        return query
    kinds = list(dict.fromkeys(_KINDS[kind] for word in words if (kind := _kind(word))))
    if len(kinds) == 1 and not (_ALL | _RATES) & set(words):
        is_given = kinds == ["cash back"] and query.direction == "out"
        return _with(query._replace(direction="in") if is_given else query, kinds[0])
    if _FILLING & set(pairwise(words)):
        return _with(query, "fuel")
    known = [word for word in words if word in _TRADES]
    is_trade = query.group == "merchant" or query.measure == "recur"
    return _with(query, known[0]) if is_trade and known else query


def _names_banks_alone(query: Query) -> bool:
    """Whether nothing is named, or only whose account it is: `Discover cashback`."""
    named = [set(split_words(fold(each))) for each in query.words(*_NAMED)]
    return all(words and words <= BANK_WORDS for words in named)


def _spoken(query: Query) -> list[str]:
    """The words beside the spans; what a card gives back is no cash."""
    text = (
        fold(beside_spans(query)).replace("cash back", "cashback").replace("cash-back", "cashback")
    )
    return split_words(text)


def _kind(word: str) -> str:
    """The kind that a word calls, also with two letters swapped, `cahs`, or one slip in a long
    word, `intrest`."""
    if word in _KINDS:
        return word
    if len(word) >= _LONG and (near := [k for k in _KINDS if names.distance(word, k, 1) <= 1]):
        return near[0]
    swapped = (kind for kind in _KINDS if sorted(kind) == sorted(word))
    return next((kind for kind in swapped if _is_swapped(word, kind)), "")


def _is_swapped(word: str, kind: str) -> bool:
    differing = [n for n, (one, other) in enumerate(zip(word, kind, strict=True)) if one != other]
    return len(differing) == 2 and differing[1] - differing[0] == 1


def _turned(query: Query) -> Query:
    """Money for what is only ever bought goes out."""
    things = query.words(*_NAMED)
    known = [categories.lookup(words) for words in things]
    if query.direction == "in" and things and all(each in _BOUGHT for each in known):
        return query._replace(direction="out")
    return query


def _of_refund(query: Query) -> Query:
    """`The IRS refund` comes from the IRS."""
    if query.direction != "out":
        return query
    spans = tuple(_without_refund(each) for each in query.spans)
    return query if spans == query.spans else query._replace(spans=spans, direction="in")


def _of_branches(query: Query) -> Query:
    """`Pizza Ranch or the Culver's in Waterloo`: where one of two is, is a part of its name."""
    if query.measure != "compare":
        return query
    spans: list[Span] = []
    for each in query.spans:
        before = spans[-1] if spans else None
        is_branch = before is not None and each.code == "PL" and before.code in ("M", "MP")
        if before is not None and is_branch and f"{before.text} in {each.text}" in query.text:
            spans[-1] = before._replace(text=f"{before.text} {each.text}")
        else:
            spans.append(each)
    return query._replace(spans=tuple(spans))


def _without_refund(span: Span) -> Span:
    *words, last = span.text.split() or [""]
    is_refund = span.code in ("M", "MP", "C") and fold(last) in _REFUNDS and bool(words)
    return span._replace(text=" ".join(words)) if is_refund else span


def _is_given_back(query: Query) -> bool:
    """Whether the clause asks for what a shop gave back: `what came back from them`."""
    words = split_words(fold(query.text))
    return (
        bool(query.words("M", "MP"))
        and not query.state
        and any(pair in (("came", "back"), ("come", "back")) for pair in pairwise(words))
    )


def _asks_lateness(query: Query) -> bool:
    """Whether the clause asks if a payment was late: bookings do not say when it was due."""
    pairs = list(pairwise([*split_words(fold(query.text)), ""]))
    is_late = any(one == "late" and other not in _LATE_THINGS for one, other in pairs)
    return is_late and query.measure in ("exists", "list", "count") and not query.state


def _divided(span: Span) -> Iterator[Span]:
    """The bank in front of what it is paid for, apart: `Chase fees`."""
    bank, _, thing = span.text.partition(" ")
    if span.code == "C" and fold(bank) in BANK_WORDS and set(split_words(fold(thing))) & _HELD:
        yield Span("ACC", bank, span.start)
        yield Span("C", thing, -1)
    elif span.code == "C" and len(parts := _kinds(span.text)) > 1:
        yield from (Span("C", part, -1) for part in parts)
    else:
        yield span


def _kinds(words: str) -> list[str]:
    """Categories that are joined: `streaming and software`; but `gas and electric` is one."""
    parts = [part.strip() for part in words.split(" and ")]
    is_known = all(categories.lookup(part) for part in parts)
    return parts if is_known and not categories.lookup(words) else [words]


def _with(query: Query, word: str) -> Query:
    return query._replace(spans=(*query.spans, Span("C", word, -1)))


def names_in(query: Query, book: Book) -> list[Target]:
    """Names in capitals that stand in the records and in no span."""
    found = (targets.of_brand(name, book) for name in _capitals(query))
    return [target for target in found if target]


def whole_names(query: Query, book: Book) -> list[Span]:
    """The spans, each with the word in capitals behind it if a name in the records goes on so, and
    those that were overlooked behind them."""
    longer = [each._replace(text=_longer(each, query, book)) for each in query.spans]
    return [*misread.regrouped(longer, query, book), *misread.overlooked(query, book)]


def is_included(each: Span, query: Query) -> bool:
    """Whether a part is named that belongs to what is asked for: `in total, bonus included`."""
    before, found, after = fold(query.text).partition(fold(each.text))
    if not found or len(query.words("M", "MP", "C", "PS")) < 2:
        return False
    return split_words(after)[:1] == ["included"] or split_words(before)[-1:] == ["including"]


def is_explained(target: Target, query: Query) -> bool:
    """Whether a name in brackets says who is meant by what stands in front of it: `our carers
    (Comfort Keepers)`."""
    return any(
        names.words_of(inside.partition(")")[0]) == names.words_of(target.wanted)
        for inside in query.text.split("(")[1:]
    )


def _longer(span: Span, query: Query, book: Book) -> str:
    end = span.start + len(span.text)
    if span.code not in _LENGTHENED or query.text[span.start : end] != span.text:
        return span.text
    following = query.text[end:].split(" ", 2)
    word = following[1].strip(",;:?!.()") if len(following) > 1 and not following[0] else ""
    longer = f"{span.text} {word}"
    return longer if word[:1].isupper() and targets.of_brand(longer, book) else span.text


def _capitals(query: Query) -> Iterator[str]:
    """Stretches of words with capitals; one alone at the beginning is no name for that."""
    stretch: list[str] = []
    for number, word in enumerate([*beside_spans(query).split(" "), ""]):
        bare = word.strip(",;:?!.()-–")
        is_name = bare[:1].isupper() and fold(bare).partition("'")[0] != "i"
        if is_name:
            stretch.append(bare)
        if stretch and (not is_name or bare != word):
            if len(stretch) > 1 or number > 1:
                yield " ".join(stretch)
            stretch = []
