"""What is the largest, the next or the last of a whole was looked for in that whole.

`The next event in your calendar is {r1.rows[0].title}` needs a call that was restricted to nothing
that the title alone names. `The next {r1.rows[0].title}` says what it is the next one of.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from runwright.minds.language import restrictions, scope, vocabulary
from runwright.minds.language.comparisons import Sentence
from runwright.minds.language.evidence import Slot
from runwright.minds.language.omissions import Context
from runwright.minds.language.restriction import Restriction, Said
from runwright.minds.language.template import Hole
from runwright.minds.language.vocabulary import mentions
from runwright.text.folding import fold
from runwright.text.words import split_words

_RANKING = vocabulary.BIG | vocabulary.SMALL | vocabulary.EARLY | vocabulary.LATE
_VERB = re.compile(
    r"[:,;–—=(]|\b(?:is|are|was|were|be|has|have|had|will|went|goes|came|comes|takes?|took|falls?|"
    r"ist|sind|war|waren|wird|hat|haben|ging|geht|kam|kommt|findet|fand|steht)\b",
    re.IGNORECASE,
)
_COPULA = re.compile(
    r"[^.:;]*\b(?:is|was|are|were|will\s+be|ist|war|sind|waren)\s+(?:\w+\s+){0,2}$", re.IGNORECASE
)
_LED = re.compile(r"\b(?:at|for|with|to|from|by|bei|für|mit|an|von)[\s*_]+$", re.IGNORECASE)
_WHOLE = re.compile(
    r"\b(?:(?:in|on)\s+(?:your|the|my)\s+(?:whole\s+|entire\s+)?(?:calendar|account|diary|schedule)s?"
    r"|of\s+all|overall|(?:im|in\s+\w+)\s+Kalender|(?:auf|in)\s+\w+\s+Konto|insgesamt)\b",
    re.IGNORECASE,
)
_MOMENTS = ("start", "end", "day", "next", "first", "last")


def problems(sentence: Sentence, context: Context) -> Iterator[str]:
    """Superlatives, and `next`, `first` or `last`, of more than the call looked at."""
    places = [p for w, p in zip(sentence.words, sentence.places, strict=True) if w in _RANKING]
    if not places:
        return
    identified = [hole for hole in sentence.holes if _is_identified(hole, places, sentence)]
    own = _said(sentence, context, [hole for hole in sentence.holes if hole not in identified])
    every = _said(sentence, context, list(sentence.holes))
    # `The next event is on {day}`: of all events, where a few were looked at.
    is_placed = bool(identified) and bool(sentence.has(vocabulary.EARLY | vocabulary.LATE))
    is_whole = _WHOLE.search(sentence.text) is not None
    for slot in sentence.slots:
        for each in restrictions.of(slot):
            if each.is_said(own) or _is_order(each):
                continue
            # A series of payments is one thing, whatever its call was restricted to.
            is_bare = is_placed and "payments" not in slot.fields
            if is_whole or (each.names and (is_bare or each.is_said(every))):
                yield f"`{slot.path}` is “{each.phrase['en']}”, and the words rank a whole"
        if "payments" in slot.fields and _is_of_other_whole(slot, own, every):
            yield f"`{slot.path}` is of one series of payments, and the words rank all of them"


def _is_order(restriction: Restriction) -> bool:
    """`from today on` is what makes it the next one."""
    return not (restriction.names or restriction.excluded) and restriction.phrase["en"].startswith(
        ("from", "since", "until", "before", "by ")
    )


def _is_of_other_whole(slot: Slot, own: Said, every: Said) -> bool:
    """`The next payment is to {counterparty}`: the next one of that series alone."""
    if slot.leaf not in _MOMENTS:
        return False
    names = [each for group in scope.identities(slot) for each in group]
    return any(mentions(each, every.keys) for each in names) and not any(
        mentions(each, own.keys) for each in names
    )


def _is_identified(hole: Hole, places: list[int], sentence: Sentence) -> bool:
    """Whether a slot says which one it is that the words rank: `the next event is {title}`,
    `{title} is the next event`; and not `the next {title} is`, `for {name} the next event is`."""
    for place in places:
        if hole.start < place:
            between = sentence.text[hole.end - sentence.start : place - sentence.start]
            is_led = _LED.search(sentence.before(hole.start)) is not None
            if not is_led and _COPULA.fullmatch(between) and _names_noun(place, sentence):
                return True
        elif _VERB.search(sentence.text[place - sentence.start : hole.start - sentence.start]):
            return True
    return False


def _names_noun(place: int, sentence: Sentence) -> bool:
    """Whether what is ranked is a thing of some kind: `the next event`, and not `last paid`."""
    behind = [w for w, p in zip(sentence.words, sentence.places, strict=True) if p > place]
    return bool(set(behind[:2]) & vocabulary.COUNTED)


def _said(sentence: Sentence, context: Context, holes: list[Hole]) -> Said:
    """The words of a sentence and above it, with what some of its slots show."""
    lead = (
        context.lead
        if context.is_led or any(s.name in context.cited for s in sentence.slots)
        else ""
    )
    own = f"{context.heading} {lead} {sentence.text}"
    text = f"{own} {' '.join(hole.shown for hole in holes)}"
    words = frozenset(split_words(fold(text)))
    periods = [each for mention in sentence.periods for each in mention.readings]
    return Said(text, vocabulary.keys([text]), words, frozenset(split_words(fold(own))), periods)
