"""Teaches the parser which words only stand around a question: "quick one: …, thanks".

    python -m training.framing

A head of its own on the hidden states of a trained network, fitted on the processor in a minute
and written into `parser.npz` beside the others. `make train` does it last.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from runwright.context.index.types import Floats
from runwright.minds.embedded.parser import weights
from runwright.minds.embedded.parser.framing import FRAME, Framing, core_of
from runwright.minds.embedded.parser.parser import Parser
from training.examples import part_of
from training.schema import Wording, read_wordings
from training.vary import Frames, as_written, read_frames

HERE = Path(__file__).parent
ROUTES = ("documents", "mixed")
"""Where it matters, since every word of such a question is searched for."""
EXAMPLES, HELD_BACK = 8_000, 10
"""How many are fitted on; and of a hundred parts of frames and wordings, what measures."""
ALONE, PLAIN, BOTH = 0.08, 0.3, 0.2
"""How often a frame comes without a question, a question without a frame, or with two."""
ROUNDS, RATE, DECAY = 400, 0.5, 1e-4


class Framed(NamedTuple):
    """A question with harmless words around it."""

    text: str
    start: int
    end: int


class Fitted(NamedTuple):
    """The states of words, and which of the words belong to a frame."""

    states: Floats
    frame: Floats


def main() -> int:
    """Fit, measure on frames and wordings that were held back, and write."""
    single = (w for w in read_wordings(HERE / "wordings") if len(w.clauses) == 1)
    wordings = [w for w in single if w.clauses[0].route in ROUTES]
    frames, parser = read_frames(HERE / "frames.txt"), Parser()
    known = examples(wordings, frames, random.Random(1), is_strange=False)
    strange = examples(wordings, frames, random.Random(2), is_strange=True)
    fitted = fit(gathered(parser, [next(known) for _ in range(EXAMPLES)]))
    print(f"held back: {share_right(parser, fitted, [next(strange) for _ in range(1_000)]):.3f}")
    learned = {**weights.learned(), f"{FRAME}.weight": fitted.weight, f"{FRAME}.bias": fitted.bias}
    np.savez_compressed(weights.LEARNED, **learned)  # type: ignore[arg-type]
    return 0


def examples(
    wordings: Sequence[Wording], frames: Frames, chance: random.Random, *, is_strange: bool
) -> Iterator[Framed]:
    """Examples without end, of the held-back frames and wordings or of the others."""

    def ours(given: Sequence[str]) -> list[str]:
        return [each for each in given if (hash_of(each) < HELD_BACK) == is_strange]

    before, behind = ours(frames.before), ours(frames.behind)
    asked = [w for w in wordings if (part_of(w) < HELD_BACK) == is_strange]
    while True:
        text = as_written(chance.choice(asked).clauses).text
        kind = chance.random()
        if kind < ALONE:
            words = chance.choice(chance.choice((before, behind))).strip(" ,.?-")
            yield Framed(words, 0, 0)
        elif kind < ALONE + PLAIN:
            yield Framed(text, 0, len(text))
        else:
            first = chance.choice(before) if chance.random() < 0.65 or kind > 1 - BOTH else ""
            last = chance.choice(behind) if not first or kind > 1 - BOTH else ""
            bare = text.rstrip(" ?.!") if last else text
            yield Framed(first + bare + last, len(first), len(first) + len(bare))


def hash_of(words: str) -> int:
    """A number below 100 by which frames are divided."""
    return random.Random(words.strip().lower()).randrange(100)


def gathered(parser: Parser, framed: Sequence[Framed]) -> Fitted:
    """The states of all words of the examples."""
    states, frame = [], []
    for example in framed:
        for place, state in parser.states_of_words(example.text):
            states.append(state)
            frame.append(not example.start <= place < example.end)
    return Fitted(np.array(states, np.float32), np.array(frame, np.float32))


def fit(given: Fitted) -> Framing:
    """Logistic regression, by plain descent with momentum."""
    mean, spread = given.states.mean(0), given.states.std(0) + 1e-6
    scaled = (given.states - mean) / spread
    weight, bias = np.zeros(scaled.shape[1], np.float32), np.float32(0)
    pace, drift = np.zeros_like(weight), np.float32(0)
    for _ in range(ROUNDS):
        error = 1 / (1 + np.exp(-(scaled @ weight + bias))) - given.frame
        pace = 0.9 * pace - RATE * (scaled.T @ error / len(error) + DECAY * weight)
        drift = np.float32(0.9 * drift - RATE * error.mean())
        weight, bias = weight + pace, np.float32(bias + drift)
    return Framing(weight / spread, np.float32(bias - (weight * mean / spread).sum()))


def share_right(parser: Parser, fitted: Framing, framed: Sequence[Framed]) -> float:
    """How often the words of the question were found without one too many or too few."""
    right = 0
    for example in framed:
        places, states = zip(*parser.states_of_words(example.text), strict=True)
        start, end = core_of(fitted.likely(np.array(states)))
        wanted = [example.start <= place < example.end for place in places]
        right += wanted == [start <= number < end for number in range(len(places))]
    return right / len(framed)


if __name__ == "__main__":
    sys.exit(main())
