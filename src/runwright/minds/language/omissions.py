"""What a call was restricted to and a fact does not say: it is added, or it is a problem.

A sum of one month is no sum of all times: what a call was restricted to is said in the part, in
the heading above it or, for a period, anywhere above it. Where it is not, the service adds it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from runwright.minds.language import forms, restrictions, scope, vocabulary
from runwright.minds.language.additions import Addition, Findings, is_short
from runwright.minds.language.evidence import Evidence, Slot
from runwright.minds.language.parts import Language
from runwright.minds.language.restriction import Said
from runwright.minds.language.restriction_words import only, period
from runwright.minds.language.spoken import spoken
from runwright.minds.language.template import Filled, Hole, masked
from runwright.minds.language.vocabulary import mentions
from runwright.text import periods
from runwright.text.calendars import Period as Days
from runwright.text.calendars import Viewpoint, span
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set

_OVERALL = word_set("altogether overall total combined insgesamt gesamt")
"""Words that make a sum of everything: what it is of must stand beside it."""
_PLACING = vocabulary.EARLY | vocabulary.LATE
_SEARCHING = frozenset(("find_events", "find_transactions"))
_TAKING_TIME = frozenset(("about", "calendars", "people", "tentative_is_busy", "all_day_is_busy"))
"""Arguments that a single free stretch depends on: what keeps one busy at all."""


class Context(NamedTuple):
    """What stands above a part."""

    heading: str = ""
    earlier: str = ""
    """All of it: a period that was said need not be said again."""
    lead: str = ""
    """The part right above, which introduces a list or a table, or goes on about the same call."""
    cited: frozenset[str] = frozenset()
    """The results that the lead cites."""
    is_led: bool = False
    """Whether the part is an entry of a list or a row of a table."""
    paths: frozenset[str] = frozenset()
    """The paths of all slots of the answer."""
    lead_slots: tuple[Slot, ...] = ()
    """What the lead is of."""
    title: str = ""
    """The heading alone; to `heading` belong the names of columns as well."""

    own_lead: str = ""
    """The lead, if it is a `text` part."""

    @property
    def introductions(self) -> tuple[str, ...]:
        """What is said of a part before it begins: its heading, and the lead of its list."""
        return (self.title, self.lead) if self.is_led else (self.title,)

    def leads(self, slot: Slot) -> bool:
        """Whether the lead speaks of a slot's call as well."""
        return self.is_led or slot.name in self.cited


class _Unsaid(NamedTuple):
    """What a call was restricted to and nothing says."""

    words: str
    """As the service adds it."""
    reason: str
    is_contradicted: bool = False


def omissions(filled: Filled, evidence: Evidence, context: Context, language: Language) -> Findings:
    """What is not said, as additions where a few words are enough."""
    found = Findings([], [])
    said = _Saying(filled, evidence, context)
    for hole in filled.holes:
        if _is_label(hole, filled.holes):
            continue
        unsaid = [list(_unsaid(slot, said, evidence, language)) for slot in hole.slots]
        words = list(dict.fromkeys(each.words for own in unsaid for each in own))
        is_one = len(hole.slots) == 1 or all(
            set(words) <= _all_words(slot, evidence, language) for slot in hole.slots
        )
        is_contradicted = any(each.is_contradicted for own in unsaid for each in own)
        is_contradicted |= bool(words) and _is_change_of_other(hole, filled.holes)
        if is_contradicted or not is_one or not is_short(words):
            found.problems.extend(each.reason for own in unsaid for each in own)
        else:
            found.additions.extend(Addition(hole, each) for each in words)
    return found


def _is_change_of_other(hole: Hole, holes: Sequence[Hole]) -> bool:
    """`{r1.total}, {r2.difference} more than in May`: a change stands beside what has changed."""
    if not isinstance(hole.source, Slot) or not scope.is_change(hole.source):
        return False
    others = [slot for each in holes for slot in each.slots if slot.name != hole.source.name]
    return any(forms.is_money(slot) for slot in others)


def _is_label(hole: Hole, holes: Sequence[Hole]) -> bool:
    """Whether a slot only names what another one of the same result is of."""
    if not isinstance(hole.source, Slot) or not scope.is_label(hole.source):
        return False
    name = hole.source.name
    others = [slot for each in holes if each is not hole for slot in each.slots]
    return any(slot.name == name and not scope.is_label(slot) for slot in others)


