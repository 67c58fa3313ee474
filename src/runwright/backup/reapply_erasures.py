"""Erasing again what a restored copy brought back, by the same services as over the API."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

import structlog

from runwright.access import keys
from runwright.agents import networks
from runwright.agents import service as agents
from runwright.backup.changes_since import Erasure
from runwright.backup.originals import completed
from runwright.config import Settings
from runwright.db.transaction import Tx
from runwright.errors import AlreadyDeleted, NotFound
from runwright.events.webhooks import service as webhooks
from runwright.files.service import Files
from runwright.prepare import Prepared, prepare
from runwright.runs import erase as runs
from runwright.runs.erase import Readers
from runwright.trust.kernel import Grant, act_as_service
from runwright.trust.scopes import Scope

REASON = "erased again after a restore"
Delete = Callable[[Tx, Grant, str], object]

log = structlog.get_logger()


class Outcome(NamedTuple):
    """What became of the erasures."""

    erased: int
    failed: tuple[str, ...]
    """The ids of what is still there."""


def reapply_erasures(settings: Settings, wanted: Sequence[Erasure]) -> Outcome:
    """Erase things that are there again; those that are not need nothing."""
    prepared = prepare(settings, with_first_key=False)
    try:
        return completed(prepared.blobs, _Reapplying(prepared).erase_all(wanted))
    finally:
        prepared.database.close()


class _Reapplying:
    """Erases as the service itself: no key takes part."""

    def __init__(self, prepared: Prepared) -> None:
        self._database = prepared.database
        self._files = Files(
            database=prepared.database,
            blobs=prepared.blobs,
            context=prepared.context,
            readers=Readers(prepared.catalog),
            queue_limit=0,
            wake_worker=lambda: None,
        )
        self._deletes: Mapping[str, tuple[Scope, Delete]] = {
            "runs": (Scope.RUNS_WRITE, partial(runs.delete, catalog=prepared.catalog)),
            "files": (Scope.FILES_WRITE, self._files.delete),
            "keys": (Scope.KEYS_WRITE, keys.revoke),
            "agents": (Scope.AGENTS_WRITE, agents.delete),
            "networks": (Scope.NETWORKS_WRITE, networks.delete),
            "webhooks": (Scope.WEBHOOKS_WRITE, webhooks.delete),
        }

    async def erase_all(self, wanted: Sequence[Erasure]) -> Outcome:
        erased, failed = 0, list[str]()
        for each in dict.fromkeys(wanted):
            try:
                await self._erase(each)
                erased += 1
            except (NotFound, AlreadyDeleted):
                continue
            except Exception:
                # What is left must be told of, all of it.
                log.exception("not_erased_again", erasure=each.id)
                failed.append(each.id)
        return Outcome(erased, tuple(failed))

    async def _erase(self, erasure: Erasure) -> None:
        scope, delete = self._deletes[erasure.noun]

        def erase(tx: Tx) -> Grant:
            grant = act_as_service(
                erasure.project,
                scope,
                action=f"{erasure.noun}.delete",
                trail=tx,
                resource=erasure.id,
                detail={"reason": REASON},
            )
            delete(tx, grant, erasure.id)
            return grant

        grant = await self._database.write(erase)
        if erasure.noun == "files":
            await self._files.finish_deletion(grant, erasure.id)
