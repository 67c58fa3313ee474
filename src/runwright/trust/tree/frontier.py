"""The right edge of a growing tree: all that is needed to append, and to know the root.

A tree of n leaves is a row of full subtrees, one for each one-bit of n, the largest first; the
frontier holds their roots. Appending costs a leaf hash and, on average, one node hash.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from runwright.trust.tree.hashing import EMPTY_ROOT, SIZE, node_hash, split


def grown(size: int, roots: bytes, leaves: Iterable[bytes]) -> bytes:
    """The roots of a tree of that size once leaves, given as their data, are added."""
    # On the path of every request: no calls but the hashes themselves.
    for data in leaves:
        node = sha256(b"\x00" + data).digest()
        full, end = size, len(roots)
        while full & 1:
            node = sha256(b"\x01" + roots[end - SIZE : end] + node).digest()
            full >>= 1
            end -= SIZE
        roots = roots[:end] + node
        size += 1
    return roots


class Frontier:
    """How many leaves there are, and the roots of the full subtrees over them."""

    __slots__ = ("_roots", "size")

    def __init__(self, size: int = 0, roots: bytes = b"") -> None:
        if len(roots) != size.bit_count() * SIZE:
            raise ValueError(f"a tree of {size} leaves has {size.bit_count()} full subtrees")
        self.size = size
        self._roots = roots

    def append(self, leaves: Iterable[bytes]) -> None:
        """Add leaves, given as their data."""
        added = list(leaves)
        self._roots = grown(self.size, self._roots, added)
        self.size += len(added)

    def root(self) -> bytes:
        """The root of the whole tree."""
        if not self._roots:
            return EMPTY_ROOT
        *larger, root = split(self._roots)
        for left in reversed(larger):
            root = node_hash(left, root)
        return root

    def to_bytes(self) -> bytes:
        """The roots, one behind the other, as they are kept."""
        return self._roots