class _Saying:
    """The words around the slots of a part, and above it."""

    def __init__(self, filled: Filled, evidence: Evidence, context: Context) -> None:
        self.context = context
        viewpoint = Viewpoint(evidence.today)
        words = set(split_words(fold(filled.text)))
        self.is_sole = bool(words & vocabulary.SOLE)
        self.is_ranked = self.is_sole or bool(words & (vocabulary.BIG | vocabulary.SMALL))
        own = masked(filled, 0, len(filled.text))
        self.is_placed = bool(_outside_periods(own, viewpoint) & _PLACING)
        lead = "" if words & _OVERALL else context.lead
        text = f"{context.heading} {filled.text}"
        # What a part is of may have been said above it, but not below.
        self.above = [
            p for _, r in spoken(f"{context.earlier} {filled.text}", viewpoint) for p in r
        ]
        self._headed = [p for _, r in spoken(context.title, viewpoint) for p in r]
        here = f"{context.heading}; {own}; {context.lead}"
        self.here = [p for _, r in spoken(here, viewpoint) for p in r]
        shown = [(hole, p) for hole in filled.holes for p in _shown(hole, evidence)]
        self.here += [p for _, p in shown]
        self._labels = [p for hole, p in shown if not any(s.is_of_record for s in hole.slots)]
        if context.is_led:
            # The label of a row names what its figures are of.
            self._labels += [p for _, r in spoken(own, viewpoint) for p in r]
        self._alone = _said(text, f"{context.heading} {own}", self.here)
        self._led = _said(f"{text} {lead}", f"{context.heading} {own} {lead}", self.here)

    def names_other(self, own: Days) -> bool:
        """Whether the heading, or a slot that names what the figures are of, names a time, and
        another one than that."""
        return any(
            named and not any(_is_within(own, each) for each in named)
            for named in (self._headed, self._labels)
        )

    def of(self, slot: Slot) -> Said:
        return self._led if self.context.leads(slot) else self._alone


def _is_within(own: Days, other: Days) -> bool:
    begins = other.start is None or own.start is None or other.start <= own.start
    return begins and (other.end is None or own.end is None or own.end <= other.end)


def _outside_periods(text: str, viewpoint: Viewpoint) -> frozenset[str]:
    """The words of a text without its periods: `last month` places nothing."""
    for found, _ in reversed(spoken(text, viewpoint)):
        text = f"{text[: found.start]} {text[found.end :]}"
    return _words(text)


def _shown(hole: Hole, evidence: Evidence) -> Iterator[Days]:
    """The period that a slot shows: the name of a group, or a day."""
    slot = hole.source
    if not isinstance(slot, Slot):
        return
    group = scope.period_of_group(slot, evidence)
    if group is not None and slot.leaf in ("group", "name", "start", "end"):
        yield group
    if slot.leaf in ("busiest", "quietest") and str(slot.value)[:4].isdigit():
        yield from periods.read(str(slot.value), Viewpoint(evidence.today))
    moment = forms.day_of(slot, evidence.zone)
    if moment is not None:
        day = date(moment.year, moment.month, moment.day)
        yield span(day, day + timedelta(days=1))


def _said(text: str, own: str, periods: Sequence[Days]) -> Said:
    keys = vocabulary.keys([text])
    return Said(text, keys, _words(text), _words(own), periods)


def _words(text: str) -> frozenset[str]:
    return frozenset(split_words(fold(text)))


def _unsaid(
    slot: Slot, saying: _Saying, evidence: Evidence, language: Language
) -> Iterator[_Unsaid]:
    yield from _unsaid_column(slot, saying.of(slot))
    is_stretch = slot.is_of_record and slot.outcome.tool == "find_free_time"
    is_whole = saying.is_ranked or not slot.is_of_record or is_stretch
    if scope.is_note(slot) or not (is_whole or saying.is_placed):
        return
    said = saying.of(slot)
    # A series of payments is one thing, whatever else its call was restricted to.
    asked = _TAKING_TIME if is_stretch else frozenset() if "payments" in slot.fields else None
    for each in restrictions.of(slot, asked):
        if not each.is_said(said):
            words = each.missing(said)
            yield _Unsaid(
                words[language],
                f"`{slot.path}` is “{words['en']}”, and the words do not say so",
                # `the only event`: of those alone that the call let through.
                each.is_contradicted(said) or saying.is_sole,
            )
    if is_stretch:
        return
    if not is_whole:
        yield from _unplaced(slot, saying, evidence, language)
        return
    for names in scope.identities(slot):
        if not any(each[:4].isdigit() or _is_told_apart(each, slot, said) for each in names):
            reason = f"`{slot.path}` is of {names[0]}, and the words do not say so"
            is_other = _is_of_other(slot, saying.context) or _names_sibling(slot, said)
            yield _Unsaid(only(names[:1])[language], reason, is_other)
    for own in _unsaid_periods(slot, saying, evidence):
        reason = f"`{slot.path}` is only of {period(own, 'en')}, and the words do not say so"
        yield _Unsaid(period(own, language), reason, saying.names_other(own))


