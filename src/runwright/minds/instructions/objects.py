"""What a rule is about: sources, or items by account, amount, days, direction, kind and subject.

"The household account", "payments below 10 EUR", "events with Anna since 2025", "my documents".
A word that can be held against nothing makes the whole unread: a rule that is half understood
would leave out what nobody asked to leave out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from runwright.minds.instructions import sizes
from runwright.minds.instructions.subjects import Subject, subject_in
from runwright.minds.instructions.types import Filter
from runwright.text import periods
from runwright.text.calendars import Viewpoint
from runwright.text.folding import fold
from runwright.text.stopwords import STOP_WORDS
from runwright.text.words import word_set

DOCUMENT = "document"
"""What rules call passages, pages and tables that are no finance."""
_KIND_OF = {"calendar": "event", "documents": DOCUMENT, "finance": "transaction"}
_WHOLE = r"\b(?:%s)\b(?:\s+(?:data|records?|entries|items?))?"
_SOURCES: Mapping[str, re.Pattern[str]] = {
    "calendar": re.compile(_WHOLE % r"calendars?|agendas?|diary|diaries|schedules?", re.I),
    "documents": re.compile(
        _WHOLE % r"documents?|docs?|files?|notes?|papers?|pdfs?|letters?|uploads?", re.I
    ),
    "finance": re.compile(_WHOLE % r"finances?|ledger|bank", re.I),
}
_KINDS = {
    "event": re.compile(
        r"\b(?:events?|appointments?|meetings?|calls|calendar entr(?:y|ies)|calendar items?)\b",
        re.I,
    ),
    "transaction": re.compile(
        r"\b(?:(?:bank\s+)?transactions?|bookings?|payments?|purchases?|statements?"
        r"|(?:finance|financial|bank|account|money)\s+(?:data|records?|entr(?:y|ies)|statements?|items?))\b",
        re.I,
    ),
    DOCUMENT: re.compile(r"\b(?:passages?|tables?|pages?)\b", re.I),
}
_NUMBER = re.compile(
    r"\b(?:(?:the|my|our)\s+)?(?:bank\s+)?accounts?\s+"
    r"(?:(?:number|no\.?|nr\.?|with the number|iban)\s*"
    r"|(?:that\s+)?end(?:s|ing)?\s+(?:in|with|on)\s+)?"
    r"(?P<number>[A-Z]{2}\d{2}[\dA-Z …]{4,34}\d|[\d*X…][\d*X… -]{2,30}\d)",
    re.I,
)
_STOPS = (
    r"from|on|of|in|to|with|for|via|the|my|our|your|and|or|any|all|this|that|own|payments?"
    r"|transactions?|bookings?|use|only|between|calendars?|documents?|docs|files|notes|finances?"
)
_ACCOUNT = re.compile(
    rf"(?:\b(?:from|on|of|in|to|with|for|via)\s+)?(?:\b(?:the|my|our|your)\s+)?"
    rf"\b(?P<names>(?!(?:{_STOPS})\b)[\w&'-]+(?:\s+(?!(?:{_STOPS})\b)[\w&'-]+)?"
    rf"(?:(?:\s*,\s*|\s+(?:and|or)\s+)(?:the\s+|my\s+|our\s+)?(?!(?:{_STOPS})\b)[\w&'-]+){{0,3}})\s+"
    r"(?:bank\s+)?(?:accounts?|cards?)\b",
    re.I,
)
_JOINED = re.compile(r"\s*,\s*|\s+(?:and|or)\s+(?:the\s+|my\s+|our\s+)?", re.I)
_NO_NAME = word_set("bank money finance financial own other different these those two both all")
_TRANSFERS = re.compile(
    r"\b(?:(?:internal|own|bank|account)\s+)*transfers?"
    r"(?:\s+(?:between|among|within|from one|to)\s+(?:(?:my|our|the|own|other|your)\s+)*"
    r"accounts?)?\b"
    r"|\bmo(?:ves|vements|ney moved)\s+between\s+(?:(?:my|our|the|own)\s+)*accounts?\b",
    re.I,
)
_COUNTED_AS = re.compile(r"\bas\s+(?:spending|expenses?|income|costs?|payments?)\b", re.I)
_CANCELLED = re.compile(r"\b(?:cancell?ed|called[\s-]off)\b", re.I)
_OUT = re.compile(
    r"\b(?:money\s+(?:that\s+|which\s+)?(?:leaves|goes\s+out|is\s+(?:spent|paid)|was\s+spent"
    r"|i\s+spen[dt]|spent|going out)|outgoing(?:s|\s+(?:payments?|money|transactions?|bookings?))?"
    r"|expenses?|expenditures?|spending|debits?|costs|what (?:i|we) (?:spen[dt]|pay|paid))\b",
    re.I,
)
_IN = re.compile(
    r"\b(?:money\s+(?:that\s+|which\s+)?(?:comes\s+in|arrives|came\s+in|is\s+received"
    r"|i\s+(?:receive|get)|coming in)|incoming(?:\s+(?:payments?|money|transactions?|bookings?))?"
    r"|income|credits|earnings|deposits?|what (?:i|we) (?:earn(?:ed)?|received?|got))\b",
    re.I,
)
_EVENT_WORDS = word_set(
    "birthday birthdays holiday holidays vacation vacations tentative reminder reminders"
)
_RELATES = re.compile(
    r"\b(?:to|from|with|at|in|about|by|concerning|regarding|mentioning|mention|mentions|named|called|for|of|on"
    r"|involving|related to|concerns?|have to do with)\s+(?P<what>.+)$",
    re.I,
)
_HOLLOW = word_set("""
    amount amounts anything everything all items item entries entry things thing data information
    sources source records record context whatever something that which is are was were have has
    smaller larger bigger dated concerning about mention mentions related than else nothing kind
    called named and or not be in on from with to at for of by other the my our your a an any
    involving do concerns regarding dates years
