"""In which sums a run is counted.

`quarter` and `day` hold sums by all of model, agent, network and key. Next to them stand slim
grains by one or two of these, such as `day:model+agent`, whose rows are the rows of an answer.
Sums of a metadata pair are in the grains by all and by one. A run without a value for a column of
a slim grain is not counted there.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Literal

Length = Literal["quarter", "day"]
LENGTHS: tuple[Length, ...] = ("quarter", "day")
COLUMNS = ("model", "agent", "network", "key_id")
OPTIONAL = ("agent", "network")
"""Columns that a run may have no value for."""
_ALONE = tuple((name,) for name in COLUMNS)
SLIM: tuple[tuple[str, ...], ...] = (*_ALONE, *combinations(COLUMNS, 2))
"""Which columns the slim grains are by."""
SLIM_OF_PAIRS: tuple[tuple[str, ...], ...] = _ALONE
"""The same for metadata pairs."""


def slim(length: Length, columns: Iterable[str]) -> str:
    """The grain that is by these columns alone; as every run has a model, that stands for none."""
    return f"{length}:{'+'.join(columns) or 'model'}"


def has_slim(columns: tuple[str, ...], of_pairs: bool) -> bool:
    """Whether there is a slim grain by these columns."""
    return not columns or columns in (SLIM_OF_PAIRS if of_pairs else SLIM)
