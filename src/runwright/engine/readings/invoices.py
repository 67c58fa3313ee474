"""Questions about invoices and contracts: what is open, paid, due, higher, and what they come to.

The figures and days of the document are held against the payments; for a day or a sum of
documents, the documents alone are enough.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from runwright.engine.around import Around
from runwright.engine.day_words import MONTH_NUMBER
from runwright.engine.ledger.frame import FRAME
from runwright.engine.ledger.papers import GENERAL
from runwright.engine.ledger.selection import Selection
from runwright.engine.ledger.subjects import Subject, subject_in
from runwright.engine.patterns import lazily
from runwright.engine.periods import find_periods, without
from runwright.engine.types import Step, Want
from runwright.engine.vocabulary import words_in

_PAPER = lazily(
    r"\b(?:invoices?|bills?|contract|quote|offer|receipt|document|documents|agreement)\b", re.I
)
_PAID = lazily(r"\b(?:pay|pays|paid|paying|payment|payments|settled?|transfer\w*|owe|owed)\b", re.I)
_MATCHES = lazily(
    r"\b(?:match(?:es|ed)?|agrees?|same|correspond\w*|equals?|differ\w*|consistent|tally"
    r"|correct(?:ly)?"
    r"|fits?|line up)\b",
    re.I,
)
_IN_FULL = lazily(
    r"\b(?:in full|fully|completely|entirely|the (?:whole|entire|full|right|correct"
    r"|exact) (?:amount|sum"
    r"|invoice|bill)|too (?:much|little)|(?:over|under)pa(?:y|id)|still (?:owe|open|due"
    r"|outstanding)"
    r"|outstanding|left to pay|everything|in total|all of)\b",
    re.I,
)
_IN_TIME = lazily(
    r"\b(?:on time|in time|punctual(?:ly)?|too late|late|(?:before|after|by"
    r"|past) the (?:due date|deadline)"
    r"|overdue|how (?:late|early))\b",
    re.I,
)
_DAYS_AFTER = lazily(
    r"\bhow (?:many (?:days|weeks)|long|soon)\b.{0,20}?\b(?:after|before|since|from|did it take)\b",
    re.I,
)
_OWES = lazily(
    r"\b(?:i|we)\s+(?:still\s+)?owe\b|\bleft\s+to\s+pay\b|\bowes?\s+(?:me|us)\b"
    r"|\b(?:does|do|did)\s+[^?.!]{2,60}?\s+(?:still\s+)?owe\b",
    re.I,
)
_OVERPAID = lazily(r"\b(?P<less>under)?(?:over|(?<=under))(?:pa(?:y|ys|id|ying)|charged?)\b", re.I)
_REFERENCE = lazily(
    r"(?<![\w-])(?:[A-Za-z]{1,5}[-/]\d{2,}[\w/-]*|(?:19|20)\d\d[-/]\d{3,}|[A-Z]{2,4}\d{3,})(?![\w-])"
)
"""Matches what only a paper is called: "NL-2026-0417"."""
_OF_REFERENCE = lazily(
    r"\b(?:pa(?:y|id|ys)|payments?|open|outstanding|unpaid|late|overdue|due|settled?|owe\w*|match\w*"
    r"|in\s+time|on\s+time)\b",
    re.I,
)
_PART_PAID = lazily(r"\bhow\s+much\s+of\b.{2,60}?\b(?:pa(?:id|y)|received?|got|come\s+in)\b", re.I)
_FEE = lazily(r"\b(?:fee|price|contract\s+sum|agreed\s+(?:sum|amount))\b", re.I)
_HIGHER = lazily(
    r"\b(?:which|what|is|are|was|were|do|does)\b.{0,60}?\b(?P<word>higher|larger|bigger|more"
    r"|greater|lower"
    r"|smaller|cheaper|less|highest|lowest|difference)\b",
    re.I,
)
_TWO = lazily(
    r"(?:^|,|:|\bthan\b|\bbetween\b|\binvoices?\b|\bbills?\b|\bfrom\b|\bby\b|\bis\b)\s*"
    r"(?:the\s+)?(?:one\s+)?(?:from\s+|of\s+"
    r"|by\s+)?(?P<left>[\w'’.&-]+(?:\s[\w'’.&-]+){0,3}?)(?:\s+(?:invoice|bill))?"
    r"\s*,?\s+(?:or|and|than|versus|vs\.?)\s+"
    r"(?:the\s+)?(?:one\s+)?(?:from\s+|of\s+|by\s+)?(?P<right>[\w'’.&-]+(?:\s[\w'’.&-]+){0,3}?)"
    r"(?:\s+(?:invoice|bill|one))?\s*(?:[?.!]|$)",
    re.I,
)
_FOREMOST = lazily(
    r"\b(?:(?P<low>smallest|lowest|cheapest)|largest|biggest|highest|most\s+expensive)\s+(?:\w+\s+)?invoice\b"
    r"|\b(?:which|what)\s+invoice\s+(?:is|was)\s+(?:the\s+)?(?:(?P<lower>smallest|lowest|cheapest)|largest"
    r"|biggest|highest|most\s+expensive)\b",
    re.I,
)
_DUE_OF_IT = lazily(
    r"\W*(?:and\s+)?(?:when|by\s+when|on\s+what\s+(?:day|date))\s+(?:is|was|must|should|does|did)\s+"
    r"(?:it|that|this|i)\s+(?:due|payable|issued|dated|sent|be\s+paid|pay\s+it|have\s+to\s+be\s+paid)\W*"
    r"|\W*(?:and\s+)?who\s+(?:sent|issued|wrote|is)\s+(?:it|that)(?:\s+from)?\W*",
    re.I,
)
_YEAR = lazily(r"(?:19|20)\d\d")
_WORD = lazily(r"[\w'\u2019-]+")
_POSSESSIVE = lazily(r"['\u2019]s?$")
_NO_NAMES = words_in(
    [
        "date due days long many late early time soon take still open unpaid outstanding remaining"
        " both vat tax net payable deadline issued dated written sent no nr number fully unsettled"
        " overdue hand handed charged correct right"
    ]
)
_READABLE = ("calendar", "documents", "finance")
_INVOICE = lazily(r"\binvoices?\b", re.I)
_INVOICES = lazily(r"\binvoices\b", re.I)
_BILLS = lazily(r"\b(?:invoices|bills)\b", re.I)
_BILL_WORDS = ("invoice", "bill", "rechnung", "facture", "factura", "fattura")
_KIND = lazily(
    r"\b(?:lease|contract|tenancy|agreement|policy|tariff|letter|notice|assessment)\b", re.I
)
_GAP = lazily(r"\bdiffer(?:ences?|s|ed)?\b", re.I)
_DUE_DAY = lazily(r"\b(?:due date|deadline|due day)\b", re.I)
_NUMBERED = lazily(
    r"\b(?:invoice|bill|number|no\.?|nr\.?|#)\s*(?P<number>[A-Za-z]{0,5}-?\d[\w/-]*)", re.I
)
_OPEN = lazily(
    r"\b(?:how much|what(?:'s|\u2019s| is| was| amount)?)\b.{0,60}?"
    r"\b(?:still\s+(?:open|due|owed|unpaid|outstanding|missing|left|to\s+be\s+paid|to\s+pay|need\w*\s+to\s+be\s+paid)|unpaid|outstanding"
    r"|left\s+(?:to\s+pay|open|unpaid|on)|(?:is|are|remains?)\s+(?:left|open|missing)"
    r"|remain(?:s|ing)|still\s+to\s+(?:come|be\s+(?:invoiced|billed|received)))\b",
    re.I,
)
_IS_PAID = lazily(
    r"^\W*(?:is|was|has|have|had|did|do|are|were)\b.*\b(?:pay|paid|settled?|payment)\b", re.I | re.S
)
_TO_ME = lazily(
    r"\bowes?\s+(?:me|us)\b|\b(?:does|do)\s+(?!i\b|we\b)[\w' -]{2,40}?\s+(?:still\s+)?owe\b", re.I
)
_I_PAY = lazily(r"\b(?:i|we)\b", re.I)
_PAID_IT = lazily(
    r"\b(?:did|had)\s+(?:i|we)\b(?!\s+have\b)|\b(?:i|we)\s+(?:have\s+)?paid\b"
    r"|\bhave\s+(?:i|we)\s+paid\b",
    re.I,
)
_THEY_PAY = lazily(
    r"\b(?:did|has|have|had)\s+(?!the\b|my\b|our\b|all\b|both\b|invoices?\b|bills?\b)"
    r"[\w'\u2019&.-]+(?:\s+[\w'\u2019&.-]+){0,3}?\s+(?:already\s+|ever\s+|yet\s+|fully\s+)?(?:pay|paid|settled?)\b",
    re.I,
)
_WHEN = lazily(
    r"\W*(?:when|by\s+when|until\s+when|(?:by|on|until)?\s*(?:what|which)\s+(?:day|date)"
    r"|what(?:'s|\u2019s|\s+is|\s+was)\s+the\s+(?:due\s+|payment\s+|invoice\s+)?(?:date|deadline))\b",
    re.I,
)
_IS_DUE = lazily(
    r"\b(?:due|payable|deadline"
    r"|(?:must|should|to|has to|had to|have to)\s+(?:be\s+)?(?:pay|paid))\b",
    re.I,
)
_IS_ISSUED = lazily(r"\b(?:issued|dated|written|sent|invoice\s+date|date\s+of)\b", re.I)
_TOGETHER = lazily(
    r"\b(?:add(?:ed|ing)?\s+up|add\s+to|together|total|sum|altogether|combined|in\s+all|amount\s+to"
    r"|come\s+to)\b",
    re.I,
)
_CHARGED = lazily(
    r"\b(?:charg(?:e[ds]?|ing)|debited|taken|(?:go|gone|went)\s+(?:up|down)|rise[ns]?|rose|increased?|change[ds]?)\b",
    re.I,
)
_LABEL = lazily(r"\b(?:vat|gst|hst|iva|mwst|tva|tax|net)\b", re.I)
_WHICH_OPEN = lazily(
    r"\b(?:which|what|any|how\s+many|list|show)\b.{0,40}\binvoices?\b.{0,40}\b(?:open|unpaid|outstanding"
    r"|overdue|unsettled|not\s+(?:yet\s+)?(?:been\s+)?(?:paid|settled)|still\s+to\s+(?:be\s+)?pa(?:y|id))\b"
    r"|\b(?:open|unpaid|outstanding|overdue|unsettled)\s+invoices\b",
    re.I,
)
_ALL_PAID = lazily(
    r"^\W*(?:have|did|are|were|has|is|was)\b.{0,20}\b(?:all|every|each|both)\b.{0,40}\binvoices?\b"
    r"|^\W*(?:have|did)\b.{0,20}\bpa(?:y|id)\b.{0,10}\b(?:all|every|each|both)\b.{0,40}\binvoices?\b",
    re.I,
)
_AS_AGREED = lazily(
    r"\b(?:the\s+)?(?:right|correct|agreed|wrong)\s+(?:amount|sum|price|fee)?|\btoo\s+(?:much|little)\b"
    r"|\baccording\s+to\b|\bas\s+(?:agreed|stated|per)\b|\bwhat\b.{0,30}\b(?:says?|said|states?|asks?)\b"
    r"|\bas\s+(?:the|my|our)\b.{0,30}\b(?:says?|said|states?|stated|announced)\b",
    re.I,
)


def read(part: str, around: Around) -> Sequence[Step] | None:
    """A document, its payments, and how they compare; or several documents."""
    if "documents" in around.sources and (one := _foremost(part, around)):
        return one
    if "documents" not in around.sources or not _speaks_of_papers(part):
        return None
    if not _PAID.search(part) and (several := _two(part) or _sum(part, around)):
        return several
    if _INVOICE.search(part) and (day := _day(part, around)):
        return day
    if "finance" not in around.sources:
        return None
    return _all_open(part) or terms(part, around) or _one(part, around)


def _foremost(part: str, around: Around) -> Sequence[Step] | None:
    """The largest invoice, or "when is it due?" after it."""
    of_it = _DUE_OF_IT.fullmatch(part) and around.before
    asked = _FOREMOST.search(around.before[-1] if of_it else part)
    if asked is None or (_PAID.search(part) and not of_it):
        return None
    kept = {
        "figure": "papers_foremost",
        **({"order": "low"} if asked["low"] or asked["lower"] else {}),
    }
    return (Step("compare", "", kept, _every_bill(part)),)


def _speaks_of_papers(part: str) -> bool:
    late = _PAID.search(part) and _DUE_DAY.search(part)
    named = _REFERENCE.search(part) and _OF_REFERENCE.search(part)
    fee = _FEE.search(part) and (_OPEN.search(part) or _PART_PAID.search(part))
    said = (_PAPER, _KIND, _OWES, _OVERPAID)
    return bool(late or named or fee or any(pattern.search(part) for pattern in said))


def _one(part: str, around: Around) -> Sequence[Step] | None:
    """One document and its payments."""
    figure = _figure(part)
    name = _name(_undated(part, around)) if figure else ""
    if not name:
        return None
    # A number is on the invoice, but not on every payment: all of them are looked at.
    subject = Subject() if _is_number(name) else subject_in(_FEE.sub(" ", name))
    selection = Selection(subject, direction=_direction(part))
    document = Want("documents", text=part)
    asked = {"open": "yes"} if figure == "open" else {}
    if over := _OVERPAID.search(part):
        asked["claim"] = "under" if over["less"] else "over"
    figure = "in_full" if figure == "open" else figure
    return (
        Step("filter", "", {"of": "documents", "words": name}, wants=(document,)),
        Step("filter", "", {"keep": "yes", **selection.encoded()}, wants=(selection.want(),)),
        Step("compare", "", {"figure": figure, "name": name, **asked}),
    )


def _figure(part: str) -> str:
    paid = _PAID.search(part) is not None
    if paid and _DAYS_AFTER.search(part):
        return "days_after"
    if paid and _IN_TIME.search(part):
        return "in_time"
    if _OPEN.search(part) or _OWES.search(part):
        return "open"
    if _OVERPAID.search(part) or (_FEE.search(part) and _PART_PAID.search(part)):
        return "in_full"
    if paid and (_IN_FULL.search(part) or _GAP.search(part)):
        return "in_full"
    if _MATCHES.search(part):
        return "match"
    named = _INVOICE.search(part) or _REFERENCE.search(part)
    return "paid" if _IS_PAID.search(part) and named else ""


def _direction(part: str) -> str:
    if _TO_ME.search(part):
        return "in"
    if _I_PAY.search(part):
        return "out"
    return "in" if _THEY_PAY.search(part) else ""


def _is_number(name: str) -> bool:
    return " " not in name and any(map(str.isdigit, name))


def _undated(part: str, around: Around) -> str:
    """The part without its days; what looks like one in a number stays."""
    numbers = [match.span("number") for match in _NUMBERED.finditer(part)]
    numbers += [match.span() for match in _REFERENCE.finditer(part)]
    found = find_periods(without(part, numbers), _today(around), -1)
    return without(part, [period.span for period in found])


def _today(around: Around) -> date:
    return around.moment.now.astimezone(around.moment.zone).date()


def _day(part: str, around: Around) -> Sequence[Step] | None:
    """When an invoice is due, or when it was written: the document alone says it."""
    asks = _WHEN.match(part)
    if asks is None or _PAID_IT.search(part):
        return None
    figure = "due" if _IS_DUE.search(part) else "issued" if _IS_ISSUED.search(part) else ""
    name = _name(_undated(part, around)) if figure else ""
    if not name:
        return None
    sources = " ".join(source for source in around.sources if source in _READABLE)
    return (
        Step("filter", "", {"of": "documents", "words": name}, (Want("documents", text=part),)),
        Step("compare", "", {"figure": figure, "name": name, "sources": sources}),
    )


def _sum(part: str, around: Around) -> Sequence[Step] | None:
    """What several invoices come to."""
    plural = _INVOICES if "finance" in around.sources else _BILLS
    if not plural.search(part) or not _TOGETHER.search(part):
        return None
    label = _LABEL.search(part)
    kept = {"figure": "papers_sum", "name": _name(_undated(part, around))}
    if label is not None:
        kept["part"] = "net" if label[0].lower() == "net" else "vat"
    return (Step("compare", "", kept, _every_bill(part)),)


def _all_open(part: str) -> Sequence[Step] | None:
    """Which of all invoices are open, or whether all are paid."""
    claims = _ALL_PAID.search(part) is not None
    if not claims and not _WHICH_OPEN.search(part):
        return None
    kept = {"figure": "papers_open", **({"claim": "all_paid"} if claims else {})}
    return (Step("compare", "", kept, (*_every_bill(part), Want("finance", whole=True))),)


def _every_bill(part: str) -> tuple[Want, ...]:
    return (Want("documents", text=part), Want("documents", whole=True, words=_BILL_WORDS))


def terms(part: str, around: Around) -> Sequence[Step] | None:
    """What is paid again and again, held against the contract that says how much it is."""
    kind = _KIND.search(part)
    if kind is None or not {"documents", "finance"} <= set(around.sources):
        return None
    agreed = _AS_AGREED.search(part) and (_PAID.search(part) or _CHARGED.search(part))
    if not _MATCHES.search(part) and not agreed:
        return None
    found = find_periods(part, _today(around), -1)
    name = _name(_KIND.sub(" ", without(part, [period.span for period in found])))
    subject = subject_in(name)
    if not subject.alternatives or not (subject.categories() or found or _PAID.search(part)):
        return None
    days = tuple((period.start, period.end) for period in found)
    selection = Selection(subject, days, "out")
    papers = {"of": "documents", "words": name, "kind": kind[0].lower()}
    return (
        Step("filter", "", papers, (Want("documents", text=f"{name} {kind[0]}"),)),
        Step("filter", "", {"keep": "yes", **selection.encoded()}, (selection.want(),)),
        Step("compare", "", {"figure": "terms", "name": name, "kind": kind[0].lower()}),
    )


def _name(part: str) -> str:
    """The words beside "invoice" and "paid": which document, and which payments."""
    text = part
    for pattern in (_MATCHES, _IN_FULL, _IN_TIME, _DAYS_AFTER, _AS_AGREED):
        text = pattern.sub(" ", text)
    words = (_POSSESSIVE.sub("", word) for word in _WORD.findall(text))
    return " ".join(dict.fromkeys(word for word in words if _tells(word)))


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
    if not left or not right or _is_time(left) or _is_time(right):
        return None
    low = asks["word"].lower() in ("lower", "smaller", "cheaper", "less", "lowest")
    wants = tuple(Want("documents", text=f"{name} invoice total amount") for name in (left, right))
    kept = {"figure": "papers", "left": left, "right": right, **({"order": "low"} if low else {})}
    return (
        Step("filter", "", {"of": "documents", "words": left, "or": right}, wants=wants),
        Step("compare", "", kept),
    )


def _is_time(name: str) -> bool:
    """ "Higher in June or in October": two times of one bill, which the bookings tell."""
    last = name.lower().split()[-1]
    return last in MONTH_NUMBER or _YEAR.fullmatch(last) is not None
