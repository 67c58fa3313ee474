"""Any prompt has a plan that can be performed, always the same."""

import os
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.conftest import Think
from runwright.engine import plan as planning
from runwright.engine.actions import perform
from runwright.engine.plan import plan
from runwright.engine.split import Part
from runwright.engine.types import Item, Moment, Step, Work
from support.properties import examples

ITEMS = (Item(id="item_1", source="documents", text="The lease ends on 31 March 2027."),)

_ANY_TEXT = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=4000
)
_WORDS = """
    add 2 and 3 then ; , . : ' " ( ) what is it % of sum count words in days until 2026-11-15
    0000-01-01 9:00 am berlin to tokyo reverse 1) - first finally the a b 9999-12-31 round ½ ² ٣
    square root of 1e9999 convert from utc between week month 31 february next friday year 0 ago
    9999999 years after before how many r's sort lines extract numbers them that result half
    million hundred point dozen max min difference ^ ** / 0.5 leap palindrome noon midnight cst
    İ ǅ \U0001d7d7 upper case last share mean all
"""
_LIKELY_WORDS = st.lists(st.sampled_from([*_WORDS.split(), "\n"]), min_size=1, max_size=40)


@examples(300)
@given(_ANY_TEXT | _LIKELY_WORDS.map(" ".join))
def test_any_prompt_can_be_planned_and_performed(think: Think, prompt: str) -> None:
    thought = think(prompt, ITEMS, ["documents"])
    assert thought.plan.steps
    assert thought.summary
    for finding in thought.findings:
        assert bool(finding.answer) != bool(finding.reason)


HOSTILE = {
    "parentheses": "(" * 2000 + ")" * 2000,
    "nested number": "(" * 1990 + "1" + ")" * 1990,
    "signs": "-" * 3999 + "1",
    "powers": "9^" * 1999 + "9",
    "roots": "2^.5+" * 799 + "1",
    "long sum": "1+" * 1999 + "1",
    "divisions": "1/3+" * 999 + "1",
    "long product": ("9" * 48 + "*") * 80 + "9",
    "digits": "1" * 4000,
    "semicolons": "a;" * 2000,
    "chain": "1+1, then " * 400,
    "spaces": "and" + " " * 3990 + "x",
    "single quotes": "'a " * 1333,
    "open quotes": "“" * 4000,
    "double quotes": '"' * 4000,
    "full stops": ". " * 2000,
    "colons": ": " * 2000,
    "lines": "\n " * 2000,
    "bullets": "- a\n" * 1000,
    "marks": "1. " * 1333,
    "accents": "Reverse: " + "e" + "\u0301" * 3980,
    "addresses": "extract emails from: " + "a.b-" * 990,
    "statements": "my a. " * 660,
    "number words": "hundred and " * 330,
    "courtesies": "please " * 571,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_prompt_is_planned_and_performed_like_any_other(think: Think, name: str) -> None:
    thought = think(HOSTILE[name][:4000])
    assert thought.plan.steps
    assert thought.summary


@pytest.mark.parametrize("most", [0, 1, 4, 16])
def test_parts_beyond_the_ceiling_are_not_read(
    moment: Moment, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    read: list[str] = []

    def counting(part: Part, *rest: Any) -> list[Step]:
        read.append(part.text)
        return steps(part, *rest)

    steps = planning._steps
    monkeypatch.setattr(planning, "_steps", counting)
    made = plan("a;" * 2000, moment, ["calendar", "finance"], most_steps=most)
    assert made.is_cut
    assert len(read) == most + 1
    assert len(made.steps) > most


def test_a_prompt_whose_parts_were_all_read_is_not_cut(moment: Moment) -> None:
    made = plan("find the lease, then sum it up", moment, [], most_steps=1)
    assert (made.is_cut, len(made.steps)) == (False, 2)


def test_an_unknown_action_finds_nothing_and_says_so(moment: Moment) -> None:
    finding = perform(Step(action="dream", part="x"), Work(moment=moment))
    assert finding.answer is None
    assert finding.reason is not None
    assert "dream" in finding.reason


_PROGRAM = """
from datetime import UTC, datetime
from zoneinfo import ZoneInfo
from runwright.engine import plan as planning
from runwright.engine.actions import perform
from runwright.engine.plan import plan
from runwright.engine.split import Part
from runwright.engine.types import Item, Moment, Work
moment = Moment(now=datetime(2026, 11, 15, 10, 30, tzinfo=UTC), zone=ZoneInfo("Europe/Berlin"))
items = (Item(id="a", source="documents", text="rent and lease"),)
prompt = "What is the rent, then who pays it? What about the lease, rent and house?"
for step in plan(prompt, moment, ["documents"]).steps:
    print(step, perform(step, Work(moment=moment, items=items)))
"""


def test_answers_do_not_depend_on_the_process() -> None:
    outputs = set()
    for seed, zone, language in (("1", "UTC", "C"), ("2", "Asia/Tokyo", "C.UTF-8")):
        env = {**os.environ, "PYTHONHASHSEED": seed, "TZ": zone, "LC_ALL": language}
        run = [sys.executable, "-X", "utf8", "-c", _PROGRAM]
        outputs.add(subprocess.run(run, env=env, capture_output=True, check=True).stdout)
    assert len(outputs) == 1
