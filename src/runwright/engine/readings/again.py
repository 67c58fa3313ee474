"""Questions that mean what the one before found: "and how often?", "where was it?", "who?".

They name nothing themselves. Which bookings they mean is what the last question that stood on its
own meant; days that they say take the place of its days.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from runwright.engine.around import Around
from runwright.engine.ledger.asking import Asked
from runwright.engine.ledger.following import cost_of, last_question, leans
from runwright.engine.ledger.frame import FRAME
from runwright.engine.ledger.questions import Question, question, without
from runwright.engine.patterns import lazily
from runwright.engine.periods import find_periods
from runwright.engine.readings import calendar
from runwright.engine.readings.money import LONGEST, asks, steps_for
from runwright.engine.types import Step
from runwright.engine.vocabulary import words_in

_ASKS_FOR: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, lazily(rf"\W*(?:and\s+|so\s+|also\s+)*(?:{pattern})\b", re.I))
    for name, pattern in (
        ("count", r"how\s+(?:often|frequently|many\s+(?:times|payments|purchases|visits))"),
        ("cost", r"(?:for\s+)?how\s+much|what\s+(?:did|does|do|was|is)\s+(?:it|that|they)\s+cost"),
        ("told", r"when|where|who|whom|from\s+whom|to\s+whom|(?:in|at|on)?\s*(?:which|what)\s+"
                 r"(?:shop|store|place|day|date|merchant|company|card|account)|what\s+for"
                 r"|what\s+(?:was|is|were)\s+(?:it|that|this|they)\s+for|which"),
    )
)  # fmt: skip
_EXTREME = lazily(
    r"\W*(?:and\s+)?(?:(?:what|which)(?:['\u2019]s|\s+(?:is|was|were))?(?:\s+one)?\s+)?(?:(?:is|was)\s+)?"
    r"(?:the|my)\s+(?:(?P<low>smallest|lowest|cheapest|least\s+expensive)|biggest|largest|highest"
    r"|most\s+expensive|priciest)(?:\s+(?:one|item|thing|single\s+one|of\s+them))?\W*",
    re.I,
)
_SHORT = tuple(
    (lazily(rf"\W*(?:and\s+|at\s+|also\s+)*(?:{pattern})\W*", re.I), whole)
    for pattern, whole in (
        (r"where(?:\s+exactly)?|what\s+(?:place|room|address)", "Where is it?"),
        (r"what\s+(?:is|was)\s+(?:it|that)\s+(?:about|called)|what\s+about", "When is it?"),
        (r"when(?:\s+exactly)?|what\s+(?:day|date)", "When is it?"),
        (r"what\s+time|from\s+when", "What time does it start?"),
        (r"until\s+when|till\s+when", "What time does it end?"),
        (r"how\s+long", "How long is it?"),
        (
            r"(?:with\s+)?whom?(?:['\u2019]s|\s+is|\s+was|\s+are|\s+were|\s+will\s+be)?(?:\s+else)?"
            r"(?:['\u2019]s|\s+is|\s+was)?(?:\s+(?:there|coming|going|invited|attending|in\s+it))?",
            "Who is there?",
        ),
    )
)
_MEANS_IT = lazily(
    r"\b(?:it|that|this|them|they|those|these|there|him|her|the\s+(?:payment|money|bill|one)s?)\b",
    re.I,
)
_NAMES_NOTHING = FRAME | words_in(
    [
        "arrive arrived come came go goes gone went happen happened charge charged booked book"
        " visit visited shop shopped eat ate eaten buy bought order ordered get got receive"
        " received leave left take took taken debited credited else exactly again altogether"
        " total all times time often frequently together there for from whom who where which"
        " shop store place day date merchant company payment money bill one card account was"
        " were is are it that this them they those these him her cost costs much many each"
    ]
)
_HOW_MUCH = lazily(r"\W*how\s+much\b", re.I)
_SPENT_THERE = lazily(r"\b(?:spen[dt]|pa(?:y|id)|altogether|in\s+total|overall)\b", re.I)
_WORD = lazily(r"[^\W\d_]+")
_BARE = 3
"""A question of so few words leans on the one before without saying so."""
_GROUPED = ("most", "least", "often")


def read(part: str, around: Around) -> Sequence[Step] | None:
    """The figure that the part asks for, of the bookings that the last full question meant."""
    if "finance" not in around.sources or not around.before or len(part) > LONGEST:
        return None
    today = around.moment.now.astimezone(around.moment.zone).date()
    wanted = _wanted(part, today)
    if not wanted:
        return _on_the_same_days(part, around, today)
    before = _before(around, today)
    if before is None or before.other is not None:
        return None
    if wanted == "told":
        return (Step("aggregate", "", {"figure": "when", "again": "payments"}),)
    meant = _meant(part, wanted, before)
    days = tuple((each.start, each.end) for each in find_periods(part, today, -1))
    selection = meant.selection._replace(days=days or meant.selection.days)
    return steps_for(part, meant._replace(selection=selection))


def of_event(part: str, around: Around) -> Sequence[Step] | None:
    """ "Where?", "Who is coming?" after a question to the calendar, whatever else may be read."""
    if not around.before or "calendar" not in around.sources or not (whole := _whole(part)):
        return None
    known = [text for text in around.before if not _whole(text)]
    words = frozenset(_WORD.findall(known[-1].lower())) if known else frozenset()
    if not known or not calendar.read(known[-1], around._replace(words=words, before=())):
        return None
    words = frozenset(_WORD.findall(whole.lower()))
    alone = around._replace(sources=("calendar",), words=words, before=tuple(known))
    return calendar.read(whole, alone)


def _whole(part: str) -> str:
    """A short question about an event, said in full."""
    return next((whole for short, whole in _SHORT if short.fullmatch(part)), "")


def _on_the_same_days(part: str, around: Around, today: date) -> Sequence[Step] | None:
    """ "How much did I spend in May? And how much did I earn?": neither days nor a subject."""
    if not _HOW_MUCH.match(part) or not asks(part, around) or not asks(around.before[-1], around):
        return None
    own = question(part, today)
    before = _before(around, today)
    if before is None or own.other is not None or own.asked.order or own.asked.by:
        return None
    if own.selection.is_dated() or own.selection.subject.alternatives or not before.selection.days:
        return None
    return steps_for(
        part, own._replace(selection=own.selection._replace(days=before.selection.days))
    )


def _wanted(part: str, today: date) -> str:
    """What a part asks for that names nothing itself; empty when it can stand alone."""
    bare = without(part, [period.span for period in find_periods(part, today, -1)])
    if found := _EXTREME.fullmatch(bare):
        return "min" if found["low"] else "max"
    words = _WORD.findall(bare.lower())
    if any(word not in _NAMES_NOTHING for word in words):
        return ""
    if not _MEANS_IT.search(bare) and len(words) > _BARE:
        return ""
    return next((name for name, pattern in _ASKS_FOR if pattern.match(bare)), "")


def _before(around: Around, today: date) -> Question | None:
    """The last question about money that stood on its own, if nothing else was asked since."""
    texts = list(around.before)
    while texts and _wanted(texts[-1], today):
        texts.pop()
    if not texts or not (asks(texts[-1], around) or leans(texts[-1])):
        return None
    first = next((at for at, text in enumerate(texts) if asks(text, around)), None)
    return None if first is None else last_question(texts[first:], today)


def _meant(part: str, wanted: str, before: Question) -> Question:
    if wanted in ("max", "min"):
        direction = before.selection.direction or "out"
        return Question(Asked(wanted, direction), before.selection._replace(direction=direction))
    return _counted(before) if wanted == "count" else _cost(part, before)


def _counted(before: Question) -> Question:
    direction = before.selection.direction or before.asked.direction
    return Question(Asked("count", direction), before.selection._replace(direction=direction))


def _cost(part: str, before: Question) -> Question:
    if before.asked.by or before.asked.order in _GROUPED or before.asked.figure in ("max", "min"):
        return before
    if before.asked.figure == "when" and not before.asked.order:
        return cost_of(before)._replace(asked=Asked("price", "out", order="now"))
    if _SPENT_THERE.search(part):
        return cost_of(before._replace(asked=before.asked._replace(order="")))
    return cost_of(before)
