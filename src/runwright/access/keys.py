"""What happens to keys: make, change, rotate, revoke, never above oneself.

A key makes, changes, rotates or revokes only keys whose scopes, rate, budget and life lie within
its own. A key that is made takes what its maker has of rate, budget and life unless it is told
otherwise, and counts under its maker's rate and budget besides. The actor is read again inside the
transaction, so a key that was narrowed meanwhile cannot act on what it used to be.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from runwright import clock, ids, money
from runwright.access.current_key import actor
from runwright.access.types import ChangeKey, CreateKey
from runwright.api import idempotency
from runwright.api.versions import Versions
from runwright.config import Settings
from runwright.db.transaction import Reader, Tx
from runwright.errors import InvalidRequest, ScopeDenied
from runwright.trust import budgets, erasures, secrets, store
from runwright.trust.kernel import Grant, Principal, deny, named
from runwright.trust.keyring import KeyRing
from runwright.trust.scopes import Scope
from runwright.trust.types import Key

WHAT = "key"
GO_BACK_FOR = timedelta(hours=72)
LONGEST_DESCENT = 32
"""How many keys a key that makes others may descend from."""


class Keys:
    """The service of this noun."""

    def __init__(self, *, settings: Settings, keyring: KeyRing, versions: Versions) -> None:
        self._settings = settings
        self._keyring = keyring
        self._versions = versions

    def create(self, tx: Tx, grant: Grant, key_id: str, request: CreateKey) -> tuple[Key, str]:
        """Make a key within the caller's own power; it, and its secret."""
        maker, secret = self._actor(tx, grant), secrets.new_secret()
        key = Key(
            id=key_id,
            project_id=maker.project_id,
            name=request.name,
            scopes=frozenset(Scope(name) for name in request.scopes),
            rate_limit=request.rate_limit or maker.own_rate,
            version=request.version or self._versions.newest,
            expires_at=request.expires_at or maker.expires_at,
            created_at=clock.stamp(clock.now()),
            # A key that has a budget makes none without one.
            budget=request.budget.value() if request.budget else maker.budget,
            maker=maker.key_id,
            created_by=maker.key_id,
        )
        self._within(tx, grant, maker, key)
        check_descent(maker)
        store.add_key(tx, key, secrets.digest(secret))
        return key, secret

    def change(self, tx: Tx, grant: Grant, key_id: str, request: ChangeKey) -> Key:
        """Change a key's name, scopes, rate, life or version."""
        changer, old = self._actor(tx, grant), existing(tx, grant, key_id)
        self._within(tx, grant, changer, old)
        new = self._changed(old, request)
        self._within(tx, grant, changer, new)
        if new.budget and (old.budget is None or old.budget.period != new.budget.period):
            budgets.forget(tx, grant, new.id)
        store.change_key(tx, grant, new)
        tx.after_commit(self._keyring.forget)
        return new

    def rotate(self, tx: Tx, grant: Grant, key_id: str, grace: int | None) -> tuple[Key, str]:
        """Give a key a new secret; the old one works for a grace period, in seconds."""
        seconds = self._settings.rotation_grace if grace is None else grace
        key, secret = existing(tx, grant, key_id), secrets.new_secret()
        self._within(tx, grant, self._actor(tx, grant), key)
        until = clock.stamp(clock.now() + timedelta(seconds=seconds))
        store.replace_secret(tx, grant, key, secrets.digest(secret), until)
        tx.after_commit(self._keyring.forget)
        return key, secret

    def delete(self, tx: Tx, grant: Grant, key_id: str) -> None:
        """Revoke a key at once, and for good."""
        key = existing(tx, grant, key_id)
        self._within(tx, grant, self._actor(tx, grant), key)
        tx.after_commit(self._keyring.forget)
        revoke(tx, grant, key.id)

    def _actor(self, tx: Tx, grant: Grant) -> Principal:
        return actor(tx, grant.acting_key, self._settings.rate_limit)

    def _within(self, tx: Tx, grant: Grant, holder: Principal, key: Key) -> None:
        """Refuse, and record, what would lift anybody above the calling key."""
        reason = beyond(holder, key, self._settings.rate_limit)
        if reason is not None:
            tx.audit(deny(grant, holder, resource=key.id, reason=reason))
            raise ScopeDenied(reason)

    def _changed(self, old: Key, request: ChangeKey) -> Key:
        changes = request.given()
        if "scopes" in changes:
            changes["scopes"] = frozenset(Scope(name) for name in request.scopes)
        if "budget" in changes:
            changes["budget"] = request.budget and request.budget.value()
        if changes.get("version", old.version) != old.version:
            changes.update(self._moved(old, request.version))
        return replace(old, **changes)

    def _moved(self, key: Key, version: str) -> dict[str, Any]:
        """A key's pin moves forward, or back to where it came from for 72 hours."""
        now = clock.now()
        if version < key.version and not _may_go_back(key, version, now):
            raise InvalidRequest(
                {"version": ["can only go back to the previous version, and only within 72 hours"]}
            )
        return {
            "version": version,
            "previous_version": key.version,
            "version_changed_at": clock.stamp(now),
        }


def check_descent(maker: Principal) -> None:
    """Refuse a key at the end of a long line: each of its requests counts under every maker."""
    if len(maker.makers) >= LONGEST_DESCENT:
        raise ScopeDenied(
            f"There are {LONGEST_DESCENT} keys between this key and the first, so it cannot "
            "create more. Use a key closer to the first."
        )


def beyond(holder: Principal, key: Key, default_rate: int) -> str | None:
    """In what way a key lies beyond another's power, if it does."""
    missing = key.scopes - holder.scopes
    if missing:
        return f"This key lacks {named(missing)}, so it cannot act on a key that has more."
    if (key.rate_limit or default_rate) > holder.rate_limit:
        return f"This key's own rate is {holder.rate_limit}/min; it cannot act on a faster one."
    if holder.expires_at and (key.expires_at is None or key.expires_at > holder.expires_at):
        return f"This key expires at {holder.expires_at}; it cannot act on a key that lives longer."
    if holder.budget and (key.budget is None or not key.budget.lies_within(holder.budget)):
        own = f"{money.shown(holder.budget.amount)} a {holder.budget.period}"
        return f"This key's own budget is {own}; it cannot act on a key that may spend more."
    return None


def existing(reader: Reader, grant: Grant, key_id: str) -> Key:
    """The key with an id; `NotFound` or `AlreadyDeleted` when there is none."""
    key = store.read_key(reader, grant, key_id, grant.scope) if ids.is_id(key_id, WHAT) else None
    if key is None:
        raise erasures.absent(reader, grant, key_id, WHAT)
    return key


def revoke(tx: Tx, grant: Grant, key_id: str) -> None:
    """End a key, with a receipt; whoever remembers keys must be told to forget."""
    key = existing(tx, grant, key_id)
    store.delete_key(tx, grant, key.id)
    counts = {"keys": 1, "stored_answers": idempotency.erase(tx, grant, key.id)}
    erasures.record(tx, grant, Scope.KEYS_WRITE, id=key.id, what=WHAT, counts=counts)


def _may_go_back(key: Key, version: str, now: datetime) -> bool:
    if version != key.previous_version or key.version_changed_at is None:
        return False
    return now - clock.parse(key.version_changed_at) <= GO_BACK_FOR
