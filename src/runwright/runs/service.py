"""What happens to a run on request: create, read, list, cancel, delete."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple, TypeVar

import structlog

from runwright import ids
from runwright.api.idempotency import Once
from runwright.api.parsing import Errors
from runwright.config import Settings
from runwright.context.service import Context
from runwright.db.database import Database
from runwright.db.paging import Page
from runwright.db.transaction import Reader, Tx
from runwright.errors import Internal
from runwright.files import store as files_store
from runwright.jobs import store as jobs_store
from runwright.models.catalog import Catalog
from runwright.runs import erase, store, trace
from runwright.runs.create import Creator
from runwright.runs.erase import WHAT
from runwright.runs.finish import stop
from runwright.runs.follow import Follower, Hub
from runwright.runs.hosts.computing import Computing
from runwright.runs.hosts.model_calls import Language
from runwright.runs.hosts.request import Order
from runwright.runs.listing import show
from runwright.runs.listing import store as listing
from runwright.runs.listing.show import Expander, NameOf, Shown
from runwright.runs.listing.types import RunsQuery
from runwright.runs.listing.words import store as words_store
from runwright.runs.outputs import steps
from runwright.runs.outputs.evidence import show as evidence
from runwright.runs.outputs.evidence import store as evidence_store
from runwright.runs.plans.planner import Planner
from runwright.runs.types import CreateRun, Frozen, StoredRun
from runwright.trust import erasures
from runwright.trust import store as trust_store
from runwright.trust.budgets import holders_of
from runwright.trust.caller import Caller
from runwright.trust.kernel import Grant

FILTERS = (
    *("status", "model", "agent", "network", "key", "file", "previous_run"),
    *("created_after", "created_before"),
)
NAMED = {
    "agent": ("ag", "an agent"),
    "network": ("net", "a network"),
    "file": ("file", "a file"),
    "key": ("key", "a key"),
    "previous_run": ("run", "a run"),
}
"""Filters that name a thing: the prefix of its ids, and what it is."""

T = TypeVar("T")
log = structlog.get_logger()


class RunBytes(NamedTuple):
    """A run as it is shown."""

    body: bytes
    snapshot: str
    """The snapshot that ran it."""


class Runs:
    """The service of this noun."""

    def __init__(  # noqa: PLR0913 - its parts, by name, in one place
        self,
        *,
        settings: Settings,
        catalog: Catalog,
        context: Context,
        database: Database,
        hub: Hub,
        language: Language,
        planner: Planner,
        computing: Computing,
        wake_worker: Callable[[], None],
        agent_is_there: Callable[[Reader, str, str], bool],
        network_is_there: Callable[[Reader, str, str], bool],
        name_of: NameOf,
    ) -> None:
        self.catalog = catalog
        self._agent_is_there = agent_is_there
        self._network_is_there = network_is_there
        self._expander = Expander(name_of, settings.currency)
        self._hub = hub
        self.follower = Follower(database, hub)
        self.creator = Creator(
            settings=settings,
            catalog=catalog,
            context=context,
            database=database,
            language=language,
            planner=planner,
            computing=computing,
            follower=self.follower,
            wake_worker=wake_worker,
        )

    async def create(self, caller: Caller, asked: CreateRun, once: Once[T]) -> T:
        """Make a run on the model that the caller names."""
        holders = holders_of(caller.principal)
        return await self.creator.create(caller, Order(asked.model, asked, holders=holders), once)

    # Read ----------------------------------------------------------------------------------

    def read(
        self, tx: Tx, grant: Grant, run_id: str, *, with_trace: bool, expand: Collection[str]
    ) -> RunBytes:
        """One run, with or without its trace, and the snapshot that ran it."""
        row = store.read_frozen(tx, grant, run_id) if is_run_id(run_id) else None
        if row is None:
            raise erasures.absent(tx, grant, run_id, WHAT)
        if row.body is None:
            body = _running(tx, grant, run_id, with_trace)
        else:
            check_seal(run_id, row)
            body = trace.with_trace(row.body, row.trace) if with_trace else row.body
        if expand:
            shown = [Shown(existing(tx, grant, run_id), body)]
            (body,) = self._expander.expanded(tx, grant, shown, expand)
        return RunBytes(body, row.snapshot)

    def filters_of(self, grant: Grant, query: RunsQuery) -> dict[str, Any]:
        """What a list of runs is narrowed by; parts of networks' runs must be asked for."""
        filters = {n: value for n in FILTERS if (value := getattr(query, n)) is not None}
        if query.answered is not None:
            filters["answered"] = int(query.answered)
        if query.q is not None:
            filters |= words_store.filters_for(grant, query.q)
        if not (query.children or query.agent):
            filters["is_whole"] = True
        return filters

    def absent(self, reader: Reader, grant: Grant, given: Mapping[str, Any]) -> Errors:
        """What runs are listed by and what is not there."""
        project_id = grant.project(grant.scope)
        is_there: dict[str, Callable[[str], bool]] = {
            "agent": lambda named: self._agent_is_there(reader, project_id, named),
            "network": lambda named: self._network_is_there(reader, project_id, named),
            "file": lambda named: files_store.exists(reader, project_id, named),
            "key": lambda named: trust_store.key_was_there(reader, grant, named),
            "previous_run": lambda named: store.read_frozen(reader, grant, named) is not None,
        }
        return {
            name: [f"must be the id of {noun} of this project"]
            for name, (prefix, noun) in NAMED.items()
            if (value := given.get(name)) is not None
            and not (ids.is_id(value, prefix) and is_there[name](value))
        }

    def list(
        self,
        reader: Reader,
        grant: Grant,
        page: Page,
        filters: Mapping[str, Any],
        metadata: Mapping[str, str],
        expand: Collection[str],
    ) -> bytes:
        """A page of the runs that pass some filters, as JSON."""
        found = listing.list_runs(reader, grant, page, filters, metadata)
        shown = [Shown(run, _body(run)) for run in found.rows]
        return show.page(found, self._expander.expanded(reader, grant, shown, expand))

    # Change --------------------------------------------------------------------------------

    def cancel(self, tx: Tx, grant: Grant, run_id: str) -> bytes:
        """Stop a running run at once; a finished one stays as it is."""
        run = store.hold(tx, grant, run_id) if is_run_id(run_id) else None
        if run is None:
            raise erasures.absent(tx, grant, run_id, WHAT)
        if run.frozen is not None:
            check_seal(run.head.id, run.frozen)
            return run.frozen.body
        for child_id in run.head.children:
            child = store.hold(tx, grant, child_id)
            if child is not None and child.frozen is None:
                self._cancel_in(tx, grant, child)
        return self._cancel_in(tx, grant, run).body

    def _cancel_in(self, tx: Tx, grant: Grant, run: StoredRun) -> Frozen:
        jobs_store.drop(tx, run.head.id)
        frozen = stop(tx, grant, run, self.catalog, "cancelled")
        tx.after_commit(lambda: self._hub.ended(run.head.id))
        return frozen

    def delete(self, tx: Tx, grant: Grant, run_id: str) -> None:
        """Erase a run: its record, its trace, its journal and every stored answer about it."""
        gone = erase.delete(tx, grant, run_id, self.catalog)
        tx.after_commit(lambda: self._hub.all_ended(gone))


