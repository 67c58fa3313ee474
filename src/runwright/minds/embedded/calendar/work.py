"""Which events are work: the shifts of a roster, or whatever stands in a calendar for work."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from runwright.minds.embedded.calendar.feasts import is_feast
from runwright.minds.embedded.calendar.fields import Field, Found
from runwright.minds.embedded.calendar.terms import find_terms, is_empty
from runwright.minds.embedded.query import Query, Span
from runwright.records.facts import Event
from runwright.text.folding import fold
from runwright.text.stopwords import STOP_WORDS
from runwright.text.words import split_words, word_set, words
from runwright.tools.base import Item
from runwright.tools.hours import join_words

_CALENDARS = word_set("""
    work rota rotas roster rosters shift shifts job jobs arbeit dienst dienste dienstplan schichten
    """)
"""What a calendar for work is called by."""
_ADDRESS = re.compile(r"[^@\s]+@(?P<host>[\w-]+)(?:\.[\w-]+)+")
_PRIVATE_HOSTS = word_set("""
    gmail googlemail icloud me mac outlook hotmail live msn yahoo ymail aol gmx web proton pm
    protonmail fastmail hey mail email btinternet sky virginmedia talktalk ntlworld bigpond optusnet
    xtra shaw telus rogers bell comcast verizon att sbcglobal cox charter eircom t-online freenet
    posteo zoho yandex group
    """)
"""Where private people have their post, and where programs keep shared calendars."""
_WORKING = word_set("working worked rostered duty")
_SHIFT = word_set("shift shifts schicht schichten dienst dienste")
_SUBJECTS = word_set("i i'm im i've ive we we're am are we've")
_VERBS = word_set("working work worked rostered")
_KINDS = word_set("""
    early earlies late lates night nights twilight twilights long day days mid back bank extra
    shift shifts duty standby split half short double opening closing evening morning afternoon
    weekend on call oncall cover first second third fruh spat nacht fruhdienst spatdienst
    nachtdienst fruhschicht spatschicht nachtschicht tagdienst schicht dienst bereitschaft
    """)
"""What the first part of the title of a shift is made of: `Early - Ward 8C`."""
_BARE = word_set("day days first second third weekend half short extra on cover morning evening")
"""What alone makes no shift of a title."""
_LEAVE = word_set("leave holiday holidays vacation pto off urlaub ferien sick frei")
_PARTS = re.compile(r"[-–—:,(/@|+]|\bat\b|\d")
_LEAST_SHIFTS = 3
_MOST_TERMS = 50


class Roster(NamedTuple):
    """The work in the events of a person."""

    calendars: tuple[str, ...]
    """Those that are named for work."""
    titles: tuple[str, ...]
    """Those of shifts; none where all that stands in the calendars is work."""

    def found(self, text: str) -> Found | None:
        """What a phrase such as `night shift` or `working` means in it; nothing if no title of it
        bears the rest of the phrase."""
        telling = [
            word
            for word in split_words(fold(text))
            if word not in STOP_WORDS and word not in ("work", "off") and not _says_work(word)
        ]
        titles = self.titles
        read_as = ""
        if telling:
            named = find_terms(" ".join(telling), titles, are_titles=True)
            if not named or named.without:
                return None
            titles, read_as = named.texts, named.read_as
        kept: dict[Field, tuple[str, ...]] = {}
        if titles:
            terms = (" ".join(dict.fromkeys(split_words(fold(each)))) for each in titles)
            kept["title"] = tuple(dict.fromkeys(terms))[:_MOST_TERMS]
        if self.calendars:
            kept["calendar"] = tuple(fold(each) for each in self.calendars)
        less = () if titles else tuple(_LEAVE)
        return Found(text, kept, read_as, less=less, kind="" if telling else "work")


def roster_of(events: Sequence[Item[Event]]) -> Roster | None:
    """What is work among some events; nothing if that cannot be told."""
    own = [item.facts for item in events if _is_work_calendar(item.facts.calendar)]
    pool = [each for each in own or (item.facts for item in events) if not _is_leave(each.title)]
    counts = Counter(each.title for each in pool if each.what == "event")
    shifts = {title: count for title, count in counts.items() if is_shift(title)}
    calendars = tuple(dict.fromkeys(each.calendar for each in own if each.calendar))
    if sum(shifts.values()) >= _LEAST_SHIFTS:
        return Roster(calendars, tuple(shifts))
    return Roster(calendars, ()) if calendars else None


def roster_remark(events: Sequence[Item[Event]]) -> str:
    """What was counted as work."""
    roster = roster_of(events)
    if roster is None:
        return ""
    what = "shifts" if roster.titles else "events"
    where = join_words([f"“{each}”" for each in roster.calendars])
    return f"Counted as work: the {what} {f'of {where}' if where else 'in your calendar'}."


def is_shift(title: str) -> bool:
    """Whether a title is that of a shift: `Night - J27`, `Bar shift`, but not `Night out`."""
    for place, part in enumerate(_PARTS.split(fold(title))):
        own = split_words(part)
        if not _SHIFT.isdisjoint(own):
            return True
        is_kind = bool(own) and all(word in _KINDS for word in own)
        if place == 0 and is_kind and not (len(own) == 1 and own[0] in _BARE):
            return True
    return False


def is_work(query: Query, each: Span) -> bool:
    """Whether a topic means what one does at work: `working`, `night shifts`."""
    if each.code != "T":
        return False
    own = split_words(fold(each.text))
    is_verb = own in (["work"], ["off"]) and _is_done(query, each)
    if own == ["work"] and _is_of_meetings(query, each):
        return True
    return is_verb or any(map(_says_work, own)) or _is_counted(query, each)


def _is_of_meetings(query: Query, each: Span) -> bool:
    """The `work` of `work meetings`."""
    behind = split_words(fold(query.text[each.start + len(each.text) :]))[:1]
    return each.start >= 0 and bool(behind) and is_empty(behind[0])


def _is_counted(query: Query, each: Span) -> bool:
    """The `nights` of `how many nights`."""
    before = split_words(fold(query.text[: each.start])) if each.start > 0 else []
    own = split_words(fold(each.text))
    is_many = before[-1:] == ["many"] or before[-2:] == ["many", "more"]
    return is_many and all(word in _KINDS for word in own) and not set(own) <= _BARE


def is_plainly_work(text: str) -> bool:
    """Whether a topic says nothing but that one works: no title need bear it."""
    own = [word for word in split_words(fold(text)) if word not in STOP_WORDS]
    return all(word in _WORKING or word in _VERBS for word in own)


def _is_done(query: Query, each: Span) -> bool:
    """The `work` of `did I work`; `am I off` is asked of work where one has shifts."""
    before = split_words(fold(query.text[: each.start])) if each.start > 0 else []
    return not _SUBJECTS.isdisjoint(before[-2:])


def asks_work(query: Query) -> bool:
    """Whether it is about work: by a topic, by its verb (`am I working`, `did I work`), or by what
    it counts (`how many nights`)."""
    is_named = any(is_work(query, each) for each in query.spans) or _meanwhile(query) is not None
    return is_named or next(_verbs(query), None) is not None or _counted(query) is not None


def with_work(query: Query, roster: Roster | None) -> Query:
    """The query with its work as one topic: the verb that no span names, the kind of shift beside
    it, and what is counted (`how many nights`) where a shift is called so."""
    if any(is_work(query, each) for each in query.spans):
        return _with_kind(query, roster)
    if roster is not None and (topic := _meanwhile(query)) is not None:
        kept = tuple(each for each in query.spans if each is not topic)
        bound = Span("PE", f"during {topic.text}", topic.start)
        return query._replace(spans=(*kept, bound, Span("T", "working", -1)))
    verb = next(_verbs(query), None)
    if verb is not None and fold(verb.text) == "off" and (roster is None or not roster.titles):
        return query
    kind = _counted_kind(query, roster)
    if kind is not None:
        return query._replace(spans=(*query.spans, kind))
    named = [each for each in query.spans if each.code in ("T", "PS", "PL") and not is_feast(each)]
    if verb is None or any(each.start >= 0 for each in named):
        return query
    spans = tuple(each for each in query.spans if each not in named)
    return query._replace(spans=(*spans, verb))


def _meanwhile(query: Query) -> Span | None:
    """The parents' evening of `am I at work when it's parents' evening`."""
    topics = [each for each in query.spans if each.code == "T" and each.start > 0]
    if query.measure != "exists" or len(topics) != 1 or query.words("PS", "PL", "P", "PE"):
        return None
    before = split_words(fold(query.text[: topics[0].start]))
    is_at_work = ("at", "work") in set(pairwise(before))
    is_while = not {"when", "while", "during"}.isdisjoint(before[-3:])
    return topics[0] if is_at_work and is_while else None


