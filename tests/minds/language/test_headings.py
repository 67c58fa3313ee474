"""Headings name topics, and one that asserts is listed."""

from __future__ import annotations

from typing import Any

import pytest

from minds.language.test_teacher import evidence
from runwright.minds.language.checking import check
from runwright.minds.language.parts import Answer


def shown(*parts: dict[str, Any]) -> Any:
    answer = Answer.model_validate({"parts": parts, "language": "en"})
    return check(answer, evidence("technician")).parts


@pytest.mark.parametrize("title", ["The lab is closing in December", "Groceries were cheaper"])
def test_a_heading_that_asserts_is_listed_as_unchecked(title: str) -> None:
    assert shown({"type": "heading", "text": title})[0].unchecked == (title,)


@pytest.mark.parametrize(
    "title", ["The lab", "Groceries in October 2026", "What you spent", "Is the lab closing?"]
)
def test_a_topic_is_not(title: str) -> None:
    assert shown({"type": "heading", "text": title})[0].unchecked == ()
