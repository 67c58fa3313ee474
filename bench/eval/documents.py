"""How well questions are answered from documents: public questions, asked the way runs ask.

Every set lies on one desk, cut as uploaded files would be. An answer counts when the summary
contains it, letter case, spaces and punctuation aside; a question that the documents do not
answer counts when the summary refuses it.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

import orjson

from bench.eval.desk import Desk, Reply
from bench.report import Figure
from runwright.files.formats import passages
from runwright.files.formats.types import Draft

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
MODELS = ("y0-fast", "y0-deep")
REFUSES = "nothing in your"
_PUNCTUATION = re.compile(r"[^\w%]+")
_HELD = {"yes", "no"}


class Question(NamedTuple):
    """What is asked, what answers it, and where that stands."""

    text: str
    answers: tuple[str, ...]
    """Any of them will do; none when the documents do not say it."""
    relevant: frozenset[str]


class Collection(NamedTuple):
    """Documents that are asked about together."""

    named: Sequence[tuple[str, Draft]]
    questions: Sequence[Question]


class Outcome(NamedTuple):
    """What came of one question."""

    question: Question
    reply: Reply

    @property
    def refused(self) -> bool:
        """Whether it says that it cannot answer."""
        return REFUSES in self.reply.summary

    @property
    def contained(self) -> bool:
        """Whether an answer is in the summary; a yes or no must open it."""
        said = _plainly(self.reply.summary)
        return not self.refused and any(
            said.split(" ")[0] == answer if answer in _HELD else answer in said
            for answer in filter(None, map(_plainly, self.question.answers))
        )

    @property
    def right(self) -> bool:
        """Whether it has the answer, or refuses what the documents do not say."""
        return self.contained if self.question.answers else self.refused

    @property
    def grounded(self) -> bool:
        """Whether every document that is needed is among the sources."""
        return self.question.relevant <= set(self.reply.sources)


def measure(
    data: Path,
    models: Sequence[str] = MODELS,
    sets: Sequence[str] = (),
    sample: int | None = None,
) -> list[Figure]:
    """The figures of each set, for each model."""
    figures: list[Figure] = []
    for name, (_, judge) in SETS.items():
        if sets and name not in sets:
            continue
        found = outcomes(data, name, models, sample)
        figures += [figure for model in models for figure in judge(name, model, found[model])]
    return figures


def outcomes(
    data: Path, name: str, models: Sequence[str], sample: int | None = None
) -> dict[str, list[Outcome]]:
    """What came of the questions of one set, by model."""
    load, _ = SETS[name]
    came: dict[str, list[Outcome]] = {model: [] for model in models}
    for collection in load(data / "documents" / name):
        for model, found in _ask(collection, models, sample):
            came[model].append(found)
    return came


def _ask(
    collection: Collection, models: Sequence[str], sample: int | None
) -> Iterator[tuple[str, Outcome]]:
    desk = Desk()
    try:
        desk.put(collection.named)
        for question in spread(collection.questions, sample):
            for model in models:
                deep = model.endswith("deep")
                yield model, Outcome(question, desk.ask(question.text, ["documents"], deep=deep))
    finally:
        desk.close()


def spread(questions: Sequence[Question], sample: int | None) -> Sequence[Question]:
    """So many questions, evenly from the whole set."""
    if sample is None or sample >= len(questions):
        return questions
    return [questions[at * len(questions) // sample] for at in range(sample)]


def _plainly(text: str) -> str:
    return " ".join(_PUNCTUATION.sub(" ", text.lower()).split())


def _rows(path: Path) -> list[dict[str, Any]]:
    return [orjson.loads(line) for line in path.read_bytes().splitlines() if line.strip()]


def _one(folder: Path) -> list[Collection]:
    """A corpus of titled texts, asked about as a whole."""
    return [Collection(_named(_rows(folder / "corpus.jsonl"), "title"), _questions(folder))]


def _by_scenario(folder: Path) -> list[Collection]:
    """What several people said, each asked about alone."""
    corpus, asked = _rows(folder / "corpus.jsonl"), _rows(folder / "queries.jsonl")
    return [
        Collection(
            _named([row for row in corpus if row["scenario"] == scenario], "topic"),
            [_question(row) for row in asked if row["scenario"] == scenario],
        )
        for scenario in sorted({row["scenario"] for row in asked})
    ]


def _named(corpus: Sequence[dict[str, Any]], title: str) -> list[tuple[str, Draft]]:
    return [
        (row["id"], draft)
        for row in corpus
        for draft in passages.split(row["text"], title=row.get(title, "").replace("_", " "))
    ]


def _questions(folder: Path) -> list[Question]:
    return [_question(row) for row in _rows(folder / "queries.jsonl")]


def _question(row: dict[str, Any]) -> Question:
    answers = row["answer"] if isinstance(row["answer"], list) else [row["answer"]]
    return Question(row["query"], tuple(answers), frozenset(row["relevant"]))


def _facts(name: str, model: str, found: Sequence[Outcome]) -> Iterator[Figure]:
    words = fmean(len(outcome.reply.summary.split()) for outcome in found)
    refused = fmean(outcome.refused for outcome in found)
    yield _figure(name, model, "answer contained", _share(found), at_least=0.85)
    yield _figure(name, model, "length of a summary", words, "words", at_most=40)
    yield _figure(name, model, "refused though answerable", refused, at_most=0.03)


def _hops(name: str, model: str, found: Sequence[Outcome]) -> Iterator[Figure]:
    grounded = fmean(outcome.grounded for outcome in found)
    sources = fmean(len(outcome.reply.sources) for outcome in found)
    deep = model.endswith("deep")
    both, answered = (0.90, 0.50) if deep else (None, None)
    yield _figure(name, model, "both passages among the sources", grounded, at_least=both)
    yield _figure(name, model, "answer contained", _share(found), at_least=answered)
    yield _figure(name, model, "sources of an answer", sources, "", at_most=8)


def _times(name: str, model: str, found: Sequence[Outcome]) -> Iterator[Figure]:
    answerable = [outcome for outcome in found if outcome.question.answers]
    others = [outcome for outcome in found if not outcome.question.answers]
    answered = fmean(not outcome.refused for outcome in answerable)
    refused = fmean(outcome.refused for outcome in others) if others else 0.0
    balanced = (answered + refused) / 2
    yield _figure(name, model, "answered or refused, balanced", balanced, at_least=0.70)
    yield _figure(name, model, "answerable ones answered", answered)
    yield _figure(name, model, "unanswerable ones refused", refused)
    yield _figure(name, model, "answer contained", _share(answerable))


def _memories(name: str, model: str, found: Sequence[Outcome]) -> Iterator[Figure]:
    yield _figure(name, model, "answer contained", _share(found))


def _share(found: Sequence[Outcome]) -> float:
    return fmean(outcome.contained for outcome in found)


def _figure(
    name: str,
    model: str,
    what: str,
    value: float,
    unit: str = "share",
    *,
    at_least: float | None = None,
    at_most: float | None = None,
) -> Figure:
    title = f"{name} {model}: {what}"
    return Figure(name=title, value=value, unit=unit, at_least=at_least, at_most=at_most)


Load = Callable[[Path], list[Collection]]
Judge = Callable[[str, str, Sequence[Outcome]], Iterator[Figure]]
SETS: dict[str, tuple[Load, Judge]] = {
    "xquad_en": (_one, _facts),
    "hotpotqa": (_one, _hops),
    "timeqa": (_one, _times),
    "bfcl_memory": (_by_scenario, _memories),
}


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description="Questions answered from documents.")
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--set", action="append", choices=SETS, default=[])
    parser.add_argument("--model", action="append", choices=MODELS, default=[])
    parser.add_argument("--sample", type=int)
    chosen = parser.parse_args()
    for figure in measure(chosen.data, chosen.model or MODELS, chosen.set, chosen.sample):
        print(figure.row(), flush=True)


if __name__ == "__main__":
    main()
