"""The nodes of a log's tree, out of tiles of 256 hashes (C2SP's tlog-tiles, heights of 8).

Full tiles are written once, in the background. What is not there is computed from the log, so a
proof is right without any tile, only slower.
"""

from __future__ import annotations

from typing import Any

import structlog

from runwright.db.transaction import Reader
from runwright.errors import Overloaded
from runwright.trust.tree import store
from runwright.trust.tree.hashing import SIZE, joined, leaf_hash, split

HEIGHT = 8
WIDTH = 1 << HEIGHT
MOST_COMPUTED = 1_024
"""Tiles that one proof computes from the log; they are written within a minute of a start."""
_NOTHING = bytes(SIZE)

log = structlog.get_logger()


class Tiles:
    """The nodes of one project's tree, as it stands in one snapshot of the database."""

    def __init__(self, reader: Reader, project_id: str, size: int) -> None:
        self._reader = reader
        self._project_id = project_id
        self._size = size
        self._seen: dict[tuple[int, int], list[bytes]] = {}
        self._computed_so_far = 0
        self.has_gaps = False
        """Whether an entry was missing in what was computed from the log so far."""

    def node(self, height: int, index: int) -> bytes:
        """The root over the 2^height leaves that begin at leaf index * 2^height."""
        level, rest = divmod(height, HEIGHT)
        place, offset = divmod(index << rest, WIDTH)
        hashes = self.tile(level, place)[offset : offset + (1 << rest)]
        return joined(hashes)

    def tile(self, level: int, place: int) -> list[bytes]:
        """The hashes of a tile, as many as there are."""
        if (level, place) not in self._seen:
            kept = store.tile(self._reader, self._project_id, level, place)
            # One that somebody cut short is as good as none.
            is_whole = kept is not None and len(kept) == WIDTH * SIZE
            self._seen[level, place] = (
                split(kept) if kept and is_whole else self._computed(level, place)
            )
        return self._seen[level, place]

    def _computed(self, level: int, place: int) -> list[bytes]:
        first = place * WIDTH
        end = min(first + WIDTH, self._size >> HEIGHT * level)
        if level == 0:
            return self._leaves(first, end)
        below = store.roots(self._reader, self._project_id, level - 1, first, end - 1)
        return [
            below[each] if each in below else joined(self.tile(level - 1, each))
            for each in range(first, end)
        ]

    def _leaves(self, first: int, end: int) -> list[bytes]:
        self._computed_so_far += 1
        if self._computed_so_far > MOST_COMPUTED:
            raise Overloaded("The signed tree of this audit log is still being built.", 10)
        found = store.hashes(self._reader, self._project_id, first + 1, end)
        if len(found) < end - first:
            self.has_gaps = True
            # The proof will lead to another root than the one signed, and so be rejected.
            log.error(
                "audit_log_lacks_entries", project=self._project_id, first=first + 1, last=end
            )
        return [leaf_hash(found.get(place, _NOTHING)) for place in range(first + 1, end + 1)]


def missing(reader: Reader, project_id: str, size: int, most: int) -> list[dict[str, Any]]:
    """The next full tiles that were not written yet, the lowest level first."""
    rows: list[dict[str, Any]] = []
    tiles = Tiles(reader, project_id, size)
    level = 0
    while size >> HEIGHT * (level + 1) and len(rows) < most:
        written = store.tiles_written(reader, project_id, level)
        full = size >> HEIGHT * (level + 1)
        for place in range(written, min(full, written + most - len(rows))):
            hashes = tiles.tile(level, place)
            if tiles.has_gaps:
                return rows  # what is written stays: better no tile than a wrong one
            rows.append(
                {
                    "project_id": project_id,
                    "level": level,
                    "place": place,
                    "root": joined(hashes),
                    "hashes": b"".join(hashes),
                }
            )
        level += 1
    return rows
