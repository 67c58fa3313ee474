"""What is said when the parser is unsure: how it read the question, and how to ask it plainly."""

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
_QUESTIONS = {
    ("finance", "sum", "out"): "How much did I spend{}?",
    ("finance", "sum", "in"): "How much did I receive{}?",
    ("finance", "sum", "any"): "How much did I save{}?",
    ("finance", "count", "out"): "How many payments did I make{}?",
    ("finance", "count", "in"): "How many payments did I receive{}?",
    ("finance", "avg", "out"): "What did I spend on average{}?",
    ("finance", "avg", "in"): "What did I receive on average{}?",
    ("finance", "max", "out"): "What was my largest payment{}?",
    ("finance", "max", "in"): "What was the largest amount I received{}?",
    ("finance", "min", "out"): "What was my smallest payment{}?",
    ("finance", "list", "out"): "Which payments did I make{}?",
    ("finance", "list", "in"): "Which payments did I receive{}?",
    ("finance", "list", "any"): "Which bookings are there{}?",
    ("finance", "last", "out"): "When did I last pay anything{}?",
    ("finance", "last", "in"): "When did I last receive money{}?",
    ("finance", "first", "out"): "When did I first pay anything{}?",
    ("finance", "exists", "out"): "Did I pay anything{}?",
    ("finance", "exists", "in"): "Did I receive anything{}?",
    ("finance", "recur", "out"): "Which recurring payments do I have{}?",
    ("finance", "trend", "out"): "How did my spending develop{}?",
    ("finance", "why", "out"): "Why was my spending so high{}?",
    ("finance", "share", "out"): "What share of my spending was{}?",
    ("calendar", "list", ""): "Which {}events are in my calendar{}?",
    ("calendar", "count", ""): "How many {}events are in my calendar{}?",
    ("calendar", "next", ""): "When is my next {}event{}?",
    ("calendar", "last", ""): "When was my last {}event{}?",
    ("calendar", "when", ""): "When is my {}event{}?",
    ("calendar", "duration", ""): "How long are my {}events{}?",
    ("calendar", "who", ""): "Who takes part in my {}event{}?",
    ("calendar", "where", ""): "Where is my {}event{}?",
    ("calendar", "conflicts", ""): "Which of my {}events overlap{}?",
    ("calendar", "exists", ""): "Is there a {}event in my calendar{}?",
    ("calendar", "until", ""): "How long is it until my {}event{}?",
}  # fmt: skip
_FREE = "When am I free{}?"
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
_SPENT = ("sum", "avg", "trend", "why", "share")


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


def ask_back(query: Query) -> Answer:
    """Says how the question was read, and how to ask it so that there is no doubt; with another
    reading, too, both are offered."""
    readings = dict.fromkeys(map(offered, (query, *query.others)))
    if len(readings) > 1:
        first, second, *_ = readings
        lines = f"1. {first}\n2. {second}"
        return Answer(
            f"I can read this in two ways. Which one do you mean?\n{lines}", is_answer=False
        )
    question = plain_question(query)
    hint = f" If so, ask it like this: “{question}”" if question else ""
    return Answer(
        f"I read this as: {reading_in_words(query)}. Is that right?{hint}", is_answer=False
    )


def in_other_words(query: Query) -> Answer:
    """Says how a question was read that no call of a tool could answer."""
    return Answer(
        f"I read this as: {reading_in_words(query)}. That cannot be looked up as it stands: "
        "please ask it in other words.",
        is_answer=False,
    )


def plain_question(query: Query) -> str:
    """A question that has this reading and no other; nothing where none is known."""
    if query.route == "documents" and query.measure == "summary" and query.words("DOC"):
        return f"Summarise {query.word('DOC')}."
    # These cannot be put into one of the plain questions without changing what is asked.
    if query.words("N", "P2") or query.state or query.role or query.flags or query.ask:
        return ""
    if not query.spans and not query.group:
        return ""
    order = f", {_ORDERS[query.order]}" if query.order in _ORDERS else ""
    filters = f"{_filters(query, is_question=True)}{_by(query)}{order}"
    if query.route == "calendar" and query.measure == "free":
        return _FREE.format(filters)
    direction = query.direction if query.route == "finance" else ""
    pattern = _QUESTIONS.get((query.route, query.measure, direction))
    if pattern is None:
        return ""
    if query.route == "calendar":
        # Somebody else's calendar stands among the filters.
        pattern = pattern.replace(" in my calendar", "") if query.words("OW") else pattern
        # The question itself is quoted, so its own quotation marks are single.
        topic = _topic(query).replace("“", "‘").replace("”", "’")
        return pattern.format(topic, filters).replace(" a event", " an event")
    if query.words("MP"):
        pattern = pattern.replace("did I spend", "did I pay")
    return pattern.format(filters)


def offered(query: Query) -> str:
    """A reading, with the question that means it."""
    question = plain_question(query)
    reading = reading_in_words(query)
    said = f"{reading[:1].upper()}{reading[1:]}"
    return f"{said}: “{question}”" if question else f"{said}."


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


def _filters(query: Query, *, is_question: bool = False) -> str:
    """The spans behind the noun."""
    joint = "or" if query.has_alternatives else "and"
    said = []
    for code in _BEHIND:
        words = query.words(code)
        if words:
            shown = [_period(each) if code in ("P", "PE") else each for each in words]
            said.append(_pattern(query, code, is_question).format(_listed(shown, joint)))
    return "".join(f" {each}" for each in said)


def _pattern(query: Query, code: str, is_question: bool) -> str:
    """How one kind of span is said: money is spent at a shop and on a thing."""
    is_spent = is_question and query.measure in _SPENT and query.direction != "in"
    if code in ("M", "MP"):
        if query.direction == "in":
            return "from {}"
        return "at {}" if is_spent and code == "M" else "to {}"
    if code == "C" and is_spent and query.measure != "share":
        return "on {}"
    if code.startswith("A") and code != "ACC" and is_question and query.measure in _SPENT:
        return f"in payments {_BEHIND[code]}"
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
