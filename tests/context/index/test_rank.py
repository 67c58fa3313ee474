"""The ranking: words and meaning together, then what hangs together with the best."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import numpy as np
import pytest
from bench.context.memory import MemoryShelf

from runwright.context.index import rank
from runwright.context.index.types import DIMENSIONS, Floats
from runwright.files.formats.types import Draft
from runwright.records.facts import Passage


def _direction(*values: float) -> Floats:
    vector = np.zeros(DIMENSIONS, dtype=np.float32)
    vector[: len(values)] = values
    return vector / np.float32(np.linalg.norm(vector) or 1.0)


QUERY = _direction(1.0)


def _shelf(
    texts: Sequence[str],
    vectors: Sequence[Floats | None] | None = None,
    titles: Sequence[str] | None = None,
) -> MemoryShelf:
    named = titles or [""] * len(texts)
    drafts = [Draft("documents", Passage(), *pair) for pair in zip(texts, named, strict=True)]
    return MemoryShelf(drafts, vectors or [None] * len(texts))


def _order(
    shelf: MemoryShelf, query: str, vector: Floats | None = None, **more: object
) -> list[int]:
    return [hit.number for hit in rank.search(shelf, query, vector, limit=10, **more)]  # type: ignore[arg-type]


def test_without_a_vector_words_alone_decide() -> None:
    shelf = _shelf(["rain again", "harbour dues of ships", "ships in the harbour, ships at sea"])
    assert _order(shelf, "harbour dues") == [1, 2]


def test_a_question_without_a_known_word_finds_nothing() -> None:
    assert _order(_shelf(["rain again"]), "the harbour") == []


def test_an_empty_shelf_has_no_hits() -> None:
    assert _order(_shelf([]), "harbour", QUERY) == []


def test_meaning_finds_what_shares_no_word() -> None:
    shelf = _shelf(["rain", "port fees"], [_direction(0, 1), _direction(1, 0.2)])
    assert _order(shelf, "harbour dues", QUERY)[0] == 1


def test_meaning_counts_most() -> None:
    vectors = [_direction(1.0), _direction(0, 1), _direction(0.8, 0.6)]
    shelf = _shelf(["port fees", "harbour dues", "harbour dues"], vectors)
    scores = {hit.number: hit.score for hit in rank.search(shelf, "harbour dues", QUERY, limit=3)}
    assert scores == {
        0: pytest.approx(0.85),
        1: pytest.approx(0.15),
        2: pytest.approx(0.15 + 0.8 * 0.85),
    }


def test_words_count_more_when_the_question_has_a_date() -> None:
    shelf = _shelf(["fees of the port", "sales in 2019"], [_direction(1.0), _direction(0, 1)])
    scores = {hit.number: hit.score for hit in rank.search(shelf, "in 2019", QUERY, limit=3)}
    assert scores == {0: pytest.approx(0.4), 1: pytest.approx(0.6)}


def test_an_item_without_its_vector_yet_is_ranked_by_its_words() -> None:
    vectors = [None, _direction(0.9, 0.5), _direction(0.1, 1)]
    shelf = _shelf(["harbour dues", "rain", "snow"], vectors)
    assert _order(shelf, "harbour dues", QUERY)[0] == 0


def test_equals_are_in_the_order_of_their_numbers() -> None:
    assert _order(_shelf(["harbour"] * 5), "harbour") == [0, 1, 2, 3, 4]


def test_at_most_so_many_are_given() -> None:
    assert len(rank.search(_shelf(["harbour"] * 5), "harbour", None, limit=3)) == 3


def test_nothing_that_is_not_allowed_is_found_by_words_meaning_or_names() -> None:
    texts = ["a film by Maria Adler", "a dancer", "a film too", "rain"]
    shelf = _shelf(texts, [_direction(1.0)] * 4, titles=["Sea Tales", "Maria Adler", "", ""])
    allowed = np.array([3, 0], dtype=np.uint32)
    assert _order(shelf, "the film Sea Tales", QUERY, allowed=allowed) == [0, 3]


def test_a_name_in_the_best_item_brings_in_the_item_about_it() -> None:
    texts = ["a film by Maria Adler", "she was born in 1950", "a film too", "a film again"]
    shelf = _shelf(texts, titles=["Sea Tales", "Maria Adler", "Rain", "Snow"])
    assert _order(shelf, "who made the film Sea Tales")[:2] == [0, 1]


def test_tomorrow_is_found_when_now_is_told() -> None:
    shelf = _shelf([f"Team meeting, {day} December 2023, 09:00–10:00." for day in (1, 2, 3)])
    now = datetime(2023, 12, 1, 8, tzinfo=UTC)
    assert _order(shelf, "my meeting tomorrow", now=now)[0] == 1


def test_a_text_full_of_signs_is_a_question_like_any_other() -> None:
    assert _order(_shelf(["harbour"]), "'; DROP -- \x00 ((( %s", QUERY) == []
