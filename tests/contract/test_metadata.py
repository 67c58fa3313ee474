"""Up to 16 pairs of strings go with a run and come back as they were sent."""

from __future__ import annotations

import pytest

from db.raw import Raw
from support.client import Api
from support.server import Server

WITHIN: dict[str, dict[str, str]] = {
    "none": {},
    "one": {"team": "blue"},
    "sixteen": {f"key{n:02}": f"value {n}" for n in range(16)},
    "longest key": {"k" * 64: "v"},
    "longest value": {"k": "v" * 512},
    "longest of everything": {f"{n:x}" + "ü" * 63: "🚆" * 512 for n in range(16)},
    "empty value": {"k": ""},
    "characters, not bytes": {"東" * 64: "京" * 512},
    "awkward": {'"': "\\", "\t": "\n", "{}": "[]", "null": "null", "__proto__": "x"},
    "unsorted": {"b": "1", "a": "2", "\U0001f511": "3", "\uff01": "4"},
}


@pytest.mark.parametrize("model", ["y0-fast", "y0-deep"])
@pytest.mark.parametrize("pairs", WITHIN.values(), ids=WITHIN)
def test_metadata_within_the_limits_is_echoed_everywhere(
    api: Api, model: str, pairs: dict[str, str]
) -> None:
    made = api.run(model=model, metadata=pairs)
    assert made["metadata"] == pairs
    assert api.finished(made["id"])["metadata"] == pairs
    assert api.get("/v1/runs").json()["data"][0]["metadata"] == pairs


def test_a_run_without_metadata_has_an_empty_object(api: Api) -> None:
    assert api.run()["metadata"] == {}


def test_a_filter_finds_what_carries_the_pair_and_nothing_else(api: Api) -> None:
    sought = WITHIN["awkward"]
    run = api.run(metadata=sought)["id"]
    deep = api.finished(api.run(model="y0-deep", metadata=sought)["id"])["id"]
    api.run(metadata={"{}": "[", "]": ""})
    for key, value in sought.items():
        found = api.get("/v1/runs", params={f"metadata.{key}": value}).json()["data"]
        assert [each["id"] for each in found] == [deep, run]
        both = {f"metadata.{key}": value, "model": "y0-fast", "status": "completed"}
        assert [each["id"] for each in api.get("/v1/runs", params=both).json()["data"]] == [run]


def test_nothing_is_left_of_what_a_deleted_run_carried(api: Api, server: Server) -> None:
    statement = "SELECT id FROM metadata_pairs WHERE project_id = ?"
    run = api.run(metadata={"team": "blue", "floor": "3"})["id"]
    assert Raw(server).rows(statement, api.project_id) == [(run,), (run,)]
    assert api.delete(f"/v1/runs/{run}").status_code == 200
    assert Raw(server).rows(statement, api.project_id) == []


BEYOND = {
    "seventeen": {f"key{n}": "v" for n in range(17)},
    "key too long": {"k" * 65: "v"},
    "value too long": {"k": "v" * 513},
    "empty key": {"": "v"},
    "number": {"k": 1},
    "null": {"k": None},
}


@pytest.mark.parametrize("pairs", BEYOND.values(), ids=BEYOND)
def test_metadata_beyond_the_limits_is_refused_and_makes_no_run(
    api: Api, pairs: dict[str, object]
) -> None:
    body = {"model": "y0-fast", "prompt": "What is 1 + 1?", "metadata": pairs}
    refused = api.post("/v1/runs", body)
    assert refused.status_code == 400
    assert all(name.startswith("metadata") for name in refused.json()["error"]["errors"])
    assert api.get("/v1/runs").json()["data"] == []
