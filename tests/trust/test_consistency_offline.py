"""A proof of consistency is checked offline, against a checkpoint that was kept elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from runwright.db.transaction import Reader
from runwright.trust import audit_tree
from runwright.trust.tree.note import Checkpoint, encode64, origin_of, read, sign
from trust.test_audit_offline import KEY, OTHER, Log, log, verify, written  # noqa: F401


def proof_of(log: Log, first: int = 6, second: int | None = None) -> dict[str, Any]:  # noqa: F811
    """What the API answers."""

    def prove(reader: Reader) -> dict[str, Any]:
        signed = audit_tree.checkpoint(reader, log.project, KEY)
        return audit_tree.consistency(reader, signed, first, second)

    return log.database.read_now(prove)


def checked(log: Log, folder: Path, proof: Any, *notes: str, key: str = "") -> Result:  # noqa: F811
    arguments = [written(folder / "proof.json", proof), "--key", key or log.key]
    for n, note in enumerate(notes):
        arguments += ["--checkpoint", written(folder / f"{n}.note", note)]
    return verify(*arguments)


def test_a_log_that_only_grew_is_consistent(log: Log, tmp_path: Path) -> None:  # noqa: F811
    done = checked(log, tmp_path, proof_of(log), log.older)
    assert done.return_value == 0, done.output
    assert "the log of 12 entries begins with the 6 of the older checkpoint" in done.output


FORGING: dict[str, tuple[Callable[[Any], Any], str]] = {
    "a hash altered": (
        lambda p: p["hashes"].__setitem__(0, encode64(bytes(32))),
        "it does not show that the log of 12 entries begins with the 6",
    ),
    "a hash dropped": (lambda p: p["hashes"].pop(), "it does not show"),
    "a hash added": (lambda p: p["hashes"].append(p["hashes"][0]), "it does not show"),
    "another beginning": (lambda p: p.update({"from": 5}), "the tree of 5 entries"),
    "another end": (lambda p: p.update(to=11), "the tree of 11 entries"),
    "no note": (lambda p: p.update(note=None), "the tree of 12 entries"),
    "a note altered": (
        lambda p: p.update(note=p["note"].replace("\n12\n", "\n13\n")),
        "none of the trusted keys has signed it",
    ),
}


@pytest.mark.parametrize("how", FORGING)
def test_a_forged_proof_is_found(log: Log, tmp_path: Path, how: str) -> None:  # noqa: F811
    proof = proof_of(log)
    forge, words = FORGING[how]
    forge(proof)
    done = checked(log, tmp_path, proof, log.older)
    assert done.return_value == 1, done.output
    assert words in done.output


def test_roots_that_the_proof_names_are_not_believed(log: Log, tmp_path: Path) -> None:  # noqa: F811
    """A server with a log of its own making proves that consistent with itself."""
    proof = proof_of(log)
    other = sign(Checkpoint(origin_of(log.project), 6, bytes(32)), KEY)
    done = checked(log, tmp_path, proof, other)
    assert done.return_value == 1
    assert "it does not show" in done.output


def test_a_checkpoint_of_another_key_or_log_proves_nothing(log: Log, tmp_path: Path) -> None:  # noqa: F811
    proof, kept = proof_of(log), read(log.older)
    done = checked(log, tmp_path, proof, sign(kept, OTHER))
    assert (done.return_value, "none of the trusted keys" in done.output) == (1, True)
    elsewhere = sign(kept._replace(origin=origin_of("proj_other")), KEY)
    assert checked(log, tmp_path, proof, elsewhere).return_value == 1


def test_a_past_size_needs_its_own_checkpoint(log: Log, tmp_path: Path) -> None:  # noqa: F811
    proof = proof_of(log, 6, 9)
    assert proof["note"] is None
    done = checked(log, tmp_path, proof, log.older)
    assert (done.return_value, "the tree of 9 entries" in done.output) == (1, True)


def test_without_a_kept_checkpoint_there_is_nothing_to_compare(
    log: Log,  # noqa: F811
    tmp_path: Path,
) -> None:
    done = checked(log, tmp_path, proof_of(log))
    assert getattr(done.exception, "exit_code", None) == 2
    assert "the one that you kept" in str(done.exception)
