"""The two hashes of RFC 6962: a leaf and a node can never be taken for each other."""

from __future__ import annotations

from hashlib import sha256

SIZE = 32
EMPTY_ROOT = sha256(b"").digest()
"""The root of a tree without leaves."""


def leaf_hash(data: bytes) -> bytes:
    """The hash of one leaf."""
    return sha256(b"\x00" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash over two subtrees."""
    return sha256(b"\x01" + left + right).digest()


def joined(hashes: list[bytes]) -> bytes:
    """The root over a power of two of hashes, all of the same height."""
    while len(hashes) > 1:
        pairs = zip(hashes[::2], hashes[1::2], strict=True)
        hashes = [sha256(b"\x01" + left + right).digest() for left, right in pairs]
    return hashes[0]


def split(hashes: bytes) -> list[bytes]:
    """Hashes that are kept one behind the other."""
    return [hashes[at : at + SIZE] for at in range(0, len(hashes), SIZE)]
