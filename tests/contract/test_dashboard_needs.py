"""What people look at in the dashboard and the contract alone does not say: asked for by name.

A file's upload and its duplicates, an audit log without mere looking, how many items a source
has, how many people rated runs, and by which end a webhook's secret is known.
"""

from __future__ import annotations

from typing import Any

import pytest

from api.conforming import conforming, document  # noqa: F401
from support import samples
from support.client import Api, error_of

pytestmark = pytest.mark.usefixtures("conforming")
DETAILS = {"expand": "details"}


def file_of(api: Api, file_id: str) -> dict[str, Any]:
    return dict(api.get(f"/v1/files/{file_id}", params=DETAILS).json())


# Files ------------------------------------------------------------------------------------------


def test_a_file_says_when_it_came_and_what_it_repeats_if_asked(api: Api) -> None:
    first = api.file(samples.NOTE, filename="one.md")
    again = api.file(samples.NOTE, filename="two.md")
    other = api.file(b"Something else altogether.", filename="three.txt")
    assert "duplicate_of" not in file_of(api, first["id"])
    assert file_of(api, again["id"])["duplicate_of"] == first["id"]
    assert "duplicate_of" not in file_of(api, other["id"])
    assert file_of(api, first["id"])["created_at"] < file_of(api, other["id"])["created_at"]
    listed = api.get("/v1/files", params=DETAILS).json()["data"]
    assert [file.get("duplicate_of") for file in listed] == [None, first["id"], None]
    for path in ("/v1/files", f"/v1/files/{again['id']}"):
        assert "duplicate_of" not in api.get(path).text


def test_a_file_whose_original_is_erased_repeats_nothing(api: Api) -> None:
    first, again = api.file(samples.NOTE), api.file(samples.NOTE)
    assert api.delete(f"/v1/files/{first['id']}").status_code == 200
    assert "duplicate_of" not in file_of(api, again["id"])


def test_what_cannot_be_expanded_is_named(api: Api) -> None:
    error = error_of(api.get("/v1/files", params={"expand": "all"}), 400, "invalid_request")
    assert set(error["errors"]) == {"expand"}


# The audit log ----------------------------------------------------------------------------------


def actions(api: Api, **params: str) -> list[str]:
    entries = api.get("/v1/audit_log", params={"limit": "100", **params}).json()["data"]
    return [entry["action"] for entry in entries]


def test_reads_of_ones_own_or_of_everybody_can_be_left_out(api: Api) -> None:
    made = api.post("/v1/keys", {"name": "reader", "scopes": ["runs:read"]}).json()
    api.get("/v1/files")
    api.run("What is 1 + 1?")
    with Api(api.url, made["secret"]) as reader:
        reader.get("/v1/runs")
        reader.get("/v1/files")
    everything = actions(api)
    assert {"files.list", "runs.list", "runs.create"} <= set(everything)
    assert actions(api, reads="all") != []
    of_others = actions(api, reads="others")
    assert "runs.list" in of_others
    assert "audit.list" not in of_others
    # The other key was refused: a denial is never mere looking.
    assert of_others.count("files.list") == 1
    nobodys = actions(api, reads="none")
    assert "runs.list" not in nobodys
    assert nobodys.count("files.list") == 1
    assert "runs.create" in nobodys


@pytest.mark.parametrize("reads", ["others", "none"])
def test_that_goes_with_every_other_filter(api: Api, reads: str) -> None:
    made = api.post("/v1/keys", {"name": "reader", "scopes": ["runs:read"]}).json()
    run = api.run("What is 1 + 1?")["id"]
    with Api(api.url, made["secret"]) as reader:
        reader.get("/v1/files")
    own = api.get("/v1/auth/key").json()["id"]
    assert actions(api, reads=reads, key=made["id"], decision="denied") == ["files.list"]
    assert actions(api, reads=reads, action="runs.create", key=own) == ["runs.create"]
    assert actions(api, reads=reads, decision="allowed", action="keys.create") == ["keys.create"]
    assert "runs.create" in actions(api, reads=reads, resource=run, since="2020-01-01T00:00:00Z")
    assert "runs.list" not in actions(api, reads=reads, decision="allowed")


def test_what_a_run_read_is_always_listed(api: Api) -> None:
    api.file(samples.NOTE)
    api.run("What does the note say about offices?", context=["documents"])
    assert "context.read" in actions(api, reads="none")


# Counts -----------------------------------------------------------------------------------------


def test_a_list_of_items_says_how_many_there_are_in_all(api: Api) -> None:
    file = api.file(samples.NOTE)
    query = {"source": "documents", "limit": "1"}
    page = api.get("/v1/context/items", params=query).json()
    assert page["total"] == file["extracted"]["graph_items"]
    assert api.get("/v1/context/items", params={"source": "finance"}).json()["total"] == 0
    filtered = api.get("/v1/context/items", params={**query, "file": file["id"]}).json()
    assert filtered["total"] is None


def test_quality_says_how_many_people_rated(api: Api) -> None:
    run = api.run()
    api.post(f"/v1/runs/{run['id']}/feedback", {"rating": "up"})
    rows = api.get("/v1/analytics/quality", params={"bucket": "none"}).json()["data"]
    assert [row["votes"] for row in rows] == [1]


def test_a_webhook_shows_the_end_of_its_secret(api: Api) -> None:
    body = {"url": "https://example.com/hook", "events": ["run.completed"]}
    made = api.post("/v1/webhooks", body).json()
    hint = f"whsec_…{made['secret'][-4:]}"
    assert made["secret_hint"] == hint
    assert api.get(f"/v1/webhooks/{made['id']}").json()["secret_hint"] == hint
    rotated = api.post(f"/v1/webhooks/{made['id']}/rotate_secret", {}).json()
    assert rotated["secret_hint"] == f"whsec_…{rotated['secret'][-4:]}"
