"""What a copy must prove: its logs, its traces, its artifacts, the bytes of its files."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from runwright import canonical
from runwright.backup.take import counted
from runwright.backup.types import Log, Manifest
from runwright.db.transaction import Reader
from runwright.files import store as files_store
from runwright.files.types import Original
from runwright.runs.listing import store as runs_store
from runwright.runs.outputs.artifacts import store as artifacts_store
from runwright.runs.trace import seal
from runwright.trust import audit, audit_tree
from runwright.trust.audit_offline import Report
from runwright.trust.kernel import Grant
from runwright.trust.tree import store as tree_store
from runwright.trust.tree.frontier import Frontier
from runwright.trust.tree.note import NoteError, encode64, read, signer_of


def verify_rows(
    reader: Reader, grants: Mapping[str, Grant], manifest: Manifest, report: Report
) -> None:
    """Check all that lies in the database, and note what is wrong."""
    found = counted(reader, grants)
    for name, count in manifest.counts.items():
        if found.get(name) != count:
            report.wrong(name, f"{count:,} were backed up, and {found.get(name, 0):,} are here")
    _verify_logs(reader, manifest, report)
    _verify_traces(reader, grants, report)


def _verify_logs(reader: Reader, manifest: Manifest, report: Report) -> None:
    entries = checkpoints = 0
    for log in manifest.logs:
        verified = audit.verify(reader, log.project)
        if verified.reason is not None:
            report.wrong(f"the log of {log.project}", _at(verified.broken_seq, verified.reason))
        else:
            checkpoints += _verify_checkpoints(reader, log, report)
        entries += verified.entries
    report.facts.append(
        (
            "audit log",
            f"{entries:,} entries, each follows from the one before it; "
            f"{checkpoints:,} signed checkpoints agree",
        )
    )


def _at(seq: int | None, reason: str) -> str:
    return reason if seq is None else f"entry {seq}: {reason}"


def _verify_checkpoints(reader: Reader, log: Log, report: Report) -> int:
    """Check the roots that were signed, and the one in the manifest; how many agree."""
    kept = tree_store.all_kept(reader, log.project)
    known = [
        audit_tree.verifier_key(log.project, key.public_key) for key in tree_store.keys(reader)
    ]
    roots = _roots(reader, log.project, {log.entries, *kept})
    if log.root != encode64(roots.get(log.entries, b"")):
        report.wrong(f"the log of {log.project}", "it does not begin with what was backed up")
    agreed = 0
    for size, note in kept.items():
        try:
            is_right = read(note).root == roots.get(size) and signer_of(note, known) is not None
        except NoteError:
            is_right = False
        if is_right:
            agreed += 1
        else:
            report.wrong(
                f"the log of {log.project}", f"the checkpoint of {size:,} entries is not its own"
            )
    return agreed


def _roots(reader: Reader, project: str, sizes: Collection[int]) -> dict[int, bytes]:
    """By size: the root of a log's tree when it had that many entries."""
    tree = Frontier()
    roots = {0: tree.root()}
    for row in audit.walk(reader, project):
        tree.append([bytes.fromhex(row.hash)])
        if tree.size in sizes:
            roots[tree.size] = tree.root()
    return roots


def _verify_traces(reader: Reader, grants: Mapping[str, Grant], report: Report) -> None:
    frozen = running = artifacts = 0
    for grant in grants.values():
        for run in runs_store.walk(reader, grant):
            if run.body is None:
                running += 1
                continue
            frozen += 1
            if seal(run.body, run.trace, run.timeline) != run.sha256:
                report.wrong(run.id, "its trace is not the bytes that were frozen")
        for artifact in artifacts_store.walk(reader, grant):
            artifacts += 1
            if canonical.sha256(artifact.content) != artifact.sha256:
                report.wrong(artifact.id, "its bytes are not those that were made")
    report.facts.append(
        ("traces", f"{frozen:,} runs are the bytes that were frozen; {running:,} had not ended")
    )
    report.facts.append(("artifacts", f"{artifacts:,} are the bytes that were made"))


def expected(reader: Reader, grants: Mapping[str, Grant], manifest: Manifest) -> Iterator[Original]:
    """The files whose bytes must be there: all but those known to have none."""
    without = {*manifest.erased, *manifest.damaged}
    for grant in grants.values():
        for original in files_store.originals(reader, grant):
            if original.blob not in without:
                yield original
