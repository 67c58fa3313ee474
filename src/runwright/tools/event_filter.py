"""Which events are meant: the arguments that the calendar's tools share, and choosing by them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from pydantic import Field, model_validator

from runwright.records.facts import Attendee, Event
from runwright.text.period_wording import describe
from runwright.tools.base import Arguments, Item, Note, Read, Records
from runwright.tools.event_rows import What
from runwright.tools.fields import Match, Period
from runwright.tools.hours import (
    Hours,
    LocalTime,
    Span,
    Weekdays,
    Windows,
    describe_hours,
    join_words,
)
from runwright.tools.matching import fits
from runwright.tools.occurrences import LONGEST, Occurrence, distinct, occurrence

Status = Literal["confirmed", "tentative", "cancelled", "done"]
Answer = Literal["accepted", "declined", "tentative", "none"]


Part = Literal["title", "place", "note"]


class About(Match):
    """Words that an event has, and where it has them."""

    within: tuple[Part, ...] = Field(
        default=("title", "place", "note"),
        min_length=1,
        description="Where the words may stand: in the title, the place or the description.",
    )


class People(Match):
    """People who organise an event or are invited to it, by name or address."""

    answers: tuple[Answer, ...] = Field(
        default=(),
        description="Only if one of those people answered so, such as `accepted`; empty for any "
        "answer. An organiser who is not among the invited has none.",
    )
    role: Literal["any", "organiser", "attendee"] = Field(
        default="any", description="Only as the organiser, or only as somebody who is invited."
    )
    or_title: bool = Field(
        default=True,
        description="Whether an event whose title names them counts, too: `Lunch with Anna`. It "
        "does only where neither answer nor role is asked for.",
    )


class EventFilter(Arguments):
    """Which events are meant. All that is given must hold."""

    period: Period = Field(default=Period(), description="Days on which it takes place, partly.")
    about: About = Field(default=About(), description="Words of the title, place or description.")
    place: Match = Field(
        default=Match(),
        description="Words of the place, or of the title where it names one: `Trip to Vienna`.",
    )
    people: People = Field(default=People(), description="Who organises it or is invited.")
    also: People = Field(
        default=People(),
        description="Who must be in it, too, such as oneself with an answer beside the organiser.",
    )
    calendars: Match = Field(default=Match(), description="Names of calendars.")
    what: tuple[What, ...] = Field(
        default=("event",), min_length=1, description="Events, tasks that are due, or notes."
    )
    left_out: tuple[Period, ...] = Field(
        default=(), max_length=20, description="Days left out: nothing that begins on them."
    )
    hours: Hours | None = Field(
        default=None,
        description="Hours of the day in which it takes place, at least partly. Events of whole "
        "days have no hours and are left out.",
    )
    starting: Hours | None = Field(
        default=None, description="Hours of the day in which it begins; nothing of whole days."
    )
    weekdays: Weekdays = Field(
        default=(), description="Days of the week on which it takes place; empty for all."
    )
    all_day: bool | None = Field(
        default=None, description="Only what has whole days, or only what has hours."
    )
    busy: bool | None = Field(
        default=None, description="Only what keeps one busy, or only what does not."
    )
    recurring: bool | None = Field(
        default=None, description="Only occurrences of a series, or only single ones."
    )
    moved: bool | None = Field(
        default=None, description="Only occurrences moved from where their series had them, or "
        "only those that were not.",
    )  # fmt: skip
    least_minutes: int | None = Field(
        default=None, ge=0, description="At least so long, in minutes."
    )
    most_minutes: int | None = Field(default=None, ge=0, description="At most so long, in minutes.")
    files: tuple[str, ...] = Field(
        default=(), max_length=100, description="Only events of these files, by id; empty for all."
    )

    @model_validator(mode="after")
    def _possible(self) -> EventFilter:
        if self.all_day and (self.hours or self.starting):
            raise ValueError("events of whole days have no hours: leave out all_day or the hours")
        least, most = self.least_minutes, self.most_minutes
        if least is not None and most is not None and least > most:
            raise ValueError("least_minutes must not be more than most_minutes")
        return self


class Selection(NamedTuple):
    """The events that are meant."""

    looked_at: int
    kept: list[Occurrence]
    """By their start."""
    windows: Windows
    notes: tuple[Note, ...]


def event_reads(arguments: EventFilter) -> tuple[Read, ...]:
    """What a filter needs of the calendar."""
    return (Read("calendar", ("event",), *arguments.period.widened(), files=arguments.files),)


def select(
    arguments: EventFilter, records: Records, status: Sequence[Status] = ("confirmed", "tentative")
) -> Selection:
    """The events that a filter lets through, each once."""
    found: Sequence[Item[Event]] = records.read(event_reads(arguments)[0])
    items, copies = distinct(found)
    windows = Windows(
        LocalTime(records.zone), arguments.period, arguments.hours, arguments.weekdays
    )
    chosen = _Chosen(arguments, windows, frozenset(status))
    kept = [each for item in items if (each := chosen.look_at(item)) is not None]
    kept.sort(key=lambda each: (each.span, each.item.id))
    notes = (
        *_notes(chosen.left_out, copies),
        *_length_note(kept),
        *_series_note(arguments, kept),
    )
    return Selection(len(found), kept, windows, notes)


class _Chosen:
    """One pass over the events, which counts why those that nearly fit are left out."""

    def __init__(self, arguments: EventFilter, windows: Windows, status: frozenset[Status]) -> None:
        self._arguments = arguments
        self._windows = windows
        self._status = status
        self._without = [Windows(windows.time, period, None, ()) for period in arguments.left_out]
        self.left_out = Counter[str]()

    def look_at(self, item: Item[Event]) -> Occurrence | None:
        """The event, if it is meant."""
        event, arguments = item.facts, self._arguments
        is_cancelled = event.status == "cancelled" and "cancelled" not in self._status
        if event.what not in arguments.what or (
            event.status not in self._status and not is_cancelled
        ):
            return None
        if not _has_properties(event, arguments) or not has_names(event, arguments):
            return None
        when = occurrence(item, self._windows.time)
        if when is None:
            self.left_out["undated"] += 1
            return None
        if not self._is_then(when):
            return None
        if is_cancelled:
            self.left_out["cancelled"] += 1
            return None
        return when

    def _is_then(self, when: Occurrence) -> bool:
        arguments, windows = self._arguments, self._windows
        begin = Span(when.span.start, when.span.start)
        if any(days.clip(begin) is not None for days in self._without):
            return False
        minutes = (when.span.end - when.span.start) / 60
        if arguments.all_day is not None and arguments.all_day is not when.is_all_day:
            return False
        if arguments.least_minutes is not None and minutes < arguments.least_minutes:
            return False
        if arguments.most_minutes is not None and minutes > arguments.most_minutes:
            return False
        if when.is_all_day and (arguments.hours or arguments.starting):
            if windows.clip(when.span) is not None:
                self.left_out["all_day"] += 1
            return False
        if arguments.starting is not None and not self._begins_in(when.span, arguments.starting):
            return False
        return bool(windows.parts(when.span))

    def _begins_in(self, span: Span, hours: Hours) -> bool:
        minute = self._windows.time.minute_of(span.start)
        first, last = hours.minutes
        return first <= minute < last or first <= minute + 24 * 60 < last


def _has_properties(event: Event, arguments: EventFilter) -> bool:
    return (
        (arguments.busy is None or arguments.busy is event.busy)
        and (arguments.recurring is None or arguments.recurring is (event.series is not None))
        and (arguments.moved is None or arguments.moved is (event.moved_from is not None))
    )


def has_names(event: Event, arguments: EventFilter) -> bool:
    """Whether an event has the words, place, calendar and people that are asked for."""
    return (
        has_words(event, arguments.about)
        and _fits(arguments.place, event.title, event.place)
        and _fits(arguments.calendars, event.calendar)
        and has_people(event, arguments.people)
        and has_people(event, arguments.also)
    )


def has_words(event: Event, about: About) -> bool:
    """Whether an event has the words that are asked for, where they may stand."""
    return _fits(about, *(getattr(event, part) for part in about.within))


def _fits(match: Match, *texts: str | None) -> bool:
    return not (match.any_of or match.none_of) or fits(match, texts)


def has_people(event: Event, people: People) -> bool:
    """Whether the people of an event are as they are asked for."""
    if not (people.any_of or people.none_of or people.answers):
        return True
    texts = [text for who in _asked(event, people) for text in (who.name, who.address)]
    is_plain = not people.answers and people.role == "any"
    if people.or_title and is_plain:
        texts.append(event.title)
    # An answer without a name is anybody's.
    return (
        bool(texts)
        if people.answers and not (people.any_of or people.none_of)
        else fits(people, texts)
    )


def _asked(event: Event, people: People) -> Iterator[Attendee]:
    for who in people_of(event):
        is_organiser = event.organiser is not None and _is_same(who, event.organiser)
        if people.role == "organiser" and not is_organiser:
            continue
        if people.role == "attendee" and not any(_is_same(who, each) for each in event.attendees):
            continue
        if people.answers and (who not in event.attendees or who.answer not in people.answers):
            continue
        yield who


def people_of(event: Event) -> list[Attendee]:
    """Everybody of an event once: the invited, and the organiser if not among them."""
    everybody = list(event.attendees)
    if event.organiser is not None and not any(_is_same(event.organiser, who) for who in everybody):
        everybody.insert(0, event.organiser)
    return everybody


def _is_same(one: Attendee, other: Attendee) -> bool:
    if one.address and other.address:
        return one.address == other.address
    return one.name == other.name


_LEFT_OUT = {
    "cancelled": ("cancelled_left_out", "{} cancelled {} left out"),
    "undated": ("undated_left_out", "{} without a day {} left out"),
    "all_day": ("all_day_left_out", "{} of whole days {} left out, for lack of hours"),
}


def _notes(left_out: Counter[str], copies: int) -> Iterator[Note]:
    for reason, (code, text) in _LEFT_OUT.items():
        if count := left_out[reason]:
            yield Note(
                code=code, text=text.format(count, "is" if count == 1 else "are"), count=count
            )
    if copies:
        yield Note(
            code="duplicates",
            text=f"{copies} further {'copy' if copies == 1 else 'copies'} in other files "
            f"{'counts' if copies == 1 else 'count'} once",
            count=copies,
        )


def _length_note(kept: list[Occurrence]) -> Iterator[Note]:
    if count := sum(each.span.end - each.span.start == LONGEST for each in kept):
        text = f"{count} longer than ten years {'is' if count == 1 else 'are'} cut to ten"
        yield Note(code="cut_to_ten_years", text=text, count=count)


def _series_note(arguments: EventFilter, kept: list[Occurrence]) -> Iterator[Note]:
    """What repeats without an end is written down only so far."""
    if arguments.period.end is not None:
        return
    endless = {each.event.series for each in kept if each.event.endless}
    if endless:
        text = f"{len(endless)} series {'goes' if len(endless) == 1 else 'go'} on after the last "
        yield Note(code="series_go_on", text=f"{text}occurrence on record", count=len(endless))


def describe_filter(arguments: EventFilter, status: Sequence[Status] = ()) -> str:
    """`events about dentist with Anna, November 2026`."""
    words = [*_kinds(arguments, status)]
    for lead, match in (
        ("about", arguments.about), ("with", arguments.people), ("with", arguments.also),
        ("at", arguments.place),
        ("in", arguments.calendars),
    ):  # fmt: skip
        if match.any_of:
            words.append(f"{lead} {join_words(list(match.any_of), 'or')}")
        if match.none_of:
            words.append(f"not {lead} {join_words(list(match.none_of), 'or')}")
    for people in (arguments.people, arguments.also):
        if people.answers:
            words.append(f"answered {join_words(list(people.answers), 'or')}")
    if arguments.starting is not None:
        words.append(f"starting {arguments.starting.start} to {arguments.starting.end}")
    if arguments.least_minutes is not None:
        words.append(f"of at least {arguments.least_minutes} minutes")
    if arguments.most_minutes is not None:
        words.append(f"of at most {arguments.most_minutes} minutes")
    if arguments.left_out:
        left_out = join_words([_days(period) for period in arguments.left_out])
        words.append(f"not beginning in {left_out}")
    when = describe_hours(arguments.period, arguments.hours, arguments.weekdays)
    return f"{' '.join(words)}, {when}"


def _days(period: Period) -> str:
    days = period.days
    return describe(days._replace(grain="day") if days.days == 1 else days)


def _kinds(arguments: EventFilter, status: Sequence[Status]) -> Iterator[str]:
    if status:
        yield join_words(list(status), "or")
    for given, positive, negative in (
        (arguments.all_day, "all-day", "timed"),
        (arguments.busy, "busy", "not busy"),
        (arguments.recurring, "recurring", "single"),
        (arguments.moved, "moved", "unmoved"),
    ):
        if given is not None:
            yield positive if given else negative
    yield join_words([f"{what}s" for what in arguments.what])
