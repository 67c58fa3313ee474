"""What the networks have in common that were learned on top of a base: the names of their parts,
and a folder with a stamp that vouches for the network in it."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from runwright.context.index import weights

STAMP = "stamp.json"


class Made(NamedTuple):
    """What a folder must hold to be of use."""

    model: str
    """The name of the network's file."""
    recipe: int
    learned: str
    """The digest of what was learned."""

    def is_in(self, folder: Path) -> bool:
        """Whether the folder holds just this network, whole; nothing is hashed."""
        with contextlib.suppress(OSError, ValueError):
            stamp = json.loads((folder / STAMP).read_bytes())
            size = (folder / self.model).stat().st_size
            return bool(stamp == self._stamp(size))
        return False

    def keep(self, folder: Path, files: Mapping[str, bytes]) -> None:
        """Write the files, the network's among them."""
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            weights.write(folder / name, content)
        stamp = self._stamp(len(files[self.model]))
        weights.write(folder / STAMP, json.dumps(stamp).encode())  # last, as it vouches

    def _stamp(self, size: int) -> dict[str, int | str]:
        return {"recipe": self.recipe, "learned": self.learned, "bytes": size}
