"""The Merkle tree is RFC 6962's: it agrees with the published vectors and with the definition."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runwright.trust.tree import checking, proving
from runwright.trust.tree.frontier import Frontier
from runwright.trust.tree.hashing import EMPTY_ROOT, joined, leaf_hash, split
from support.properties import examples

# The vectors of the Certificate Transparency project, which every implementation is tested with.
LEAVES = [
    bytes.fromhex(text)
    for text in (
        "",
        "00",
        "10",
        "2021",
        "3031",
        "40414243",
        "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    )
]
ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
A = "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7"
B = "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e"
C = "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4"
D = "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b"
E = "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0"
F = "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a"
INCLUSION = [
    (0, 1, []),
    (0, 8, [A, B, C]),
    (5, 8, [D, E, ROOTS[4]]),
    (2, 3, [ROOTS[2]]),
    (1, 5, [ROOTS[1], B, D]),
]
CONSISTENCY = [
    (1, 1, []),
    (1, 8, [A, B, C]),
    (6, 8, [F, E, ROOTS[4]]),
    (2, 5, [B, D]),
]


class Naive:
    """The tree by its recursive definition, straight from the leaves."""

    def __init__(self, leaves: list[bytes]) -> None:
        self._leaves = leaves

    def node(self, height: int, index: int) -> bytes:
        begin = index << height
        part = self._leaves[begin : begin + (1 << height)]
        assert len(part) == 1 << height
        return naive_root(part)


def naive_root(leaves: list[bytes]) -> bytes:
    """MTH of RFC 6962, 2.1."""
    if not leaves:
        return hashlib.sha256(b"").digest()
    if len(leaves) == 1:
        return hashlib.sha256(b"\x00" + leaves[0]).digest()
    k = 1
    while 2 * k < len(leaves):
        k *= 2
    left, right = naive_root(leaves[:k]), naive_root(leaves[k:])
    return hashlib.sha256(b"\x01" + left + right).digest()


def naive_path(index: int, leaves: list[bytes]) -> list[bytes]:
    """PATH of RFC 6962, 2.1.1."""
    if len(leaves) == 1:
        return []
    k = 1
    while 2 * k < len(leaves):
        k *= 2
    if index < k:
        return [*naive_path(index, leaves[:k]), naive_root(leaves[k:])]
    return [*naive_path(index - k, leaves[k:]), naive_root(leaves[:k])]


def unhex(texts: list[str]) -> list[bytes]:
    return [bytes.fromhex(text) for text in texts]


def some_leaves(count: int) -> list[bytes]:
    return [hashlib.sha256(str(number).encode()).digest() for number in range(count)]


@pytest.mark.parametrize("size", range(9))
def test_the_root_is_the_published_one(size: int) -> None:
    tree = Frontier()
    tree.append(LEAVES[:size])
    assert tree.root().hex() == ROOTS[size]
    assert proving.root(Naive(LEAVES), size).hex() == ROOTS[size]


@pytest.mark.parametrize(("index", "size", "path"), INCLUSION)
def test_an_inclusion_proof_is_the_published_one(index: int, size: int, path: list[str]) -> None:
    assert proving.inclusion(Naive(LEAVES), index, size) == unhex(path)
    assert checking.is_included(
        leaf=leaf_hash(LEAVES[index]),
        index=index,
        size=size,
        path=unhex(path),
        root=bytes.fromhex(ROOTS[size]),
    )


@pytest.mark.parametrize(("first", "second", "path"), CONSISTENCY)
def test_a_consistency_proof_is_the_published_one(first: int, second: int, path: list[str]) -> None:
    assert proving.consistency(Naive(LEAVES), first, second) == unhex(path)
    assert checking.is_consistent(
        first=first,
        second=second,
        path=unhex(path),
        first_root=bytes.fromhex(ROOTS[first]),
        second_root=bytes.fromhex(ROOTS[second]),
    )


def test_an_empty_tree_has_the_hash_of_nothing() -> None:
    assert Frontier().root() == EMPTY_ROOT == naive_root([])


@given(st.lists(st.binary(max_size=40), max_size=70), st.integers(0, 70))
def test_appending_in_groups_gives_the_root_of_the_definition(
    leaves: list[bytes], cut: int
) -> None:
    first = Frontier()
    first.append(leaves[:cut])
    # What is kept between two groups is the size and some bytes, nothing else.
    tree = Frontier(first.size, first.to_bytes())
    tree.append(leaves[cut:])
    assert (tree.size, tree.root()) == (len(leaves), naive_root(leaves))


def test_a_frontier_never_holds_more_than_one_hash_a_bit() -> None:
    tree = Frontier()
    for size, leaf in enumerate(some_leaves(300), 1):
        tree.append([leaf])
        assert len(tree.to_bytes()) == 32 * size.bit_count()


def test_a_frontier_that_does_not_fit_its_size_is_refused() -> None:
    with pytest.raises(ValueError, match="2 full subtrees"):
        Frontier(5, bytes(32))


@pytest.mark.parametrize("size", [*range(1, 34), 63, 64, 65, 100])
def test_every_leaf_of_a_tree_can_be_proved(size: int) -> None:
    leaves = some_leaves(size)
    root = naive_root(leaves)
    for index in range(size):
        path = proving.inclusion(Naive(leaves), index, size)
        assert path == naive_path(index, leaves)
        assert checking.is_included(
            leaf=leaf_hash(leaves[index]), index=index, size=size, path=path, root=root
        )


@pytest.mark.parametrize("second", [*range(1, 34), 64, 65])
def test_every_beginning_of_a_tree_can_be_proved(second: int) -> None:
    leaves = some_leaves(second)
    for first in range(1, second + 1):
        assert checking.is_consistent(
            first=first,
            second=second,
            path=proving.consistency(Naive(leaves), first, second),
            first_root=naive_root(leaves[:first]),
            second_root=naive_root(leaves),
        )


@examples(200)
@given(
    st.integers(1, 60).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n - 1))), st.data()
)
def test_a_proof_that_is_changed_anywhere_is_refused(
    place: tuple[int, int], data: st.DataObject
) -> None:
    size, index = place
    leaves = some_leaves(size)
    leaf, root = leaf_hash(leaves[index]), naive_root(leaves)
    path = proving.inclusion(Naive(leaves), index, size)

    def holds(**changed: object) -> bool:
        given_: dict[str, object] = {"leaf": leaf, "index": index, "path": path, "root": root}
        return checking.is_included(**{**given_, "size": size, **changed})  # type: ignore[arg-type]

    assert holds()
    assert not holds(leaf=leaf_hash(b"another"))
    assert not holds(root=leaf_hash(b"another"))
    assert not holds(path=[*path, root])
    other = data.draw(st.integers(0, size).filter(lambda number: number != index))
    assert not holds(index=other)
    if path:
        at = data.draw(st.integers(0, len(path) - 1))
        assert not holds(path=[*path[:at], bytes(32), *path[at + 1 :]])
        assert not holds(path=path[:at] + path[at + 1 :])
        assert not holds(path=[*path[:at], path[at][:31], *path[at + 1 :]])


@given(
    st.integers(2, 60).flatmap(lambda n: st.tuples(st.integers(1, n - 1), st.just(n))), st.data()
)
def test_a_log_that_was_altered_is_not_consistent(
    sizes: tuple[int, int], data: st.DataObject
) -> None:
    first, second = sizes
    leaves = some_leaves(second)
    altered = list(leaves)
    altered[data.draw(st.integers(0, first - 1))] = b"altered"
    kept, now = naive_root(leaves[:first]), naive_root(altered)
    path = proving.consistency(Naive(altered), first, second)
    assert not checking.is_consistent(
        first=first, second=second, path=path, first_root=kept, second_root=now
    )
    # What the altered tree begins with is no help either.
    assert not checking.is_consistent(
        first=first, second=first, path=[], first_root=kept, second_root=naive_root(altered[:first])
    )


@pytest.mark.parametrize(("first", "second"), [(0, 1), (2, 1), (0, 0), (-1, 3)])
def test_sizes_that_make_no_sense_prove_nothing(first: int, second: int) -> None:
    with pytest.raises(ValueError, match="not the beginning"):
        proving.consistency(Naive(LEAVES), first, second)
    root = naive_root(LEAVES[:1])
    assert not checking.is_consistent(
        first=first, second=second, path=[], first_root=root, second_root=root
    )


def test_a_leaf_beyond_the_tree_has_no_proof() -> None:
    with pytest.raises(ValueError, match="no leaf 8"):
        proving.inclusion(Naive(LEAVES), 8, 8)


def test_a_node_cannot_be_passed_off_as_a_leaf() -> None:
    left, right = leaf_hash(LEAVES[0]), leaf_hash(LEAVES[1])
    assert leaf_hash(left + right) != joined([left, right])


def test_hashes_are_kept_one_behind_the_other() -> None:
    hashes = some_leaves(5)
    assert split(b"".join(hashes)) == hashes
