"""Names that people say otherwise than banks write them: nicknames, initials, short forms, and
lines that the bank cut off."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from runwright.minds.embedded import names
from runwright.minds.embedded.finance import acquaintances, nicknames
from runwright.minds.embedded.finance.book import Book
from runwright.text.folding import fold
from runwright.text.stems import stem
from runwright.text.words import split_words, word_set

_SHORT, _LONG = 3, 5
"""From how many letters on the beginning of a word stands for it."""
_WHOLE = 10
"""From how many letters on a line that is cut off is still one name."""
_JOINTS = word_set("and of the und et y")
_OFFICES = word_set("council city town shire borough county district municipality of the cc dc bc")
_TRADES = word_set("""
    footy football soccer rugby cricket tennis netball sports club school clinic centre center
    practice studio cafe restaurant bar pub shop store company society association group team
    charity church gym salon garage agency
    """)
"""What a name is of, behind it."""


def find(wanted: str, book: Book) -> names.Found:
    """The names that are meant, by the first way that leads to any; one that is a guess leads to
    one name alone."""
    for way in _WAYS:
        found = way(wanted, book)
        if found:
            return found
    return names.Found(wanted)


def branded(wanted: str, book: Book) -> names.Found:
    """The names that begin with these words."""
    words = _stems(wanted)
    fitting = tuple(name for name in book.names if _stems(name)[: len(words)] == words)
    return names.Found(wanted, fitting, "words")


@lru_cache(maxsize=8192)
def _stems(name: str) -> tuple[str, ...]:
    """The words of a name, whatever their number: `sainsburys` is `SAINSBURY'S`."""
    return tuple(stem(word) if word.isalpha() else word for word in names.words_of(name))


def _abbreviated(wanted: str, book: Book) -> names.Found:
    """Capitals that one name alone begins with, or has the initials of: `NYT` for `NYTIMES`, `PGE`
    for `PORTLAND GENERAL ELECTRIC`."""
    if not wanted.isupper() or not _SHORT <= len(wanted) < _LONG:
        return names.Found(wanted)
    plain = fold(wanted)
    begun = [name for name in book.names if fold(name).startswith(plain)]
    short = [name for name in book.names if _initials(name).startswith(plain)]
    return _only(wanted, begun or short, "initials")


def _initials(name: str) -> str:
    return "".join(word[0] for word in names.words_of(name) if word not in _JOINTS)


def _clipped(wanted: str, book: Book) -> names.Found:
    """One word made of how each word of a name begins: `CalMac` for `CALEDONIAN MACBRAYNE`."""
    joined = _letters(_plain(wanted))
    if len(joined) < _LONG or not joined.isalpha():
        return names.Found(wanted)
    return _only(wanted, (n for n in book.names if _is_clipped(names.words_of(n), joined)), "part")


def _is_clipped(words: Sequence[str], joined: str) -> bool:
    """Whether each of two words or more begins a part of a word, by some letters at least."""
    return len(words) > 1 and any(
        words[0].startswith(joined[:end]) and _is_rest(words[1:], joined[end:])
        for end in range(_SHORT, len(joined))
    )


def _is_rest(words: Sequence[str], joined: str) -> bool:
    if len(words) == 1:
        return len(joined) >= _SHORT and words[0].startswith(joined)
    return _is_clipped(words, joined)


def _contained(wanted: str, book: Book) -> names.Found:
    """A name within a longer one: `Urban Sports` for `urban sports club`."""
    return _only(wanted, names.contained(wanted, book.names).names, "part")


def _nickname(wanted: str, book: Book) -> names.Found:
    """What everybody says and no statement does: `woolies`, `PGE`."""
    for known in nicknames.spelled_out(wanted):
        if found := branded(known, book) or _cut_off(known, book):
            return found._replace(wanted=wanted)
    return names.Found(wanted)


def _divided(wanted: str, book: Book) -> names.Found:
    """The first words of a name, however they are divided: `Pak'nSave` for `PAK N SAVE`."""
    joined = _letters(_plain(wanted))
    fitting = [
        name
        for name in book.names
        if (len(joined) >= _LONG and _begins(name, joined)) or _is_spelled(name, joined)
    ]
    return names.Found(wanted, tuple(fitting), "words")


def _is_spelled(name: str, joined: str) -> bool:
    """Whether a whole name is spelled letter by letter: `H-E-B` for `heb`."""
    return len(joined) >= _SHORT and not name.isalpha() and _letters(name) == joined


def _begins(name: str, joined: str) -> bool:
    words = name.split()
    return any(_letters("".join(words[:end])) == joined for end in range(1, len(words) + 1))


def _given(wanted: str, book: Book) -> names.Found:
    """The one person whose first name is longer: `Dan` for `DANIEL REYES`."""
    said = names.words_of(wanted)
    if len(said) != 1 or len(said[0]) < _SHORT or not said[0].isalpha():
        return names.Found(wanted)
    people = {name for kind in ("transfer", "other") for name in book.names_of.get(kind, ())}
    fitting = [
        name
        for name in people
        if len(words := split_words(fold(name))) > 1 and words[0].startswith(said[0])
        and len(words[0]) > len(said[0])
    ]  # fmt: skip
    return _only(wanted, fitting, "part")


def _acquainted(wanted: str, book: Book) -> names.Found:
    """Somebody whom an event names in full: `Sharon` for `S BUNN`."""
    own = acquaintances.bookings_of(wanted, book.people, tuple(book.names)) if book.people else ()
    return names.Found(wanted, own, "part" if own else "")


def _public(wanted: str, book: Book) -> names.Found:
    """A town's own office, however it is called: `Darebin Council` for `CITY OF DAREBIN`."""
    said = set(names.words_of(wanted))
    town = said - _OFFICES
    if not town or not said & _OFFICES:
        return names.Found(wanted)
    fitting = [
        name
        for name in book.names
        if town == (words := set(names.words_of(name))) - _OFFICES and words & _OFFICES
    ]
    return _only(wanted, fitting, "words")


