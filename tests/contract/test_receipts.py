"""A receipt names every run that was erased with a thing, and every run that had read it and stays.

Each of those runs has an audit entry and a receipt of its own, and all receipts can be checked
without the server.
"""

from __future__ import annotations

from typing import Any

import pytest

from api.conforming import conforming, document  # noqa: F401
from runwright.trust.audit_evidence import check_receipt
from support import samples
from support.agents import agent, network, run
from support.client import Api, error_of

pytestmark = pytest.mark.usefixtures("conforming")

QUESTION = "When does the lease of the Oslo office end?"
MORE_THAN_ONE_TRANSACTION = 30


def receipt_of(api: Api, erased: str) -> dict[str, Any]:
    """A receipt that holds when it is checked offline."""
    receipt = api.get(f"/v1/erasures/{erased}")
    assert receipt.status_code == 200, receipt.text
    assert check_receipt(receipt.json(), ()).problems == []
    return dict(receipt.json())


def readers(api: Api, many: int) -> list[str]:
    return [api.run(QUESTION, context=["documents"])["id"] for _ in range(many)]


@pytest.mark.parametrize("many", [1, 3, MORE_THAN_ONE_TRANSACTION])
def test_a_file_erased_with_its_runs_names_and_counts_them(api: Api, many: int) -> None:
    file_id = api.file(samples.NOTE)["id"]
    gone, other = readers(api, many), api.run()["id"]
    assert api.delete(f"/v1/files/{file_id}?runs=true").status_code == 200
    receipt = receipt_of(api, file_id)
    assert receipt["runs"] == sorted(gone)
    assert receipt["counts"]["runs"] == many
    assert "kept_runs" not in receipt["counts"]
    assert {entry["resource"] for entry in api.audit(action="runs.delete")} == set(gone)
    assert api.get(f"/v1/runs/{other}").status_code == 200


def test_a_file_erased_without_its_runs_names_them_as_kept(api: Api) -> None:
    file_id = api.file(samples.NOTE)["id"]
    kept = readers(api, 2)
    api.delete(f"/v1/files/{file_id}")
    receipt = receipt_of(api, file_id)
    assert sorted(receipt["runs"]) == sorted(kept)
    assert receipt["counts"]["kept_runs"] == 2
    assert "runs" not in receipt["counts"]


def test_a_repeated_delete_names_the_same_runs(api: Api) -> None:
    file_id, key = api.file(samples.NOTE)["id"], {"Idempotency-Key": "once"}
    gone = readers(api, 2)
    for _ in range(2):
        answer = api.delete(f"/v1/files/{file_id}?runs=true", headers=key)
        assert answer.status_code == 200
    assert receipt_of(api, file_id)["runs"] == sorted(gone)


def test_a_key_used_for_another_request_erases_no_run(api: Api) -> None:
    file_id, key = api.file(samples.NOTE)["id"], {"Idempotency-Key": "taken"}
    (kept,) = readers(api, 1)
    assert api.post("/v1/runs", {"model": "y0-fast", "prompt": "2 + 2?"}, headers=key).is_success
    answer = api.delete(f"/v1/files/{file_id}?runs=true", headers=key)
    assert set(error_of(answer, 400, "invalid_request")["errors"]) == {"Idempotency-Key"}
    assert api.get(f"/v1/runs/{kept}").status_code == 200


def test_a_networks_run_names_and_counts_the_runs_it_was_made_of(api: Api) -> None:
    whole = run(api, network(api, [agent(api, "One"), agent(api, "Two")]))
    deleted = api.delete(f"/v1/runs/{whole['id']}")
    receipt = receipt_of(api, whole["id"])
    assert receipt["runs"] == sorted(whole["children"])
    assert receipt["counts"]["runs"] == 1 + len(whole["children"])
    for child in whole["children"]:
        (entry,) = api.audit(action="runs.delete", resource=child)
        assert entry["request_id"] == deleted.headers["Request-Id"]
        own = receipt_of(api, child)
        assert (own["audit_seq"], own["counts"]["runs"]) == (entry["seq"], 1)


def test_a_child_that_was_deleted_before_is_not_deleted_again(api: Api) -> None:
    whole = run(api, network(api, [agent(api, "One"), agent(api, "Two")]))
    first, second = whole["children"]
    api.delete(f"/v1/runs/{first}")
    api.delete(f"/v1/runs/{whole['id']}")
    assert receipt_of(api, whole["id"])["runs"] == [second]
    assert len(api.audit(action="runs.delete", resource=first)) == 1


def test_a_file_names_a_networks_run_and_all_that_it_was_made_of(api: Api) -> None:
    file_id = api.file(samples.NOTE)["id"]
    whole = run(
        api,
        network(api, [agent(api, "Reader"), agent(api, "Clerk", "Only use finance.")], "parallel"),
        prompt=QUESTION,
        context=["documents", "finance"],
    )
    api.delete(f"/v1/files/{file_id}?runs=true")
    gone = [whole["id"], *whole["children"]]
    receipt = receipt_of(api, file_id)
    assert receipt["runs"] == sorted(gone)
    assert receipt["counts"]["runs"] == len(gone)
    for each in gone:
        error_of(api.get(f"/v1/runs/{each}"), 409, "already_deleted")
        assert len(api.audit(action="runs.delete", resource=each)) == 1
    assert receipt_of(api, whole["id"])["runs"] == sorted(whole["children"])


def test_the_offline_check_tells_how_many_runs_went_and_misses_none(api: Api) -> None:
    file_id = api.file(samples.NOTE)["id"]
    readers(api, 2)
    api.delete(f"/v1/files/{file_id}?runs=true")
    receipt = receipt_of(api, file_id)
    assert ("runs", "2 erased with it") in check_receipt(receipt, ()).facts
    shortened = check_receipt({**receipt, "runs": receipt["runs"][:1]}, ())
    assert ("the receipt", "it names 1 runs and counts 2") in shortened.problems
