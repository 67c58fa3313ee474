"""Comparing a finished run with the same run done again. Pure functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

import orjson

from runwright import canonical
from runwright.minds.inputs import Inputs
from runwright.runs import trace
from runwright.runs.types import ArtifactRecord, StoredRun

Entries = Sequence[Mapping[str, Any]]
_TIMES = ("ms", "ms_total")
_LONGEST_LINE = 200
_OTHERWISE = "here it would be understood otherwise today; what it was taken for then was used"
_CHANGED = "what it had read is not the same any more"


class Verdict(NamedTuple):
    """What came of doing a run again."""

    outcome: Literal["identical", "different", "unproved"]
    reason: str = ""
    """Why nothing can be proved."""
    facts: tuple[tuple[str, str], ...] = ()
    """What was compared, or what is not the same."""


class Done(NamedTuple):
    """A run, done again."""

    entries: Entries
    details: bytes
    """What each step did, and the typed answer."""
    summary: str
    artifacts: Sequence[ArtifactRecord]
    attached: int
    """How much of attached files it was given."""
    given_sha256: str
    """The hash over what there was to be read."""
    is_understood_alike: bool = True
    """Whether the prompt would be taken for the same today: the run was done again with what it
    had been taken for."""


class Then(NamedTuple):
    """The run as it is stored."""

    run: StoredRun
    kept: Inputs | None
    artifacts: Sequence[ArtifactRecord]
    details: bytes

    @property
    def entries(self) -> list[dict[str, Any]]:
        """Its trace."""
        return list(orjson.loads(self.run.ending.trace))

    @property
    def summary(self) -> str:
        """What it had found."""
        return str(orjson.loads(self.run.ending.body)["result"]["summary"])

    @property
    def is_sealed(self) -> bool:
        """Whether its bytes are those that were frozen."""
        frozen = self.run.ending
        times = orjson.loads(frozen.timeline)
        return (
            trace.seal(frozen.body, frozen.trace, frozen.timeline) == frozen.sha256
            and canonical.sha256(self.details) == times["details_sha256"]
        )

    @property
    def sources(self) -> list[str]:
        """The source of each of its reads."""
        return [entry["source"] for entry in self.entries if entry["type"] == "context"]


def compare(then: Then, now: Done) -> Verdict:
    """Whether the same came out; a difference counts only if the same went in."""
    if not then.is_sealed:
        return Verdict("different", facts=(("stored", "its bytes are not those it ended with"),))
    differences = (
        *_entries_differ(then.entries, now.entries),
        *(_summaries_differ(then.summary, now.summary) or _details_differ(then, now)),
        *_artifacts_differ(then.artifacts, now.artifacts),
    )
    if not differences:
        return Verdict("identical", facts=_facts(then.run, now))
    if reason := _given_something_else(then, now):
        return Verdict("unproved", reason)
    return Verdict("different", facts=differences)


def _given_something_else(then: Then, now: Done) -> str:
    """Why the mind was not given the same as then; empty when it was."""
    asked = then.run.head.request
    if not asked.sources and not asked.files:
        return ""
    if then.kept is None:
        return "what it had read was not recorded, and what is there now gives another result"
    return "" if now.given_sha256 == then.kept.sha256 else _CHANGED


def _entries_differ(then: Entries, now: Entries) -> list[tuple[str, str]]:
    """The first place where two traces part, times aside."""
    for place in range(max(len(then), len(now))):
        was, is_now = (_shown(entries, place) for entries in (then, now))
        if was != is_now:
            return [(f"trace {place + 1} was", was), (f"trace {place + 1} is", is_now)]
    return []


def _shown(entries: Entries, place: int) -> str:
    if place >= len(entries):
        return "not there"
    entry = entries[place]
    told = [f"{name} {entry[name]}" for name in sorted(entry) if name not in (*_TIMES, "type")]
    return ": ".join(filter(None, (entry["type"], ", ".join(told))))


def _details_differ(then: Then, now: Done) -> list[tuple[str, str]]:
    """The first step, or part of the answer, that is not the same, times aside."""
    was, is_now = (orjson.loads(details) for details in (then.details, now.details))
    for n, (before, after) in enumerate(zip(was["steps"], is_now["steps"], strict=False), 1):
        for name in sorted({*before, *after} - {"start_us", "duration_us"}):
            if before.get(name) != after.get(name):
                return [
                    (f"step {n} {name} was", _line(before.get(name))),
                    (f"step {n} {name} is", _line(after.get(name))),
                ]
    if was["answer"] != is_now["answer"]:
        return [("answer", "its parts are not the same")]
    return []


def _line(value: Any) -> str:
    return orjson.dumps(value).decode()[:_LONGEST_LINE]


def _summaries_differ(then: str, now: str) -> list[tuple[str, str]]:
    if then == now:
        return []
    before, after = then.split("\n"), now.split("\n")
    same = sum(1 for was, is_now in zip(before, after, strict=False) if was == is_now)
    pairs = zip((*before, ""), (*after, ""), strict=False)
    was, is_now = next((pair for pair in pairs if pair[0] != pair[1]), ("", ""))
    found = [("summary was", was[:_LONGEST_LINE]), ("summary is", is_now[:_LONGEST_LINE])]
    if len(before) > 1:
        found.append(("summary", f"{same} of {len(before)} lines are the same"))
    return found


def _artifacts_differ(
    then: Sequence[ArtifactRecord], now: Sequence[ArtifactRecord]
) -> list[tuple[str, str]]:
    before, after = ([_artifact(each) for each in records] for records in (then, now))
    if before == after:
        return []
    return [
        ("files were", "; ".join(before) or "none"),
        ("files are", "; ".join(after) or "none"),
    ]


def _artifact(record: ArtifactRecord) -> str:
    return f"{record.kind} {record.filename}, sha256 {record.sha256}"


def _facts(run: StoredRun, now: Done) -> tuple[tuple[str, str], ...]:
    read = [f"{e['source']} ({e['items']})" for e in now.entries if e["type"] == "context"]
    if now.attached:
        read.append(f"attached files ({now.attached})")
    steps = [entry["action"] for entry in now.entries if entry["type"] == "step"]
    summary = now.summary.encode()
    return (
        ("snapshot", run.head.snapshot),
        ("moment", f"{run.head.created_at}, {run.head.request.time_zone}"),
        ("read", ", ".join(read) or "nothing"),
        ("steps", ", ".join(steps)),
        ("summary", f"{len(summary)} bytes, sha256 {canonical.sha256(summary)}"),
        *(() if now.is_understood_alike else (("prompt", _OTHERWISE),)),
        *(("file", _artifact(record)) for record in now.artifacts),
    )
