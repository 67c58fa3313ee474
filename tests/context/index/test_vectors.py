"""Vectors in memory: the nearest are found, additions are seen, erased ones are not."""

from __future__ import annotations

import numpy as np
import pytest

from context.graph import body, vector
from runwright.context.index import vectors
from runwright.context.index.vectors import Shelved, VectorCache

Rows = list[tuple[int, int, bytes]]


def rows(*numbers: int, change: int = 1) -> Rows:
    return [(number, change, body(vector(number))) for number in numbers]


def test_the_nearest_is_the_one_that_points_the_same_way() -> None:
    shelved = Shelved.empty(0).with_more(rows(*range(50)))
    numbers, cosines = shelved.nearest(vector(7), None, 3)
    assert numbers[0] == 7
    assert cosines[0] == pytest.approx(1.0, abs=0.001)
    assert list(cosines) == sorted(cosines, reverse=True)


def test_a_filter_lets_only_its_numbers_through() -> None:
    shelved = Shelved.empty(0).with_more(rows(*range(50)))
    numbers, _ = shelved.nearest(vector(7), np.asarray([3, 9, 70], np.uint32), 10)
    assert sorted(numbers.tolist()) == [3, 9]


def test_an_item_without_a_vector_has_no_cosine() -> None:
    shelved = Shelved.empty(0).with_more(rows(5, 9))
    found = shelved.cosines(vector(9), np.asarray([4, 9, 12], np.uint32))
    assert np.isnan(found).tolist() == [True, False, True]
    assert np.isnan(Shelved.empty(0).cosines(vector(9), np.asarray([1], np.uint32))).all()


def test_sifting_a_large_shelf_keeps_what_is_nearest(monkeypatch: pytest.MonkeyPatch) -> None:
    shelved = Shelved.empty(0).with_more(rows(*range(3000)))
    question = vector(11) + 0.5 * vector(12) + 0.25 * vector(13)
    question /= np.float32(np.linalg.norm(question))
    exactly, _ = shelved.nearest(question, None, 10)
    monkeypatch.setattr(vectors, "SIFT_FROM", 1000)
    monkeypatch.setattr(vectors, "SIFTED", 300)
    sifted, _ = shelved.nearest(question, None, 10)
    assert sifted[0] == exactly[0] == 11
    assert len(set(sifted.tolist()) & set(exactly.tolist())) >= 8


def test_the_cache_loads_only_what_is_new() -> None:
    asked: list[int] = []
    stored = rows(1, 2, change=1)

    def load(seen: int) -> Rows:
        asked.append(seen)
        return [row for row in stored if row[1] > seen]

    cache = VectorCache(1_000_000)
    assert len(cache.get(("p", "s"), 1, 0, load).numbers) == 2
    assert len(cache.get(("p", "s"), 1, 0, load).numbers) == 2
    stored += rows(3, change=4)
    assert cache.get(("p", "s"), 4, 0, load).numbers.tolist() == [1, 2, 3]
    assert asked == [0, 1]


def test_an_erasure_makes_the_cache_begin_anew() -> None:
    cache = VectorCache(1_000_000)
    cache.get(("p", "s"), 1, 0, lambda _: rows(1, 2))
    assert cache.get(("p", "s"), 2, 1, lambda _: rows(2)).numbers.tolist() == [2]


def test_the_cache_keeps_within_its_bytes() -> None:
    cache = VectorCache(3 * 50 * 450)
    for shelf in range(10):
        cache.get(("p", str(shelf)), 1, 0, lambda _: rows(*range(50)))
    assert len(cache._shelves) == 3
