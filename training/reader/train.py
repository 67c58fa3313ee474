"""Trains the reader.

    python -m training.reader.train --data DIR --also DIR --candidates DIR --base FILE --out DIR
    python -m training.reader.train … --start FILE --rate 4e-4     # goes on from weights of it
    python -m training.reader.train … --without lives_g             # measured on one origin

One GPU, seven minutes. Needs torch, tokenizers and `src` on the path. The folders hold what
`training.reader.cut` and `training.weighing.candidates` have written, the bases what
`training.reader.base` and `training.base` have.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

import torch
from torch import Tensor

from runwright.context.index import weights as embedder_weights
from training.adapted import (
    BETAS,
    MOST_CHANGE,
    WEIGHT_DECAY,
    as_arrays,
    factor,
    learning,
)
from training.base import Array
from training.base import read_base as read_base_of_embedder
from training.embedder import likeness
from training.reader import measure
from training.reader.base import read_base, read_tokenizer
from training.reader.batches import Batch, Learned, Maker, Marks, made
from training.reader.corpus import read_documents
from training.reader.losses import loss_of
from training.reader.network import HEADS, Reader
from training.reader.pieces import (
    PEOPLE,
    Corpus,
    Pieces,
    candidates_of,
    library_of,
    people_of,
)
from training.reader.weights import write

RATE, OF_HEADS, WARM_UP = 5e-4, 2, 150
"""How fast it learns, how many times as fast its heads, and in how many steps that is reached."""
AVERAGE = 0.998
"""How slowly the weights that are kept follow those that learn."""


class Without(NamedTuple):
    """What is not learned from, and measures."""

    origins: frozenset[str]
    people: frozenset[str]
    sets: frozenset[str]


def divided(corpus: Corpus, without: Without) -> tuple[Learned, Learned]:
    """What is learned from, and what measures."""
    parts = (
        ([each.origin for each in corpus.library.questions], without.origins),
        ([each.origin for each in corpus.people.asks], without.people),
        ([each.origin for each in corpus.candidates], without.sets),
    )
    kept = [[n for n, origin in enumerate(all_) if origin not in out] for all_, out in parts]
    held_back = [[n for n, origin in enumerate(all_) if origin in out] for all_, out in parts]
    return Learned(*kept), Learned(*held_back)


class Learner:
    """A network, and how it follows batches."""

    def __init__(self, network: Reader, rate: float, device: str) -> None:
        self._network, self._device = network, device
        self._rates = (rate, OF_HEADS * rate)
        named = learning(network)
        parts = [
            [each for name, each in named if (name.split(".")[0] in HEADS) is is_head]
            for is_head in (False, True)
        ]
        groups = [{"params": own, "lr": 0.0} for own in parts]
        self._optimizer = torch.optim.AdamW(
            groups, betas=BETAS, weight_decay=WEIGHT_DECAY, fused=device == "cuda"
        )
        self._live = [each for _, each in named]
        self._averages = [each.detach().clone() for each in self._live]
        self._step = 0

    def step(self, batch: Batch, done: float) -> Tensor:
        """Learn from one batch, when `done` of the time has passed; gives how wrong it was read."""
        for group, rate in zip(self._optimizer.param_groups, self._rates, strict=True):
            group["lr"] = rate * factor(self._step, done, WARM_UP)
        loss = loss_of(self._network, batch, self._device)
        self._optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self._live, MOST_CHANGE)
        self._optimizer.step()
        self._step += 1
        self._average()
        return loss.detach()

    def _average(self) -> None:
        slowness = min(AVERAGE, (1 + self._step) / (10 + self._step))
        with torch.no_grad():
            torch._foreach_lerp_(self._averages, self._live, 1 - slowness)

    def keep_averages(self) -> None:
        """Let the network have its slowly averaged weights."""
        with torch.no_grad():
            for own, average in zip(self._live, self._averages, strict=True):
                own.copy_(average)


def learn(
    learner: Learner, epochs: Iterable[Iterable[Batch]], seconds: float, until: float
) -> None:
    """Train for so many seconds, or until a share of them has passed."""
    started, steps = time.monotonic(), 0
    for number, batches in enumerate(epochs, 1):
        losses: dict[str, list[Tensor]] = defaultdict(list)
        done = 0.0
        for batch in batches:
            done = (time.monotonic() - started) / seconds
            if done >= until:
                break
            task = batch.head if isinstance(batch, Marks) else "span"
            losses[task].append(learner.step(batch, done))
            steps += 1
        means = {task: round(float(torch.stack(own).mean()), 3) for task, own in losses.items()}
        spent = time.monotonic() - started
        print(f"epoch {number}: {means}, {steps} steps, {spent:.0f} s", flush=True)
        if done >= until:
            return


def blended(
    before: Mapping[str, Array], after: Mapping[str, Array], kept: float
) -> dict[str, Array]:
    """Weights between those that were started from and those that were learned, of which so much
    is kept: what is not learned again is forgotten less."""
    return {name: (1 - kept) * before[name] + kept * after[name] for name in after}


def main() -> None:
    """Train as the command line says."""
    given = _given()
    given.out.mkdir(parents=True, exist_ok=True)
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    torch.manual_seed(given.seed)
    torch.backends.cuda.matmul.allow_tf32 = True
    device = "cuda" if torch.cuda.is_available() else "cpu"
    pieces = Pieces(read_tokenizer(given.base))
    documents = [each for folder in (given.data, given.also) for each in read_documents(folder)]
    corpus = Corpus(
        library_of(documents, pieces),
        people_of(given.people, pieces),
        candidates_of(given.candidates, pieces),
    )
    without = Without(*map(frozenset, (given.without, given.without_people, given.without_set)))
    learned, held_back = divided(corpus, without)
    embedder = likeness.embedder_of(
        read_base_of_embedder(given.embedder_base), embedder_weights.learned(given.embedder)
    )
    nearest = likeness.nearest(embedder.to(device), corpus.library, corpus.people, device)
    network = Reader(given.dropout)
    network.start_from(read_base(given.base))
    if given.start is not None:
        network.take(embedder_weights.learned(given.start))
    network.to(device).train()
    learner = Learner(network, given.rate, device)
    epochs = made(Maker(corpus, nearest), corpus, learned, given.seed)
    learn(learner, epochs, given.seconds, given.until)
    learner.keep_averages()
    if given.start is not None:
        network.take(blended(embedder_weights.learned(given.start), as_arrays(network), given.kept))
    figures = measure.figures(network, corpus, held_back, nearest, device)
    (given.out / "figures.json").write_text(json.dumps(figures, indent=1))
    print(json.dumps(figures), flush=True)
    write(given.out / "reader.npz", as_arrays(network))


def _given() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=Path, required=True, help="our own documents, cut")
    parser.add_argument("--also", type=Path, required=True, help="those of public sets, cut")
    parser.add_argument("--candidates", type=Path, required=True, help="what could be answered")
    parser.add_argument("--people", type=Path, default=PEOPLE, help="whose records are meant")
    parser.add_argument("--base", type=Path)
    parser.add_argument("--embedder-base", type=Path)
    parser.add_argument("--embedder", type=Path, default=embedder_weights.LEARNED)
    parser.add_argument("--start", type=Path, help="weights to go on from, not those of the base")
    parser.add_argument("--kept", type=float, default=1, help="of what is learned from those on")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--without", action="append", default=[], metavar="ORIGIN")
    parser.add_argument("--without-people", action="append", default=[], metavar="FILE")
    parser.add_argument("--without-set", action="append", default=[], metavar="SET")
    parser.add_argument("--seconds", type=float, default=385, help="in which the rate falls")
    parser.add_argument("--until", type=float, default=1, help="the share after which it ends")
    parser.add_argument("--rate", type=float, default=RATE)
    parser.add_argument("--dropout", type=float, default=0.1)
    parser.add_argument("--seed", type=int, default=2)
    return parser.parse_args()


if __name__ == "__main__":
    main()
