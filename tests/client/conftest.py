"""Fixtures: either client on a real server, and on one that misbehaves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from client import both
from client.scripted import Scripted
from runwright.client import Client
from support.server import Server

SETTINGS = {"RUNWRIGHT_RATE_LIMIT": "1000000/min", "RUNWRIGHT_WEBHOOK_ALLOW_PRIVATE": "true"}


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on SQLite: which database it has, no client can tell."""
    with Server(tmp_path_factory.mktemp("client") / "data", settings=SETTINGS) as running:
        yield running


@pytest.fixture(params=both.FORMS)
def form(request: pytest.FixtureRequest) -> str:
    """Which of the two clients a test runs on."""
    return str(request.param)


@pytest.fixture
def new_client(form: str) -> Iterator[Callable[..., Client]]:
    """Make a client of the test's form; closed at the end."""
    made: list[Client] = []

    def make(url: str, secret: str = "rw_x", **options: Any) -> Client:
        made.append(both.make(form, url, secret, **options))
        return made[-1]

    yield make
    for client in made:
        client.close()


@pytest.fixture
def client(server: Server, new_client: Callable[..., Client]) -> Client:
    """A client with every scope, in a project of its own."""
    with server.project() as api:
        return new_client(server.url, api.secret)


@pytest.fixture
def scripted() -> Iterator[Scripted]:
    """A server that does as it is told."""
    with Scripted() as server:
        yield server
