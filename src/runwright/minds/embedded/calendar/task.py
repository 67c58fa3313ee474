"""What the programs of the calendar share: the task, calls with its filter, and giving up."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any, NamedTuple, NoReturn

from runwright.minds.embedded.calendar.sides import Side
from runwright.minds.embedded.calendar.tenses import Tense
from runwright.minds.embedded.calendar.when import When
from runwright.minds.embedded.calendar.wording import Clock, paragraphs
from runwright.minds.embedded.program import Answer, Do, Look, Surroundings
from runwright.minds.embedded.query import Query, Span
from runwright.records.facts import Attendee, Event
from runwright.text.calendars import DAY, Period, span
from runwright.text.folding import fold
from runwright.text.words import split_words
from runwright.tools.base import InvalidCall, Item, Result
from runwright.tools.find_events import FoundEvents
from runwright.tools.hours import instant_of
from runwright.tools.measure_events import EventMeasure

Steps = Generator[Look | Do, Any, Any]
ALWAYS = span(None, None)
_SIDES = {"": "", "ahead": "from now on", "over": "up to now"}
_MOST = 1000
_ANSWERS = ("accepted", "declined", "tentative", "unanswered")


class CannotAnswer(Exception):
    """Ends a program with what is said instead of an answer."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.answer = Answer(text, is_answer=False)


def give_up(text: str) -> NoReturn:
    raise CannotAnswer(text)


class Task(NamedTuple):
    """A query with everything in it found."""

    query: Query
    surroundings: Surroundings
    clock: Clock
    when: When
    tense: Tense | None
    period: Period
    """The days asked about; open on both sides if none are."""
    several: tuple[Period, ...]
    """Each of them, if there are alternatives."""
    is_dated: bool
    filter: Mapping[str, Any]
    """The arguments of an event filter, without its period."""
    subject: str
    """What is asked about, behind a noun: ` with Anna`; empty for everything."""
    left_out: str
    """What is left out, behind a period: `, leaving out “gym”`."""
    kind: str
    """What stands before the noun: `all-day `."""
    is_named: bool
    """Whether it names a topic, a person or a place."""
    owner: Attendee | None
    """Whose calendar it is, if the events tell."""
    events: tuple[Item[Event], ...]
    """The events of the period, whatever they are called."""
    remarks: tuple[str, ...] = ()
    side: Side = ""
    """Of now, if only what is over or only what is ahead is asked for."""
    is_read: bool = True
    """Whether all that the question says of days and hours could be read."""

    @property
    def words(self) -> frozenset[str]:
        """The folded words of the clause."""
        return frozenset(split_words(fold(self.query.text)))

    def arguments(self, period: Period | None = None, **more: Any) -> dict[str, Any]:
        """The arguments of a call about these events."""
        days = self.period if period is None else period
        return {**self.filter, "period": bounds(days), **more}

    def named(self, count: int | None = None) -> str:
        """`3 all-day events with Anna`."""
        noun = "event" if count == 1 else "events"
        number = "" if count is None else f"{count:,} "
        return f"{number}{self.kind}{noun}{self.subject}"

    def where_in_time(self) -> str:
        """The period in words, with a space before it."""
        side = _SIDES[self.side]
        if self.period == ALWAYS and side:
            return f" {side}{self.left_out}"
        words = f" {self.clock.period(self.period)}{self.left_out}"
        return f"{words}, {side}" if side else words

    def answer(self, *parts: str, items: tuple[str, ...] = ()) -> Answer:
        """The parts, and whatever was assumed, as an answer; what could not be read may have asked
        for something else."""
        text = paragraphs(*parts, " ".join(self.remarks))
        return Answer(text, is_answer=self.is_read, items=items)

    def looking(self, period: Period) -> Task:
        """The same task about other days."""
        return self._replace(period=period, several=())


def first_person(query: Query) -> bool:
    """Whether the person speaks of what they themselves do."""
    return bool({"i", "i've", "ive", "i'm", "im"} & set(split_words(fold(query.text))))


def counts_answers(query: Query) -> bool:
    """`How many have accepted the reunion` counts people, `how many did I accept` events."""
    return query.state in _ANSWERS and bool(query.words("T")) and not first_person(query)


def alone(query: Query, name: Span) -> Query:
    """A query with one of several names of a kind alone."""
    kept = tuple(span for span in query.spans if span.code != name.code or span == name)
    return query._replace(spans=kept, has_alternatives=False)


def bounds(period: Period) -> dict[str, str]:
    """A period as tools take it."""
    found = {}
    if period.start is not None:
        found["start"] = period.start.isoformat()
    if period.end is not None:
        found["end"] = period.end.isoformat()
    return found


def status_of(query: Query) -> dict[str, Any]:
    """The status that a state asks for; usually all that take place."""
    if query.measure == "who":
        # Whoever is tentative answered so; the event itself may be certain.
        return {"status": ["cancelled"]} if query.state == "cancelled" else {}
    return {"status": [query.state]} if query.state in ("cancelled", "tentative") else {}


def call(tool: str, arguments: Mapping[str, Any]) -> Generator[Do, Any, Any]:
    """The result of a call; gives up if its arguments lead nowhere."""
    result = yield Do(tool, arguments)
    if isinstance(result, InvalidCall):
        give_up(f"I could not look that up. {result}")
    if not isinstance(result, Result):
        raise TypeError(f"{tool} gave no result")
    return result


def find(task: Task, period: Period | None = None, **more: Any) -> Generator[Do, Any, FoundEvents]:
    """The events of a task."""
    arguments = task.arguments(period, **{**status_of(task.query), **_on_side(task), **more})
    found: FoundEvents = yield from call("find_events", arguments)
    return found


def now_of(task: Task) -> str:
    """The moment of the run, as tools take it."""
    return instant_of(int(task.clock.now.timestamp()))


def _on_side(task: Task) -> dict[str, Any]:
    if task.side == "ahead":
        return {"next_from": now_of(task), "limit": _MOST}
    if task.side == "over":
        return {"previous_to": now_of(task), "limit": _MOST, "order": "first"}
    return {}


def _days_of_side(task: Task, period: Period) -> Period:
    """Whole days only: a figure that is exact to the minute is read off a list."""
    today = task.clock.today
    if task.side == "ahead":
        return span(max(period.start or today, today), period.end)
    if task.side == "over":
        return span(period.start, min(period.end or today + DAY, today + DAY))
    return period


def measure(
    task: Task, period: Period | None = None, **more: Any
) -> Generator[Do, Any, EventMeasure]:
    """The figures of the events of a task."""
    if task.query.state == "cancelled":
        give_up("I can list and count cancelled events, but they take no time.")
    days = _days_of_side(task, task.period if period is None else period)
    arguments = task.arguments(days, **{**status_of(task.query), **more})
    found: EventMeasure = yield from call("measure_events", arguments)
    return found
