"""The words of a person, found in the texts of records: the forms in which they stand there.

A tool compares whole words. So what is given to it are the words of the records themselves, and a
person may say `viewings` of a `Flat viewing`, `Bens birthday`, or `dentits`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from runwright.text.event_words import (
    PHRASES,
    are_spellings,
    are_synonyms,
    are_translations,
    names_kind,
)
from runwright.text.folding import fold
from runwright.text.stems import stem
from runwright.text.stopwords import STOP_WORDS
from runwright.text.words import split_words, word_set

_MOST_TERMS = 50
_LEAST_PREFIX = 4
_LEAST_WORD = 6
_LEAST_FUZZY = 4
_CLOSE = 0.8
_NEAR = 0.75
_LEAST_JOINED = 5
_POSSESSIVES = ("'s", "’s", "s'", "s’")
_FRAME = word_set("""
    trip trips week weekend teacher tour travel stay journey vacation holiday season teaching
    attending doing having visiting night evening practice practise rehearsal training club
    course done
    """)
"""What frames the name of an event: `Fargo trip`. It is left out where nothing bears both, and
that is said."""
_LOOSE = word_set("concert gig show performance film movie musical opera match game")
"""What a thing is, where its title may do with its name: `the Brahms concert` is `Gewandhaus:
Requiem (Brahms)`. It is left out like a frame where a few titles bear the name, and none says
that it is something else."""
_MOST_LOOSE = 3
_AGAINST = word_set("v vs versus gegen")
_EDGES = {("end",): ("last", "day"), ("last", "day"): ("end",), ("start",): ("first", "day"),
          ("beginning",): ("first", "day"), ("first", "day"): ("start",)}  # fmt: skip
"""What the two ends of something are called, and may be called in a title."""
_TRAINS = word_set("ice ic ec re rb ire rj rjx tgv nj")
_ROUTE = word_set("nach to from von zuruck")
_ALIASES = {("one", "on", "one"): "1 1", ("one", "to", "one"): "1 1", ("1", "on", "1"): "1 1"}
_EMPTY = word_set("""
    meeting meetings appointment appointments event events call calls session sessions thing things
    stuff one ones date dates slot slots booking bookings class classes lesson lessons visit visits
    plan plans entry entries block blocks mr mrs ms miss dr prof professor doctor herr frau sir
    family guys people team folks calendar diary
    """)
"""What says little of an event or a person, and is left out where nothing bears it."""


_COMING = word_set("man guy bloke")
"""Who comes for something, by which alone titles call it: `the boiler man`."""
_OF_LIFE = word_set("work private personal family school home job office")
"""What people call whole calendars by. None of them is short for another word."""


Ways = tuple[Callable[[str, str], bool], ...]
"""How a word may stand for another, the surest way first."""


class Terms(NamedTuple):
    """What stands in the records for the words of a person."""

    terms: tuple[str, ...] = ()
    """Each as a record has it; a record that has all words of one of them is meant."""
    texts: tuple[str, ...] = ()
    """The texts that have them."""
    read_as: str = ""
    """The word of the records that a misspelt one was taken for."""
    guess: int = 0
    """How far it was taken: 0 for the word itself, 3 for another spelling."""
    near: tuple[str, ...] = ()
    """Texts that come near, if none fits."""
    without: str = ""
    """A word that frames the name and stands in no text beside it."""
    is_sure: bool = False
    """Whether the texts say what the word does in another way."""

    def __bool__(self) -> bool:
        return bool(self.terms)


def is_loose(word: str) -> bool:
    """Whether a word says what a thing is, so that others of that name may be something else."""
    return fold(word) in _LOOSE or fold(word).removesuffix("s") in _LOOSE


def telling_words(phrase: str) -> list[str]:
    """The folded words that tell something, or all if none does."""
    words = [_bare(word) for word in split_words(fold(phrase))]
    for alias, name in _ALIASES.items():
        if tuple(words[: len(alias)]) in (alias, (*alias[:-1], f"{alias[-1]}s")):
            words = [*name.split(), *words[len(alias) :]]
    return [word for word in words if word not in STOP_WORDS] or words


def find_terms(phrase: str, texts: Iterable[str], *, are_titles: bool = False) -> Terms:
    """What stands in the texts for a phrase: all its words in one text. In titles they may stand
    in another language, too."""
    return _find_terms(phrase, tuple(dict.fromkeys(texts)), are_titles)


# A run begins anew whenever it has read more, and asks for the same phrases again.
@lru_cache(maxsize=1024)
def _find_terms(phrase: str, texts: tuple[str, ...], are_titles: bool) -> Terms:
    words = telling_words(phrase)
    split = {text: _split(text) for text in texts if text}
    vocabulary = {word for text in split.values() for word in text}
    full = [word for word in words if word not in _EMPTY and word not in _COMING]
    tries = [words, full] if full else [words]
    ways = _WAYS
    if are_titles:
        ways = _TITLE_WAYS
        tries += [_in_phrases(wanted) for wanted in tries]
    guess = None
    for wanted in _unique([*tries, *(_by_edge(phrase) if are_titles else ())]):
        forms = {word: _forms(word, vocabulary, ways) for word in wanted}
        fitting = _fitting(split, forms)
        if fitting is not None:
            found = Terms(*fitting, read_as=_read_as(forms, ways), guess=_guess(forms, ways))
            if not found.guess:
                return found
            guess = guess or found
    return (
        _joined(phrase, split)
        or guess
        or (_by_train(tries[-1], split, vocabulary) if are_titles else None)
        or _framed(tries[-1], split, vocabulary, ways)
        or Terms(near=_near(full or words, split, vocabulary))
    )


def _unique(tries: Iterable[list[str]]) -> list[list[str]]:
    """Each of some lists of words once."""
    return [list(words) for words in dict.fromkeys(map(tuple, tries))]


def _by_edge(phrase: str) -> list[list[str]]:
    """`end of term` as the `Last day of term`, and the other way round."""
    words = split_words(fold(phrase))
    for edge, other in _EDGES.items():
        size = len(edge)
        if tuple(words[:size]) == edge and words[size : size + 1] == ["of"] and words[size + 1 :]:
            return [[*other, *telling_words(" ".join(words[size + 1 :]))]]
    return []


def _in_phrases(words: Sequence[str]) -> list[str]:
    """Two words that another language has one for, as one: `tax adviser`."""
    found: list[str] = []
    for word in words:
        pair = f"{found[-1]} {_singular(word)}" if found else ""
        if pair in PHRASES:
            found[-1] = pair
        else:
            found.append(word)
    return found


def is_empty(phrase: str) -> bool:
    """Whether a phrase says nothing of an event but that it is one."""
    return all(word in _EMPTY for word in telling_words(phrase))


def is_nearly_empty(word: str) -> bool:
    """The same in another spelling: `apointments`."""
    return bool(get_close_matches(fold(word), _EMPTY, n=1, cutoff=_CLOSE))


def is_of_life(phrase: str) -> bool:
    """Whether a phrase names a side of life, as calendars are named: `work meetings`."""
    words = telling_words(phrase)
    full = [word for word in words if word not in _EMPTY or word in _OF_LIFE]
    return len(full) == 1 and full[0] in _OF_LIFE


def _framed(
    words: Sequence[str], split: Mapping[str, tuple[str, ...]], vocabulary: set[str], ways: Ways
) -> Terms | None:
    """The name without what frames it, if it stands in the texts as it is written; without what
    it is, if it stands in one alone."""
    for frame in (_FRAME, _FRAME | _LOOSE):
        kept = [word for word in words if word not in frame and _singular(word) not in frame]
        if not kept or len(kept) == len(words):
            continue
        forms = {word: _forms(word, vocabulary, ways) for word in kept}
        fitting = _fitting(split, forms)
        if fitting is None or _guess(forms, ways):
            continue
        without = " ".join(word for word in words if word not in kept)
        is_few = len(fitting[1]) <= _MOST_LOOSE
        if frame == _FRAME or (is_few and not any(_is_of_kind(split[t]) for t in fitting[1])):
            return Terms(*fitting, without=without)
        against = tuple(text for text in fitting[1] if _is_against(split[text], forms))
        if words[-1] == without and against:
            every = [f"{term} {word}" for term in fitting[0] for word in sorted(_AGAINST)]
            return Terms(tuple(every[:_MOST_TERMS]), against, without=without, is_sure=True)
    return None


def _is_against(words: Sequence[str], forms: Mapping[str, frozenset[str]]) -> bool:
    """`Eli soccer vs Dublin` is a game: whom it is against stands behind the name alone."""
    for word in _AGAINST & set(words):
        before = words[: words.index(word)]
        return any(before[-1:] and before[-1] in form for form in forms.values())
    return False


def _is_of_kind(words: Sequence[str]) -> bool:
    """Whether a title says what it is, or is a train."""
    return any(word in _EMPTY or names_kind(_singular(_bare(word))) for word in words) or bool(
        _train_of(words)
    )


def _train_of(words: Sequence[str]) -> str:
    """The kind of train that a title names: `ICE 1508 nach Berlin`, `RE nach Halle`."""
    for word, after in pairwise(words):
        if word in _TRAINS and (after.isdigit() or after in _ROUTE):
            return word
    return ""


def _by_train(
    words: Sequence[str], split: Mapping[str, tuple[str, ...]], vocabulary: set[str]
) -> Terms | None:
    """`the train to Berlin`, where a title has the number of the train."""
    kept = [word for word in words if _singular(word) != "train"]
    if len(kept) == len(words):
        return None
    forms = {word: _forms(word, vocabulary, _TITLE_WAYS[:1]) for word in kept}
    trains = {text: own for text, own in split.items() if _train_of(own)}
    fitting = _fitting(trains, {**forms, "train": _TRAINS})
    return None if fitting is None else Terms(*fitting)


@lru_cache(maxsize=32_768)
def _split(text: str) -> tuple[str, ...]:
    return tuple(split_words(fold(text)))


@lru_cache(maxsize=32_768)
def _bare(word: str) -> str:
    """Without a possessive, and `1` for the `1s` of `1:1s`."""
    for ending in _POSSESSIVES:
        if word.endswith(ending):
            return word[: -len(ending)] + ("s" if ending[0] == "s" else "")
    return word[:-1] if word[-1:] == "s" and word[:-1].isdigit() else word


def _forms(word: str, vocabulary: set[str], ways: Ways) -> frozenset[str]:
    """The words of the records that stand for one: itself, then its forms, then its spellings."""
    for is_form in ways[:1] if word in _OF_LIFE else ways:
        found = frozenset(each for each in vocabulary if is_form(word, _bare(each)))
        if not found and is_form is _means_same:
            # Who says "gig" means no concert where titles have gigs.
            found = frozenset(each for each in vocabulary if _is_other_word(word, _bare(each)))
        if found:
            return found
    if len(word) < _LEAST_FUZZY or word in _OF_LIFE or any(sign.isdigit() for sign in word):
        return frozenset()
    bare = {_bare(each): each for each in vocabulary if each[:1].isalpha()}
    close = get_close_matches(word, sorted(bare), n=1, cutoff=_CLOSE)
    return frozenset(bare[each] for each in close)


def _is_same(word: str, other: str) -> bool:
    return word == other or _singular(word) == _singular(other)


@lru_cache(maxsize=32_768)
def _singular(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return f"{word[:-3]}y"
    if len(word) > 4 and word.endswith(("ches", "shes", "sses", "xes")):
        return word[:-2]
    return word[:-1] if len(word) > 3 and word[-1] == "s" and word[-2] != "s" else word


def _has_stem(word: str, other: str) -> bool:
    return stem(word) == stem(other)


def _has_prefix(word: str, other: str) -> bool:
    """`phys` for `physio`; of a longer word only what tells enough: `physio` for
    `physiotherapist`, but not `work` for `workshop`."""
    if not (word.isalpha() and other.isalpha()):
        return False
    if other.startswith(word):
        return len(word) >= _LEAST_PREFIX
    return word.startswith(other) and len(other) >= _LEAST_WORD


def _means_same(word: str, other: str) -> bool:
    """The same word in whatever spelling, or that of another language."""
    if _is_same(word, other) or are_spellings(word, other):
        return True
    one, two = _singular(word), _singular(other)
    return are_spellings(one, two) or are_translations(one, two)


def _is_other_word(word: str, other: str) -> bool:
    """Another word for the same; the s of `xmas` is no plural."""
    return are_synonyms(word, other) or are_synonyms(_singular(word), _singular(other))


_WAYS: Ways = (_is_same, _has_stem, _has_prefix)
_TITLE_WAYS: Ways = (_means_same, _has_stem, _has_prefix)


def _fitting(
    split: Mapping[str, tuple[str, ...]], forms: Mapping[str, frozenset[str]]
) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    terms: dict[str, None] = {}
    texts = []
    for text, words in split.items():
        if all(not form.isdisjoint(words) for form in forms.values()):
            used = [word for word in words if any(word in form for form in forms.values())]
            terms[" ".join(dict.fromkeys(used))] = None
            texts.append(text)
    return (tuple(terms)[:_MOST_TERMS], tuple(texts)) if terms else None


def _read_as(forms: Mapping[str, frozenset[str]], ways: Ways) -> str:
    """Where a word was taken for another one, and not for a form of itself."""
    taken = (
        "" if any(_distance(word, _bare(each), ways) < 2 for each in form) else sorted(form)[0]
        for word, form in forms.items()
        if form
    )
    return " ".join(filter(None, taken))


def _guess(forms: Mapping[str, frozenset[str]], ways: Ways) -> int:
    """How far the words are from those of the records: the same, a form, a beginning, a slip."""
    return max(
        min(_distance(word, _bare(each), ways) for each in form)
        for word, form in forms.items()
        if form
    )


def _distance(word: str, other: str, ways: Ways) -> int:
    if ways == _TITLE_WAYS and _is_other_word(word, other):
        return 0
    return next((at for at, is_form in enumerate(ways) if is_form(word, other)), len(ways))


def _is_form(word: str, other: str) -> bool:
    return any(is_form(word, _bare(other)) for is_form in _TITLE_WAYS)


def _joined(phrase: str, split: Mapping[str, tuple[str, ...]]) -> Terms:
    """`stand up` for `Standup`, `checkin` for `Check-in`."""
    wanted = _singular("".join(split_words(fold(phrase))))
    if len(wanted) < _LEAST_JOINED:
        return Terms()
    runs = {text: run for text, words in split.items() if (run := _run(wanted, words))}
    return Terms(tuple(dict.fromkeys(runs.values()))[:_MOST_TERMS], tuple(runs))


def _run(wanted: str, words: tuple[str, ...]) -> str:
    """The words of a text that make up one when they are written together."""
    for first in range(len(words)):
        for last in range(first + 1, min(len(words), first + 4) + 1):
            if _singular("".join(words[first:last])) == wanted:
                return " ".join(words[first:last])
    return ""


def _near(
    words: list[str], split: Mapping[str, tuple[str, ...]], vocabulary: set[str]
) -> tuple[str, ...]:
    close = set(_close_words(words, vocabulary))
    return tuple(text for text, others in split.items() if close & set(others))[:3]


def _close_words(words: list[str], vocabulary: set[str]) -> Iterator[str]:
    for word in words:
        if word in _EMPTY or len(word) < _LEAST_FUZZY:
            continue
        yield from (each for each in vocabulary if _is_form(word, each))
        yield from get_close_matches(word, sorted(vocabulary), n=2, cutoff=_NEAR)
