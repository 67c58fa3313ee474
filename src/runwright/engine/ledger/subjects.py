"""What a question about money is about, and whether a booking is about the same.

A subject is one alternative or several; a booking fits when it meets every demand of one. A
demand is a word of the booking, a category, or a word of the own account's name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from runwright.context.index.words import fold
from runwright.engine.ledger import accounts
from runwright.engine.ledger.aliases import forms, name_length
from runwright.engine.ledger.categories import by_name, leaves, named_in, search_words
from runwright.engine.ledger.entries import Entry
from runwright.engine.ledger.frame import EXCEPT, FRAME, SEPARATORS, WEAK
from runwright.engine.ledger.words import stem, stems
from runwright.engine.patterns import lazily

_PIECE = lazily(r"[\w$]+(?:['\u2019&.-]\w+)*|[,&/+]")
_NETWORKS = (
    r"visa|mastercard|amex|american express|checking|savings|giro|girokonto|paypal|revolut|monzo"
    r"|n26|wise"
)
_USING = r"(?:from|on|with|using|use|used|via)\s+(?:my|the|our)"
_BOOKINGS = r"(?:spending|purchases|charges|expenses|transactions|bookings)\b"
_ACCOUNT = lazily(
    r"\b(?:from|on|with|in|into|to|using|use|used|by|via|of)\s+(?:my|the|our)\s+((?:\w+\s){1,3}?)"
    r"(?:accounts?|cards?)\b"
    rf"|\b{_USING}\s+({_NETWORKS})\b"
    rf"|\b{_USING}\s+(cards?)\b(?!\s+(?:games?|shops?|stores?|readers?|fees?|factory))"
    rf"|\b((?:credit|debit|bank|current|checking)\s)(?:cards?|accounts?)\s+(?={_BOOKINGS})"
    rf"|\b(?:my|the|our)\s+(cards?)\s+(?={_BOOKINGS})",
    re.I,
)
_EXCEPT = lazily(EXCEPT, re.I)
_APOSTROPHE = lazily(r"['\u2019]")
_TOWARDS = frozenset({"at", "from", "to", "with"})
"""Behind them stands who is on the other side."""
JOINT = "&"
"""Stands in one name, or between two."""


class Demand(NamedTuple):
    """One thing that a booking must have."""

    said: str
    """The words of the question."""
    category: str = ""
    of_account: bool = False
    must: bool = False
    """Whether it can never be left aside: a name, or what narrows a category."""

    def is_met(self, entry: Entry) -> bool:
        """Whether the booking has it."""
        if self.of_account:
            return accounts.fits(self.said, entry.account_words)
        if self.category:
            if not leaves(self.category).isdisjoint(entry.categories):
                return True
            if _is_weak(self.said.split()):
                return False
        spelled = [form for form in forms(self.said) if _may_have(entry.spelling, form)]
        if any(_has(entry.words, form) for form in spelled):
            return True
        plain = bool(spelled) and not self.category and not self.must
        return plain and entry.account_words.issuperset(stems(self.said))


Alternative = tuple[Demand, ...]


class Subject(NamedTuple):
    """What to count, and what to leave out; empty when everything is meant."""

    alternatives: tuple[Alternative, ...] = ()
    but: tuple[Alternative, ...] = ()

    def fits(self, entry: Entry) -> bool:
        """Whether a booking is about it."""
        if self.alternatives and not _fits(self.alternatives, entry):
            return False
        return not self.but or not _fits(self.but, entry)

    def said(self) -> str:
        """The subject in the words of the question."""
        return " and ".join(filter(None, map(_said, self.alternatives)))

    def categories(self) -> tuple[str, ...]:
        """The categories it names, each once."""
        named = (demand.category for each in self.alternatives for demand in each)
        return tuple(dict.fromkeys(filter(None, named)))

    def is_everything(self) -> bool:
        """Whether all that was paid is meant, be it from one account that is there for paying."""
        return all(
            demand.of_account and accounts.EVERYDAY.issuperset(demand.said.split())
            for alternative in self.alternatives
            for demand in alternative
        )

    def search_words(self) -> tuple[str, ...]:
        """Words of which each fitting booking has one; empty when there are none such."""
        found: dict[str, None] = {}
        for alternative in self.alternatives:
            telling = [demand for demand in alternative if not demand.of_account]
            if not telling:
                return ()
            for demand in telling:
                found.update(dict.fromkeys(demand.said.split()))
                found.update(dict.fromkeys(word for form in forms(demand.said) for word in form))
                found.update(
                    dict.fromkeys(search_words(demand.category) if demand.category else ())
                )
        return tuple(found)

    def encoded(self) -> dict[str, str]:
        """The subject as arguments of a step."""
        packed = {"subject": _packed(self.alternatives), "but": _packed(self.but)}
        return {key: value for key, value in packed.items() if value}


def decoded(subject: str, but: str = "") -> Subject:
    """The subject that arguments of a step say."""
    return Subject(_unpacked(subject), _unpacked(but))


def subject_in(text: str) -> Subject:
    """What a question is about, once its days and amounts are taken out."""
    cut = _EXCEPT.search(text)
    wanted, but = (text[: cut.start()], text[cut.end() :]) if cut else (text, "")
    return Subject(_alternatives(wanted), _alternatives(but))


def _alternatives(text: str) -> tuple[Alternative, ...]:
    own = tuple(
        Demand(words, of_account=True)
        for match in _ACCOUNT.finditer(text)
        if (words := accounts.asked(match[match.lastindex or 0], FRAME))
    )
    if own:
        text = _ACCOUNT.sub(" , ", text)
    pieces = _PIECE.findall(text)
    names = _names(pieces)
    placed = frozenset(
        piece
        for before, piece in pairwise(pieces)
        if before.lower() in _TOWARDS and fold(piece) not in FRAME
    )
    runs: list[list[str]] = [[]]
    for at, piece in enumerate(pieces):
        if piece == "&" and 0 < at < len(pieces) - 1 and {pieces[at - 1], pieces[at + 1]} <= names:
            runs[-1].append(piece)  # "Marks & Spencer" is one name, unless bookings know two
            continue
        if fold(piece) in SEPARATORS:
            runs.append([])
        else:
            runs[-1].append(piece)
    found = [made for run in runs if (made := _alternative(run, names, placed))]
    if not found:
        return (own,) if own else ()
    return tuple((*alternative, *own) for alternative in dict.fromkeys(found))


def _names(pieces: Sequence[str]) -> frozenset[str]:
    """Words with a capital within the question: "Best Buy" is no buying."""
    capital = [
        piece
        for piece in pieces[1:]
        if piece[0].isupper() and len(piece) > 1 and not _is_contraction(fold(piece))
    ]
    return frozenset(capital) if len(capital) * 2 < len(pieces) else frozenset()


def _alternative(run: Sequence[str], names: frozenset[str], placed: frozenset[str]) -> Alternative:
    plain = [fold(piece) for piece in run]
    demands: list[Demand] = []
    at = 0
    stemmed = [stem(word) for word in plain]
    sure = names | placed
    named = {
        found.start: found
        for found in named_in(stemmed)
        # "At Subway" is a shop, and no kind of transport.
        if not (found.end - found.start == 1 and run[found.start] in names & placed)
    }
    while at < len(plain):
        found = named.get(at)
        joined = _joined_name(run, at, names)
        if joined:
            demands.append(Demand(" ".join(run[at : at + joined]), must=True))
            at += joined
            continue
        length = name_length(stemmed, at)
        if length > (found.end - at if found else 0):
            demands.append(Demand(" ".join(run[at : at + length]), must=True))
            at += length
            continue
        if found is not None:
            demands.append(Demand(" ".join(run[at : found.end]), found.category))
            at = found.end
            continue
        if _is_telling(run[at], plain[at], names):
            narrows = at + 1 in named and not _is_weak(run[at + 1 : named[at + 1].end])
            demands.append(Demand(run[at], must=run[at] in sure or narrows))
        at += 1
    return _without_weak(demands)


def _joined_name(run: Sequence[str], at: int, names: frozenset[str]) -> int:
    """How many words from a place on are names with an "&" among them."""
    end = at
    while end < len(run) and (run[end] == JOINT or run[end] in names):
        end += 1
    return end - at if JOINT in run[at:end] else 0


def _is_telling(written: str, plain: str, names: frozenset[str]) -> bool:
    bare = plain.replace("'", "").replace("\u2019", "")
    framing = bare in FRAME or _is_contraction(plain)
    return (not framing or written in names) and stem(plain) != "" and len(bare) > 1


def _is_contraction(plain: str) -> bool:
    """ "I've", "when's": an asking word with the next one in it."""
    return (
        _APOSTROPHE.split(plain, maxsplit=1)[0] in FRAME and _APOSTROPHE.search(plain) is not None
    )


def _without_weak(demands: Sequence[Demand]) -> Alternative:
    strong = [each for each in demands if not _is_weak(each.said.split())]
    kept = strong or demands
    return tuple(dict.fromkeys(kept))


def _is_weak(words: Sequence[str]) -> bool:
    return all(fold(word) in WEAK for word in words)


def _fits(alternatives: Iterable[Alternative], entry: Entry) -> bool:
    return any(all(demand.is_met(entry) for demand in each) for each in alternatives)


def _may_have(text: str, phrase: Sequence[str]) -> bool:
    """A quick look before a text is cut into words: a stem may end otherwise in it."""
    return all(word[:-1] in text for word in phrase)


def _has(words: Sequence[str], phrase: Sequence[str]) -> bool:
    """Whether all the words are there; several in a row may stand anywhere."""
    return all(word in words for word in phrase)


def _said(alternative: Alternative) -> str:
    known = {demand.category or demand.said: demand for demand in reversed(alternative)}
    kept = [demand for demand in alternative if demand in known.values()]
    return " ".join(demand.said for demand in kept if not demand.of_account)


def _packed(alternatives: Iterable[Alternative]) -> str:
    return "|".join(
        ";".join(
            f"{'@' if demand.of_account else '!' if demand.must else ''}{demand.said}"
            f"{f'#{demand.category}' if demand.category else ''}"
            for demand in alternative
        )
        for alternative in alternatives
    )


def _unpacked(text: str) -> tuple[Alternative, ...]:
    if not text:
        return ()
    return tuple(tuple(map(_demand, packed.split(";"))) for packed in text.split("|"))


def _demand(packed: str) -> Demand:
    said, _, category = packed.removeprefix("@").removeprefix("!").partition("#")
    known = category if category in by_name() else ""
    return Demand(said, known, packed.startswith("@"), packed.startswith("!"))
