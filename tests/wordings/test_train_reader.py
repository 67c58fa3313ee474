"""What the reader learns from has the form in which it reads, and what is written the names that
the service reads. None of it needs PyTorch."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from training.matching.check import Ask, Person
from training.reader import examples
from training.reader.batches import SIZES, Learned, Maker, Marks, Nearest, Spans, epoch
from training.reader.corpus import Document, Question, folders
from training.reader.examples import (
    MARK,
    Reading,
    fitting_of,
    meaning_of,
    meanings,
    reading_of,
    readings,
)
from training.reader.pieces import (
    Asked,
    Candidate,
    Corpus,
    Held,
    Ids,
    Library,
    Named,
    People,
    Pieces,
    Place,
    Record,
    add_person,
    candidate_of,
    candidates_of,
    library_of,
)
from training.reader.weights import write

from runwright.context.index import reader, reader_weights
from runwright.context.index.reader_weights import FITS, MEANT, SPAN

ASKED = "who keeps the keys of the house while we are away, and until when?"
CANDIDATE = {
    "set": "theo",
    "id": "t-1",
    "variant": "likeliest",
    "question": "what did I spend at Lidl in May ; and in June?",
    "reading": "payments to Lidl in May, added up",
    "answer": "£84.20 in 4 payments. " * 9,
    "right": True,
}


class Encoded(NamedTuple):
    ids: list[int]
    offsets: list[tuple[int, int]]


class Letters:
    """A tokenizer that takes every letter for a word piece."""

    def encode(self, text: str, *, add_special_tokens: bool) -> Encoded:
        assert not add_special_tokens
        return Encoded([200 + ord(c) for c in text], [(n, n + 1) for n in range(len(text))])


class Session:
    """A network that only looks at what it is given."""

    def run(self, _: None, given: dict[str, Any]) -> tuple[Any]:
        self.ids, self.kinds = (given[name][0].tolist() for name in ("ids", "kinds"))
        return (np.zeros((1, len(self.ids), 3), np.float32),)

    @property
    def led(self) -> int:
        """Pieces of the first text."""
        return sum(kind == 0 for kind in self.kinds)


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> Session:
    """What the service gives its network to read."""
    made = Session()
    heads = {
        SPAN: (np.zeros((2, 3), np.float32), np.zeros(2, np.float32)),
        MEANT: (np.zeros((1, 3), np.float32), np.zeros(1, np.float32)),
        FITS: (np.zeros((1, 3), np.float32), np.zeros(1, np.float32)),
    }
    loaded = reader._Loaded(made, Letters(), heads)
    monkeypatch.setattr(reader, "_load", lambda _: loaded)
    for remembered in (reader._read, reader._means, reader.fits):
        remembered.cache_clear()
    return made


def document(text: str, *questions: Question, title: str = "", collection: str = "") -> Document:
    return Document(title, text, questions, "home", ((0, len(text)),), collection)


def held(*texts: Ids) -> list[Held]:
    return [Held([], text, 0, number) for number, text in enumerate(texts)]


@pytest.mark.parametrize("title", ["", "lease.md", "a title that is far too long to be read"])
@pytest.mark.parametrize("size", [20, 400])
def test_a_passage_is_learned_from_as_it_is_read(title: str, size: int, session: Session) -> None:
    text = "abcdefghij" * (size // 10)
    reader.read(ASKED, [reader.Passage(title, text)])
    library = library_of([document(text, Question(ASKED, 3, 5), title=title)], Pieces(Letters()))
    [question], [passage] = library.questions, library.passages
    found = reading_of(question.pieces, passage, question.places[0], titled=True)
    assert found is not None
    assert (found.row.ids, found.row.led) == (session.ids, session.led)
    assert found.row.ids[found.first : found.last + 1] == [200 + ord(c) for c in text[3:5]]
    assert found.row.ids[found.begin : found.begin + 2] == [200 + ord(c) for c in text[:2]]


def test_words_are_learned_from_as_a_record_is_looked_for(session: Session) -> None:
    words, record = "the keys of the house we rent", "roots + trim | Curl Up | Lorraine, at ten"
    reader.meant(words, ASKED, [record])
    people = People([], [])
    ask = Ask(ASKED, words, "e", frozenset({"e1"}))
    person = Person("Dawn", {"e1": "roots + trim | Curl Up |  | Lorraine, at ten"}, [ask])
    add_person(people, person, Pieces(Letters()), 0, "one")
    [named], [held_record] = people.asks, people.records
    row = meaning_of(named.words, named.question, held_record.pieces)
    assert (row.ids, row.led) == (session.ids, session.led)
    assert named[2:] == ((0, "e"), frozenset({0}), "one")


def test_a_candidate_is_learned_from_as_an_answer_is_weighed(session: Session) -> None:
    reader.fits(str(CANDIDATE["question"]), f"{CANDIDATE['reading']} . {CANDIDATE['answer']}")
    candidate = candidate_of(CANDIDATE, Pieces(Letters()))
    row = fitting_of(candidate)
    assert (row.ids, row.led) == (session.ids, session.led)
    assert (candidate.is_right, candidate.is_likeliest, candidate.origin) == (True, True, "theo")


def test_candidates_are_read_from_every_file_of_a_folder(tmp_path: Path) -> None:
    for name in ("theo", "gethin"):
        (tmp_path / f"{name}.jsonl").write_text(json.dumps(CANDIDATE | {"set": name}) + "\n")
    found = candidates_of(tmp_path, Pieces(Letters()))
    assert [each.origin for each in found] == ["gethin", "theo"]


def test_a_question_whose_answer_no_passage_holds_is_left_out() -> None:
    text = "a" * 400
    asked = (Question("far?", 390, 395), Question("near?", 3, 5), Question("not there?"))
    library = library_of([document(text, *asked)], Pieces(Letters()))
    assert [len(each.places) for each in library.questions] == [1, 0]
    assert library_of([document("", Question("who?"))], Pieces(Letters())).passages == []


def test_an_answer_that_is_cut_off_is_not_learned_from() -> None:
    passage = Held([], [7] * 300, 0, 0)
    assert reading_of([5] * 56, passage, Place(0, 280, 285), titled=True) is None


def test_papers_of_a_collection_lie_in_one_folder() -> None:
    loose = [document(f"{number}") for number in range(30)]
    owned = [document(f"of {name}", collection=name) for name in ("ann", "ann", "ben")]
    sizes = [len(folder) for folder in folders([*loose, *owned])]
    assert sizes == [12, 12, 6, 2, 1]


def test_a_question_is_put_to_its_answer_and_to_what_lies_near() -> None:
    library = Library(held(*([n] * 9 for n in range(2, 12))), [])
    question = Asked([9] * 5, 0, 0, "home", False, (Place(3, 1, 2),))
    rows = readings(question, range(10), library, random.Random(1))
    right, *others = rows
    assert len(rows) == examples.PASSAGES
    assert right.row.ids[right.first : right.last + 1] == [5, 5]
    assert all((row.first, row.last) == (0, 0) for row in others)
    assert not any(5 in row.row.ids for row in others)


def test_a_plain_question_is_put_to_no_other_document() -> None:
    library = Library(held([2] * 9, [3] * 9, [4] * 9), [])
    question = Asked([9] * 5, 0, 1, "home", True, (Place(1, 0, 0),))
    assert len(readings(question, range(3), library, random.Random(1))) == 1


def test_a_question_loses_its_mark_now_and_then() -> None:
    library = Library(held([2] * 9), [])
    question = Asked([9, 9, 9, MARK], 0, 0, "home", False, ())
    draw = random.Random(1)
    marked = [MARK in readings(question, [0], library, draw)[0].row.ids for _ in range(400)]
    assert sum(marked) / len(marked) == pytest.approx(1 - examples.UNMARKED, abs=0.07)


def test_words_are_put_to_what_they_mean_and_to_what_is_like_it() -> None:
    ask = Named([8] * 6, [7] * 2, (0, "e"), frozenset({0, 5}), "one")
    records: Sequence[Ids] = [[20 + number] for number in range(40)]
    rows = meanings(ask, list(range(40)), records, random.Random(2))
    meant = {row.ids[row.led] - 20 for row, is_meant in rows if is_meant}
    others = {row.ids[row.led] - 20 for row, is_meant in rows if not is_meant}
    assert meant == {0, 5}
    assert len(rows) == examples.RECORDS
    assert max(others) < 24


def corpus() -> Corpus:
    passages = held(*([n] * 9 for n in range(2, 8)))
    asked = [
        Asked([9] * 5, 0, 0, origin, False, (Place(0, 1, 2),))
        for origin in (*["home"] * 200, *["squad"] * 100)
    ]
    ask = Named([8] * 6, [7] * 2, (0, "e"), frozenset({0}), "one")
    candidate = Candidate([5] * 3, [6] * 4, True, True, "theo")
    people = People([], [ask] * 60)
    return Corpus(Library(passages, asked), people, [candidate] * 130)


def test_an_epoch_has_all_of_ours_and_half_of_the_public_questions() -> None:
    learned = Learned(list(range(300)), list(range(60)), list(range(130)))
    jobs = epoch(corpus(), learned, 1)
    asked = [number for job in jobs if job.task == SPAN for number in job.numbers]
    assert set(range(200)) <= set(asked)
    assert len(asked) == len(set(asked)) == 250
    for task, count in ((MEANT, 60), (FITS, 130)):
        own = [job.numbers for job in jobs if job.task == task]
        assert sorted(number for numbers in own for number in numbers) == list(range(count))
        assert max(map(len, own)) == SIZES[task]
    assert jobs == epoch(corpus(), learned, 1)
    assert jobs != epoch(corpus(), learned, 2)


def test_batches_are_padded_rows_with_what_is_known_of_them() -> None:
    learned = Learned(list(range(10)), [0, 1], [0])
    made = corpus()
    made.people.records.extend(Record([number], (0, "e")) for number in (1, 2, 3))
    nearest = Nearest([list(range(6))] * 300, [[0, 1, 2]] * 60)
    maker = Maker(made, nearest)
    found = {job.task: maker(job) for job in epoch(made, learned, 1)}
    spans, meant, fits = found[SPAN], found[MEANT], found[FITS]
    assert isinstance(spans, Spans)
    assert isinstance(meant, Marks)
    assert isinstance(fits, Marks)
    assert spans.padded.ids.shape == (40, 24)
    assert spans.questions == 10
    assert np.bincount(spans.owners).tolist() == [4] * 10
    assert np.count_nonzero(spans.firsts) == 10
    assert meant.wanted.tolist()[:3] == [1, 0, 0]
    assert (fits.wanted.tolist(), fits.padded.kinds.sum()) == ([1], 5)


def test_a_reading_without_an_answer_points_at_the_first_piece() -> None:
    found = reading_of([5, 6], Held([], [7, 8], 0, 0), None, titled=True)
    assert found == Reading(examples.Row([101, 5, 6, 102, 7, 8, 102], 4), 4, 2, 0, 0)


def test_what_is_written_has_the_names_that_the_service_reads(tmp_path: Path) -> None:
    with np.load(reader_weights.LEARNED) as kept:
        learned = {name: kept[name].astype(np.float32) for name in kept.files}
    write(tmp_path / "reader.npz", learned)
    with np.load(tmp_path / "reader.npz") as written:
        assert sorted(written.files) == sorted(reader_weights.names())
        assert {value.dtype for value in written.values()} == {np.dtype(np.float16)}
    with pytest.raises(SystemExit, match="not what the service reads"):
        write(tmp_path / "other.npz", {"span.weight": np.zeros((2, 384))})
    assert not (tmp_path / "other.npz").exists()
