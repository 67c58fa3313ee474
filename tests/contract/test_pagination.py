"""Lists page by one cursor shape, and lose and repeat nothing while others insert."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from api.conforming import conforming, document  # noqa: F401
from support.client import Api, error_of
from support.patience import PATIENCE
from support.server import Server

pytestmark = pytest.mark.usefixtures("conforming")

COUNT = 25
LISTS = ["/v1/runs", "/v1/keys", "/v1/audit_log"]
FIELDS = {"object", "data", "first_id", "last_id", "has_more"}


def _make(api: Api, path: str) -> str:
    """Add one entry to a list."""
    if path == "/v1/runs":
        return str(api.run()["id"])
    if path == "/v1/keys":
        return str(api.post("/v1/keys", {"name": "k", "scopes": ["models:read"]}).json()["id"])
    api.get("/v1/models")
    return ""


@pytest.fixture(scope="module")
def filled(server: Server) -> Iterator[Api]:
    """A project with some of everything. The audit log is as long as the first look says."""
    with server.project() as client:
        for _ in range(COUNT):
            _make(client, "/v1/runs")
            _make(client, "/v1/keys")
        yield client


def ids_of(page: dict[str, Any]) -> list[str]:
    """The ids on a page, whose edges must be right."""
    assert set(page) == FIELDS
    assert page["object"] == "list"
    found = [item["id"] for item in page["data"]]
    assert page["first_id"] == (found[0] if found else None)
    assert page["last_id"] == (found[-1] if found else None)
    return found


def whole(api: Api, path: str, **query: Any) -> list[str]:
    """Every id, by following `after`."""
    found: list[str] = []
    while True:
        page = api.get(path, params=query).json()
        found += ids_of(page)
        if not page["has_more"]:
            return found
        query["after"] = page["last_id"]


@pytest.fixture(params=LISTS)
def path(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def listed(filled: Api, path: str) -> list[str]:
    """What the list holds, oldest first."""
    found = whole(filled, path, order="asc", limit=100)
    assert len(found) >= COUNT
    assert len(set(found)) == len(found)
    return found


def test_twenty_come_by_default_newest_first(filled: Api, path: str, listed: list[str]) -> None:
    page = filled.get(path).json()
    assert len(ids_of(page)) == 20
    assert page["has_more"] is True
    newest = ids_of(filled.get(path, params={"after": page["last_id"], "limit": 3}).json())
    assert newest[0] != page["last_id"]
    if path != "/v1/audit_log":  # looking adds an entry there
        assert ids_of(page) == listed[::-1][:20]
        assert newest == listed[::-1][20:23]


@pytest.mark.parametrize("limit", [1, 2, 7, 24, 25, 26, 100])
@pytest.mark.parametrize("order", ["asc", "desc"])
def test_any_limit_and_order_give_everything_once(
    filled: Api, path: str, listed: list[str], order: str, limit: int
) -> None:
    # Each page of the audit log adds an entry to it: small ones would never reach its end.
    limit = max(limit, 7) if path == "/v1/audit_log" else limit
    found = whole(filled, path, order=order, limit=limit)
    assert len(set(found)) == len(found)
    oldest_first = found if order == "asc" else found[::-1]
    assert [one for one in oldest_first if one in set(listed)] == listed


@pytest.mark.parametrize("order", ["asc", "desc"])
def test_after_starts_just_behind_the_cursor(
    filled: Api, path: str, listed: list[str], order: str
) -> None:
    ordered = listed if order == "asc" else listed[::-1]
    query = {"order": order, "after": ordered[9], "limit": 5}
    page = filled.get(path, params=query).json()
    assert ids_of(page) == ordered[10:15]
    assert page["has_more"] is True


@pytest.mark.parametrize("order", ["asc", "desc"])
def test_before_alone_gives_the_page_just_before(
    filled: Api, path: str, listed: list[str], order: str
) -> None:
    ordered = listed if order == "asc" else listed[::-1]
    query = {"order": order, "before": ordered[9], "limit": 5}
    page = filled.get(path, params=query).json()
    assert ids_of(page) == ordered[4:9]
    assert page["has_more"] is True


def test_before_gives_a_short_first_page(filled: Api, path: str, listed: list[str]) -> None:
    query = {"order": "asc", "before": listed[3], "limit": 5}
    page = filled.get(path, params=query).json()
    assert ids_of(page) == listed[:3]
    assert page["has_more"] is False


@pytest.mark.parametrize("order", ["asc", "desc"])
def test_after_and_before_give_what_lies_between(
    filled: Api, path: str, listed: list[str], order: str
) -> None:
    ordered = listed if order == "asc" else listed[::-1]
    query = {"order": order, "after": ordered[4], "before": ordered[12]}
    page = filled.get(path, params=query).json()
    assert ids_of(page) == ordered[5:12]
    assert page["has_more"] is False
    short = filled.get(path, params={**query, "limit": 3}).json()
    assert ids_of(short) == ordered[5:8]
    assert short["has_more"] is True


def test_going_forth_and_back_gives_the_same_page(filled: Api, path: str) -> None:
    first = filled.get(path, params={"order": "asc", "limit": 6}).json()
    second = filled.get(path, params={"order": "asc", "limit": 6, "after": first["last_id"]}).json()
    back = filled.get(
        path, params={"order": "asc", "limit": 6, "before": second["first_id"]}
    ).json()
    assert ids_of(back) == ids_of(first)


@pytest.mark.parametrize("limit", ["0", "101", "-1", "x", "1.5", "", "1e1", "٣", "9" * 30])
def test_a_limit_out_of_bounds_is_refused(filled: Api, path: str, limit: str) -> None:
    response = filled.get(path, params={"limit": limit})
    assert set(error_of(response, 400, "invalid_request")["errors"]) == {"limit"}


WILD = ["", "x", "run_", "_x", "run_é", "run_'; --", "run_a/b", "run_\x00", "r" * 500, "../..", "7"]


@pytest.mark.parametrize("cursor", [*WILD, "run_" + "0" * 100], ids=repr)
@pytest.mark.parametrize("name", ["after", "before"])
def test_a_cursor_that_is_none_is_refused(filled: Api, path: str, name: str, cursor: str) -> None:
    response = filled.get(path, params={name: cursor})
    assert set(error_of(response, 400, "invalid_request")["errors"]) == {name}


@pytest.mark.parametrize("name", ["after", "before"])
def test_a_cursor_of_another_kind_is_refused(filled: Api, path: str, name: str) -> None:
    other = filled.get("/v1/keys" if path != "/v1/keys" else "/v1/runs").json()["first_id"]
    response = filled.get(path, params={name: other})
    assert set(error_of(response, 400, "invalid_request")["errors"]) == {name}


def test_an_audit_cursor_of_another_project_is_refused(filled: Api, api: Api) -> None:
    api.get("/v1/models")
    foreign = api.audit()[0]["id"]
    response = filled.get("/v1/audit_log", params={"after": foreign})
    assert set(error_of(response, 400, "invalid_request")["errors"]) == {"after"}


def test_a_wrong_order_is_refused(filled: Api, path: str) -> None:
    response = filled.get(path, params={"order": "up"})
    assert set(error_of(response, 400, "invalid_request")["errors"]) == {"order"}


@pytest.mark.parametrize("path", ["/v1/runs", "/v1/keys"])
@pytest.mark.parametrize("order", ["asc", "desc"])
def test_the_cursor_of_an_erased_thing_still_works(api: Api, path: str, order: str) -> None:
    made = [_make(api, path) for _ in range(6)]
    listed = whole(api, path, order=order)
    cursor = made[3]
    place = listed.index(cursor)
    assert api.delete(f"{path}/{cursor}").status_code == 200
    after = api.get(path, params={"order": order, "after": cursor}).json()
    before = api.get(path, params={"order": order, "before": cursor}).json()
    assert ids_of(after) == listed[place + 1 :]
    assert ids_of(before) == listed[:place]


def test_an_empty_list_has_no_edges(api: Api) -> None:
    page = api.get("/v1/runs").json()
    edges = {"first_id": None, "last_id": None, "has_more": False}
    assert page == {"object": "list", "data": [], **edges}


def test_the_list_of_projects_pages_like_any_other(api: Api) -> None:
    page = api.get("/v1/projects").json()
    assert ids_of(page) == [api.project_id]
    assert page["has_more"] is False
    for order in ("asc", "desc"):
        for name in ("after", "before"):
            query = {name: api.project_id, "order": order}
            assert ids_of(api.get("/v1/projects", params=query).json()) == []


def test_items_carry_no_trace_and_filters_hold_across_pages(api: Api) -> None:
    wanted = [api.run(metadata={"team": "a"})["id"] for _ in range(5)]
    for _ in range(5):
        api.run(metadata={"team": "b"})
    query = {"metadata.team": "a", "limit": 2, "order": "asc", "status": "completed"}
    assert whole(api, "/v1/runs", **query) == wanted
    assert all("trace" not in run for run in api.get("/v1/runs").json()["data"])


@pytest.mark.parametrize("order", ["asc", "desc"])
def test_paging_during_inserts_loses_and_repeats_nothing(api: Api, path: str, order: str) -> None:
    for _ in range(30):
        _make(api, path)
    existing = set(whole(api, path, order="asc", limit=100))
    done = threading.Event()
    made = threading.Semaphore(0)

    def insert() -> None:
        with Api(api.url, api.secret) as other:
            while not done.is_set():
                _make(other, path)
                made.release()

    threads = [threading.Thread(target=insert) for _ in range(2)]
    for thread in threads:
        thread.start()
    try:
        found = _slowly(api, path, order, made)
    finally:
        done.set()
        for thread in threads:
            thread.join()
    assert len(set(found)) == len(found), "something came twice"
    assert existing <= set(found), "something was lost"


def _slowly(api: Api, path: str, order: str, made: threading.Semaphore) -> list[str]:
    """Page with an insert between any two pages; ascending, until as far as new ones reach."""
    found: list[str] = []
    query: dict[str, Any] = {"order": order, "limit": 4}
    for _ in range(60):
        assert made.acquire(timeout=PATIENCE)
        page = api.get(path, params=query).json()
        found += ids_of(page)
        if not page["has_more"]:
            break
        query["after"] = page["last_id"]
    return found
