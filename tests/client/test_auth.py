"""A program logs in without a key, is approved, and gives its key up again."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from client.scripted import Scripted, answer
from runwright.client import (
    InvalidRequest,
    NotEndedYet,
    Runwright,
    ScopeDenied,
    Unauthenticated,
)
from support.server import Server


@pytest.fixture
def guest(server: Server, new_client: Callable[..., Runwright]) -> Runwright:
    """A client that has no key."""
    return new_client(server.url, "", needs_key=False)


def test_a_guest_is_let_in_and_leaves(
    server: Server,
    client: Runwright,
    guest: Runwright,
    new_client: Callable[..., Runwright],
) -> None:
    login = guest.auth.ask(name="report")
    assert guest.auth.fetch(login.device_code).status == "pending"
    assert client.auth.look(login.user_code).name == "report"
    approved = client.auth.approve(login.user_code, scopes=["models:read"])
    assert approved.scopes == ("models:read",)
    secret = guest.auth.wait(login.device_code, interval=login.interval, timeout=60)
    let_in = new_client(server.url, secret)
    assert let_in.auth.own_key().name == "report"
    assert let_in.models.list()
    assert let_in.auth.give_up().deleted
    with pytest.raises(Unauthenticated):
        let_in.models.list()


def test_a_guest_that_is_refused_waits_no_longer(client: Runwright, guest: Runwright) -> None:
    login = guest.auth.ask()
    assert client.auth.refuse(login.user_code).id == login.user_code
    with pytest.raises(InvalidRequest, match="refused"):
        guest.auth.wait(login.device_code)
    with pytest.raises(InvalidRequest, match="user_code"):
        client.auth.approve(login.user_code, scopes=["models:read"])


def test_waiting_ends_when_the_time_is_up(guest: Runwright) -> None:
    login = guest.auth.ask()
    with pytest.raises(NotEndedYet, match="nobody has approved"):
        guest.auth.wait(login.device_code, timeout=0)


def test_without_a_key_there_is_nothing_else(guest: Runwright) -> None:
    with pytest.raises(Unauthenticated):
        guest.models.list()


def test_nobody_is_let_further_in_than_one_is_oneself(
    server: Server, client: Runwright, guest: Runwright, new_client: Callable[..., Runwright]
) -> None:
    made = client.keys.create(name="narrow", scopes=["keys:write"])
    assert made.secret
    login = guest.auth.ask()
    with pytest.raises(ScopeDenied, match="runs:read"):
        new_client(server.url, made.secret).auth.approve(login.user_code, scopes=["runs:read"])


def test_no_secret_is_in_what_is_shown(client: Runwright, guest: Runwright) -> None:
    login = guest.auth.ask()
    client.auth.approve(login.user_code, scopes=["models:read"])
    token = guest.auth.fetch(login.device_code)
    assert token.secret
    assert token.secret not in repr(token)
    assert login.device_code not in repr(login)


def test_a_client_without_a_key_sends_none(
    scripted: Scripted, new_client: Callable[..., Runwright]
) -> None:
    scripted.tell(answer(200, {"status": "pending", "secret": None}))
    new_client(scripted.url, "", needs_key=False).auth.fetch("code")
    assert "authorization" not in scripted.heard[0].headers
