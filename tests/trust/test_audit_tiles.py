"""Nodes come out of tiles, and out of the log where a tile is missing: the proofs are the same."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

import pytest

from db.kit import new_project
from runwright import ids
from runwright.db.database import Database
from runwright.db.transaction import Reader
from runwright.errors import Overloaded
from runwright.trust import audit, audit_keeper, audit_tiles, audit_tree
from runwright.trust.audit import Entry
from runwright.trust.audit_keeper import Keeper
from runwright.trust.audit_tiles import WIDTH, Tiles
from runwright.trust.kernel import Trail, act_as_service
from runwright.trust.scopes import Scope
from runwright.trust.signing import SigningKey
from runwright.trust.tree import checking, proving, store
from runwright.trust.tree.frontier import Frontier
from runwright.trust.tree.hashing import leaf_hash
from runwright.trust.tree.note import decode64, read, signer_of

KEY = SigningKey(bytes(range(32)))


def append(database: Database, entries: list[Entry]) -> None:
    database.write_now(lambda tx: tx.audit(*entries))


def grow(database: Database, project_id: str, count: int) -> None:
    """Append so many entries."""
    while count > 0:
        group = min(count, 4096)
        entries = [
            Entry(ids.new("aud"), project_id, "x.y", "allowed", None, None, None, None, {})
            for _ in range(group)
        ]
        append(database, entries)
        count -= group


def frontier(database: Database, project_id: str) -> Frontier:
    head = database.read_now(lambda reader: store.head(reader, project_id))
    assert head is not None
    return Frontier(head.tree_size, head.frontier)


def keep(database: Database) -> None:
    keeper = Keeper(database=database, signing_key=KEY)
    asyncio.run(keeper.write_tiles())


def tiles(database: Database, project_id: str) -> dict[int, int]:
    return database.read_now(
        lambda reader: {n: store.tiles_written(reader, project_id, n) for n in range(3)}
    )


def is_proved(reader: Reader, project_id: str, index: int, tree: Frontier) -> bool:
    path = proving.inclusion(Tiles(reader, project_id, tree.size), index, tree.size)
    (entry,) = store.hashes(reader, project_id, index + 1, index + 1).values()
    return checking.is_included(
        leaf=leaf_hash(entry), index=index, size=tree.size, path=path, root=tree.root()
    )


def is_begun(reader: Reader, project_id: str, first: int, tree: Frontier) -> bool:
    source = Tiles(reader, project_id, tree.size)
    return checking.is_consistent(
        first=first,
        second=tree.size,
        path=proving.consistency(source, first, tree.size),
        first_root=proving.root(source, first),
        second_root=tree.root(),
    )


def proved(project_id: str, index: int, tree: Frontier) -> Callable[[Reader], bool]:
    return lambda reader: is_proved(reader, project_id, index, tree)


def begun(project_id: str, first: int, tree: Frontier) -> Callable[[Reader], bool]:
    return lambda reader: is_begun(reader, project_id, first, tree)


@pytest.mark.parametrize("has_tiles", [False, True])
@pytest.mark.parametrize("count", [1, 2, 255, 256, 257, 600])
def test_proofs_out_of_the_database_hold(database: Database, count: int, has_tiles: bool) -> None:
    project = new_project(database)
    grow(database, project, count - frontier(database, project).size)
    if has_tiles:
        keep(database)
        assert tiles(database, project)[0] == count // 256
    tree = frontier(database, project)
    for index in {0, 1, 127, 254, 255, 256, 257, 511, 512, count - 1} & set(range(count)):
        assert database.read_now(proved(project, index, tree))
        assert database.read_now(begun(project, index + 1, tree))


@pytest.mark.slow
def test_a_tree_of_three_levels_is_proved_with_and_without_its_tiles(
    database: Database, kind: str
) -> None:
    if kind != "sqlite":
        pytest.skip("the same statements, on a log that takes long to write")
    project = new_project(database)
    grow(database, project, 66_300 - frontier(database, project).size)
    tree = frontier(database, project)
    places = (0, 255, 256, 32_768, 65_535, 65_536, 66_047, 66_048, 66_299)
    assert tiles(database, project) == {0: 0, 1: 0, 2: 0}
    for index in places:
        assert database.read_now(proved(project, index, tree))
    keep(database)
    assert tiles(database, project) == {0: 258, 1: 1, 2: 0}
    for index in places:
        assert database.read_now(proved(project, index, tree))
        assert database.read_now(begun(project, index + 1, tree))


def test_tiles_that_are_there_spare_reading_the_log(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = new_project(database)
    grow(database, project, 1_000)
    keep(database)
    tree = frontier(database, project)
    asked: list[int] = []
    hashes = store.hashes

    def counted(reader: Reader, project_id: str, first: int, last: int) -> object:
        asked.append(last - first + 1)
        return hashes(reader, project_id, first, last)

    monkeypatch.setattr(store, "hashes", counted)
    database.read_now(lambda r: proving.inclusion(Tiles(r, project, tree.size), 5, tree.size))
    assert sum(asked) == tree.size % 256


def test_a_proof_does_not_compute_a_large_tree_from_the_log(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = new_project(database)
    grow(database, project, 1_000)
    tree = frontier(database, project)
    monkeypatch.setattr(audit_tiles, "MOST_COMPUTED", 2)
    with pytest.raises(Overloaded, match="still being built"):
        database.read_now(lambda r: is_proved(r, project, 5, tree))
    monkeypatch.undo()
    keep(database)
    monkeypatch.setattr(audit_tiles, "MOST_COMPUTED", 2)
    assert database.read_now(lambda r: is_proved(r, project, 5, tree))


def test_a_tile_is_not_written_over_a_gap(database: Database, kind: str) -> None:
    if kind != "sqlite":
        pytest.skip("the log is tampered with by SQLite's own means")
    project = new_project(database)
    grow(database, project, 600)
    connection = database.driver.connect()
    connection.execute("DROP TRIGGER audit_log_refuses_delete")
    connection.execute("DELETE FROM audit_log WHERE seq = 100")
    connection.commit()
    connection.close()
    keep(database)
    assert tiles(database, project)[0] == 0
    tree = frontier(database, project)
    assert not database.read_now(lambda r: is_proved(r, project, 50, tree))


def test_two_keepers_do_no_harm(database: Database) -> None:
    project = new_project(database)
    grow(database, project, 600)
    keep(database)
    rows = database.read_now(lambda r: audit_tiles.missing(r, project, 600, 64))
    assert rows == []
    again = {
        "project_id": project,
        "level": 0,
        "place": 0,
        "root": bytes(32),
        "hashes": bytes(8192),
    }
    database.write_now(lambda tx: store.add_tiles(tx, [again]))
    assert database.read_now(lambda r: store.tile(r, project, 0, 0)) != bytes(8192)


def test_a_checkpoint_is_signed_only_if_the_log_grew(database: Database) -> None:
    project = new_project(database)
    grow(database, project, 3)
    keeper = Keeper(database=database, signing_key=KEY)

    def kept() -> list[int]:
        return list(database.read_now(lambda reader: store.all_kept(reader, project)))

    asyncio.run(keeper.sign())
    first = kept()
    asyncio.run(keeper.sign())
    assert kept() == first == [frontier(database, project).size]
    grow(database, project, 2)
    asyncio.run(keeper.sign())
    assert len(kept()) == 2


def test_logs_are_looked_after_in_pages_by_whichever_process(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit_keeper, "PROJECTS_AT_ONCE", 2)
    projects = [f"proj_{letter}" for letter in "abcde"]
    for project in projects:
        database.write_now(partial(audit.begin_chain, project_id=project))
        grow(database, project, WIDTH + 1)

    def kept() -> list[list[int]]:
        return [
            list(database.read_now(partial(store.all_kept, project_id=project)))
            for project in projects
        ]

    one, other = (Keeper(database=database, signing_key=KEY) for _ in range(2))
    asyncio.run(one.write_tiles())
    assert all(tiles(database, project)[0] == 1 for project in projects)
    asyncio.run(one.sign())
    signed = kept()
    assert [len(each) for each in signed] == [1] * 5
    asyncio.run(other.sign())
    assert kept() == signed


def test_a_head_that_was_written_into_keeps_no_other_log_from_being_signed(
    database: Database, kind: str
) -> None:
    broken, whole = "proj_a", "proj_b"
    for project in (broken, whole):
        database.write_now(partial(audit.begin_chain, project_id=project))
    for project in (broken, whole):
        grow(database, project, 3)
    empty = "x''" if kind == "sqlite" else "''::bytea"
    connection = database.driver.connect()
    connection.execute(f"UPDATE audit_heads SET frontier = {empty} WHERE project_id = '{broken}'")
    connection.commit()
    connection.close()
    keeper = Keeper(database=database, signing_key=KEY)

    asyncio.run(keeper.sign())
    assert database.read_now(lambda reader: store.all_kept(reader, whole))
    assert not database.read_now(lambda reader: store.all_kept(reader, broken))


def test_a_kept_checkpoint_cannot_be_changed(database: Database) -> None:
    project = new_project(database)
    grow(database, project, 3)
    signed = database.read_now(lambda reader: audit_tree.checkpoint(reader, project, KEY))
    database.write_now(lambda tx: audit_tree.keep(tx, signed))
    for statement in ("UPDATE audit_checkpoints SET note = 'x'", "DELETE FROM audit_checkpoints"):
        connection = database.driver.connect()
        with pytest.raises(database.driver.error, match="are kept"):
            connection.execute(statement)
        connection.close()


def test_what_is_signed_is_what_the_head_grew_with(database: Database) -> None:
    project = new_project(database)
    grow(database, project, 10)
    signed = database.read_now(lambda reader: audit_tree.checkpoint(reader, project, KEY))
    rows = database.read_now(lambda reader: list(audit.walk(reader, project)))
    tree = Frontier()
    tree.append(bytes.fromhex(row.hash) for row in rows)
    assert (signed.size, signed.root) == (tree.size, tree.root())
    assert read(signed.note)[1:] == (tree.size, tree.root())
    own = audit_tree.verifier_key(project, KEY.public_key)
    assert signer_of(signed.note, [own]) == own


def test_a_proof_as_json_holds_all_that_a_verifier_needs(database: Database) -> None:
    project = new_project(database)
    grow(database, project, 10)

    def prove(reader: Reader) -> dict[str, object] | None:
        grant = act_as_service(project, Scope.AUDIT_READ, action="x", trail=Trail())
        return audit_tree.inclusion(reader, grant, audit_tree.checkpoint(reader, project, KEY), 4)

    proof = database.read_now(prove)
    assert proof is not None
    point = read(str(proof["note"]))
    assert checking.is_included(
        leaf=leaf_hash(bytes.fromhex(proof["entry"]["hash"])),  # type: ignore[index]
        index=3,
        size=point.size,
        path=[decode64(each) for each in proof["hashes"]],  # type: ignore[attr-defined]
        root=point.root,
    )
