"""Writes what was learned on top of a base, in half precision, as the service takes it up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np

from training.base import Array

MOST_BYTES = 12_000_000


def write(path: Path, learned: Mapping[str, Array], names: Iterable[str]) -> None:
    """One file; refused if it has not the names that the service reads, or is too large for a
    repository."""
    expected = set(names)
    if set(learned) != expected:
        differing = sorted(expected ^ set(learned))
        raise SystemExit(f"not what the service reads: {differing[:5]}…")
    halves = {name: value.astype(np.float16) for name, value in learned.items()}
    np.savez_compressed(path, **halves)  # type: ignore[arg-type]
    size = path.stat().st_size
    if size > MOST_BYTES:
        path.unlink()
        raise SystemExit(f"the weights take {size} bytes, more than {MOST_BYTES}")
