"""What must hold after any accident: functions that return violations, each explained.

They look at rows and answers only and share no code with the product, so that a mistake there
cannot hide itself here. An empty list means that nothing is wrong.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from chaos.storage import Row, Stored

FINAL = ("completed", "failed", "cancelled")
CREATED = "runs.create"
FIRST_HASH = "0" * 64
FROZEN_COLUMNS = ("body", "trace", "timeline", "sha256")


def seal(*parts: bytes) -> str:
    """The hash that a run's frozen parts are stored with."""
    return hashlib.sha256(b"\n".join(parts)).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """A creation that the client got a 201 for."""

    tag: str
    """The request's own mark, kept in the run's metadata: one a request, not one a try."""
    key: str | None
    request_id: str
    body: bytes

    @property
    def run_id(self) -> str:
        """The run that was answered."""
        return str(json.loads(self.body)["id"])


def check_all(stored: Stored, answered: Sequence[Answered] = ()) -> list[str]:
    """Everything that can be told from rows and answers."""
    return [
        *check_runs(stored),
        *check_jobs(stored),
        *check_replays(stored),
        *check_chains(stored),
        *check_creations(stored),
        *check_tags(stored),
        *check_answers(stored, answered),
    ]


# Runs ------------------------------------------------------------------------------------------


def check_runs(stored: Stored) -> list[str]:
    """No run is half-written: each is frozen, or in work with a plan and a dense journal."""
    journals = defaultdict(list)
    for entry in stored.trace_entries:
        journals[entry["run_id"]].append(entry)
    found = []
    for run in stored.runs:
        journal = sorted(journals.pop(run["id"], []), key=lambda entry: entry["seq"])
        check = _check_running if run["status"] == "running" else _check_frozen
        found += [f"{run['id']} ({run['status']}): {what}" for what in check(run, journal)]
    found += [f"{run_id}: has a journal and no run" for run_id in journals]
    return found


def _check_running(run: Row, journal: list[Row]) -> Iterable[str]:
    if run["plan"] is None:
        yield "is in work without a plan"
    for column in FROZEN_COLUMNS:
        if run[column] is not None:
            yield f"is in work, and has a frozen {column}"
    places = [entry["seq"] for entry in journal]
    if places != list(range(run["next_seq"])):
        yield f"its journal has the entries {places}, and the next would be {run['next_seq']}"
    yield from _check_trace([json.loads(entry["entry"]) for entry in journal], run)


def _check_frozen(run: Row, journal: list[Row]) -> Iterable[str]:
    if run["status"] not in FINAL:
        yield "has a status that is none"
    if run["plan"] is not None:
        yield "has ended and still has its plan"
    if journal:
        yield f"has ended and still has {len(journal)} journal entries"
    missing = [column for column in FROZEN_COLUMNS if run[column] is None]
    if missing:
        yield f"has ended without {', '.join(missing)}"
        return
    if seal(run["body"], run["trace"], run["timeline"]) != run["sha256"]:
        yield "its bytes do not have the hash that they were frozen with"
    body, trace = json.loads(run["body"]), json.loads(run["trace"])
    for name in ("id", "status", "steps_used"):
        if body[name] != run[name]:
            yield f"its {name} is {body[name]!r} in the body and {run[name]!r} in the row"
    yield from _check_trace(trace, run)
    ended = [entry["type"] for entry in trace].count("result")
    if ended != int(run["status"] == "completed") or (ended and trace[-1]["type"] != "result"):
        yield f"its trace has {ended} results"
    if ("result" in body) != (run["status"] == "completed"):
        yield "has a result without being completed, or none though it is"


