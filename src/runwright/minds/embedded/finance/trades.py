"""What trade somebody is of, where a category is asked for: by the files' labels, by words that
another trade has, by the first word of a name, or by what a bank's line says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from runwright.minds.embedded.finance import categories, evidence
from runwright.minds.embedded.finance.book import Book
from runwright.minds.embedded.finance.category import Category, words_of
from runwright.minds.embedded.finance.category_lexicon import CATEGORIES
from runwright.text.folding import fold
from runwright.text.stems import stem
from runwright.text.words import split_words, word_set

_BEGINNINGS = {("fuel", "NZD"): "z"}
"""First words of names that stand for a category in one country: `Z Wairau Road`."""
_PURPOSES = {
    "car insurance": word_set("motor car auto vehicle van kfz truck"),
    "home insurance": word_set("home house contents buildings dwelling property household"),
    "life insurance": word_set("life"),
    "pet insurance": word_set("pet dog cat"),
    "health insurance": word_set("health medical"),
}
"""What the line of an insurer says that is insured."""


def by_purpose(known: Category, book: Book) -> tuple[str, ...]:
    """The insurers whose lines say what is asked for: `AXA INSURANCE`, `MOTOR POL`."""
    said = _PURPOSES.get(known.name)
    whole = categories.lookup("insurance")
    if not said or whole is None:
        return ()
    insurers = set(evidence.names_with(whole.words, book))
    return tuple(
        dict.fromkeys(name for name, words in book.rows if name in insurers and said & words)
    )


def beginning(some: Iterable[Category], book: Book) -> Iterator[str]:
    """The names that begin with a word that stands for a category where the money is spent."""
    asked = {each.name for each in some}
    for (category, code), first in _BEGINNINGS.items():
        if category in asked and code in book.currencies:
            yield from (name for name in book.names if split_words(fold(name))[:1] == [first])


def of_others(known: Category | None, labels: Sequence[str], book: Book) -> tuple[str, ...]:
    """Names of another trade than is asked for, where the file's category is of several:
    `Gas/Automotive` has tyres in it."""
    if known is None or all(categories.lookup(label) == known for label in labels):
        return ()
    own = {each.name for each in categories.whole(known)}
    found = [name for label in labels for name in book.labelled.get(label, ())]
    kinds = {name: categories.of_counterparty(name) for name in found}
    if not any(own & each for each in kinds.values()):
        return ()
    return tuple(name for name in found if kinds[name] and not own & kinds[name])


def others(some: Sequence[Category], terms: Sequence[str], book: Book) -> tuple[str, ...]:
    """Names with these terms for which a longer term of another category stands."""
    longer = [
        word
        for each in CATEGORIES
        if each not in some
        for word in each.words
        if any(words_of(term) < words_of(word) for term in terms) and evidence.stands(word, book)
        and not any(word in own.words for own in some)
    ]  # fmt: skip
    with_terms = set(evidence.names_with(terms, book))
    return tuple(name for name in evidence.names_with(longer, book) if name in with_terms)


def labels(some: Iterable[Category], book: Book) -> tuple[str, ...]:
    """The file's categories that are called as these may be."""
    known = {tuple(sorted(map(stem, split_words(fold(call))))) for call in categories.calls(some)}
    return tuple(
        own
        for own in book.categories
        if tuple(sorted(map(stem, split_words(fold(own.rpartition(":")[2] or own))))) in known
    )