""")
OLDER = re.compile(
    r"\b(?:that (?:is|are) )?older\s+than\s+"
    r"(?P<span>(?:\d{1,3}|an?|one|two|three|four|five|six|ten|twelve)\s+(?:day|week|month|year)s?)\b",
    re.I,
)
"""How far back is too far."""
_ANY_DAY = date(2026, 6, 15)
"""Where days stand in a text does not depend on the day it is read."""


class Object(NamedTuple):
    """What a rule is about."""

    sources: tuple[str, ...] = ()
    """Whole sources."""
    filter: Filter | None = None
    rest: tuple[str, ...] = ()
    """Words that could be held against nothing."""


class _Text:
    """A text out of which pieces are taken as they are understood."""

    def __init__(self, text: str) -> None:
        self.left = text

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """The first match, taken out."""
        found = pattern.search(self.left)
        if found is not None:
            self.cut(*found.span())
        return found

    def cut(self, start: int, end: int) -> None:
        """Take a piece out; a comma keeps what stood around it apart."""
        self.left = f"{self.left[:start]} , {self.left[end:]}"


def read_object(words: str, said: str, *, only: bool) -> Object:
    """The sources or the filter that the words name."""
    text = _Text(_COUNTED_AS.sub("", words))
    accounts = _accounts(text)
    days, size = _days(text), _sizes(text)
    transfers = text.take(_TRANSFERS) is not None
    cancelled = text.take(_CANCELLED) is not None
    direction = "out" if text.take(_OUT) else "in" if text.take(_IN) else ""
    currency = _currency(text) or size.currency
    sources, kinds = _sources(text), _kinds(text)
    subject, rest = _subject(text.left)
    found = size._replace(
        said=said, only=only, accounts=accounts, days=days, transfers=transfers,
        cancelled=cancelled, direction=direction, currency=currency, subject=subject,
    )  # fmt: skip
    bare = found == Filter(said, only)
    if bare:
        named = (source for source in _SOURCES if _KIND_OF[source] in kinds)
        return Object(tuple(dict.fromkeys((*sources, *named))), None, rest)
    return _narrowing(found, sources, kinds, rest)


def _narrowing(
    found: Filter, sources: tuple[str, ...], kinds: tuple[str, ...], rest: tuple[str, ...]
) -> Object:
    of_sources = tuple(_KIND_OF[source] for source in sources)
    if found.accounts and of_sources and "finance" not in sources:
        # "My calendar and the household account": a source, and a part of another.
        whole = (*sources, "finance") if found.only else sources
        return Object(whole, found._replace(kinds=("transaction",)), rest)
    kinds = tuple(dict.fromkeys((*kinds, *of_sources)))
    if not kinds and found.only and _is_spending(found.subject):
        kinds = ("transaction",)
    return Object((), found._replace(kinds=kinds), rest)


def _is_spending(subject: Subject) -> bool:
    """Whether only kinds of spending and income are named, which no event or document has."""
    return bool(subject.alternatives) and all(
        any(demand.category for demand in each) for each in subject.alternatives
    )


def _accounts(text: _Text) -> tuple[str, ...]:
    if numbered := text.take(_NUMBER):
        return (numbered["number"].strip(),)
    found = _ACCOUNT.search(text.left)
    if found is None:
        return ()
    names = [name.strip() for name in _JOINED.split(found["names"])]
    telling = [name for name in names if name and not set(fold(name).split()) <= _NO_NAME]
    if not telling:
        return ()
    text.cut(*found.span())
    return tuple(telling)


def _days(text: _Text) -> str:
    if older := text.take(OLDER):
        return older[0]
    found = periods.find(text.left, Viewpoint(_ANY_DAY, tense="past"))
    if not found:
        return ""
    start, end = found[0].start, found[-1].end
    said = text.left[start:end]
    text.cut(start, end)
    return " ".join(said.split())


def _sizes(text: _Text) -> Filter:
    found = sizes.find(text.left)
    if found is None:
        return Filter("", only=True)
    text.cut(found.start, found.end)
    return Filter(
        "", only=True, above=found.above, least=found.least, below=found.below, most=found.most,
        currency=found.currency,
    )  # fmt: skip


def _currency(text: _Text) -> str:
    codes, places = sizes.currencies_in(text.left)
    for start, end in reversed(places):
        text.cut(start, end)
    return codes


def _sources(text: _Text) -> tuple[str, ...]:
    return tuple(source for source, named in _SOURCES.items() if text.take(named) is not None)


def _kinds(text: _Text) -> tuple[str, ...]:
    return tuple(kind for kind, pattern in _KINDS.items() if text.take(pattern) is not None)


def _subject(left: str) -> tuple[Subject, tuple[str, ...]]:
    """Who or what is named, and the words that say nothing that an item could be held against."""
    left = " ".join(left.split()).strip(" ,")
    subject = subject_in(left)
    if not subject.alternatives and not subject.but:
        return Subject(), _loose(left)
    related = _RELATES.search(left)
    sure = fold(related["what"]) if related else ""
    for alternative in subject.alternatives:
        for demand in alternative:
            plain = fold(demand.said)
            named = demand.category or demand.said[:1].isupper() or plain in _EVENT_WORDS
            if not named and plain not in sure:
                return Subject(), (demand.said,)
    return subject, ()


def _loose(left: str) -> tuple[str, ...]:
    words = re.findall(r"[^\W\d_]+", left)
    return tuple(
        word for word in words if fold(word) not in _HOLLOW and fold(word) not in STOP_WORDS
    )
