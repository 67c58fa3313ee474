"""Erasing again what a restored copy brought back, by the very calls that erase over HTTP."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import httpx

from runwright import clock, ids
from runwright.api.changes import VERSIONS
from runwright.app import create_app
from runwright.backup.originals import completed
from runwright.backup.since import Erasure
from runwright.config import Settings
from runwright.db.transaction import Tx
from runwright.prepare import Prepared, prepare
from runwright.trust import secrets, store
from runwright.trust.kernel import act_as_service
from runwright.trust.scopes import ALL, Scope
from runwright.trust.types import Key

NAME = "erasing again after a restore"
_ANY_RATE = 999_999_999
"""A key may only revoke keys that are not quicker than itself."""
GONE = (404, 409)
"""Not there, or deleted before."""


class Outcome(NamedTuple):
    """What became of the erasures."""

    erased: int
    failed: tuple[str, ...]


class _Nobody:
    """No background work goes on meanwhile."""

    async def start(self) -> None:
        """See `app.Background`."""

    async def stop(self) -> None:
        """See `app.Background`."""

    def wake(self) -> None:
        """See `app.Background`."""

    def busy(self) -> int:
        """See `app.Background`."""
        return 0


def erase_again(settings: Settings, wanted: Sequence[Erasure]) -> Outcome:
    """Erase things that are there again; those that are not need nothing."""
    quiet = settings.model_copy(update={"log_level": "error"})
    prepared = prepare(quiet, with_first_key=False)
    try:
        return completed(prepared.blobs, _erase(quiet, prepared, wanted))
    finally:
        prepared.database.close()


async def _erase(settings: Settings, prepared: Prepared, wanted: Sequence[Erasure]) -> Outcome:
    transport = httpx.ASGITransport(app=create_app(settings, prepared, _Nobody()))
    erased, failed = 0, list[str]()
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        for project in sorted({erasure.project for erasure in wanted}):
            key_id, secret = await prepared.database.write(partial(_add_key, project=project))
            headers = {"Authorization": f"Bearer {secret}"}
            for path in dict.fromkeys(each.path for each in wanted if each.project == project):
                answer = await client.delete(path, headers=headers)
                if answer.is_success:
                    erased += 1
                elif answer.status_code not in GONE:
                    failed.append(path)
            answer = await client.delete(f"/v1/keys/{key_id}", headers=headers)
            if not answer.is_success:
                failed.append(f"/v1/keys/{key_id}")
    return Outcome(erased, tuple(failed))


def _add_key(tx: Tx, project: str) -> tuple[str, str]:
    """A key of its own for the erasures of a project: its id and its secret."""
    secret = secrets.new_secret()
    key = Key(
        id=ids.new("key"),
        project_id=project,
        name=NAME,
        scopes=ALL,
        rate_limit=_ANY_RATE,
        version=VERSIONS.newest,
        created_at=clock.stamp(clock.now()),
    )
    act_as_service(
        project, Scope.KEYS_WRITE, action="keys.create", record=tx.audit, resource=key.id
    )
    store.add_key(tx, key, secrets.digest(secret))
    return key.id, secret
