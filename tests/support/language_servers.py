"""Servers whose models a scripted provider answers for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from support.client import Api
from support.language import settings, write_models
from support.provider import ScriptedProvider
from support.server import Server


@pytest.fixture(scope="session")
def provider() -> Iterator[ScriptedProvider]:
    with ScriptedProvider() as scripted:
        yield scripted


@pytest.fixture(scope="session")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_models(tmp_path_factory.mktemp("models"))


@pytest.fixture(scope="session")
def strict(new_server: Callable[..., Server], provider: ScriptedProvider, models: Path) -> Server:
    """A server that never falls back."""
    return new_server(settings=settings(provider, models)).start()


@pytest.fixture(scope="session")
def lenient(new_server: Callable[..., Server], provider: ScriptedProvider, models: Path) -> Server:
    """A server whose aliases fall back to the embedded mind."""
    more = {"RUNWRIGHT_FALLBACK": "true"}
    return new_server(settings=settings(provider, models, **more)).start()


@pytest.fixture
def asking(strict: Server) -> Iterator[Api]:
    with strict.project() as client:
        yield client


@pytest.fixture
def falling(lenient: Server) -> Iterator[Api]:
    with lenient.project() as client:
        yield client
