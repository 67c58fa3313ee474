"""A scripted provider, and the real ones that ask it, for all tests of a module."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from support.conversing import KINDS, WAYS, Conversing
from support.provider import ScriptedProvider


@pytest.fixture(scope="session")
def scripted() -> Iterator[ScriptedProvider]:
    with ScriptedProvider() as server:
        yield server


@pytest.fixture(scope="session")
def conversing(scripted: ScriptedProvider) -> Iterator[Conversing]:
    with Conversing(scripted.url) as opened:
        yield opened


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=WAYS)
def way(request: pytest.FixtureRequest) -> str:
    return str(request.param)
