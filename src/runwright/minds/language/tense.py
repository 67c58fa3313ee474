"""Past and future: whether the tense of a clause fits the days of its slots, seen from today.

What is over will not be, and what is yet to come was not. A count over days on both sides of today
is neither: some of it is over, and some is yet to come.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from typing import Literal, NamedTuple

from runwright.minds.language import forms, scope, vocabulary
from runwright.minds.language.evidence import Evidence, Slot, Work
from runwright.minds.language.template import Clause, Hole
from runwright.text.calendars import Period, span
from runwright.text.folding import fold
from runwright.text.words import word_set
from runwright.tools.event_rows import EventRow

Tense = Literal["past", "future"]

_TOKEN = re.compile(r"#+|[^\W\d_]+(?:['’][^\W\d_]+)*")
_BEEN = word_set("was were been wasn't weren't war waren warst gewesen wurde wurden worden")
_PAST = word_set("""
    had did took gave happened occurred lasted went came began ran became stood reached amounted
    totalled totaled hadn't didn't
    hatte hatten hattest fand fanden kam kamen ging gingen dauerte begann endete gehabt traf trafen
    stattgefunden stattfand
    """)
_PARTICIPLES = word_set("""
    spent paid bought purchased shopped received earned got gained charged debited credited
    transferred refunded met attended joined held taken ended started finished visited gone made
    given
    """)
"""Past behind whoever does it or behind `have`, and else what something is: `is paid`."""
_PERFECT = word_set("""
    ausgegeben bezahlt gezahlt gekauft gekostet erhalten bekommen verdient getroffen teilgenommen
    besucht uberwiesen eingenommen
    """)
_HAVE = word_set("hat haben habe hast")
_DOERS = word_set("you i we they he she it who has have had having you've we've i've they've "
                  "you'd")  # fmt: skip
_BETWEEN = word_set("already also just last first recently only then now even not never originally "
                    "bereits schon auch nur")  # fmt: skip
_ANNOUNCED = word_set("""
    cancelled canceled declined accepted invited moved rescheduled postponed planned scheduled
    booked organised organized arranged confirmed hosted initiated set announced added entered
    issued dated written agreed expected listed called named answered made sent
    abgesagt verschoben verlegt eingeladen geplant angesetzt organisiert bestatigt zugesagt
    abgelehnt angenommen veranstaltet einberufen ausgestellt eingetragen gebucht
    """)
"""What is done about something that is yet to come."""
_ALREADY = word_set("already bereits schon bisher bislang")
_WILL = word_set("will shall won't upcoming ahead kommende kommenden kommender bevor "
                 "bevorstehende bevorstehenden anstehende anstehenden kunftig")  # fmt: skip
_SHORTENED = re.compile(r"['’]ll$")
_WERDEN = word_set("wird werden werde wirst")
_INFINITIVES = word_set("""
    stattfinden haben sein geben ausgeben zahlen bezahlen kosten kommen dauern beginnen enden
    erhalten bekommen treffen
    """)
_CONDITIONAL = word_set("would wurde wurden wurdest hatte hatten could if wenn")
_DUTY = re.compile(
    r"\b(?:ha(?:s|ve|d)|is|are|was|were|needs?)(?:\s+\w+)?\s+to\s+(?:be\s+)?"
    r"(?:pay|paid|spend|spent|buy|meet|attend|come|go|give|make|take|add|find|hold|call|answer)\b"
    r"|\bto\s+(?:be\s+paid|pay)\b"
    r"|\b(?:hat|haben|habe|ist|sind)\b.{0,60}\bzu\s+(?:zahlen|bezahlen|geben|machen|kommen|gehen)\b",
    re.IGNORECASE,
)
"""`has to pay`, `is to be paid`; not `the payment is to Kofi`."""
_HAS = re.compile(r"\b(?:you|we|i)\s+(?:also\s+)?have\b|\bthere\s+(?:is|are)\b", re.IGNORECASE)
_COUNTS_RECORDS = ("find_events",)
_TIMELESS = frozenset(("moved_from",))


class _Time(NamedTuple):
    """The first and the last day of what a slot is of; None where there is no such bound."""

    first: date | None
    last: date | None
    is_period: bool = False
    is_booked: bool = False
    """Whether it is of bookings, of which there are none in days to come."""


def problems(
    text: str, clause: Clause, evidence: Evidence, above: Iterable[str] = ()
) -> Iterator[str]:
    """Where a clause, its slots masked, tells what is to come as past or what is over as future;
    `above` are texts that introduce it."""
    if found := _DUTY.search(text):
        yield f"“{found[0]}” is a duty, and no result tells of one"
    times = list(_times(clause.holes, evidence))
    said = dict(_claims(text, any(each.is_period for each in times)))
    for introduction in above if not said else ():
        said |= dict(_claims(introduction, is_counted=False))
    if not said and _HAS.search(text) and _are_over(clause, evidence):
        yield "“have” is said of an event that is over: use the past tense"
    if len(said) != 1:
        return
    ((tense, word),) = said.items()
    slots = [slot for hole in clause.holes for slot in hole.slots]
    if tense == "future" and not times and any(s.outcome.tool == "query_table" for s in slots):
        yield f"“{word}”: no result says whether that is yet to come"
    if any(_contradicts(tense, each, evidence.today) for each in times):
        when = "yet to come" if tense == "past" else "over"
        yield f"“{word}” is said of what is {when}, or partly so: use the present tense"


def _are_over(clause: Clause, evidence: Evidence) -> bool:
    """Whether a clause is of events, and all of them are over."""
    slots = [slot for hole in clause.holes for slot in hole.slots]
    events = [slot for slot in slots if any(isinstance(o, EventRow) for o in slot.objects)]
    times = [time for slot in events for time in _of_record(slot, evidence)]
    return bool(times) and all(each.last and each.last < evidence.today for each in times)


def _contradicts(tense: Tense, time: _Time, today: date) -> bool:
    if tense == "future":
        if not time.is_period:
            return time.last is not None and time.last < today
        return time.is_booked or time.first is None or time.first < today
    if not time.is_period or time.is_booked:
        return time.first is not None and time.first > today
    return time.last is None or time.last > today


# What the words say -----------------------------------------------------------------------------


def _claims(text: str, is_counted: bool) -> Iterator[tuple[Tense, str]]:
    raw = _TOKEN.findall(text)
    tokens = [fold(each).replace("’", "'") for each in raw]
    said = set(tokens)
    for at, word in enumerate(tokens):
        before = next((w for w in reversed(tokens[:at]) if w not in _BETWEEN), "")
        if raw[at][0].isupper() and before.startswith("#"):
            # The name of a column, behind what stands in another: `Paid to`.
            before = ""
        after = next((w for w in tokens[at + 1 :] if w not in _BETWEEN), "")
        if _is_future(word, after, said):
            yield "future", word
        elif _is_past(word, before, said) or (is_counted and word in _ALREADY):
            yield "past", word


def _is_future(word: str, after: str, said: set[str]) -> bool:
    if word in _WILL or _SHORTENED.search(word):
        return True
    if word in _WERDEN:
        return bool(said & _INFINITIVES)
    return (word in ("going", "about") and after == "to") or (word == "coming" and after == "up")


def _is_past(word: str, before: str, said: set[str]) -> bool:
    if said & (_CONDITIONAL - _PAST - _BEEN):
        return False
    if word in _BEEN:
        return not said & _ANNOUNCED
    if word in _PAST:
        return True
    if word in _PERFECT:
        return bool(said & _HAVE)
    return word in _PARTICIPLES and (before in _DOERS or before.startswith("#"))


# What the slots are of --------------------------------------------------------------------------


def _times(holes: Sequence[Hole], evidence: Evidence) -> Iterator[_Time]:
    """The days that are shown; else those of the records, else the periods of the calls."""
    shown = [day for hole in holes if (day := _shown(hole, evidence)) is not None]
    if shown:
        yield from (_Time(day, day) for day in shown)
        return
    slots = [slot for hole in holes for slot in hole.slots]
    for slot in slots:
        if slot.is_of_record:
            yield from _of_record(slot, evidence)
        else:
            yield from _of_call(slot, evidence)


def _shown(hole: Hole, evidence: Evidence) -> date | None:
    if isinstance(hole.source, Work):
        given = hole.source.result.day
        return None if given is None else date.fromisoformat(given)
    if hole.source.leaf in _TIMELESS or scope.is_label(hole.source):
        return None
    moment = forms.day_of(hole.source, evidence.zone)
    if moment is None:
        return None
    day = date(moment.year, moment.month, moment.day)
    # What is expected has not come, whenever that was.
    return max(day, evidence.today + timedelta(days=1)) if hole.source.leaf == "next" else day


def _of_record(slot: Slot, evidence: Evidence) -> Iterator[_Time]:
    days = scope.days(slot, evidence)
    ends = [forms.moment_of(getattr(o, "end", None), evidence.zone) for o in slot.objects[1:]]
    last = [date(end.year, end.month, end.day) for end in ends if end is not None]
    if days and slot.outcome.tool not in ("list_documents", "search_documents", "read_document"):
        yield _Time(min(days), max([*days, *last]))


def _of_call(slot: Slot, evidence: Evidence) -> Iterator[_Time]:
    families = vocabulary.TOOL_FAMILIES.get(slot.outcome.tool, ())
    if families not in (("calendar",), ("finance",)):
        return
    is_booked = families == ("finance",)
    if (found := _found(slot, evidence)) is not None:
        yield found
        return
    for each in scope.periods_of(slot, evidence) or _open(slot, is_booked):
        last = None if each.end is None else each.end - timedelta(days=1)
        yield _Time(each.start, last, is_period=True, is_booked=is_booked)


def _found(slot: Slot, evidence: Evidence) -> _Time | None:
    """The days of the first and the last event that a call found."""
    result = slot.outcome.result
    moments = [
        forms.moment_of(getattr(result, name, None), evidence.zone) for name in ("first", "last")
    ]
    is_all = slot.leaf == "kept" or getattr(result, "matching", None) == result.kept
    days = [date(m.year, m.month, m.day) for m in moments if m is not None]
    if slot.outcome.tool not in _COUNTS_RECORDS or not is_all or len(days) < len(moments):
        return None
    return _Time(min(days), max(days), is_period=True)


def _open(slot: Slot, is_booked: bool) -> Iterator[Period]:
    """Of what comes next, of what is over, or of all times."""
    arguments = slot.outcome.arguments
    start, end = (getattr(arguments, name, None) for name in ("next_from", "previous_to"))
    if not is_booked:
        yield span(
            date.fromisoformat(start[:10]) if start else None,
            date.fromisoformat(end[:10]) if end else None,
        )
