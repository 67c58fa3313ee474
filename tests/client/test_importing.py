"""The client stands alone: what it imports, when, and what it finds in the environment."""

from __future__ import annotations

import subprocess
import sys

import pytest

import runwright
from runwright.client import AsyncClient, Client
from runwright.client.version import VERSION

IMPORTS = """
import sys
import runwright.client
own = [name for name in sys.modules if name.startswith("runwright")]
print(sorted(name for name in own if not name.startswith("runwright.client")))
print(sorted({"httpx", "asyncio", "ssl", "pydantic", "click"} & set(sys.modules)))
runwright.client.Client("http://127.0.0.1:1", "rw_x")
packages = {name.partition(".")[0] for name in sys.modules} - set(sys.stdlib_module_names)
print(sorted(packages & {"httpx", "pydantic", "sqlalchemy", "starlette", "orjson", "structlog"}))
"""


def test_nothing_of_the_service_is_imported_and_httpx_only_by_a_client() -> None:
    done = subprocess.run(
        [sys.executable, "-c", IMPORTS], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == ["['runwright']", "[]", "['httpx']"]


FROM_THE_TOP = """
import sys
from runwright import clock, config
print("runwright.client" in sys.modules, hasattr(sys.modules["runwright"], "nothing"))
from runwright import AsyncClient, AuthenticationError, Client, verify_webhook
print(Client.__module__, AsyncClient.__module__, AuthenticationError.__name__)
"""


def test_the_client_is_offered_at_the_top_and_loaded_when_it_is_named() -> None:
    done = subprocess.run(
        [sys.executable, "-c", FROM_THE_TOP], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == [
        "False False",
        "runwright.client.clients runwright.client.clients AuthenticationError",
    ]


def test_the_clients_version_is_the_services() -> None:
    assert runwright.__version__ == VERSION


@pytest.mark.parametrize("client", [Client, AsyncClient])
def test_the_environment_says_where_and_who(
    monkeypatch: pytest.MonkeyPatch, client: type[Client]
) -> None:
    monkeypatch.setenv("RUNWRIGHT_URL", "http://there:1/")
    monkeypatch.setenv("RUNWRIGHT_API_KEY", "rw_there")
    assert repr(client()) == f"{client.__name__}('http://there:1')"
    assert client()._options.api_key == "rw_there"
    assert client("http://here:1", "rw_here")._options.url == "http://here:1"
    assert client("http://here:1", "rw_here")._options.api_key == "rw_here"


@pytest.mark.parametrize("client", [Client, AsyncClient])
def test_a_key_is_never_shown(client: type[Client]) -> None:
    assert client(api_key="rw_hunter2\n")._options.api_key == "rw_hunter2"
    assert "hunter2" not in repr(client(api_key="rw_hunter2")._options)
    with pytest.raises(ValueError, match="the API key contains characters") as caught:
        client(api_key="rw_hunter2\nX-Other: y")
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize("client", [Client, AsyncClient])
def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch, client: type[Client]) -> None:
    monkeypatch.delenv("RUNWRIGHT_URL", raising=False)
    monkeypatch.delenv("RUNWRIGHT_API_KEY", raising=False)
    with pytest.raises(ValueError, match="RUNWRIGHT_API_KEY"):
        client()
    with pytest.raises(ValueError, match="must begin with http"):
        client("127.0.0.1:8080", "rw_x")
    with pytest.raises(ValueError, match="is not an address"):
        client("http://127.0.0.1:port", "rw_x")
    assert client(api_key="rw_x")._options.url == "http://127.0.0.1:8080"
