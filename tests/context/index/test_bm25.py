"""BM25: rarer is worth more, repetition less and less, and frequent terms cost no more work."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runwright.context.index import bm25
from runwright.context.index.types import Numbers, Postings, Statistics

STATISTICS = Statistics(items=100, terms=1_000)


def _postings(numbers: list[int], counts: list[int] | None = None, length: int = 10) -> Postings:
    return Postings(
        np.array(numbers, dtype=np.uint32),
        np.array(counts or [1] * len(numbers), dtype=np.uint8),
        np.array([length] * len(numbers), dtype=np.uint16),
    )


def _numbers(*numbers: int) -> Numbers:
    return np.array(numbers, dtype=np.uint32)


def _scores(
    postings: dict[str, Postings],
    allowed: Numbers | None = None,
    weights: dict[str, float] | None = None,
) -> dict[int, float]:
    found = bm25.score(STATISTICS, postings, weights or dict.fromkeys(postings, 1.0), allowed)
    return dict(zip(found.numbers.tolist(), found.values.tolist(), strict=True))


def test_one_term_scores_as_the_formula_says() -> None:
    scores = _scores({"ship": _postings([7], counts=[2], length=20)})
    rarity = np.log(1 + (100 - 1 + 0.5) / 1.5)
    norm = 0.9 * (1 - 0.4 + 0.4 * 2)
    assert scores == {7: pytest.approx(rarity * 2 * 1.9 / (2 + norm), rel=1e-5)}


def test_a_rare_term_is_worth_more_than_a_frequent_one() -> None:
    scores = _scores({"rare": _postings([1]), "frequent": _postings([2, 3, 4, 5])})
    assert scores[1] > scores[2]


def test_the_second_occurrence_is_worth_less_than_the_first() -> None:
    scores = _scores({"ship": _postings([1, 2, 3], counts=[1, 2, 3])})
    assert scores[2] - scores[1] > scores[3] - scores[2] > 0


def test_terms_add_up_and_weigh_what_the_question_says() -> None:
    both = _scores({"ship": _postings([1, 2]), "dues": _postings([2])})
    ship, dues = _scores({"ship": _postings([1, 2])}), _scores({"dues": _postings([2])})
    assert both == {1: pytest.approx(ship[1]), 2: pytest.approx(ship[2] + dues[2])}
    half = _scores({"dues": _postings([2])}, weights={"dues": 0.5})
    assert half[2] == pytest.approx(dues[2] / 2)


def test_only_allowed_items_are_scored() -> None:
    postings = {"ship": _postings([1, 2, 3, 90])}
    everywhere = _scores(postings)
    assert _scores(postings, allowed=_numbers(3, 2, 77)) == {
        2: everywhere[2],
        3: everywhere[3],
    }
    assert _scores(postings, allowed=_numbers()) == {}


def test_item_zero_is_not_allowed_by_an_empty_list() -> None:
    assert _scores({"ship": _postings([0])}, allowed=_numbers()) == {}


def test_no_terms_find_nothing() -> None:
    scores = bm25.score(STATISTICS, {}, {})
    assert scores.best(5).size == 0
    assert scores.of(_numbers(1, 2)).tolist() == [0.0, 0.0]


def test_an_empty_shelf_divides_by_nothing() -> None:
    scores = bm25.score(Statistics(0, 0), {"ship": _postings([1])}, {"ship": 1.0})
    assert np.isfinite(scores.values).all()


def test_scores_of_items_that_hold_none_of_the_terms_are_zero() -> None:
    scores = bm25.score(STATISTICS, {"ship": _postings([5, 9])}, {"ship": 1.0})
    assert [value > 0 for value in scores.of(_numbers(9, 1, 5, 99))] == [True, False, True, False]


def test_the_best_are_the_highest() -> None:
    postings = {"ship": _postings(list(range(50)), counts=[n + 1 for n in range(50)])}
    scores = bm25.score(STATISTICS, postings, {"ship": 1.0})
    assert sorted(scores.best(3).tolist()) == [47, 48, 49]


def test_beyond_the_budget_frequent_terms_only_add_to_what_rare_ones_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    postings = {"rare": _postings([3]), "frequent": _postings(list(range(40)))}
    everywhere = _scores(postings)
    monkeypatch.setattr(bm25, "EAGER", 20)
    assert _scores(postings) == {3: everywhere[3]}


def test_a_frequent_term_alone_is_scored_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bm25, "EAGER", 20)
    assert len(_scores({"frequent": _postings(list(range(40)))})) == 40


@given(
    st.dictionaries(
        st.sampled_from("abcdef"),
        st.lists(st.integers(0, 60), unique=True, min_size=1).map(sorted),
        min_size=1,
    ),
    st.lists(st.integers(0, 80), unique=True),
)
def test_allowing_is_the_same_as_leaving_out_afterwards(
    holders: dict[str, list[int]], allowed: list[int]
) -> None:
    postings = {term: _postings(numbers) for term, numbers in holders.items()}
    expected = {n: value for n, value in _scores(postings).items() if n in allowed}
    assert _scores(postings, allowed=_numbers(*allowed)) == expected
