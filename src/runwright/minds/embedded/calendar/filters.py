"""The arguments of an event filter, and the words for them, collected from what was found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runwright.minds.embedded.calendar.fields import (
    Field,
    Found,
)
from runwright.minds.embedded.calendar.task import (
    bounds,
    counts_answers,
    first_person,
    give_up,
)
from runwright.minds.embedded.calendar.when import (
    When,
    clocks,
)
from runwright.minds.embedded.calendar.wording import (
    hours_words,
    length,
    quoted,
)
from runwright.minds.embedded.query import Query
from runwright.records.facts import Attendee, Event
from runwright.text.calendars import Period
from runwright.text.folding import fold, strip_possessives
from runwright.text.words import split_words, word_set
from runwright.tools.base import Item
from runwright.tools.event_filter import EventFilter, has_names
from runwright.tools.hours import join_words

_ARGUMENTS: dict[Field, str] = {
    "title": "about", "note": "about", "people": "people", "place": "place",
    "calendar": "calendars",
}  # fmt: skip
_OR_TITLE: dict[tuple[str, Field], Field] = {
    ("PS", "title"): "people", ("OW", "title"): "people", ("PL", "title"): "place",
}  # fmt: skip
"""People and places are looked for in titles, too, by the arguments for them."""
_NAMING = ("about", "people", "also", "place", "calendars")
_SHORTER = word_set("shorter under less below most max maximum within briefer")
_ANSWERS = {"accepted": "accepted", "declined": "declined", "unanswered": "none"}
_MOST_TERMS = 50


class Filters:
    """Collects the arguments, and the words for them."""

    def __init__(self, query: Query, when: When, owner: Attendee | None) -> None:
        self._query = query
        self._when = when
        self.owner = owner
        self.arguments: dict[str, Any] = {}
        self.remarks: list[str] = []
        self._phrases: list[str] = []
        self._kinds: list[str] = []
        self._topics: list[str] = []
        self._people: list[str] = []
        self._owners: list[str] = []
        self._left_out: list[str] = []

    @property
    def subject(self) -> str:
        topics = f" matching {quoted(self._topics)}" if self._topics else ""
        people = join_words(self._people, "or" if self._is_either else "and")
        owners = [f"of {join_words(self._owners)}"] if self._owners else []
        phrases = [*([f"with {people}"] if people else []), *owners, *self._phrases]
        rest = "".join(f" {phrase}" for phrase in phrases)
        return f"{topics}{rest}"

    @property
    def left_out(self) -> str:
        """What is left out, in words."""
        return f", leaving out {quoted(self._left_out, 'and')}" if self._left_out else ""

    @property
    def kind(self) -> str:
        return "".join(f"{kind} " for kind in self._kinds)

    def include(self, code: str, found: Found) -> None:
        """A name that events must have."""
        for field, terms in found.terms.items():
            self._add(_OR_TITLE.get((code, field), field), terms, "any_of", is_more=code == "PS")
        if found.less:
            self._add("title", found.less, "none_of")
        if found.kind:
            self._kinds.append(found.kind)
        elif code == "T":
            self._topics.append(found.text)
        elif code == "PS":
            self._people.append(found.text)
        elif code == "PL":
            self._phrases.append(f"at “{found.text}”")
        else:
            self._owners.append(strip_possessives(found.text))
            if "calendar" not in found.terms and self._query.measure != "free":
                self.remarks.append(
                    f"No calendar bears the name “{found.text}”: only events that name them count."
                )

    def exclude(self, found: Found) -> None:
        """A name that they must not have."""
        for field, terms in found.terms.items():
            self._add(field, terms, "none_of")
        self._left_out.append(found.text)

    def leave_out(self, period: Period) -> None:
        """Days on which they must not begin."""
        self.arguments["left_out"] = [*self.arguments.get("left_out", ()), bounds(period)]

    def _add(self, field: Field, terms: Sequence[str], side: str, *, is_more: bool = False) -> None:
        name = _ARGUMENTS[field]
        is_second = is_more and name == "people" and bool(self.arguments.get(name, {}).get(side))
        if is_second and not self._is_either:
            # Both of two people must be there, unless one or the other is asked for.
            name = "also"
            if self.arguments.get(name, {}).get(side):
                self.remarks.append(f"I could not ask for {terms[0]} to be there, too.")
                return
        argument = self.arguments.setdefault(name, {})
        argument[side] = list(dict.fromkeys([*argument.get(side, ()), *terms]))[:_MOST_TERMS]
        if field in ("title", "note"):
            argument["within"] = sorted({*argument.get("within", ()), field})

    def add_properties(self) -> None:
        """Times, lengths, flags, states and roles."""
        self._add_times()
        self._add_lengths()
        for flag, argument, word in (
            ("allday", "all_day", "all-day"), ("recurring", "recurring", "recurring"),
        ):  # fmt: skip
            if flag in self._query.flags:
                self.arguments[argument] = True
                self._kinds.append(word)
        self._add_role()
        self._add_state()

    def add_kinds(self, events: Sequence[Item[Event]]) -> None:
        """Tasks and notes count where they bear the names: `when is the tax return due`."""
        named = {key: value for key, value in self.arguments.items() if key in _NAMING}
        wanted = EventFilter.model_validate(named)
        kinds = {item.facts.what for item in events if has_names(item.facts, wanted)}
        if kinds - {"event"}:
            self.arguments["what"] = sorted(kinds)

    def _add_times(self) -> None:
        when = self._when
        if when.hours is not None:
            self.arguments["hours"] = clocks(when.hours)
            self._phrases.append(hours_words(when.hours))
        if when.weekdays:
            self.arguments["weekdays"] = list(when.weekdays)
            self._phrases.append(f"on {_weekday_words(when.weekdays)}")
        if when.left_out:
            self.arguments["left_out"] = [bounds(period) for period in when.left_out]
            self._left_out += [each.text for each in self._query.spans if each.code == "XP"]

    def _add_lengths(self) -> None:
        least, most = self._when.least, self._when.most
        if self._query.measure in ("free", "gap", "until"):
            return
        if least is None and self._when.length is not None and self._query.measure != "duration":
            if _is_most(self._query):
                most = self._when.length
            else:
                least = self._when.length
        if least is not None:
            self.arguments["least_minutes"] = least
            self._phrases.append(f"of at least {length(least)}")
        if most is not None:
            self.arguments["most_minutes"] = most
            self._phrases.append(f"of at most {length(most)}")

    def _add_role(self) -> None:
        role = self._query.role
        if not role or self._query.measure == "who":
            return
        people = self.arguments.setdefault("people", {})
        if not people.get("any_of"):
            people["any_of"] = self._me()
        people["role"] = role
        if role == "attendee":
            # Whoever invites is a guest of theirs, too, and not meant.
            self.arguments["also"] = {"none_of": people["any_of"], "role": "organiser"}
        self._phrases.append("as organiser" if role == "organiser" else "as a guest")

    def _add_state(self) -> None:
        state = self._query.state
        if self._query.measure == "who" or not state:
            return
        if state == "moved":
            self.arguments["moved"] = True
        elif state in _ANSWERS and not (
            self._query.measure == "count" and counts_answers(self._query)
        ):
            self._add_answer(_ANSWERS[state])
        self._kinds.append(state)

    def _add_answer(self, answer: str) -> None:
        """Of the person who is named, or of oneself beside them."""
        people = self.arguments.setdefault("people", {})
        is_theirs = (
            bool(people.get("any_of")) and not people.get("role") and not first_person(self._query)
        )
        if not is_theirs:
            people = self.arguments.setdefault("also", {})
            people["any_of"] = self._me()
        people["answers"] = [answer]

    @property
    def _is_either(self) -> bool:
        is_choice = "or" in split_words(fold(self._query.text))
        return self._query.has_alternatives or is_choice or self._query.measure == "compare"

    def _me(self) -> list[str]:
        """By address, and by full name: another calendar may have another address."""
        if self.owner is None:
            give_up(
                "The calendar does not tell which of the people in it you are, so I cannot tell "
                "your own invitations and answers from those of others."
            )
        is_full = len(split_words(fold(self.owner.name))) > 1
        names = [self.owner.name] if is_full or not self.owner.address else []
        return [*filter(None, [self.owner.address]), *names]


def _is_most(query: Query) -> bool:
    """Whether the words before a length make it the most: `shorter than 15 minutes`."""
    before = query.text[: query.text.find(query.word("D"))]
    return not _SHORTER.isdisjoint(split_words(fold(before))[-3:])


def _weekday_words(weekdays: Sequence[str]) -> str:
    if tuple(weekdays) == ("saturday", "sunday"):
        return "weekends"
    if len(weekdays) == 5 and "saturday" not in weekdays and "sunday" not in weekdays:
        return "weekdays"
    return join_words([f"{weekday.capitalize()}s" for weekday in weekdays])
