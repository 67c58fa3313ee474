"""What the compose file starts, started: both halves answer their probes and do the work."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from deploy import compose
from deploy.files import DEPLOY, SIGNING_KEY, instructions, settings_in, text_of
from deploy.kubernetes import Objects, probes
from support.patience import PATIENCE
from support.postgres import Postgres
from support.server import Server

GIVEN = {"POSTGRES_PASSWORD": "secret", "RUNWRIGHT_SIGNING_KEY": SIGNING_KEY}
SERVICES = compose.read(text_of("compose.yaml"), GIVEN)["services"]
HTTP, METRICS = 8080, 9090
_ADDRESS = re.compile(r"127\.0\.0\.1:(\d+)")


@dataclass(frozen=True)
class Started:
    """The API and the worker, each with its ports by those that the files name."""

    api: Server
    worker: subprocess.Popen[str]
    ports: dict[str, dict[int, int]]

    def check(self, program: str, service: str) -> int:
        """The exit code of a health check, on the ports that the service has here."""
        here = self.ports[service]
        moved = _ADDRESS.sub(lambda match: f"127.0.0.1:{here[int(match[1])]}", program)
        done = subprocess.run([sys.executable, "-c", moved], capture_output=True)
        return done.returncode


@pytest.fixture(scope="module")
def started(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Started]:
    data, url = tmp_path_factory.mktemp("compose") / "data", postgres.new_database()
    numbers = {"api": free_port(), "worker": free_port()}
    with Server(data, url, settings("api", numbers), arguments=arguments("api")) as api:
        worker = subprocess.Popen(
            [sys.executable, "-m", *SERVICES["worker"]["command"]],
            stdout=subprocess.PIPE,
            text=True,
            env={**api.environment(), **settings("worker", numbers), "RUNWRIGHT_DATA": str(data)},
            cwd=data.parent,
        )
        try:
            assert worker.stdout is not None
            assert worker.stdout.readline() == "Runwright works\n"
            here = {HTTP: int(api.url.rpartition(":")[2]), METRICS: numbers["api"]}
            yield Started(api, worker, {"api": here, "worker": {METRICS: numbers["worker"]}})
        finally:
            worker.terminate()
            worker.communicate(timeout=PATIENCE)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def settings(service: str, numbers: dict[str, int]) -> dict[str, str]:
    """A service's own settings, but for what belongs to its container."""
    given = settings_in(SERVICES[service]["environment"])
    elsewhere = {"RUNWRIGHT_DATABASE_URL", "RUNWRIGHT_PUBLIC_URL"}
    kept = {name: value for name, value in given.items() if name not in elsewhere}
    return {**kept, "RUNWRIGHT_METRICS_PORT": str(numbers[service])}


def arguments(service: str) -> list[str]:
    """What follows `runwright serve`."""
    program, command, *rest = SERVICES[service]["command"]
    assert (program, command) == ("runwright", "serve")
    return list(rest)


def test_the_worker_does_what_the_api_was_asked(started: Started) -> None:
    with started.api.project() as api:
        run = api.run("What is 6 * 7?", model="y0-deep")
        done = api.finished(run["id"])
    assert done["status"] == "completed"
    assert "42" in done["result"]["summary"]


@pytest.mark.parametrize("service", ["api", "worker"])
def test_health_checks_of_the_compose_file_tell_life_from_death(
    started: Started, service: str
) -> None:
    how, python, option, program = SERVICES[service]["healthcheck"]["test"]
    assert (how, python, option) == ("CMD", "python", "-c")
    assert started.check(program, service) == 0
    dead = Started(
        started.api, started.worker, {service: {HTTP: free_port(), METRICS: free_port()}}
    )
    assert dead.check(program, service) != 0


def test_the_health_check_of_the_image_tells_life_from_death(started: Started) -> None:
    check = dict(instructions(text_of("Containerfile")))["HEALTHCHECK"].partition("CMD ")[2]
    _, *program = json.loads(check)

    def code(port: int) -> int:
        environment = {"RUNWRIGHT_PORT": str(port)}
        done = subprocess.run([sys.executable, *program], env=environment, capture_output=True)
        return done.returncode

    assert code(started.ports["api"][HTTP]) == 0
    assert code(free_port()) != 0


def containers() -> dict[str, Any]:
    files = {path.name: path.read_text("utf-8") for path in (DEPLOY / "kubernetes").iterdir()}
    found = [
        container
        for each in Objects(files).of("Deployment")
        for container in each["spec"]["template"]["spec"]["containers"]
    ]
    return {container["name"]: container for container in found}


@pytest.mark.parametrize("service", ["api", "worker"])
def test_probes_of_kubernetes_are_answered(started: Started, service: str) -> None:
    container = containers()[service]
    ports = {each["name"]: each["containerPort"] for each in container["ports"]}
    asked = probes(container)
    assert asked
    for probe in asked:
        port = started.ports[service][ports[probe["port"]]]
        assert httpx.get(f"http://127.0.0.1:{port}{probe['path']}").status_code == 200


def test_a_probe_of_a_path_that_is_not_there_would_fail(started: Started) -> None:
    assert httpx.get(f"{started.api.url}/health").status_code == 404


def test_numbers_are_told_on_their_own_port_alone(started: Started) -> None:
    assert httpx.get(f"{started.api.url}/metrics").status_code == 404
    numbers = httpx.get(f"http://127.0.0.1:{started.ports['worker'][METRICS]}/metrics").text
    assert "runwright_jobs_in_work" in numbers


def test_the_owner_key_is_where_the_guide_says(started: Started) -> None:
    key: Path = started.api.data / "owner.key"
    assert key.read_text().startswith("rw_")
    assert key.stat().st_mode & 0o777 == 0o600
    with started.api.api() as api:
        assert api.get("/v1/models").status_code == 200
