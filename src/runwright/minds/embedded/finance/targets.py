"""What a name in a question stands for in the records: counterparties, a category, a type, or
words of the banks' lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from runwright.minds.embedded import names
from runwright.minds.embedded.finance import accounts, categories, nicknames
from runwright.minds.embedded.finance.book import Book
from runwright.minds.embedded.finance.category import Category, words_of
from runwright.minds.embedded.finance.category_lexicon import CATEGORIES
from runwright.records.facts import TransactionType
from runwright.text.folding import fold
from runwright.text.stems import stem
from runwright.text.words import split_words

MOST_TERMS = 50
_SHORT, _LONG = 3, 5
"""From how many letters on the beginning of a word stands for it."""
_SURE = 8
"""From how many letters on a word with a slip is a name and not another thing."""
Kind = Literal["who", "category", "about", "type"]


class Target(NamedTuple):
    """Something that bookings can be chosen by."""

    wanted: str
    """As the person called it."""
    kind: Kind
    terms: tuple[str, ...] = ()
    """Names, file categories, words or types, as the records have them."""
    stand_ins: tuple[str, ...] = ()
    """Of a category: names that stand for it where the file gives none; of a type, the names of
    its bookings, for where it is one of several things."""
    names: tuple[str, ...] = ()
    """The counterparties that are meant, where they are worth saying."""
    but: tuple[str, ...] = ()
    """Names that have those terms and are of another category: Uber Eats is no taxi."""
    foreign: tuple[str, ...] = ()
    """Of a category that no file has: the files' categories that are something else."""
    is_guess: bool = False
    """Whether the name had to be guessed: initials, or a slip."""
    written: str = ""
    """How the person wrote a name that had to be guessed."""

    @property
    def texts(self) -> tuple[str, ...]:
        """All that it can be found by, of whichever kind."""
        return self.stand_ins if self.kind == "type" else (*self.terms, *self.stand_ins)


class Missing(NamedTuple):
    """A name that stands nowhere."""

    wanted: str
    near: tuple[str, ...] = ()


def of_name(wanted: str, book: Book) -> Target | Missing:
    """What a firm or a person is: counterparties, else words of lines, else a category."""
    if is_type(wanted) and not any(names.same(wanted, name) for name in book.names):
        # Hardly anybody is called `ATM` or `pay`.
        return of_thing(wanted, book)
    found = names.find(wanted, book.names)
    if found and found.how != "typo":
        return _counterparties(found, book)
    return (
        _in_lines(wanted, book)
        or _category(wanted, book)
        or (_counterparties(found, book) if found else None)
        or _abbreviated(wanted, book)
        or _contained(wanted, book)
        or _called_otherwise(wanted, book)
        or Missing(found.wanted, found.near)
    )


def _called_otherwise(wanted: str, book: Book) -> Target | None:
    """Names that people say otherwise: `woolies`, or `Pak'nSave` for `PAK N SAVE`."""
    known = nicknames.spelled_out(wanted)
    named = of_brand(known, book) if known else None
    if named:
        return named
    joined = _letters(_plain(wanted))
    found = tuple(name for name in book.names if len(joined) >= _LONG and _begins(name, joined))
    return _counterparties(names.Found(wanted, found, "words"), book) if found else None


def _begins(name: str, joined: str) -> bool:
    """Whether the first words of a name are these letters, however they are divided."""
    words = name.split()
    return any(_letters("".join(words[:end])) == joined for end in range(1, len(words) + 1))


def _letters(text: str) -> str:
    return "".join(letter for letter in fold(text) if letter.isalnum())


def is_type(wanted: str) -> bool:
    """Whether words call a type of booking: `ATM`, `pay`."""
    known = categories.lookup(wanted)
    return known is not None and bool(known.types)


def _abbreviated(wanted: str, book: Book) -> Target | None:
    """Capitals that one name alone begins with: `NYT` for `NYTIMES`."""
    if not wanted.isupper() or not _SHORT <= len(wanted) < _LONG:
        return None
    found = tuple(name for name in book.names if fold(name).startswith(fold(wanted)))
    fitting = names.Found(wanted, found, "initials")
    return _counterparties(fitting, book) if len(found) == 1 else None


def _contained(wanted: str, book: Book) -> Target | None:
    """A name within a longer one, if it is but one: `Urban Sports` for `urban sports club`."""
    found = names.contained(wanted, book.names)
    return _counterparties(found, book) if len(found.names) == 1 else None