def _with_kind(query: Query, roster: Roster | None) -> Query:
    """A topic of work with the topic before it, if a shift is called so: the `nihgt` and the
    `shift` of a `nihgt shift`."""
    own = sorted((each for each in query.spans if each.start >= 0), key=lambda each: each.start)
    for one, other in pairwise(own):
        between = query.text[one.start + len(one.text) : other.start].strip()
        if {one.code, other.code} != {"T"} or between or not is_work(query, other):
            continue
        text = query.text[one.start : other.start + len(other.text)]
        if roster is not None and roster.found(text) is not None:
            kept = tuple(each for each in query.spans if each not in (one, other))
            return query._replace(spans=(*kept, Span("T", text, one.start)))
    return query


def _counted_kind(query: Query, roster: Roster | None) -> Span | None:
    span = _counted(query)
    if span is None or roster is None or not roster.titles:
        return None
    found = find_terms(span.text, roster.titles, are_titles=True)
    return span if found and not found.without and found.guess < 2 else None


def _counted(query: Query) -> Span | None:
    """The words behind `how many` that a shift may be called by: `long days`, `nights`."""
    taken = [(e.start, e.start + len(e.text)) for e in query.spans if e.start >= 0]
    spoken = list(words(query.text))
    names = [fold(word.text) for word in spoken]
    first = names.index("many") + 1 if "many" in names else len(names)
    first += names[first : first + 1] == ["more"]
    last = first
    while last < len(names) and names[last] in _KINDS and names[last] not in ("on",):
        last += 1
    own = names[first:last]
    if not own or set(own) <= _BARE:
        return None
    behind = spoken[last] if last < len(spoken) else None
    is_of_noun = behind is not None and not (
        fold(behind.text) in STOP_WORDS or any(a <= behind.start < b for a, b in taken)
    )
    if is_of_noun or any(start <= spoken[first].start < end for start, end in taken):
        return None
    text = query.text[spoken[first].start : spoken[last - 1].end]
    return Span("T", text, spoken[first].start)


