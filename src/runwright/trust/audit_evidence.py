"""Checking one proof of an entry, of consistency or of an erasure, with public keys alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from runwright import canonical
from runwright.trust.audit_offline import NotReadable, Report
from runwright.trust.signing import is_signed
from runwright.trust.tree import checking
from runwright.trust.tree.hashing import leaf_hash
from runwright.trust.tree.note import (
    Checkpoint,
    VerifierKey,
    decode64,
    parse_key,
    read,
    signer_of,
)

RECEIPT = "erasure"
PROOF = "audit_proof"
CONSISTENCY = "audit_consistency"
ARTIFACT = "artifact"
RUN = "run"
NOT_SIGNED = ("signature", "proof")
"""What a receipt holds besides what is signed."""


def check_proof(proof: Mapping[str, Any], keys: Sequence[VerifierKey]) -> Report:
    """Check that an entry is in the tree that was signed."""
    report = Report()
    try:
        _check_proof(proof, keys or (parse_key(proof["verifier_key"]),), report)
    except (KeyError, TypeError, ValueError) as error:
        raise NotReadable(unreadable("this is not the proof of an audit entry", error)) from None
    return report


def check_consistency(
    proof: Mapping[str, Any], keys: Sequence[VerifierKey], older: Sequence[str]
) -> Report:
    """Check that the log still begins with what checkpoints were signed for that were kept.

    What the proof itself says of roots is not believed: the earlier one comes from a checkpoint
    that was kept, the later one from the note in the proof or from another one that was kept.
    """
    report = Report()
    try:
        trusted = keys or (parse_key(proof["verifier_key"]),)
        kept = [_signed_root("the older checkpoint", note, trusted, report) for note in older]
        if proof["note"] is not None:
            kept.append(_signed_root("the checkpoint", proof["note"], trusted, report))
        _check_consistency(proof, [each for each in kept if each is not None], report)
    except (KeyError, TypeError, ValueError) as error:
        raise NotReadable(unreadable("this is not a consistency proof", error)) from None
    return report


def _check_consistency(
    proof: Mapping[str, Any], kept: Sequence[Checkpoint], report: Report
) -> None:
    first, second = proof["from"], proof["to"]
    roots = {each.size: each.root for each in kept}
    for size in (first, second):
        if size not in roots:
            report.wrong(
                f"the tree of {size:,} entries", "no checkpoint of it is here that can be trusted"
            )
    if report.problems:
        return
    is_consistent = checking.is_consistent(
        first=first,
        second=second,
        path=[decode64(each) for each in proof["hashes"]],
        first_root=roots[first],
        second_root=roots[second],
    )
    if is_consistent:
        begins = f"the log of {second:,} entries begins with the {first:,} of the older checkpoint"
        report.facts.append(("consistent", begins))
    else:
        report.wrong(
            "the proof",
            f"it does not show that the log of {second:,} entries begins with the {first:,} of the "
            "older checkpoint: entries were altered or removed, or the proof is of another log",
        )


def _signed_root(
    where: str, note: str, keys: Sequence[VerifierKey], report: Report
) -> Checkpoint | None:
    """What a note was signed for, if one of the keys has signed it for that log."""
    found, signer = read(note), signer_of(note, keys)
    if signer is None:
        report.wrong(where, "none of the trusted keys has signed it")
        return None
    if signer.name != found.origin:
        report.wrong(where, f"it is of another log, {found.origin}")
        return None
    report.facts.append(("signed", f"{found.size:,} entries, by {signer}"))
    return found


def check_receipt(receipt: Mapping[str, Any], keys: Sequence[VerifierKey]) -> Report:
    """Check that a receipt was signed, and that its audit entry is in the tree."""
    report = Report()
    try:
        trusted = keys or (parse_key(receipt["verifier_key"]),)
        report.facts.append(("erased", f"{receipt['what']} {receipt['id']} on {receipt['at']}"))
        _check_runs(receipt, report)
        _check_signature(receipt, trusted, report)
        proof = receipt["proof"]
        if proof is None:
            report.wrong("the proof", "the receipt has none: the log was forged before it")
        else:
            _check_proof(proof, trusted, report)
            _check_match(receipt, proof["entry"], report)
    except (KeyError, TypeError, ValueError) as error:
        raise NotReadable(unreadable("this is not the receipt of an erasure", error)) from None
    return report


def unreadable(what: str, error: Exception) -> str:
    """Why a file is not what it should be."""
    return f"{what}: it lacks {error}" if isinstance(error, KeyError) else what


def _check_runs(receipt: Mapping[str, Any], report: Report) -> None:
    """Whether the runs that a receipt names are as many as it counts."""
    counts, named = receipt["counts"], len(receipt["runs"])
    gone = counts.get("runs", 0) - (receipt["what"] == RUN)
    kept = counts.get("kept_runs", 0)
    if gone:
        report.facts.append(("runs", f"{gone:,} erased with it"))
    if kept:
        report.facts.append(("runs", f"{kept:,} had read it and stay"))
    if named != gone + kept:
        report.wrong("the receipt", f"it names {named:,} runs and counts {gone + kept:,}")


def _check_signature(
    receipt: Mapping[str, Any], keys: Sequence[VerifierKey], report: Report
) -> None:
    content = canonical.dumps({n: v for n, v in receipt.items() if n not in NOT_SIGNED})
    signature = decode64(receipt["signature"])
    if not any(is_signed(key.public_key, content, signature) for key in keys):
        report.wrong("the receipt", "its signature does not belong to it, or to another key")


def _check_proof(proof: Mapping[str, Any], keys: Sequence[VerifierKey], report: Report) -> None:
    tree = signed_tree(proof["note"], keys, report)
    check_entry(proof["entry"], proof["hashes"], tree, report)


def signed_tree(note: str, keys: Sequence[VerifierKey], report: Report) -> Checkpoint:
    """What a note says of the tree; the report tells if no trusted key has signed it."""
    signed, signer = read(note), signer_of(note, keys)
    if signer is None:
        report.wrong("the checkpoint", "none of the trusted keys has signed it")
    elif signer.name != signed.origin:
        report.wrong("the checkpoint", f"it is of another log, {signed.origin}")
    else:
        report.facts.append(("signed by", str(signer)))
    return signed


def check_entry(
    entry: Mapping[str, Any], hashes: Sequence[str], tree: Checkpoint, report: Report
) -> None:
    """Check that an entry is what was hashed, and a leaf of the tree."""
    content = {name: value for name, value in entry.items() if name != "hash"}
    place = f"entry {entry['seq']}"
    if canonical.sha256(canonical.dumps(content)) != entry["hash"]:
        report.wrong(place, "its content does not match its hash")
    is_included = checking.is_included(
        leaf=leaf_hash(bytes.fromhex(entry["hash"])),
        index=entry["seq"] - 1,
        size=tree.size,
        path=[decode64(each) for each in hashes],
        root=tree.root,
    )
    if not is_included:
        report.wrong(place, "it is not in the tree that was signed")
    report.facts.append(("entry", f"{entry['seq']:,} of {tree.size:,}: {entry['action']}"))


def _check_match(receipt: Mapping[str, Any], entry: Mapping[str, Any], report: Report) -> None:
    """Whether the entry is that of this erasure, and not some other one of the log."""
    is_its_own = entry["resource"] == receipt["id"] or receipt["what"] == ARTIFACT
    # An artifact goes with its run, under the run's entry.
    if entry["seq"] != receipt["audit_seq"] or not is_its_own:
        report.wrong("the proof", f"it is of entry {entry['seq']}, not of this erasure")
    elif entry["decision"] != "allowed" or not entry["action"].endswith(".delete"):
        report.wrong("the proof", f"entry {entry['seq']} records no deletion that was allowed")
