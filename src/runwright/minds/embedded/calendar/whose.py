"""Whose time is asked about: one's own, that of others, or of all together."""

from __future__ import annotations

from typing import Any

from runwright.minds.embedded.calendar.fields import is_mine
from runwright.minds.embedded.calendar.task import Task
from runwright.text.folding import strip_possessives
from runwright.tools.find_free_time import FreeTime
from runwright.tools.hours import join_words


def whose(task: Task) -> dict[str, Any]:
    """Other people, other calendars, and what counts as taken."""
    if task.kind == "work ":
        return {key: task.filter[key] for key in ("about", "calendars") if key in task.filter}
    found: dict[str, Any] = {}
    people = list(task.filter.get("people", {}).get("any_of", ()))
    calendars = task.filter.get("calendars", {})
    if people:
        found["people"] = people[:20]
    owners = [text for text in task.query.words("OW") if not is_mine(text)]
    if owners and calendars:
        found["calendars"] = calendars
    elif owners and len(owners) == len(task.query.words("OW", "PS")):
        # Only they are asked about: what is in one's own calendar does not count.
        found["calendars"] = {"any_of": people}
    about = task.filter.get("about", {})
    if left_out := about.get("none_of"):
        side = "any_of" if _must_be_absent(task) else "none_of"
        found["about"] = {side: left_out, "within": ["title", "place"]}
    return found


def _must_be_absent(task: Task) -> bool:
    """`a weekend with no matches` wants no match; `apart from the gym` gives the gym up."""
    for each in task.query.spans:
        if each.code == "XT":
            before = task.query.text[: task.query.text.find(each.text)].split()
            return bool(before) and before[-1].lower() in ("no", "without", "of", "any")
    return False


def unseen(task: Task, result: FreeTime) -> str:
    """That the calendar of somebody else is not here."""
    is_there = not _is_calendar_missing(result)
    return "" if is_there else f"Of {_people(task)} I see only the events that name them."


def is_hidden(task: Task, result: FreeTime) -> bool:
    """Whether somebody else alone is asked about, and nothing here tells of their time."""
    owners = [text for text in task.query.words("OW") if not is_mine(text)]
    are_alone = bool(owners) and len(owners) == len(task.query.words("OW", "PS"))
    return are_alone and _is_calendar_missing(result) and not result.items


def _is_calendar_missing(result: FreeTime) -> bool:
    return any(note.code == "no_calendar" for note in result.notes)


def _people(task: Task) -> str:
    names = [text for text in task.query.words("PS", "OW") if not is_mine(text)]
    return join_words([strip_possessives(name) for name in names]) or "the others"


def subject(task: Task) -> str:
    """Who is free, with the verb."""
    owners = [strip_possessives(t) for t in task.query.words("OW") if not is_mine(t)]
    people = list(task.query.words("PS"))
    if owners and not people:
        return f"{join_words(owners)} {'is' if len(owners) == 1 else 'are'}"
    names = [*people, *owners]
    return f"you and {join_words(names)} are" if names else "you are"
