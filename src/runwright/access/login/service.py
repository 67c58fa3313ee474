"""Asking for a key, approving it, fetching it: RFC 8628 under the one envelope.

The key is made when it is fetched, as if the approving key had made it then: with no more than
that key's power, and not at all if that key is gone. So no secret is ever stored, not for a minute.
"""

from __future__ import annotations

import secrets as random
from datetime import timedelta

from runwright import clock, ids
from runwright.access.actor import actor
from runwright.access.keys import WHAT as KEY
from runwright.access.keys import beyond, check_descent, revoke
from runwright.access.login import store
from runwright.access.login.types import (
    INTERVAL_SECONDS,
    LIFE_SECONDS,
    AskForLogin,
    Login,
    new_user_code,
    show_login,
    typed,
)
from runwright.access.types import show_key
from runwright.api.call import Answer, Call, answer
from runwright.api.versions import Versions
from runwright.config import Settings
from runwright.db.transaction import Tx
from runwright.errors import InvalidRequest, NotFound, ScopeDenied, Unauthenticated
from runwright.trust import secrets
from runwright.trust import store as trust_store
from runwright.trust.kernel import Grant, Principal, act_as_service, authorize, deny, named
from runwright.trust.keyring import KeyRing
from runwright.trust.scopes import Scope
from runwright.trust.types import Key

PAGE = "/login"
"""Where the dashboard asks for the code."""


