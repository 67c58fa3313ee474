"""Finding the names in records that a person means: exactly, by words, by beginnings, by initials,
or in spite of a slip of the pen.

It knows nothing of what the names are of. Each way is tried on all names before the next, and the
first that leads anywhere decides: whoever writes `Rewe` means `REWE City`, and not `Reve`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple

from runwright.text.folding import fold, strip_possessives
from runwright.text.stems import stem
from runwright.text.words import split_words, word_set

How = Literal["", "words", "beginnings", "cut", "initials", "part", "typo"]

MOST_NEAR = 3
_LEADING = word_set("the a an my our your his her their that this those these some any all")
_GENERIC = word_set("""
    shop shops store stores bill bills payment payments subscription subscriptions account order
    orders purchase purchases people guys folks meeting meetings call calls appointment
    appointments event events session sessions bookings booking charge charges fee fees place
    lesson lessons class classes tuition ticket tickets
    """)
"""What a name may be followed by: `the Vodafone bill`. Part of the name only if one has it."""
_JOINTS = word_set("and of the und et y")
"""Words between the parts of a name, which banks leave out or write as `&`."""
_VOWELS = frozenset("aeiouy")
_SHORTEST_BEGINNING = 3
_TELLING = 4
"""From how many letters on a word that two names share tells something."""
_ONE_SLIP, _TWO_SLIPS = 5, 9
"""From how many letters on a name may have one slip or two; shorter ones are another name."""


class Found(NamedTuple):
    """The names that are meant."""

    wanted: str
    """As the person wrote it, without what leads to it."""
    names: tuple[str, ...] = ()
    """As they stand in the records, each spelling once."""
    how: How = ""
    near: tuple[str, ...] = ()
    """Where none fits: those that look alike, the likeliest first."""

    def __bool__(self) -> bool:
        return bool(self.names)

    @property
    def is_plain(self) -> bool:
        """Whether it is what was written, and not a guess."""
        return self.how in ("words", "beginnings", "cut")


class _Name(NamedTuple):
    written: str
    words: tuple[str, ...]
    joined: str


def find(wanted: str, names: Iterable[str]) -> Found:
    """The names that fit, by the first way that leads to any."""
    return _find(wanted, tuple(names))


# A run begins anew whenever it has read more, and asks for the same names again.
@lru_cache(maxsize=4096)
def _find(wanted: str, names: tuple[str, ...]) -> Found:
    known = [_name(name) for name in dict.fromkeys(names) if name]
    written = " ".join(wanted.split())
    tries = [words for words in _tries(wanted) if words]
    for words in tries:
        for how, fits in _WAYS:
            if how == "initials" and _is_spoken(written):
                continue
            fitting = [name.written for name in known if name.words and fits(words, name)]
            if fitting:
                return Found(written, tuple(fitting), how)
    for words in tries:
        slips = _closest(words, known)
        if slips:
            return Found(written, slips, "typo")
    return Found(written, near=_near(tries[-1], known) if tries else ())


def _is_spoken(written: str) -> bool:
    """Whether one word can be said, and is not in capitals: `Tom` is not `Time Out Market`."""
    return written.isalpha() and not written.isupper() and bool(_VOWELS & set(fold(written)))


def words_of(wanted: str) -> tuple[str, ...]:
    """The words of a name as they are compared, without an article or a possessive."""
    words = split_words(strip_possessives(fold(wanted).replace("’", "'")))
    while len(words) > 1 and words[0] in _LEADING:
        words = words[1:]
    return tuple(words)


def contained(wanted: str, names: Iterable[str]) -> Found:
    """The names of two words or more that are a part of what was written: `Urban Sports` for
    `urban sports club`."""
    words = set(words_of(wanted))
    whole = [name for name in dict.fromkeys(names) if name and len(_name(name).words) > 1]
    found = tuple(name for name in whole if set(_name(name).words) < words)
    return Found(" ".join(wanted.split()), found, "part" if found else "")


def same(one: str, other: str) -> bool:
    """Whether two are spellings of one name."""
    return _name(one).joined == _name(other).joined


def _tries(wanted: str) -> list[tuple[str, ...]]:
    """The whole name, then without what a name is often followed by."""
    words = words_of(wanted)
    telling = tuple(word for word in words if word not in _GENERIC)
    unjoined = tuple(word for word in telling if word not in _JOINTS)
    tries = dict.fromkeys((words, telling, unjoined if len(unjoined) > 1 else telling))
    return list(tries)


@lru_cache(maxsize=8192)
def _name(written: str) -> _Name:
    words = words_of(written)
    return _Name(written, words, "".join(words))


# Ways -------------------------------------------------------------------------------------------


def _by_words(wanted: Sequence[str], name: _Name) -> bool:
    """`city rewe` fits `REWE City`; `tkmaxx` fits `TK Maxx`, and the other way round."""
    joined = "".join(wanted)
    return set(wanted) <= set(name.words) or any(
        "".join(window) == joined for window in _windows(name.words, len(wanted), 2)
    )


def _by_beginnings(wanted: Sequence[str], name: _Name) -> bool:
    """`amazon` fits `AmazonMktplc`, `standups` fits `Standup`; `car` does not fit `Carla`."""
    return all(any(_begins(word, other) for other in name.words) for word in wanted)


def _begins(word: str, other: str) -> bool:
    if word == other or (word.isalpha() and other.isalpha() and stem(word) == stem(other)):
        return True
    shorter, longer = sorted((word, other), key=len)
    if len(shorter) < _SHORTEST_BEGINNING or not longer.startswith(shorter):
        return False
    # A plural or a possessive is the same name; a longer word only if the beginning is most of it,
    # or ends where a name does: `jet2` is `Jet2holidays`.
    is_telling = len(shorter) >= 5 or (word[-1].isdigit() and not word.isdigit())
    return len(longer) - len(shorter) <= 1 or (shorter == word and is_telling)


def _by_cut_words(wanted: Sequence[str], name: _Name) -> bool:
    """`Alaska Airlines` fits `ALASKA AIR`: banks cut words at their end, never all of them."""
    spoken = [word for word in wanted if word not in _JOINTS]
    shared = [word for word in spoken if word in name.words and len(word) >= _TELLING]
    return (
        len(spoken) > 1
        and bool(shared)
        and all(
            any(_begins(word, other) or _is_cut(word, other) for other in name.words)
            for word in spoken
        )
    )


def _is_cut(word: str, other: str) -> bool:
    return len(other) >= _SHORTEST_BEGINNING and other.isalpha() and word.startswith(other)


def _by_initials(wanted: Sequence[str], name: _Name) -> bool:
    """`M&S` fits `Marks and Spencer`, `Nora Quinn` fits `N QUINN BIRTHDAY`."""
    if _is_shortened(wanted, name):
        return True
    joined = "".join(word for word in wanted if word != "and")
    spoken = [word for word in name.words if word not in ("and", "of", "the", "und")]
    initials = "".join(word[0] for word in spoken)
    return len(joined) >= 2 and len(joined) <= len(initials) and initials.startswith(joined)


def _is_shortened(wanted: Sequence[str], name: _Name) -> bool:
    """Whether a name has somebody's surname behind the initial alone, as banks write people."""
    return len(wanted) > 1 and (wanted[0][0], wanted[-1]) in pairwise(name.words)


