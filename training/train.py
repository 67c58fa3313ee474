"""Trains the parser.

    python -m training.train --out DIR                   # learn, calibrate, write the weights
    python -m training.train --out DIR --without h       # without one voice, measured on it
    python -m training.train --out DIR --half 0          # with one half, to doubt the other

One GPU, about four minutes. Needs torch, tokenizers and `src` on the path; with `--base FILE` not
even the package of the base (see `training.base`).
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from training import measure
from training.base import read_base, read_tokenizer
from training.dialogues.check import Turn, dialogues_in
from training.examples import UNKNOWN, Batch, batch_of, part_of
from training.labels import HEADS
from training.network import Network, as_arrays, translated
from training.schema import Wording, read_questions, read_wordings
from training.vary import Values, Variation, read_frames
from training.weights import write

HERE = Path(__file__).parent
EPOCHS, PER_EPOCH, CHUNK, BATCH = 12, 300_000, 5_000, 768
ENCODER_RATE, HEAD_RATE, WARM_UP = 1.8e-4, 1e-3, 0.05
SMOOTHING, MASK_PIECE, FIRST_WORD_PIECE = 0.03, 103, 104
TAG_WEIGHT, BOUNDARY_WEIGHT, BOUNDARY_RARITY = 4.0, 4.0, 4.0
AVERAGE = 0.999
"""How slowly the weights that are kept follow those that learn."""
DEV, TEST = range(6), range(6, 12)
"""Of a hundred parts of the wordings: what calibrates, and what measures."""


class Split(NamedTuple):
    """The wordings by what they are for."""

    train: list[Wording]
    dev: list[Wording]
    test: list[Wording]
    strange: list[Wording]
    """Of a voice, or a half, that is not learned from."""


def divided(wordings: Sequence[Wording], without: str, half: int | None) -> Split:
    """Which wordings are learned from."""
    split = Split([], [], [], [])
    for wording in wordings:
        part = part_of(wording)
        if wording.voice == without or (half is not None and part % 2 != half):
            split.strange.append(wording)
        elif part in DEV:
            split.dev.append(wording)
        elif part in TEST:
            split.test.append(wording)
        else:
            split.train.append(wording)
    return split


class Maker:
    """Makes batches of examples in many processes."""

    def __init__(
        self, wordings: Sequence[Wording], dialogues: Sequence[list[Turn]], tokenizer: Any
    ) -> None:
        self._wordings = wordings
        self._dialogues = dialogues
        self._values = Values(wordings)
        self._frames = read_frames(HERE / "frames.txt")
        self._tokenizer = tokenizer

    def __call__(self, seed: int) -> Batch:
        variation = Variation(self._wordings, self._dialogues, self._values, self._frames, seed)
        return batch_of(self._tokenizer, (variation.example() for _ in range(CHUNK)))


_maker: Maker


def _make(seed: int) -> Batch:
    return _maker(seed)


def epochs() -> Iterator[Batch]:
    """The examples of each epoch, made while the one before is learned from."""
    context = multiprocessing.get_context("fork")
    with context.Pool(max(1, (os.cpu_count() or 2) - 1)) as pool:
        chunks = PER_EPOCH // CHUNK

        def begun(epoch: int) -> Any:
            return pool.map_async(_make, range(epoch * chunks + 1, (epoch + 1) * chunks + 1))

        coming = begun(0)
        for epoch in range(EPOCHS):
            made = coming.get()
            if epoch + 1 < EPOCHS:
                coming = begun(epoch + 1)
            yield Batch(*(np.concatenate(arrays) for arrays in zip(*made, strict=True)))


def loss_of(outputs: tuple[Tensor, Tensor, Tensor], target: Sequence[Tensor]) -> Tensor:
    """How wrong a batch was read."""
    heads, tags, boundaries = outputs
    wanted_tags, wanted_begins, wanted_heads = target
    rarity = torch.tensor([1.0, BOUNDARY_RARITY], device=tags.device)
    total = _head_loss(heads, wanted_heads) + TAG_WEIGHT * _token_loss(tags, wanted_tags)
    return total + BOUNDARY_WEIGHT * _token_loss(boundaries, wanted_begins, rarity)


def _head_loss(logits: Tensor, wanted: Tensor) -> Tensor:
    """All heads at once, side by side in a table that is padded to the largest."""
    sizes = [len(values) for values in HEADS.values()]
    starts = np.cumsum([0, *sizes[:-1]])
    places = torch.tensor(
        [
            [start + min(k, size - 1) for k in range(max(sizes))]
            for start, size in zip(starts.tolist(), sizes, strict=True)
        ],
        device=logits.device,
    )
    real = torch.arange(max(sizes), device=logits.device) < torch.tensor(
        sizes, device=logits.device
    ).unsqueeze(1)
    table = logits.float()[:, places].masked_fill(~real, -1e4)
    logs = table.log_softmax(-1)
    known = wanted.ne(UNKNOWN)
    hit = logs.gather(-1, wanted.clamp_min(0).unsqueeze(-1)).squeeze(-1)
    spread = (logs * real).sum(-1) / real.sum(-1)
    losses = -((1 - SMOOTHING) * hit + SMOOTHING * spread) * known
    return (losses.sum(0) / known.sum(0).clamp_min(1)).sum()


def _token_loss(logits: Tensor, wanted: Tensor, weight: Tensor | None = None) -> Tensor:
    losses = functional.cross_entropy(
        logits.float().flatten(0, 1),
        wanted.flatten(),
        weight=weight,
        ignore_index=UNKNOWN,
        reduction="sum",
    )
    return losses / wanted.ne(UNKNOWN).sum().clamp_min(1)


def learn(network: Network, seconds: float, masked: float, device: str) -> Network:
    """Train, and give the slowly averaged weights."""
    encoder = [p for n, p in network.named_parameters() if _is_encoder(n) and p.requires_grad]
    heads = [p for n, p in network.named_parameters() if not _is_encoder(n)]
    rates = (ENCODER_RATE, HEAD_RATE)
    optimizer = torch.optim.AdamW(
        [{"params": encoder, "lr": rates[0]}, {"params": heads, "lr": rates[1]}],
        betas=(0.9, 0.98),
        eps=1e-6,
        weight_decay=0.01,
        fused=device == "cuda",
    )
    averaged = torch.optim.swa_utils.AveragedModel(
        network, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(AVERAGE)
    )
    steps, step, started = EPOCHS * (PER_EPOCH // BATCH), 0, 0.0
    for epoch, batch in enumerate(epochs()):
        started = started or time.monotonic()
        lengths = (batch.ids != 0).sum(1)
        order = np.random.RandomState(epoch).permutation(len(batch.ids))
        arrays = [torch.from_numpy(array).to(device) for array in batch]
        network.train()
        for at in range(0, len(order) - BATCH + 1, BATCH):
            done = max(step / steps, (time.monotonic() - started) / seconds)
            if done >= 1:
                break
            factor = min(1.0, step / (WARM_UP * steps)) * (
                0.02 + 0.49 * (1 + math.cos(math.pi * done))
            )
            for group, rate in zip(optimizer.param_groups, rates, strict=True):
                group["lr"] = rate * factor
            rows = order[at : at + BATCH]
            longest, chosen = int(lengths[rows].max()), torch.from_numpy(rows).to(device)
            ids, tags, begins, wanted = (array[chosen].long() for array in arrays)
            ids = _masked(ids[:, :longest], masked)
            with torch.autocast("cuda", torch.bfloat16, enabled=device == "cuda"):
                outputs = network(ids)
                loss = loss_of(outputs, (tags[:, :longest], begins[:, :longest], wanted))
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(encoder + heads, 1.0)
            optimizer.step()
            averaged.update_parameters(network)
            step += 1
        print(f"epoch {epoch + 1}, step {step}, {time.monotonic() - started:.0f} s", flush=True)
        if (time.monotonic() - started) >= seconds:
            break
    return averaged.module  # type: ignore[no-any-return]


def _is_encoder(name: str) -> bool:
    return name.split(".")[0] in ("layers", "norm", "place", "word")


def _masked(ids: Tensor, share: float) -> Tensor:
    hidden = (torch.rand(ids.shape, device=ids.device) < share) & (ids >= FIRST_WORD_PIECE)
    return torch.where(hidden, torch.full_like(ids, MASK_PIECE), ids)


def main() -> None:
    """Train as the command line says."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--base", type=Path)
    parser.add_argument("--without", default="")
    parser.add_argument("--without-dialogues", default="", help="measured on this file of them")
    parser.add_argument("--half", type=int)
    parser.add_argument("--seconds", type=float, default=240, help="the most that it learns")
    parser.add_argument("--dropout", type=float, default=0.1)
    parser.add_argument("--masked", type=float, default=0.04, help="the share of hidden words")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    torch.manual_seed(1)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    wordings = [*read_wordings(HERE / "wordings"), *read_questions(HERE / "reader" / "documents")]
    split = divided(wordings, given.without, given.half)
    dialogues = {
        path.stem: list(dialogues_in(path)) for path in sorted((HERE / "dialogues").glob("*.txt"))
    }
    held_back = dialogues.pop(given.without_dialogues, [])
    tokenizer, base = read_tokenizer(given.base), read_base(given.base)
    global _maker
    _maker = Maker(split.train, [turns for each in dialogues.values() for turns in each], tokenizer)
    network = Network(given.dropout)
    network.start_from(base)
    network = learn(network.to(device), given.seconds, given.masked, device)
    figures = measure.figures(network, tokenizer, split, device)
    figures["dialogues"] = measure.of_dialogues(network, tokenizer, held_back, device)
    name = given.without or (f"half{given.half}" if given.half is not None else "all")
    (given.out / f"figures-{name}.json").write_text(json.dumps(figures, indent=1))
    print(json.dumps(figures), flush=True)
    if given.half is not None:
        doubted = measure.doubts(network, tokenizer, split.strange, device)
        (given.out / f"doubts-{name}.jsonl").write_text("".join(doubted))
    elif not given.without:
        calibration = measure.calibrated(network, tokenizer, split.dev, device)
        write(given.out / "parser.npz", as_arrays(network), dict(translated(base)), calibration)


if __name__ == "__main__":
    main()
