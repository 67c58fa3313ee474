"""All that is learned from, in word pieces: folders of passages with questions, people's records
with what is asked about them, and what could be answered. The embedder learns from it, too."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from training.matching.check import Person, people_in
from training.reader.corpus import Document, Question, folders

PEOPLE = Path(__file__).parents[1] / "matching" / "people"
"""Whose records are meant."""
QUESTION, TITLE = 56, 16
"""The longest question and title that are read, as in `runwright.context.index.reader`."""
WORDS, RECORD, ASKED, ANSWER = 24, 24, 64, 110
"""The longest words that name a record, the longest record, and of an answer that is weighed the
longest question and text, as there."""
AROUND = 2 * WORDS
"""The longest question in which words name a record."""
PASSAGE = 300
"""The longest passage that is learned from."""

Ids = list[int]


class Place(NamedTuple):
    """Where an answer stands: the number of a passage, its first piece there and its last."""

    passage: int
    first: int
    last: int


class Held(NamedTuple):
    """A passage of a folder, and the title of its document."""

    title: Ids
    text: Ids
    folder: int
    document: int


class Asked(NamedTuple):
    """A question of a folder, and where in it the answers stand."""

    pieces: Ids
    folder: int
    document: int
    origin: str
    is_plain: bool
    places: tuple[Place, ...]
    is_leaning: bool = False
    said: Sequence[int] = ()
    """What is answered, led by the title of the document, where the sentence is known."""


class Library(NamedTuple):
    """Folders of passages with their questions."""

    passages: list[Held]
    questions: list[Asked]

    def by_passage(self) -> dict[int, list[int]]:
        """The numbers of the questions that each answers, where it is known with which words."""
        found: dict[int, list[int]] = defaultdict(list)
        for number, each in enumerate(self.questions):
            for place in each.places if each.said else ():
                found[place.passage].append(number)
        return dict(found)

    def by_document(self) -> dict[int, list[int]]:
        """The numbers of the questions of each."""
        found: dict[int, list[int]] = defaultdict(list)
        for number, each in enumerate(self.questions):
            found[each.document].append(number)
        return dict(found)

    def by_folder(self) -> dict[int, list[int]]:
        """The numbers of the passages of each."""
        found: dict[int, list[int]] = defaultdict(list)
        for number, each in enumerate(self.passages):
            found[each.folder].append(number)
        return dict(found)


Owner = tuple[int, str]
"""A person, and `e` for their events or `b` for their bookings."""


class Record(NamedTuple):
    """An event or a booking."""

    pieces: Ids
    owner: Owner


class Named(NamedTuple):
    """Words that name records, the question around them, and the records that they mean."""

    question: Ids
    words: Ids
    owner: Owner
    means: frozenset[int]
    origin: str


class People(NamedTuple):
    """Records of people, and what is asked about them."""

    records: list[Record]
    asks: list[Named]

    def by_owner(self) -> dict[Owner, list[int]]:
        """The numbers of the records of each."""
        found: dict[Owner, list[int]] = defaultdict(list)
        for number, each in enumerate(self.records):
            found[each.owner].append(number)
        return dict(found)


class Candidate(NamedTuple):
    """What could be answered to a question, led by the reading that it answers."""

    question: Ids
    answer: Ids
    is_right: bool
    is_likeliest: bool
    """Whether it answers the reading that the parser finds likeliest."""
    origin: str


class Corpus(NamedTuple):
    """Everything."""

    library: Library
    people: People
    candidates: list[Candidate]


class Pieces:
    """Texts as the numbers of their word pieces."""

    def __init__(self, tokenizer: Any) -> None:
        self._tokenizer = tokenizer

    def ids(self, text: str, most: int) -> Ids:
        """The first ones of a text."""
        return list(self._tokenizer.encode(text, add_special_tokens=False).ids[:most])

    def placed(self, text: str, most: int) -> tuple[Ids, list[tuple[int, int]]]:
        """The same, and where each stands."""
        read = self._tokenizer.encode(text, add_special_tokens=False)
        return list(read.ids[:most]), list(read.offsets[:most])


def library_of(documents: Iterable[Document], pieces: Pieces) -> Library:
    """Documents in folders. A question whose answer no passage holds whole is left out."""
    library = Library([], [])
    document = 0
    for number, folder in enumerate(folders(documents)):
        for each in folder:
            _add(library, each, pieces, number, document)
            document += 1
    return library


class _Cut(NamedTuple):
    """A passage of a document that is in the library."""

    number: int
    start: int
    end: int
    places: Sequence[tuple[int, int]]


def _add(library: Library, document: Document, pieces: Pieces, folder: int, number: int) -> None:
    title = pieces.ids(document.title, TITLE)
    cuts = []
    for start, end in document.passages:
        ids, places = pieces.placed(document.text[start:end], PASSAGE)
        if ids:
            cuts.append(_Cut(len(library.passages), start, end, places))
            library.passages.append(Held(title, ids, folder, number))
    for question in document.questions:
        places_of = tuple(_places(question, cuts))
        if places_of or not question.is_answered:
            asked = pieces.ids(question.text, QUESTION)
            origin, is_plain = document.origin, question.is_plain
            said = f"{document.title} . {question.said}"
            ids = pieces.ids(said, ANSWER) if question.said and places_of else []
            library.questions.append(
                Asked(asked, folder, number, origin, is_plain, places_of, question.is_leaning, ids)
            )


def _places(question: Question, cuts: Iterable[_Cut]) -> Iterator[Place]:
    if not question.is_answered:
        return
    for cut in cuts:
        if cut.start <= question.start and question.end <= cut.end:
            start, end = question.start - cut.start, question.end - cut.start
            inside = [
                number
                for number, (begins, ends) in enumerate(cut.places)
                if ends > begins and begins < end and ends > start
            ]
            if inside and cut.places[-1][1] >= end:
                yield Place(cut.number, inside[0], inside[-1])


def people_of(folder: Path, pieces: Pieces) -> People:
    """The people of the files of a folder."""
    found = People([], [])
    number = 0
    for path in sorted(folder.glob("*.txt")):
        for person in people_in(path):
            add_person(found, person, pieces, number, path.stem)
            number += 1
    return found


def add_person(people: People, person: Person, pieces: Pieces, number: int, origin: str) -> None:
    """One more of them."""
    numbers = {}
    for key, fields in person.records.items():
        numbers[key] = len(people.records)
        text = " | ".join(each for each in fields.split(" | ") if each.strip(" |"))
        people.records.append(Record(pieces.ids(text, RECORD), (number, key[0])))
    for ask in person.asks:
        question, words = pieces.ids(ask.question, AROUND), pieces.ids(ask.words, WORDS)
        means = frozenset(numbers[each] for each in ask.means)
        people.asks.append(Named(question, words, (number, ask.kind), means, origin))


def candidates_of(folder: Path, pieces: Pieces) -> list[Candidate]:
    """What `training.weighing.candidates` has written into a folder."""
    return [
        candidate_of(json.loads(line), pieces)
        for path in sorted(folder.glob("*.jsonl"))
        for line in path.read_text("utf-8").splitlines()
    ]


def candidate_of(row: dict[str, Any], pieces: Pieces) -> Candidate:
    """One line."""
    return Candidate(
        pieces.ids(row["question"], ASKED),
        pieces.ids(f"{row['reading']} . {row['answer']}", ANSWER),
        row["right"],
        row["variant"] == "likeliest",
        row["set"],
    )
