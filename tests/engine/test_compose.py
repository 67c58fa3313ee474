"""The summary says what was found and what was not, in order, and is never empty."""

from runwright.engine.compose import compose
from runwright.engine.types import Finding

FOUND = Finding(action="calculate", part="2+2", answer="2 + 2 = 4.", value="4")
MISSING = Finding(action="search", part="the  rent\nplease", reason="nothing says so")


def test_one_finding_is_its_answer() -> None:
    assert compose([FOUND]) == "2 + 2 = 4."


def test_several_findings_are_numbered_in_order() -> None:
    assert compose([FOUND, MISSING]) == (
        "1. 2 + 2 = 4.\n2. No answer to “the rent please”: nothing says so."
    )


def test_a_long_part_is_shortened() -> None:
    summary = compose([Finding(action="search", part="x" * 500, reason="why")])
    assert len(summary) < 120


def test_no_findings_are_said_so() -> None:
    assert compose([]) == "No step was taken, so there is nothing to report."


def test_a_finding_without_anything_still_says_something() -> None:
    assert compose([Finding(action="search", part="")]) == "No answer: nothing was found."