class Logins:
    """The service of command-line logins."""

    def __init__(self, *, settings: Settings, keyring: KeyRing, versions: Versions) -> None:
        self._settings = settings
        self._keyring = keyring
        self._versions = versions

    async def ask(self, call: Call) -> Answer:
        """Begin: a code for the person, and one to ask with."""
        request: AskForLogin = call.body
        device_code = random.token_urlsafe(32)
        now = clock.now()
        login = Login(
            device_sha256=secrets.digest(device_code),
            user_code=new_user_code(),
            name=request.name,
            address=call.address,
            created_at=clock.stamp(now),
            expires_at=clock.stamp(now + timedelta(seconds=LIFE_SECONDS)),
        )
        await call.database.write(lambda tx: store.add(tx, login))
        return answer(
            {
                "device_code": device_code,
                "user_code": login.user_code,
                "verification_uri": call.base_url + PAGE,
                "expires_in": LIFE_SECONDS,
                "interval": INTERVAL_SECONDS,
            }
        )

    async def fetch(self, call: Call) -> Answer:
        """The secret, once, when somebody has approved; until then, that nobody has."""
        sha256 = secrets.digest(call.body.device_code)
        # Whoever asks again and again must not take the writer's time.
        login = await call.database.read(lambda reader: store.by_device(reader, sha256, _now()))
        if login is not None and login.key_id is None:
            return answer({"status": "pending"})
        return await call.database.write(lambda tx: self._fetch(tx, call, sha256))

    def _fetch(self, tx: Tx, call: Call, sha256: str) -> Answer:
        login = store.by_device(tx, sha256, _now())
        if login is None or login.key_id is None or not store.drop(tx, sha256):
            raise InvalidRequest(
                {"device_code": ["is of no login that waits: it was used, refused or is too old"]}
            )
        maker = trust_store.principal_by_key(tx, login.key_id, _now(), self._settings.rate_limit)
        return answer({"status": "approved", "secret": self._make_key(tx, call, login, maker)})

    def _make_key(self, tx: Tx, call: Call, login: Login, maker: Principal | None) -> str:
        if maker is None:
            raise InvalidRequest({"device_code": ["was approved by a key that is gone since"]})
        key, secret = self._key_for(maker, login), secrets.new_secret()
        grant = _as_maker(tx, call, maker, key.id, login)
        reason = beyond(maker, key, self._settings.rate_limit)
        if reason is not None:
            tx.audit(deny(grant, maker, resource=key.id, reason=reason))
            raise _narrowed()
        trust_store.add_key(tx, key, secrets.digest(secret))
        return secret

    def _key_for(self, maker: Principal, login: Login) -> Key:
        return Key(
            id=ids.new("key"),
            project_id=maker.project_id,
            name=login.name,
            scopes=frozenset(Scope(name) for name in (login.scopes or "").split()),
            rate_limit=maker.own_rate,
            version=self._versions.newest,
            expires_at=maker.expires_at,
            created_at=_now(),
            budget=maker.budget,
            maker=maker.key_id,
        )

    async def look(self, call: Call) -> Answer:
        """Who waits under a code, for the person to recognise."""
        return await call.commit(lambda tx: answer(show_login(_waiting(tx, call.path["id"]))))

    async def approve(self, call: Call) -> Answer:
        """Let whoever waits under a code have a key, within the caller's own scopes."""
        code, scopes = call.body.user_code, frozenset(map(Scope, call.body.scopes))
        call.caller.trail[:] = [entry._replace(resource=code) for entry in call.caller.trail]

        def approve_login(tx: Tx) -> Answer:
            login = _found(tx, code)
            if login is None:
                raise _unknown_code()
            maker = actor(tx, call.principal.key_id, self._settings.rate_limit)
            check_descent(maker)
            missing = scopes - maker.scopes
            if missing:
                reason = f"This key lacks {named(missing)}, so it cannot give that away."
                tx.audit(deny(call.grant, maker, resource=code, reason=reason))
                raise ScopeDenied(reason)
            allowed = " ".join(sorted(scopes))
            if not store.approve(tx, code, maker.key_id, allowed, _now()):
                raise _unknown_code()
            return answer(show_login(login._replace(key_id=maker.key_id, scopes=allowed)))

        return await call.commit(approve_login)

    async def refuse(self, call: Call) -> Answer:
        """Send whoever waits under a code away."""

        def refuse_login(tx: Tx) -> Answer:
            login = _waiting(tx, call.path["id"])
            store.drop(tx, login.device_sha256)
            return answer({"id": login.user_code, "object": "login", "deleted": True})

        return await call.commit(refuse_login)

    async def own_key(self, call: Call) -> Answer:
        """The calling key, which needs no scope to be told what it is."""

        def read_key(tx: Tx) -> Answer:
            grant = self._as_holder(tx, call, Scope.KEYS_READ)
            key = trust_store.read_key(tx, grant, call.principal.key_id, Scope.KEYS_READ)
            if key is None:
                raise Unauthenticated  # it was revoked since it was recognised
            return answer(show_key(key, key.id))

        return await call.database.write(read_key)

    async def give_up(self, call: Call) -> Answer:
        """Revoke the calling key: whoever has it can stop to have it, whatever its scopes."""

        def give_up_key(tx: Tx) -> Answer:
            grant = self._as_holder(tx, call, Scope.KEYS_WRITE)
            tx.after_commit(self._keyring.forget)
            revoke(tx, grant, call.principal.key_id)
            return answer({"id": call.principal.key_id, "object": KEY, "deleted": True})

        return await call.database.write(give_up_key)

    def _as_holder(self, tx: Tx, call: Call, scope: Scope) -> Grant:
        """The service does it at the wish of the key, and to that key alone."""
        holder = actor(tx, call.principal.key_id, self._settings.rate_limit)
        return act_as_service(
            holder.project_id,
            scope,
            action=call.caller.action,
            trail=tx,
            resource=holder.key_id,
            key_id=holder.key_id,
            request_id=call.caller.request_id,
        )


def _as_maker(tx: Tx, call: Call, maker: Principal, key_id: str, login: Login) -> Grant:
    """What the approving key may do now, which need not be what it could do when it approved."""
    try:
        return authorize(
            maker,
            Scope.KEYS_WRITE,
            action="keys.create",
            trail=tx,
            resource=key_id,
            request_id=call.caller.request_id,
            detail={"login": login.user_code, "address": login.address},
        )
    except ScopeDenied:
        raise _narrowed() from None


def _narrowed() -> InvalidRequest:
    return InvalidRequest({"device_code": ["was approved by a key that may do less since"]})


def _found(tx: Tx, code: str) -> Login | None:
    """The login under a code that nobody has approved yet: what others approved is not ours."""
    login = store.by_code(tx, str(typed(code)), _now())
    return None if login is None or login.key_id is not None else login


def _waiting(tx: Tx, code: str) -> Login:
    """The same, of a code in a path."""
    login = _found(tx, code)
    if login is None:
        raise NotFound("No login waits under this code: it was used or refused, or is too old.")
    return login


def _unknown_code() -> InvalidRequest:
    return InvalidRequest(
        {"user_code": ["is of no login that waits: it was used, refused or is too old"]}
    )


def _now() -> str:
    return clock.stamp(clock.now())
