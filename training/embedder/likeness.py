"""Which passages lie nearest to a question, and which records to words, as the embedder finds them:
the reader learns to tell those apart that it is given to read."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

import numpy as np
import torch

from training.adapted import in_half_precision
from training.base import Array
from training.embedder.examples import ask_row, chunks_of, passage_row, text_row
from training.embedder.network import Embedder
from training.network import WIDTH
from training.reader.batches import Nearest
from training.reader.pieces import Ids, Library, People

PASSAGES, RECORDS = 24, 40
"""So many are kept."""
_Owner = TypeVar("_Owner", int, tuple[int, str])


def embedder_of(base: Mapping[str, Array], learned: Mapping[str, Array]) -> Embedder:
    """The network as the service has it."""
    network = Embedder(0.0)
    network.start_from(base)
    network.take(learned)
    return network


def nearest(network: Embedder, library: Library, people: People, device: str) -> Nearest:
    """Of each question and of each ask, the nearest first."""
    network.eval()
    passages = vectors(network, [passage_row(each) for each in library.passages], device)
    questions = vectors(network, [text_row(each.pieces) for each in library.questions], device)
    records = vectors(network, [text_row(each.pieces) for each in people.records], device)
    asks = vectors(network, [ask_row(each) for each in people.asks], device)
    folders = [each.folder for each in library.questions]
    owners = [each.owner for each in people.asks]
    return Nearest(
        _ordered(questions, folders, passages, library.by_folder(), PASSAGES),
        _ordered(asks, owners, records, people.by_owner(), RECORDS),
    )


@torch.no_grad()  # type: ignore[untyped-decorator]
def vectors(network: Embedder, rows: Sequence[Ids], device: str) -> Array:
    """The vectors of texts."""
    if not rows:
        return np.zeros((0, WIDTH), np.float32)
    chunks = chunks_of(rows)
    with in_half_precision(device):
        found = [
            network(torch.from_numpy(array).to(device).long()).float().cpu().numpy()
            for array in chunks.arrays
        ]
    ordered: Array = np.concatenate(found)[chunks.order]
    return ordered


def _ordered(
    asked: Array,
    owners: Iterable[_Owner],
    vectors: Array,
    numbers: Mapping[_Owner, list[int]],
    most: int,
) -> list[list[int]]:
    """Of each vector that is asked with, the numbers of its owner's vectors."""
    rows: dict[_Owner, list[int]] = defaultdict(list)
    for row, owner in enumerate(owners):
        rows[owner].append(row)
    found: list[list[int]] = [[] for _ in range(len(asked))]
    for owner, held in numbers.items():
        if owner in rows:
            likeness = asked[rows[owner]] @ vectors[held].T
            for row, order in zip(rows[owner], np.argsort(-likeness, axis=1), strict=True):
                found[row] = [held[place] for place in order[:most].tolist()]
    return found
