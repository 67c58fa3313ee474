"""Fits how likely an answer from records is right: `python -m training.doubt FOLDER…`.

Each folder is a set of questions that strangers have asked, with their files (`bench/eval/people`).
`--words` writes the familiar words anew: those that at least ten wordings have outside their spans.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple
from unittest import mock

import numpy as np
from bench.eval.people.measure import judged
from numpy.typing import NDArray

from runwright.minds.embedded import doubt
from runwright.minds.embedded.doubt import Signs
from runwright.minds.embedded.program import Answer
from runwright.minds.embedded.query import Query
from runwright.text.folding import fold
from runwright.text.words import split_words
from training.schema import Clause, read_wordings

WORDINGS = Path(__file__).parent / "wordings"
WORDS = Path(doubt.__file__).with_name("familiar_words.txt")
_OFTEN = 10
_ROUNDS, _RIDGE = 50, 1.0
_SHOWN = (0.0, 0.5, 0.6, 0.65, 0.7, 0.75, 0.8)


class Weighed(NamedTuple):
    """An answer: the set of its question, what speaks for it, and whether it was right."""

    folder: str
    signs: Signs
    is_right: bool


def main() -> None:
    """Fit, measure on each set what the others teach, and print the weights."""
    arguments = argparse.ArgumentParser()
    arguments.add_argument("folders", nargs="*", type=Path)
    arguments.add_argument("--words", action="store_true")
    given = arguments.parse_args()
    if given.words:
        WORDS.write_text("\n".join(familiar()) + "\n", "utf-8")
    found = [each for folder in given.folders for each in answers(folder)]
    if found:
        _report(found)


def familiar() -> list[str]:
    """The words that many wordings have outside names, periods and amounts."""
    counts = Counter[str]()
    for wording in read_wordings(WORDINGS):
        counts.update({word for clause in wording.clauses for word in _outside(clause)})
    return sorted(word for word, count in counts.items() if count >= _OFTEN and word.isalpha())


def answers(folder: Path) -> Iterator[Weighed]:
    """What was answered from records to the questions of a set, each question once."""
    seen: dict[Query, Signs] = {}

    def record(query: Query, answer: Answer) -> float:
        # A run that reads on begins its program again.
        seen[query] = doubt.signs(query, answer)
        return 1.0

    with mock.patch.object(doubt, "likely", record):
        for each in judged(folder):
            if len(seen) == 1 and each.verdict != "declined":
                signs = next(iter(seen.values()))
                yield Weighed(folder.name, signs, each.verdict == "right")
            seen.clear()


def fitted(found: Sequence[Weighed]) -> NDArray[np.float64]:
    """The weights of a logistic regression, the bias last."""
    signs, is_right = _arrays(found)
    # All but the bias are drawn to zero a little, so that few answers do not decide.
    ridge = np.diag([_RIDGE] * (signs.shape[1] - 1) + [0.0])
    weights = np.zeros(signs.shape[1])
    for _ in range(_ROUNDS):
        likely = _likely(signs, weights)
        slope = signs.T @ (likely - is_right) + ridge @ weights
        curve = (signs * (likely * (1 - likely))[:, None]).T @ signs + ridge
        weights -= np.linalg.solve(curve, slope)
    return weights


def _arrays(found: Sequence[Weighed]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    signs = np.array([[*map(float, each.signs), 1.0] for each in found])
    return signs, np.array([float(each.is_right) for each in found])


def _likely(signs: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    likely: NDArray[np.float64] = 1 / (1 + np.exp(-signs @ weights))
    return likely


def _report(found: Sequence[Weighed]) -> None:
    """The weights; and what is stated of each set, weighed by what the other sets teach."""
    weights = fitted(found)
    print(
        {
            name: round(float(w), 3)
            for name, w in zip((*Signs._fields, "bias"), weights, strict=True)
        }
    )
    for least in _SHOWN:
        stated = Counter[bool]()
        for folder in {each.folder for each in found}:
            own = [each for each in found if each.folder == folder]
            others = [each for each in found if each.folder != folder]
            signs, is_right = _arrays(own)
            likely = _likely(signs, fitted(others or found))
            stated.update((is_right[likely >= least] > 0).tolist())
        print(f"stated from {least}: {stated[True]} right, {stated[False]} wrong of {len(found)}")


def _outside(clause: Clause) -> Iterator[str]:
    for piece in clause.pieces:
        if not piece.code:
            yield from split_words(fold(piece.text))


if __name__ == "__main__":
    main()
