"""The compose file refuses to start half-configured, and its parts fit together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from deploy import compose
from deploy.files import (
    DEPLOY,
    SHUTDOWN_GRACE,
    SIGNING_KEY,
    assignments,
    broken,
    image_environment,
    is_pinned,
    seconds,
    settings_in,
    text_of,
)
from runwright import __version__, config
from runwright.config import SettingsError

TEXT = text_of("compose.yaml")
IMAGE = image_environment(text_of("Containerfile"))
GIVEN = {"POSTGRES_PASSWORD": "p@ss/word", "RUNWRIGHT_SIGNING_KEY": SIGNING_KEY}


def problems(text: str) -> list[str]:
    document = compose.read(text, GIVEN)
    found = []
    for name, service in document["services"].items():
        every = [*_of_any(service, document)]
        if service["image"].startswith("runwright"):
            every += _of_ours(service)
        found += [f"{name}: {problem}" for problem in every]
    return found


def _of_any(service: dict[str, Any], document: dict[str, Any]) -> Iterator[str]:  # noqa: C901 - one branch for each form
    if not is_pinned(service["image"]):
        yield f"{service['image']} has no tag"
    if service.get("restart") != "unless-stopped":
        yield "does not come back after a failure"
    if not service.get("healthcheck", {}).get("test"):
        yield "has no health check"
    if service.get("privileged") or "network_mode" in service:
        yield "has more rights than it needs"
    for kind in ("secrets", "configs"):
        for each in service.get(kind, []):
            if each not in document.get(kind, {}):
                yield f"there is no {each} among the {kind}"
    for mounted in service.get("volumes", []):
        source = mounted.partition(":")[0]
        if not source.startswith((".", "/")) and source not in document.get("volumes", {}):
            yield f"there is no volume {source}"
    for other in service.get("depends_on", {}):
        if other not in document["services"]:
            yield f"there is no service {other}"
    for port in service.get("ports", []):
        if not port.startswith("127.0.0.1:"):
            yield f"open to everybody: {port}"


def _of_ours(service: dict[str, Any]) -> Iterator[str]:
    if service["image"] != f"runwright:{__version__}":
        yield f"{service['image']} is not this version"
    build = service["build"]
    if not (DEPLOY / build["context"] / build["dockerfile"]).is_file():
        yield f"there is no {build['dockerfile']}"
    if seconds(service["stop_grace_period"]) <= SHUTDOWN_GRACE:
        yield "is killed before it has stopped"
    if not service.get("read_only") or service.get("cap_drop") != ["ALL"]:
        yield "has more rights than it needs"
    if service.get("user", "10001") in ("0", "root"):
        yield "runs as root"
    kept = {mounted.partition(":")[2] for mounted in service["volumes"]}
    if IMAGE["RUNWRIGHT_DATA"] not in kept:
        yield "keeps no data"
    for port in service.get("ports", []):
        if port.rpartition(":")[2] != IMAGE["RUNWRIGHT_PORT"]:
            yield f"nobody listens on {port}"
    try:
        config.load({**settings_in(IMAGE), **settings_in(service["environment"])}, DEPLOY)
    except SettingsError as error:
        yield str(error)


def test_the_compose_file_is_sound() -> None:
    assert problems(TEXT) == []


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("- data:/data", "- date:/data", "there is no volume date"),
        ("- data:/data", "- data:/date", "keeps no data"),
        ("pgvector:pg17", "pgvector", "has no tag"),
        ("pgvector:pg17", "pgvector:latest", "has no tag"),
        ("runwright:0.1.0", "runwright:0.0.9", "is not this version"),
        ("deploy/Containerfile\n", "deploy/Dockerfile\n", "there is no deploy/Dockerfile"),
        ('"127.0.0.1:8080:8080"', '"8080:8080"', "open to everybody"),
        ('"127.0.0.1:8080:8080"', '"127.0.0.1:8080:80"', "nobody listens"),
        ("    postgres:\n", "    database:\n", "there is no service database"),
        ("stop_grace_period: 30s", "stop_grace_period: 10s", "killed before"),
        ("  init: true", "  user: root", "runs as root"),
        ("  read_only: true", "  read_only: false", "more rights"),
        ("  init: true", "  secrets: [key]", "there is no key among the secrets"),
        ("restart: unless-stopped", 'restart: "no"', "does not come back"),
        ('METRICS_PORT: "9090"', 'METRICS_PORT: "metrics"', "RUNWRIGHT_METRICS_PORT"),
        ("RUNWRIGHT_DATABASE_URL: postgresql:", "RUNWRIGHT_DATABASE_URL: mysql:", "postgresql://"),
    ],
)
def test_what_is_wrong_is_found(old: str, new: str, problem: str) -> None:
    assert problem in "; ".join(problems(broken(TEXT, old, new)))


@pytest.mark.parametrize("name", sorted(GIVEN))
def test_nothing_starts_without_its_secrets(name: str) -> None:
    with pytest.raises(compose.Refused, match=rf"{name}: set it in deploy/\.env.*openssl rand"):
        compose.read(TEXT, {**GIVEN, name: ""})


def test_the_example_names_every_variable_and_sets_no_secret() -> None:
    example = assignments(text_of("compose.env.example"))
    assert set(example) == compose.variables(TEXT)
    assert {example[name] for name in GIVEN} == {""}


def test_a_password_may_hold_any_sign() -> None:
    environment = compose.read(TEXT, GIVEN)["services"]["api"]["environment"]
    assert environment["PGPASSWORD"] == GIVEN["POSTGRES_PASSWORD"]
    assert GIVEN["POSTGRES_PASSWORD"] not in environment["RUNWRIGHT_DATABASE_URL"]


def test_the_api_and_the_worker_share_settings_and_files() -> None:
    services = compose.read(TEXT, GIVEN)["services"]
    for same in ("environment", "volumes", "image"):
        assert services["api"][same] == services["worker"][same]
