"""Gives the items of a file their vectors, in the background, in the computing child process.

Text is searchable before; each chunk of vectors makes more of it findable by meaning.
"""

from __future__ import annotations

import base64
from functools import partial
from itertools import groupby

import structlog

from runwright import clock
from runwright.context.index import embedder, store
from runwright.context.index.store import Unembedded
from runwright.db.database import Database
from runwright.db.transaction import Tx
from runwright.errors import Problem
from runwright.jobs import store as jobs_store
from runwright.jobs.compute_process import Child
from runwright.jobs.types import Job
from runwright.trust.kernel import Grant, act_as_service
from runwright.trust.scopes import Scope

JOB_KIND = "embed"
AT_ONCE = 16
QUEUED_AT_ONCE = 200
FUNCTION = f"{embedder.__name__}:embed_in_child"

log = structlog.get_logger()


class Embedding:
    """Handles jobs of the kind `embed`, whose subject is a file."""

    def __init__(self, *, database: Database, child: Child, is_wanted: bool = True) -> None:
        self._database = database
        self._child = child
        self._is_wanted = is_wanted

    async def carry_on(self, job: Job) -> None:
        """Embed until every item of the file has a vector."""
        if not self._is_wanted:
            log.info("not_embedded", file=job.subject, meaning="search is by words alone")
        elif not embedder.is_available():
            log.warning("embedder_missing", file=job.subject, meaning="search is by words alone")
        else:
            # On record before anything is read.
            grant = await self._database.write(partial(_may_embed, job.project_id, job.subject))
            while items := await self._waiting(grant, job.subject):
                await self._embed(grant, items)
        await self._database.write(lambda tx: jobs_store.finish(tx, job))

    async def renew(self) -> bool:
        """Queue what has vectors of another recipe on one shelf; False when there is none.

        Until its turn comes an item is found by its words.
        """
        can_embed = self._is_wanted and embedder.is_available()
        shelf = await self._database.read(store.outdated) if can_embed else None
        if shelf is None:
            return False
        project_id, source = shelf
        log.info("vectors_outdated", project=project_id, source=source)
        last: str | None = ""
        while last is not None:
            last = await self._database.write(partial(_queue_some, project_id, source, last))
        return True

    async def give_up(self, job: Job, problem: Problem) -> None:  # noqa: ARG002 - the protocol of handlers
        """The items stay findable by their words."""
        log.error("embedding_given_up", file=job.subject)
        await self._database.write(lambda tx: jobs_store.finish(tx, job))

    async def _waiting(self, grant: Grant, file_id: str) -> list[Unembedded]:
        return await self._database.read(
            lambda reader: store.without_vector(reader, grant, file_id, AT_ONCE)
        )

    async def _embed(self, grant: Grant, items: list[Unembedded]) -> None:
        texts = [embedder.passage_text(item.title, item.text) for item in items]
        reply = await self._child.call(FUNCTION, {"texts": texts})
        vectors = [base64.b64decode(text) for text in reply["vectors"]]
        together = list(zip(items, vectors, strict=True))

        def add(tx: Tx) -> None:
            for source, pairs in groupby(together, key=lambda pair: pair[0].source):
                store.add_vectors(tx, grant, source, [(item.number, v) for item, v in pairs])

        await self._database.write(add)


def _may_embed(project_id: str, file_id: str | None, tx: Tx) -> Grant:
    return act_as_service(
        project_id, Scope.FILES_WRITE, action="files.embed", trail=tx, resource=file_id
    )


def _queue_some(project_id: str, source: str, after: str, tx: Tx) -> str | None:
    """Queue the next files of a shelf; the last of them, or None when all are queued."""
    grant = _may_embed(project_id, None, tx)
    files = store.files_on(tx, grant, source, after, QUEUED_AT_ONCE)
    for file_id in files:
        jobs_store.add(tx, JOB_KIND, project_id, file_id, clock.stamp(clock.now()))
    if len(files) == QUEUED_AT_ONCE:
        return files[-1]
    store.is_up_to_date(tx, grant, source)
    return None
