"""What a log's tree proves: signed checkpoints, inclusion, consistency.

The root that is signed is the one that the head has grown with, never one that is computed from
the log afterwards: whoever alters the log does not get that signed.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from runwright import clock
from runwright.db.transaction import Reader, Tx
from runwright.trust import audit
from runwright.trust.audit_tiles import Tiles
from runwright.trust.kernel import Grant
from runwright.trust.signing import SigningKey
from runwright.trust.tree import proving, store
from runwright.trust.tree.frontier import Frontier
from runwright.trust.tree.note import (
    Checkpoint,
    VerifierKey,
    encode64,
    origin_of,
    read,
    sign,
    signer_of,
)


class Signed(NamedTuple):
    """A log's tree as it is now, signed."""

    project_id: str
    size: int
    root: bytes
    note: str
    verifier_key: str


def checkpoint(reader: Reader, project_id: str, key: SigningKey) -> Signed:
    """Sign the tree of a project's log, as it is now."""
    head = store.head(reader, project_id)
    tree = Frontier() if head is None else Frontier(head.tree_size, head.frontier)
    root = tree.root()
    note = sign(Checkpoint(origin_of(project_id), tree.size, root), key)
    return Signed(project_id, tree.size, root, note, str(verifier_key(project_id, key.public_key)))


def verifier_key(project_id: str, public_key: bytes) -> VerifierKey:
    """The public key under the name of a project's log."""
    return VerifierKey(origin_of(project_id), public_key)


def keep(tx: Tx, signed: Signed) -> None:
    """Keep a signed checkpoint; a tree that has no leaf yet is not worth it."""
    if signed.size:
        at = clock.stamp(clock.now())
        store.keep(tx, signed.project_id, signed.size, signed.note, at)


def known_keys(reader: Reader, project_id: str) -> list[dict[str, str]]:
    """Every key that has signed here, the oldest first, each since when."""
    return [
        {"verifier_key": str(verifier_key(project_id, known.public_key)), "since": known.since}
        for known in store.keys(reader)
    ]


def show(signed: Signed) -> dict[str, Any]:
    """A checkpoint as JSON."""
    return {
        "object": "audit_checkpoint",
        "size": signed.size,
        "root": encode64(signed.root),
        "note": signed.note,
        "verifier_key": signed.verifier_key,
    }


def covering(reader: Reader, project_id: str, key: SigningKey, seq: int) -> Signed | None:
    """The first checkpoint that was kept since an entry, if this key has signed it."""
    note = store.kept_since(reader, project_id, seq)
    own = verifier_key(project_id, key.public_key)
    if note is None or signer_of(note, [own]) is None:
        return None
    found = read(note)
    return Signed(project_id, found.size, found.root, note, str(own))


def inclusion(reader: Reader, grant: Grant, signed: Signed, seq: int) -> dict[str, Any] | None:
    """The proof that an entry is in the tree, as JSON; None when it is not."""
    row = store.entry(reader, grant, seq) if 0 < seq <= signed.size else None
    if row is None:
        return None
    tiles = Tiles(reader, signed.project_id, signed.size)
    return {
        "object": "audit_proof",
        "seq": seq,
        "index": seq - 1,
        "size": signed.size,
        "root": encode64(signed.root),
        "hashes": [encode64(each) for each in proving.inclusion(tiles, seq - 1, signed.size)],
        "entry": audit.public(row),
        "note": signed.note,
        "verifier_key": signed.verifier_key,
    }


def consistency(reader: Reader, signed: Signed, first: int, second: int | None) -> dict[str, Any]:
    """The proof that the tree of one size is the beginning of that of another, as JSON.

    A size of the past is not signed anew: its note is the one that was kept, if one was.
    """
    size = signed.size if second is None else second
    tiles = Tiles(reader, signed.project_id, signed.size)
    is_now = size == signed.size
    return {
        "object": "audit_consistency",
        "from": first,
        "to": size,
        "from_root": encode64(proving.root(tiles, first)),
        "to_root": encode64(signed.root if is_now else proving.root(tiles, size)),
        "hashes": [encode64(each) for each in proving.consistency(tiles, first, size)],
        "note": signed.note if is_now else store.kept(reader, signed.project_id, size),
        "verifier_key": signed.verifier_key,
    }
