"""Fits how sure an answer from documents is: the weights of `minds/embedded/reading/reading.py`.

    python -m training.weighing.sureness            # all opened sets that ask about documents
    python -m training.weighing.sureness theo …     # some of them

Three minutes a set on one processor. Every question about documents is asked, and what the reader
finds likeliest in a passage is judged by what was expected. The shares that are printed are those
of each set by weights that were fitted on the others.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

import numpy as np
import numpy.typing as npt
import orjson
from bench.eval.desk import Desk
from bench.eval.people import measure
from bench.eval.people.judge import is_right

from runwright.minds.embedded.reading import reading
from runwright.minds.embedded.reading.reading import Found, Signs
from runwright.minds.values import Item

OPENED = Path(measure.__file__).parent / "opened"
TOPIC = "documents"
THRESHOLDS = (0.5, 0.55, 0.6, 0.65, 0.7)
RESTRAINT, ROUNDS = 0.5, 60

Doubles = npt.NDArray[np.float64]


class Seen(NamedTuple):
    """What was found first to a question, and whether it is right."""

    origin: str
    signs: Signs
    is_right: bool


def seen(folder: Path) -> Iterator[Seen]:
    """Of each question about documents what the first reading found."""
    questions = [orjson.loads(line) for line in (folder / "questions.jsonl").open("rb")]
    by_id = {question["id"]: question for question in questions}
    for name, person in measure.people(folder).items():
        with closing(Desk()) as desk:
            desk.put([(p.name, draft) for p in person.files for draft in measure._read(p, person)])
            for question in questions:
                if question["person"] != name or question.get("topic") != TOPIC:
                    continue
                with _watched() as found:
                    measure._asked(desk, person, question, by_id, "{}", deep=False)
                first, signs = found[0] if found else (None, None)
                if first is not None and signs is not None and first.item.kind != "event":
                    yield Seen(folder.name, signs, _is_right(question, first))


def _is_right(question: Mapping[str, Any], first: Found) -> bool:
    said = f"{first.answer} . {first.sentence}"
    return question["kind"] == "answer" and is_right(question, said)


@contextmanager
def _watched() -> Iterator[list[tuple[Found, Signs]]]:
    """While this lasts, what is found first, and its signs, each time that passages are read."""
    found: list[tuple[Found, Signs]] = []
    told = reading.signs

    def noted(put: str, best: Sequence[Found], items: Sequence[Item], written: float) -> Signs:
        signs = told(put, best, items, written)
        found.append((best[0], signs))
        return signs

    with mock.patch.object(reading, "signs", noted):
        yield found


def fit(signs: Doubles, right: Doubles, worth: Doubles | float = 1.0) -> Doubles:
    """A logistic curve, by Newton's steps; the constant is not restrained. An answer counts as much
    as it is worth."""
    mean, spread = signs.mean(0), signs.std(0)
    mean[-1], spread[-1] = 0, 1
    scaled = (signs - mean) / spread
    weights = np.zeros(scaled.shape[1], np.float64)
    held = RESTRAINT * np.r_[np.ones(len(weights) - 1), 1e-9]
    for _ in range(ROUNDS):
        likely = 1 / (1 + np.exp(-scaled @ weights))
        curve = (scaled.T * (worth * likely * (1 - likely))) @ scaled + np.diag(held)
        pull = scaled.T @ (worth * (right - likely)) - held * weights
        weights += np.linalg.solve(curve, pull)
    plain = weights / spread
    plain[-1] -= (weights[:-1] * mean[:-1] / spread[:-1]).sum()
    fitted: Doubles = plain
    return fitted


def main() -> int:
    """Fit on all, and show what the others would have made of each set."""
    names = sys.argv[1:] or sorted(path.name for path in OPENED.iterdir())
    known = [each for name in names for each in seen(OPENED / name)]
    signs = np.array([each.signs for each in known], np.float64)
    right = np.array([each.is_right for each in known], np.float64)
    origins = np.array([each.origin for each in known])
    likely = np.zeros(len(known))
    for origin in set(origins):
        own = origins == origin
        likely[own] = 1 / (1 + np.exp(-signs[own] @ fit(signs[~own], right[~own])))
    for least in THRESHOLDS:
        stated = likely >= least
        shares = ((stated & (right == wanted)).mean() for wanted in (1, 0))
        print(f"stated from {least}: {' right, '.join(f'{share:.3f}' for share in shares)} wrong")
    print(len(known), Signs(*(round(float(weight), 3) for weight in fit(signs, right))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
