"""The calling key as it is inside a transaction, not as it was remembered a moment ago."""

from __future__ import annotations

from runwright import clock
from runwright.db.transaction import Tx
from runwright.errors import Unauthenticated
from runwright.trust import store
from runwright.trust.kernel import Principal


def actor(tx: Tx, key_id: str, default_rate: int) -> Principal:
    """Read the caller again: one that was revoked or narrowed meanwhile has no old power."""
    now = clock.stamp(clock.now())
    found = store.principal_by_key(tx, key_id, now, default_rate)
    if found is None:
        raise Unauthenticated
    return found