def _check_trace(trace: Sequence[Mapping[str, Any]], run: Row) -> Iterable[str]:
    kinds = [entry["type"] for entry in trace]
    if kinds[:1] != ["plan"] or kinds.count("plan") != 1:
        yield f"its trace does not begin with its one plan: {kinds}"
    numbers = [entry["n"] for entry in trace if entry["type"] == "step"]
    if numbers != list(range(1, len(numbers) + 1)):
        yield f"its steps are numbered {numbers}"
    if run["steps_used"] != len(numbers):
        yield f"it used {run['steps_used']} steps and its trace shows {len(numbers)}"
    planned = takewhile(lambda entry: entry["type"] != "step", trace)
    sources = [entry["source"] for entry in planned if entry["type"] == "context"]
    if len(set(sources)) != len(sources):
        # Behind a step it may be read again: the step asked for more.
        yield f"it read a source twice: {sources}"
    ceiling = json.loads(run["request"])["max_steps"]
    if len(numbers) > ceiling:
        yield f"it passed its ceiling of {ceiling} steps"


def check_jobs(stored: Stored) -> list[str]:
    """Each run in work has a job; each job is about a run in work."""
    in_work = {run["id"] for run in stored.runs if run["status"] == "running"}
    queued = Counter(job["subject"] for job in stored.jobs)
    return [
        *(f"{run_id} is in work and nobody has it to do" for run_id in in_work - set(queued)),
        *(f"a job is left for {subject}" for subject in set(queued) - in_work),
        *(f"{subject} has {n} jobs" for subject, n in queued.items() if n > 1),
    ]


def check_replays(stored: Stored) -> list[str]:
    """Each kept answer is whole, and shows a run that exists unless it was erased."""
    runs = {run["id"] for run in stored.runs}
    found = []
    for row in stored.idempotency:
        name = f"Idempotency-Key {row['key']}"
        if row["erased_at"] is not None:
            if row["body"] is not None:
                found.append(f"{name}: erased, and still has its answer")
        elif row["status"] is None or row["body"] is None or row["resource"] is None:
            found.append(f"{name}: claimed without an answer")
        elif json.loads(row["body"]).get("deleted"):
            if row["resource"] in runs:
                found.append(f"{name}: its answer says deleted, and {row['resource']} exists")
        elif row["resource"].startswith("run_") and row["resource"] not in runs:
            found.append(f"{name}: its run {row['resource']} does not exist")
        elif json.loads(row["body"])["id"] != row["resource"]:
            found.append(f"{name}: its answer shows another run than {row['resource']}")
    return found


def check_tags(stored: Stored) -> list[str]:
    """However often a request was tried, it made at most one run."""
    tags = Counter(json.loads(run["metadata"]).get("tag") for run in stored.runs)
    return [f"request {tag} made {n} runs" for tag, n in tags.items() if tag and n > 1]


# Audit -----------------------------------------------------------------------------------------


def check_chains(stored: Stored) -> list[str]:
    """Each project's chain is whole, from 64 zeros to its head."""
    chains = defaultdict(list)
    for row in stored.audit_log:
        chains[row["project_id"]].append(row)
    heads = {row["project_id"]: row for row in stored.audit_heads}
    found = [f"{project}: has a log and no head" for project in set(chains) - set(heads)]
    for project, head in heads.items():
        rows = sorted(chains[project], key=lambda row: row["seq"])
        found += [f"{project}: {what}" for what in _check_chain(rows, head)]
    return found


def _check_chain(rows: list[Row], head: Row) -> Iterable[str]:
    previous = FIRST_HASH
    for place, row in enumerate(rows, 1):
        if row["seq"] != place:
            yield f"entry {place} is missing"
            return
        if row["prev_hash"] != previous:
            yield f"entry {place} does not follow from the one before it"
        if _hash(row) != row["hash"]:
            yield f"entry {place} was altered"
        previous = row["hash"]
    if (head["seq"], head["hash"]) != (len(rows), previous):
        yield f"the head stands at {head['seq']}, the log at {len(rows)}"


def _hash(row: Row) -> str:
    content = {
        "object": "audit_entry",
        "key": row["key_id"],
        "detail": json.loads(row["detail"]),
        **{
            name: row[name]
            for name in (
                *("id", "seq", "at", "request_id", "action"),
                *("resource", "scope", "decision", "prev_hash"),
            )
        },
    }
    data = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(data.encode()).hexdigest()


