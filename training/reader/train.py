"""Trains the reader.

    python -m training.reader.train --data DIR --also DIR --base FILE --out DIR
    python -m training.reader.train … --without home    # without one origin, measured on it

One GPU, nine minutes. Needs torch, tokenizers and `src` on the path. The folders hold what
`training.reader.cut` has written, the file what `training.reader.base` has.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import torch
from torch import Tensor

from training.reader import measure
from training.reader.base import read_base, read_tokenizer
from training.reader.batches import BATCH, batches, encode_all, packed
from training.reader.corpus import Document, read_documents
from training.reader.examples import Encoded, Examples
from training.reader.network import NEVER, Reader, as_arrays
from training.reader.weights import write

EPOCHS, OFTEN = 4, 2
"""How often everything is learned from, and how often an epoch has our own documents."""
RATE, HEAD_RATE, WARM_UP = 5e-4, 1e-3, 0.06
AVERAGE = 0.998
"""How slowly the weights that are kept follow those that learn."""
DEV = range(8)
"""Of a hundred parts of SQuAD's paragraphs: what measures."""
_SQUAD = "squad"
_ASKED, _ASKED_OF_SQUAD = 400, 200
"""Questions that are measured at most."""


class Split(NamedTuple):
    """Documents by what they are for."""

    learned: list[Document]
    strange: list[Document]
    """Of the origin that is not learned from."""
    squad: list[Document]


def divided(documents: Sequence[Document], without: str) -> Split:
    """Which documents are learned from."""
    split = Split([], [], [])
    for document in documents:
        if document.origin == without:
            split.strange.append(document)
        elif document.origin.startswith(_SQUAD) and document.part in DEV:
            split.squad.append(document)
        else:
            split.learned.append(document)
    return split


def loss_of(outputs: tuple[Tensor, Tensor], rows: Sequence[Encoded]) -> Tensor:
    """How wrong a batch was read; of a sentence it is enough to begin and end inside it."""
    device = outputs[0].device
    starts = torch.tensor([row.start for row in rows], device=device)
    ends = torch.tensor([row.end for row in rows], device=device)
    whole = torch.tensor([row.is_sentence for row in rows], device=device)
    places = torch.arange(outputs[0].shape[1], device=device)
    inside = (places >= starts.unsqueeze(1)) & (places <= ends.unsqueeze(1))
    total = outputs[0].new_zeros(len(rows))
    for logits, wanted in zip(outputs, (starts, ends), strict=True):
        logs = logits.log_softmax(-1)
        exact = logs.gather(1, wanted.unsqueeze(1)).squeeze(1)
        somewhere = logs.masked_fill(~inside, NEVER).logsumexp(-1)
        total = total - torch.where(whole, somewhere, exact)
    return total.mean() / 2


class Learner:
    """A network, and how it follows examples."""

    def __init__(self, network: Reader, device: str) -> None:
        self._network, self._device = network, device
        named = [(n, p) for n, p in network.named_parameters() if p.requires_grad]
        self._rates = (RATE, HEAD_RATE)
        groups = [
            {"params": [p for n, p in named if not n.startswith("span")], "lr": RATE},
            {"params": [p for n, p in named if n.startswith("span")], "lr": HEAD_RATE},
        ]
        self._optimizer = torch.optim.AdamW(groups, betas=(0.9, 0.98), weight_decay=0.01)
        self._averaged = torch.optim.swa_utils.AveragedModel(
            network, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(AVERAGE)
        )

    @property
    def averaged(self) -> Reader:
        """The network with slowly averaged weights."""
        return self._averaged.module  # type: ignore[no-any-return]

    def step(self, rows: Sequence[Encoded], done: float) -> float:
        """Learn from one batch, when `done` of everything is; gives how wrong it was read."""
        factor = min(1.0, done / WARM_UP) * (0.02 + 0.49 * (1 + math.cos(math.pi * min(1, done))))
        for group, rate in zip(self._optimizer.param_groups, self._rates, strict=True):
            group["lr"] = rate * factor
        self._network.train()
        with torch.autocast("cuda", torch.bfloat16, enabled=self._device == "cuda"):
            outputs = self._network(*packed(rows, self._device))
        loss = loss_of(outputs, rows)
        self._optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self._network.parameters(), 1.0)
        self._optimizer.step()
        self._averaged.update_parameters(self._network)
        return float(loss.item())


def learn(
    network: Reader, examples: Examples, tokenizer: Any, seconds: float, device: str
) -> Reader:
    """Train, and give the slowly averaged weights."""
    learner = Learner(network, device)
    started, step, steps = time.monotonic(), 0, 0
    for epoch in range(EPOCHS):
        rows = encode_all(tokenizer, examples.epoch())
        steps = steps or EPOCHS * math.ceil(len(rows) / BATCH)
        losses = []
        for batch in batches(rows):
            losses.append(learner.step(batch, step / steps))
            step += 1
        spent, lost = time.monotonic() - started, sum(losses) / len(losses)
        print(f"epoch {epoch + 1}: {len(rows)} rows, loss {lost:.3f}, {spent:.0f} s", flush=True)
        if spent > seconds:
            break
    return learner.averaged


def main() -> None:
    """Train as the command line says."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=Path, required=True, help="our own documents, cut")
    parser.add_argument("--also", type=Path, help="documents of public sets, cut")
    parser.add_argument("--base", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--without", default="", metavar="ORIGIN", help="is only measured on")
    parser.add_argument("--seconds", type=float, default=460, help="no epoch begins after them")
    parser.add_argument("--dropout", type=float, default=0.1)
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    torch.manual_seed(1)
    random.seed(1)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    tokenizer = read_tokenizer(given.base)
    own = list(read_documents(given.data))
    split = divided([*own, *(read_documents(given.also) if given.also else ())], given.without)
    network = Reader(given.dropout)
    network.start_from(read_base(given.base))
    often = {document.origin: OFTEN for document in own}
    examples = Examples(split.learned, often, seed=1)
    network = learn(network.to(device), examples, tokenizer, given.seconds, device)
    told = {
        name: measure.figures(network, tokenizer, documents, most, device)
        for name, documents, most in (
            (given.without, split.strange, _ASKED),
            (_SQUAD, split.squad, _ASKED_OF_SQUAD),
        )
        if documents
    }
    (given.out / f"figures-{given.without or 'all'}.json").write_text(json.dumps(told, indent=1))
    print(json.dumps(told), flush=True)
    if not given.without:
        write(given.out / "reader.npz", as_arrays(network))


if __name__ == "__main__":
    main()
