"""What a name in a question stands for in the records: counterparties, a category, a type, or
words of the banks' lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from runwright.minds.embedded import names
from runwright.minds.embedded.finance import accounts, categories, evidence, spellings, trades
from runwright.minds.embedded.finance.book import Book
from runwright.minds.embedded.finance.category import Category, words_of
from runwright.records.facts import TransactionType
from runwright.text.folding import fold
from runwright.text.stems import stem
from runwright.text.words import split_words, word_set

_LONG = 5
"""From how many letters on the beginning of a word stands for it."""
_MOST_SLIPS = 2
_SURE = 8
"""From how many letters on a word with a slip is a name and not another thing."""
_BRAND = 4
"""From how many letters on the beginning of a name is that of one firm."""
_BY_BANKS = frozenset(
    {"overdraft fees", "late fees", "ATM fees", "foreign fees", "fees", "interest"}
)
_DOLLARS = frozenset({"USD", "CAD"})
_RHYTHMS = word_set("quarterly monthly yearly annual weekly maintenance")
_MACHINE = word_set("machine machines atm atms cashpoint cashpoints")
_SUPPLIED = ("heating", "electricity", "water", "internet", "phone")
"""What comes from one supplier, month after month."""
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
    direction: str = ""
    """Which way its money goes, where that is plain: wages come in."""

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
    if machines := _machines(wanted, book):
        return machines
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
        or _otherwise(wanted, book)
        or _brand_of_thing(wanted, book)
        or Missing(found.wanted, _near(found, book))
    )


def of_meaning(missing: Missing, book: Book) -> Target | Missing:
    """Whom words mean that stand in no booking, where that is known."""
    meant = tuple(name for name in book.meant.get(missing.wanted, ()) if name in book.names)
    if not meant:
        return missing
    plain = _plain(missing.wanted)
    return Target(plain, "who", meant, names=meant, is_guess=True, written=plain)


def _near(found: names.Found, book: Book) -> tuple[str, ...]:
    """Who might be meant by a name that stands nowhere."""
    return (spellings.initialled(found.wanted, book) or found.near)[: names.MOST_NEAR]


def _machines(wanted: str, book: Book) -> Target | None:
    """Whose machine gave the cash: `the AIB machine`."""
    words = names.words_of(wanted)
    rest = [word for word in words if word not in _MACHINE]
    if not rest or len(rest) == len(words):
        return None
    given = book.names_of.get("cash", ())
    if any(set(rest) <= words_of(name) for name in given):
        return Target(_plain(wanted), "who", (" ".join(rest),))
    return None


def is_by_bank(wanted: str) -> bool:
    """Whether the bank itself takes or gives it, in words of its own: none means that none was."""
    telling = " ".join(word for word in names.words_of(wanted) if word not in _RHYTHMS)
    known = categories.lookup(wanted) or categories.lookup(telling or wanted)
    return known is not None and known.name in _BY_BANKS


def is_type(wanted: str) -> bool:
    """Whether words call a type of booking: `ATM`, `pay`."""
    known = categories.lookup(wanted)
    return known is not None and bool(known.types)


def of_brand(wanted: str, book: Book) -> Target | None:
    """The counterparties whose name begins with these words, if there are any."""
    found = spellings.branded(wanted, book)
    return _counterparties(found, book) if found else None


def _otherwise(wanted: str, book: Book) -> Target | None:
    """Who is meant by a name that the records write otherwise."""
    if found := spellings.find(wanted, book):
        return _counterparties(found, book)
    short = spellings.short_form(wanted, book)
    return Target(_plain(wanted), "about", (short,)) if short else None


def of_category(wanted: str, book: Book) -> Target | None:
    """What an ordinary category that is paid regularly is, if there is any of it."""
    known = categories.lookup(wanted)
    return _category(wanted, book) if known and known.regular else None


def of_thing(wanted: str, book: Book) -> Target | Missing:
    """What a category or a thing that is bought is: the file's own category, an ordinary one, or
    words of names and lines."""
    target = _machines(wanted, book) or _category(wanted, book)
    if target:
        return target
    if is_by_bank(wanted):
        # Where there are no fees of a machine, its withdrawals are none.
        return _in_lines(wanted, book) or Missing(_plain(wanted))
    found = names.find(wanted, book.names)
    if found and found.is_plain:
        return _counterparties(found, book)._replace(kind="about")
    lines = _in_lines(wanted, book)
    if lines:
        return lines
    slip = names.find(wanted, book.categories)
    if slip.how == "typo" and any(_is_slip_of(wanted, each) for each in slip.names):
        return Target(slip.wanted, "category", slip.names, names=slip.names, is_guess=True)
    meant = categories.lookup_slip(wanted)
    target = _category(meant, book) if meant else None
    if target:
        return target._replace(wanted=meant)
    otherwise = _narrowed(wanted, book) or _otherwise(wanted, book) or _brand_of_thing(wanted, book)
    if otherwise:
        return otherwise
    # A thing that is nearly somebody's name is rather another thing: `market` is not `REWE Markt`.
    if found.how == "typo" and len(found.names) == 1 and len(wanted) >= _SURE:
        return _counterparties(found, book)
    near = found.names if found.how == "typo" else found.near
    return Missing(found.wanted, (*slip.near, *near)[: names.MOST_NEAR])


def _is_slip_of(wanted: str, label: str) -> bool:
    """Whether a whole label is meant, and not a word that it has among others."""
    one, other = ("".join(names.words_of(each)) for each in (wanted, label))
    return names.distance(one, other, _MOST_SLIPS) <= _MOST_SLIPS


def _narrowed(wanted: str, book: Book) -> Target | None:
    """A category and a word of some of its names: `tax instalment` for `CRA INSTALMENT`."""
    words = names.words_of(wanted)
    for at in range(len(words)):
        rest = [word for n, word in enumerate(words) if n != at]
        whole = _category(words[at], book) if rest else None
        fitting = tuple(name for name in _of(whole, book) if set(rest) <= words_of(name))
        if fitting:
            return Target(_plain(wanted), "who", fitting, names=fitting)
    return None


def _brand_of_thing(wanted: str, book: Book) -> Target | None:
    """A name and what it sells, where one payee alone has the name: `bell internet`."""
    words = names.words_of(wanted)
    for at, word in enumerate(words):
        rest = " ".join((*words[:at], *words[at + 1 :]))
        if len(rest) >= _BRAND and categories.lookup(word) and not categories.lookup(rest):
            found = spellings.branded(rest, book)._replace(wanted=wanted, how="part")
            if len(found.names) == 1:
                return _counterparties(found, book)
    return None


def _of(target: Target | None, book: Book) -> tuple[str, ...]:
    """The counterparties of a category."""
    if target is None:
        return ()
    labelled = [name for label in target.terms for name in book.labelled.get(label, ())]
    return tuple(dict.fromkeys((*labelled, *evidence.names_with(target.texts, book))))


def _counterparties(found: names.Found, book: Book) -> Target:
    found = found._replace(names=_paid(found.names, book))
    return Target(
        _label(found), "who", found.names, names=found.names,
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
    known = _known(wanted, book)
    own = names.find(wanted, [each for each in book.categories if _is_called(wanted, each)])
    types = _types(known, book)
    if types and not any(names.same(wanted, label) for label in own.names):
        # `Fee/Interest Charge` has more in it than the interest.
        return _of_type(wanted, known, types, book)
    if own.how in ("words", "beginnings"):
        beside = stand_ins(known, wanted, book)
        others = trades.of_others(known, own.names, book)
        return Target(_plain(wanted), "category", own.names, beside, _shown(own.names, wanted),
                      but=others)  # fmt: skip
    if known is None:
        return None
    whole = categories.whole(known)
    labels = trades.labels(whole, book)
    if labels:
        return Target(_plain(wanted), "category", labels, stand_ins(known, wanted, book), labels)
    if known == categories.lookup("wages") and book.employers:
        return _wages(wanted, book)
    terms = stand_ins(known, wanted, book)
    others = trades.others(whole, terms, book)
    others = (*others, *_fitters(known, evidence.names_with(terms, book), book))
    meant = tuple(name for name in evidence.names_with(terms, book) if name not in others)
    regular = _paid_regularly(known, meant, book)
    if regular and (meant or others or not terms):
        is_guess = regular == (book.landlord,)
        return Target(_plain(wanted), "about", regular, names=regular,
                      is_guess=is_guess, written=_plain(wanted) if is_guess else "")  # fmt: skip
    if not terms and (told := trades.by_purpose(known, book)):
        return Target(_plain(wanted), "about", told, names=told)
    if not terms or (others and not meant and known.regular):
        return None
    foreign = categories.foreign(whole, book.categories)
    elsewhere = {name for label in foreign for name in book.labelled.get(label, ())}
    meant = tuple(name for name in meant if name not in elsewhere) or meant
    return Target(_plain(wanted), "about", terms, names=meant, but=others, foreign=foreign)


def _fitters(known: Category, meant: Sequence[str], book: Book) -> list[str]:
    """Who has what is supplied regularly in the name alone, and was paid once: a fitter of boilers
    called `Gormley Heating` supplies no gas."""
    regular = [name for name in meant if book.names[name] >= evidence.OFTEN]
    if known.name not in _SUPPLIED or not regular:
        return []
    brands = [words_of(word) for word in known.words if word not in known.calls]
    return [
        name
        for name in meant
        if book.names[name] == 1 and not any(brand <= words_of(name) for brand in brands)
    ]


def _paid_regularly(known: Category, meant: Sequence[str], book: Book) -> tuple[str, ...]:
    """Who is paid again and again for what is paid so, where those who are called so are not: a
    car that was rented once is no rent."""
    if any(book.names[name] >= evidence.OFTEN for name in meant):
        return ()
    found = evidence.regular(known.regular, book)
    is_rent = known == categories.lookup("rent")
    return tuple(found) or ((book.landlord,) if is_rent and book.landlord else ())


def _known(wanted: str, book: Book) -> Category | None:
    """The ordinary category that words call; what drivers buy is gas where dollars are spent."""
    known = categories.lookup(wanted)
    if known == categories.lookup("wages") and "paying" in names.words_of(wanted):
        return None
    is_gas = names.words_of(wanted) == ("gas",)
    return categories.lookup("fuel") if is_gas and _DOLLARS & set(book.currencies) else known


def _of_type(
    wanted: str, known: Category | None, types: tuple[TransactionType, ...], book: Book
) -> Target:
    """Bookings of a type; and those with names that are of it, though the bank does not say so."""
    named = tuple(name for kind in types for name in book.names_of[kind])
    beside = (
        [name for name in evidence.names_with(known.beside, book) if name not in named]
        if known
        else []
    )
    if beside and known:
        # What banks book themselves may have no name.
        words = () if named else tuple(word for word in known.words if evidence.stands(word, book))
        both = (*named, *beside)
        return Target(_plain(wanted), "about", (*words, *both), names=both)
    return Target(_plain(wanted), "type", types, named)


def _wages(wanted: str, book: Book) -> Target:
    """Pay that no booking calls so: what comes from whoever pays as employers do."""
    return Target(_plain(wanted), "about", book.employers, names=book.employers, direction="in")


def _types(known: Category | None, book: Book) -> tuple[TransactionType, ...]:
    """The types of booking that are a category, where no file has a label for it."""
    whole = categories.whole(known) if known else ()
    if trades.labels(whole, book):
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


def stand_ins(known: Category | None, wanted: str, book: Book) -> tuple[str, ...]:
    """Words for a category that stand in names or lines: those of the lexicon, and its own."""
    whole = categories.whole(known) if known else ()
    words = [word for each in whole for word in (*each.words, *each.beside)]
    words.extend(evidence.forms(wanted, book))
    words.extend(trades.beginning(whole, book))
    words.extend(evidence.cut_off(words, book))
    if not any(evidence.stands(word, book) for word in words):
        words.extend(word for each in whole for word in each.otherwise)
    # Whose bank is a lender of mortgages does not pay one by every transfer.
    words = [word for word in words if not accounts.is_bank(word, book)]
    found = dict.fromkeys(word for word in words if evidence.stands(word, book))
    # `tesco` has all that `tesco stores` has.
    wider = [word for word in found if not any(words_of(each) < words_of(word) for each in found)]
    return tuple(wider)


# Lines ------------------------------------------------------------------------------------------


def _in_lines(wanted: str, book: Book) -> Target | None:
    """Words that stand together in a bank's line or a purpose."""
    words = names.words_of(wanted)
    if words and evidence.is_in_line(words, book):
        return Target(_plain(wanted), "about", (" ".join(words),))
    forms = evidence.forms(wanted, book) or evidence.forms_in_line(words, book)
    return Target(_plain(wanted), "about", tuple(forms)) if forms else None
