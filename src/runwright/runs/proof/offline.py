"""Checking the proof of a run with public keys alone: no database, no network."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from runwright import canonical
from runwright.runs import trace
from runwright.runs.proof.types import JOINED_BY, PARTS
from runwright.trust.audit_evidence import check_entry, signed_tree, unreadable
from runwright.trust.audit_offline import NotReadable, Report
from runwright.trust.tree.note import VerifierKey, parse_key


def check_run_proof(proof: Mapping[str, Any], keys: Sequence[VerifierKey]) -> Report:
    """Check that the bytes of a run are those whose hash stands in the signed audit log."""
    report = Report()
    try:
        if (proof["seal"]["over"], proof["seal"]["joined_by"]) != (list(PARTS), JOINED_BY):
            raise NotReadable("its seal is of a kind that this version does not know")
        trusted = keys or (parse_key(proof["verifier_key"]),)
        _check_log(proof, trusted, report)
        _check_frozen(proof, report)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise NotReadable(unreadable("this is not the proof of a run", error)) from None
    return report


def _check_log(proof: Mapping[str, Any], keys: Sequence[VerifierKey], report: Report) -> None:
    """Whether every entry is in the signed tree and about this run, and one seals it."""
    tree = signed_tree(proof["note"], keys, report)
    entries = [each["entry"] for each in proof["entries"]]
    for each in proof["entries"]:
        check_entry(each["entry"], each["hashes"], tree, report)
    for entry in entries:
        if entry["resource"] != proof["run"]:
            report.wrong(f"entry {entry['seq']}", "it is about something else")
    seals = [
        entry["detail"]
        for entry in entries
        if entry["decision"] == "allowed" and trace.SEAL in entry["detail"]
    ]
    if not seals or seals[-1][trace.SEAL] != proof["seal"]["sha256"]:
        report.wrong("the seal", "no entry of the log holds it")
    elif seals[-1]["status"] != orjson.loads(proof["frozen"]["body"])["status"]:
        report.wrong("the body", "the log says that the run ended otherwise")


def _check_frozen(proof: Mapping[str, Any], report: Report) -> None:
    """Whether the texts are those that the seal was made of."""
    frozen = proof["frozen"]
    body, entries, times = (frozen[name].encode() for name in PARTS)
    run, timeline = orjson.loads(body), orjson.loads(times)
    if trace.seal(body, entries, times) != proof["seal"]["sha256"]:
        report.wrong("the frozen texts", "they do not match the seal")
    for name, found in (("the body", run["id"]), ("the timeline", timeline["run"])):
        if found != proof["run"]:
            report.wrong(name, f"it is of another run, {found}")
    report.facts.append(("run", f"{run['id']}, {run['status']}, made on {run['created_at']}"))
    report.facts.append(("seal", proof["seal"]["sha256"]))
    if frozen["details"] is None:
        report.facts.append(("details", f"withheld for lack of {', '.join(proof['withheld'])}"))
    elif canonical.sha256(frozen["details"].encode()) != timeline["details_sha256"]:
        report.wrong("the details", "they do not match the hash in the timeline")
    else:
        report.facts.append(("details", "they match the hash in the timeline"))
