"""What remains to be erased when a file's rows are gone: words in the index, original bytes.

Deleting a file queues this as a job in the same transaction and then does it at once; the job is
there for the case that the process ends in between.
"""

from __future__ import annotations

from collections.abc import Sequence

import structlog

from runwright.context.index import store as index_store
from runwright.db.database import Database
from runwright.db.transaction import Reader, Tx
from runwright.errors import Problem
from runwright.files import store
from runwright.files.blobs import Blobs
from runwright.jobs import store as jobs_store
from runwright.jobs.types import Job
from runwright.trust.kernel import Grant, Trail, act_as_service
from runwright.trust.scopes import Scope

JOB_KIND = "erase"
AT_ONCE = 32
ORPHAN_SECONDS = 3_600.0
"""An upload of another process may have its bytes and not yet its row; it never takes so long."""
ANY_AGE = -86_400.0
"""For who is alone: also what a clock that went back has dated into the future."""
_KEYS_AT_ONCE = 500

log = structlog.get_logger()


async def take_out_of_index(database: Database, grant: Grant, file_id: str) -> None:
    """Remove an erased file's words from the index, a few items a transaction."""
    while await database.write(
        lambda tx: index_store.take_out_of_index(tx, grant, file_id, AT_ONCE)
    ):
        continue


class Eraser:
    """Handles jobs of the kind `erase`, whose subject is a file that was deleted."""

    def __init__(self, *, database: Database, blobs: Blobs) -> None:
        self._database = database
        self._blobs = blobs

    async def carry_on(self, job: Job) -> None:
        """Finish an erasure that was begun."""
        entries = Trail()
        grant = act_as_service(
            job.project_id,
            Scope.FILES_WRITE,
            action="files.erase",
            trail=entries,
            resource=job.subject,
        )
        await self.erase(grant, job.project_id, job.subject)

        def finish(tx: Tx) -> None:
            tx.audit(*entries)
            jobs_store.finish(tx, job)

        await self._database.write(finish)

    async def give_up(self, job: Job, problem: Problem) -> None:
        """Never: what was promised to be erased is tried again for as long as it takes."""
        log.error("erasure_unfinished", file=job.subject, reason=problem.message)

    async def erase(self, grant: Grant, project_id: str, file_id: str) -> None:
        """Words, then bytes; each may be gone already."""
        await take_out_of_index(self._database, grant, file_id)
        await self._blobs.delete(f"{project_id}/{file_id}")

    async def sweep(self, older_than: float = ORPHAN_SECONDS) -> int:
        """Erase bytes that belong to no file: an upload ended between its bytes and its row."""
        erased, keys = 0, list[str]()
        async for key in self._blobs.older_than(older_than):
            keys.append(key)
            if len(keys) == _KEYS_AT_ONCE:
                erased += await self._erase_orphans(keys)
                keys = []
        return erased + await self._erase_orphans(keys)

    async def _erase_orphans(self, keys: Sequence[str]) -> int:
        orphans = await self._database.read(
            lambda reader: [key for key in keys if not _has_file(reader, key)]
        )
        for key in orphans:
            await self._blobs.delete(key)
        return len(orphans)


def _has_file(reader: Reader, key: str) -> bool:
    project_id, _, file_id = key.partition("/")
    return store.exists(reader, project_id, file_id)
