"""What a computing process keeps of reads, and when it lets go of it."""

from __future__ import annotations

from runwright.context.types import Gathering
from runwright.minds import kept_reads
from runwright.minds.blobs import query_blob, read_blob
from runwright.minds.kept_reads import KeptReads, ReadKey, is_kept, queries_of
from runwright.minds.reading import ReadResult
from runwright.minds.types import Read
from runwright.minds.values import Item

WHOLE = Gathering(whole=True, kinds=("transaction",))
KEY = ReadKey("proj_1", "finance", 7, 0, "[]")


def found(*ids: str) -> ReadResult:
    return ReadResult(blob(*ids))


def blob(*ids: str) -> bytes:
    return read_blob([query_blob(Item(id=each, source="finance", text="") for each in ids)])


def test_a_read_is_recalled_under_its_key_alone() -> None:
    kept, read = KeptReads(), found("item_1")
    kept.keep(KEY, read)
    assert kept.recall(KEY) is read
    for other in (
        KEY._replace(project="proj_2"),
        KEY._replace(source="calendar"),
        KEY._replace(change=8),
        KEY._replace(erasures=1),
        KEY._replace(queries="[1]"),
    ):
        assert kept.recall(other) is None


def test_a_new_state_of_a_source_drops_what_was_kept_of_the_one_before() -> None:
    kept = KeptReads()
    kept.keep(KEY, found("item_1"))
    kept.keep(KEY._replace(source="calendar"), found("item_2"))
    kept.keep(KEY._replace(change=8, queries="[1]"), found("item_3"))
    assert kept.recall(KEY) is None
    assert kept.recall(KEY._replace(source="calendar"))


def test_what_a_project_erases_is_dropped_and_nothing_of_others() -> None:
    kept = KeptReads()
    for project in ("proj_1", "proj_2"):
        for source in ("finance", "calendar"):
            kept.keep(KEY._replace(project=project, source=source), found("item_1"))
    kept.forget("proj_1")
    left = [
        (project, source)
        for project in ("proj_1", "proj_2")
        for source in ("finance", "calendar")
        if kept.recall(KEY._replace(project=project, source=source))
    ]
    assert left == [("proj_2", "finance"), ("proj_2", "calendar")]


def test_what_was_used_longest_ago_makes_room() -> None:
    kept = KeptReads(most_items=3)
    first, second, third = (KEY._replace(queries=each) for each in "abc")
    kept.keep(first, found("item_1", "item_2"))
    kept.keep(second, found("item_3"))
    kept.recall(first)
    kept.keep(third, found("item_4"))
    assert [bool(kept.recall(key)) for key in (first, second, third)] == [True, False, True]


def test_what_is_larger_than_the_room_is_kept_alone() -> None:
    kept = KeptReads(most_items=1)
    kept.keep(KEY, found("item_1", "item_2"))
    assert kept.recall(KEY)


def test_reads_of_a_run_come_as_bytes_once_and_by_their_key_then() -> None:
    key = KEY._replace(project="proj_decoded")
    assert kept_reads.decoded([key], [b""]) is None
    [given] = kept_reads.decoded([key], [blob("item_1")]) or []
    [again] = kept_reads.decoded([list(key)], [b""]) or []
    assert again is given
    kept_reads.forget("proj_decoded")
    assert kept_reads.decoded([key], [b""]) is None


def test_a_read_without_a_key_is_not_kept() -> None:
    first, second = (kept_reads.decoded([None], [blob("item_1")]) for _ in range(2))
    assert first is not None
    assert second is not None
    assert first[0] is not second[0]
    assert first[0].queries == second[0].queries


def test_only_reads_that_search_for_nothing_are_kept() -> None:
    assert is_kept(Read("finance", ((WHOLE,),)))
    assert not is_kept(Read("finance", ((WHOLE, Gathering(text="rent")),)))
    assert not is_kept(Read("finance", ((WHOLE._replace(text="rent"),),)))
    assert not is_kept(Read("finance"))


def test_keys_name_periods_kinds_and_files() -> None:
    asked = (
        WHOLE,
        WHOLE._replace(start="2026-01-01"),
        WHOLE._replace(end="2026-01-01"),
        WHOLE._replace(kinds=("event",)),
        WHOLE._replace(files=("file_1",)),
    )
    assert len({queries_of(Read("finance", ((each,),))) for each in asked}) == len(asked)