def _of_trade(wanted: str, book: Book) -> names.Found:
    """A name in front of what it is, where the bank writes that otherwise: `Merri Creek footy
    club` for `MERRI CREEK FNC`."""
    words = list(names.words_of(wanted))
    while words and words[-1] in _TRADES:
        words.pop()
    if len(words) < 2 or len(words) == len(names.words_of(wanted)):
        return names.Found(wanted)
    return branded(" ".join(words), book)._replace(wanted=wanted)


def _cut_off(wanted: str, book: Book) -> names.Found:
    """A line with room for so many letters: `NURSING & MIDWIFER` for the council of that name."""
    said = _joined(wanted)
    fitting = [
        name
        for name in book.names
        if len(_joined(name)) >= _WHOLE and len(names.words_of(name)) > 1
        and said.startswith(_joined(name))
    ]  # fmt: skip
    return _only(wanted, fitting, "part")


def _joined(text: str) -> str:
    return "".join(word for word in names.words_of(text) if word not in _JOINTS)


def short_form(wanted: str, book: Book) -> str:
    """The one word of the records that leaves out some letters: `qbooks` for `quickbooks`."""
    joined = _letters(_plain(wanted))
    if not joined.isalpha() or len(joined) < _LONG + 2:
        return ""
    found = [word for word in book.words if _is_short_for(word, joined)]
    return found[0] if len(found) == 1 else ""


def _is_short_for(word: str, whole: str) -> bool:
    """Whether a word has the first and last letters of a longer one, and others in their order."""
    if not _LONG <= len(word) < len(whole) or len(word) * 2 < len(whole):
        return False
    if word[0] != whole[0] or word[-_SHORT:] != whole[-_SHORT:]:
        return False
    letters = iter(whole)
    return all(letter in letters for letter in word)


def initialled(wanted: str, book: Book) -> tuple[str, ...]:
    """The people of whom the bank writes the initial alone that somebody's first name has: `Tom`
    may be `T BRENNAN`, which is worth a question and no more."""
    said = names.words_of(wanted)
    if len(said) != 1 or len(said[0]) < _SHORT or not said[0].isalpha():
        return ()
    parts = {name: split_words(fold(name)) for name in book.names}
    return tuple(
        name
        for name, words in parts.items()
        if len(words) > 1 and words[0] == said[0][0] and len(words[1]) >= _SHORT
    )


def _letters(text: str) -> str:
    return "".join(letter for letter in fold(text) if letter.isalnum())


def _plain(wanted: str) -> str:
    return " ".join(names.words_of(wanted)) or wanted


def _only(wanted: str, fitting: Iterable[str], how: names.How) -> names.Found:
    """One name; several differ, and none of them is taken."""
    found = tuple(fitting)
    return names.Found(wanted, found, how) if len(found) == 1 else names.Found(wanted)


_WAYS: tuple[Callable[[str, Book], names.Found], ...] = (
    _abbreviated, _contained, _nickname, _divided, _clipped, _cut_off, _public, _of_trade,
    _acquainted, _given,
)  # fmt: skip
