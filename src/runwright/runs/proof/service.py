"""Making the proof of a run that has ended."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import orjson
import structlog

from runwright.db.paging import Page
from runwright.db.transaction import Reader
from runwright.errors import Internal, InvalidRequest
from runwright.runs import store, trace
from runwright.runs.outputs import steps
from runwright.runs.proof.types import JOINED_BY, PARTS, PROOF
from runwright.runs.service import check_seal, existing
from runwright.runs.types import Frozen, StoredRun
from runwright.trust import audit, audit_tree
from runwright.trust.audit_tiles import Tiles
from runwright.trust.audit_tree import Signed
from runwright.trust.caller import Caller
from runwright.trust.entries import store as entries_store
from runwright.trust.kernel import Grant
from runwright.trust.scopes import SOURCES, Scope
from runwright.trust.signing import SigningKey
from runwright.trust.tree import proving
from runwright.trust.tree import store as tree_store
from runwright.trust.tree.note import encode64

MOST_ENTRIES = 1_000
"""Far more than the work on one run leaves in the log."""
_ANY = 2**62
"""Behind the last entry of any log."""

log = structlog.get_logger()


class Proof(NamedTuple):
    """What proves a run, and the checkpoint that was signed for it, if none was there."""

    shown: dict[str, Any]
    signed: Signed | None


class RunProofs:
    """Proves runs with the server's signing key."""

    def __init__(self, signing_key: SigningKey) -> None:
        self._key = signing_key

    def prove(self, reader: Reader, caller: Caller, run_id: str) -> Proof:
        """The frozen bytes of a run, and the proof that the audit log holds their hash."""
        may_audit = caller.authorize(Scope.AUDIT_READ, action=caller.action)
        run = existing(reader, caller.grant, run_id)
        frozen = run.frozen
        if frozen is None:
            raise InvalidRequest({"id": ["must be a finished run"]})
        check_seal(run.head.id, frozen)
        rows = _life(reader, may_audit, run.head.id, frozen)
        project_id = may_audit.project(Scope.AUDIT_READ)
        kept = audit_tree.covering(reader, project_id, self._key, rows[-1].seq)
        signed = kept or audit_tree.checkpoint(reader, project_id, self._key)
        lacking = _lacking(caller, run)
        shown = {
            "object": PROOF,
            "run": run.head.id,
            "seal": {"sha256": frozen.sha256, "over": PARTS, "joined_by": JOINED_BY},
            "frozen": _texts(reader, caller, run, frozen, lacking),
            "withheld": lacking,
            "entries": _entries(reader, signed, rows),
            "note": signed.note,
            "verifier_key": signed.verifier_key,
        }
        return Proof(shown, None if kept else signed)


def scopes_of(run: StoredRun) -> list[Scope]:
    """The scopes of everything that a run was given to read."""
    asked = run.head.request
    scopes = [SOURCES[source] for source in asked.sources]
    return [*scopes, Scope.FILES_READ] if asked.files else scopes


def _lacking(caller: Caller, run: StoredRun) -> list[str]:
    return [each.value for each in scopes_of(run) if each not in caller.principal.scopes]


def _texts(
    reader: Reader, caller: Caller, run: StoredRun, frozen: Frozen, lacking: Iterable[str]
) -> dict[str, str | None]:
    shown: dict[str, str | None] = {name: getattr(frozen, name).decode() for name in PARTS}
    shown["details"] = None
    if not lacking:
        for scope in scopes_of(run):
            caller.authorize(scope)
        steps.details_of(
            reader, caller.grant, run
        )  # raises when they are not those that were frozen
        shown["details"] = (store.read_details(reader, caller.grant, run.head.id) or b"").decode()
    return shown


def _life(reader: Reader, grant: Grant, run_id: str, frozen: Frozen) -> Sequence[Any]:
    """The entries from a run's creation to its end, one of which holds the hash over it.

    A hash that was replaced together with the bytes is not the one in the log.
    """
    wanted = {"resource": run_id, "action": trace.END}
    ends = entries_store.list_audit(reader, grant, Page(limit=1), wanted).rows
    last = ends[0].seq if ends else _ANY
    rows = tree_store.entries_about(
        reader, grant, run_id, last, without=Scope.RUNS_READ, limit=MOST_ENTRIES
    )
    sealing = [row for row in rows if orjson.loads(row.detail).get(trace.SEAL) == frozen.sha256]
    if not sealing:
        log.error("frozen_run_altered", run=run_id)
        raise Internal
    if ends:
        return rows
    # It ended within its request: what came later is no part of it.
    return [row for row in rows if row.request_id == sealing[0].request_id]


def _entries(reader: Reader, signed: Signed, rows: Iterable[Any]) -> list[dict[str, Any]]:
    tiles = Tiles(reader, signed.project_id, signed.size)
    return [
        {
            "entry": audit.public(row),
            "hashes": list(map(encode64, proving.inclusion(tiles, row.seq - 1, signed.size))),
        }
        for row in rows
    ]
