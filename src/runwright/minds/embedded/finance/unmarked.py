"""What a question names beside its spans: names in capitals, and kinds of booking.

The parser may overlook one of several names, or a word such as `cash`. What is left of the clause
is looked through for the few words that cannot mean anything else.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from runwright.minds.embedded.finance import categories, misread, targets
from runwright.minds.embedded.finance.book import Book
from runwright.minds.embedded.finance.category_lexicon import CATEGORIES
from runwright.minds.embedded.finance.targets import Target
from runwright.minds.embedded.query import Query, Span
from runwright.records.banks import BANK_WORDS
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set

_NAMED = ("M", "MP", "C", "PL", "PS", "T")
_LENGTHENED = ("M", "MP", "C", "PL", "PS", "T", "XM", "XC", "XPS", "XT")
_KINDS = {
    "cash": "cash", "atm": "cash", "checks": "checks", "cheques": "checks", "salary": "salary",
    "paycheck": "salary", "paychecks": "salary", "wages": "salary",
}  # fmt: skip
_TRADES = word_set("""
    supermarket supermarkets groceries grocery restaurant restaurants pharmacy petrol fuel
    streaming takeaway takeaways
    """)
"""What firms of one trade are called: `which supermarket got most`."""
_BOUGHT = tuple(
    each for each in CATEGORIES if each.name in ("groceries", "fuel", "eating out", "takeaways")
)
_ALL = word_set("everything anything whatever")
"""Beside these, a kind is only an example."""
_HELD = word_set("interest fee fees")
"""What an account costs or brings, which is no balance."""


def reread(query: Query) -> Query:
    """What was overlooked as a span of its own, where the clause names nothing else."""
    query = query._replace(spans=tuple(each for own in query.spans for each in _divided(own)))
    query = _turned(misread.included(query))
    if _is_given_back(query):
        query = query._replace(state="refunded")
    if query.words(*_NAMED) or query.measure == "share":
        return query
    words = split_words(fold(_rest(query)))
    if query.measure == "balance":
        held = [word for word in words if word in _HELD]
        if held and "rate" not in words:
            return _with(query, held[0])._replace(measure="sum", direction="out")
        return query
    kinds = list(dict.fromkeys(_KINDS[word] for word in words if word in _KINDS))
    if len(kinds) == 1 and not _ALL & set(words):
        return _with(query, kinds[0])
    known = [word for word in words if word in _TRADES]
    return _with(query, known[0]) if query.group == "merchant" and known else query


def _turned(query: Query) -> Query:
    """Money for what is only ever bought goes out."""
    things = query.words(*_NAMED)
    known = [categories.lookup(words) for words in things]
    if query.direction == "in" and things and all(each in _BOUGHT for each in known):
        return query._replace(direction="out")
    return query


def _is_given_back(query: Query) -> bool:
    """Whether the clause asks for what a shop gave back: `what came back from them`."""
    words = split_words(fold(query.text))
    return (
        bool(query.words("M", "MP"))
        and not query.state
        and any(pair in (("came", "back"), ("come", "back")) for pair in pairwise(words))
    )


def _divided(span: Span) -> Iterator[Span]:
    """The bank in front of what it is paid for, apart: `Chase fees`."""
    bank, _, thing = span.text.partition(" ")
    if span.code == "C" and fold(bank) in BANK_WORDS and set(split_words(fold(thing))) & _HELD:
        yield Span("ACC", bank, span.start)
        yield Span("C", thing, -1)
    else:
        yield span


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
    return [*longer, *misread.overlooked(query, book)]


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
    for number, word in enumerate([*_rest(query).split(" "), ""]):
        bare = word.strip(",;:?!.()-–")
        if bare[:1].isupper():
            stretch.append(bare)
        if stretch and (not bare[:1].isupper() or bare != word):
            if len(stretch) > 1 or number > 1:
                yield " ".join(stretch)
            stretch = []


def _rest(query: Query) -> str:
    """The clause without its spans; a comma stands where one was."""
    text = query.text
    for span in sorted(query.spans, key=lambda each: -len(each.text)):
        text = text.replace(span.text, ", ", 1)
    return text
