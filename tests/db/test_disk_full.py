"""A full disk is 503 `overloaded`, loses nothing, and is over when there is room again."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from support.client import Api, error_of
from support.server import Server

SMALL = "6m"


@pytest.fixture(scope="module")
def small_disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A file system with room for a few hundred runs."""
    place = tmp_path_factory.mktemp("disk")
    mount = ["mount", "-t", "tmpfs", "-o", f"size={SMALL}", "tmpfs", str(place)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True).returncode != 0:
        pytest.skip("mounting a small file system is not allowed here")
    yield place
    subprocess.run(["umount", str(place)], check=True)


def fill(place: Path) -> Path:
    """Take all the room there is."""
    ballast = place / "ballast"
    with ballast.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(b"x" * 65536)
        except OSError:
            return ballast


BODY = {"model": "y0-fast", "prompt": "What is 1 + 1?", "metadata": {"a": "x" * 512}}


@dataclass(frozen=True)
class Story:
    """What happened on a disk that was filled up and then emptied again."""

    refused: httpx.Response
    read: httpx.Response
    ready: int
    healthy: int
    ready_again: int
    repeated: httpx.Response
    made: list[str]
    api: Api


@pytest.fixture(scope="module")
def story(small_disk: Path) -> Iterator[Story]:
    settings = {"RUNWRIGHT_RATE_LIMIT": "1000000/min"}
    with Server(small_disk / "data", settings=settings) as server, server.api() as api:
        made = [str(api.run()["id"])]
        ballast = fill(small_disk)
        while (refused := create(api, len(made))).status_code == 201:
            made.append(refused.json()["id"])
            assert len(made) < 2000, "the disk never filled up"
        read = api.get(f"/v1/runs/{made[0]}")
        ready, healthy = (api.http.get(path).status_code for path in ("/readyz", "/healthz"))
        ballast.unlink()
        ready_again = api.http.get("/readyz").status_code
        repeated = create(api, len(made))
        yield Story(refused, read, ready, healthy, ready_again, repeated, made, api)


def create(api: Api, n: int) -> httpx.Response:
    return api.post("/v1/runs", BODY, headers={"Idempotency-Key": f"k{n}"})


def test_a_full_disk_is_overloaded(story: Story) -> None:
    error_of(story.refused, 503, "overloaded")
    assert int(story.refused.headers["Retry-After"]) >= 1


def test_nothing_is_shown_that_could_not_be_recorded(story: Story) -> None:
    error_of(story.read, 503, "overloaded")


def test_the_server_lives_but_is_not_ready(story: Story) -> None:
    assert (story.healthy, story.ready, story.ready_again) == (200, 503, 200)


def test_the_server_recovers_when_there_is_room_again(story: Story) -> None:
    assert story.repeated.status_code == 201
    assert "Idempotent-Replayed" not in story.repeated.headers
    _whole(story.api, [*story.made, story.repeated.json()["id"]])


def _whole(api: Api, made: list[str]) -> None:
    """Every answered run is there, no other is, and the audit log is whole."""
    assert {api.get(f"/v1/runs/{run}").status_code for run in made} == {200}
    count, after = 0, None
    while True:
        query = {"limit": "100", **({"after": after} if after else {})}
        page = api.get("/v1/runs", params=query).json()
        count += len(page["data"])
        after = page["last_id"]
        if not page["has_more"]:
            break
    assert count == len(made)
    assert api.get("/v1/audit_log/verify").json()["valid"] is True
