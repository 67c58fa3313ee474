"""Servers with gates, and a checker that says everything that is wrong at once."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from chaos.checker import check_all
from chaos.gates import Gates
from chaos.storage import look
from support.client import Api
from support.server import Server

LAUNCHER = [sys.executable, str(Path(__file__).with_name("launcher.py"))]


@dataclass(slots=True)
class Gated:
    """A server whose background runs can be made to wait."""

    server: Server
    gates: Gates

    def fault(self, **variables: str) -> None:
        """Faults for the next start, and no others."""
        kept = {k: v for k, v in self.server.settings.items() if not k.startswith("CHAOS_")}
        self.server.settings = {**kept, "CHAOS_DIR": str(self.gates.folder), **variables}

    def second(self) -> Gated:
        """Another server with the same gates on the same database; the caller ends it."""
        data = self.server.data.with_name("second")
        other = Server(data, self.server.database_url, self.server.settings, command=LAUNCHER)
        return Gated(other, self.gates)


@pytest.fixture(scope="session")
def new_gated(
    new_server: Callable[..., Server], tmp_path_factory: pytest.TempPathFactory
) -> Callable[..., Gated]:
    """Make (not start) a server with gates of its own."""

    def make(settings: dict[str, str] | None = None, **options: Any) -> Gated:
        gates = Gates(tmp_path_factory.mktemp("gates"))
        server = new_server(
            command=LAUNCHER,
            settings={**(settings or {}), "CHAOS_DIR": str(gates.folder)},
            **options,
        )
        return Gated(server, gates)

    return make


@pytest.fixture(scope="session")
def shared_gated(new_gated: Callable[..., Gated]) -> Gated:
    """A started server with gates that many tests share; use `gated`."""
    made = new_gated()
    made.server.start()
    return made


@pytest.fixture
def gated(shared_gated: Gated) -> Iterator[Gated]:
    """The shared server with gates, all open again and nothing broken when the test ends."""
    yield shared_gated
    shared_gated.gates.open_all()
    assert check_all(look(shared_gated.server)) == []


@pytest.fixture
def gated_api(gated: Gated) -> Iterator[Api]:
    """A project of one's own on the shared server with gates."""
    with gated.server.project() as client:
        yield client
