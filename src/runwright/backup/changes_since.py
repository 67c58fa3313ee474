"""What was erased after a backup: read off an audit log that was exported later."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from runwright.backup.types import BackupFailed, Log, Manifest
from runwright.trust.audit_offline import ENTRY, NotReadable, check_export
from runwright.trust.tree.frontier import Frontier
from runwright.trust.tree.note import encode64

ERASING = ("runs", "files", "keys", "agents", "networks", "webhooks")
"""The nouns whose deletion is done again."""
CHANGING = ("keys.change", "keys.rotate", "audit.rekey")
"""What cannot be done again, and an operator must know of."""


class Erasure(NamedTuple):
    """One thing that was erased."""

    project: str
    noun: str
    """One of `ERASING`."""
    id: str


class Changes(NamedTuple):
    """What an exported log tells of the time after a backup."""

    erasures: tuple[Erasure, ...]
    changes: tuple[str, ...]


def erasure_of_file(blob: str) -> Erasure:
    """The erasure of a file, by the place of its bytes."""
    project, _, file = blob.partition("/")
    return Erasure(project, "files", file)


def read_changes(export: Path, manifest: Manifest) -> Changes:
    """What is to be done again, by a log that must be whole and go on from the backup's."""
    try:
        with export.open("rb") as lines:
            problems = check_export(lines, ()).problems
    except NotReadable as error:
        raise BackupFailed(f"{export}: {error}") from None
    if problems:
        where, what = problems[0]
        raise BackupFailed(f"{export} is not whole: {where}: {what}")
    with export.open("rb") as lines:
        project = orjson.loads(next(lines))["project"]
        log = next((log for log in manifest.logs if log.project == project), None)
        if log is None:
            raise BackupFailed(f"{export} is the log of {project}, which is not in the backup")
        entries = (orjson.loads(line) for line in lines)
        later = list(_behind(export, log, (e for e in entries if e["object"] == ENTRY)))
    done = list(_done(later))
    return Changes(
        tuple(
            Erasure(project, noun, entry["resource"])
            for entry in done
            if (noun := _noun(entry)) is not None
        ),
        tuple(
            f"{entry['action']} {entry['resource'] or ''}".strip()
            for entry in done
            if entry["action"] in CHANGING
        ),
    )


def _done(entries: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """The entries whose request was not refused in the end: a scope is checked before the rest."""
    refused = {
        (entry["request_id"], entry["action"]) for entry in entries if entry["decision"] == "denied"
    }
    for entry in entries:
        if (entry["request_id"], entry["action"]) not in refused:
            yield entry


def _noun(entry: Mapping[str, Any]) -> str | None:
    """What kind of thing an entry says was erased, if it says so."""
    noun, _, verb = entry["action"].partition(".")
    is_erasure = verb == "delete" and noun in ERASING and entry["resource"] is not None
    return noun if is_erasure else None


def _behind(
    export: Path, log: Log, entries: Iterator[Mapping[str, Any]]
) -> Iterator[Mapping[str, Any]]:
    """The entries behind those of the backup, with which the log must begin."""
    tree = Frontier()
    while tree.size < log.entries and (entry := next(entries, None)) is not None:
        tree.append([bytes.fromhex(entry["hash"])])
    if encode64(tree.root()) != log.root:
        raise BackupFailed(
            f"{export} does not begin with the {log.entries:,} entries of the backup: "
            "it is older, or of another log"
        )
    yield from entries
