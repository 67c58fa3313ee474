"""The audit log is a transparency log: what was signed once can be proved, and not taken back.

Every check here is written once more, from the RFC and C2SP's specifications, so that the product
does not check itself.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Callable
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from api.conforming import conforming, document  # noqa: F401
from db.raw import Raw
from support.client import Api, error_of
from support.server import Server

pytestmark = pytest.mark.usefixtures("conforming")


def unbase(text: str) -> bytes:
    return base64.b64decode(text, validate=True)


def sha(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def tree_root(leaves: list[bytes]) -> bytes:
    """MTH of RFC 6962."""
    if len(leaves) < 2:
        return sha(b"\0", leaves[0]) if leaves else sha()
    half = 1 << (len(leaves) - 1).bit_length() - 1
    return sha(b"\1", tree_root(leaves[:half]), tree_root(leaves[half:]))


def walked(leaf: bytes, index: int, size: int, path: list[bytes]) -> bytes:
    """The root that an audit path leads to, from the top down by recursion."""
    if size == 1:
        assert path == []
        return leaf
    half = 1 << (size - 1).bit_length() - 1
    *below, top = path
    if index < half:
        return sha(b"\1", walked(leaf, index, half, below), top)
    return sha(b"\1", top, walked(leaf, index - half, size - half, below))


def opened(note: str, verifier_key: str) -> tuple[str, int, bytes]:
    """The checkpoint in a note, if the key has signed it."""
    text, signatures = note.split("\n\n")
    (line,) = signatures.splitlines()
    dash, name, signature = line.split(" ")
    key_name, key_id, key = verifier_key.split("+", 2)
    assert (dash, name) == ("—", key_name)
    material = unbase(key)
    assert material[0] == 1
    assert sha(name.encode(), b"\n", material)[:4].hex() == key_id == unbase(signature)[:4].hex()
    Ed25519PublicKey.from_public_bytes(material[1:]).verify(
        unbase(signature)[4:], f"{text}\n".encode()
    )
    origin, size, root = text.split("\n")
    assert origin == name
    return origin, int(size), unbase(root)


def hashes(api: Api) -> list[bytes]:
    return [bytes.fromhex(entry["hash"]) for entry in api.audit()]


def checkpoint(api: Api) -> dict[str, Any]:
    answer = api.get("/v1/audit_log/checkpoint")
    assert answer.status_code == 200
    return dict(answer.json())


# Checkpoints ------------------------------------------------------------------------------------


def test_a_checkpoint_signs_the_tree_over_every_entry(api: Api) -> None:
    for _ in range(5):
        api.run(context=["calendar"])
    point = checkpoint(api)
    origin, size, root = opened(point["note"], point["verifier_key"])
    assert origin == f"runwright/{api.project_id}"
    assert (point["object"], point["size"], unbase(point["root"])) == (
        "audit_checkpoint",
        size,
        root,
    )
    assert size == 5 * 2
    assert tree_root(hashes(api)[:size]) == root
    assert [known["verifier_key"] for known in point["keys"]] == [point["verifier_key"]]


def test_every_checkpoint_that_was_shown_is_kept(api: Api, server: Server) -> None:
    api.run()
    shown = {point["size"]: point["note"] for point in (checkpoint(api), checkpoint(api))}
    statement = "SELECT size, note FROM audit_checkpoints WHERE project_id = ?"
    assert dict(Raw(server).rows(statement, api.project_id)) == shown
    assert sorted(shown) == [1, 2]


def test_projects_have_keys_of_different_names(api: Api, server: Server) -> None:
    api.run()
    with server.project() as other:
        other.run()
        mine, theirs = checkpoint(api), checkpoint(other)
    assert mine["verifier_key"].split("+")[0] != theirs["verifier_key"].split("+")[0]
    with pytest.raises(AssertionError):
        opened(mine["note"], theirs["verifier_key"])


# Inclusion --------------------------------------------------------------------------------------


def test_every_entry_can_be_proved(api: Api) -> None:
    for _ in range(4):
        api.run()
    entries = api.audit()
    for entry in entries:
        seq = entry["seq"]
        proof = api.get(f"/v1/audit_log/{seq}/proof").json()
        _, size, root = opened(proof["note"], proof["verifier_key"])
        assert (proof["size"], unbase(proof["root"])) == (size, root)
        assert (proof["seq"], proof["index"]) == (seq, seq - 1)
        assert proof["entry"] == entry
        leaf = sha(b"\0", bytes.fromhex(entry["hash"]))
        assert walked(leaf, seq - 1, size, [unbase(each) for each in proof["hashes"]]) == root


def test_a_proof_does_not_prove_another_entry(api: Api) -> None:
    for _ in range(4):
        api.run()
    proof = api.get("/v1/audit_log/2/proof").json()
    path = [unbase(each) for each in proof["hashes"]]
    other = sha(b"\0", hashes(api)[2])
    assert walked(other, 1, proof["size"], path) != unbase(proof["root"])


@pytest.mark.parametrize(
    "seq", ["0", "-1", "99999", "x", "1.0", "01x", "%20", "9" * 30, "\u0661", "1e3"]
)
def test_what_is_no_entry_has_no_proof(api: Api, seq: str) -> None:
    api.run()
    error_of(api.get(f"/v1/audit_log/{seq}/proof"), 404, "not_found")


# Consistency ------------------------------------------------------------------------------------


def consistency(api: Api, **sizes: int) -> dict[str, Any]:
    answer = api.get("/v1/audit_log/consistency", params=sizes)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def subproof(first: int, leaves: list[bytes], is_known: bool = True) -> list[bytes]:
    """PROOF of RFC 6962."""
    if first == len(leaves):
        return [] if is_known else [tree_root(leaves)]
    half = 1 << (len(leaves) - 1).bit_length() - 1
    if first <= half:
        return [*subproof(first, leaves[:half], is_known), tree_root(leaves[half:])]
    return [*subproof(first - half, leaves[half:], False), tree_root(leaves[:half])]


def test_an_earlier_checkpoint_is_proved_to_be_the_beginning(api: Api) -> None:
    for _ in range(3):
        api.run()
    kept = checkpoint(api)
    for _ in range(4):
        api.run()
    found = consistency(api, **{"from": kept["size"]})
    assert (found["object"], found["from"]) == ("audit_consistency", kept["size"])
    assert found["from_root"] == kept["root"]
    _, size, root = opened(found["note"], found["verifier_key"])
    assert (found["to"], unbase(found["to_root"])) == (size, root)
    leaves = hashes(api)[:size]
    assert [unbase(each) for each in found["hashes"]] == subproof(kept["size"], leaves)
    assert tree_root(leaves) == root


def test_any_two_sizes_can_be_compared(api: Api) -> None:
    for _ in range(9):
        api.run()
    kept = checkpoint(api)
    leaves = hashes(api)
    for first in range(1, 10):
        for second in range(first, 10):
            found = consistency(api, **{"from": first, "to": second})
            assert unbase(found["from_root"]) == tree_root(leaves[:first])
            assert unbase(found["to_root"]) == tree_root(leaves[:second])
            assert [unbase(h) for h in found["hashes"]] == subproof(first, leaves[:second])
            # A past size is never signed anew: whoever alters the log gets no signature for it.
            assert found["note"] == (kept["note"] if second == kept["size"] else None)


BAD_SIZES: dict[str, set[str]] = {
    "": {"from"},
    "from=0": {"from"},
    "from=-1": {"from"},
    "from=x": {"from"},
    "from=1.0": {"from"},
    "from=99999": {"from"},
    "from=1&to=99999": {"to"},
    "from=99999&to=99999": {"from", "to"},
    "from=2&to=1": {"to"},
    "from=1&to=0": {"to"},
    "from=1&from=2": {"from"},
    "from=1&size=2": {"size"},
    "first=1": {"from", "first"},
}


@pytest.mark.parametrize("query", BAD_SIZES)
def test_sizes_that_make_no_sense_are_400(api: Api, query: str) -> None:
    for _ in range(3):
        api.run()
    error = error_of(api.get(f"/v1/audit_log/consistency?{query}"), 400, "invalid_request")
    assert set(error["errors"]) == BAD_SIZES[query]


# Who may, and what it leaves ---------------------------------------------------------------------

CALLS: dict[str, str] = {
    "audit.checkpoint": "/v1/audit_log/checkpoint",
    "audit.prove": "/v1/audit_log/1/proof",
    "audit.consistency": "/v1/audit_log/consistency?from=1",
}


@pytest.mark.parametrize("action", CALLS)
def test_proofs_need_audit_read_and_are_recorded(api: Api, action: str) -> None:
    api.run()
    answer = api.get(CALLS[action])
    assert answer.status_code == 200
    with api.key("runs:read", "keys:read") as narrow:
        denied = narrow.get(CALLS[action])
    assert "audit:read" in error_of(denied, 403, "scope_denied")["message"]
    found = {e["request_id"]: e["decision"] for e in api.audit(action=action)}
    assert found == {
        answer.headers["Request-Id"]: "allowed",
        denied.headers["Request-Id"]: "denied",
    }


# Receipts ---------------------------------------------------------------------------------------


def erased_run(api: Api) -> str:
    run = str(api.run()["id"])
    api.delete(f"/v1/runs/{run}")
    return run


def erased_artifact(api: Api) -> str:
    run = api.exported()
    api.delete(f"/v1/runs/{run['id']}")
    return str(run["result"]["artifacts"][0])


def erased_key(api: Api) -> str:
    made = api.post("/v1/keys", {"name": "k", "scopes": ["models:read"]}).json()["id"]
    api.delete(f"/v1/keys/{made}")
    return str(made)


ERASING: dict[str, Callable[[Api], str]] = {
    "run": erased_run,
    "artifact": erased_artifact,
    "key": erased_key,
}


@pytest.mark.parametrize("what", ERASING)
def test_a_receipt_is_signed_and_its_entry_is_proved(api: Api, what: str) -> None:
    erased = ERASING[what](api)
    receipt = api.get(f"/v1/erasures/{erased}").json()
    proof, signature = receipt.pop("proof"), receipt.pop("signature")
    key = unbase(receipt["verifier_key"].split("+", 2)[2])[1:]
    content = json.dumps(receipt, sort_keys=True, separators=(",", ":")).encode()
    Ed25519PublicKey.from_public_bytes(key).verify(unbase(signature), content)
    _, size, root = opened(proof["note"], receipt["verifier_key"])
    assert proof["entry"]["seq"] == receipt["audit_seq"]
    leaf = sha(b"\0", bytes.fromhex(proof["entry"]["hash"]))
    path = [unbase(each) for each in proof["hashes"]]
    assert walked(leaf, receipt["audit_seq"] - 1, size, path) == root


def test_a_receipt_stays_the_same_to_the_byte_while_the_log_grows(api: Api) -> None:
    erased = erased_run(api)
    first = api.get(f"/v1/erasures/{erased}").content
    for _ in range(5):
        api.run()
    checkpoint(api)
    assert api.get(f"/v1/erasures/{erased}").content == first
