"""`/v1/auth` over HTTP: two calls without a key, those of whoever approves, and of the new key."""

from __future__ import annotations

from runwright.access.login.service import Logins
from runwright.access.login.types import (
    Approve,
    AskForLogin,
    AskForToken,
    DeviceShape,
    LoginShape,
    TokenShape,
)
from runwright.access.types import Deleted, KeyShape
from runwright.api.router import Access, Route
from runwright.trust.scopes import Scope


def routes(logins: Logins) -> list[Route]:
    """The routes of command-line logins."""
    return [
        Route(
            method="POST",
            path="/v1/auth/device",
            action="auth.ask",
            scope=Access.NO_KEY,
            handler=logins.ask,
            summary="Begin a command-line login",
            body=AskForLogin,
            answer=DeviceShape,
        ),
        Route(
            method="POST",
            path="/v1/auth/token",
            action="auth.fetch",
            scope=Access.NO_KEY,
            handler=logins.fetch,
            summary="Fetch the key of a login that was approved, once",
            body=AskForToken,
            answer=TokenShape,
        ),
        Route(
            method="POST",
            path="/v1/auth/approvals",
            action="auth.approve",
            scope=Scope.KEYS_WRITE,
            handler=logins.approve,
            summary="Approve a command-line login by the code that it shows",
            body=Approve,
            answer=LoginShape,
        ),
        Route(
            method="GET",
            path="/v1/auth/approvals/{id}",
            action="auth.look",
            scope=Scope.KEYS_WRITE,
            handler=logins.look,
            summary="See who waits under a code",
            answer=LoginShape,
            problems=("not_found",),
        ),
        Route(
            method="DELETE",
            path="/v1/auth/approvals/{id}",
            action="auth.refuse",
            scope=Scope.KEYS_WRITE,
            handler=logins.refuse,
            summary="Refuse a command-line login",
            answer=Deleted,
            problems=("not_found",),
        ),
        Route(
            method="GET",
            path="/v1/auth/key",
            action="auth.own_key",
            scope=Access.ANY_KEY,
            handler=logins.own_key,
            summary="Retrieve the calling key",
            answer=KeyShape,
        ),
        Route(
            method="DELETE",
            path="/v1/auth/key",
            action="auth.give_up",
            scope=Access.ANY_KEY,
            handler=logins.give_up,
            summary="Revoke the calling key at once",
            answer=Deleted,
        ),
    ]
