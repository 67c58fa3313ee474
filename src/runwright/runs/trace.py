"""Trace entries, how they are timed, and how a run is frozen when it ends."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import orjson

from runwright import canonical, clock
from runwright.minds.types import told_from
from runwright.runs.types import Frozen, Recorded, RunHead, Status
from runwright.trust.scopes import Scope

_MICROSECOND = timedelta(microseconds=1)
_NONCE_BYTES = 16
END = "runs.end"
"""The audit entry that holds the hash over a run that has gone on after its request."""
SEAL = "sha256"
"""The hash over a run, in the detail of the audit entry that holds it."""


class Stopwatch:
    """Measures in microseconds after a run's creation, in whichever process it goes on."""

    def __init__(self, created: datetime) -> None:
        self._before = max(0, (clock.now() - created) // _MICROSECOND)
        self._started = time.perf_counter_ns()
        self._last = self._before

    def now(self) -> int:
        """Microseconds since the run was created."""
        return self._before + (time.perf_counter_ns() - self._started) // 1000

    def lap(
        self, entry: Mapping[str, Any], output: bytes | None = None, cpu_us: int = 0
    ) -> Recorded:
        """An entry that began when the one before it ended, and ends now."""
        start, now = self._last, self.now()
        self._last = end = now if now > start else start
        return Recorded(entry, start, end - start, output, cpu_us)

    def since_last(self) -> int:
        """How long ago the last entry ended."""
        return self.now() - self._last

    def spent(
        self, entry: Mapping[str, Any], duration_us: int, step: Mapping[str, Any], cpu_us: int
    ) -> Recorded:
        """A step that began when the entry before it ended, and took so long."""
        start, self._last = self._last, self._last + duration_us
        return Recorded(entry, start, duration_us, None, cpu_us, step)

    def skip(self, after_us: int) -> None:
        """The next entry begins now, and not before that time: others were timed elsewhere."""
        self._last = max(self.now(), after_us)


def milliseconds(microseconds: int) -> int:
    """Whole milliseconds, rounded."""
    return (microseconds + 500) // 1000


def plan_entry(ms: int, steps: int) -> dict[str, Any]:
    """That the plan was made."""
    return {"type": "plan", "ms": ms, "steps": steps}


def model_entry(n: int, input_tokens: int, output_tokens: int) -> dict[str, Any]:
    """That a language model was asked, and what it used."""
    return {
        "type": "model",
        "n": n,
        "input_tokens": input_tokens,
        "output_tokens": output_tokens,
    }


def attachment_entry(file_id: str, items: int) -> dict[str, Any]:
    """That an attached file was read, and by which right."""
    scope = Scope.FILES_READ.value
    return {"type": "attachment", "file": file_id, "scope": scope, "items": items}


def context_entry(source: str, scope: str, items: int) -> dict[str, Any]:
    """That a source was read, and by which right."""
    return {"type": "context", "source": source, "scope": scope, "items": items}


def step_entry(n: int, action: str) -> dict[str, Any]:
    """That a step was done."""
    return {"type": "step", "n": n, "action": action}


def result_entry(ms_total: int) -> dict[str, Any]:
    """That the run has its result."""
    return {"type": "result", "ms_total": ms_total}


def steps_in(records: Sequence[Recorded]) -> int:
    """How many steps a trace shows."""
    return sum(1 for record in records if record.entry["type"] == "step")


def body(
    head: RunHead,
    status: Status,
    steps_used: int,
    *,
    result: Mapping[str, Any] | None = None,
    error: Mapping[str, str] | None = None,
) -> bytes:
    """A run without its trace, as canonical JSON."""
    value: dict[str, Any] = {
        "id": head.id,
        "object": "run",
        "status": status,
        "model": head.model,
        "steps_used": steps_used,
        "max_steps": head.request.max_steps,
        "created_at": head.created_at,
        "metadata": head.metadata,
    }
    if head.acting is not None:
        value["agent"], value["agent_version"] = head.acting
    if head.children:
        value["children"] = head.children
    if result is not None:
        value["result"] = result
    if error is not None:
        value["error"] = error
    return canonical.encode(value)


def trace(records: Sequence[Recorded]) -> bytes:
    """A trace as canonical JSON."""
    return canonical.encode([record.entry for record in records])


def details(
    records: Sequence[Recorded],
    parts: Sequence[Mapping[str, Any]] = (),
    answered: bool | None = None,
    nonce: str = "",
) -> bytes:
    """What each step did and what the answer is made of, as canonical JSON.

    The nonce of an ended run keeps the hash over it, which outlives the run in the audit log,
    from confirming a guess at what was erased.
    """
    steps = [_step(record) for record in records if record.entry["type"] == "step"]
    return canonical.encode({"answer": parts, "answered": answered, "nonce": nonce, "steps": steps})


def _step(record: Recorded) -> dict[str, Any]:
    return {
        "n": record.entry["n"],
        **(_journaled(record) if record.step is None else record.step),
        "start_us": record.start_us,
        "duration_us": record.duration_us,
    }


def _journaled(record: Recorded) -> Mapping[str, Any]:
    kept = orjson.loads(record.output) if record.output else {}
    # A step of a network's own, or one that an agent's run has taken: its run has the rest.
    return kept[0] if isinstance(kept, list) else {"tool": record.entry["action"], **kept}


def timeline(head: RunHead, records: Sequence[Recorded], details: bytes) -> bytes:
    """When each entry happened and what a model's reply cost, as canonical JSON, and the hash of
    the details.

    So the hash over a run covers them, and whoever lists runs need not read them.
    """
    entries = [_timed(record) for record in records]
    return canonical.encode(
        {
            "object": "timeline",
            "run": head.id,
            "snapshot": head.snapshot,
            "entries": entries,
            "details_sha256": canonical.sha256(details),
        }
    )


def _timed(record: Recorded) -> dict[str, Any]:
    entry = record.entry
    timed = {"type": entry["type"], "start_us": record.start_us, "duration_us": record.duration_us}
    if record.output and entry["type"] == "model":
        timed["cost"] = told_from(orjson.loads(record.output)).cost
    return timed


def with_trace(run: bytes, trace: bytes) -> bytes:
    """A run with its trace. `trace` sorts behind every other field, so this is canonical too."""
    return run[:-1] + b',"trace":' + trace + b"}"


def freeze(
    head: RunHead,
    status: Status,
    records: Sequence[Recorded],
    *,
    result: Mapping[str, Any] | None = None,
    error: Mapping[str, str] | None = None,
    parts: Sequence[Mapping[str, Any]] = (),
    answered: bool | None = None,
) -> Frozen:
    """A run that ends now, as bytes that every later answer is made of."""
    steps_used = steps_in(records)
    run = body(head, status, steps_used, result=result, error=error)
    kept = details(records, parts, answered, os.urandom(_NONCE_BYTES).hex())
    entries, times = trace(records), timeline(head, records, kept)
    return Frozen(
        status=status,
        steps_used=steps_used,
        body=run,
        trace=entries,
        timeline=times,
        sha256=seal(run, entries, times),
        details=kept,
        answered=answered,
    )


def seal(run: bytes, entries: bytes, times: bytes) -> str:
    """The hash over all frozen parts of a run: body, trace, timeline, and by that the details."""
    return canonical.sha256(b"\n".join((run, entries, times)))
