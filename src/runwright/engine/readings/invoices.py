"""Questions about an invoice: whether it was paid in full and on time, and which is higher.

The figures and days of the document are held against the payments; between two invoices, the
documents alone are enough.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from runwright.engine.around import Around
from runwright.engine.ledger.frame import FRAME
from runwright.engine.ledger.papers import GENERAL
from runwright.engine.ledger.selection import Selection
from runwright.engine.ledger.subjects import subject_in
from runwright.engine.types import Step, Want
from runwright.engine.vocabulary import words_in

_PAPER = re.compile(
    r"\b(?:invoices?|bills?|contract|quote|offer|receipt|document|documents|agreement)\b", re.I
)
_PAID = re.compile(
    r"\b(?:pay|pays|paid|paying|payment|payments|settled?|transfer\w*|owe|owed)\b", re.I
)
_MATCHES = re.compile(
    r"\b(?:match(?:es|ed)?|agrees?|same|correspond\w*|equals?|differ\w*|consistent|tally"
    r"|correct(?:ly)?"
    r"|fits?|line up)\b",
    re.I,
)
_IN_FULL = re.compile(
    r"\b(?:in full|fully|completely|entirely|the (?:whole|entire|full|right|correct"
    r"|exact) (?:amount|sum"
    r"|invoice|bill)|too (?:much|little)|(?:over|under)pa(?:y|id)|still (?:owe|open|due"
    r"|outstanding)"
    r"|outstanding|left to pay|everything|in total|all of)\b",
    re.I,
)
_IN_TIME = re.compile(
    r"\b(?:on time|in time|punctual(?:ly)?|too late|late|(?:before|after|by"
    r"|past) the (?:due date|deadline)"
    r"|overdue|how (?:late|early))\b",
    re.I,
)
_DAYS_AFTER = re.compile(
    r"\bhow (?:many (?:days|weeks)|long|soon)\b.{0,20}?\b(?:after|before|since|from|did it take)\b",
    re.I,
)
_OWES = re.compile(r"\b(?:i|we)\s+(?:still\s+)?owe\b|\bleft\s+to\s+pay\b", re.I)
_HIGHER = re.compile(
    r"\b(?:which|what|is|are|was|were|do|does)\b.{0,60}?\b(?P<word>higher|larger|bigger|more"
    r"|greater|lower"
    r"|smaller|cheaper|less|highest|lowest|difference)\b",
    re.I,
)
_TWO = re.compile(
    r"(?:^|,|:|\bthan\b|\bbetween\b|\binvoices?\b|\bbills?\b|\bfrom\b|\bby\b|\bis\b)\s*"
    r"(?:the\s+)?(?:one\s+)?(?:from\s+|of\s+"
    r"|by\s+)?(?P<left>[\w'’.&-]+(?:\s[\w'’.&-]+){0,3}?)(?:\s+(?:invoice|bill))?"
    r"\s*,?\s+(?:or|and|than|versus|vs\.?)\s+"
    r"(?:the\s+)?(?:one\s+)?(?:from\s+|of\s+|by\s+)?(?P<right>[\w'’.&-]+(?:\s[\w'’.&-]+){0,3}?)"
    r"(?:\s+(?:invoice|bill|one))?\s*(?:[?.!]|$)",
    re.I,
)
_WORD = re.compile(r"[\w'\u2019-]+")
_POSSESSIVE = re.compile(r"['\u2019]s?$")
_NO_NAMES = words_in(["date due days long many late early time soon take"])


def read(part: str, around: Around) -> Sequence[Step] | None:
    """A document, its payments, and how they compare; or two documents."""
    if "documents" not in around.sources:
        return None
    if not _PAPER.search(part) and not _OWES.search(part):
        return None
    if not _PAID.search(part) and (two := _two(part)):
        return two
    if "finance" not in around.sources:
        return None
    figure = _figure(part)
    name = _name(part) if figure else ""
    if not name:
        return None
    selection = Selection(subject_in(name), direction="out")
    document = Want("documents", text=part)
    return (
        Step("filter", "", {"of": "documents", "words": name}, wants=(document,)),
        Step("filter", "", {"keep": "yes", **selection.encoded()}, wants=(selection.want(part),)),
        Step("compare", "", {"figure": figure, "name": name}),
    )


def _figure(part: str) -> str:
    paid = _PAID.search(part) is not None
    if paid and _DAYS_AFTER.search(part):
        return "days_after"
    if paid and _IN_TIME.search(part):
        return "in_time"
    if (paid and _IN_FULL.search(part)) or _OWES.search(part):
        return "in_full"
    return "match" if _MATCHES.search(part) else ""


def _name(part: str) -> str:
    """The words beside "invoice" and "paid": which document, and which payments."""
    text = part
    for pattern in (_MATCHES, _IN_FULL, _IN_TIME, _DAYS_AFTER):
        text = pattern.sub(" ", text)
    words = (_POSSESSIVE.sub("", word) for word in _WORD.findall(text) if _tells(word))
    return " ".join(dict.fromkeys(words))


def _tells(word: str) -> bool:
    lower = word.lower()
    return not (lower in FRAME or lower in GENERAL or lower in _NO_NAMES)


def _two(part: str) -> Sequence[Step] | None:
    """Two invoices held against each other."""
    asks = _HIGHER.search(part)
    names = _TWO.search(part) if asks else None
    if asks is None or names is None:
        return None
    left, right = (_name(names[side]) for side in ("left", "right"))
    if not left or not right:
        return None
    low = asks["word"].lower() in ("lower", "smaller", "cheaper", "less", "lowest")
    wants = tuple(Want("documents", text=f"{name} invoice total amount") for name in (left, right))
    kept = {"figure": "papers", "left": left, "right": right, **({"order": "low"} if low else {})}
    return (
        Step("filter", "", {"of": "documents", "words": left, "or": right}, wants=wants),
        Step("compare", "", kept),
    )
