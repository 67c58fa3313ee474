"""What can be checked from afar: whether a server answers, and whether it takes our key."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

import httpx

from runwright import __version__
from runwright.cli.checks import Found, fine, odd, wrong
from runwright.cli.connection import client_of, how_to_log_in, is_loopback, key_for
from runwright.cli.drawing import local, many, plain
from runwright.client import AuthenticationError, Key, RunwrightError

_PATIENCE = httpx.Timeout(30.0, connect=5.0)
_MOST_DRIFT = 5.0
_SOON = timedelta(days=7)
_TO_RUN = ("runs:read", "runs:write")


def check(url: str) -> Iterator[Found]:
    """Everything about the server at an address."""
    with httpx.Client(base_url=url, timeout=_PATIENCE, trust_env=not is_loopback(url)) as http:
        try:
            asked = time.time()
            alive = http.get("/healthz")
        except httpx.HTTPError as error:
            reason = str(error) or type(error).__name__
            yield wrong("server", f"{url} does not answer: {reason}", "start it: runwright serve")
            return
        if alive.status_code != 200:
            seen = f"{url}/healthz answers {alive.status_code}"
            yield wrong("server", seen, "this is not a Runwright server, or a proxy is in the way")
            return
        yield fine("server", f"{url} answers")
        yield _ready(http)
        yield _version(http)
        yield _clock(alive, asked, time.time())
        yield _dashboard(http)
    yield _key(url)


def _ready(http: httpx.Client) -> Found:
    try:
        answer = http.get("/readyz")
    except httpx.HTTPError as error:
        return wrong("storage", f"/readyz: {error}", "look at the server's log")
    if answer.status_code == 200:
        return fine("storage", "accepts writes")
    return wrong(
        "storage", "accepts no writes", "look at the server's log, its disk and its database"
    )


def _version(http: httpx.Client) -> Found:
    try:
        found = str(http.get("/openapi.json").json()["info"]["version"])
    except httpx.HTTPError as error:
        return odd("version", f"/openapi.json: {error}", "look at the server's log")
    except (ValueError, KeyError, TypeError):
        return odd("version", "/openapi.json says none", "a proxy may be in front of the server")
    if found == __version__:
        return fine("version", f"{found}, as this command")
    seen = f"{plain(found, is_line=True)}; this command is {__version__}"
    return odd("version", seen, "install the same version here")


def _clock(answer: httpx.Response, asked: float, came: float) -> Found:
    try:
        theirs = parsedate_to_datetime(answer.headers["date"]).timestamp()
    except (KeyError, ValueError):
        return odd("clock", "the server does not say what time it is", "")
    # It says whole seconds, and some time went by on the way.
    drift = max(asked - theirs - 1, theirs - came, 0.0)
    if drift <= _MOST_DRIFT:
        return fine("clock", "the server and this machine agree")
    return odd("clock", f"the server and this machine differ by {drift:.0f} s", "set the clocks")


def _dashboard(http: httpx.Client) -> Found:
    try:
        answer = http.get("/login")
    except httpx.HTTPError as error:
        return odd("dashboard", f"/login: {error}", "look at the server's log")
    if answer.status_code == 200:
        return fine("dashboard", "is installed")
    return odd(
        "dashboard", "is not built into this server", "approve logins with `runwright keys approve`"
    )


def _key(url: str) -> Found:
    access = key_for(url)
    if access is None:
        return odd("key", f"there is none for {url}", how_to_log_in(url))
    try:
        with client_of(url, access.secret) as client:
            return _own(client.auth.current_key(), access.origin)
    except AuthenticationError:
        return wrong("key", f"the key {access.origin} is not valid", how_to_log_in(url))
    except RunwrightError as error:
        return wrong("key", f"cannot be checked: {error}", "look at the server's log")


def _own(key: Key, origin: str) -> Found:
    name = plain(key.name, is_line=True)
    seen = f"{name}, the key {origin}, with {many(len(key.scopes), 'scope')}"
    missing = [scope for scope in _TO_RUN if scope not in key.scopes]
    if missing:
        return odd("key", f"{seen}, but not {' and '.join(missing)}", "`runwright run` needs them")
    if key.expires_at is not None and key.expires_at - datetime.now(UTC) < _SOON:
        return odd("key", f"{seen}, expires {local(key.expires_at)}", "log in again before that")
    return fine("key", seen)
