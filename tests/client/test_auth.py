"""A program logs in without a key, is approved, and gives its key up again."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from client.scripted import Scripted, answer
from runwright.client import (
    AuthenticationError,
    Client,
    InvalidRequestError,
    PermissionDeniedError,
    WaitTimeoutError,
)
from support.server import Server


@pytest.fixture
def guest(server: Server, new_client: Callable[..., Client]) -> Client:
    """A client that has no key."""
    return new_client(server.url, "", needs_key=False)


def test_a_guest_is_let_in_and_leaves(
    server: Server,
    client: Client,
    guest: Client,
    new_client: Callable[..., Client],
) -> None:
    login = guest.auth.start(name="report")
    assert guest.auth.poll(login.device_code).status == "pending"
    assert client.auth.retrieve(login.user_code).name == "report"
    approved = client.auth.approve(login.user_code, scopes=["models:read"])
    assert approved.scopes == ("models:read",)
    secret = guest.auth.wait(login.device_code, interval=login.interval, timeout=60)
    let_in = new_client(server.url, secret)
    assert let_in.auth.current_key().name == "report"
    assert let_in.models.list()
    assert let_in.auth.revoke().deleted
    with pytest.raises(AuthenticationError):
        let_in.models.list()


def test_a_guest_that_is_refused_waits_no_longer(client: Client, guest: Client) -> None:
    login = guest.auth.start()
    assert client.auth.deny(login.user_code).id == login.user_code
    with pytest.raises(InvalidRequestError, match="not pending"):
        guest.auth.wait(login.device_code)
    with pytest.raises(InvalidRequestError, match="user_code"):
        client.auth.approve(login.user_code, scopes=["models:read"])


def test_waiting_ends_when_the_time_is_up(guest: Client) -> None:
    login = guest.auth.start()
    with pytest.raises(WaitTimeoutError, match="nobody has approved"):
        guest.auth.wait(login.device_code, timeout=0)


def test_without_a_key_there_is_nothing_else(guest: Client) -> None:
    with pytest.raises(AuthenticationError):
        guest.models.list()


def test_nobody_is_let_further_in_than_one_is_oneself(
    server: Server, client: Client, guest: Client, new_client: Callable[..., Client]
) -> None:
    made = client.keys.create(name="narrow", scopes=["keys:write"])
    assert made.secret
    login = guest.auth.start()
    with pytest.raises(PermissionDeniedError, match="runs:read"):
        new_client(server.url, made.secret).auth.approve(login.user_code, scopes=["runs:read"])


def test_no_secret_is_in_what_is_shown(client: Client, guest: Client) -> None:
    login = guest.auth.start()
    client.auth.approve(login.user_code, scopes=["models:read"])
    token = guest.auth.poll(login.device_code)
    assert token.secret
    assert token.secret not in repr(token)
    assert login.device_code not in repr(login)


def test_a_client_without_a_key_sends_none(
    scripted: Scripted, new_client: Callable[..., Client]
) -> None:
    scripted.tell(answer(200, {"status": "pending", "secret": None}))
    new_client(scripted.url, "", needs_key=False).auth.poll("code")
    assert "authorization" not in scripted.heard[0].headers
