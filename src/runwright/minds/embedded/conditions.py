"""What a prompt says beside its questions: what is not to be counted, and that things are meant
together. None of it asks anything itself; it belongs to the question before it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from runwright.minds.embedded.query import EXCLUDING, Query, Span
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set

OWN_MONEY = "own transfers"
"""How money that a person moves between accounts of their own is called in a span."""
EACH = "each"
"""The flag of a question about several names that wants a figure for each of them."""
_WORD = re.compile(r"[\w'’]+")
_EDGE = re.compile(r"[,.;:?!()–—\n]")
_NOT = word_set("""
    not no don't dont without excluding exclude except ignoring ignore skip skipping minus leaving
    leave never ohne nicht keine
    """)
_MOVED = word_set("""
    transfer transfers transferred transferring moved moving move moves shifted shifting shuffled
    shuffling umbuchung umbuchungen uberweisungen ubertrage
    """)
_OWN = word_set("own ourselves myself between internal eigene eigenen zwischen")
_AROUND = word_set("""
    count counting counted include including included the a any our my we i us me money cash funds
    about around from of to and or one other another account accounts across just that which was
    were been have had has for please out in back forth konto konten von mir
    meine meinen unsere unseren
    """)
_LEADS = word_set("but and or so aber und")
_BETWEEN = " ,;:.–—-"
_LED = re.compile(r"^(?:in|for|during|im) ", re.IGNORECASE)
_LED_OTHERWISE = re.compile(r"^(?:since|from|until|till|before|after|between|by) ", re.IGNORECASE)
_COUNTED_TOO = re.compile(
    r"\b(?:count|counting|include|including|incl)\b(?: \w+){0,2} (?:moved|rescheduled|tentative)\b"
)
_CANCELLED = word_set("cancelled canceled")
_THOSE = word_set("ones one that were was the events meetings any those which got")
_CURRENCY = word_set("currency currencies wahrung")
_OF_CURRENCY = _CURRENCY | word_set("""
    amount amounts figures sums totals the each in their its own original local respective please
    with both every given all show shown give
    """)
_TOGETHER = word_set("together altogether combined")
_OF_TOGETHER = _TOGETHER | word_set("""
    and all of them both in total what is it how much many that the was were are they those these
    then added up
    """)
_SUMMED = ("sum", "count", "recur", "duration")
_OVER_PERIODS = ("sum", "avg", "count", "duration", "list", "exists", "max", "min")


class Asked(NamedTuple):
    """A prompt without what it says about own money."""

    text: str
    leaves_out_own_money: bool = False


def asked(prompt: str) -> Asked:
    """The prompt without a stretch such as `but not money we moved ourselves`."""
    words = list(_WORD.finditer(prompt))
    for number, word in enumerate(words):
        if _folded(word) not in _NOT:
            continue
        stretch = _stretch(words[number:], prompt)
        if not _says_own_money([_folded(each) for each in stretch]):
            continue
        first = number
        while first and _folded(words[first - 1]) in _LEADS:
            first -= 1
        before = prompt[: words[first].start()].rstrip(_BETWEEN)
        after = prompt[stretch[-1].end() :].lstrip(_BETWEEN)
        joint = ", " if before and after[:1].isalnum() else ""
        kept = f"{before}{joint}{after}"
        return Asked(kept, leaves_out_own_money=True) if _WORD.search(kept) else Asked(prompt)
    return Asked(prompt)


def is_own_money(words: str) -> bool:
    """Whether words call money that is moved between own accounts: `transfers between mine`."""
    spoken = set(split_words(fold(words)))
    return bool(spoken & _OWN) and spoken <= _OWN | _MOVED | _AROUND


def with_own_money_left_out(query: Query) -> Query:
    """The question about money, of which own money is no part."""
    if query.route != "finance":
        return query
    return query._replace(spans=(*query.spans, Span("XC", OWN_MONEY, -1)))


def holds_anyway(query: Query) -> bool:
    """Whether a clause only demands what is always done: `amounts in their own currency`."""
    spoken = set(split_words(fold(query.text)))
    return bool(spoken & _CURRENCY) and spoken <= _OF_CURRENCY


def with_all_states(query: Query) -> Query:
    """Of events, with those whose state is only said to count as well: `counting the moved ones`.
    That cancelled ones do not count goes without saying."""
    if query.route != "calendar":
        return query
    spans = tuple(each for each in query.spans if not _is_cancelled(each))
    state = "" if _COUNTED_TOO.search(fold(query.text)) else query.state
    return query._replace(spans=spans, state=state)


def _is_cancelled(span: Span) -> bool:
    spoken = set(split_words(fold(span.text)))
    return span.code == "XT" and bool(spoken & _CANCELLED) and spoken <= _CANCELLED | _THOSE


def joined(earlier: Sequence[Query], query: Query) -> list[Query] | None:
    """The questions of a prompt when a clause says that they are meant together; None if it says
    something else. `And together` asks for one figure more, `together` for one instead."""
    words = split_words(fold(query.text))
    if not set(words) & _TOGETHER or not set(words) <= _OF_TOGETHER or not earlier:
        return None
    last = earlier[-1]
    alike = [each for each in earlier if (each.route, each.measure) == (last.route, last.measure)]
    if last.measure not in _SUMMED:
        return None
    if len(alike) == 1:
        # Of several names, one figure each, and one for all of them.
        is_one_more = words[0] in _LEADS
        flags = (*last.flags, EACH) if is_one_more and last.route == "finance" else last.flags
        return [*earlier[:-1], last._replace(flags=flags)]
    spans = dict.fromkeys(span._replace(start=-1) for each in alike for span in each.spans)
    texts = " ".join(each.text for each in alike)
    whole = last._replace(text=f"{texts} {query.text}", spans=_united(tuple(spans)))
    is_one_more = words[0] in _LEADS
    return [*earlier, whole] if is_one_more else [*_others(earlier, alike), whole]


def with_period_added(earlier: Query, query: Query) -> Query | None:
    """`How many in May and June` asks for one figure, where no preposition begins anew; None if
    the clause says anything else."""
    if earlier.route not in ("finance", "calendar") or earlier.measure not in _OVER_PERIODS:
        return None
    periods = [each.text for each in query.own if each.code == "P"]
    if len(periods) != 1 or len(earlier.words("P")) != 1 or not _is_same_but_for(earlier, query):
        return None
    spoken = [word for word in split_words(fold(query.text)) if word not in _LEADS]
    period = split_words(fold(periods[0]))
    rest = spoken[len(period) :]
    is_left_out = any(each.code in EXCLUDING for each in query.own)
    if spoken[: len(period)] != period or _LED.match(periods[0]):
        return None
    if rest and not is_left_out and not _OF_TOGETHER.issuperset(rest):
        return None
    if any(map(_LED_OTHERWISE.match, (earlier.word("P"), periods[0]))):
        return None
    if not earlier.text.rstrip().endswith(earlier.word("P")):
        return None
    spans = _united((*earlier.spans, *query.own))
    return earlier._replace(text=f"{earlier.text} and {periods[0]}", spans=spans)


def _is_same_but_for(earlier: Query, query: Query) -> bool:
    """Whether a clause names a period and what is left out, and takes all else over."""
    taken_over = {(each.code, each.text) for each in query.spans if each.start < 0}
    own = {each.code for each in query.own}
    known = {(each.code, each.text) for each in earlier.spans}
    return own <= {"P", *EXCLUDING} and taken_over <= known


def _others(earlier: Sequence[Query], alike: Sequence[Query]) -> list[Query]:
    return [each for each in earlier if each not in alike]


def _united(spans: tuple[Span, ...]) -> tuple[Span, ...]:
    """With one period for several: `March and April`."""
    periods = [_LED.sub("", span.text) for span in spans if span.code == "P"]
    if len(periods) < 2:
        return spans
    others = tuple(span for span in spans if span.code != "P")
    return (*others, Span("P", " and ".join(periods), -1))


def _folded(word: re.Match[str]) -> str:
    return fold(word[0]).replace("’", "'")


def _stretch(words: Sequence[re.Match[str]], prompt: str) -> list[re.Match[str]]:
    """The words up to the next mark between clauses."""
    stretch = [words[0]]
    for word in words[1:]:
        if _EDGE.search(prompt[stretch[-1].end() : word.start()]):
            break
        stretch.append(word)
    return stretch


def _says_own_money(words: Sequence[str]) -> bool:
    spoken = set(words[1:])
    return (
        bool(spoken & _MOVED) and bool(spoken & _OWN) and spoken <= _OWN | _MOVED | _AROUND | _NOT
    )
