"""Checking proofs, as RFC 9162 (2.1.3.2 and 2.1.4.2) describes it, step by step.

It shares nothing with `proving` but the hash over two nodes, so that an error there shows here.
"""

from __future__ import annotations

from collections.abc import Sequence

from runwright.trust.tree.hashing import SIZE, node_hash


def is_included(*, leaf: bytes, index: int, size: int, path: Sequence[bytes], root: bytes) -> bool:
    """Whether the path leads from the hash of a leaf at that place to the root of the tree."""
    if not 0 <= index < size or any(len(each) != SIZE for each in path):
        return False
    place, last, found = index, size - 1, leaf
    for beside in path:
        if last == 0:
            return False
        if place & 1 or place == last:
            found = node_hash(beside, found)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            found = node_hash(found, beside)
        place, last = place >> 1, last >> 1
    return last == 0 and found == root


def is_consistent(
    *, first: int, second: int, path: Sequence[bytes], first_root: bytes, second_root: bytes
) -> bool:
    """Whether the path shows that the smaller tree is the beginning of the larger one."""
    if not 0 < first <= second or any(len(each) != SIZE for each in path):
        return False
    if first == second:
        return not path and first_root == second_root
    # A full tree is a node of the larger one, and the verifier has its hash already.
    steps = [first_root, *path] if first & (first - 1) == 0 else list(path)
    if not steps:
        return False
    place, last = first - 1, second - 1
    while place & 1:
        place, last = place >> 1, last >> 1
    older = newer = steps[0]
    for beside in steps[1:]:
        if last == 0:
            return False
        if place & 1 or place == last:
            older, newer = node_hash(beside, older), node_hash(beside, newer)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            newer = node_hash(newer, beside)
        place, last = place >> 1, last >> 1
    return last == 0 and older == first_root and newer == second_root
