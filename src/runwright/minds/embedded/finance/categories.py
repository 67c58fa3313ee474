"""Which category words call, for bookings to which the file gives none, or one of another make.

A word of the lexicon stands for a category only if it is part of a counterparty's name or of a
purpose.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache

from runwright.minds.embedded import names
from runwright.minds.embedded.finance.category import Category, words_of
from runwright.minds.embedded.finance.category_lexicon import CATEGORIES
from runwright.minds.embedded.finance.money_lexicon import MONEY
from runwright.text.folding import fold
from runwright.text.stems import stem
from runwright.text.words import split_words, word_set

_FILLERS = word_set("""
    the a an my our your their his her all any some bill bills cost costs spending spend expense
    expenses expenditure payment payments money charges stuff things purchase purchases shopping
    trip trips of on for out total budget paid monthly weekly regular big little
    """)

_JOINTS = word_set("and of the")
_FAMILIES = (
    word_set("groceries eating takeaways coffee food pubs drugstore"),
    word_set("fuel public trains buses taxis travel flights hotels car parking insurance"),
    word_set("rent mortgage housing electricity heating water energy internet phone utilities "
             "insurance home"),
    word_set("streaming software subscriptions entertainment books electronics internet phone"),
    word_set("health pharmacy dentist drugstore fitness hairdresser insurance vet pets"),
    word_set("clothes home electronics books gifts children drugstore office pets vet"),
)  # fmt: skip
"""Categories, by the first word of their name, between which files draw the line elsewhere."""


@cache
def _by_call() -> Mapping[tuple[str, ...], Category]:
    found: dict[tuple[str, ...], Category] = {}
    for category in CATEGORIES:
        for call in (category.name, *category.calls):
            found.setdefault(_key(call), category)
    return found


@cache
def _by_name() -> Mapping[str, Category]:
    return {category.name.split()[0]: category for category in CATEGORIES}


def _key(text: str) -> tuple[str, ...]:
    return tuple(sorted(stem(word) for word in split_words(fold(text)) if word not in _JOINTS))


def lookup(text: str) -> Category | None:
    """The category that words call, with or without what says nothing: `my grocery bill`."""
    known = _by_call()
    telling = [word for word in split_words(fold(text)) if word not in _FILLERS]
    found = known.get(_key(text)) or (known.get(_key(" ".join(telling))) if telling else None)
    if found is not None or not telling:
        return found
    # Each word of `heating gas` calls the same.
    first, *others = {known.get(_key(word)) for word in telling}
    return None if others else first


@lru_cache(maxsize=4096)
def lookup_slip(text: str) -> str:
    """What words call a category with but for a slip of the pen: `cash withdrawl`."""
    size = len(names.words_of(text))
    whole = [call for each in CATEGORIES for call in each.calls if len(call.split()) == size]
    found = names.find(text, whole)
    # Hardly anybody misses the first letter: the light bill is no flight.
    is_slip = found.how == "typo" and found.names[0][0] == fold(text)[:1]
    return found.names[0] if is_slip else ""


def whole(category: Category) -> tuple[Category, ...]:
    """A category with all that belong to it."""
    parts = [part for name in category.parts for part in whole(_by_name()[name])]
    return tuple(dict.fromkeys((category, *parts)))


def calls(some: Iterable[Category]) -> tuple[str, ...]:
    """What files may call them."""
    return tuple(dict.fromkeys(call for each in some for call in (each.name, *each.calls)))


def foreign(some: Iterable[Category], labels: Iterable[str]) -> tuple[str, ...]:
    """The labels of files that call something else than these: `Fuel` where power is meant.

    What such a label is given to is never taken for theirs by its name.
    """
    own = {category.name.split()[0] for category in some}
    akin = own.union(*(family for family in _FAMILIES if family & own))
    called = {label: lookup(label) for label in labels}
    return tuple(
        label
        for label, other in called.items()
        if other is not None
        and other not in MONEY
        and (
            akin.isdisjoint(part.name.split()[0] for part in whole(other))
            or _is_served(own, other, label)
        )
    )


def _is_served(own: set[str], other: Category, label: str) -> bool:
    """Whether groceries are asked for and a label says that a meal was served: `Dining`. What
    `Food & Drink` is given to may be either."""
    is_meal = other.name == "eating out" and "food" not in split_words(fold(label))
    return is_meal and "groceries" in own and "eating" not in own


def of_counterparty(name: str, label: str | None = None) -> frozenset[str]:
    """The categories of a counterparty: by the label of the file, else by the words of its name."""
    called = lookup(label) if label else None
    if called is not None:
        return frozenset((called.name,))
    words = frozenset(split_words(fold(name)))
    return frozenset(
        each.name for each in CATEGORIES if any(words_of(word) <= words for word in each.words)
    )