def of_brand(wanted: str, book: Book) -> Target | None:
    """The counterparties whose name begins with these words, if there are any."""
    words = names.words_of(wanted)
    found = tuple(name for name in book.names if names.words_of(name)[: len(words)] == words)
    return _counterparties(names.Found(wanted, found, "words"), book) if found else None


def of_thing(wanted: str, book: Book) -> Target | Missing:
    """What a category or a thing that is bought is: the file's own category, an ordinary one, or
    words of names and lines."""
    target = _category(wanted, book)
    if target:
        return target
    found = names.find(wanted, book.names)
    if found and found.how in ("words", "beginnings"):
        return _counterparties(found, book)._replace(kind="about")
    lines = _in_lines(wanted, book)
    if lines:
        return lines
    slip = names.find(wanted, book.categories)
    if slip.how == "typo":
        return Target(slip.wanted, "category", slip.names, names=slip.names, is_guess=True)
    meant = categories.lookup_slip(wanted)
    target = _category(meant, book) if meant else None
    if target:
        return target._replace(wanted=meant)
    if otherwise := _called_otherwise(wanted, book):
        return otherwise
    # A thing that is nearly somebody's name is rather another thing: `market` is not `REWE Markt`.
    if found.how == "typo" and len(found.names) == 1 and len(wanted) >= _SURE:
        return _counterparties(found, book)
    near = found.names if found.how == "typo" else found.near
    return Missing(found.wanted, (*slip.near, *near)[: names.MOST_NEAR])


def _counterparties(found: names.Found, book: Book) -> Target:
    found = found._replace(names=_paid(found.names, book))
    return Target(
        _label(found), "who", found.names[:MOST_TERMS], names=found.names,
        is_guess=not found.is_plain, written="" if found.is_plain else _plain(found.wanted),
    )  # fmt: skip


def _paid(found: tuple[str, ...], book: Book) -> tuple[str, ...]:
    """Without cash machines that bear the name of a shop which is among them itself."""
    elsewhere = {name for kind, own in book.names_of.items() if kind != "cash" for name in own}
    machines = set(book.names_of.get("cash", ())) - elsewhere
    return tuple(name for name in found if name not in machines) or found


def _label(found: names.Found) -> str:
    """One name as the records write it; several as the person called them."""
    return found.names[0] if len(found.names) == 1 else _plain(found.wanted)


def _plain(wanted: str) -> str:
    """Without an article or a possessive in front."""
    kept = wanted.split()
    while len(kept) > 1 and kept[0].lower() in ("the", "my", "our", "a", "an", "that", "this"):
        kept = kept[1:]
    return " ".join(kept)


# Categories -------------------------------------------------------------------------------------


def _category(wanted: str, book: Book) -> Target | None:
    """The file's own category if there is one of that name, else an ordinary one."""
    known = categories.lookup(wanted)
    own = names.find(wanted, [each for each in book.categories if _is_called(wanted, each)])
    types = _types(known, book)
    if types and not any(names.same(wanted, label) for label in own.names):
        # `Fee/Interest Charge` has more in it than the interest.
        named = tuple(name for kind in types for name in book.names_of[kind])
        return Target(_plain(wanted), "type", types, named[:MOST_TERMS])
    if own.how in ("words", "beginnings"):
        stand_ins = _stand_ins(known, wanted, book)
        return Target(_plain(wanted), "category", own.names, stand_ins, _shown(own.names, wanted))
    if known is None:
        return None
    whole = categories.whole(known)
    labels = _labels(whole, book)
    if labels:
        return Target(_plain(wanted), "category", labels, _stand_ins(known, wanted, book), labels)
    terms = _stand_ins(known, wanted, book)
    if not terms:
        return None
    others = _others(whole, terms, book)
    meant = tuple(name for name in _names_with(terms, book) if name not in others)
    foreign = categories.foreign(whole, book.categories)
    return Target(_plain(wanted), "about", terms, names=meant, but=others, foreign=foreign)


def _types(known: Category | None, book: Book) -> tuple[TransactionType, ...]:
    """The types of booking that are a category, where no file has a label for it."""
    whole = categories.whole(known) if known else ()
    if _labels(whole, book):
        return ()
    return tuple(kind for each in whole for kind in each.types if kind in book.types)


