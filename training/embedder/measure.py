"""How well the embedder finds what is meant, on what was held back from it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from training.embedder.likeness import PASSAGES, nearest
from training.embedder.network import Embedder
from training.reader.pieces import Library, People

FIRST = (1, 2, 4, 8, 16)
_READ = 20


def figures(
    network: Embedder,
    library: Library,
    people: People,
    held_back: tuple[Collection[str], Collection[str]],
    device: str,
) -> dict[str, Any]:
    """Of the questions of some origins, how often a passage that answers is among the first of its
    folder; of the asks of some files, how many of the records that are meant are found."""
    origins, files = held_back
    asked = [n for n, q in enumerate(library.questions) if q.places and q.origin in origins]
    named = [n for n, ask in enumerate(people.asks) if ask.means and ask.origin in files]
    near = nearest(
        network,
        library._replace(questions=[library.questions[number] for number in asked]),
        people._replace(asks=[people.asks[number] for number in named]),
        device,
    )
    told: dict[str, Any] = {}
    for is_plain in (False, True):
        ranks = [
            _rank(found, {place.passage for place in library.questions[number].places})
            for number, found in zip(asked, near.passages, strict=True)
            if library.questions[number].is_plain is is_plain
        ]
        shares = {most: _mean([rank < most for rank in ranks]) for most in FIRST}
        told["plain" if is_plain else "in_own_words"] = {"questions": len(ranks), "among": shares}
    meant = [
        (found, people.asks[number].means)
        for number, found in zip(named, near.records, strict=True)
    ]
    told["records"] = {
        "asks": len(meant),
        "first": _mean([found[0] in means for found, means in meant]),
        "of_those_meant": _mean([_found(found, means, len(means)) for found, means in meant]),
        f"among_{_READ}": _mean([_found(found, means, _READ) for found, means in meant]),
    }
    return told


def _rank(found: Sequence[int], answering: Collection[int]) -> int:
    return next((rank for rank, number in enumerate(found) if number in answering), PASSAGES)


def _found(found: Sequence[int], means: Collection[int], most: int) -> float:
    return sum(number in means for number in found[:most]) / len(means)


def _mean(values: Sequence[float]) -> float:
    return round(sum(values) / max(1, len(values)), 3)
