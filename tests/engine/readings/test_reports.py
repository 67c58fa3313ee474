"""Questions are looked up in attached files; without files, or a question, they are not."""

import pytest

from runwright.engine.around import Around
from runwright.engine.readings import reports
from runwright.engine.types import Moment, Want


def around(moment: Moment, part: str, *sources: str) -> Around:
    return Around(moment, sources, words=frozenset(part.lower().rstrip("?").split()))


@pytest.mark.parametrize(
    "part",
    [
        "What was the revenue in 2019?",
        "In which year was rent the largest?",
        "Calculate the change in revenue from 2018 to 2019",
        "Between 2018 and 2019, which year had higher sales?",
        "How many years did net income exceed $30,000?",
    ],
)
def test_a_question_to_attached_files_is_one_look_up(moment: Moment, part: str) -> None:
    steps = reports.read(part, around(moment, part, "files"))
    assert steps is not None
    assert [step.action for step in steps] == ["lookup"]
    assert steps[0].arguments["question"] == part
    assert steps[0].wants == ()


def test_other_sources_are_searched_beside_the_files(moment: Moment) -> None:
    part = "What was the revenue in 2019?"
    steps = reports.read(part, around(moment, part, "documents", "files"))
    assert steps is not None
    assert steps[0].wants == (Want("documents", part, 40),)


def test_without_files_nothing_is_looked_up(moment: Moment) -> None:
    part = "What was the revenue in 2019?"
    assert reports.read(part, around(moment, part, "documents")) is None


@pytest.mark.parametrize("part", ["Summarise the attached report", "Translate this into French"])
def test_what_asks_for_no_one_thing_is_left_alone(moment: Moment, part: str) -> None:
    assert reports.read(part, around(moment, part, "files")) is None
