"""One hop along names: from the best items to those that hold a name in common with them.

A question often joins two passages and names only one of them. The other is reached through a
name that both hold, in either direction; the fewer items hold the name, the stronger the link.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from runwright.context.index.types import Hit, Shelf

SEEDS = 3
"""So many of the best items are followed."""
REACH = 30
"""A name that so many items hold links nothing."""


def links(shelf: Shelf, seeds: Sequence[Hit]) -> dict[int, float]:
    """How strongly items hang together with one of the seeds (other than itself), by number."""
    holders = _holders(shelf.mentioned([seed.number for seed in seeds]), seeds)
    found: dict[int, float] = {}
    for key, numbers in shelf.mentioning(list(holders), REACH).items():
        if not 1 < numbers.size < REACH:
            continue
        for number in numbers.tolist():
            score = _best_other(holders[key], number) / numbers.size**0.5
            found[number] = max(found.get(number, 0.0), score)
    return found


def _holders(mentioned: Mapping[int, Sequence[str]], seeds: Sequence[Hit]) -> dict[str, list[Hit]]:
    """The seeds that hold each name, best first."""
    holders: dict[str, list[Hit]] = {}
    for seed in seeds:
        for key in dict.fromkeys(mentioned.get(seed.number, ())):
            holders.setdefault(key, []).append(seed)
    return holders


def _best_other(holders: Sequence[Hit], number: int) -> float:
    return next((seed.score for seed in holders if seed.number != number), 0.0)
