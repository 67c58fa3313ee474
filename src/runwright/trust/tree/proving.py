"""Proofs out of a tree: RFC 6962's PATH and PROOF, over whatever gives the hashes of its nodes."""

from __future__ import annotations

from typing import Protocol

from runwright.trust.tree.hashing import EMPTY_ROOT, node_hash

Range = tuple[int, int]
"""Leaves from the first on, up to but without the second."""


class Nodes(Protocol):
    """Where the hashes of full subtrees come from."""

    def node(self, height: int, index: int) -> bytes:
        """The root over the 2^height leaves that begin at leaf index * 2^height."""


def root(nodes: Nodes, size: int) -> bytes:
    """The root of the tree as it was when it had so many leaves."""
    return _root_of(nodes, (0, size)) if size else EMPTY_ROOT


def inclusion(nodes: Nodes, index: int, size: int) -> list[bytes]:
    """What proves that a leaf is at its place in the tree of that size."""
    if not 0 <= index < size:
        raise ValueError(f"a tree of {size} leaves has no leaf {index}")
    return [_root_of(nodes, part) for part in _beside(index, (0, size))]


def consistency(nodes: Nodes, first: int, second: int) -> list[bytes]:
    """What proves that the tree of the first size is the beginning of that of the second."""
    if not 0 < first <= second:
        raise ValueError(f"a tree of {first} leaves is not the beginning of one of {second}")
    return [_root_of(nodes, part) for part in _between(first, (0, second), True)]


def _beside(index: int, whole: Range) -> list[Range]:
    """The subtrees that a leaf's path to the root passes by, from the bottom."""
    begin, end = whole
    if end - begin == 1:
        return []
    middle = begin + _largest_half(end - begin)
    if index < middle:
        return [*_beside(index, (begin, middle)), (middle, end)]
    return [*_beside(index, (middle, end)), (begin, middle)]


def _between(size: int, whole: Range, is_known: bool) -> list[Range]:
    """RFC 6962's SUBPROOF; `is_known` says that the verifier has the root of this very part."""
    begin, end = whole
    if size == end:
        return [] if is_known else [whole]
    middle = begin + _largest_half(end - begin)
    if size <= middle:
        return [*_between(size, (begin, middle), is_known), (middle, end)]
    return [*_between(size, (middle, end), False), (begin, middle)]


def _largest_half(count: int) -> int:
    """The largest power of two below a number."""
    return 1 << (count - 1).bit_length() - 1


def _root_of(nodes: Nodes, part: Range) -> bytes:
    """The root over a part of the tree: that of its full subtrees, from the right."""
    begin, end = part
    found: list[bytes] = []
    while begin < end:
        height = (end - begin).bit_length() - 1
        found.append(nodes.node(height, begin >> height))
        begin += 1 << height
    top = found.pop()
    while found:
        top = node_hash(found.pop(), top)
    return top
