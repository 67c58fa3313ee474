"""`/session` over HTTP: outside `/v1`, for the dashboard alone."""

from __future__ import annotations

from runwright import __version__, clock
from runwright.access.sessions import cookies, store
from runwright.access.sessions.service import Sessions
from runwright.access.sessions.types import ENDED, PATH, EndedShape, SessionShape
from runwright.access.types import show_key, show_project
from runwright.api.call import Answer, Call, answer
from runwright.api.heads import secret_of
from runwright.api.router import Access, Route
from runwright.db.transaction import Tx
from runwright.trust import secrets


def routes(sessions: Sessions) -> list[Route]:
    """The routes of sessions."""

    async def begin(call: Call) -> Answer:
        secret = secret_of(call.headers)

        def act(tx: Tx) -> Answer:
            session, cookie = sessions.begin(tx, secret)
            shown = _shown(sessions, tx, call, session.expires_at)
            return answer(shown, 201, headers=(cookies.setting(call.base_url, cookie),))

        return await call.database.write(act)

    async def look(call: Call) -> Answer:
        cookie = _cookie(call)

        def act(tx: Tx) -> Answer:
            now = clock.stamp(clock.now())
            session = store.find(tx, secrets.digest(cookie), now) if cookie else None
            return answer(_shown(sessions, tx, call, session and session.expires_at))

        return await call.database.write(act)

    async def end(call: Call) -> Answer:
        cookie = _cookie(call)
        if cookie is not None:
            await call.database.write(lambda tx: sessions.end(tx, call.caller, cookie))
        return answer(ENDED, headers=(cookies.clearing(call.base_url),))

    return [
        Route(
            method="POST",
            path=PATH,
            action="sessions.create",
            scope=Access.ANY_KEY,
            handler=begin,
            summary="Sign in to the dashboard: sets a cookie that stands for the key",
            answer=SessionShape,
            status=201,
        ),
        Route(
            method="GET",
            path=PATH,
            action="sessions.read",
            scope=Access.ANY_KEY,
            handler=look,
            summary="Who is signed in",
            answer=SessionShape,
        ),
        Route(
            method="DELETE",
            path=PATH,
            action="sessions.delete",
            scope=Access.ANY_KEY,
            handler=end,
            summary="Sign out",
            answer=EndedShape,
        ),
    ]


def _cookie(call: Call) -> str | None:
    return cookies.value_in(call.headers.get(b"cookie", b""), call.base_url)


def _shown(sessions: Sessions, tx: Tx, call: Call, expires_at: str | None) -> dict[str, object]:
    key, project = sessions.holder(tx, call.caller)
    return {
        "object": "session",
        "key": show_key(key, key.id),
        "project": show_project(project),
        "service": __version__,
        "expires_at": expires_at,
    }
