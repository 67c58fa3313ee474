"""The reference: every field is described, every call has an example, and the samples run."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from api.conforming import Document
from docs.story import CALLS, STATEMENT, STATEMENT_TEXT, Household
from runwright.api import samples
from runwright.api.examples import examples
from support.receiver import Receiver
from support.routes import table
from support.server import Server
from support.webhooks import QUICK

ENDLESS = "events.stream"
"""It answers for as long as one listens: its samples are not run."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that may deliver to this machine."""
    with Server(tmp_path_factory.mktemp("samples") / "data", None, QUICK) as server:
        yield server


@pytest.fixture(scope="module")
def household(served: Server) -> Iterator[Household]:
    """A project in which there is one of everything."""
    with Receiver() as receiver, served.project("samples") as api:
        yield Household(api, receiver)


@pytest.fixture
def reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder that a reader would be in."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / STATEMENT).write_bytes(STATEMENT_TEXT)


@pytest.fixture(scope="module")
def document(served: Server) -> Document:
    return Document(httpx.get(f"{served.url}/openapi.json").json())


def test_every_field_and_every_parameter_is_described(document: Document) -> None:
    schemas = document.value["components"]["schemas"]
    silent = [
        f"{name}.{field}"
        for name, schema in schemas.items()
        for field, details in schema.get("properties", {}).items()
        if not says_something(details)
    ]
    silent += [name for name, schema in schemas.items() if "description" not in schema]
    for _, path, operation in document.operations:
        silent += [f"{path} {p['name']}" for p in operation["parameters"] if not p["description"]]
        form = operation.get("requestBody", {}).get("content", {}).get("multipart/form-data", {})
        parts = form.get("schema", {}).get("properties", {})
        silent += [
            f"{path} {part}" for part, details in parts.items() if not says_something(details)
        ]
    assert silent == []


def says_something(details: dict[str, Any]) -> bool:
    """Whether there is a description beyond the default that is added to it."""
    return bool(details.get("description", "").partition("Default:")[0].strip())


def test_every_operation_has_an_example_that_fits_the_document(document: Document) -> None:
    recorded = examples()
    assert set(recorded) == {operation["operationId"] for _, _, operation in document.operations}
    for _, _, operation in document.operations:
        example = recorded[operation["operationId"]]
        if example.upload is None:
            document.check_body(operation, example.body)
        [status] = [status for status in operation["responses"] if status in ("200", "201")]
        [media, *_] = operation["responses"][status]["content"].items()
        if media[0] == "application/json":
            document.check_value(media[1]["schema"], media[1]["example"])
        assert [each["label"] for each in operation["x-codeSamples"]] == ["curl", "Python"]


def test_no_example_shows_a_secret() -> None:
    text = (Path(samples.__file__).parent / "examples.json").read_text("utf-8")
    assert '"secret": "rw_…"' in text
    assert '"secret": "whsec_…"' in text
    assert "127.0.0.1:8080" in text


def test_the_story_knows_every_operation() -> None:
    documented = {action for action, route in table().items() if route.path.startswith("/v1/")}
    assert set(CALLS) == documented


@pytest.mark.usefixtures("reader")
@pytest.mark.parametrize("action", sorted(set(CALLS) - {ENDLESS}))
def test_the_commands_run(household: Household, action: str) -> None:
    command = samples.curl(table()[action], CALLS[action](household))
    done = subprocess.run(
        ["bash", "-c", command], env=reader_of(household, action), capture_output=True, text=True
    )
    assert done.returncode == 0, (command, done.stdout, done.stderr)


@pytest.mark.usefixtures("reader")
@pytest.mark.parametrize("action", sorted(set(CALLS) - {ENDLESS}))
def test_the_programs_run(
    household: Household, action: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = samples.python(table()[action], CALLS[action](household))
    for name, value in reader_of(household, action).items():
        monkeypatch.setenv(name, value)
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(program, action, "exec"), {})


def reader_of(household: Household, action: str) -> dict[str, str]:
    """Where the server is, and a key: one to be revoked where the call does that."""
    key = household.secret() if action == "auth.give_up" else household.api.secret
    own = {"RUNWRIGHT_URL": household.api.url, "RUNWRIGHT_API_KEY": key}
    return {**os.environ, **own}
