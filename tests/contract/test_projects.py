"""A project keeps its keys, its runs and its time zone; a key sees its own project only."""

from __future__ import annotations

from datetime import date, datetime

import pytest

from support.client import Api, error_of
from support.server import Server

EAST, WEST = "Pacific/Kiritimati", "Pacific/Pago_Pago"  # 25 hours apart: never the same date
TODAY = "What date is it today?"
SHAPE = {"id", "object", "name", "time_zone", "currency", "created_at"}


def today(api: Api, model: str = "y0-fast") -> date:
    run = api.finished(api.run(TODAY, model=model)["id"])
    return datetime.strptime(run["result"]["summary"], "%A, %d %B %Y.").date()


def test_a_project_comes_with_its_first_key(server: Server) -> None:
    with server.api() as owner:
        made = owner.post("/v1/projects", {"name": "new", "time_zone": "Europe/Berlin"})
        assert made.status_code == 201
        project = made.json()
        assert set(project) == SHAPE | {"key"}
        mine = owner.get("/v1/keys").json()["data"]
    assert (project["object"], project["name"]) == ("project", "new")
    assert project["time_zone"] == "Europe/Berlin"
    assert project["key"]["id"] not in {key["id"] for key in mine}
    with server.api(project["key"]["secret"]) as key:
        del project["key"]
        assert key.get(f"/v1/projects/{project['id']}").json() == project
        assert key.get("/v1/projects").json() == {
            "object": "list",
            "data": [project],
            "first_id": project["id"],
            "last_id": project["id"],
            "has_more": False,
        }


def test_the_time_zone_is_utc_unless_said_otherwise(api: Api) -> None:
    assert api.get(f"/v1/projects/{api.project_id}").json()["time_zone"] == "UTC"


def test_a_project_has_a_currency_if_it_is_told_one(api: Api) -> None:
    path = f"/v1/projects/{api.project_id}"
    assert api.get(path).json()["currency"] is None
    assert api.patch(path, {"currency": "CHF"}).json()["currency"] == "CHF"
    assert api.patch(path, {"name": "other"}).json()["currency"] == "CHF"
    assert api.patch(path, {"currency": None}).json()["currency"] is None


@pytest.mark.parametrize("code", ["francs", "chf", "ZZZ", ""])
def test_a_currency_is_one_of_iso_4217(api: Api, code: str) -> None:
    answer = api.patch(f"/v1/projects/{api.project_id}", {"currency": code})
    assert "currency" in error_of(answer, 400, "invalid_request")["message"]


@pytest.mark.parametrize("model", ["y0-fast", "y0-deep"])
def test_the_time_zone_decides_what_today_means(server: Server, model: str) -> None:
    with server.project(time_zone=EAST) as east, server.project(time_zone=WEST) as west:
        assert today(east, model) > today(west, model)


def test_a_changed_time_zone_holds_for_the_next_run(api: Api) -> None:
    path = f"/v1/projects/{api.project_id}"
    assert api.patch(path, {"time_zone": EAST}).json()["time_zone"] == EAST
    east = today(api)
    assert api.patch(path, {"time_zone": WEST}).json()["time_zone"] == WEST
    assert today(api) < east


def test_a_change_keeps_what_it_does_not_name(api: Api) -> None:
    path = f"/v1/projects/{api.project_id}"
    before = api.get(path).json()
    assert api.patch(path, {"name": "renamed"}).json() == {**before, "name": "renamed"}
    assert api.patch(path, {}).json() == {**before, "name": "renamed"}
    assert api.get(path).json() == {**before, "name": "renamed"}


BAD_ZONES = ["", "Mars/Phobos", "Europe", "../../etc/passwd", "/etc/localtime", "UTC+1", "x" * 65]


@pytest.mark.parametrize("zone", BAD_ZONES)
def test_what_is_no_time_zone_is_refused_by_name(api: Api, zone: str) -> None:
    for answer in (
        api.post("/v1/projects", {"name": "n", "time_zone": zone}),
        api.patch(f"/v1/projects/{api.project_id}", {"time_zone": zone}),
    ):
        assert list(error_of(answer, 400, "invalid_request")["errors"]) == ["time_zone"]


@pytest.mark.parametrize("name", ["", "x" * 101, None, 7])
def test_a_name_has_1_to_100_characters(api: Api, name: object) -> None:
    refused = error_of(api.post("/v1/projects", {"name": name}), 400, "invalid_request")
    assert list(refused["errors"]) == ["name"]


def test_another_projects_id_is_not_found(api: Api, server: Server) -> None:
    with server.project() as other:
        path = f"/v1/projects/{other.project_id}"
        error_of(api.get(path), 404, "not_found")
        error_of(api.patch(path, {"name": "mine"}), 404, "not_found")
        assert other.get(path).json()["name"] == "test"
