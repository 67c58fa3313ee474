"""Asking for a key, approving it, fetching it: RFC 8628 under the one envelope.

The key is made when it is fetched, as if the approving key had made it then: with no more than
that key's power, and not at all if that key is gone. So no secret is ever stored, not for a minute.
"""

from __future__ import annotations

import secrets as random
from datetime import timedelta

from runwright import clock, ids
from runwright.access.current_key import actor
from runwright.access.keys import beyond, check_descent, revoke
from runwright.access.login import store
from runwright.access.login.types import (
    LIFE_SECONDS,
    Login,
    new_user_code,
    typed,
)
from runwright.api.versions import Versions
from runwright.config import Settings
from runwright.db.transaction import Reader, Tx
from runwright.errors import InvalidRequest, NotFound, ScopeDenied, Unauthenticated
from runwright.trust import secrets
from runwright.trust import store as trust_store
from runwright.trust.caller import Caller
from runwright.trust.kernel import Grant, Principal, act_as_service, authorize, deny, named
from runwright.trust.keyring import KeyRing
from runwright.trust.scopes import Scope
from runwright.trust.types import Key


class Logins:
    """The service of command-line logins."""

    def __init__(self, *, settings: Settings, keyring: KeyRing, versions: Versions) -> None:
        self._settings = settings
        self._keyring = keyring
        self._versions = versions

    def fetch(self, tx: Tx, device_code: str, request_id: str) -> str:
        """The secret of a key that is made now, once, when somebody has approved."""
        sha256 = secrets.digest(device_code)
        login = store.by_device(tx, sha256, _now())
        if login is None or login.key_id is None or not store.drop(tx, sha256):
            raise InvalidRequest(
                {"device_code": ["is not pending: it was used, denied or has expired"]}
            )
        maker = trust_store.principal_by_key(tx, login.key_id, _now(), self._settings.rate_limit)
        if maker is None:
            raise InvalidRequest(
                {"device_code": ["was approved by a key that has been revoked since"]}
            )
        key, secret = self._key_for(maker, login), secrets.new_secret()
        grant = _as_maker(tx, maker, key.id, login, request_id)
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

    def approve(self, tx: Tx, grant: Grant, code: str, scopes: frozenset[Scope]) -> Login:
        """Let whoever waits under a code have a key, within the caller's own scopes."""
        login = _found(tx, code)
        if login is None:
            raise _unknown_code()
        maker = actor(tx, grant.acting_key, self._settings.rate_limit)
        check_descent(maker)
        missing = scopes - maker.scopes
        if missing:
            reason = f"This key lacks {named(missing)}, so it cannot give that away."
            tx.audit(deny(grant, maker, resource=code, reason=reason))
            raise ScopeDenied(reason)
        allowed = " ".join(sorted(scopes))
        if not store.approve(tx, code, maker.key_id, allowed, _now()):
            raise _unknown_code()
        return login._replace(key_id=maker.key_id, scopes=allowed)

    def own_key(self, tx: Tx, caller: Caller) -> Key:
        """The calling key, which needs no scope to be told what it is."""
        grant = self._as_holder(tx, caller, Scope.KEYS_READ)
        key = trust_store.read_key(tx, grant, caller.principal.key_id, Scope.KEYS_READ)
        if key is None:
            raise Unauthenticated  # it was revoked since it was recognised
        return key

    def give_up(self, tx: Tx, caller: Caller) -> None:
        """Revoke the calling key: whoever has it can stop to have it, whatever its scopes."""
        grant = self._as_holder(tx, caller, Scope.KEYS_WRITE)
        tx.after_commit(self._keyring.forget)
        revoke(tx, grant, caller.principal.key_id)

    def _as_holder(self, tx: Tx, caller: Caller, scope: Scope) -> Grant:
        """The service does it at the wish of the key, and to that key alone."""
        holder = actor(tx, caller.principal.key_id, self._settings.rate_limit)
        return act_as_service(
            holder.project_id,
            scope,
            action=caller.action,
            trail=tx,
            resource=holder.key_id,
            key_id=holder.key_id,
            request_id=caller.request_id,
        )


def ask(tx: Tx, name: str, address: str) -> tuple[Login, str]:
    """Begin: a login with a code for the person, and the code to ask with."""
    device_code, now = random.token_urlsafe(32), clock.now()
    login = Login(
        device_sha256=secrets.digest(device_code),
        user_code=new_user_code(),
        name=name,
        address=address,
        created_at=clock.stamp(now),
        expires_at=clock.stamp(now + timedelta(seconds=LIFE_SECONDS)),
    )
    store.add(tx, login)
    return login, device_code


def is_pending(reader: Reader, device_code: str) -> bool:
    """Whether a login still waits for somebody's approval."""
    login = store.by_device(reader, secrets.digest(device_code), _now())
    return login is not None and login.key_id is None


def refuse(tx: Tx, code: str) -> Login:
    """Send whoever waits under a code away."""
    login = waiting(tx, code)
    store.drop(tx, login.device_sha256)
    return login


def _as_maker(tx: Tx, maker: Principal, key_id: str, login: Login, request_id: str) -> Grant:
    """What the approving key may do now, which need not be what it could do when it approved."""
    try:
        return authorize(
            maker,
            Scope.KEYS_WRITE,
            action="keys.create",
            trail=tx,
            resource=key_id,
            request_id=request_id,
            detail={"login": login.user_code, "address": login.address},
        )
    except ScopeDenied:
        raise _narrowed() from None


def _narrowed() -> InvalidRequest:
    return InvalidRequest({"device_code": ["was approved by a key that has lost scopes since"]})


def _found(tx: Tx, code: str) -> Login | None:
    """The login under a code that nobody has approved yet: what others approved is not ours."""
    login = store.by_code(tx, str(typed(code)), _now())
    return None if login is None or login.key_id is not None else login


def waiting(tx: Tx, code: str) -> Login:
    """Who waits under a code, for the person to recognise."""
    login = _found(tx, code)
    if login is None:
        raise NotFound("No login is waiting for this code: it was used, denied or has expired.")
    return login


def _unknown_code() -> InvalidRequest:
    return InvalidRequest({"user_code": ["is not pending: it was used, denied or has expired"]})


def _now() -> str:
    return clock.stamp(clock.now())
