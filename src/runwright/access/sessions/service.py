"""Signing in to the dashboard, seeing as whom, and signing out.

A session is the hash of a cookie beside the hash of a key's secret: whoever reads the database can
use neither. It ends with the key, with that secret, when somebody signs out, and after 12 hours.
"""

from __future__ import annotations

import secrets as random
from datetime import timedelta

from runwright import clock
from runwright.access.current_key import actor
from runwright.access.sessions import store
from runwright.access.sessions.types import LIFE_SECONDS, Session
from runwright.config import Settings
from runwright.db.transaction import Tx
from runwright.errors import Unauthenticated
from runwright.trust import secrets
from runwright.trust import store as trust_store
from runwright.trust.caller import Caller
from runwright.trust.kernel import Grant, act_as_service
from runwright.trust.scopes import Scope
from runwright.trust.types import Key, Project


class Sessions:
    """The service of dashboard sessions."""

    def __init__(self, *, settings: Settings) -> None:
        self._settings = settings

    def begin(self, tx: Tx, secret: str) -> tuple[Session, str]:
        """Sign in with a key that was recognised: the session, and the value of its cookie."""
        cookie, now = random.token_urlsafe(32), clock.now()
        session = Session(
            sha256=secrets.digest(cookie),
            key_sha256=secrets.digest(secret),
            expires_at=clock.stamp(now + timedelta(seconds=LIFE_SECONDS)),
        )
        store.drop_old(tx, clock.stamp(now))
        store.add(tx, session)
        return session, cookie

    def holder(self, tx: Tx, caller: Caller) -> tuple[Key, Project]:
        """The calling key and its project: it needs no scope to learn who it is."""
        grant = self._as_holder(tx, caller)
        key = trust_store.read_key(tx, grant, caller.principal.key_id, Scope.KEYS_READ)
        if key is None:
            raise Unauthenticated  # it was revoked since it was recognised
        return key, trust_store.own_project(tx, grant)

    def end(self, tx: Tx, caller: Caller, cookie: str) -> None:
        """Sign out."""
        self._as_holder(tx, caller)
        store.drop(tx, secrets.digest(cookie))

    def _as_holder(self, tx: Tx, caller: Caller) -> Grant:
        """The service does it at the wish of the key, and the log says so."""
        holder = actor(tx, caller.principal.key_id, self._settings.rate_limit)
        return act_as_service(
            holder.project_id,
            Scope.KEYS_READ,
            action=caller.action,
            trail=tx,
            resource=holder.key_id,
            key_id=holder.key_id,
            request_id=caller.request_id,
        )
