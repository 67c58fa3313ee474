"""Carries a background run on: context, steps, result, each stored as it happens.

The trace is the journal. A run that was interrupted goes on behind its last stored entry, on
any worker, and never does a recorded step twice. Each claim raises the run's fence; a write
under an older fence is refused. The run acts with its key's scopes as they are at each fetch and
step. When it is cancelled or deleted, what is still done for it here stops at once.
"""

from __future__ import annotations

import asyncio

import structlog

from runwright.config import Settings
from runwright.context.service import Context
from runwright.db.database import Database
from runwright.errors import AlreadyDeleted, Internal, Problem, RateLimited, ScopeDenied
from runwright.jobs.compute_process import CallFailed, Child
from runwright.jobs.types import Job
from runwright.models.catalog import Catalog
from runwright.runs import store
from runwright.runs.follow import Hub
from runwright.runs.hosts import claiming
from runwright.runs.hosts.fetch import Fetch
from runwright.runs.hosts.model_calls import Language, Unanswered
from runwright.runs.hosts.orphans import fail
from runwright.runs.hosts.worker import WorkerHost, Workshop
from runwright.runs.inputs import attachments
from runwright.runs.loop import execute

log = structlog.get_logger()


class Executor:
    """Handles jobs of the kind `run`."""

    def __init__(
        self,
        *,
        settings: Settings,
        catalog: Catalog,
        database: Database,
        child: Child,
        context: Context,
        hub: Hub,
        language: Language,
    ) -> None:
        self._workshop = Workshop(
            catalog=catalog,
            database=database,
            child=child,
            fetch=Fetch(context),
            hub=hub,
            language=language,
            default_rate=settings.rate_limit,
            answer_seconds=settings.answer_seconds,
        )
        self._held: dict[str, int] = {}
        """By job: the fence under which its run was claimed here."""

    async def carry_on(self, job: Job) -> bool:
        """Bring one run to its end, or to the point where somebody else has it.

        True when it was completed here, and every job for it ended with it.
        """
        is_completed = False
        try:
            with self._workshop.hub.carrying(job.subject):
                is_completed = await self._carry_on(job)
        except asyncio.CancelledError:
            log.info("run_left", run=job.subject)
            self._held.pop(job.id, None)
            raise
        except attachments.StillReading:
            self._held.pop(job.id, None)
            raise
        except store.Fenced:
            log.info("run_fenced", run=job.subject)
        except (ScopeDenied, AlreadyDeleted, RateLimited) as problem:
            await self.give_up(job, problem)
        except Unanswered as unanswered:
            await self.give_up(job, unanswered.problem)
        except CallFailed as failed:
            log.error("step_failed", run=job.subject, reason=str(failed))
            await self.give_up(job, Internal())
        self._held.pop(job.id, None)
        return is_completed

    async def _carry_on(self, job: Job) -> bool:
        shop = self._workshop
        claimed = await shop.database.write(
            lambda tx: claiming.claim(tx, job, shop.catalog, shop.default_rate)
        )
        if claimed is None:
            return False
        self._held[job.id] = claimed.claim.fence
        host = await asyncio.to_thread(WorkerHost, shop, claimed)
        await host.read_given()
        await host.complete(await execute(host))
        return True

    async def give_up(self, job: Job, problem: Problem) -> None:
        """End a run that cannot go on, unless somebody else has it now."""
        held, shop = self._held.pop(job.id, None), self._workshop
        try:
            await shop.database.write(lambda tx: fail(tx, shop.catalog, job, problem, held))
            shop.hub.changed(job.subject)
        except store.Fenced:
            log.info("run_fenced", run=job.subject)