def _verbs(query: Query) -> Iterator[Span]:
    """What somebody says they do: the `working` of `am I working`."""
    taken = [(e.start, e.start + len(e.text)) for e in query.spans if e.start >= 0]
    spoken = list(words(query.text))
    for place, word in enumerate(spoken):
        name = fold(word.text)
        before = [fold(each.text) for each in spoken[max(0, place - 2) : place]]
        is_said = name in _VERBS or (name == "off" and query.measure == "free")
        is_verb = is_said and not _SUBJECTS.isdisjoint(before)
        is_at = name == "work" and before[-1:] == ["at"]
        after = spoken[place + 1] if place + 1 < len(spoken) else None
        is_else = (
            after is not None
            and fold(after.text) in ("on", "with", "from", "out", "for")
            and not any(start <= after.start < end for start, end in taken)
            and name != "rostered"
        )
        is_taken = any(start <= word.start < end for start, end in taken)
        if (name in _SHIFT or (is_verb and not is_at and not is_else)) and not is_taken:
            yield Span("T", word.text, word.start)


def _says_work(word: str) -> bool:
    return word in _WORKING or word in _SHIFT


def _is_work_calendar(name: str | None) -> bool:
    """Whether it is named for work, or by an address at a firm, as programs name a calendar."""
    named = fold(name or "")
    if (address := _ADDRESS.fullmatch(named)) is not None:
        return address["host"] not in _PRIVATE_HOSTS
    return not _CALENDARS.isdisjoint(split_words(named.replace("_", " ")))


def _is_leave(title: str) -> bool:
    return not _LEAVE.isdisjoint(split_words(fold(title)))
