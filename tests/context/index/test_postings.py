"""Five-byte records: what is packed is unpacked, and what is taken out is gone."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from runwright.context.index.postings import BLOCK, record, unpack, without

OCCURRENCES = st.lists(
    st.tuples(st.integers(0, 3 * BLOCK), st.integers(1, 400), st.integers(1, 100_000)),
    max_size=50,
    unique_by=lambda occurrence: occurrence[0],
).map(sorted)


def blocks(occurrences: list[tuple[int, int, int]]) -> list[tuple[int, bytes]]:
    packed: dict[int, bytes] = {}
    for number, count, length in occurrences:
        block = number // BLOCK
        packed[block] = packed.get(block, b"") + record(number, count, length)
    return sorted(packed.items())


@given(OCCURRENCES)
def test_what_is_packed_is_unpacked(occurrences: list[tuple[int, int, int]]) -> None:
    found = unpack(blocks(occurrences))
    assert found.numbers.tolist() == [number for number, _, _ in occurrences]
    assert found.counts.tolist() == [min(count, 255) for _, count, _ in occurrences]
    assert found.lengths.tolist() == [min(length, 65_535) for _, _, length in occurrences]


@given(OCCURRENCES, st.sets(st.integers(0, BLOCK - 1)))
def test_what_is_taken_out_is_gone(
    occurrences: list[tuple[int, int, int]], erased: set[int]
) -> None:
    for block, body in blocks(occurrences):
        kept = unpack([(block, without(body, sorted(erased)))])
        expected = [
            number
            for number, _, _ in occurrences
            if number // BLOCK == block and number % BLOCK not in erased
        ]
        assert kept.numbers.tolist() == expected
