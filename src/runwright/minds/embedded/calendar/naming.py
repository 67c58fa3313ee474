"""The names of a query, found in the events: topics, people, places and calendars."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from runwright.minds.embedded import meaning
from runwright.minds.embedded.calendar import flights
from runwright.minds.embedded.calendar.feasts import names_feast, with_feasts
from runwright.minds.embedded.calendar.fields import (
    Found,
    Texts,
    calendars_of,
    has,
    is_mine,
)
from runwright.minds.embedded.calendar.leftover import (
    has_figures,
    has_neighbours,
    might_name,
    might_narrow,
    names_calendar,
    of_calendar,
    unread_kind,
    with_figures,
    with_leftover,
    with_narrower,
    with_neighbours,
)
from runwright.minds.embedded.calendar.lookup import look
from runwright.minds.embedded.calendar.task import ALWAYS, Steps, give_up
from runwright.minds.embedded.calendar.terms import is_empty, is_loose, is_of_life
from runwright.minds.embedded.calendar.wording import Clock, quoted
from runwright.minds.embedded.calendar.work import (
    asks_work,
    is_plainly_work,
    is_work,
    roster_of,
    roster_remark,
    with_work,
)
from runwright.minds.embedded.query import Query, Span
from runwright.records.facts import Attendee, Event
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set
from runwright.tools.base import Item

_NAMES = ("T", "PS", "PL", "OW")
_MEANT = ("T", "PS")
"""Names that may be meant by a title which does not have them."""
_EXCLUDED = {"XT": "T", "XPS": "PS", "XC": "T", "XM": "T"}
_CALENDAR = word_set("calendar calendars diary kalender")
_TOLD = ("when", "where", "next", "last", "who", "until")
_FEW_TITLES = 3
_COUNTED = ("count", "duration", "exists", "compare", "busiest", "free")
_ONESELF = word_set("myself selbst")


def named_query(query: Query, clock: Clock) -> Steps:
    """The query, with a topic that no span names."""
    if flights.is_asked(query):
        query = flights.with_leg(query, (yield from look(ALWAYS, clock)))
    if asks_work(query):
        query = with_work(query, roster_of((yield from look(ALWAYS, clock))))
    if names_calendar(query):
        every = yield from look(ALWAYS, clock)
        calendars = [item.facts.calendar for item in every if item.facts.calendar]
        query = of_calendar(query, calendars)
    if has_figures(query):
        every = yield from look(ALWAYS, clock)
        query = with_figures(query, [item.facts.title for item in every])
    if names_feast(query) or has_neighbours(query):
        every = yield from look(ALWAYS, clock)
        titles = [item.facts.title for item in every]
        query = with_neighbours(with_feasts(query, titles), titles)
    if might_narrow(query):
        every = yield from look(ALWAYS, clock)
        query = with_narrower(query, [item.facts.title for item in every])
    if kind := unread_kind(query):
        give_up(f"I could not tell which of your events “{kind}” are. What are they called?")
    if not might_name(query):
        return query
    events = yield from look(ALWAYS, clock)
    found = with_leftover(query, [item.facts.title for item in events])
    if isinstance(found, str):
        give_up(_unknown("T", found, Texts(events), bool(events)))
    return found


class Named(NamedTuple):
    """What the names of a query are in the events."""

    found: tuple[tuple[str, Found], ...]
    excluded: tuple[tuple[str, Found], ...]
    events: tuple[Item[Event], ...]
    remarks: tuple[str, ...]
    are_shifts: bool = False
    """Whether they are work, where a night belongs to the day on which it begins."""


def find_names(query: Query, events: tuple[Item[Event], ...], clock: Clock) -> Steps:
    """Where every name of a query stands; all events are looked at for one that the period does
    not have."""
    wanted = [
        each
        for each in query.spans
        if each.code in _NAMES and not is_own(each) and not is_choice(query, each)
    ]
    wanted = [
        each
        for each in wanted
        if each.code != "T" or not is_empty(each.text) or is_of_life(each.text)
    ] or wanted
    unwanted = [each for each in query.spans if each.code in _EXCLUDED]
    texts = Texts(events)
    at_work = yield from _at_work(query, wanted, clock)
    wanted = [each for each in wanted if each not in at_work]
    found = {each: _find(texts, query, each) for each in wanted}
    if any(name is None or name.read_as for name in found.values()):
        events = yield from look(ALWAYS, clock)
        texts = Texts(events)
        found = {each: _find(texts, query, each) for each in wanted}
    for each in [each for each, name in found.items() if name is None and each.code in _MEANT]:
        meant = yield from meaning.titles(each.text, query.text)
        if meant.is_sure:
            read_as = "” and “".join(meant.names)
            found[each] = Found(each.text, {"title": meant.names}, read_as=read_as)
    owned: dict[Span, Found] = {}
    if query.words("OW", "PS"):
        owned = _of_owners(query, found, (yield from look(ALWAYS, clock)))
        found = {**found, **owned}
    remarks = []
    found = _among_the_rest({**found, **at_work}, events)
    if any(name.kind for name in at_work.values()) and query.measure in _COUNTED:
        remarks.append(roster_remark((yield from look(ALWAYS, clock))))
    remarks += _unlike(query, found, texts, bool(events))
    excluded = {each: texts.find(_EXCLUDED[each.code], each.text) for each in unwanted}
    remarks += _not_left_out(excluded, found, texts)
    found = _bearing(found, texts)
    kept = tuple(
        ("OW" if each in owned else each.code, name)
        for each, name in found.items()
        if name is not None
    )
    left_out = tuple((each.code, name) for each, name in excluded.items() if name is not None)
    return Named(kept, left_out, events, tuple(remarks), are_shifts=bool(at_work))


def _unlike(
    query: Query, found: Mapping[Span, Found | None], texts: Texts, has_events: bool
) -> Iterator[str]:
    """What is said of names that are found otherwise than they were said; nothing is answered
    where one is not found at all."""
    for each, name in found.items():
        if name is None and each.code == "T" and is_empty(each.text):
            continue
        if name is None and _is_beside_one(query, each, found, texts):
            yield f"Nothing is called “{each.text}”: I left it out."
            continue
        if name is None:
            give_up(_unknown(each.code, each.text, texts, has_events))
        is_open = query.measure == "count" and is_loose(name.without) and not name.is_sure
        if name.without and is_open:
            # How many games there are is not told by what else is called so: `home games`.
            give_up(_unknown(each.code, each.text, texts, has_events))
        if name.without:
            yield f"Nothing is called “{each.text}”: I left out “{name.without}”."
        if name.read_as:
            yield f"I read “{each.text}” as “{name.read_as}”."


def _not_left_out(
    excluded: Mapping[Span, Found | None], found: Mapping[Span, Found | None], texts: Texts
) -> Iterator[str]:
    """What is said of names that were to be left out and are not there."""
    asked = [other.terms for other in found.values() if other is not None]
    for each, name in excluded.items():
        if name is None:
            yield f"Nothing here is called “{each.text}”, so nothing was left out for it."
        elif asked and not texts.have([*asked, name.terms]):
            yield f"None of them names “{each.text}”: nothing was left out for it."


def _among_the_rest(
    found: dict[Span, Found | None], events: tuple[Item[Event], ...]
) -> dict[Span, Found | None]:
    """A topic that no event bears beside the other names, looked for again among those that bear
    them: the `training` at work is a refresher, and not the football training."""
    known = {each: name.terms for each, name in found.items() if name is not None}
    if len(known) < 2 or len(known) < len(found) or Texts(events).have(list(known.values())):
        return found
    for each in (each for each in known if each.code == "T"):
        others = [terms for other, terms in known.items() if other != each]
        rest = [item for item in events if all(has(item.facts, terms) for terms in others)]
        again = Texts(rest).find("T", each.text)
        if again is not None and "title" in again.terms and not (again.read_as or again.without):
            return {**found, each: again}
    return found


def _is_beside_one(
    query: Query, each: Span, found: Mapping[Span, Found | None], texts: Texts
) -> bool:
    """The `car` of `the car in for its MOT`: a topic that no event bears, beside one that only a
    few titles bear, where the answer names the title."""
    others = [name for span, name in found.items() if span.code == "T" and name is not None]
    is_told = query.measure in _TOLD and each.code == "T" and not query.has_alternatives
    return is_told and len(others) == 1 and 0 < texts.titles_with(others[0].terms) <= _FEW_TITLES


def _at_work(query: Query, wanted: Sequence[Span], clock: Clock) -> Steps:
    """What the topics that are work mean; one that nothing tells apart is asked back."""
    asked = [each for each in wanted if is_work(query, each)]
    if not asked:
        return {}
    roster = roster_of((yield from look(ALWAYS, clock)))
    found = {each: None if roster is None else roster.found(each.text) for each in asked}
    if roster is None and any(is_plainly_work(each.text) for each in asked):
        give_up(
            "I cannot tell which of your events are work: no calendar is named for it, and no "
            "titles are those of shifts. Which events do you mean?"
        )
    return {each: name for each, name in found.items() if name is not None}


def _find(texts: Texts, query: Query, each: Span) -> Found | None:
    """Where a name stands. Titles that name somebody do not tell when they are free."""
    name = texts.find(each.code, each.text)
    is_open = name is not None and each.code == "OW" and query.measure == "free"
    return None if is_open and name is not None and "title" in name.terms else name


def _of_owners(
    query: Query, found: Mapping[Span, Found | None], every: tuple[Item[Event], ...]
) -> dict[Span, Found]:
    """The names that stand for the calendars of whoever bears them: of an owner, and of a person
    whom no event names beside the rest, as in `Jana's choir`."""
    asked = [name.terms for name in found.values() if name is not None]
    is_apart = len(asked) > 1 and not Texts(every).have(asked)
    owned: dict[Span, Found] = {}
    for each, name in found.items():
        is_owner = each.code == "OW" and not _names_one(query, each)
        is_meant = is_owner or (each.code == "PS" and is_apart)
        if is_meant and (own := calendars_of(each.text, every)):
            by_name = name.terms.get("calendar", ()) if name is not None else ()
            owned[each] = Found(each.text, {"calendar": tuple(dict.fromkeys((*by_name, *own)))})
    return owned


def _names_one(query: Query, each: Span) -> bool:
    """`Orla's calendar` is the one that is called so."""
    after = split_words(fold(query.text[each.start + len(each.text) :]))
    return bool(after) and after[0] in _CALENDAR


def names_oneself(query: Query) -> bool:
    """Whether it asks for what is one's own, of a family: `at the dentist myself`."""
    return not _ONESELF.isdisjoint(split_words(fold(query.text)))


