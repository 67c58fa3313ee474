"""In which sums a run is counted.

`quarter` and `day` hold sums by all of model, agent, network and key. Next to them stand grains
that leave most of these out, such as `day:model`: few rows, so that answers come in time.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

Length = Literal["quarter", "day"]
LENGTHS: tuple[Length, ...] = ("quarter", "day")
COLUMNS = ("model", "agent", "network", "key_id")
SLIM: tuple[tuple[str, ...], ...] = ((), ("model",), ("agent",), ("network",), ("key_id",))
"""Which columns the slim grains are by. A run without a value is not counted there: what is
missing to the sum of all is theirs."""
PAIRS = "pairs"
"""The name of the slim grain of metadata pairs, which is by no column."""


def slim(length: Length, columns: Iterable[str]) -> str:
    """The grain that is by these columns alone."""
    return f"{length}:{'+'.join(columns)}"


def of_pairs(length: Length) -> str:
    """The grain that is by metadata pairs alone."""
    return f"{length}:{PAIRS}"
