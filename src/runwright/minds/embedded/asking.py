"""How a question was read, in words."""

from __future__ import annotations

from collections.abc import Sequence

from runwright.minds.embedded.program import Answer
from runwright.minds.embedded.query import DESCRIBED, Query
from runwright.text.calendar_words import LEADS, NEAR, SIDES
from runwright.text.folding import fold

_KINDS = {"out": "payments", "in": "payments received", "any": "bookings", "": "bookings"}
_MEASURES = {
    "finance": {
        "sum": "{}, added up", "count": "the number of {}", "avg": "{}, on average",
        "max": "the largest of {}", "min": "the smallest of {}", "list": "a list of {}",
        "last": "the latest of {}", "first": "the first of {}", "recur": "recurring {}",
        "exists": "whether there are {}", "compare": "{}, compared", "trend": "the trend of {}",
        "share": "{}, as a share of the total", "why": "the reason for {}",
    },
    "calendar": {
        "list": "{}", "count": "the number of {}", "next": "the next of {}",
        "last": "the latest of {}", "first": "the first of {}", "when": "the time of {}",
        "duration": "the length of {}", "who": "who takes part in {}", "where": "the place of {}",
        "conflicts": "overlaps among {}", "exists": "whether there are {}",
        "busiest": "the busiest time of {}", "compare": "{}, compared",
        "until": "the time left until {}", "gap": "the time between {}",
    },
}  # fmt: skip
_ELSEWHERE = {
    "arithmetic": "something to calculate",
    "change": "something to change, which Runwright cannot do",
    "compose": "something to write, which needs a language model",
    "mixed": "a question about several kinds of records at once",
    "general": "a question that is not about your records",
}
_FORMS = {
    "number": "as a number alone", "table": "as a table", "csv": "as a CSV file",
    "chart": "as a chart", "list": "as a list", "ics": "as a calendar file", "short": "in short",
}  # fmt: skip
_ASKED = {
    "amount": "the amount", "day": "the day", "payee": "who was paid", "place": "the place",
    "time": "the time", "count": "how many", "name": "the name",
}  # fmt: skip
_ORDERS = {"desc": "largest first", "asc": "smallest first", "newest": "newest first",
           "oldest": "oldest first"}  # fmt: skip
_FLAGS = {"allday": "all-day ", "recurring": "repeating ", "end": ""}
_BEHIND = {
    "A>": "of at least {}", "A<": "of at most {}", "A=": "of exactly {}",
    "D": "of {}", "D>": "of at least {}", "D<": "of at most {}",
    "M": "to {}", "MP": "to {}", "C": "for {}", "PS": "with {}", "OW": "of {}", "ACC": "on {}",
    "PL": "in {}", "P": "{}", "PE": "{}", "WD": "{}", "TI": "{}", "CU": "{}", "UNIT": "{}",
    "XM": "without {}", "XC": "without {}", "XT": "without {}", "XPS": "without {}",
    "XP": "without {}",
}  # fmt: skip
"""How a span is said behind the noun, in the order in which it reads best."""
_LEADS = frozenset(lead[0] for lead in LEADS) | frozenset((*SIDES, *NEAR, "the", "all", "ytd"))
_MOST_LISTED = 6


def reading_in_words(query: Query) -> str:
    """What a question was understood to ask: `payments to Lidl in May, added up`."""
    if query.route == "documents":
        return _of_documents(query)
    if query.route in _ELSEWHERE:
        return _ELSEWHERE[query.route]
    if query.route == "finance" and query.measure == "balance":
        return _closed(f"the balance{_filters(query)}", query)
    if query.route == "calendar" and query.measure == "free":
        return _closed(f"free time{_filters(query)}", query)
    measure = _MEASURES.get(query.route, {}).get(query.measure, "{}")
    measure = "what is noted of {}" if DESCRIBED in query.flags else measure
    return _closed(measure.format(f"{_noun(query)}{_filters(query)}"), query)


