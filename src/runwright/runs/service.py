"""What happens to a run on request: create, read, list, cancel, delete."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import structlog

from runwright import ids
from runwright.api.call import Answer, Call, Stream, answer
from runwright.api.parsing import Errors
from runwright.config import Settings
from runwright.context.service import Context
from runwright.db.database import Database
from runwright.db.transaction import Reader, Tx
from runwright.errors import Internal, InvalidRequest
from runwright.jobs import store as jobs_store
from runwright.models.catalog import Catalog
from runwright.models.types import Snapshot
from runwright.runs import erase, steps, store, trace
from runwright.runs.create import Creator
from runwright.runs.erase import WHAT
from runwright.runs.evidence import show as evidence
from runwright.runs.evidence import store as evidence_store
from runwright.runs.finish import stop
from runwright.runs.follow import Follower, Hub, last_seen, wanted_wait
from runwright.runs.hosts.computing import Computing
from runwright.runs.hosts.request import Order
from runwright.runs.listing import show
from runwright.runs.listing import store as listing
from runwright.runs.listing.show import Expander, NameOf, Shown
from runwright.runs.listing.types import RunsQuery
from runwright.runs.plans.language import Language
from runwright.runs.plans.planner import Planner
from runwright.runs.types import Frozen, StoredRun
from runwright.runs.words import store as words_store
from runwright.trust import erasures
from runwright.trust.budgets import holders_of
from runwright.trust.kernel import Grant

FILTERS = (
    *("status", "model", "agent", "network", "key", "file"),
    *("created_after", "created_before"),
)
NAMED = {
    "agent": ("ag", "an agent"),
    "network": ("net", "a network"),
    "file": ("file", "a file"),
    "key": ("key", "a key"),
}
"""Filters that name a thing: the prefix of its ids, and what it is."""

log = structlog.get_logger()


class Runs:
    """The service of this noun."""

    def __init__(
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
        self._expander = Expander(name_of)
        self._hub = hub
        self._follower = Follower(database, hub)
        self.creator = Creator(
            settings=settings,
            catalog=catalog,
            context=context,
            language=language,
            planner=planner,
            computing=computing,
            follower=self._follower,
            wake_worker=wake_worker,
        )

    async def create(self, call: Call) -> Answer:
        """Make a run on the model that the caller names."""
        holders = holders_of(call.principal)
        return await self.creator.create(call, Order(call.body.model, call.body, holders=holders))

    # Read ----------------------------------------------------------------------------------

    async def read(self, call: Call) -> tuple[Answer, Snapshot | None]:
        """One run, with or without its trace, and the snapshot that ran it."""
        run_id, with_trace = call.path["id"], call.query.include_trace
        expand = call.query.expand
        snapshots: list[str] = []
        wait = wanted_wait(call.headers.get(b"prefer", b""))
        if wait and is_run_id(run_id):
            await self._follower.until_ended(call.grant, run_id, wait)

        def read_run(tx: Tx) -> Answer:
            row = store.read_frozen(tx, call.grant, run_id) if is_run_id(run_id) else None
            if row is None:
                raise erasures.absent(tx, call.grant, run_id, WHAT)
            snapshots.append(row.snapshot)
            if row.body is None:
                return Answer(body=_running(tx, call.grant, run_id, with_trace))
            check_seal(run_id, row)
            body = trace.with_trace(row.body, row.trace) if with_trace else row.body
            return Answer(body=body)

        def read_expanded(tx: Tx) -> Answer:
            found = read_run(tx)
            if not expand:
                return found
            shown = [Shown(existing(tx, call.grant, call.path["id"]), found.body)]
            (body,) = self._expander.expanded(tx, call.grant, shown, expand)
            return Answer(body=body)

        found = await call.commit(read_expanded)
        if wait:
            found = replace(found, headers=((b"preference-applied", b"wait=%d" % wait),))
        return found, self.catalog.resolve(snapshots[-1])

    async def events(self, call: Call) -> Answer:
        """A stream of what happens to a run, until it ends."""
        header = call.headers.get(b"last-event-id") or b"0"
        seen = last_seen(header)
        if seen is None:
            raise InvalidRequest({"Last-Event-ID": ["must be the number of an event"]})
        run = await call.read(lambda reader: existing(reader, call.grant, call.path["id"]))
        return Answer(
            body=b"",
            headers=((b"x-accel-buffering", b"no"),),
            stream=Stream(
                pieces=self._follower.events(call.grant, run.head.id, seen),
                length=None,
                content_type=b"text/event-stream",
            ),
        )

    async def timeline(self, call: Call) -> Answer:
        """When each entry of a run's trace happened."""

        def read_timeline(tx: Tx) -> Answer:
            run = existing(tx, call.grant, call.path["id"])
            if run.frozen is not None:
                check_seal(run.head.id, run.frozen)
                return Answer(body=run.frozen.timeline)
            records = store.read_records(tx, call.grant, run.head.id)
            return Answer(body=trace.timeline(run.head, records, trace.details(records)))

        return await call.commit(read_timeline)

    async def sources(self, call: Call) -> Answer:
        """What a run's answer rests on."""

        def read_sources(reader: Reader) -> Answer:
            run = existing(reader, call.grant, call.path["id"])
            found = evidence_store.read_sources(reader, call.grant, run.head.id)
            return answer({"object": "list", "data": evidence.show(reader, call.caller, found)})

        return await call.read(read_sources)

    async def steps(self, call: Call) -> Answer:
        """What each step of a run did."""

        def read_steps(reader: Reader) -> Answer:
            shown = steps.show_steps(
                reader, call.caller, existing(reader, call.grant, call.path["id"])
            )
            return answer({"object": "list", "data": shown})

        return await call.read(read_steps)

    async def answer(self, call: Call) -> Answer:
        """A run's answer, part by part."""

        def read_answer(reader: Reader) -> Answer:
            run = existing(reader, call.grant, call.path["id"])
            kept = steps.details_of(reader, call.grant, run)
            return answer(
                {
                    "object": "answer",
                    "run": run.head.id,
                    "status": run.status,
                    "answered": kept["answered"],
                    "parts": kept["answer"],
                }
            )

        return await call.read(read_answer)

    async def list(self, call: Call) -> Answer:
        """A page of runs; parts of a network's runs are left out unless they are asked for."""
        query: RunsQuery = call.query
        filters = {n: value for n in FILTERS if (value := getattr(query, n)) is not None}
        if query.answered is not None:
            filters["answered"] = int(query.answered)
        errors: Errors = {}
        await self.look_up(call, filters, errors)
        if errors:
            raise InvalidRequest(errors)
        if query.q is not None:
            filters |= words_store.filters_for(call.grant, query.q)
        if not (query.children or query.agent):
            filters["is_whole"] = True
        return await self.list_some(call, call.grant, filters)

    async def look_up(self, call: Call, given: Mapping[str, Any], errors: Errors) -> None:
        """Name what runs are listed by and what is not there."""
        if NAMED.keys() & given.keys():
            errors |= await call.read(lambda reader: self._absent(reader, call, given))

    def _absent(self, reader: Reader, call: Call, given: Mapping[str, Any]) -> Errors:
        grant, project_id = call.grant, call.principal.project_id
        is_there: dict[str, Callable[[str], bool]] = {
            "agent": lambda named: self._agent_is_there(reader, project_id, named),
            "network": lambda named: self._network_is_there(reader, project_id, named),
            "file": lambda named: listing.file_is_there(reader, grant, named),
            "key": lambda named: listing.key_was_there(reader, grant, named),
        }
        return {
            name: [f"must be the id of {noun} of this project"]
            for name, (prefix, noun) in NAMED.items()
            if (value := given.get(name)) is not None
            and not (ids.is_id(value, prefix) and is_there[name](value))
        }

    async def list_some(self, call: Call, grant: Grant, filters: Mapping[str, Any]) -> Answer:
        """A page of the runs that pass some filters."""
        query = call.query

        def read_page(reader: Reader) -> Answer:
            found = listing.list_runs(reader, grant, query.page(), filters, query.metadata)
            shown = [Shown(run, _body(run)) for run in found.rows]
            bodies = self._expander.expanded(reader, grant, shown, query.expand)
            return Answer(body=show.page(found, bodies))

        return await call.read(read_page)

    # Change --------------------------------------------------------------------------------

    async def cancel(self, call: Call) -> Answer:
        """Stop a running run at once; a finished one stays as it is."""
        run_id = call.path["id"]

        def cancel_run(tx: Tx) -> Answer:
            run = store.hold(tx, call.grant, run_id) if is_run_id(run_id) else None
            if run is None:
                raise erasures.absent(tx, call.grant, run_id, WHAT)
            if run.frozen is not None:
                check_seal(run.head.id, run.frozen)
                return Answer(body=run.frozen.body)
            for child_id in run.head.children:
                child = store.hold(tx, call.grant, child_id)
                if child is not None and child.frozen is None:
                    self._cancel_in(tx, call.grant, child)
            return Answer(body=self._cancel_in(tx, call.grant, run).body)

        return await call.commit(cancel_run)

    def _cancel_in(self, tx: Tx, grant: Grant, run: StoredRun) -> Frozen:
        jobs_store.drop(tx, run.head.id)
        frozen = stop(tx, grant, run, self.catalog, "cancelled")
        tx.after_commit(lambda: self._hub.ended(run.head.id))
        return frozen

    def delete(self, tx: Tx, grant: Grant, run_id: str) -> None:
        """Erase a run: its record, its trace, its journal and every stored answer about it."""
        gone = erase.delete(tx, grant, run_id, self.catalog)
        tx.after_commit(lambda: self._hub.all_ended(gone))


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
