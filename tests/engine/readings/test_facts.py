"""Whatever needs something to read is answered from it."""

import pytest

from runwright.engine.plan import plan
from runwright.engine.types import Moment

SOURCES = ("calendar", "documents", "files")


@pytest.mark.parametrize(
    "prompt",
    ["Who signed the lease?", "Summarise the lease", "Tell me about Oslo", "the lease of Ana"],
)
def test_a_request_that_prose_answers_is_one_step(moment: Moment, prompt: str) -> None:
    (step,) = plan(prompt, moment, ("documents",)).steps
    assert step.action == "extract"
    assert [want.source for want in step.wants] == ["documents"]


def test_attached_files_are_there_already_and_are_not_searched(moment: Moment) -> None:
    (step,) = plan("Who signed the lease?", moment, ("documents", "files")).steps
    assert [want.source for want in step.wants] == ["documents"]
    assert step.arguments["sources"] == "documents files"


def test_the_statement_before_a_question_belongs_to_it(moment: Moment) -> None:
    (step,) = plan("I moved to Oslo. Who signed the lease?", moment, ("documents",)).steps
    assert step.arguments["question"] == "I moved to Oslo. Who signed the lease?"


def test_without_a_source_there_is_nothing_to_read(moment: Moment) -> None:
    (step,) = plan("Who signed the lease?", moment, ()).steps
    assert step.action == "search"


def test_without_words_there_is_nothing_to_look_for(moment: Moment) -> None:
    (step,) = plan("???", moment, ("documents",)).steps
    assert step.action == "search"
