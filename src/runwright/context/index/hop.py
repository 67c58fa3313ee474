"""One hop along names: between an item that mentions a name and the item that is about it.

A question often joins two passages and names only one of them. If one is about something, by its
title, and the other mentions it, either leads to the other; the fewer items do, the stronger.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from runwright.context.index.terms import about
from runwright.context.index.types import Hit, Numbers, Shelf

SEEDS = 5
"""So many of the best items are followed."""
REACH = 30
"""Where a name leads to so many items, it leads nowhere."""


def links(shelf: Shelf, seeds: Sequence[Hit]) -> dict[int, float]:
    """How strongly items hang together with one of the seeds, by number."""
    mentioned = shelf.mentioned([seed.number for seed in seeds])
    keys = dict.fromkeys(key for seed in seeds for key in mentioned.get(seed.number, ()))
    entries = shelf.postings([about(key) for key in keys])
    subjects = {key: entries[about(key)].numbers for key in keys if about(key) in entries}
    mentions = shelf.mentioning(list(subjects), REACH)
    found: dict[int, float] = {}
    for seed in seeds:
        for key in mentioned.get(seed.number, ()):
            if key in subjects:
                for number, strength in _across(seed.number, subjects[key], mentions.get(key)):
                    found[number] = max(found.get(number, 0.0), seed.score * strength)
    return found


def _across(seed: int, subjects: Numbers, mentions: Numbers | None) -> Iterator[tuple[int, float]]:
    """From an item about a name to those that mention it, or the other way; never to its like."""
    if seed not in subjects:
        targets = subjects.tolist()
    elif mentions is not None and mentions.size < REACH:
        same = set(subjects.tolist())
        targets = [number for number in mentions.tolist() if number not in same]
    else:
        targets = []
    if len(targets) < REACH:
        yield from ((number, (len(targets) + 1) ** -0.5) for number in targets)
