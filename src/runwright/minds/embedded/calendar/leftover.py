"""Words of a clause that name something although no span says so."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from runwright.minds.embedded.calendar.terms import (
    find_terms,
    is_empty,
    is_nearly_empty,
    is_of_life,
)
from runwright.minds.embedded.query import Query, Span
from runwright.text.calendar_words import MONTHS, WEEKDAYS
from runwright.text.folding import fold
from runwright.text.stopwords import STOP_WORDS
from runwright.text.words import word_set, words

_MEASURES = ("list", "count", "next", "last", "first", "when", "where", "until", "exists")
_ONE = ("next", "last", "when", "where", "until")
_NAMES = ("T", "PS", "PL", "OW")
_LEADS = word_set("for about with")
_COUNTABLE = word_set("more other few long late early")
_VERBS = word_set("""
    did do does have has had am are is was were will would can could should got get there i we
    take took taken left remain remaining
    """)
"""Where what is counted ends."""
_SEEN = word_set("""
    patients clients customers students pupils candidates different separate distinct individual
    actual people
    """)
"""Whom events are about, for those whose work it is: each of them is one. And what makes no
difference to a count."""
_WHICH = word_set("long short early late big small busy quiet full half double proper real free")
"""What says which events are counted, and is no word of questions there."""
_COUNTING = word_set("counting including")
_TOO = word_set("included too inclusive")
_FIGURE = re.compile(r"(?:the )?(?:(?:[a-z]+ )?[0-9]{1,2}[a-z]?|q[1-4])")
"""A figure with at most a noun before it: `11`, `year 11`, `the Year 10`, `Q4`."""
_MOST_GUESS = 1
"""A neighbour may stand in the titles in another form, but not in another spelling."""
_RHYTHMS = word_set("daily weekly monthly yearly")
"""What questions are made of, and titles, too."""
_PLAIN = word_set("""
    got going happening happen happens planned plan plans schedule scheduled agenda show list give
    tell find many much long often time times day days week weeks month months year years today
    tomorrow tonight yesterday morning mornings afternoon afternoons evening evenings night nights
    weekend weekends weekday weekdays next last first final earliest latest upcoming coming come
    comes free busy open available hour hours minute minutes total number overall still left
    remaining rest far date due start starts started begin begins end ends finish finished finishes
    over done know need want see look put thing things anything something everything nothing
    everyone anyone nobody somebody whose work personal private home meet met attend join joined
    else included including counting early late earlier later soon now ago since until till ever
    again already yet always usual usually normally what's whats when's whens who's where's how's
    i'm i've we've we're it's that's there's don't doesn't didn't isn't aren't haven't let's
    calendar diary table csv file chart export make word short brief quick order sorted all-day
    place room address start-time happened take takes took place held get gets back away around
    hand check remind main big important really actually exactly ones new old cancelled moved
    called fall falls item items main noon midday midnight lunchtime overview summary longer read
    like without every set anywhere must per pls whole office leave mean full except right shorter
    hey supposed blocked less booked run standing ics kick working commitments stuck recurring skip
    repeat weekly driving kindly share marked repeating worked leaving points apart sit average say
    repeats line lasting count meant expected waiting simple besides running opening fixed series
    two top single fill guest talk lot looking round person good second plate goes review reviews
    monthly daily yearly standing rundown mine okay yes thanks school kids trip taken
    """)
"""What questions about calendars are made of."""


def might_name(query: Query) -> bool:
    """Whether there are such words at all."""
    is_open = query.measure in _MEASURES and not query.state and not query.words(*_NAMES)
    return is_open and any(_telling(query))


def with_leftover(query: Query, titles: Iterable[str]) -> Query | str:
    """The query with a topic that stands in a title; or a word that stands in none, where one
    event is asked for and the word says which."""
    texts = list(dict.fromkeys(titles))
    for word, at, lead in _telling(query):
        terms = find_terms(word, texts, are_titles=True)
        if terms and not terms.guess:
            return query._replace(spans=(*query.spans, Span("T", word, at)))
        is_counted = (
            query.measure == "count"
            and fold(word) not in _SEEN
            and not is_nearly_empty(word)
            and any(at == place for _, place in counted(query))
        )
        if is_counted or (lead in _LEADS and query.measure in _ONE):
            return word
    return query


def might_narrow(query: Query) -> bool:
    """Whether a word says more of what is named than its spans do."""
    is_open = query.measure in (*_MEASURES, "duration") and not query.state
    return is_open and bool(query.words("T", "PS")) and any(_telling(query))


def with_narrower(query: Query, titles: Iterable[str]) -> Query:
    """The query with a word that chooses among the titles that bear its topic or its person: the
    `groomed` of `when is Waffles being groomed`. Where all names were taken over, a word of its
    own that other titles bear takes their place."""
    texts = list(dict.fromkeys(titles))
    names = [each for each in query.spans if each.code in _NAMES]
    if len(names) != 1:
        return query
    own = find_terms(names[0].text, texts, are_titles=True).texts
    for word, at, _ in _telling(query):
        narrow = find_terms(word, own, are_titles=True)
        if narrow and narrow.guess <= _MOST_GUESS and len(narrow.texts) < len(own):
            return query._replace(spans=(*query.spans, Span("T", word, at)))
        other = find_terms(word, texts, are_titles=True)
        if names[0].start < 0 and other and not other.guess:
            spans = tuple(each for each in query.spans if each is not names[0])
            return query._replace(spans=(*spans, Span("T", word, at)))
    return query


def counted(query: Query) -> list[tuple[str, int]]:
    """The words that say what is counted, and where they stand: the `long days` of `how many long
    days did I work`; those of spans are left out."""
    spoken = list(words(query.text))
    names = [fold(word.text) for word in spoken]
    first = names.index("many") + 1 if "many" in names else len(names)
    taken = _taken(query)
    found = []
    for word in spoken[first:]:
        name = fold(word.text)
        if name in STOP_WORDS - _COUNTABLE or name in _VERBS:
            break
        if not any(start <= word.start < end for start, end in taken):
            found.append((name, word.start))
    return found


def unread_kind(query: Query) -> str:
    """What is counted, where a word of it says which and nothing was made of it."""
    said = [name for name, _ in counted(query)]
    is_open = query.measure == "count" and not query.words("D", "D>", "D<", "TI", *_NAMES)
    return " ".join(said) if is_open and not _WHICH.isdisjoint(said) else ""


def with_figures(query: Query, titles: Iterable[str]) -> Query:
    """The query with a figure beside a topic in it, where titles bear both: the `11` of `11
    Methods` is no hour, and the `year 11` of a `year 11 meeting` no period."""
    texts = list(dict.fromkeys(titles))
    spans = list(query.spans)
    for figure, topic in _beside_figures(query):
        text = query.text[figure.start : topic.start + len(topic.text)]
        found = find_terms(text, texts, are_titles=True)
        if found and not found.guess and not found.without:
            spans = [each for each in spans if each not in (figure, topic)]
            spans.append(Span("T", text, figure.start))
    return query._replace(spans=tuple(spans))


def has_figures(query: Query) -> bool:
    """Whether there are figures that may belong to a topic."""
    return any(_beside_figures(query))


def _beside_figures(query: Query) -> Iterator[tuple[Span, Span]]:
    own = sorted((each for each in query.spans if each.start >= 0), key=lambda each: each.start)
    for one, other in pairwise(own):
        between = query.text[one.start + len(one.text) : other.start]
        is_figure = one.code in ("P", "TI", "N") and _FIGURE.fullmatch(fold(one.text)) is not None
        if is_figure and other.code == "T" and not between.strip():
            yield one, other


def has_neighbours(query: Query) -> bool:
    """Whether a word that may belong to a topic stands beside it."""
    return any(True for each in query.spans if each.code == "T" for _ in _neighbours(query, each))


def with_neighbours(query: Query, titles: Iterable[str]) -> Query:
    """The query with topics that are a word longer where titles bear them so: the `Maisies` of
    `Maisies birthday party`."""
    texts = list(dict.fromkeys(titles))
    spans = tuple(_longer(query, each, texts) if each.code == "T" else each for each in query.spans)
    return query._replace(spans=spans)


def _longer(query: Query, each: Span, titles: list[str]) -> Span:
    plain = find_terms(each.text, titles, are_titles=True)
    for wide in _neighbours(query, each):
        found = find_terms(wide.text, titles, are_titles=True)
        is_narrower = found.guess <= _MOST_GUESS and not found.without
        if is_narrower and 0 < len(found.texts) < max(len(plain.texts), 2):
            return wide
    return each


def _neighbours(query: Query, each: Span) -> Iterator[Span]:
    """A topic with the word before it, and with the one behind it, if that says something."""
    taken = _taken(query)
    end = each.start + len(each.text)
    for word in words(query.text) if each.start >= 0 else ():
        is_taken = any(start <= word.start < stop for start, stop in taken)
        if is_taken or not _may_belong(fold(word.text)):
            continue
        if query.text[word.end : each.start].strip(" ") == "" and word.end < each.start:
            yield Span("T", query.text[word.start : end], word.start)
        elif query.text[end : word.start].strip(" ") == "" and end < word.start:
            yield Span("T", query.text[each.start : word.end], each.start)


def _may_belong(name: str) -> bool:
    return name in _RHYTHMS or _says_something(name.removesuffix("'s"))


def of_calendar(query: Query, calendars: Iterable[str]) -> Query:
    """The query with the calendar that its words name beside an empty noun: `work stuff`,
    `meetings at work`."""
    names = list(dict.fromkeys(calendars))
    spoken = list(words(query.text))
    taken = _taken(query)
    for place, word in enumerate(spoken):
        if not is_of_life(word.text) or any(a <= word.start < b for a, b in taken):
            continue
        before = [fold(each.text) for each in spoken[:place]]
        after = spoken[place + 1].text if place + 1 < len(spoken) else ""
        is_beside = bool(after) and is_empty(after)
        is_work = fold(word.text) == "work" and not query.words("T", "PS", "PL", "PE")
        is_at = before[-1:] == ["at"] and (is_work or any(map(is_empty, before)))
        terms = find_terms(word.text, names) if is_beside or is_at else None
        if terms and not terms.guess:
            return query._replace(spans=(*query.spans, Span("OW", word.text, word.start)))
    return query


def names_calendar(query: Query) -> bool:
    """Whether a word of it may name a calendar."""
    return not query.words("OW") and any(is_of_life(word.text) for word in words(query.text))


def _taken(query: Query) -> list[tuple[int, int]]:
    """Where the spans of the clause itself stand."""
    return [(each.start, each.start + len(each.text)) for each in query.spans if each.start >= 0]


def _telling(query: Query) -> Iterator[tuple[str, int, str]]:
    """Words outside the spans that say something of their own, where they stand, and the last
    word before them that is no article."""
    taken = _taken(query)
    lead = ""
    spoken = list(words(query.text))
    for word, after in zip(spoken, (*spoken[1:], None), strict=True):
        name = fold(word.text)
        if name in ("the", "a", "an", "my", "our"):
            continue
        is_taken = any(start <= word.start < end for start, end in taken)
        # "Tutoring included" is meant anyway.
        is_meant = lead in _COUNTING or (after is not None and fold(after.text) in _TOO)
        if not is_taken and not is_meant and _says_something(name):
            yield word.text, word.start, lead
        lead = name


def _says_something(name: str) -> bool:
    is_plain = name in _PLAIN or name in STOP_WORDS or name in MONTHS or name in WEEKDAYS
    return name.isalpha() and len(name) > 2 and not is_plain and not is_empty(name)
