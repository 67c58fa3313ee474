"""Aliases move, snapshots are frozen for ever, and a deprecated model says so on its runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

import pytest

from api.conforming import conforming, document  # noqa: F401
from runwright.config import SettingsError
from runwright.models import catalog
from support.client import Api, error_of
from support.server import Server

FAST, DEEP, VISION = "y0-fast-2026-11", "y0-deep-2026-11", "y0-vision-2026-11"
OWN = "y0-fast-2026-10"
MANIFEST = f"""
id = "{OWN}"
family = "text"
status = "research"
context_window = 4096
max_steps_ceiling = 16

[frozen]
provider = "embedded"
mode = "single-pass"
behaviour = 1

[benchmarks]
arithmetic = 0.75

[deprecation]
announced_at = "2026-10-01T12:00:00Z"
retires_at = "2027-10-01T00:00:00Z"
replacement = "{FAST}"
message = "Use the newer one."
"""


@pytest.mark.usefixtures("conforming")
class TestShipped:
    """The models that come with the server."""

    def test_the_list_shows_aliases_and_snapshots(self, api: Api) -> None:
        listing = api.get("/v1/models").json()
        assert set(listing) == {"object", "data"}
        by_id = {item["id"]: item for item in listing["data"]}
        assert by_id == {
            "y0-fast": {
                "id": "y0-fast",
                "family": "text",
                "status": "available",
                "alias_of": FAST,
            },
            "y0-deep": {
                "id": "y0-deep",
                "family": "reasoning",
                "status": "available",
                "alias_of": DEEP,
            },
            "y0-vision": {
                "id": "y0-vision",
                "family": "vision",
                "status": "preview",
                "alias_of": VISION,
            },
            FAST: {"id": FAST, "family": "text", "status": "available", "snapshot": True},
            DEEP: {"id": DEEP, "family": "reasoning", "status": "available", "snapshot": True},
            VISION: {"id": VISION, "family": "vision", "status": "preview", "snapshot": True},
        }

    @pytest.mark.parametrize(
        ("query", "ids"),
        [
            ({"family": "text"}, {"y0-fast", FAST}),
            ({"status": "preview"}, {"y0-vision", VISION}),
            ({"status": "available", "family": "reasoning"}, {"y0-deep", DEEP}),
            ({"status": "available", "family": "vision"}, set()),
            ({"status": "research"}, set()),
            ({"family": "agents"}, set()),
        ],
    )
    def test_filters_narrow_the_list(self, api: Api, query: dict[str, str], ids: set[str]) -> None:
        found = api.get("/v1/models", params=query)
        assert found.status_code == 200
        assert {item["id"] for item in found.json()["data"]} == ids

    @pytest.mark.parametrize(
        "query", [{"status": "old"}, {"status": ""}, {"limit": "5"}, {"name": "y0"}]
    )
    def test_a_bad_filter_is_refused(self, api: Api, query: dict[str, str]) -> None:
        error = error_of(api.get("/v1/models", params=query), 400, "invalid_request")
        assert set(error["errors"]) == set(query)

    @pytest.mark.parametrize("id", ["y0-fast", "y0-deep", "y0-vision", FAST, DEEP, VISION])
    def test_an_alias_and_a_snapshot_have_a_detail(self, api: Api, id: str) -> None:
        detail = api.get(f"/v1/models/{id}").json()
        assert set(detail) == {
            "id",
            "object",
            "family",
            "status",
            "context_window",
            "max_steps_ceiling",
            "benchmarks",
            "deprecation",
        }
        assert (detail["id"], detail["object"]) == (id, "model")
        assert detail["max_steps_ceiling"] == 16
        assert detail["context_window"] > 0
        assert detail["deprecation"] is None
        assert isinstance(detail["benchmarks"], dict)

    def test_expand_adds_who_answers_for_it(self, api: Api) -> None:
        detail = api.get("/v1/models/y0-fast", params={"expand": "origin"}).json()
        assert detail["origin"] == {
            "snapshot": FAST,
            "kind": "embedded",
            "provider": "embedded",
            "provider_model": None,
            "host": None,
            "prompts": None,
            "price": {
                "currency": "USD",
                "input": "0",
                "output": "0",
                "cached": None,
                "cache_write": None,
                "step": "0.000001",
            },
        }
        error_of(api.get("/v1/models/y0-fast?expand=secrets"), 400, "invalid_request")

    @pytest.mark.parametrize("id", ["gpt-4", "y0", "Y0-FAST", "y0-fast-2020-01", "auto"])
    def test_an_unknown_model_is_not_found(self, api: Api, id: str) -> None:
        error_of(api.get(f"/v1/models/{id}"), 404, "not_found")

    @pytest.mark.parametrize("model", ["y0-fast", FAST])
    def test_a_run_echoes_the_model_that_was_sent(self, api: Api, model: str) -> None:
        made = api.post("/v1/runs", {"model": model, "prompt": "2 + 2"})
        assert made.status_code == 201
        assert made.json()["model"] == model
        run_id = made.json()["id"]
        assert api.get(f"/v1/runs/{run_id}").json()["model"] == model
        assert api.get(f"/v1/runs/{run_id}/timeline").json()["snapshot"] == FAST
        assert "Deprecation" not in made.headers
        assert "Sunset" not in made.headers

    def test_a_deep_snapshot_runs_in_the_background(self, api: Api) -> None:
        run = api.run(model=DEEP)
        assert run["model"] == DEEP
        assert api.finished(run["id"])["status"] == "completed"
        assert api.get(f"/v1/runs/{run['id']}/timeline").json()["snapshot"] == DEEP

    @pytest.mark.parametrize(
        "model",
        ["y0-vision", VISION, "gpt-4", "auto", "", "y0-fast-2020-01", " y0-fast", "Y0-FAST"],
    )
    def test_any_other_model_cannot_run(self, api: Api, model: str) -> None:
        response = api.post("/v1/runs", {"model": model, "prompt": "2 + 2"})
        error = error_of(response, 400, "invalid_request")
        assert set(error["errors"]) == {"model"}
        assert FAST in error["errors"]["model"][0]


# An operator's own -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, kind: str) -> Path:
    """A folder with a deprecated snapshot, which an alias points at."""
    place: Path = tmp_path_factory.mktemp(f"models-{kind}")
    (place / f"{OWN}.toml").write_text(MANIFEST)
    (place / "aliases.toml").write_text(f'y0-fast = "{OWN}"\nslow = "{DEEP}"\n')
    return place


@pytest.fixture(scope="module")
def operated(new_server: Callable[..., Server], folder: Path) -> Server:
    """A server with those."""
    return new_server(settings={"RUNWRIGHT_MODELS": str(folder)}).start()


@pytest.fixture
def own(operated: Server) -> Iterator[Api]:
    """The owner of that server."""
    if operated.process is None:
        operated.start()
    with operated.api() as client:
        yield client


def test_a_moved_alias_and_a_further_snapshot_are_listed(own: Api) -> None:
    by_id = {item["id"]: item for item in own.get("/v1/models").json()["data"]}
    assert by_id["y0-fast"]["alias_of"] == OWN
    assert by_id["slow"]["alias_of"] == DEEP
    assert by_id[OWN] == {"id": OWN, "family": "text", "status": "research", "snapshot": True}
    assert FAST in by_id


def test_the_detail_tells_of_the_deprecation(own: Api) -> None:
    for model in (OWN, "y0-fast"):
        detail = own.get(f"/v1/models/{model}").json()
        assert detail["benchmarks"] == {"arithmetic": 0.75}
        assert detail["deprecation"] == {
            "announced_at": "2026-10-01T12:00:00Z",
            "retires_at": "2027-10-01T00:00:00Z",
            "replacement": FAST,
            "message": "Use the newer one.",
        }


@pytest.mark.parametrize("model", [OWN, "y0-fast"])
def test_runs_of_a_deprecated_model_carry_the_headers(own: Api, model: str) -> None:
    made = own.post("/v1/runs", {"model": model, "prompt": "2 + 2"})
    again = own.get(f"/v1/runs/{made.json()['id']}")
    announced = int(datetime(2026, 10, 1, 12, tzinfo=UTC).timestamp())
    for response in (made, again):
        assert response.headers["Deprecation"] == f"@{announced}"
        sunset = parsedate_to_datetime(response.headers["Sunset"])
        assert sunset == datetime(2027, 10, 1, tzinfo=UTC)
    assert own.get(f"/v1/runs/{made.json()['id']}/timeline").json()["snapshot"] == OWN


def test_a_pinned_snapshot_stays_where_the_alias_left(own: Api) -> None:
    made = own.post("/v1/runs", {"model": FAST, "prompt": "2 + 2"})
    assert "Deprecation" not in made.headers
    assert own.get(f"/v1/runs/{made.json()['id']}/timeline").json()["snapshot"] == FAST


def _start(server: Server) -> Any:
    return server.run("serve", "--port", "0", "--data", str(server.data))


def test_a_changed_manifest_refuses_the_start_until_it_is_restored(
    operated: Server, folder: Path
) -> None:
    manifest = folder / f"{OWN}.toml"
    operated.stop()
    manifest.write_text(MANIFEST.replace("behaviour = 1", "behaviour = 2"))
    try:
        failed = _start(operated)
    finally:
        manifest.write_text(MANIFEST)
    assert failed.returncode != 0
    lines = failed.stderr.strip().splitlines()
    assert len(lines) == 1, failed.stderr
    assert OWN in lines[0]
    assert "frozen" in lines[0]
    assert "new snapshot" in lines[0]
    operated.start()
    with operated.api() as client:
        assert client.run(model=OWN)["status"] == "completed"


def test_an_alias_may_move_between_two_starts(operated: Server, folder: Path) -> None:
    aliases = folder / "aliases.toml"
    kept = aliases.read_text()
    operated.stop()
    aliases.write_text(f'y0-fast = "{FAST}"\n')
    try:
        operated.start()
        with operated.api() as client:
            assert client.get("/v1/models/y0-fast").json()["deprecation"] is None
            assert client.get("/v1/models/slow").status_code == 404
    finally:
        operated.stop()
        aliases.write_text(kept)


# Manifests that are wrong ----------------------------------------------------------------------

WRONG: dict[str, tuple[str, str]] = {
    "no TOML": ("own.toml", "id = "),
    "bytes": ("own.toml", "\udcff"),
    "an unknown field": ("own.toml", "speed = 9\n" + MANIFEST),
    "no frozen part": ("own.toml", MANIFEST.replace("[frozen]", "[thawed]")),
    "an id without a date": ("own.toml", MANIFEST.replace(f'"{OWN}"', '"y0-fast"', 1)),
    "an id that is shipped": ("own.toml", MANIFEST.replace(f'"{OWN}"', f'"{FAST}"', 1)),
    "a status that is none": ("own.toml", MANIFEST.replace("research", "great")),
    "a ceiling of 17": ("own.toml", MANIFEST.replace("ceiling = 16", "ceiling = 17")),
    "an announcement that is no time": (
        "own.toml",
        MANIFEST.replace("2026-10-01T12:00:00Z", "last autumn"),
    ),
    "a retirement without a zone": (
        "own.toml",
        MANIFEST.replace("2027-10-01T00:00:00Z", "2027-10-01"),
    ),
    "an alias to nothing": ("aliases.toml", 'y0-fast = "y0-fast-1999-01"'),
    "an alias that is a number": ("aliases.toml", "y0-fast = 4"),
    "an alias that is a list": ("aliases.toml", f'y0-fast = ["{FAST}"]'),
    "an alias in place of a snapshot": ("aliases.toml", f'{FAST} = "{DEEP}"'),
}


@pytest.mark.parametrize(("name", "text"), WRONG.values(), ids=WRONG)
def test_a_wrong_manifest_is_one_clear_line(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(SettingsError) as caught:
        catalog.load(tmp_path)
    assert len(str(caught.value).splitlines()) == 1


def test_a_folder_that_is_not_there_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="is not a folder"):
        catalog.load(tmp_path / "nowhere")


def test_the_right_manifest_is_taken(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(MANIFEST)
    loaded = catalog.load(tmp_path)
    found, vision = loaded.resolve(OWN), loaded.resolve("y0-vision")
    assert found is not None
    assert found.runnable
    assert found.deprecation is not None
    assert vision is not None
    assert not vision.runnable