def oneself(query: Query, owner: Attendee, names: Named) -> Found | None:
    """One's own name where titles tell whose an event is: `Dentist – Orla`."""
    first = next(iter(split_words(fold(owner.name))), "")
    if not first or not names_oneself(query) or not names.found:
        return None
    mine = Found("you", {"title": (first,)})
    terms = [found.terms for _, found in names.found]
    return mine if Texts(names.events).have([*terms, mine.terms]) else None


def _bearing(found: dict[Span, Found | None], texts: Texts) -> dict[Span, Found | None]:
    """What was taken over from the question before goes where no event bears it, too."""
    own = {each: name for each, name in found.items() if each.start >= 0}
    if not own or len(own) == len(found):
        return found
    terms = [name.terms for name in found.values() if name is not None]
    return found if texts.have(terms) else own


def together(names: Named) -> list[tuple[str, Found]]:
    """Two topics that stand in one title are one: the `sales` and the `calls` of `Sales call`."""
    topics = [found for code, found in names.found if code == "T"]
    in_title = [found.terms["title"] for found in topics if set(found.terms) == {"title"}]
    if len(topics) != 2 or len(in_title) != 2:
        return list(names.found)
    both = tuple(f"{one} {other}" for one in in_title[0] for other in in_title[1])
    if not any(has(item.facts, {"title": both}) for item in names.events):
        return list(names.found)
    joined = Found(f"{topics[0].text} {topics[1].text}", {"title": both})
    rest = [(code, found) for code, found in names.found if code != "T"]
    return [("T", joined), *rest]


def is_choice(query: Query, each: Span) -> bool:
    """`Is it in the studio or online?` asks for what is so: neither is a filter."""
    is_asked = {"where": "PL", "who": "PS"}.get(query.measure) == each.code
    return is_asked and query.has_alternatives and len(query.words(each.code)) > 1


def is_own(each: Span) -> bool:
    """Whether a span says that it is the calendar of whoever asks."""
    return bool(each.code == "OW" and is_mine(each.text))


def _unknown(code: str, text: str, texts: Texts, has_events: bool) -> str:
    if not has_events:
        return "There are no events in your calendar."
    if code == "OW":
        return f"I have no calendar of “{text}”, and no event names them."
    near = texts.near(code, text)
    hint = f" Did you mean {quoted(near)}?" if near else ""
    return f"I found no event with “{text}” in your calendar.{hint}"
