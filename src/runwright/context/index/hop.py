"""One hop along names: what the best items mention, and what mentions the same.

A question often joins two passages, and names only one of them. The other is reached through a
name that both hold: the rarer the name, the stronger the link.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from runwright.context.index.types import Shelf

SEEDS = 10
"""So many of the best items are followed."""
REACH = 30
"""A name that this many items hold links nothing."""


def links(shelf: Shelf, seeds: Sequence[int], scores: Mapping[int, float]) -> dict[int, float]:
    """How strongly each item hangs together with a better one, by number."""
    mentioned = shelf.mentioned(seeds)
    holders = _holders(mentioned, seeds)
    found: dict[int, float] = {}
    for key, items in shelf.mentioning(list(holders), REACH).items():
        if not 1 < items.size < REACH:
            continue
        strength = 1.0 / float(np.log2(items.size + 0.0) + 1.0)
        best, second = _two_best(holders[key], scores)
        for item in items.tolist():
            seed = second if item == best[0] else best
            if seed is not None:
                found[item] = max(found.get(item, 0.0), seed[1] * strength)
    return found


def _holders(mentioned: Mapping[int, Sequence[str]], seeds: Sequence[int]) -> dict[str, list[int]]:
    holders: dict[str, list[int]] = {}
    for seed in seeds:
        for key in mentioned.get(seed, ()):
            holders.setdefault(key, []).append(seed)
    return holders


def _two_best(seeds: Sequence[int], scores: Mapping[int, float]) -> tuple[tuple[int, float], tuple[int, float] | None]:
    ranked = [(seed, scores[seed]) for seed in seeds[:2]]
    return ranked[0], ranked[1] if len(ranked) > 1 else None
