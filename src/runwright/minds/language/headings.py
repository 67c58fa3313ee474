"""Headings: `Events in Basel` names a topic, and `The lab is closing` asserts something.

A heading over facts is a statement as well: what stands below it licenses each of its words, or it
is marked. One that asserts over other parts is listed with what nobody has checked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, takewhile

from runwright.minds.language import licence, operators, quotations, scope, vocabulary
from runwright.minds.language.evidence import Evidence, RecordText, titles_of
from runwright.minds.language.labels import FRAME, VERBS
from runwright.minds.language.parts import Derived, Fact, Heading, Language, List, Part, Table
from runwright.minds.language.spoken import spoken
from runwright.minds.language.template import Filled, Hole, masked
from runwright.minds.language.vocabulary import canonical
from runwright.text.calendar_words import MONTHS, WEEKDAYS
from runwright.text.calendars import Viewpoint
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
    vocabulary.FUNCTION, vocabulary.COUNTED, FRAME, licence.NOUNS, MONTHS, WEEKDAYS,
)  # fmt: skip
_TOPICS = word_set("overview summary details answer note notes other uberblick ubersicht antwort")
_COMPARING = (
    vocabulary.NEGATION | vocabulary.UNIVERSAL | vocabulary.MORE | vocabulary.LESS
    | vocabulary.EQUAL | vocabulary.AFFIRMATION
)  # fmt: skip
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


def below(after: Sequence[Part]) -> list[Part]:
    """The parts that a heading stands over: those up to the next one."""
    return list(takewhile(lambda part: not isinstance(part, Heading), after))


def texts(parts: Iterable[Part]) -> Iterator[str]:
    """The words of the facts in some parts."""
    for part in parts:
        match part:
            case Fact() | Derived():
                yield part.text
            case List():
                yield from texts(part.entries)
            case Table():
                yield from (cell for row in part.rows for cell in row)


def quoted(parts: Iterable[Part], evidence: Evidence) -> Iterator[str]:
    """What is quoted in some parts, with the names of its documents."""
    for part in parts:
        if isinstance(part, List):
            yield from quoted(part.entries, evidence)
        elif isinstance(part, Fact) and part.quote:
            yield from (part.quote, *titles_of(part.record, evidence))


def problems(
    title: Filled, holes: Sequence[Hole], quoted: Iterable[str], evidence: Evidence
) -> Iterator[str]:
    """What a heading says that none of the slots below it carries; `quoted` are the texts that are
    quoted there, and the names of their documents."""
    every = (*title.holes, *holes)
    if asserts(title.text):
        yield "the heading asserts something: name the topic, without a verb"
    named = scope.union((slot for hole in every for slot in hole.slots), evidence)
    named |= vocabulary.keys(quoted)
    has_order = operators.has_order(every, evidence)
    text = masked(title, 0, len(title.text))
    for found, _ in reversed(spoken(text, Viewpoint(evidence.today))):
        text = f"{text[: found.start]} {text[found.end :]}"
    for word in (fold(each[0]).replace("’", "'") for each in _WORD.finditer(text)):
        is_known = canonical(word) in named or word in _TOPICS or (word in _RANKING and has_order)
        if not is_known and not licence.is_topic(word, every):
            yield f"“{word}”, in the heading, is carried by nothing below it"


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
