"""What a prompt tells beside what it asks: `I'm getting my papers in order. What did I spend?`

A sentence that asks nothing and names nothing is left out, and so are words that only turn to
whoever is asked. One that tells something may name what a question after it is about.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from runwright.minds.embedded.query import Span
from runwright.text.folding import fold
from runwright.text.sentences import sentences
from runwright.text.words import split_words, word_set

Names = Callable[[str], Sequence[Span]]
"""What a sentence names, alone."""
_LEADS = word_set("""
    and so also but then ok okay hey hi hiya hello well oh ah or plus now um uh hmm hm right anyway
    just yeah basically honestly actually look listen sorry please pls kindly
    """)
"""What may stand before the first word of a sentence."""
_SUBJECTS = word_set("""
    i i'm im i've ive i'd i'll we we're we've we'd we'll he he's she she's they they're it it's you
    you're you've there there's been someone somebody everyone everybody nobody this that that's
    these those
    """)
_VERBS = word_set("""
    is isn't was wasn't are aren't were has hasn't have haven't had says said told thinks thought
    asked reckons keeps
    """)
_QUESTIONS = word_set("""
    what what's whats who who's whos whose whom which when when's whens where where's wheres why
    why's how how's hows any anything tell show explain give list find check compare count sum add
    calculate convert summarise summarize draft write send book move cancel
    """)
_INVERTED = word_set("""
    is isn't are aren't was wasn't were am do don't does did didn't has have had can could will
    would should may might
    """)
"""Verbs that begin a question, unless an article follows: `have a look`."""
_CONDITIONS = word_set("""
    include including included exclude excluding except without only ignore ignoring skip leave
    count table chart graph csv spreadsheet file bullet bullets list short brief briefly
    """)
_DEMANDS = word_set("want need like know see whether if")
_MOST_SENTENCES = 12
"""Of a longer prompt none is looked at by itself: each look costs a parse."""
_ADDRESSED = word_set("you you've you're you'd you'll me us yourself")
_TRAILING_OFF = re.compile(r"(?<=\.\.|.…)\s+")
"""Behind dots a new sentence may begin with any letter."""
_COLON = re.compile(r"(?<=[^\W\d_]:)\s+")


class Parted(NamedTuple):
    """A prompt in two."""

    told: tuple[str, ...]
    """Sentences that name something and ask nothing, in front of what asks."""
    asked: str


def parted(prompt: str, names: Names) -> Parted:
    """What a prompt tells, and what it asks: all of it, if nothing else asks."""
    found = [
        stretch[start:end]
        for stretch in _TRAILING_OFF.split(_without_address(prompt))
        for start, end in sentences(stretch)
    ]
    if len(found) < 2:
        return Parted((), found[0] if found else prompt)
    if len(found) > _MOST_SENTENCES:
        return Parted((), prompt)
    asking = [each for each in found if _asks(each)]
    named = {each: tuple(names(each)) for each in found if each not in asking}
    told, left_out = set[str](), set[str]()
    for each, spans in named.items():
        if not _CONDITIONS.isdisjoint(_words(each)) or _demands(each, spans):
            continue
        if not spans:
            left_out.add(each)
        elif asking and _is_statement(each):
            told.add(each)
    if told and not any(names(each) for each in asking):
        told.clear()  # "I took money out in May. How much?" asks of what was told
    asked = [each for each in found if each not in told | left_out]
    if not asked:
        return Parted((), prompt)
    # What is told behind a question is nothing that the question goes on about.
    ahead = found[: max((n for n, each in enumerate(found) if each in asking), default=0)]
    return Parted(tuple(each for each in ahead if each in told), " ".join(asked))


def _without_address(prompt: str) -> str:
    """The prompt without what stands before a colon and only turns to whoever is asked, or tells
    how one comes to ask: `sorry to trouble you again: …`."""
    lead, *rest = _COLON.split(prompt, maxsplit=1)
    words = _words(lead)
    if not rest or not rest[0].strip() or any(sign.isdigit() for sign in lead):
        return prompt
    is_told = _is_statement(lead) or not _ADDRESSED.isdisjoint(words)
    is_lead = all(word in _LEADS for word in words)
    pieces = [_words(piece) for piece in lead.split(",")]
    is_told = is_told or any(piece and piece[0] in _SUBJECTS for piece in pieces)
    is_asking = _asks(lead) or not _CONDITIONS.isdisjoint(words)
    return rest[0] if is_lead or (is_told and not is_asking) else prompt


def _asks(sentence: str) -> bool:
    if "?" in sentence:
        return True
    first, *rest = _after_leads(sentence) or [""]
    is_inverted = first in _INVERTED and rest[:1] not in (["a"], ["an"])
    return first in _QUESTIONS or is_inverted


def _demands(sentence: str, spans: Sequence[Span]) -> bool:
    """`I'd like the same for June`, but not `I'd like to settle this`."""
    places = [found.start() for found in re.finditer(r"[\w'’]+", sentence)
              if fold(found.group()) in _DEMANDS]  # fmt: skip
    return bool(places) and any(span.start > places[0] for span in spans)


def _is_statement(sentence: str) -> bool:
    words = _after_leads(sentence)
    if len(words) < 2:
        return False
    return words[0] in _SUBJECTS or not _VERBS.isdisjoint(words[1:4])


def _after_leads(sentence: str) -> list[str]:
    words = _words(sentence)
    while words and words[0] in _LEADS:
        words = words[1:]
    return words


def _words(sentence: str) -> list[str]:
    return [word.replace("’", "'") for word in split_words(fold(sentence))]
