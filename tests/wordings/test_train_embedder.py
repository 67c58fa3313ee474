"""What the embedder learns from has the form in which texts are embedded, and what is written the
names that the service reads. None of it needs PyTorch."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from training.embedder import examples
from training.embedder.examples import Maker, ask_row, chunks_of, passage_row, text_row
from training.embedder.weights import LAYERS, names, write
from training.reader.pieces import Asked, Held, Library, Named, People, Place, Record

from runwright.context.index import weights

PASSAGES = [Held([3], [10 + number] * 5, number // 2, number) for number in range(4)]
QUESTIONS = [
    Asked([9] * 4, 0, 0, "home", False, (Place(0, 0, 0),)),
    Asked([9] * 4, 1, 3, "home", True, (Place(3, 0, 0),)),
    Asked([9] * 4, 0, 1, "lives_g", False, (Place(1, 0, 0),)),
    Asked([9] * 4, 0, 1, "home", False, ()),
]
RECORDS = [Record([30 + number], (0, kind)) for number, kind in enumerate("eeb")]
ASKS = [
    Named([8] * 6, [7], (0, "e"), frozenset({1}), "one"),
    Named([8] * 6, [7], (0, "b"), frozenset({2}), "twelve"),
    Named([8] * 6, [7], (0, "e"), frozenset(), "one"),
]


def maker(*without: str) -> Maker:
    return Maker(Library(PASSAGES, QUESTIONS), People(RECORDS, ASKS), without, without)


def test_texts_are_put_as_the_service_embeds_them() -> None:
    assert passage_row(Held([3, 4], [5] * 300, 0, 0)) == [101, 3, 4, *[5] * 252, 102]
    assert text_row([5, 6]) == [101, 5, 6, 102]
    assert ask_row(ASKS[0]) == [101, 7, 1025, *[8] * 6, 102]


def test_texts_of_about_one_length_are_padded_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examples, "CHUNK", 2)
    found = chunks_of([[1] * 9, [2] * 2, [3] * 3])
    assert [array.shape for array in found.arrays] == [(2, 8), (1, 16)]
    first = [row[0] for array in found.arrays for row in array.tolist()]
    assert [first[place] for place in found.order] == [1, 2, 3]


def test_a_batch_tells_which_passages_answer_and_which_may() -> None:
    batch = maker("lives_g")(1)
    assert batch.answers.shape == batch.unknown.shape == (2, 4)
    assert batch.answers.sum(1).tolist() == [1, 1]
    assert sorted(batch.unknown.sum(1).tolist()) == [0, 2]
    assert not (batch.answers & batch.unknown).any()


def test_asks_are_put_to_the_records_of_their_person_and_kind() -> None:
    events, bookings = maker()(1).owners
    assert events.means.tolist() == [[False, True]]
    assert bookings.means.tolist() == [[True]]
    assert (bookings.asks, bookings.records) == (1, 2)


def test_what_is_held_back_is_not_learned_from() -> None:
    batch = maker("lives_g", "twelve")(1)
    assert sum(len(array) for array in batch.questions.arrays) == 2
    assert len(batch.owners) == 1


def test_a_batch_is_the_same_each_time() -> None:
    first, again = maker()(3), maker()(3)
    pairs = zip(first.questions.arrays, again.questions.arrays, strict=True)
    assert all((one == other).all() for one, other in pairs)


def test_what_is_written_has_the_names_that_the_service_reads(tmp_path: Path) -> None:
    learned = weights.learned(weights.LEARNED)
    write(tmp_path / "embedder.npz", learned)
    again = weights.learned(tmp_path / "embedder.npz")
    assert sorted(again) == sorted(names())
    assert all((again[name] == learned[name]).all() for name in again)
    with pytest.raises(SystemExit, match="not what the service reads"):
        write(tmp_path / "other.npz", {"norm.weight": np.zeros(384)})


def test_the_service_finds_every_name_that_it_looks_for() -> None:
    learned = weights.learned(weights.LEARNED)
    base = {
        f"encoder.layer.{layer}.{theirs}.weight": np.zeros((1, 1), np.float32)
        for layer in range(LAYERS)
        for theirs in weights.PARTS.values()
    }
    adapted = weights.adapted(base, learned, LAYERS)
    assert len(adapted) == 2 + 2 * LAYERS * len(weights.PARTS)
