"""What belongs to one project does not exist for another's key: 404, or an empty list."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from db.raw import Raw
from support import samples
from support.client import Api, error_of
from support.server import Server

MARKED = {"secret": "marker"}


@pytest.fixture
def theirs(server: Server) -> Iterator[tuple[Api, dict[str, str]]]:
    """Another project with one of everything, and the ids of it all."""
    with server.project(name="theirs") as api:
        run = api.run(metadata=MARKED, context=["calendar"])["id"]
        deleted = api.run()["id"]
        api.delete(f"/v1/runs/{deleted}")
        key = api.post("/v1/keys", {"name": "k", "scopes": ["runs:read"]}).json()
        file, erased = (api.upload(samples.NOTE, metadata=MARKED).json()["id"] for _ in range(2))
        api.delete(f"/v1/files/{erased}")
        yield (
            api,
            {
                "run": run,
                "deleted": deleted,
                "key": key["id"],
                "secret": key["secret"],
                "project": str(api.project_id),
                "file": file,
                "erased": erased,
            },
        )


ROUTES: list[tuple[str, str, Any]] = [
    ("GET", "/v1/runs/{run}", None),
    ("GET", "/v1/runs/{run}?include_trace=false", None),
    ("GET", "/v1/runs/{run}/timeline", None),
    ("GET", "/v1/runs/{run}/proof", None),
    ("POST", "/v1/runs/{run}/replay", None),
    ("GET", "/v1/runs/{run}/feedback", None),
    ("POST", "/v1/runs/{run}/cancel", {}),
    ("DELETE", "/v1/runs/{run}", None),
    ("GET", "/v1/runs/{deleted}", None),
    ("GET", "/v1/runs/{deleted}/timeline", None),
    ("POST", "/v1/runs/{deleted}/cancel", {}),
    ("DELETE", "/v1/runs/{deleted}", None),
    ("GET", "/v1/erasures/{deleted}", None),
    ("GET", "/v1/keys/{key}", None),
    ("PATCH", "/v1/keys/{key}", {"name": "mine"}),
    ("POST", "/v1/keys/{key}/rotate", {}),
    ("DELETE", "/v1/keys/{key}", None),
    ("GET", "/v1/projects/{project}", None),
    ("PATCH", "/v1/projects/{project}", {"name": "mine"}),
    ("GET", "/v1/files/{file}", None),
    ("GET", "/v1/files/{file}/content", None),
    ("GET", "/v1/files/{file}/extracted", None),
    ("POST", "/v1/files/{file}/extract", None),
    ("DELETE", "/v1/files/{file}", None),
    ("DELETE", "/v1/files/{file}?runs=true", None),
    ("GET", "/v1/files/{erased}", None),
    ("GET", "/v1/files/{erased}/content", None),
    ("DELETE", "/v1/files/{erased}", None),
    ("GET", "/v1/erasures/{erased}", None),
]


@pytest.mark.parametrize(("method", "path", "body"), ROUTES, ids=[f"{m} {p}" for m, p, _ in ROUTES])
def test_an_id_of_another_project_is_not_found(
    api: Api, theirs: tuple[Api, dict[str, str]], method: str, path: str, body: Any
) -> None:
    owner, ids = theirs
    before = owner.get(f"/v1/runs/{ids['run']}").content
    answer = api.http.request(method, path.format(**ids), json=body)
    error_of(answer, 404, "not_found")
    assert owner.get(f"/v1/runs/{ids['run']}").content == before
    assert owner.get(f"/v1/keys/{ids['key']}").json()["name"] == "k"
    assert owner.get(f"/v1/files/{ids['file']}/content").content == samples.NOTE
    with Api(api.url, ids["secret"]) as key:
        assert key.get("/v1/runs").status_code == 200


def test_no_list_shows_anything_of_another_project(
    api: Api, theirs: tuple[Api, dict[str, str]]
) -> None:
    _, ids = theirs
    pages = {
        "runs": "/v1/runs",
        "metadata": "/v1/runs?metadata.secret=marker",
        "cursor": f"/v1/runs?after={ids['run']}&order=asc",
        "files": "/v1/files",
        "files by metadata": "/v1/files?metadata.secret=marker",
        "files by cursor": f"/v1/files?after={ids['file']}&order=asc",
        "audit": f"/v1/audit_log?resource={ids['run']}",
        "audit by key": f"/v1/audit_log?key={ids['key']}",
    }
    for name, path in pages.items():
        answer = api.get(path)
        assert answer.status_code == 200, name
        assert answer.json()["data"] == [], name
    assert ids["key"] not in api.get("/v1/keys?limit=100").text
    assert ids["project"] not in api.get("/v1/projects").text
    assert ids["run"] not in api.get("/v1/audit_log?limit=100&action=runs.create").text


def test_a_refusal_leaves_its_entry_in_the_askers_log_alone(
    api: Api, theirs: tuple[Api, dict[str, str]]
) -> None:
    owner, ids = theirs
    before = owner.audit(resource=ids["run"])
    error_of(api.delete(f"/v1/runs/{ids['run']}"), 404, "not_found")
    assert owner.audit(resource=ids["run"]) == before
    assert [e["action"] for e in api.audit(resource=ids["run"])] == ["runs.delete"]


def test_nothing_of_another_project_was_changed(
    api: Api, server: Server, theirs: tuple[Api, dict[str, str]]
) -> None:
    _, ids = theirs
    raw = Raw(server)
    count = "SELECT count(*) FROM {} WHERE project_id = ?"
    tables = ("runs", "keys", "files", "erasures", "idempotency")
    before = [raw.rows(count.format(table), ids["project"]) for table in tables]
    headers = {"Idempotency-Key": "x"}
    for method, path, body in ROUTES:
        api.http.request(method, path.format(**ids), json=body, headers=headers)
    assert [raw.rows(count.format(table), ids["project"]) for table in tables] == before
