"""Safe retries: the first answer of each `Idempotency-Key` is kept for 24 hours, per project.

The key is claimed in the transaction that acts, so of any number of concurrent duplicates one
acts and the others find its answer. Erasing a thing erases the answers that showed it. An answer
keeps the scopes that it took, so no key is shown what it could not have asked for, not even when
the files that called for those scopes are gone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Protocol, TypeVar

from runwright import clock
from runwright.api import store
from runwright.api.parsing import Errors
from runwright.db.transaction import Reader, Tx
from runwright.errors import AlreadyDeleted, InvalidRequest
from runwright.trust.kernel import Grant
from runwright.trust.scopes import Scope

WINDOW = timedelta(hours=24)
HEADER = "Idempotency-Key"
LONGEST = 255
T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """An answer that was given before."""

    status: int
    body: bytes
    resource: str | None
    reach: frozenset[Scope]
    """The scopes that the first request needed: what it attached or read is in the answer."""


class Once(Protocol[T]):
    """The one write of a request, which is not done again when the request is repeated.

    `T` is what the request is answered with: services hand it on and do not look into it.
    """

    idempotency_key: str | None

    async def replayed(self) -> T | None:
        """The stored answer, if this request was answered before: worth asking before work."""

    async def commit(self, act: Callable[[Tx], T]) -> T:
        """Do the write with its audit entries, and keep the answer, all or nothing."""

    def made(self, body: bytes) -> T:
        """The answer that shows what was made."""

    def keep(self, tx: Tx, done: T) -> None:
        """Keep another answer than the one that was committed."""


def read_key(headers: Mapping[bytes, bytes], errors: Errors) -> str | None:
    """The key that a request names, if it names one; what is wrong with it goes to `errors`."""
    raw = headers.get(b"idempotency-key")
    if raw is None:
        return None
    if not 1 <= len(raw) <= LONGEST or not raw.isascii():
        errors[HEADER] = [f"must have 1 to {LONGEST} ASCII characters"]
        return None
    return raw.decode("ascii")


def claim(tx: Tx, grant: Grant, key: str, fingerprint: str) -> Stored | None:
    """Take the key for this request; or the stored answer, if it was answered already."""
    now = clock.now()
    expires_at = clock.stamp(now + WINDOW)
    if store.add_replay(tx, grant, key, fingerprint, expires_at):
        return None
    if store.renew_replay(tx, grant, key, fingerprint, expires_at, clock.stamp(now)):
        return None
    return look_up(tx, grant, key, fingerprint)


def look_up(reader: Reader, grant: Grant, key: str, fingerprint: str) -> Stored | None:
    """The stored answer of a key, if there is one; an error if it belongs to something else."""
    row = store.read_replay(reader, grant, key)
    if row is None or row.expires_at <= clock.stamp(clock.now()):
        return None
    if row.fingerprint != fingerprint:
        raise InvalidRequest({HEADER: ["was already used for another request"]})
    if row.erased_at is not None:
        raise AlreadyDeleted(
            "What this request created was deleted, together with its stored answer."
        )
    reach = frozenset(map(Scope, row.reach.split()))
    return Stored(status=row.status, body=row.body, resource=row.resource, reach=reach)


def keep(
    tx: Tx,
    grant: Grant,
    key: str,
    status: int,
    body: bytes,
    resource: str | None,
    reach: Iterable[Scope],
) -> None:
    """Store the answer beside the claim."""
    store.fill_replay(tx, grant, key, status, body, resource, " ".join(sorted(reach)))


def erase(tx: Tx, grant: Grant, resource: str) -> int:
    """Erase every stored answer that showed a thing; how many there were."""
    return store.erase_replays(tx, grant, resource, clock.stamp(clock.now()))
