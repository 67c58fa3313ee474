"""What a question wants to know of the bookings it means: a sum, a day, the largest, by month.

It looks at the question in lower case without its days and amounts; what it is about is read in
`subjects`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from runwright.engine.numbers import read_count

_SPENDING = (
    r"spen[dt]\w*|pay|pays|paying|paid|payed|costs?|costing|charge[ds]?|expenses?|expenditures?"
    r"|purchases?d?|bought|buy|outgoings?|outflows?|debits?|bills?|invoices?|fees?|debited"
    r"|(?:go|goes|went|gone|going|came|come|coming) out|money (?:go|goes|went|gone|going)"
    r"|sen[dt]|withdr[ae]w\w*|left|payments?|price[ds]?"
    r"|expensive|cheap\w*|pric(?:ey|iest)|costliest"
)
_EARNING = (
    r"earn\w*|incomes?|incoming|inflows?|receiv\w+|revenue|deposits?|deposited|credited|credits"
    r"|(?:sen[dt]|transfer(?:red)?|g[ai]ve|given|wired?|returned?|ow(?:e|es|ed)) (?:me|us)"
    r"|refund(?:s|ed)?|reimburse\w*|paid (?:me|us|back|into)|pa(?:y|ys) (?:me|us)"
    r"|(?:get|got|getting|(?:i|we) been|(?:was|am) i|(?:were|are) we|i (?:was|am)|we (?:were|are))"
    r" (?:\w+ )?paid|come in|came in|coming in|payments? from"
    r"|how much (?:more |less )?(?:money )?(?:did|do|have|had) (?:i|we) ma[dk]e"
    r"|did (?!i\b|we\b|you\b)[\w&']+(?: [\w&']+){0,2} pay(?! (?:for|to)\b)"
    r"|(?:money|much|income) (?:that )?(?:(?:have|had) )?(?:i|we) (?:have )?made"
    r"|(?:get|got) (?:money|back|from|any money)"
)
_OUT = re.compile(rf"\b(?:{_SPENDING})\b")
_IN = re.compile(rf"\b(?:{_EARNING})\b")
_FROM_ME = re.compile(
    r"\bfrom (?:me|us)\b|\b(?:i|we) (?:sent|gave|put)\b"
    r"|\b(?:payments?|purchases?|transfers?|expenses?) (?:that )?(?:(?:i|we) (?:have |'ve )?made"
    r"|by me)\b"
)
_I_PAY = re.compile(
    r"\b(?:(?:i|we) (?:have |had |\w+ly )?(?:paid|spent|bought|pay|spend)|(?:did|do|have) (?:i"
    r"|we) (?:\w+ )?"
    r"(?:pay|paid|spend|spent|bought|buy))\b"
)
_SURELY_OUT = re.compile(
    r"\b(?:spen[dt]\w*|expenses?|expenditures?|outgoings?|bought|purchases?d?)\b"
)

_UNITS = {
    "month": "month", "week": "week", "day": "day", "year": "year", "quarter": "quarter",
    "weekday": "weekday", "merchant": "merchant", "vendor": "merchant", "shop": "merchant",
    "store": "merchant", "payee": "merchant", "seller": "merchant", "company": "merchant",
    "counterparty": "merchant", "recipient": "merchant", "supplier": "merchant",
    "place": "merchant", "employer": "merchant", "person": "merchant", "category": "category",
    "currency": "currency", "account": "account", "card": "account",
    "type of expense": "category", "kind of expense": "category", "area": "category",
    "restaurant": "merchant", "cafe": "merchant", "supermarket": "merchant", "grocer": "merchant",
    "airline": "merchant", "hotel": "merchant", "provider": "merchant", "service": "merchant",
    "subscription": "merchant", "business": "merchant", "brand": "merchant", "chain": "merchant",
    "retailer": "merchant", "client": "merchant", "customer": "merchant", "source": "merchant",
}  # fmt: skip
_NAMED_UNITS = (
    "merchants", "vendors", "shops", "stores", "payees", "companies", "counterparties",
    "recipients", "suppliers", "people", "places", "categories", "currencies", "accounts", "cards",
)  # fmt: skip
_PLURAL = {"counterparties": "merchant", "categories": "category", "currencies": "currency"}
_PLURAL |= {"companies": "merchant", "people": "merchant", "days of the week": "weekday"}
_PLURAL |= {"businesses": "merchant"}
_UNIT = "|".join(sorted([*_PLURAL, *(f"{unit}s?" for unit in _UNITS)], key=len, reverse=True))
_ADVERBS = {"monthly": "month", "weekly": "week", "daily": "day", "yearly": "year"}
_ADVERBS |= {"annual": "year", "annually": "year", "quarterly": "quarter"}
_BY = re.compile(
    rf"\b(?:per|by|each|every|for each|for every|in each|at each|across)\s+(?P<unit>{_UNIT})\b"
    r"|\b(?:an?|one)\s+(?P<rate>month|week|day|year)\b(?!\s+(?:ago|before|after|long))"
    rf"|\b(?P<adverb>{'|'.join(_ADVERBS)})\b"
    r"|\b(?P<breakdown>breakdown|break(?:ing)? (?:\w+ ){0,4}?down|broken down|itemi[sz]ed?)\b"
)
BY_UNIT = re.compile(rf"\b(?:per|by|for each|for every|at each)\s+(?P<unit>{_UNIT})\b")
"""Matches what the bookings are grouped by."""
_LARGE = r"largest|biggest|highest|greatest|most expensive|priciest|costliest|maximum|max|top"
_SMALL = r"smallest|lowest|cheapest|least expensive|minimum|min"
_COUNT_WORD = r"\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|twenty"
TOP = re.compile(
    rf"\b(?:(?P<first>{_COUNT_WORD})\s+(?:single\s+|most\s+recent\s+)?"
    rf"(?P<which>{_LARGE}|{_SMALL}|latest|last|most recent|first)"
    rf"|(?P<then>{_LARGE}|{_SMALL}|latest|last|most recent|first)\s+(?P<count>{_COUNT_WORD}))\b"
)
"""Matches a number of the foremost."""
_LARGEST = re.compile(rf"\b(?:{_LARGE}|the most (?:i|we))\b")
_SMALLEST = re.compile(rf"\b(?:{_SMALL})\b")
_MOST = re.compile(r"\bthe most\b|\bmost\b(?! recent)|\b(?:a lot|highest|largest|biggest|top)\b")
_LEAST = re.compile(r"\bthe least\b|\bleast\b|\b(?:lowest|smallest)\b")
_OFTEN = re.compile(
    r"\b(?:most often|most frequent(?:ly)?|most times|most payments|most transactions)\b"
)
_WHICH_UNIT = re.compile(
    rf"\b(?:which|what|in which|in what|top|{_COUNT_WORD}|of the)\s+(?:{_COUNT_WORD}\s+)?"
    rf"(?:(?:{_LARGE})\s+)?(?:(?:spending|expense|spend|cost)\s+)?(?P<unit>{_UNIT})\b"
)
_THE_UNIT = re.compile(
    rf"\b(?:which|what|the)\s+(?P<unit>{_UNIT})\s+"
    r"(?:(?:that|when|where|in which|on which|with which)\s+)?(?:i|we|did|do|has|had|have|with)\b"
)
_DISTINCT = re.compile(
    r"\b(?:how many|number of)\s+(?:(?:different|distinct|unique|separate)\s+)?"
    rf"(?P<unit>{'|'.join(_NAMED_UNITS)})\b"
)
_LARGEST_BY = re.compile(rf"\b(?:{_LARGE}|{_SMALL})\s+(?P<adverb>{'|'.join(_ADVERBS)})\b")
_WHERE = re.compile(r"^\W*(?:where|who|whom|at which|to whom)\b")
_ON_WHAT = re.compile(r"^\W*(?:on what|what)\b.*\b(?:on|for)\W*$|^\W*(?:where)\b.*\bmoney go\b")
_WHEN = re.compile(
    r"^\W*(?:when\b|(?:on\s+)?(?:which|what)\s+(?:day|date)\b|(?:what(?:'s| is"
    r"| was)\s+)?the\s+date\b"
    r"|date\s+of\b)"
)
_AGO = re.compile(
    r"\bhow (?:many (?P<unit>days|weeks|months)|long)\s+(?:ago|since|is it since|has it been"
    r"|have passed|passed|it has been)\b|\b(?:days|weeks|months|time) since\b"
)
_HOW_MANY = re.compile(
    r"\b(?:how many(?! (?:euros?|dollars?|pounds?|francs?)\b)|number of|how often"
    r"|count(?:\s+of)?\b)"
)
_AVERAGE = re.compile(r"\b(?:average|averages|mean|avg|typical|typically|on average|usually)\b")
_MEDIAN = re.compile(r"\bmedian\b")
_NET = re.compile(
    r"\bnet\b(?! of)|\bcash ?flow\b|\bsurplus\b|\bdeficit\b|\b(?:did|have|do) (?:i|we) saved?\b"
    r"|\bleft over\b|\bincome (?:minus|less|and (?:my )?(?:spending|expenses|expenditure))"
    r"|\bdifference\b.*\b(?:earn\w*|income)\b.*\band\b.*\b(?:spen\w+|expen\w+)"
    r"|\b(?:earn\w*|income)\b.*\b(?:than|minus|versus|vs|against)\b.*\b(?:spen\w+|expen\w+)"
    r"|\b(?:spen\w+|expen\w+)\b.*\b(?:than|versus|vs|against)\b.*\b(?:earn\w*|income)\b"
)
_BALANCE = re.compile(r"\bbalances?\b(?! sheet)|\bhow much (?:money )?(?:do|did) (?:i|we) have\b")
_SHARE = re.compile(
    r"\b(?:share|percent(?:age)?|proportion|fraction|portion|how much)\b.{0,30}?"
    r"\bof\s+(?:my|our|the|all)\b|%\s+of\b"
    r"|\b(?:what|which|how (?:big|large|high))\b.{0,20}"
    r"\b(?:share|percent(?:age)?|proportion|fraction|portion)\b(?!\s+(?:change|increase|more|less))"
    r"|\bas an? (?:share|percent(?:age)?|proportion|fraction|portion)\b"
)
_NOUNS = (
    r"(?:payments?|transactions?|expenses|purchases?|bookings?|visits?|orders?|bills|charges"
    r"|transfers|refunds"
    r"|deposits|withdrawals|fees|subscriptions|invoices|entries|expenditures|debits|credits)"
)
_LIST = re.compile(
    rf"^\W*(?:(?:a\s+|the\s+)?list|show|display|name|find|give|which\b.{{0,30}}?\b{_NOUNS}"
    rf"|what\s+{_NOUNS}"
    rf"|(?:what|which)\s+(?:were|are)\s+(?:all\s+)?(?:my|our|the)\s+(?:\S+\s+){{0,3}}{_NOUNS}\b"
    rf"|(?:every|each)(?:\s+single)?\s+(?:\S+\s+){{0,2}}{_NOUNS}"
    rf"|all\s+(?:of\s+)?(?:my\s+|the\s+)?(?:\S+\s+)?{_NOUNS}"
    rf"|(?:(?:my|all|the|any)\s+)*(?:\S+\s+)?{_NOUNS}\b(?!\W*$)"
    r"|whom? (?:did|have|do) (?:i|we)\b|what (?:did|have) (?:i|we) (?:buy|bought|purchased?)\b"
    r"|what (?:did|have) (?:i|we) (?:spent?|pay|paid)\b.*\b(?:on|for)\W*$)"
)
_SUMMED = re.compile(r"\b(?:total|sum|how much|altogether|overall|in all|amount spent)\b")
_TOTAL = re.compile(r"\b(?:total|sum|altogether|overall|in all)\b")
_WHETHER = re.compile(r"^\W*(?:did|have|has|had|was|were|is|are|do|does)\b(?!n)")
_ALREADY_PAID = re.compile(
    r"\b(?:pay|paid|payed|settled?|receive[ds]?|get|got|refunded|arrive[ds]?|come|came|buy|bought"
    r"|charged?|refund|transferred|transfer|any|spend|spent|debited|credited|there)\b"
)
_LAST = re.compile(r"\b(?:last|latest|most recent(?:ly)?|newest)\b")
_FIRST = re.compile(r"\b(?:first|earliest|oldest)\b")
_PRESENT = re.compile(r"^\W*(?:how much|what)(?:'s| is| are| do| does)\b")
_PRICE = re.compile(
    r"^\W*(?:how much|what) do (?:i|we) pay\b|"
    r"^\W*(?:how much (?:was|is|were|are|does|did)\b(?! (?:i|we|spent)\b)"
    r"|what (?:does|did|do)\b.*\bcosts?\b"
    r"|what(?:'s| is| was)\b.*\b(?:price|cost|rent|salary|fee|bill|premium|amount)\b|price of)"
)


class Asked(NamedTuple):
    """What is wanted of the bookings."""

    figure: str
    """`sum`, `count`, `average`, `median`, `max`, `min`, `list`, `when`, `whether`, `net`,
    `share`, `balance`, `price`, `ago`, `changed`, `place`."""
    direction: str = ""
    by: str = ""
    """What is grouped by."""
    top: int = 0
    """How many of the most, or of the latest; 0 for all."""
    order: str = ""
    """`most`, `least`, `often`, `last`, `first`; `now` is the last unless all are the same.

    With groups, `distinct` asks how many there are.
    """
    pays: bool = False
    """Whether the asker says to have paid it: "interest" is then what was paid."""


def asked(text: str) -> Asked:
    """What a question, in lower case, wants to know."""
    return _asked(text)._replace(pays=_I_PAY.search(text) is not None)


def _asked(text: str) -> Asked:
    if distinct := _DISTINCT.search(text):
        direction = _direction(text) or "out"
        return Asked("count", direction, _unit(distinct["unit"]), 0, "distinct")
    if elapsed := _AGO.search(text):
        unit = (elapsed["unit"] or "days").removesuffix("s")
        return Asked("ago", _direction(text), unit, 0, _pick(text) or "last")
    by, order = _grouping(text)
    top = _top(text)
    figure = _figure(text, by, bool(top))
    if not order and figure == "price":
        order = _pick(text) or ("now" if _PRESENT.search(text) else "")
    # Shops and categories are where money goes, unless the question says otherwise.
    direction = _direction(text) or ("out" if by in ("merchant", "category") else "")
    if top is not None:
        return Asked(figure, direction, by, *top)
    if by and order:
        return Asked("sum" if figure == "when" else figure, direction, by, 1, order)
    return Asked(figure, direction, by, 0, "" if by else order or _pick(text))


def _direction(text: str) -> str:
    if _FROM_ME.search(text):
        return "out"
    out, arrives = _OUT.search(text), _IN.search(text)
    if arrives and not _SURELY_OUT.search(text):
        return "in"
    return "out" if out else ""


def _grouping(text: str) -> tuple[str, str]:
    """What to group by, and which of the groups are wanted."""
    order = "often" if _OFTEN.search(text) else ""
    order = order or ("most" if _MOST.search(text) else "least" if _LEAST.search(text) else "")
    if order:
        if (which := _WHICH_UNIT.search(text)) and not _WHEN.search(text):
            return _unit(which["unit"]), order
        if which := _THE_UNIT.search(text):
            return _unit(which["unit"]), order
        if which := _LARGEST_BY.search(text):
            return _ADVERBS[which["adverb"]], order
        if _WHERE.search(text) or order == "often":
            return "merchant", order
        if _ON_WHAT.search(text):
            return "category", order
    # "Break it down by shop": what stands behind "by" tells more than the rest.
    by = BY_UNIT.search(text)
    if by is not None:
        return _unit(by["unit"]), ""
    by = _BY.search(text)
    if by is None:
        return "", ""
    if by["breakdown"]:
        return "category", ""
    return _ADVERBS.get(by["adverb"] or "") or by["rate"] or _unit(by["unit"]), ""


def _unit(text: str) -> str:
    return _PLURAL.get(text) or _UNITS.get(text) or _UNITS[text.removesuffix("s")]


def _top(text: str) -> tuple[int, str] | None:
    match = TOP.search(text)
    if match is None:
        return None
    which = match["which"] or match["then"]
    count = read_count(match["first"] or match["count"])
    if not count:
        return None
    if which in ("last", "latest", "most recent"):
        return count, "last"
    if which == "first":
        return count, "first"
    return count, "least" if _SMALLEST.fullmatch(which) else "most"


_RULES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("balance", _BALANCE),
    ("net", _NET),
    ("median", _MEDIAN),
    ("average", _AVERAGE),
    ("count", _HOW_MANY),
    ("when", _WHEN),
)
_LATER_RULES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("share", _SHARE),
    ("max", _LARGEST),
    ("min", _SMALLEST),
)


def _figure(text: str, by: str, ranked: bool) -> str:
    for name, pattern in _RULES:
        if pattern.search(text):
            return name
    if by:
        return "sum"
    if ranked:
        return "list"
    for name, pattern in _LATER_RULES:
        if pattern.search(text):
            return name
    if _WHETHER.search(text) and _ALREADY_PAID.search(text):
        return "whether"
    if _LIST.search(text) and not _SUMMED.search(text):
        return "list"
    return "price" if _PRICE.search(text) and not _TOTAL.search(text) else "sum"


def _pick(text: str) -> str:
    if _LAST.search(text):
        return "last"
    return "first" if _FIRST.search(text) else ""
