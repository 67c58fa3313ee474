"""Whatever an answer holds, its check ends with an answer, and takes steps in proportion to it."""

from __future__ import annotations

import sys
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minds.language import world
from runwright.minds.language.checking import check
from runwright.minds.language.parts import LONGEST_FACT, MOST_PARTS, Answer
from runwright.minds.language.rendering import markdown, typed

evidence = cache(world.evidence)
PIECES = (
    "{r1.total}", "{r1}", "{r1.rows}", "{r1.rows[0].amount:day}", "{r8.rows[0].start:time}", "{}",
    "{r99.total}", "{r1.rows[99999999999999999999].day}", "{r1.total:}", "{r8.rows[3].people[0]}",
    "{= r1.total}", "{=}", "{= 1 / 0}", "{= r1.total + today}", "{= r24.value > r20.truth}",
    "{ r1 }", "{= sum(r4.groups[*].total)}", "{= r4.groups[*]}", "{r20.truth}",
    "{r24.inputs[0].value}", "{r24}", "{r29.rows[0].end}", "{r10.groups[1].name}",
    "{r4.groups[0].group}", "{r31.truth}", "{", "}", "{{", "more than", "at least 5", "not", "No,",
    "all", "except", "over", "in October", "yesterday", "§ 3", "on Friday at 3 pm",
    "von 9 bis 17 Uhr", "1.", "12,5 %", "€", "every month", "the largest", ".",
    "than in September", "compared with", "–", "\n\n", "\n- ", "| x |", "#", "**", "“", "’s",
    "\x00",
    "０", "²", "ẞ", "\u202e", "99999999999999999999999999", "31.02.2026", "25:61", "２０２６",
)  # fmt: skip
texts = st.lists(st.sampled_from(PIECES) | st.text(max_size=12), max_size=14).map(" ".join)
words = texts.filter(str.strip).map(lambda text: text[:200])
claims = st.one_of(
    st.fixed_dictionaries({"type": st.just("fact"), "text": words, "quote": texts,
                           "record": st.sampled_from(["lease/1", "", "nowhere"])}),
    st.fixed_dictionaries({"type": st.sampled_from(["fact", "derived", "text"]), "text": words}),
)  # fmt: skip
tables = st.integers(1, 3).flatmap(
    lambda width: st.fixed_dictionaries({
        "type": st.just("table"),
        "header": st.lists(words, min_size=width, max_size=width),
        "rows": st.lists(st.lists(words, min_size=width, max_size=width), min_size=1, max_size=3),
    })
)  # fmt: skip
parts = st.one_of(
    claims,
    tables,
    st.fixed_dictionaries({"type": st.just("heading"), "text": words}),
    st.fixed_dictionaries(
        {"type": st.just("list"), "entries": st.lists(claims, min_size=1, max_size=3)}
    ),
)


@given(st.lists(parts, min_size=1, max_size=4), st.sampled_from(["en", "de"]))
def test_the_check_answers_whatever_validates(given_parts: list[Any], language: str) -> None:
    answer = Answer.model_validate({"parts": given_parts, "language": language})
    checked = check(answer, evidence())
    assert len(checked.parts) == len(answer.parts)
    assert markdown(checked)
    assert typed(checked)["facts"]["marked"] == checked.marked


FILLERS = (
    "{r1.total} ", "{= r1.total + 1} ", "{r8.rows[1].title} ", "in October ", "more than 5 ",
    "not ", "1,1,", "1.", "- ", "\n", " ", "A ", "{", "\u00e4", "(", "than in ", "§ ",
    "on Friday, ",
)  # fmt: skip


def steps(parts_count: int, filler: str, length: int, kind: str = "fact") -> int:
    """How many functions are called and return: nothing here depends on the machine."""
    text = f"{filler * length}"[: length - 1] + "x"
    answer = Answer.model_validate({"parts": [{"type": kind, "text": text}] * parts_count})
    given_evidence = evidence()
    count = 0

    def step(_frame: Any, _event: str, _argument: Any) -> None:
        nonlocal count
        count += 1

    before = sys.getprofile()
    sys.setprofile(step)
    try:
        check(answer, given_evidence)
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize("filler", FILLERS)
def test_a_longer_fact_takes_more_steps_in_proportion(filler: str) -> None:
    steps(1, filler, LONGEST_FACT)
    short, long = (steps(1, filler, length) for length in (LONGEST_FACT // 4, LONGEST_FACT))
    assert long <= 4 * 2 * short + 2_000


@pytest.mark.parametrize("filler", ["{r1.total} in October, ", "on Friday, "])
def test_more_parts_take_more_steps_in_proportion(filler: str) -> None:
    steps(1, filler, LONGEST_FACT)
    few, many = (steps(count, filler, LONGEST_FACT) for count in (MOST_PARTS // 4, MOST_PARTS))
    assert many <= 4 * 2 * few
