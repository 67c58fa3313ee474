"""What stands in the records for words: names and lines that have them, whatever their number, also
where the bank cut something off."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from runwright.minds.embedded import names
from runwright.minds.embedded.finance.book import Book
from runwright.minds.embedded.finance.category import words_of
from runwright.minds.embedded.finance.category_lexicon import CATEGORIES
from runwright.text.folding import fold
from runwright.text.stems import stem

_CUT = 2
"""So many words of a name are left at least when one is cut off."""
OFTEN = 3
"""From how many bookings on a name is paid again and again."""


def names_with(terms: Sequence[str], book: Book) -> tuple[str, ...]:
    """The counterparties whose names have all words of one of the terms."""
    wanted = [words_of(term) for term in terms]
    return tuple(name for name in book.names if any(words <= words_of(name) for words in wanted))


def stands(word: str, book: Book) -> bool:
    """Whether the words of a term stand together in a name or in a line."""
    parts = words_of(word)
    if not parts <= book.words:
        return False
    return len(parts) < 2 or bool(names_with((word,), book)) or is_in_line(parts, book)


def forms(wanted: str, book: Book) -> list[str]:
    """A single word as the records have it, whatever its number: `coffees` as `coffee`."""
    wanted_words = names.words_of(wanted)
    if len(wanted_words) != 1:
        return []
    [word] = wanted_words
    root = stem(word)
    if word in book.words:
        return [word]
    return [each for each in book.words if stem(each) == root and not _is_agent(word, each)]


def _is_agent(word: str, other: str) -> bool:
    """Whether one is somebody who does what the other is: an accountant is no account."""
    longer, shorter = sorted((word, other), key=len, reverse=True)
    return longer.startswith(shorter) and longer[len(shorter) :] in ("ant", "ants")


def forms_in_line(words: Sequence[str], book: Book) -> list[str]:
    """Several words as they stand together in lines, whatever their number: `Waiheke ferry` as
    `FERRIES WAIHEKE`."""
    roots = {stem(word) for word in words}
    if len(roots) < 2:
        return []
    known = {each: root for each in book.words if (root := _root(each)) in roots}
    if set(known.values()) != roots:
        return []
    found = [sorted(known.keys() & line) for line in book.lines]
    full = [each for each in found if {known[word] for word in each} == roots]
    return list(dict.fromkeys(" ".join(each) for each in full))


_SHORT_FOR = {
    "qtrly": "quarterly", "qtr": "quarterly", "qrtly": "quarterly", "mthly": "monthly",
    "mnthly": "monthly", "mth": "monthly", "yrly": "yearly", "annl": "annual", "ann": "annual",
    "maint": "maintenance", "ins": "insurance", "insur": "insurance", "mtge": "mortgage",
    "mtg": "mortgage", "govt": "government", "dept": "department", "univ": "university",
    "mgmt": "management", "svc": "service", "chg": "charge", "chgs": "charges", "ln": "loan",
    "pymt": "payment", "pmt": "payment", "subs": "subscription", "membshp": "membership",
}  # fmt: skip
"""How banks shorten words."""


def _root(word: str) -> str:
    return stem(_SHORT_FOR.get(word, word))


def is_in_line(words: Iterable[str], book: Book) -> bool:
    """Whether words stand together in a bank's line or a purpose."""
    wanted = set(words)
    return wanted <= book.words and any(wanted <= line for line in book.lines)


def cut_off(words: Sequence[str], book: Book) -> list[str]:
    """Whole names that are terms of the lexicon but for their last word, which banks cut off."""
    short = {fold(name) for name in book.names}
    cut = [" ".join(word.split()[:-1]) for word in words if len(word.split()) > _CUT]
    # What is whole in the lexicon is somebody else's name: `Coop Pronto`.
    return [head for head in cut if fold(head) in short and head not in _terms()]


@cache
def _terms() -> frozenset[str]:
    return frozenset(word for each in CATEGORIES for word in each.words)


def regular(terms: Sequence[str], book: Book) -> list[str]:
    """The names with some words that come again and again."""
    return [name for name in names_with(terms, book) if book.names[name] >= OFTEN]
