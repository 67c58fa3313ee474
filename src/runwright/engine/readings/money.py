"""Questions about money: the bookings are chosen first, then counted or compared.

A part is about money when its words say so and the run may read the finance records. Where it may
read documents too, the words must speak of what the asker did: a contract has prices as well.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from runwright.engine.around import Around
from runwright.engine.ledger.currencies import SIGN
from runwright.engine.ledger.following import (
    asks_cost_of_it,
    cost_of,
    last_question,
    leans,
    pays_it,
    taken_up,
    with_days_of,
    with_name_of,
    with_one_of,
)
from runwright.engine.ledger.plainly import put_plainly
from runwright.engine.ledger.questions import Question, question
from runwright.engine.ledger.selection import Selection
from runwright.engine.ledger.shares import is_of_income
from runwright.engine.ledger.subjects import Subject
from runwright.engine.patterns import lazily
from runwright.engine.types import Step, Want
from runwright.engine.vocabulary import words_in

LONGEST = 1_000
"""A longer part tells a story; it is searched for as a whole."""
_BALANCE_WORDS = ("balance", "saldo", "solde", "kontostand")
SURE = words_in(
    [
        "spend spends spent spending spendings expense expenses expenditure expenditures earn"
        " earned earnings paid pay paying payment payments transaction transactions salary"
        " wage wages refund refunds refunded purchase purchases withdrawal withdrawals merchant"
        " merchants payee payees outgoings bought income charged cashflow paycheck debited credited"
    ]
)
"""Words that speak of money that moved."""
_UNSURE = words_in(
    [
        "cost costs price bill bills invoice invoices balance fee fees euro euros dollar dollars"
        " pound pounds franc francs eur usd gbp chf expensive cheapest priciest received receive"
        " charge charges rent deposit cheaper dearer pricier paycheque deposits transfer"
        " transfers transferred buy costly net save"
        " saved finances finance subscription subscriptions money tax taxes budget"
        " groceries reimbursed cash"
    ]
)
_ALONE = words_in(
    [
        "compare compared versus vs total sum average median largest biggest highest smallest"
        " lowest most least often many list show when top per more less"
    ]
)
"""Words that ask for figures: enough where there is nothing but finance records."""
_HAPPENED = lazily(
    r"\b(?:did|have|has|had|was|were|came|went|bought|ago)\b.*\b(?:i|we|my|our|me|us|account"
    r"|card)\b"
    r"|\b(?:i|we|my|our|account|card)\b.*\b(?:did|have|has|had|was|were|came|went|bought)\b",
    re.I | re.S,
)
_MODAL = lazily(
    r"\b(?:can|could|may|must|should|would|will|do|does)\s+(?:i|we|it)\s+(?:\w+\s+)?(?:have\s+to|need\s+to"
    r"|pay(?!\s+(?:for|to|at|each|every|per|a)\b)|owe|get|be\s+charged)\b"
    r"|\bhow\s+much\b.{0,30}\b(?:can|may|must|should|would)\b",
    re.I,
)
_CLAIMS = lazily(r"\W*(?:did|has|have|had|was|were)\b", re.I)
_OWES = lazily(r"\b(?:i|we)\s+(?:still\s+)?owe\b", re.I)
_CAME_FROM = lazily(r"\b(?:from|by)\s+\w", re.I)
_SIGNS = lazily(SIGN)
_WORD = lazily(r"[a-z]+")
_HOW_MUCH = lazily(
    r"\bhow much\b(?!\s+(?:time|longer|older|sleep|notice|vacation|leave|water))", re.I
)
_VISITS = lazily(
    r"\bhow\s+(?:often|many\s+times)\b.{0,30}\b(?:i|we)\b.{0,20}\b(?:eat|ate|eaten|shop|shopped"
    r"|dine|dined|buy|bought|order|ordered|drink|drank|tank|tanked|refuel\w*|fill(?:ed)?\s+up|been"
    r"|(?:get|got|had|have)\s+(?:lunch|dinner|breakfast|coffee|food|takeaway|takeout)|go|gone"
    r"|visit\w*)\b.{0,30}?\b(?:(?:at|from|in|with|to)\s+)?(?-i:[A-Z\u00c0-\u00de])",
    re.I,
)
"""Matches visits to a shop or a restaurant, which payments tell."""
_PURCHASED = lazily(
    r"^\W*(?:what|how\s+much)\s+(?:did|has|have)\s+(?:the|my|our|that|this|those|these)\s+"
    r"(?!company|group|firm|project|city|government|state|war|programme|program)"
    r"[^?.!,;]{2,60}?\s+cost(?:\s+(?:me|us))?\b",
    re.I,
)
"""Matches a purchase that lies behind: "what did the glasses cost?"."""
_CHARGED = lazily(
    r"^\W*(?:what|how\s+much)\s+(?:did|has|have)\s+(?:(?:the|my|our|that)\s+|(?=(?-i:[A-Z])))[^?.!,;]{2,40}?\s+"
    r"(?:charged?|billed?|taken?)\b",
    re.I,
)
"""Matches what somebody took for their work: "what did the plumber charge?"."""
_TIME_SPENT = lazily(r"\b(?:time|hours|minutes)\b.{0,40}\bspen[dt]\b", re.I)
_OF_EVENTS = ("sum", "price", "list", "count", "whether", "max", "min")
_MINE = words_in(["i my me we our us mine"])
_DOCUMENT = lazily(
    r"\b(?:contract|agreement|lease|policy|document|documents|report|paper|according to|file|files"
    r"|pdf|letter|e-?mail|notes|attached|attachment|offer|quote)\b",
    re.I,
)

_OTHERS = lazily(
    r"\b(?:the (?:company|group|firm|bank|issuer|parent|board)|company's|fiscal|shareholders?"
    r"|revenues?|net income|income tax|millions?|billions?|operating|depreciation)\b",
    re.I,
)
"""Words of what companies report: whoever asks so asks a document."""


def read(part: str, around: Around) -> Sequence[Step] | None:
    """Choose the bookings, then count or compare them."""
    today = around.moment.now.astimezone(around.moment.zone).date()
    if _OWES.search(part):
        # Bookings tell what was paid; what is owed stands in documents.
        alone = set(around.sources) == {"finance"}
        return (Step("aggregate", "", {"figure": "owed"}),) if alone else None
    plain = put_plainly(part)
    if plain != part:
        part = plain
        around = around._replace(words=frozenset(_WORD.findall(part.lower())))
    part = with_one_of(with_days_of(part, around.before, today), around.before, today)
    if around.before and len(part) <= LONGEST and (leans(part) or asks_cost_of_it(part)):
        return _following(part, around, today)
    if not is_about_money(part, around):
        return _nothing_else(part, around, today)
    if around.before and pays_it(part) and (steps := _of_it(part, around, today)):
        return steps
    steps = steps_for(part, question(part, today))
    if _MODAL.search(part) and "documents" in around.sources:
        # What somebody may pay stands in a contract, if it is not a booking to the letter.
        last = {**steps[-1].arguments, "or_prose": " ".join(around.sources)}
        return (*steps[:-1], steps[-1]._replace(arguments=last))
    return _or_event(steps, question(part, today), around)


def _of_it(part: str, around: Around, today: date) -> Sequence[Step] | None:
    """ "… and when did I pay it?": what the part before was about."""
    own = question(part, today)
    if own.selection.subject.alternatives or own.selection.days:
        return None
    if not asks(around.before[-1], around):
        named = with_name_of(part, around.before[-1], today)
        return steps_for(named, question(named, today)) if named != part else None
    if own.asked.figure == "when":
        return (Step("aggregate", "", {"figure": "when", "again": "payments"}),)
    before = last_question(around.before, today)
    return steps_for(part, before._replace(asked=own.asked)) if before else None


def _or_event(steps: tuple[Step, ...], asked: Question, around: Around) -> tuple[Step, ...]:
    """Where no booking has the words, an event of the calendar may: "at the UX Days"."""
    subject = asked.selection.subject
    plain = len(subject.alternatives) == 1 and not subject.categories()
    if not plain or "calendar" not in around.sources or steps[-1].action != "aggregate":
        return steps
    if asked.asked.figure not in _OF_EVENTS or asked.selection.direction == "in":
        return steps
    last = steps[-1]._replace(arguments={**steps[-1].arguments, "or_event": subject.said()})
    return (*steps[:-1], last)


def _nothing_else(part: str, around: Around, today: date) -> Sequence[Step] | None:
    """Where only finance records may be read, what somebody did is looked for among bookings."""
    if set(around.sources) != {"finance"} or len(part) > LONGEST:
        return None
    asked_ = question(part, today)
    if asked_.selection.subject.categories():
        return steps_for(part, asked_)
    if not _HAPPENED.search(part) and not _CLAIMS.match(part):
        return None
    telling = asked_.selection.subject.alternatives or asked_.selection.days
    return steps_for(part, asked_) if telling else None


def _following(part: str, around: Around, today: date) -> Sequence[Step] | None:
    """A part that leans on a question about money before it."""
    first = next((at for at, text in enumerate(around.before) if asks(text, around)), None)
    if first is None:
        if pays_it(part) and (steps := _of_it(part, around, today)):
            return steps
        alone = not leans(part) and is_about_money(part, around)
        return steps_for(part, question(part, today)) if alone else None
    before = last_question(around.before[first:], today)
    if before is not None and asks_cost_of_it(part):
        return steps_for(part, cost_of(before))
    asked_ = taken_up(part, before, today) if before else None
    return steps_for(part, asked_) if asked_ else None


def asks(text: str, around: Around) -> bool:
    """Whether an earlier part asked about money."""
    return is_about_money(text, around._replace(words=frozenset(_WORD.findall(text.lower()))))


def is_about_money(part: str, around: Around) -> bool:
    """Whether the part asks about bookings that the run may read."""
    if "finance" not in around.sources or len(part) > LONGEST or _TIME_SPENT.search(part):
        return False
    sure = not SURE.isdisjoint(around.words)
    unsure = _UNSURE if set(around.sources) - {"finance"} else _UNSURE | _ALONE
    cue = sure or not unsure.isdisjoint(around.words)
    if _CHARGED.search(part) and not _DOCUMENT.search(part):
        return True
    if _VISITS.search(part) or (_PURCHASED.search(part) and not _DOCUMENT.search(part)):
        return True
    if not cue and not _HOW_MUCH.search(part) and not _SIGNS.search(part):
        return False
    if "documents" not in around.sources:
        return sure or "calendar" not in around.sources or not _MINE.isdisjoint(around.words)
    if _DOCUMENT.search(part):
        return False
    return not _MINE.isdisjoint(around.words) or (sure and not _OTHERS.search(part))


def steps_for(part: str, asked: Question) -> tuple[Step, ...]:
    """The steps of a question."""
    if asked.other is not None:
        said = {"figure": asked.asked.figure, "claim": asked.claim, "by": asked.asked.by}
        kept = {key: value for key, value in said.items() if value}
        return _comparison(part, asked.selection, asked.other, kept)
    if asked.asked.figure == "share":
        return _share(part, asked)
    arguments = asked.selection.encoded()
    wants = [asked.selection.want()]
    if asked.asked.figure == "balance":
        wants.append(Want("finance", text=part, whole=True, words=_BALANCE_WORDS))
    kept = {
        "figure": asked.asked.figure,
        "by": asked.asked.by,
        "top": str(asked.asked.top or ""),
        "order": asked.asked.order,
    }
    limit = asked.limit.encoded("limit.") if asked.limit else {}
    if asked.place.alternatives:
        limit = Selection(asked.place).encoded("place.")
    counting = {**arguments, **limit, **{key: value for key, value in kept.items() if value}}
    choosing = {**arguments, "for": asked.asked.figure}
    return (
        Step("filter", "", choosing, wants=tuple(wants)),
        Step("aggregate", "", counting),
    )


def _share(part: str, asked: Question) -> tuple[Step, ...]:
    if asked.whole.alternatives:
        named = asked.selection._replace(subject=asked.whole)
        if asked.whole.is_income() and not asked.selection.subject.is_income():
            # What is spent of a salary is no part of it, but held against it all the same.
            spent = asked.selection._replace(direction="out")
            return _comparison(part, spent, named._replace(direction="in"), {"figure": "share"})
        return _comparison(part, asked.selection, named, {"figure": "share"})
    direction = "in" if is_of_income(part) else asked.selection.direction or "out"
    of_income = direction == "in" and not asked.selection.subject.is_income()
    of_income = of_income and not _CAME_FROM.search(part) and not asked.selection.subject.but
    some = asked.selection._replace(direction="out" if of_income else direction)
    if not some.subject.alternatives:
        plain = asked._replace(asked=asked.asked._replace(figure="sum"))
        return steps_for(part, plain)
    but = Subject(but=some.subject.but)
    whole = Selection(but, days=some.days, direction=direction, currency=some.currency)
    return _comparison(part, some, whole, {"figure": "share"})


def _comparison(
    part: str, left: Selection, right: Selection, kept: dict[str, str]
) -> tuple[Step, ...]:
    sides = {**left.encoded("left."), **right.encoded("right.")}
    wants = tuple(dict.fromkeys((left.want(), right.want())))
    return (
        Step("filter", "", {**sides, "sides": "left right", "for": kept["figure"]}, wants=wants),
        Step("compare", "", {**sides, **kept}),
    )
