"""Feasts as days, and as parts of titles."""

from __future__ import annotations

import pytest

from embedded.calendar.kit import say
from tools.calendar_kit import event, records

GIVEN = records(
    event("Gig: Duke of Dufferin", "2026-12-31 22:00", "23:30"),
    event("Gig: Bar Cassette", "2026-11-28 21:00", "23:30"),
    event("Late shift", "2026-12-25 13:00", "21:00", calendar="Work"),
    event("Late shift", "2026-12-28 13:00", "21:00", calendar="Work"),
    event("Late shift", "2026-12-29 13:00", "21:00", calendar="Work"),
    event("Ward Christmas night out", "2026-12-11 19:00", "23:00"),
    event("School closed - Christmas holidays", "2026-12-23", "2027-01-06"),
)


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("when | when's [the new years eve gig|T]",
         "Thursday 31 December, 22:00–23:30: Gig: Duke of Dufferin."),
        ("exists | am I working [christmas day|T]", "Yes, Late shift, Friday 25 December, "
         "13:00–21:00."),
        ("when | when is the [ward xmas night out|T]",
         "Friday 11 December, 19:00–23:00: Ward Christmas night out."),
        ("when f=end | when do [the kids|PS] finish up for [christmas|T]",
         "Wednesday 23 December to Tuesday 5 January 2027: School closed - Christmas holidays."),
        ("exists | any [gig|T] on [hogmanay|P]",
         "Yes, Gig: Duke of Dufferin, Thursday 31 December, 22:00–23:30."),
    ],
)  # fmt: skip
def test_a_feast_is_its_day_where_no_title_names_it(line: str, answer: str) -> None:
    assert say(line, GIVEN).splitlines()[0] == answer


def test_the_kids_break_up_before_the_feast() -> None:
    given = records(event("School breaks up", "2026-12-18"), event("Christmas fair", "2026-11-29"))
    text = say("when | when do [the kids|PS] break up for [Christmas|T]", given)
    assert text.startswith("Friday 18 December, all day: School breaks up.")


def test_a_party_for_a_feast_is_not_looked_for_on_its_day_alone() -> None:
    given = records(event("Party at Bob's", "2026-11-28 20:00", "23:00"))
    assert say("when | when is the [Christmas party|T]", given).startswith(
        "I found no event with “Christmas party”"
    )
