"""Tasks that would change something are declined, and name the event that is meant."""

from __future__ import annotations

import pytest

from runwright.minds.embedded.changes import object_of
from runwright.minds.embedded.planning import understood


@pytest.mark.parametrize(
    ("task", "named"),
    [
        ("Delete my first meeting on December 13", "my first meeting on December 13"),
        ("please push back the call with Kofi", "the call with Kofi"),
        ("can you cancel it", "it"),
    ],
)
def test_what_is_to_be_changed_stands_behind_the_verb(task: str, named: str) -> None:
    assert object_of(task) == named


def test_a_task_tells_which_event_it_means() -> None:
    [query] = understood("Cancel my first meeting on 13 December", (), ("calendar",), 4)
    assert (query.route, query.measure, query.order) == ("change", "first", "oldest")
    assert query.words("P") == ("on 13 December",)


def test_nothing_is_looked_up_without_the_calendar() -> None:
    [query] = understood("Cancel my first meeting on 13 December", (), ("finance",), 4)
    assert (query.route, query.spans) == ("change", ())
