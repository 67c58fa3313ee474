"""How facts are shown: signs, decimals, quotation marks, and what is added to them."""

from __future__ import annotations

from typing import Any

import pytest

from minds.language import test_teacher, world
from runwright.minds.language import forms, rendering
from runwright.minds.language.checking import Checked, check
from runwright.minds.language.evidence import Slot
from runwright.minds.language.parts import Answer
from runwright.minds.language.parts import Language as Spoken

SALES = "South's net sales fell from {r26.before} in 2025 to {r26.after} in 2026"


def checked(*parts: dict[str, Any], language: str = "en") -> Checked:
    answer = Answer.model_validate({"parts": parts, "language": language})
    return check(answer, test_teacher.evidence("teacher"))


@pytest.mark.parametrize(
    ("text", "shown"),
    [(f"{SALES}, a change of {{r26.percent}}.", "−10 %"),
     ("South's net sales fell by {r26.percent} from 2025 to 2026.", "by 10 %")],
)  # fmt: skip
def test_a_change_keeps_its_sign_behind_the_word_for_it(text: str, shown: str) -> None:
    answer = Answer.model_validate({"parts": [{"type": "fact", "text": text}]})
    part = check(answer, world.evidence()).parts[0]
    assert (part.support, shown in part.text) == ("record", True)


@pytest.mark.parametrize(
    ("value", "language", "shown"),
    [("33.33333333", "en", "33.33 %"), ("12.5", "en", "12.5 %"), ("66.66666667", "de", "66,67 %")],
)  # fmt: skip
def test_a_percentage_has_two_decimals_at_most(value: str, language: Spoken, shown: str) -> None:
    evidence = world.evidence()
    outcome = evidence.results["r26"]
    slot = Slot("r26.percent", outcome, ("percent",), (), (outcome.result,), value)
    assert forms.show_slot(slot, "", language, evidence.zone) == shown


def test_german_answers_have_german_quotation_marks() -> None:
    part = {"type": "fact", "text": "Im Vertrag steht:", "quote": "No dogs are allowed.",
            "record": "p201"}  # fmt: skip
    assert rendering.markdown(checked(part, language="de")) == (
        "Im Vertrag steht: „No dogs are allowed.“"
    )


def test_what_is_added_to_every_row_stands_in_the_head_of_the_column() -> None:
    rows = [[f"{{r12.groups[{n}].group}}", f"{{r12.groups[{n}].total}}"] for n in (0, 1)]
    table = {"type": "table", "header": ["Category", "Spent"], "rows": rows}
    assert rendering.markdown(checked(table)).splitlines() == [
        "| Category | Spent (October 2026) |",
        "| --- | --- |",
        "| HOME | 1,061.00 GBP |",
        "| BILLS_AND_SERVICES | 234.25 GBP |",
    ]


ADDED = [
    ("{r3.rows[3].title} is on {r3.rows[3].start:day}.",
     "Youth orchestra auditions (tentative) is on 21 November 2026."),
    ("Your next meeting with Gareth Pell is {r24.rows[0].title} on {r24.rows[0].start:day}.",
     "Your next meeting with Gareth Pell is Department meeting on 18 November 2026 "
     "(Gareth Pell declined)."),
    ("{r7.payments[5].counterparty} costs {r7.payments[5].amount} a month.",
     "PureGym costs 24.99 GBP a month (may have ended)."),
    ("You pay {r7.per_month[0].spent} a month.",
     "You pay 1,122.24 GBP a month (recurring payments only)."),
]  # fmt: skip


@pytest.mark.parametrize(("text", "shown"), ADDED)
def test_what_a_result_says_beside_a_figure_is_added(text: str, shown: str) -> None:
    part = checked({"type": "fact", "text": text}).parts[0]
    assert (part.support, part.text) == ("record", shown)
