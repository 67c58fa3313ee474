"""Runs as lists show them, and what `expand` adds to the contract's shape."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import orjson

from runwright import canonical, money
from runwright.db.paging import Slice
from runwright.db.transaction import Reader
from runwright.runs import trace
from runwright.runs.listing import store
from runwright.runs.listing.store import Spent
from runwright.runs.types import Acting, Frozen, StoredRun
from runwright.trust.kernel import Grant

_NOTHING_SPENT = Spent(0, 0, 0)


class Names(NamedTuple):
    """What the agents and networks of some runs are called."""

    agents: Mapping[Acting, str]
    networks: Mapping[str, str]


class NameOf(Protocol):
    """Looks names up: agents stand above runs and are not imported here."""

    def __call__(
        self, reader: Reader, grant: Grant, acting: Collection[Acting], networks: Collection[str]
    ) -> Names: ...


class Shown(NamedTuple):
    """A run, and its bytes without what is expanded."""

    run: StoredRun
    body: bytes


class Expander:
    """Adds what `expand` asks for."""

    def __init__(self, name_of: NameOf, currency: str) -> None:
        self._name_of = name_of
        self._currency = currency

    def expanded(
        self, reader: Reader, grant: Grant, shown: Sequence[Shown], wanted: Collection[str]
    ) -> list[bytes]:
        """Each run with what is wanted, as canonical JSON; without a wish, the bytes given."""
        if not wanted or not shown:
            return [each.body for each in shown]
        added: list[dict[str, Any]] = [{} for _ in shown]
        runs = [each.run for each in shown]
        if "request" in wanted:
            names = self._names(reader, grant, runs)
            for more, run in zip(added, runs, strict=True):
                more |= _requested(run, names)
        if "usage" in wanted:
            by_id = store.spent(reader, grant, _ids(runs))
            for more, run in zip(added, runs, strict=True):
                more["usage"] = _usage(run, by_id, self._currency)
        return [
            canonical.encode({**orjson.loads(each.body), **more})
            for each, more in zip(shown, added, strict=True)
        ]

    def _names(self, reader: Reader, grant: Grant, runs: Sequence[StoredRun]) -> Names:
        acting = {run.head.acting for run in runs if run.head.acting is not None}
        networks = {run.head.network for run in runs if run.head.network is not None}
        return self._name_of(reader, grant, acting, networks)


def _requested(run: StoredRun, names: Names) -> dict[str, Any]:
    head, request = run.head, run.head.request
    return {
        "request": {
            "prompt": request.prompt,
            "context": request.sources,
            "files": request.files,
            "previous_run": request.previous_run,
            "output_schema": request.output_schema,
        },
        "agent_name": names.agents.get(head.acting) if head.acting else None,
        "network": head.network,
        "network_name": names.networks.get(head.network) if head.network else None,
        "parent": head.parent,
        "key": run.key_id,
        "answered": run.frozen.answered if run.frozen else None,
    }


def _ids(runs: Sequence[StoredRun]) -> list[str]:
    """The runs that have ended and their parts: a network's run has used what they used, too."""
    ended = [run for run in runs if run.frozen is not None]
    return [each for run in ended for each in (run.head.id, *run.head.children)]


def _usage(run: StoredRun, by_id: Mapping[str, Spent], currency: str) -> dict[str, Any] | None:
    """What a run has used; null while it is running."""
    if run.frozen is None:
        return None
    used = [by_id.get(each, _NOTHING_SPENT) for each in (run.head.id, *run.head.children)]
    return {
        "cost": money.shown(sum(each.cost for each in used)),
        "currency": currency,
        "input_tokens": sum(each.input_tokens for each in used),
        "output_tokens": sum(each.output_tokens for each in used),
        "ms_total": _ms_total(run.frozen),
    }


def _ms_total(frozen: Frozen) -> int:
    """As its trace says; of a run without a result, until the end of its last entry."""
    entries = orjson.loads(frozen.trace)
    if entries and entries[-1]["type"] == "result":
        return int(entries[-1]["ms_total"])
    times = orjson.loads(frozen.timeline)["entries"]
    ends = (each["start_us"] + each["duration_us"] for each in times)
    return trace.milliseconds(max(ends, default=0))


def page(found: Slice, bodies: Sequence[bytes]) -> bytes:
    """One page of runs."""
    first, last = found.stopped_at, found.stopped_at
    if found.rows:
        first, last = found.rows[0].head.id, found.rows[-1].head.id
    edges = {"object": "list", "first_id": first, "last_id": last, "has_more": found.has_more}
    return orjson.dumps(edges)[:-1] + b',"data":[' + b",".join(bodies) + b"]}"
