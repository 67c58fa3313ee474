"""Who read what: the audit log, and the traces of the runs that it names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from runwright.client import (
    AlreadyDeletedError,
    AuditEntry,
    Client,
    ContextEntry,
    NotFoundError,
    Run,
)

SCOPES = frozenset({"calendar:read", "documents:read", "finance:read"})
BY_RUNS = "context.read"
ERASING = frozenset({"files.delete", "runs.delete"})
NO_REASON = "not given"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One allowed reading of a source."""

    entry: AuditEntry
    reason: str
    files: Sequence[str]
    """The names of the files that the answer rests on."""
    is_in_trace: bool | None
    """Whether the run's trace tells of it too; None when the trace is gone, or there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """What happened in a stretch of the log."""

    first: int
    last: int
    readings: Sequence[Reading]
    denied: Sequence[AuditEntry]
    erased: Sequence[AuditEntry]
    unlogged: Sequence[str]
    """Readings that a trace tells of and the log does not: there must be none."""


def look(client: Client, entries: Sequence[AuditEntry], after: int) -> Period:
    """Put together what the entries after a number say, beside the traces."""
    own = [entry for entry in entries if entry.seq > after]
    runs = _runs(client, own)
    names = {file.id: file.filename for file in client.files.list()}
    read = [entry for entry in own if entry.scope in SCOPES and entry.decision == "allowed"]
    return Period(
        first=after + 1,
        last=own[-1].seq if own else after,
        readings=[_reading(client, entry, runs, names) for entry in read],
        denied=[entry for entry in own if entry.decision == "denied"],
        erased=_erased(own),
        unlogged=_unlogged(read, runs.values()),
    )


def _erased(entries: Iterable[AuditEntry]) -> list[AuditEntry]:
    """One entry for each thing that was erased, though it may have needed several scopes."""
    first: dict[str | None, AuditEntry] = {}
    for entry in entries:
        if entry.action in ERASING and entry.decision == "allowed":
            first.setdefault(entry.resource, entry)
    return list(first.values())


def _runs(client: Client, entries: Iterable[AuditEntry]) -> dict[str, Run]:
    """The runs that read something and are still there, by id."""
    ids = {entry.resource for entry in entries if entry.action == BY_RUNS}
    found = (_run(client, each) for each in sorted(filter(None, ids)))
    return {run.id: run for run in found if run}


def _run(client: Client, id: str) -> Run | None:
    try:
        return client.runs.retrieve(id)
    except (AlreadyDeletedError, NotFoundError):
        # Erased; or it was denied something, and so never made.
        return None


def _reading(
    client: Client, entry: AuditEntry, runs: Mapping[str, Run], names: Mapping[str, str]
) -> Reading:
    run = runs.get(entry.resource or "") if entry.action == BY_RUNS else None
    if run is None:
        return Reading(entry=entry, reason="", files=(), is_in_trace=None)
    sources = [each for each in client.runs.sources(run.id) if each.scope == entry.scope]
    files = sorted({names.get(each.file or "", "a file that is gone") for each in sources})
    return Reading(
        entry=entry,
        reason=run.metadata.get("reason", NO_REASON),
        files=files,
        is_in_trace=entry.scope in _traced(run),
    )


def _traced(run: Run) -> set[str]:
    return {entry.scope for entry in run.trace or () if isinstance(entry, ContextEntry)}


def _unlogged(read: Iterable[AuditEntry], runs: Iterable[Run]) -> list[str]:
    logged = {(entry.resource, entry.scope) for entry in read}
    return [
        f"{run.id} {scope}"
        for run in runs
        for scope in sorted(_traced(run))
        if (run.id, scope) not in logged
    ]
