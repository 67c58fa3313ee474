"""`/v1/auth` over HTTP: two calls without a key, those of whoever approves, and of the new key."""

from __future__ import annotations

from runwright.access.keys import WHAT as KEY
from runwright.access.login import service
from runwright.access.login.service import Logins
from runwright.access.login.types import (
    INTERVAL_SECONDS,
    LIFE_SECONDS,
    Approve,
    AskForLogin,
    AskForToken,
    DeviceShape,
    LoginShape,
    TokenShape,
    show_login,
)
from runwright.access.types import Deleted, KeyShape, show_key
from runwright.api.call import Answer, Call, answer
from runwright.api.router import Access, Route
from runwright.db.transaction import Tx
from runwright.trust.scopes import Scope

PAGE = "/login"
"""Where the dashboard asks for the code."""


async def _ask(call: Call) -> Answer:
    name, address = call.body.name, call.address
    login, device_code = await call.database.write(lambda tx: service.ask(tx, name, address))
    return answer(
        {
            "device_code": device_code,
            "user_code": login.user_code,
            "verification_uri": call.base_url + PAGE,
            "expires_in": LIFE_SECONDS,
            "interval": INTERVAL_SECONDS,
        }
    )


async def _look(call: Call) -> Answer:
    code = call.path["id"]
    return await call.commit(lambda tx: answer(show_login(service.waiting(tx, code))))


async def _refuse(call: Call) -> Answer:
    code = call.path["id"]

    def act(tx: Tx) -> Answer:
        login = service.refuse(tx, code)
        return answer({"id": login.user_code, "object": "login", "deleted": True})

    return await call.commit(act)


def routes(logins: Logins) -> list[Route]:
    """The routes of command-line logins."""

    async def fetch(call: Call) -> Answer:
        code, request_id = call.body.device_code, call.caller.request_id
        # Whoever asks again and again must not take the writer's time.
        if await call.read(lambda reader: service.is_pending(reader, code)):
            return answer({"status": "pending"})
        secret = await call.database.write(lambda tx: logins.fetch(tx, code, request_id))
        return answer({"status": "approved", "secret": secret})

    async def approve(call: Call) -> Answer:
        code, scopes = call.body.user_code, frozenset(map(Scope, call.body.scopes))
        trail = call.caller.trail
        trail[:] = [entry._replace(resource=code) for entry in trail]
        return await call.commit(
            lambda tx: answer(show_login(logins.approve(tx, call.grant, code, scopes)))
        )

    async def own_key(call: Call) -> Answer:
        key = await call.database.write(lambda tx: logins.own_key(tx, call.caller))
        return answer(show_key(key, key.id))

    async def give_up(call: Call) -> Answer:
        await call.database.write(lambda tx: logins.give_up(tx, call.caller))
        return answer({"id": call.principal.key_id, "object": KEY, "deleted": True})

    return [
        Route(
            method="POST",
            path="/v1/auth/device",
            action="auth.ask",
            scope=Access.NO_KEY,
            handler=_ask,
            summary="Start a command-line login",
            body=AskForLogin,
            answer=DeviceShape,
        ),
        Route(
            method="POST",
            path="/v1/auth/token",
            action="auth.fetch",
            scope=Access.NO_KEY,
            handler=fetch,
            summary="Fetch the key of an approved login, once",
            body=AskForToken,
            answer=TokenShape,
        ),
        Route(
            method="POST",
            path="/v1/auth/approvals",
            action="auth.approve",
            scope=Scope.KEYS_WRITE,
            handler=approve,
            summary="Approve a command-line login by its code",
            body=Approve,
            answer=LoginShape,
        ),
        Route(
            method="GET",
            path="/v1/auth/approvals/{id}",
            action="auth.look",
            scope=Scope.KEYS_WRITE,
            handler=_look,
            summary="Retrieve a pending login by its code",
            answer=LoginShape,
            problems=("not_found",),
        ),
        Route(
            method="DELETE",
            path="/v1/auth/approvals/{id}",
            action="auth.refuse",
            scope=Scope.KEYS_WRITE,
            handler=_refuse,
            summary="Deny a command-line login",
            answer=Deleted,
            problems=("not_found",),
        ),
        Route(
            method="GET",
            path="/v1/auth/key",
            action="auth.own_key",
            scope=Access.ANY_KEY,
            handler=own_key,
            summary="Retrieve the key of this request",
            answer=KeyShape,
        ),
        Route(
            method="DELETE",
            path="/v1/auth/key",
            action="auth.give_up",
            scope=Access.ANY_KEY,
            handler=give_up,
            summary="Revoke the key of this request",
            answer=Deleted,
        ),
    ]
