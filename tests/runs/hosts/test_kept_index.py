"""What the server takes its computing processes to have kept."""

from __future__ import annotations

from runwright.context.types import Gathering
from runwright.minds.types import Read
from runwright.runs.hosts.kept_index import MOST_KEYS, KeptIndex, KeptRead
from runwright.trust.kernel import Grant, Trail, act_as_service
from runwright.trust.scopes import Scope

READ = Read("finance", ((Gathering(whole=True),),))
KEPT = KeptRead(frozenset({"file_1"}), is_large=False)


def grant(project: str = "proj_1") -> Grant:
    entries = Trail()
    return act_as_service(project, Scope.FINANCE_READ, action="context.fetch", trail=entries)


def test_what_a_process_kept_is_found_while_the_source_stays_as_it_is() -> None:
    index = KeptIndex()
    key = index.key_of(grant(), READ, 1)
    assert key is not None
    assert index.find(key) is None
    index.note(key, KEPT)
    assert index.find(key) == KEPT
    changed = index.key_of(grant(), READ, 2)
    assert changed is not None
    assert index.find(changed) is None


def test_no_key_from_before_an_erasure_is_good_after_it() -> None:
    index = KeptIndex()
    key, other = index.key_of(grant(), READ, 1), index.key_of(grant("proj_2"), READ, 1)
    assert key is not None
    assert other is not None
    index.note(key, KEPT)
    index.note(other, KEPT)
    index.forget("proj_1")
    assert index.find(key) is None
    assert not index.is_current(key)
    index.note(key, KEPT)
    assert index.find(key) is None
    assert index.find(other) == KEPT


def test_where_others_may_erase_nothing_has_a_key() -> None:
    assert KeptIndex(is_on=False).key_of(grant(), READ, 1) is None


def test_searches_have_no_key() -> None:
    assert KeptIndex().key_of(grant(), Read("finance", ((Gathering(text="rent"),),)), 1) is None


def test_the_oldest_keys_are_dropped_when_there_are_many() -> None:
    index = KeptIndex()
    keys = [index.key_of(grant(), READ, n) for n in range(MOST_KEYS + 1)]
    for key in keys:
        assert key is not None
        index.note(key, KEPT)
    assert [key is not None and index.find(key) is not None for key in (keys[0], keys[-1])] == [
        False,
        True,
    ]