def timeline(reader: Reader, grant: Grant, run_id: str) -> bytes:
    """When each entry of a run's trace happened, as JSON."""
    run = existing(reader, grant, run_id)
    if run.frozen is not None:
        check_seal(run.head.id, run.frozen)
        return run.frozen.timeline
    records = store.read_records(reader, grant, run.head.id)
    return trace.timeline(run.head, records, trace.details(records))


def sources(reader: Reader, caller: Caller, run_id: str) -> list[dict[str, Any]]:
    """What a run's answer rests on."""
    run = existing(reader, caller.grant, run_id)
    found = evidence_store.read_sources(reader, caller.grant, run.head.id)
    return evidence.show(reader, caller, found)


def typed_answer(reader: Reader, grant: Grant, run_id: str) -> dict[str, Any]:
    """A run's answer, part by part."""
    run = existing(reader, grant, run_id)
    kept = steps.details_of(reader, grant, run)
    return {
        "object": "answer",
        "run": run.head.id,
        "status": run.status,
        "answered": kept["answered"],
        "parts": kept["answer"],
    }


def shown(reader: Reader, grant: Grant, run_id: str) -> bytes | None:
    """A run that has ended, as events show it: without its trace."""
    row = store.read_frozen(reader, grant, run_id)
    if row is None or row.body is None:
        return None
    check_seal(run_id, row)
    body: bytes = row.body
    return body


def is_run_id(text: str) -> bool:
    """Whether a path could name a run at all; nothing else reaches the database."""
    return ids.is_id(text, "run")


def existing(reader: Reader, grant: Grant, run_id: str) -> StoredRun:
    """The run with an id; `NotFound` or `AlreadyDeleted` when there is none."""
    run = store.read(reader, grant, run_id) if is_run_id(run_id) else None
    if run is None:
        raise erasures.absent(reader, grant, run_id, WHAT)
    return run


def _running(tx: Tx, grant: Grant, run_id: str, with_trace: bool) -> bytes:
    run = store.read(tx, grant, run_id)
    if run is None:
        raise erasures.absent(tx, grant, run_id, WHAT)
    body = trace.body(run.head, "running", run.steps_used)
    if not with_trace:
        return body
    return trace.with_trace(body, trace.trace(store.read_records(tx, grant, run_id)))


def check_seal(run_id: str, frozen: Any) -> None:
    """What is not what was frozen is never shown as if it were."""
    if trace.seal(frozen.body, frozen.trace, frozen.timeline) != frozen.sha256:
        log.error("frozen_run_altered", run=run_id)
        raise Internal


def _body(run: StoredRun) -> bytes:
    """A run as lists show it: without its trace."""
    if run.frozen is None:
        return trace.body(run.head, "running", run.steps_used)
    check_seal(run.head.id, run.frozen)
    return run.frozen.body