def _unsaid_column(slot: Slot, said: Said) -> Iterator[_Unsaid]:
    """The column that a figure of a table stands in; the first one names its lines."""
    row = slot.objects[1] if slot.fields[-1:] == ("cells",) and len(slot.objects) > 1 else None
    header: Sequence[str] = getattr(row, "header", ())
    column = slot.indexes[-1] if slot.indexes else 0
    if not 0 < column < len(header) or forms.number_of(slot.value) is None:
        return
    own = header[column]
    others = vocabulary.keys(name for at, name in enumerate(header) if at != column)
    telling = " ".join(vocabulary.keys([own]) - others)
    if telling and not mentions(telling, said.keys):
        reason = f"`{slot.path}` stands under “{own}”, and the words do not say so"
        yield _Unsaid(own, reason, any(key in said.keys for key in others))


def _unplaced(
    slot: Slot, saying: _Saying, evidence: Evidence, language: Language
) -> Iterator[_Unsaid]:
    """`your first event`: of the period that the call looked at. What stands on its own, with the
    day of a series or of a change, is not placed by the call."""
    is_row = slot.fields[:1] == ("rows",) and slot.outcome.tool in _SEARCHING
    for own in _unsaid_periods(slot, saying, evidence) if is_row else ():
        reason = f"`{slot.path}` is only of {period(own, 'en')}, and the words do not say so"
        yield _Unsaid(period(own, language), reason, saying.names_other(own))


def _is_told_apart(name: str, slot: Slot, said: Said) -> bool:
    """Whether the words name a group, and with more than its neighbours bear as well: `wages` are
    neither those of the one nor of the other."""
    own = vocabulary.keys([name]) - vocabulary.keys(_siblings(slot))
    return mentions(name, said.keys) and (not own or mentions(" ".join(own), said.keys))


def _names_sibling(slot: Slot, said: Said) -> bool:
    """Whether the words name another entry of the same list."""
    return any(mentions(each, said.keys) for each in _siblings(slot))


def _siblings(slot: Slot) -> list[str]:
    """The names of the other entries of a slot's list."""
    entries = getattr(slot.outcome.result, slot.fields[0], ())
    own = slot.objects[1] if len(slot.objects) > 1 else None
    others = [each for each in entries if each is not own] if isinstance(entries, tuple) else []
    names = (getattr(each, name, None) for each in others for name in ("group", "counterparty"))
    return [each for each in names if isinstance(each, str)]


def _is_of_other(slot: Slot, context: Context) -> bool:
    """Whether what stands right above is of another one of the same list."""
    before = [each for each in context.lead_slots if each.name == slot.name]
    named = [each for each in before if scope.identities(each)]
    return bool(named) and all(scope.identities(e) != scope.identities(slot) for e in named)


def _all_words(slot: Slot, evidence: Evidence, language: Language) -> set[str]:
    """All that a figure is restricted to, said or not."""
    found = {each.phrase[language] for each in restrictions.of(slot)}
    found |= {only(names[:1])[language] for names in scope.identities(slot)}
    return found | {period(each, language) for each in scope.periods_of(slot, evidence)}


def _unsaid_periods(slot: Slot, saying: _Saying, evidence: Evidence) -> list[Days]:
    """The periods of a figure that nothing names. A group has its own, which stands beside it;
    the two periods of a comparison may be named as one: `from September to October`."""
    if slot.outcome.tool == "query_table":
        return []
    asked, own = scope.asked_periods(slot), scope.periods_of(slot, evidence)

    def is_said(period: Days, readings: Sequence[Days]) -> bool:
        return any(scope.is_same(period, r.start, r.end, slot, evidence) for r in readings)

    if (group := scope.period_of_group(slot, evidence)) is not None:
        return [] if is_said(group, saying.here) else [group]
    of_day = [each for each in own if each not in asked]
    if any(is_said(each, [*saying.above, *saying.here]) for each in of_day):
        return []
    if slot.outcome.tool == "get_balances":
        # What an account holds today need not be dated.
        return [each for each in of_day if each.start != evidence.today]
    return [each for each in asked if not is_said(each, saying.above)]
