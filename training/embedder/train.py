"""Trains the embedder.

    python -m training.embedder.train --data DIR --also DIR --base FILE --out DIR
    python -m training.embedder.train … --without lives_g --without-people twelve

The latter are only measured on. One GPU, a minute and a half. Needs torch, tokenizers and `src`
on the path. The folders hold what `training.reader.cut` has written, the base what `training.base`
has.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Iterable
from pathlib import Path

import torch
from torch import Tensor

from training.adapted import (
    BETAS,
    MOST_CHANGE,
    WEIGHT_DECAY,
    as_arrays,
    factor,
    in_half_precision,
    learning,
)
from training.base import read_base, read_tokenizer
from training.embedder import measure
from training.embedder.examples import Batch, Chunks, Maker, Truths, made
from training.embedder.network import Embedder
from training.embedder.weights import write
from training.reader.corpus import read_documents
from training.reader.pieces import PEOPLE, Pieces, library_of, people_of

RATE, WARM_UP = 6e-4, 40
SHARPNESS = 22.0
"""What the likeness of two vectors is multiplied by."""
OF_RECORDS = 0.5
"""How much records weigh beside passages."""
NEVER = -1e4
_AHEAD, _TOLD = 32, 20
"""Batches that are made ahead, and after how many it is told how it goes."""


def loss_of(network: Embedder, batch: Batch, device: str) -> Tensor:
    """How far a batch is from every text lying nearest to what it means."""
    questions, passages, asks, records = (
        _vectors(network, each, device)
        for each in (batch.questions, batch.passages, batch.asks, batch.records)
    )
    scores = SHARPNESS * questions @ passages.T
    answers = _truths(batch.answers, device)
    scores = scores.masked_fill(_truths(batch.unknown, device), NEVER)
    right = scores.masked_fill(~answers, NEVER).logsumexp(1)
    return (scores.logsumexp(1) - right).mean() + OF_RECORDS * _of_records(batch, asks, records)


def _of_records(batch: Batch, asks: Tensor, records: Tensor) -> Tensor:
    """Each record that is meant, beside all that are not."""
    total, count = asks.new_zeros(()), 0
    for beside in batch.owners:
        rows, columns = beside.means.shape
        means = _truths(beside.means, asks.device)
        own = asks[beside.asks : beside.asks + rows]
        scores = SHARPNESS * own @ records[beside.records : beside.records + columns].T
        others = scores.masked_fill(means, NEVER).logsumexp(1, keepdim=True)
        each = (torch.logaddexp(scores, others) - scores) * means
        total = total + (each.sum(1) / means.sum(1)).sum()
        count += rows
    return total / max(1, count)


def _vectors(network: Embedder, chunks: Chunks, device: str) -> Tensor:
    with in_half_precision(device):
        found = [network(torch.from_numpy(array).to(device).long()) for array in chunks.arrays]
    return torch.cat(found)[torch.from_numpy(chunks.order).to(device)]


def _truths(values: Truths, device: str | torch.device) -> Tensor:
    return torch.from_numpy(values).to(device)


def learn(network: Embedder, batches: Iterable[Batch], seconds: float, device: str) -> None:
    """Train for so many seconds."""
    learned = [each for _, each in learning(network)]
    optimizer = torch.optim.AdamW(
        learned, lr=RATE, betas=BETAS, weight_decay=WEIGHT_DECAY, fused=device == "cuda"
    )
    network.train()
    started = time.monotonic()
    for step, batch in enumerate(batches):
        done = (time.monotonic() - started) / seconds
        if done >= 1:
            break
        for group in optimizer.param_groups:
            group["lr"] = RATE * factor(step, done, WARM_UP)
        loss = loss_of(network, batch, device)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(learned, MOST_CHANGE)
        optimizer.step()
        if step % _TOLD == 0:
            spent = time.monotonic() - started
            print(f"step {step}: loss {loss.item():.3f}, {spent:.0f} s", flush=True)


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
    library, people = library_of(documents, pieces), people_of(given.people, pieces)
    held_back = frozenset(given.without), frozenset(given.without_people)
    network = Embedder(given.dropout)
    network.start_from(read_base(given.base))
    network.to(device)
    before = measure.figures(network, library, people, held_back, device)
    print(json.dumps({"before": before}), flush=True)
    batches = made(Maker(library, people, *held_back), given.seed, _AHEAD)
    learn(network, batches, given.seconds, device)
    after = measure.figures(network, library, people, held_back, device)
    print(json.dumps({"after": after}), flush=True)
    told = {"before": before, "after": after}
    (given.out / "figures.json").write_text(json.dumps(told, indent=1))
    write(given.out / "embedder.npz", as_arrays(network))


def _given() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=Path, required=True, help="our own documents, cut")
    parser.add_argument("--also", type=Path, required=True, help="those of public sets, cut")
    parser.add_argument("--people", type=Path, default=PEOPLE, help="whose records are meant")
    parser.add_argument("--base", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--without", action="append", default=[], metavar="ORIGIN")
    parser.add_argument("--without-people", action="append", default=[], metavar="FILE")
    parser.add_argument("--seconds", type=float, default=65)
    parser.add_argument("--dropout", type=float, default=0.1)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    main()
