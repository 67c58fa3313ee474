"""`GET /v1/runs/{id}/proof`: a run is proved to whoever has the file and the server's public key.

The seal and the path to the root are computed here once more, so that the product does not check
itself; the command is then tried on files in which somebody changed something.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from api.conforming import conforming, document  # noqa: F401
from chaos.storage import execute
from contract.test_audit_proofs import opened, sha, unbase, walked
from contract.test_runs import computing_stopped, deep
from runwright import canonical
from runwright.cli.audit import audit as command
from runwright.trust.signing import SigningKey
from runwright.trust.tree.note import VerifierKey
from support import samples
from support.client import Api, error_of
from support.server import Server

pytestmark = pytest.mark.usefixtures("conforming")

READING = ["runs:read", "audit:read"]
Proof = dict[str, Any]


def proof_of(api: Api, run_id: str) -> Proof:
    answer = api.get(f"/v1/runs/{run_id}/proof")
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


@pytest.fixture(scope="module")
def read(server: Server) -> Any:
    """A project, a run of it that has read something, and the proof of that run."""
    with server.project() as api:
        api.file(samples.BANK, filename="b.csv")
        run = api.run("How much did I spend in October 2026?", context=["finance"])
        yield api, run, proof_of(api, run["id"])


# What the server gives ---------------------------------------------------------------------------


def test_the_frozen_texts_give_the_seal_and_the_run(read: Any) -> None:
    api, run, proof = read
    frozen, seal = proof["frozen"], proof["seal"]
    joined = seal["joined_by"].join(frozen[name] for name in seal["over"])
    assert sha(joined.encode()).hex() == seal["sha256"]
    assert {**json.loads(frozen["body"]), "trace": json.loads(frozen["trace"])} == (
        api.get(f"/v1/runs/{run['id']}").json()
    )
    timeline = json.loads(frozen["timeline"])
    assert sha(frozen["details"].encode()).hex() == timeline["details_sha256"]


def test_every_entry_leads_to_the_signed_root_and_the_first_one_holds_the_seal(read: Any) -> None:
    _, run, proof = read
    _, size, root = opened(proof["note"], proof["verifier_key"])
    for each in proof["entries"]:
        entry = each["entry"]
        leaf = sha(b"\0", bytes.fromhex(entry["hash"]))
        assert walked(leaf, entry["seq"] - 1, size, list(map(unbase, each["hashes"]))) == root
    entries = [each["entry"] for each in proof["entries"]]
    assert [(e["action"], e["scope"]) for e in entries] == [
        ("runs.create", "runs:write"),
        ("context.read", "finance:read"),
    ]
    assert {entry["resource"] for entry in entries} == {run["id"]}
    assert entries[0]["detail"] == {"sha256": proof["seal"]["sha256"], "status": "completed"}


def test_a_proof_stays_the_same_to_the_byte(read: Any) -> None:
    api, run, proof = read
    api.run("What is 1 + 1?")
    assert proof_of(api, run["id"]) == proof


def test_looking_at_a_run_is_not_part_of_its_proof(api: Api) -> None:
    made = api.run("What is 3 * 3?", model="y0-deep")["id"]
    for _ in range(3):
        api.get(f"/v1/runs/{made}")
    api.finished(made)
    actions = [each["entry"]["action"] for each in proof_of(api, made)["entries"]]
    assert actions[0] == "runs.create"
    assert actions[-1] == "runs.end"
    assert "runs.read" not in actions


def test_what_happened_to_a_run_after_its_request_is_not_part_of_its_proof(api: Api) -> None:
    made = api.run("What is 3 * 3?")["id"]
    api.post(f"/v1/runs/{made}/feedback", {"rating": "up"})
    assert [each["entry"]["action"] for each in proof_of(api, made)["entries"]] == ["runs.create"]


def test_a_run_of_an_agent_is_sealed_by_the_request_that_made_it(api: Api) -> None:
    agent = api.post("/v1/agents", {"name": "n", "instructions": "Be short.", "model": "y0-fast"})
    run = api.post(f"/v1/agents/{agent.json()['id']}/run", {"prompt": "What is 3 * 3?"}).json()
    proof = proof_of(api, run["id"])
    entry = proof["entries"][0]["entry"]
    assert entry["action"] == "agents.run"
    assert entry["detail"]["sha256"] == proof["seal"]["sha256"]


def test_a_cancelled_run_can_be_proved(server: Server, api: Api) -> None:
    with computing_stopped(server, api):
        run = deep(api)
        assert api.post(f"/v1/runs/{run['id']}/cancel").json()["status"] == "cancelled"
    proof = proof_of(api, run["id"])
    assert proof["entries"][-1]["entry"]["detail"]["status"] == "cancelled"


def test_details_are_withheld_from_a_key_without_the_sources_and_the_rest_is_proved(
    read: Any, tmp_path: Path
) -> None:
    api, run, whole = read
    with api.key(*READING) as narrow:
        proof = proof_of(narrow, run["id"])
    assert proof == {
        **whole,
        "frozen": {**whole["frozen"], "details": None},
        "withheld": ["finance:read"],
    }
    told = verify(tmp_path, proof, "--key", whole["verifier_key"])
    assert (told.exit_code, "withheld" in told.output) == (0, True)


@pytest.mark.parametrize("missing", READING)
def test_a_proof_takes_both_scopes(read: Any, missing: str) -> None:
    api, run, _ = read
    with api.key(*(scope for scope in READING if scope != missing)) as narrow:
        refused = error_of(narrow.get(f"/v1/runs/{run['id']}/proof"), 403, "scope_denied")
    assert missing in refused["message"]


def test_a_run_that_has_not_ended_has_no_proof(server: Server, api: Api) -> None:
    with computing_stopped(server, api):
        run = deep(api)["id"]
        problem = error_of(api.get(f"/v1/runs/{run}/proof"), 400, "invalid_request")
    assert problem["errors"] == {"id": ["must be a finished run"]}


def test_a_deleted_run_has_no_proof(api: Api) -> None:
    run = api.run()["id"]
    api.delete(f"/v1/runs/{run}")
    error_of(api.get(f"/v1/runs/{run}/proof"), 409, "already_deleted")


def test_bytes_that_were_replaced_together_with_their_hash_are_noticed(
    server: Server, api: Api
) -> None:
    run = api.run("What is 6 * 7?")["id"]
    frozen = proof_of(api, run)["frozen"]
    body = frozen["body"].replace("42", "43")
    joined = "\n".join((body, frozen["trace"], frozen["timeline"]))
    values = {"body": body.encode(), "sha256": sha(joined.encode()).hex(), "run": run}
    execute(server, "UPDATE runs SET body = :body, sha256 = :sha256 WHERE id = :run", values)
    assert "43" in api.get(f"/v1/runs/{run}").json()["result"]["summary"]
    error_of(api.get(f"/v1/runs/{run}/proof"), 500, "internal")


# What the command says ---------------------------------------------------------------------------


def verify(folder: Path, proof: Proof, *options: str) -> Result:
    path = folder / "proof.json"
    path.write_text(json.dumps(proof), "utf-8")
    return CliRunner().invoke(command, ["verify", str(path), *options], standalone_mode=False)


def code(result: Result) -> int:
    """What the command would exit with."""
    if result.exception is not None:
        raise result.exception
    return int(result.return_value)


def test_the_command_checks_a_proof_offline(read: Any, tmp_path: Path) -> None:
    _, run, proof = read
    told = verify(tmp_path, proof, "--key", proof["verifier_key"])
    assert code(told) == 0, told.output
    assert told.output.splitlines()[0].endswith("is whole.")
    assert f"{run['id']}, completed" in told.output
    assert proof["seal"]["sha256"] in told.output


def replace_text(name: str, old: str, new: str) -> Callable[[Proof], None]:
    def alter(proof: Proof) -> None:
        text = proof["frozen"][name]
        assert old in text
        proof["frozen"][name] = text.replace(old, new, 1)

    return alter


def hashed(entry: Proof) -> str:
    return canonical.sha256(canonical.dumps({n: v for n, v in entry.items() if n != "hash"}))


def reseal(proof: Proof) -> None:
    """Another result under a seal that fits it, and an entry that holds this seal."""
    replace_text("body", '"steps_used":', '"steps_used":1')(proof)
    joined = "\n".join(proof["frozen"][name] for name in ("body", "trace", "timeline"))
    proof["seal"]["sha256"] = sha(joined.encode()).hex()
    entry = proof["entries"][0]["entry"]
    entry["detail"]["sha256"] = proof["seal"]["sha256"]
    entry["hash"] = hashed(entry)


def rename(proof: Proof) -> None:
    *kept, last = proof["run"]
    proof["run"] = "".join((*kept, "1" if last == "0" else "0"))


def bigger(proof: Proof) -> None:
    lines = proof["note"].split("\n")
    proof["note"] = "\n".join([lines[0], str(int(lines[1]) + 1), *lines[2:]])


def swap_paths(proof: Proof) -> None:
    first, last = proof["entries"][0], proof["entries"][-1]
    first["hashes"], last["hashes"] = last["hashes"], first["hashes"]


TAMPERED: dict[str, tuple[Callable[[Proof], None], str]] = {
    "body": (replace_text("body", "completed", "failed"), "do not match the seal"),
    "trace": (replace_text("trace", '"items":', '"items":1'), "do not match the seal"),
    "timeline": (replace_text("timeline", '"start_us":', '"start_us":1'), "match the seal"),
    "details": (replace_text("details", '"tool":"', '"tool":"x'), "hash in the timeline"),
    "seal": (lambda p: p["seal"].update(sha256="0" * 64), "no entry of the log holds it"),
    "run": (rename, "of another run"),
    "an entry": (lambda p: p["entries"][1]["entry"].update(decision="denied"), "match its hash"),
    "an entry's hash": (
        lambda p: p["entries"][1]["entry"].update(hash="0" * 64),
        "not in the tree",
    ),
    "paths": (swap_paths, "not in the tree"),
    "no seal": (lambda p: p["entries"].pop(0), "no entry of the log holds it"),
    "sealed anew": (reseal, "not in the tree that was signed"),
    "the size of the tree": (bigger, "none of the trusted keys"),
}


@pytest.mark.parametrize("what", TAMPERED)
def test_whatever_is_changed_in_a_proof_is_noticed(read: Any, tmp_path: Path, what: str) -> None:
    alter, reason = TAMPERED[what]
    proof = copy.deepcopy(read[2])
    alter(proof)
    told = verify(tmp_path, proof, "--key", read[2]["verifier_key"])
    assert code(told) == 1, told.output
    assert reason in told.output


def test_a_proof_that_another_server_signed_is_noticed(read: Any, tmp_path: Path) -> None:
    name = read[2]["verifier_key"].partition("+")[0]
    stranger = VerifierKey(name, SigningKey(bytes(32)).public_key)
    told = verify(tmp_path, read[2], "--key", str(stranger))
    assert (code(told), "none of the trusted keys" in told.output) == (1, True)


@pytest.mark.parametrize("name", ["seal", "frozen", "entries", "note"])
def test_what_is_no_proof_is_said_to_be_none(read: Any, tmp_path: Path, name: str) -> None:
    proof = {key: value for key, value in read[2].items() if key != name}
    told = verify(tmp_path, proof)
    assert "this is not the proof of a run" in str(told.exception)
