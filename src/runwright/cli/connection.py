"""Which server a command talks to, with which key, and what to do when that does not work."""

from __future__ import annotations

import ipaddress
import os
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from runwright.cli import address_file, credentials
from runwright.cli.exits import FAILED, REFUSED, WRONG_USE, Told
from runwright.cli.program import program
from runwright.client import (
    APIConnectionError,
    AuthenticationError,
    Client,
    PermissionDeniedError,
    RunwrightError,
)
from runwright.client.clients import API_KEY, DEFAULT_URL, URL

OWNER_KEY = "owner.key"
_SETTINGS = "runwright.toml"


class Access(NamedTuple):
    """A key, and where it was found."""

    secret: str
    origin: str


@contextmanager
def connected(server: str | None) -> Iterator[Client]:
    """A client of the server that is meant; failures say what to do about them."""
    url = server_address(server)
    access = key_for(url)
    if access is None:
        raise _no_key(url)
    with explained(url, access.origin), client_of(url, access.secret) as client:
        yield client


@contextmanager
def briefly_connected(server: str | None, seconds: float) -> Iterator[Client]:
    """The same for somebody who will not wait, and wants no explanation."""
    url = server_address(server)
    access = key_for(url)
    if access is None:
        raise _no_key(url)
    with Client(url, access.secret, timeout=seconds, max_retries=0) as client:
        yield client


@contextmanager
def explained(url: str, origin: str) -> Iterator[None]:
    """Say what to do about a server that cannot be reached, and a key that will not do."""
    try:
        yield
    except AuthenticationError:
        advice = f"the key {origin} is not valid: {how_to_log_in(url)}"
        raise Told(f"{url} refuses the request: {advice}", REFUSED) from None
    except PermissionDeniedError as error:
        advice = f"The key {origin} lacks that scope; `runwright keys` lists your keys."
        raise Told(f"{error.message} {advice}", REFUSED) from None
    except APIConnectionError as error:
        reason = str(error).partition(": ")[2] or str(error)
        advice = f"is it running? `{program()} serve` starts one here, --server names another."
        raise Told(f"{url} does not answer ({reason}): {advice}", FAILED) from None


def _no_key(url: str) -> Told:
    """Why there is no going on; a server that is down is said first, since no key helps there."""
    with explained(url, ""), client_of(url, max_retries=0) as guest:
        try:
            guest.auth.current_key()
        except APIConnectionError:
            raise
        except RunwrightError:
            # It answers, and refuses whoever has no key: as it should.
            return Told(f"there is no key for {url}: {how_to_log_in(url)}", REFUSED)
    return Told(f"there is no key for {url}: {how_to_log_in(url)}", REFUSED)


def client_of(url: str, secret: str = "", *, max_retries: int = 2) -> Client:
    """A client; without a secret it can only log in."""
    try:
        return Client(url, secret or None, max_retries=max_retries, needs_key=bool(secret))
    except ValueError as error:
        raise Told(str(error), WRONG_USE) from None


def server_address(given: str | None) -> str:
    """The server that is meant: the named one, that of the last login, or the one here."""
    named = given or os.environ.get(URL) or credentials.read().default
    return credentials.address(named or address_file.read(data_folder()) or DEFAULT_URL)


def key_for(url: str) -> Access | None:
    """The key to use on a server; None when there is none."""
    from_environment = os.environ.get(API_KEY, "").strip()
    if from_environment:
        return Access(from_environment, f"in {API_KEY}")
    kept = credentials.read().keys.get(url)
    if kept is not None:
        return Access(kept, "of your login")
    return owner_key() if is_loopback(url) else None


def owner_key() -> Access | None:
    """The key that the server's first start left for the owner of the data folder."""
    path = data_folder() / OWNER_KEY
    try:
        with path.open("r", encoding="ascii") as file:
            if not credentials.is_private(os.fstat(file.fileno())):
                return None
            return Access(file.read().strip(), f"in {path}")
    except (OSError, UnicodeDecodeError):
        return None


def data_folder() -> Path:
    """Where a server that was started here would keep its data."""
    named = os.environ.get("RUNWRIGHT_DATA")
    if named is None and Path(_SETTINGS).is_file():
        try:
            named = str(tomllib.loads(Path(_SETTINGS).read_text("utf-8")).get("data", ".data"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError):
            # The server says what is wrong with its settings; here they only give a hint.
            named = None
    return Path(named or ".data")


def is_loopback(url: str) -> bool:
    """Whether a server is on this machine, and what is sent there does not leave it."""
    host = urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def how_to_log_in(url: str) -> str:
    """What somebody without a key does."""
    if is_loopback(url) and data_folder().is_dir():
        return f"`{program()} login --local` makes one, on the server's own machine."
    return f"`{program()} login` gets you one."
