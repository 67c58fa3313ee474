"""Ids sort by time, cannot be guessed, and have one shape."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runwright import ids

PREFIXES = st.sampled_from(["run", "key", "proj", "aud", "req", "ag", "file", "evt"])
MOMENTS = st.integers(0, 2**48 - 1)


def at(moment: int, prefix: str = "run") -> str:
    """An id as it would be made at a time, in milliseconds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(time, "time_ns", lambda: moment * 1_000_000)
        return ids.new(prefix)


@given(PREFIXES)
def test_a_new_id_has_the_shape(prefix: str) -> None:
    made = ids.new(prefix)
    assert ids.is_id(made)
    assert ids.is_id(made, prefix)
    assert made.startswith(f"{prefix}_")
    assert len(made) == len(prefix) + 27


@given(MOMENTS, MOMENTS)
def test_ids_sort_by_time(one: int, other: int) -> None:
    if one != other:
        assert (at(one) < at(other)) == (one < other)


@given(MOMENTS)
def test_every_moment_gives_an_id(moment: int) -> None:
    assert ids.is_id(at(moment), "run")


def test_ids_of_one_moment_differ() -> None:
    moment = time.time_ns() // 1_000_000
    made = {at(moment) for _ in range(1000)}
    assert len(made) == 1000
    assert len({text[4:14] for text in made}) == 1, "the time part is the same"
    assert len({text[14:] for text in made}) == 1000, "the rest is random"


def test_ids_made_in_turn_never_go_back_in_time() -> None:
    stamps = [ids.new("run")[4:14] for _ in range(500)]
    assert stamps == sorted(stamps)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "run_",
        "run",
        "run_01k",
        "run_81k00000000000000000000000",
        "run_01k0000000000000000000000i",
        "run_01k0000000000000000000000U",
        "run_01k000000000000000000000000",
        "RUN_01k00000000000000000000000",
        "run_01k00000000000000000000000\n",
        "run-01k00000000000000000000000",
        "r_01k00000000000000000000000",
        "run_٠1k00000000000000000000000",
    ],
)
def test_other_texts_are_no_ids(text: str) -> None:
    assert not ids.is_id(text)


@given(st.text())
def test_any_text_can_be_asked_about(text: str) -> None:
    assert ids.is_id(text) is False or len(text) <= 32


def test_an_id_of_another_kind_is_none_of_this_kind() -> None:
    assert not ids.is_id(ids.new("key"), "run")
    assert not ids.is_id("runs_01k00000000000000000000000", "run")


@given(MOMENTS.filter(lambda moment: moment < 250_000_000_000_000))
def test_an_id_tells_when_it_was_made(moment: int) -> None:
    made = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=moment)
    assert ids.time_of(at(moment)) == made
    assert ids.first_at("run", made) <= at(moment) < ids.first_after("run", made)


def test_what_lies_before_all_ids_begins_before_all_ids() -> None:
    early = datetime(1, 1, 1, tzinfo=UTC)
    assert ids.first_at("run", early) <= at(0)
    assert ids.first_after("run", early) <= at(0)
