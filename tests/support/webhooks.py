"""What tests of webhooks share: a server that may tell loopback, quickly, and a client's view."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from support.client import Api
from support.patience import PATIENCE, until
from support.receiver import Receiver
from support.server import Server

QUICK = {
    "RUNWRIGHT_WEBHOOK_ALLOW_PRIVATE": "true",
    "RUNWRIGHT_WEBHOOK_RETRIES": "0,0.1,0.2",
    "RUNWRIGHT_WEBHOOK_SECONDS": "1",
}
"""Three tries in a moment instead of ten in three days."""


class Hook(NamedTuple):
    """A webhook of a test, and where it leads."""

    api: Api
    id: str
    secret: str
    path: str

    @property
    def at(self) -> str:
        """Its place in the interface."""
        return f"/v1/webhooks/{self.id}"

    def now(self) -> dict[str, Any]:
        """As it is."""
        return dict(self.api.get(self.at).json())

    def deliveries(self, **query: str) -> list[dict[str, Any]]:
        """What was told to it, newest first."""
        return list(self.api.get(f"{self.at}/deliveries", params=query).json()["data"])

    def delivery(self, id: str) -> dict[str, Any]:
        """One delivery with its request and its response."""
        found = self.api.get(f"{self.at}/deliveries/{id}")
        assert found.status_code == 200, found.text
        return dict(found.json())

    def settled(self, count: int = 1, seconds: float = PATIENCE) -> list[dict[str, Any]]:
        """Wait until so many deliveries are over."""
        found: list[dict[str, Any]] = []

        def over() -> bool:
            found[:] = [each for each in self.deliveries() if each["status"] != "pending"]
            return len(found) >= count

        until(over, f"{count} deliveries are over", seconds)
        return found

    def disabled(self, seconds: float = PATIENCE) -> dict[str, Any]:
        """Wait until it is disabled."""
        until(lambda: self.now()["status"] == "disabled", "it is disabled", seconds)
        return self.now()


def subscribe(api: Api, receiver: Receiver, path: str, *types: str, url: str = "") -> Hook:
    """A new webhook that leads to a path of the receiver."""
    events = list(types) or ["run.completed"]
    made = api.post("/v1/webhooks", {"url": url or receiver.url + path, "events": events})
    assert made.status_code == 201, made.text
    return Hook(api, made.json()["id"], made.json()["secret"], path)


@pytest.fixture(scope="session", name="receiver")
def given_receiver() -> Iterator[Receiver]:
    """A receiver that many tests share; each takes a path of its own."""
    with Receiver() as running:
        yield running


@pytest.fixture(scope="session", name="telling_server")
def given_telling_server(new_server: Callable[..., Server]) -> Server:
    """A server that may tell loopback, and is quick to try again."""
    return new_server(settings=QUICK).start()


@pytest.fixture(name="teller")
def given_teller(telling_server: Server) -> Iterator[Api]:
    """A project of one's own on it."""
    with telling_server.project() as client:
        yield client


@pytest.fixture(name="path")
def given_path(request: pytest.FixtureRequest) -> str:
    """A path of the receiver that no other test uses."""
    return f"/{abs(hash(request.node.nodeid))}"