_WAYS: tuple[tuple[How, Callable[[Sequence[str], _Name], bool]], ...] = (
    ("words", _by_words),
    ("beginnings", _by_beginnings),
    ("cut", _by_cut_words),
    ("initials", _by_initials),
)


def _windows(words: Sequence[str], size: int, slack: int) -> Iterable[Sequence[str]]:
    """Neighbouring words, about so many."""
    for length in range(max(size - slack, 1), size + slack + 1):
        for at in range(len(words) - length + 1):
            yield words[at : at + length]


# Slips ------------------------------------------------------------------------------------------


def _closest(wanted: Sequence[str], known: Sequence[_Name]) -> tuple[str, ...]:
    """The names with the fewest slips, if they have few enough."""
    joined = "".join(wanted)
    allowed = (len(joined) >= _ONE_SLIP) + (len(joined) >= _TWO_SLIPS)
    if not allowed or not joined.isalpha():
        return ()
    rated = [(_slips(joined, wanted, name, allowed), name.written) for name in known]
    best = min((slips for slips, _ in rated), default=allowed + 1)
    if best > allowed:
        return ()
    return tuple(written for slips, written in rated if slips == best)


def _near(wanted: Sequence[str], known: Sequence[_Name]) -> tuple[str, ...]:
    """Names that look alike, but not enough to be taken for what was meant."""
    joined = "".join(wanted)
    most = max(1, len(joined) // 3)
    rated = [(_slips(joined, wanted, name, most), name.written) for name in known]
    close = sorted(each for each in rated if each[0] <= most)
    return tuple(written for _, written in close[:MOST_NEAR])


def _slips(joined: str, wanted: Sequence[str], name: _Name, most: int) -> int:
    """The fewest slips that make a part of a name of the words; more than `most` if too many."""
    parts = {"".join(window) for window in _windows(name.words, len(wanted), 1)}
    return min((distance(joined, part, most) for part in parts), default=most + 1)


def distance(one: str, other: str, most: int) -> int:
    """How many letters were added, left out, changed or swapped; `most` + 1 if there are more."""
    if abs(len(one) - len(other)) > most or len(set(one) ^ set(other)) > 2 * most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        last, before, row = before, row, [i]
        for j, there in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != there))
            if i > 1 and j > 1 and letter == other[j - 2] and there == one[i - 2]:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return min(row[-1], most + 1)
