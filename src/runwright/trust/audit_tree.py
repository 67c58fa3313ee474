"""What a log's tree proves: signed checkpoints, inclusion, consistency.

The root that is signed is the one that the head has grown with, never one that is computed from
the log afterwards: whoever alters the log does not get that signed. Nothing at all is signed of
a log without entries, of one that failed a verification, and of one that is shorter than it was.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from runwright import clock
from runwright.db.transaction import Reader, Tx
from runwright.errors import Internal, NotFound
from runwright.trust import audit
from runwright.trust.audit import Verification
from runwright.trust.audit_tiles import WIDTH, Tiles
from runwright.trust.kernel import Grant, act_as_service
from runwright.trust.scopes import Scope
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
from runwright.trust.tree.store import Head

REFUSED, RESUMED = "audit.signing_refused", "audit.signing_resumed"


class Signed(NamedTuple):
    """A log's tree as it is now, signed."""

    project_id: str
    size: int
    root: bytes
    note: str
    verifier_key: str


class NothingToSign(NotFound):
    """The log has no entry yet."""

    def __init__(self) -> None:
        super().__init__("This project's audit log has no entries yet: there is nothing to sign.")


class Unsignable(Internal):
    """The log is known not to be whole, so no checkpoint of it is signed."""

    def __init__(self, reason: str) -> None:
        super().__init__(
            f"The audit log is not signed any further: {reason}. "
            "The server's operator must restore it first."
        )
        self.reason = reason


def checkpoint(reader: Reader, project_id: str, key: SigningKey) -> Signed:
    """Sign the tree of a project's log, as it is now, if nothing is known against it."""
    head = store.head(reader, project_id)
    if head is not None and (reason := _objection(head)):
        raise Unsignable(reason)
    if head is None or head.tree_size == 0:
        raise NothingToSign
    tree = _grown(head)
    root = tree.root()
    note = sign(Checkpoint(origin_of(project_id), tree.size, root), key)
    return Signed(project_id, tree.size, root, note, str(verifier_key(project_id, key.public_key)))


def refuse(tx: Tx, project_id: str, found: Verification) -> None:
    """Sign a log no further, since a verification failed; the log itself says so, too."""
    where = "" if found.broken_seq is None else f"entry {found.broken_seq}: "
    store.mark(tx, project_id, f"{where}{found.reason}")
    detail = {"broken_seq": found.broken_seq, "reason": found.reason}
    act_as_service(project_id, Scope.AUDIT_READ, action=REFUSED, trail=tx, detail=detail)


def resume(tx: Tx, project_id: str) -> None:
    """Sign a log again that is whole again."""
    store.mark(tx, project_id, None)
    act_as_service(project_id, Scope.AUDIT_READ, action=RESUMED, trail=tx)


def _objection(head: Head) -> str | None:
    """Why a log must not be signed, as far as its head and what was kept of it show."""
    if head.broken is not None:
        return f"a verification failed ({head.broken})"
    # Wherever entries are counted, there are as many: the log only grows.
    recorded = max(head.last, head.seq, head.signed, head.tiles * WIDTH)
    if head.tree_size < recorded:
        return f"its tree has {head.tree_size:,} entries, and {recorded:,} are on record"
    if head.last < head.seq:
        return f"its last entry is {head.last:,}, and {head.seq:,} are on record"
    return None


def _grown(head: Head) -> Frontier:
    try:
        return Frontier(head.tree_size, head.frontier)
    except ValueError as error:
        raise Unsignable(f"its tree cannot be read ({error})") from error


def verifier_key(project_id: str, public_key: bytes) -> VerifierKey:
    """The public key under the name of a project's log."""
    return VerifierKey(origin_of(project_id), public_key)


def keep(tx: Tx, signed: Signed) -> None:
    """Keep a signed checkpoint."""
    store.keep(tx, signed.project_id, signed.size, signed.note, clock.stamp(clock.now()))


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


def last_kept(reader: Reader, project_id: str) -> str | None:
    """The newest checkpoint that was signed while the log could be."""
    kept = store.all_kept(reader, project_id)
    return kept[max(kept)] if kept else None


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