def in_other_words(query: Query) -> Answer:
    """Says how a question was read that no call of a tool could answer."""
    return Answer(
        f"I read this as: {reading_in_words(query)}. That cannot be looked up as it stands: "
        "please ask it in other words.",
        is_answer=False,
    )


# Parts ------------------------------------------------------------------------------------------


def _of_documents(query: Query) -> str:
    names = _listed(query.words("DOC"), "and") or "your documents"
    if query.measure == "summary":
        return f"a summary of {names}"
    if query.measure == "list":
        about = query.words("T")
        topic = f" about {_listed(about, 'and')}" if about else ""
        return f"a list of your documents{topic}{_filters(query)}"
    return f"what it says in {names} about this"


def _noun(query: Query) -> str:
    """`3 pending payments`, `repeating “standup” events`."""
    number = f"{query.word('N')} " if query.words("N") else ""
    state = f"{query.state} " if query.state else ""
    if query.route == "finance":
        return f"{number}{state}{_KINDS.get(query.direction, 'bookings')}"
    flags = "".join(_FLAGS.get(each, "") for each in query.flags)
    whose = " that you organise" if query.role == "organiser" and not query.words("PS") else ""
    return f"{number}{state}{flags}{_topic(query)}events{whose}"


def _topic(query: Query) -> str:
    words = query.words("T")
    joint = "or" if query.has_alternatives else "and"
    return f"{_listed([f'“{each}”' for each in words], joint)} " if words else ""


def _filters(query: Query) -> str:
    """The spans behind the noun."""
    joint = "or" if query.has_alternatives else "and"
    said = []
    for code in _BEHIND:
        words = query.words(code)
        if words:
            shown = [_period(each) if code in ("P", "PE") else each for each in words]
            said.append(_pattern(query, code).format(_listed(shown, joint)))
    return "".join(f" {each}" for each in said)


def _pattern(query: Query, code: str) -> str:
    """How one kind of span is said: money goes to a firm, and comes from one."""
    if code in ("M", "MP") and query.direction == "in":
        return "from {}"
    if query.measure == "free" and code.startswith("D"):
        return _BEHIND[code].replace("of", "for", 1)
    if code == "OW" and fold(query.word("OW")).endswith(("'s", "’s", "joint")):
        return "in {} calendar" if query.route == "calendar" else "on {} account"
    return _BEHIND[code]


def _period(text: str) -> str:
    """With a preposition: `May` as `in May`, `last month's` as `last month`."""
    text = text.removesuffix("'s").removesuffix("’s")
    first = fold(text).split()[0] if text.split() else ""
    is_year = first.isdigit() and len(first) == len("2026")
    is_led = first in _LEADS or first.endswith("day") or first[:1].isdigit()
    return f"in {text}" if is_year or not is_led else text


def _listed(words: Sequence[str], joint: str) -> str:
    if len(words) < 2:
        return "".join(words)
    if len(words) > _MOST_LISTED:
        more = len(words) - _MOST_LISTED + 1
        return f"{', '.join(words[: _MOST_LISTED - 1])} {joint} {more} more"
    return f"{', '.join(words[:-1])} {joint} {words[-1]}"


def _by(query: Query) -> str:
    if not query.group:
        return ""
    return f" per {query.group}" if query.measure == "avg" else f" by {query.group}"


def _closed(text: str, query: Query) -> str:
    """With what it is compared with, how it is grouped and shown, and what of it is asked."""
    compared = f" with {_compared(query.word('P2'))}" if query.words("P2") else ""
    ends = [
        compared,
        f",{_by(query)}" if query.group else "",
        f", {_ORDERS[query.order]}" if query.order in _ORDERS else "",
        f", {_FORMS[query.form]}" if query.form in _FORMS else "",
        f": {_ASKED[query.ask]}" if query.ask in _ASKED else "",
    ]
    return text + "".join(ends)


def _compared(period: str) -> str:
    """Without its own preposition: `than in April` as `April`."""
    words = period.split()
    while len(words) > 1 and fold(words[0]) in ("than", "to", "with", "in", "on", "for", "against"):
        words = words[1:]
    return " ".join(words)