def _is_called(wanted: str, label: str) -> bool:
    """Whether a label has the words, whatever their number; `Health Care` is not for a car."""
    given = {stem(word) for word in split_words(fold(label))}
    return all(
        stem(word) in given or any(len(word) >= _LONG and each.startswith(word) for each in given)
        for word in names.words_of(wanted)
    )


def _shown(own: Sequence[str], wanted: str) -> tuple[str, ...]:
    """File categories that are not called as the person did."""
    return () if len(own) == 1 and names.same(own[0], _plain(wanted)) else tuple(own)


def _labels(some: Iterable[Category], book: Book) -> tuple[str, ...]:
    """The file's categories that are called as these may be."""
    known = {tuple(sorted(map(stem, split_words(fold(call))))) for call in categories.calls(some)}
    return tuple(
        own
        for own in book.categories
        if tuple(sorted(map(stem, split_words(fold(own.rpartition(":")[2] or own))))) in known
    )


def _stand_ins(known: Category | None, wanted: str, book: Book) -> tuple[str, ...]:
    """Words for a category that stand in names or lines: those of the lexicon, and its own."""
    whole = categories.whole(known) if known else ()
    words = [word for each in whole for word in each.words]
    words.extend(_forms(wanted, book))
    if not any(_stands(word, book) for word in words):
        words.extend(word for each in whole for word in each.otherwise)
    # Whose bank is a lender of mortgages does not pay one by every transfer.
    words = [word for word in words if not accounts.is_bank(word, book)]
    found = dict.fromkeys(word for word in words if _stands(word, book))
    # `tesco` has all that `tesco stores` has.
    wider = [word for word in found if not any(words_of(each) < words_of(word) for each in found)]
    return tuple(wider)[:MOST_TERMS]


def _others(some: Sequence[Category], terms: Sequence[str], book: Book) -> tuple[str, ...]:
    """Names with these terms for which a longer term of another category stands."""
    longer = [
        word
        for each in CATEGORIES
        if each not in some
        for word in each.words
        if any(words_of(term) < words_of(word) for term in terms) and _stands(word, book)
    ]
    with_terms = set(_names_with(terms, book))
    return tuple(name for name in _names_with(longer, book) if name in with_terms)[:MOST_TERMS]


def _forms(wanted: str, book: Book) -> list[str]:
    """A single word as the records have it, whatever its number: `coffees` as `coffee`."""
    wanted_words = names.words_of(wanted)
    if len(wanted_words) != 1:
        return []
    [word] = wanted_words
    root = stem(word)
    return [word] if word in book.words else [each for each in book.words if stem(each) == root]


def _stands(word: str, book: Book) -> bool:
    parts = words_of(word)
    if not parts <= book.words:
        return False
    return len(parts) < 2 or bool(_names_with((word,), book)) or _is_in_line(parts, book)


def _names_with(terms: Sequence[str], book: Book) -> tuple[str, ...]:
    wanted = [words_of(term) for term in terms]
    return tuple(name for name in book.names if any(words <= words_of(name) for words in wanted))


# Lines ------------------------------------------------------------------------------------------


def _in_lines(wanted: str, book: Book) -> Target | None:
    """Words that stand together in a bank's line or a purpose."""
    words = names.words_of(wanted)
    if words and _is_in_line(words, book):
        return Target(_plain(wanted), "about", (" ".join(words),))
    forms = _forms(wanted, book) or _forms_in_line(words, book)
    return Target(_plain(wanted), "about", tuple(forms[:MOST_TERMS])) if forms else None


def _forms_in_line(words: Sequence[str], book: Book) -> list[str]:
    """Several words as they stand together in lines, whatever their number: `Waiheke ferry` as
    `FERRIES WAIHEKE`."""
    roots = {stem(word) for word in words}
    if len(roots) < 2:
        return []
    forms = {each: root for each in book.words if (root := stem(each)) in roots}
    if set(forms.values()) != roots:
        return []
    found = [sorted(forms.keys() & line) for line in book.lines]
    full = [each for each in found if {forms[word] for word in each} == roots]
    return list(dict.fromkeys(" ".join(each) for each in full))


def _is_in_line(words: Iterable[str], book: Book) -> bool:
    wanted = set(words)
    return wanted <= book.words and any(wanted <= line for line in book.lines)