def check_creations(stored: Stored) -> list[str]:
    """Each run has its one creation entry, in its own project and under its own key."""
    entries = defaultdict(list)
    for row in stored.audit_log:
        if _is_creation(row):
            entries[row["project_id"], row["resource"], row["key_id"]].append(row)
    return [
        f"{run['id']} has {n} creation entries"
        for run in stored.runs
        if (n := len(entries[run["project_id"], run["id"], run["key_id"]])) != 1
    ]


def check_nothing_lost(stored: Stored) -> list[str]:
    """Each creation entry has its run: right where no creation was refused after its entry."""
    there = {run["id"] for run in stored.runs} | {row["id"] for row in stored.erasures}
    made = {row["resource"] for row in stored.audit_log if _is_creation(row)}
    return [f"{run_id} has a creation entry and is not there" for run_id in made - there]


def _is_creation(row: Row) -> bool:
    replayed = json.loads(row["detail"]).get("replayed", False)
    return bool(row["action"] == CREATED and row["decision"] == "allowed" and not replayed)


# Answers ---------------------------------------------------------------------------------------


def check_answers(stored: Stored, answered: Sequence[Answered]) -> list[str]:
    """What was answered is stored as it was answered, audited, and the same for one key."""
    runs = {run["id"]: run for run in stored.runs}
    audited = {
        (row["request_id"], row["resource"])
        for row in stored.audit_log
        if row["action"] == CREATED and row["decision"] == "allowed"
    }
    found = []
    for answer in answered:
        run = runs.get(answer.run_id)
        found += [f"{answer.tag}: {what}" for what in _check_answer(answer, run)]
        if (answer.request_id, answer.run_id) not in audited:
            found.append(f"{answer.tag}: no audit entry carries its {answer.request_id}")
    return found + _check_same_run(answered)


def _check_answer(answer: Answered, run: Row | None) -> Iterable[str]:
    if run is None:
        yield f"{answer.run_id} was answered and does not exist"
        return
    given = json.loads(answer.body)
    if given["metadata"] != json.loads(run["metadata"]) or given["metadata"]["tag"] != answer.tag:
        yield f"{answer.run_id} is another request's run"
    if given["status"] != "running" and answer.body.removesuffix(b"\n") != run["body"]:
        yield f"{answer.run_id} is stored as {run['body']!r}, answered as {answer.body!r}"
    same = {name: given[name] for name in ("id", "model", "created_at", "max_steps")}
    if run["body"] is not None:
        now = json.loads(run["body"])
        if same != {name: now[name] for name in same}:
            yield f"{answer.run_id} changed after it was answered"


def _check_same_run(answered: Sequence[Answered]) -> list[str]:
    by_key: dict[str, set[bytes]] = defaultdict(set)
    for answer in answered:
        if answer.key is not None:
            by_key[answer.key].add(answer.body)
    return [
        f"Idempotency-Key {key} was answered in {len(bodies)} ways"
        for key, bodies in by_key.items()
        if len(bodies) > 1
    ]


# Background runs -------------------------------------------------------------------------------


def check_prefix(before: Sequence[Any], after: Sequence[Any]) -> list[str]:
    """What a trace has once shown, it shows for ever."""
    for place, entry in enumerate(before):
        if place >= len(after):
            return [f"entry {place} ({entry}) was shown and is gone"]
        if after[place] != entry:
            return [f"entry {place} was {entry} and is {after[place]}"]
    return []


def check_computed_once(
    parts: Sequence[str], computed: Sequence[str], interrupted: Mapping[str, int]
) -> list[str]:
    """Each step was computed once, and once more for each time it was lost before its commit."""
    counts = Counter(computed)
    expected = {part: 1 + interrupted.get(part, 0) for part in parts}
    return [
        f"{part!r} was computed {counts[part]} times instead of {n}"
        for part, n in expected.items()
        if counts[part] != n
    ] + [f"{part!r} was computed and is no step" for part in set(counts) - set(parts)]
