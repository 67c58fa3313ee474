"""What a question wants to know of the bookings it means: a sum, a day, the largest, by month.

It looks at the question in lower case without its days and amounts; what it is about is read in
`subjects`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from runwright.engine.numbers import read_count
from runwright.engine.patterns import lazily

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
    r"|(?:sen[dt]|transfer(?:red)?|g[ai]ve|given|wired?|pa(?:y|ys|id)) (?:[\w']+ ){0,3}?"
    r"to (?:me|us)"
    r"|refund(?:s|ed)?|reimburse\w*|paid (?:me|us|back|into)|pa(?:y|ys) (?:me|us)"
    r"|(?:get|got|getting|(?:i|we) been|(?:was|am) i|(?:were|are) we|i (?:was|am)|we (?:were|are))"
    r" (?:\w+ )?paid|come in|came in|coming in|payments? from"
    r"|how much (?:more |less )?(?:money )?(?:did|do|have|had) (?:i|we) ma[dk]e"
    r"|did (?!i\b|we\b|you\b)[\w&']+(?: [\w&']+){0,2} pay(?! (?:for|to)\b)"
    r"|(?:has|have) (?!i\b|we\b|you\b)(?:(?!been\b|be\b|i\b|we\b)[\w&'-]+ ){1,4}"
    r"paid(?! (?:for|to|by)\b)"
    r"|(?:difference between|compare) what (?!i\b|we\b|you\b)(?:[\w&'-]+ ){1,4}?"
    r"(?:has |have )?pa(?:id|ys?)\b"
    r"|(?:money|much|income) (?:that )?(?:(?:have|had) )?(?:i|we) (?:have )?made"
    r"|(?:get|got) (?:money|back|from|any money)"
)
_OUT = lazily(rf"\b(?:{_SPENDING})\b")
_IN = lazily(rf"\b(?:{_EARNING})\b")
_FROM_ME = lazily(
    r"\bfrom (?:me|us)\b|\b(?:i|we) (?:sent|gave|put)\b"
    r"|\b(?:payments?|purchases?|transfers?|expenses?) (?:that )?(?:(?:i|we) (?:have |'ve )?made"
    r"|by me)\b"
)
_I_PAY = lazily(
    r"\b(?:(?:i|we) (?:have |had |\w+ly )?(?:paid|spent|bought|pay|spend)|(?:did|do|have) (?:i"
    r"|we) (?:\w+ )?"
    r"(?:pay|paid|spend|spent|bought|buy))\b"
)
_SURELY_OUT = lazily(r"\b(?:spen[dt]\w*|expenses?|expenditures?|outgoings?|bought|purchases?d?)\b")

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
    "supermarkets", "restaurants", "cafes", "hotels", "airlines", "subscriptions", "clients",
    "customers", "retailers", "providers",
)  # fmt: skip
_PLURAL = {"counterparties": "merchant", "categories": "category", "currencies": "currency"}
_PLURAL |= {"companies": "merchant", "people": "merchant", "days of the week": "weekday"}
_PLURAL |= {"businesses": "merchant"}
_UNIT = "|".join(sorted([*_PLURAL, *(f"{unit}s?" for unit in _UNITS)], key=len, reverse=True))
_ADVERBS = {"monthly": "month", "weekly": "week", "daily": "day", "yearly": "year"}
_ADVERBS |= {"annual": "year", "annually": "year", "quarterly": "quarter"}
_BY = lazily(
    rf"\b(?:per|by|each|every|for each|for every|in each|at each|across)\s+(?P<unit>{_UNIT})\b"
    r"|\b(?:an?|one)\s+(?P<rate>month|week|day|year)\b(?!\s+(?:ago|before|after|long))"
    rf"|\b(?P<adverb>{'|'.join(_ADVERBS)})\b"
    r"|\b(?P<breakdown>breakdown|break(?:ing)? (?:\w+ ){0,4}?down|broken down|itemi[sz]ed?)\b"
)
BY_UNIT = lazily(rf"\b(?:per|by|for each|for every|at each)\s+(?P<unit>{_UNIT})\b")
"""Matches what the bookings are grouped by."""
_LARGE = r"largest|biggest|highest|greatest|most expensive|priciest|costliest|maximum|max|top"
_SMALL = r"smallest|lowest|cheapest|least expensive|minimum|min"
_COUNT_WORD = r"\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|twenty"
TOP = lazily(
    rf"\b(?:(?P<first>{_COUNT_WORD})\s+(?:single\s+|most\s+recent\s+)?"
    rf"(?P<which>{_LARGE}|{_SMALL}|latest|last|most recent|first)"
    rf"|(?P<then>{_LARGE}|{_SMALL}|latest|last|most recent|first)\s+(?P<count>{_COUNT_WORD}))\b"
)
"""Matches a number of the foremost."""
_LARGEST = lazily(rf"\b(?:{_LARGE}|the most (?:i|we))\b")
_SMALLEST = lazily(rf"\b(?:{_SMALL})\b")
_MOST = lazily(r"\bthe most\b|\bmost\b(?! recent)|\b(?:a lot|highest|largest|biggest|top)\b")
_LEAST = lazily(r"\bthe least\b|\bleast\b|\b(?:lowest|smallest)\b")
_OFTEN = lazily(
    r"\b(?:most often|most frequent(?:ly)?|most times|most payments|most transactions)\b"
)
_WHICH_UNIT = lazily(
    rf"\b(?:which|what|in which|in what|top|{_COUNT_WORD}|of the)\s+(?:{_COUNT_WORD}\s+)?"
    rf"(?:(?:{_LARGE})\s+)?(?:(?!of\b|in\b|on\b|the\b)\w+\s+){{0,2}}?(?P<unit>{_UNIT})\b"
)
_DEAR_UNIT = lazily(
    r"\b(?:(?P<cheap>cheapest|least expensive|lowest|smallest|best)|most expensive|priciest"
    r"|costliest|dearest|worst|highest|biggest)\s+(?:\w+\s+)?(?P<unit>month|week|day|quarter|year|weekday)\b"
)
"""Matches the dearest or the cheapest of some stretches of days."""
_WHICH_COUNT = lazily(rf"\b(?:which|what)\s+(?P<count>{_COUNT_WORD})\s+(?=\w)")
_RANKED = lazily(rf"\b(?:rank|sort|ranking of)\s+(?:(?:my|our|the|all|of)\s+)*(?P<unit>{_UNIT})\b")
_COURSE = lazily(
    r"\b(?:develop(?:ed|s|ment)?|evolv(?:e[ds]?|ing)|trend|over time|month[\s-]by[\s-]month"
    r"|from month to month)\b"
)
_THE_UNIT = lazily(
    rf"\b(?:which|what|the)\s+(?P<unit>{_UNIT})\s+"
    r"(?:(?:that|when|where|in which|on which|with which)\s+)?(?:i|we|did|do|has|had|have|with)\b"
)
_DISTINCT = lazily(
    r"\b(?:how many|number of)\s+(?:(?:different|distinct|unique|separate)\s+)?"
    rf"(?P<unit>{'|'.join(_NAMED_UNITS)})\b"
    rf"|\b(?:how many|number of)\s+(?:\w+\s+)?(?:different|distinct|unique|separate)\s+"
    rf"(?P<kind>{_UNIT})\b"
)
_LARGEST_BY = lazily(rf"\b(?:{_LARGE}|{_SMALL})\s+(?P<adverb>{'|'.join(_ADVERBS)})\b")
_WHERE = lazily(r"^\W*(?:where|who|whom|at which|to whom)\b")
_ON_WHAT = lazily(r"^\W*(?:on what|what)\b.*\b(?:on|for)\W*$|^\W*(?:where)\b.*\bmoney go\b")
_WHEN = lazily(
    r"^\W*(?:when\b|(?:on\s+)?(?:which|what)\s+(?:day|date)\b|(?:what(?:'s| is"
    r"| was)\s+)?the\s+date\b"
    r"|date\s+of\b)"
)
_AGO = lazily(
    r"\bhow (?:many (?P<unit>days|weeks|months)|long)\s+(?:ago|since|is it since|has it been"
    r"|have passed|passed|it has been)\b|\b(?:days|weeks|months|time) since\b"
)
_HOW_MANY = lazily(
    r"\b(?:how many(?! (?:euros?|dollars?|pounds?|francs?|per ?cent|percentage points)\b| %)"
    r"|number of|how often|count(?:\s+of)?\b)"
)
_PAYING = (
    r"(?:payments?|costs?|expenses?|bills?|charges?|outgoings?|transactions?|bookings?|debits?)"
)
REGULAR = lazily(
    rf"\b(?:regular(?:ly)?|recurring|repeating|repeated|fixed|running)\s+(?:\w+\s+)?"
    rf"(?:{_PAYING}|spending|incomes?|subscriptions?|transfers?)\b"
    rf"|\b(?:standing\s+orders?|direct\s+debits)\b"
    rf"|\b(?:which|what)\s+(?:\w+\s+)?{_PAYING}\s+(?:\w+\s+){{0,4}}?"
    r"(?:regularly|(?:again|every|each)\s+(?:and\s+again|(?:single\s+)?(?:week|month|quarter|year)))\b"
    r"|\b(?:do|am|are)\s+(?:i|we)\s+pay(?:ing)?\s+(?:for\s+)?regularly\b"
    r"|^\W*(?:who|whom|what)\s+(?:all\s+)?(?:do|am|are)\s+(?:i|we)\s+pay(?:ing)?(?:\s+(?:for|money\s+to))?\s+"
    r"(?:every|each)\s+(?:single\s+)?(?:week|month|quarter|year)\W*$"
    r"|^\W*(?:(?:please\s+)?(?:list|show|name|give)\s+(?:me\s+)?(?:all\s+(?:of\s+)?)?(?:my\s+|our\s+)?"
    r"|(?:what|which)\s+(?:are\s+)?(?:(?:all\s+)?(?:of\s+)?(?:my|our|the)\s+)?(?:\w+\s+)?"
    r"|my\s+)(?:subscriptions|memberships"
    r"|(?:weekly|monthly|quarterly|yearly|annual)\s+(?:payments|bills|charges|direct\s+debits))\b"
)
"""Matches what asks for payments that come back."""
_EVERY = lazily(
    r"\b(?:every|each)\s+(?:single\s+)?(?P<unit>week|month|quarter|year)\b"
    r"|\b(?P<adverb>weekly|monthly|quarterly|yearly|annual)\b"
)
_USUALLY = lazily(r"\b(?:usually|normally|typically|generally|regularly|each month|every month)\b")
_AVERAGE = lazily(r"\b(?:average|averages|mean|avg|typical|typically|on average|usually)\b")
_PAIR = lazily(
    r"\b(?:difference|diff|gap|days|weeks|time|long)\b.{0,20}?\bbetween\s+(?:(?:the|my|our|those|these)\s+)?"
    r"(?:(?:last|latest|first)\s+)?(?:two|2|both)\b"
)
"""Matches what asks how two bookings differ, in size or in days."""
_MEDIAN = lazily(r"\bmedian\b")
_NET = lazily(
    r"\bnet\b(?! of)|\bcash ?flow\b|\bsurplus\b|\bdeficit\b|\b(?:did|have|do) (?:i|we) saved?\b"
    r"|\b(?:incomes?|earnings) or (?:my |our )?(?:spending|expenses|outgoings)\b"
    r"|\b(?:spending|expenses|outgoings) or (?:my |our )?(?:incomes?|earnings)\b"
    r"|\bleft over\b|\bincome (?:minus|less|and (?:my )?(?:spending|expenses|expenditure))"
    r"|\bdifference\b.*\b(?:earn\w*|income)\b.*\band\b.*\b(?:spen\w+|expen\w+)"
    r"|\b(?:earn\w*|income)\b.*\b(?:than|minus|versus|vs|against)\b.*\b(?:spen\w+|expen\w+)"
    r"|\b(?:spen\w+|expen\w+)\b.*\b(?:than|versus|vs|against)\b.*\b(?:earn\w*|income)\b"
)
_THAN = lazily(r"\bthan\b")
_SPENT_FIRST = lazily(
    r"\b(?:spen\w+|expen\w+)\b.*\b(?:more|higher|larger|greater)\b.*\bthan\b"
    r"|\bmore\b.*\b(?:spen\w+|went out)\b.*\bthan\b"
    r"|\b(?:earn\w*|income)\b.*\b(?:less|lower|smaller)\b.*\bthan\b|\bless\b.*\bearn\w*.*\bthan\b"
)
"""Matches where more is asked to have gone out than to have come in."""
_BALANCE = lazily(r"\bbalances?\b(?! sheet)|\bhow much (?:money )?(?:do|did) (?:i|we) have\b")
_SHARE = lazily(
    r"\b(?:share|percent(?:age)?|proportion|fraction|portion|how much)\b.{0,30}?"
    r"\bof\s+(?:my|our|the|all)\b|%\s+of\b"
    r"|\b(?:what|which|how (?:big|large|high))\b.{0,20}"
    r"\b(?:share|percent(?:age)?|proportion|fraction|portion)\b(?!\s+(?:change|increase|more|less))"
    r"|\bas an? (?:share|percent(?:age)?|proportion|fraction|portion)\b"
)
_PERCENT_MOVED = lazily(
    r"\b(?:percent(?:age)?|per cent)\b(?! of\b).*\b(?:increas\w*|decreas\w*|r[io]se[ns]?|risen"
    r"|gr[eo]w\w*|drop\w*|f[ae]ll\w*|chang\w*|climb\w*|shr[iau]nk\w*|more|less|higher|lower"
    r"|(?:go|gone|goes|went|going) (?:up|down))\b"
)
"""Matches what asks for a change, not for a part of a whole."""
_NOUNS = (
    r"(?:payments?|transactions?|expenses|purchases?|bookings?|visits?|orders?|bills|charges"
    r"|transfers|refunds"
    r"|deposits|withdrawals|fees|subscriptions|invoices|entries|expenditures|debits|credits)"
)
_LIST = lazily(
    rf"^\W*(?:(?:a\s+|the\s+)?list|show|display|name|find|give|which\b.{{0,30}}?\b{_NOUNS}"
    rf"|what\s+{_NOUNS}"
    rf"|(?:what|which)\s+(?:were|are)\s+(?:all\s+)?(?:my|our|the)\s+(?:\S+\s+){{0,3}}{_NOUNS}\b"
    rf"|(?:every|each)(?:\s+single)?\s+(?:\S+\s+){{0,2}}{_NOUNS}"
    rf"|all\s+(?:of\s+)?(?:my\s+|our\s+|the\s+)?(?:\S+\s+)?{_NOUNS}"
    r"|all\s+(?:of\s+)?(?:my\s+|our\s+|the\s+)?(?:other\s+)?(?:incomes?|money)\b"
    rf"|(?:(?:my|all|the|any)\s+)*(?:\S+\s+)?{_NOUNS}\b(?!\W*$)"
    r"|who (?:has |have )?(?:paid|pays|sent|transferred|gave) (?:me|us)\b"
    r"|whom? (?:did|have|do) (?:i|we)\b|what (?:did|have) (?:i|we) (?:buy|bought|purchased?)\b"
    r"|what (?:did|have) (?:i|we) (?:spent?|pay|paid)\b.*\b(?:on|for)\W*$)"
)
_SUMMED = lazily(r"\b(?:total|sum|how much|altogether|overall|in all|amount spent)\b")
_SUMMED_UP = lazily(
    r"\b(?:total|sum|altogether|overall|average|mean|median|how many|compared?|than|most|largest"
    r"|biggest|highest|smallest|lowest|cheapest|(?:\d|two|three|four|five) \w*est|last|first)\b"
)
"""Matches what wants one figure of them."""
_TOTAL = lazily(r"\b(?:total|sum|altogether|overall|in all)\b")
_WHETHER = lazily(r"^\W*(?:did|have|has|had|was|were|is|are|do|does)\b(?!n)")
_ALREADY_PAID = lazily(
    r"\b(?:pay|paid|payed|settled?|receive[ds]?|get|got|refunded|arrive[ds]?|come|came|buy|bought"
    r"|charged?|refund|transferred|transfer|any|spend|spent|debited|credited|there"
    r"|(?:go|gone|went) (?:out|through|off)"
    r"|cleared?)\b"
)
_LAST = lazily(r"\b(?:last|latest|most recent(?:ly)?|newest)\b")
_FIRST = lazily(r"\b(?:first|earliest|oldest)\b")
_PRESENT = lazily(r"^\W*(?:how much|what)(?:'s| is| are| do| does)\b")
_PRICE = lazily(
    r"^\W*(?:how much|what) do (?:i|we) pay\b|"
    r"^\W*(?:how much (?:was|is|were|are|does|did)\b(?! (?:i|we|spent)\b)"
    r"|what (?:does|did|do)\b.*\bcosts?\b"
    r"|what(?:'s| is| was)\b.*\b(?:price|cost|rent|salary|fee|bill|premium|amount)\b|price of)"
)


class Asked(NamedTuple):
    """What is wanted of the bookings."""

    figure: str
    """`sum`, `count`, `average`, `median`, `max`, `min`, `list`, `when`, `whether`, `net`,
    `share`, `balance`, `price`, `ago`, `changed`, `place`, `regular`, `left`."""
    direction: str = ""
    by: str = ""
    """What is grouped by."""
    top: int = 0
    """How many of the most, or of the latest; 0 for all."""
    order: str = ""
    """`most`, `least`, `often`, `last`, `first`, `usual`; `now`: the last unless all are the same.

    With groups, `distinct` asks how many there are.
    """
    pays: bool = False
    """Whether the asker says to have paid it: "interest" is then what was paid."""


def asked(text: str) -> Asked:
    """What a question, in lower case, wants to know."""
    return _asked(text)._replace(pays=_I_PAY.search(text) is not None)


def _asked(text: str) -> Asked:
    if _PAIR.search(text):
        return Asked("pair", _direction(text))
    if distinct := _DISTINCT.search(text):
        direction = _direction(text) or "out"
        unit = _unit(distinct["unit"] or distinct["kind"])
        return Asked("count", direction, unit, 0, "distinct")
    if elapsed := _AGO.search(text):
        unit = (elapsed["unit"] or "days").removesuffix("s")
        return Asked("ago", _direction(text), unit, 0, _pick(text) or "last")
    if REGULAR.search(text) and not _SUMMED_UP.search(text):
        every = _EVERY.search(text)
        rhythm = _ADVERBS.get(every["adverb"] or "", every["unit"]) if every else ""
        return Asked("regular", _direction(text) or "out", rhythm or "")
    if _WHEN.search(text) and _USUALLY.search(text):
        return Asked("when", _direction(text), order="usual")
    if _NET.search(text) and _WHETHER.search(text) and _THAN.search(text):
        return Asked("net", order="less" if _SPENT_FIRST.search(text) else "more")
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
        several = _WHICH_COUNT.search(text)
        count = read_count(several["count"]) if several else None
        return Asked("sum" if figure == "when" else figure, direction, by, count or 1, order)
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
    if which := _DEAR_UNIT.search(text):
        return which["unit"], "least" if which["cheap"] else "most"
    order = "often" if _OFTEN.search(text) else ""
    order = order or ("most" if _MOST.search(text) else "least" if _LEAST.search(text) else "")
    if order and (unit := _ordered(text, order)):
        return unit, order
    # "Break it down by shop": what stands behind "by" tells more than the rest.
    if by := BY_UNIT.search(text):
        return _unit(by["unit"]), ""
    if ranks := _RANKED.search(text):
        return _unit(ranks["unit"]), ""
    by = _BY.search(text)
    if by is None:
        return ("month" if _COURSE.search(text) else ""), ""
    if by["breakdown"]:
        return "category", ""
    return _ADVERBS.get(by["adverb"] or "") or by["rate"] or _unit(by["unit"]), ""


def _ordered(text: str, order: str) -> str:
    which = None if _WHEN.search(text) else _WHICH_UNIT.search(text)
    if which := which or _THE_UNIT.search(text):
        return _unit(which["unit"])
    if which := _LARGEST_BY.search(text):
        return _ADVERBS[which["adverb"]]
    if _WHERE.search(text) or order == "often":
        return "merchant"
    return "category" if _ON_WHAT.search(text) else ""


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
        if pattern.search(text) and not (name == "share" and _PERCENT_MOVED.search(text)):
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
