"""Headings: `Events in Basel` names a topic, and `The lab is closing` asserts something.

A heading that asserts is listed with what nobody has checked, and what stands below it must carry
it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from runwright.minds.language import quotations, vocabulary
from runwright.minds.language.evidence import RecordText
from runwright.minds.language.labels import FRAME, VERBS
from runwright.minds.language.parts import Language
from runwright.text.calendar_words import MONTHS, WEEKDAYS
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set

_FINITE = VERBS - word_set("been being having worden") | word_set("""
    can could may might must shall should cannot isn't aren't wasn't weren't don't doesn't didn't
    won't go goes went come comes came rose rises fell falls grew grows owe owes pay pays needs need
    got gets becomes became stays stay remains remain exceeds costs
    kann konnen konnte darf durfen muss mussen soll sollen sollte bleibt bleiben gibt kommt geht
    ging kam steigt stieg sinkt sank kostet zahlt braucht bekommt
    """)
_ASKING = word_set("what which who whom whose where when why how was wer wen wem wo wann wie warum "
                   "welche welcher welches")  # fmt: skip
_GERMAN_ENDINGS = ("e", "er", "es", "en", "em")
_PARTICIPLES = ("ed", "ing")
_NOUNS = frozenset().union(
    vocabulary.JOINING, vocabulary.COUNTED, *vocabulary.FAMILIES.values(), FRAME,
    vocabulary.SPENT, vocabulary.RECEIVED, MONTHS, WEEKDAYS,
)  # fmt: skip
_COMPARING = (
    vocabulary.NEGATION | vocabulary.UNIVERSAL | vocabulary.MORE | vocabulary.LESS
    | vocabulary.EQUAL | vocabulary.AFFIRMATION
)  # fmt: skip
_CHANGING = (vocabulary.MORE | vocabulary.LESS | word_set("down gesunken gestiegen")) - word_set("""
    more mehr less weniger above below beyond later earlier spater fruher longer shorter langer
    """)
"""Words that compare even in a heading without a verb; `More details` compares nothing."""
_RANKING = vocabulary.BIG | vocabulary.SMALL | vocabulary.EARLY | vocabulary.LATE
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")


def asserts(title: str) -> bool:
    """Whether a heading has a verb that makes a statement of it; a question states nothing."""
    words = split_words(fold(title))
    if not words or title.rstrip(" *_").endswith("?") or words[0] in _ASKING:
        return False
    # The month, and German `sein`, have a capital or stand first.
    found = [fold(each[0]) for each in _WORD.finditer(title) if each[0] != "May"]
    return any(word in _FINITE for word in found[1:])


def compares(title: str) -> str:
    """The word with which a heading that asserts denies, compares or says `all`; or nothing."""
    lexicon = _COMPARING if asserts(title) else _CHANGING
    said = [word for word in split_words(fold(title)) if word in lexicon]
    return said[0] if said else ""


def ranks(title: str) -> str:
    """The word with which a heading ranks what stands below it: `Your largest expense`."""
    words = split_words(fold(title))
    for at, word in enumerate(words):
        if word in _RANKING and set(words[at + 1 : at + 3]) & (
            vocabulary.COUNTED | vocabulary.SPENT
        ):
            return word
    return ""


def over_quotation(
    title: str, quote: str, record: RecordText, titles: list[str], language: Language,
    asked: frozenset[str] = frozenset(),
) -> Iterator[str]:  # fmt: skip
    """A heading that may assert something introduces the quotation below it as its own words do;
    `asked` are the words of the calls, which may be a topic."""
    known = asked | set(split_words(fold(f"{record.title} {record.text} {' '.join(titles)}")))
    if not (asserts(title) or _may_assert(title, known, language)):
        return
    found = quotations.problems(f"{title.rstrip(' :')}:", quote, record, titles, language)
    if any(each.startswith("the words before") for each in found):
        yield "the heading above the quotation says more than it does"


def _may_assert(title: str, known: frozenset[str], language: Language) -> bool:
    """Whether a word may be a verb or a verdict: one that neither a call nor the record has, in
    English a participle as well; German writes nouns in capitals."""
    found = [each[0] for each in _WORD.finditer(title)]
    if not found or title.rstrip(" *_").endswith("?"):
        return False
    if len(found) == 1 and found[0].endswith("s"):
        # `Promises`: one noun is a topic.
        return False
    if fold(found[0]).endswith("ed") or set(split_words(fold(title))) & _COMPARING:
        return True
    for word, after in pairwise((*found, ".")):
        folded = fold(word)
        if folded in _NOUNS:
            continue
        is_participle = language == "en" and folded.endswith(_PARTICIPLES)
        if folded in known and not is_participle:
            continue
        is_adjective = after[0].isupper() and folded.endswith(_GERMAN_ENDINGS)
        if language == "en" or is_adjective or (word[0].islower() and not after[0].isupper()):
            return True
    return False
