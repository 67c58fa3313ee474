"""What a cluster promises, checked against the clients' own record, the rows and the receiver.

Each function returns violations, each explained; an empty list means that nothing is wrong.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from chaos import checker as rows
from chaos.checker import FINAL
from chaos.storage import Row, Stored
from cluster.record import Call

GONE = 409
LEGAL_TRACE = re.compile(r"plan( context| step)*( result)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """What the clients saw, what is stored, what was told."""

    calls: Sequence[Call]
    stored: Stored
    files: Sequence[Row]
    events: Sequence[Row]
    """As the interface lists them, each with its project, type and subject."""
    delivered: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """By project: the ids of the events that the receiver got."""

    def erased(self) -> set[str]:
        """What a client asked to be deleted and was told that it is."""
        return {
            str(call.subject)
            for call in self.calls
            if call.method == "DELETE" and (call.is_good or call.status == GONE)
        }


def check(history: History) -> list[str]:
    """Everything."""
    return [
        *check_rows(history),
        *check_made(history),
        *check_erased(history),
        *check_keys(history),
        *check_refusals(history),
        *check_traces(history),
        *check_ends(history),
        *check_audit(history),
        *check_events(history),
        *check_delivered(history),
    ]


def check_rows(history: History) -> list[str]:
    """What can be told from the rows alone."""
    stored = history.stored
    return [
        *rows.check_runs(stored),
        *rows.check_replays(stored),
        *rows.check_chains(stored),
        *rows.check_creations(stored),
        *rows.check_tags(stored),
    ]


# Runs and files --------------------------------------------------------------------------------


def check_made(history: History) -> list[str]:
    """Everything that was answered is there as it was answered, unless we deleted it; once."""
    erased = history.erased()
    made = [call for call in history.calls if call.creates and call.is_good]
    kept = [call for call in made if call.json()["id"] not in erased]
    runs = [call.answered() for call in kept if call.path == "/v1/runs"]
    there = {file["id"] for file in history.files}
    tags = Counter(json.loads(file["metadata"])["tag"] for file in history.files)
    return [
        *rows.check_answers(history.stored, runs),
        *(
            f"{call.tag}: {call.json()['id']} was answered and does not exist"
            for call in kept
            if call.path == "/v1/files" and call.json()["id"] not in there
        ),
        *(f"request {tag} made {n} files" for tag, n in tags.items() if n > 1),
    ]


def check_erased(history: History) -> list[str]:
    """What was deleted is gone, and has its receipt."""
    there = {row["id"] for row in (*history.stored.runs, *history.files)}
    receipts = {row["id"] for row in history.stored.erasures}
    erased = history.erased()
    return [
        *(f"{subject} was deleted and is still there" for subject in erased & there),
        *(f"{subject} was deleted and has no receipt" for subject in erased - receipts),
    ]


def check_keys(history: History) -> list[str]:
    """Whatever was sent with one Idempotency-Key made one thing, and was answered in the end."""
    made: dict[str, set[str]] = defaultdict(set)
    answered: dict[str, bool] = {}
    for call in history.calls:
        if call.key is None:
            continue
        answered[call.key] = answered.get(call.key, False) or call.is_audited
        if call.is_good:
            made[call.key].add(str(call.json()["id"]))
    return [
        *(
            f"Idempotency-Key {key} made {len(ids)} things: {sorted(ids)}"
            for key, ids in made.items()
            if len(ids) > 1
        ),
        *(f"Idempotency-Key {key} was never answered" for key in answered if not answered[key]),
    ]


def check_refusals(history: History) -> list[str]:
    """A refusal is 503 `overloaded` that says when to come again, or 409 of what was deleted."""
    asked_to_delete = {call.subject for call in history.calls if call.method == "DELETE"}
    erased = _erased_keys(history)
    found = []
    for call in history.calls:
        if call.status is None or call.is_good:
            continue
        what = f"{call.method} {call.path} was answered {call.status}"
        if call.status == 503:
            if int(call.retry_after or 0) < 1 or call.json()["error"]["code"] != "overloaded":
                found.append(f"{what} without Retry-After or code")
        elif call.status != GONE or not (call.subject in asked_to_delete or call.key in erased):
            found.append(f"{what}: {call.body!r}")
    return found


def _erased_keys(history: History) -> set[str | None]:
    """Keys of creations whose thing we asked to be deleted: sent again, they are 409."""
    asked = {call.subject for call in history.calls if call.method == "DELETE"}
    return {
        call.key
        for call in history.calls
        if call.creates and call.is_good
        if call.json()["id"] in asked
    }


def check_traces(history: History) -> list[str]:
    """Each trace has a legal order; what a client was shown of one is there for ever."""
    found, final = [], {}
    for run in history.stored.runs:
        trace = json.loads(run["trace"]) if run["trace"] is not None else []
        kinds = " ".join(entry["type"] for entry in trace)
        final[run["id"]] = (run["status"], trace)
        if run["trace"] is not None and not LEGAL_TRACE.fullmatch(kinds):
            found.append(f"{run['id']}: its trace goes {kinds!r}")
    for call in history.calls:
        shown = _shown(call)
        if shown is not None and shown["id"] in final:
            found += _check_shown(shown, *final[shown["id"]])
    return found


def _shown(call: Call) -> dict[str, Any] | None:
    """The run in an answer, whoever asked for it."""
    if not call.is_good or call.method == "DELETE":
        return None
    body = call.json()
    return body if body.get("object") == "run" else None


def _check_shown(shown: Mapping[str, Any], status: str, trace: Sequence[Any]) -> list[str]:
    found = [f"{shown['id']}: {what}" for what in rows.check_prefix(shown.get("trace", []), trace)]
    if shown["status"] in FINAL and shown["status"] != status:
        found.append(f"{shown['id']} was shown as {shown['status']} and is {status}")
    return found


def check_ends(history: History) -> list[str]:
    """When the faults are over, everything comes to its end and nobody is left with work."""
    things = {row["id"] for row in (*history.stored.runs, *history.files)} | history.erased()
    return [
        *(f"{run['id']} is still in work" for run in history.stored.runs if not run["body"]),
        *(f"{f['id']} is still being read" for f in history.files if f["status"] == "processing"),
        *(
            f"a job is left for {job['subject']}"
            for job in history.stored.jobs
            if job["subject"] in things
        ),
    ]


# Audit and events ------------------------------------------------------------------------------


def check_audit(history: History) -> list[str]:
    """Every call that was answered stands in its project's log."""
    audited = {(row["project_id"], row["request_id"]) for row in history.stored.audit_log}
    return [
        f"{call.method} {call.path}: no audit entry has {call.request_id} ({call.status})"
        for call in history.calls
        if call.is_audited and (call.project, call.request_id) not in audited
    ]


def check_events(history: History) -> list[str]:
    """Every end and every deletion has its one event."""
    told = Counter((event["type"], event["subject"]) for event in history.events)
    expected = {
        *((f"run.{run['status']}", run["id"]) for run in history.stored.runs if run["body"]),
        *((f"file.{f['status']}", f["id"]) for f in history.files if f["status"] != "processing"),
        *((f"{row['what']}.deleted", row["id"]) for row in history.stored.erasures),
    }
    return [
        *(f"{subject} has no event {kind}" for kind, subject in expected - set(told)),
        *(f"{subject} has {n} events {kind}" for (kind, subject), n in told.items() if n > 1),
    ]


def check_delivered(history: History) -> list[str]:
    """Every event reached the receiver, at least once."""
    return [
        f"{event['id']} ({event['type']} of {event['subject']}) was never delivered"
        for event in history.events
        if event["id"] not in history.delivered.get(event["project_id"], ())
    ]
