"""Token buckets, one a key: how many requests may be made, and when to come back.

Where one process serves, it has the buckets itself. Where many do, the buckets are rows, and each
process leases a few tokens at a time: what nobody holds can be had anywhere.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from runwright.db.database import Database
from runwright.trust.rates import store

HOLD_SECONDS = 0.5
"""How long tokens are held that nobody asks for: a full bucket and they are more than the limit."""
PAUSE_SECONDS = 0.05
"""How long an empty bucket is not asked again."""
_PRUNE_ABOVE = 10_000
_LARGEST_SHARE = 100
"""A process holds at most one in so many tokens of a minute."""
_LESS_THAN_ONE = math.nextafter(1, 0)
_AFTER_ALL_OTHERS = "\uffff"

Leasing = asyncio.Future[None]


@dataclass(slots=True)
class _Bucket:
    tokens: float
    at: float
    limit: int


class Allowance(NamedTuple):
    """The state of a bucket after one request."""

    allowed: bool
    limit: int
    remaining: int
    reset: int
    """Seconds until the bucket is full."""
    retry_after: int
    """Seconds until the next token; at least 1."""
    is_shared: bool = False
    """Whether it is not the asking key's own bucket, but of a key that it descends from."""


class Limiter(Protocol):
    """Who counts requests: `Limits`, or `SharedLimits`."""

    def take(self, key_id: str, limit: int) -> Allowance | None:
        """Take one token of `limit` a minute; None when that has to be waited for."""

    async def wait(self, key_id: str, limit: int) -> Allowance:
        """Take one token when it is known whether there is one."""

    def put_back(self, key_id: str) -> None:
        """Return a token that was taken and is not needed."""


def _allowance(allowed: bool, limit: int, tokens: float) -> Allowance:
    rate = limit / 60
    return Allowance(
        allowed,
        limit,
        int(tokens),
        math.ceil((limit - tokens) / rate),
        1 if tokens >= 1 else max(1, math.ceil((1 - tokens) / rate)),
    )


class Limits:
    """The buckets of this process."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._buckets: dict[str, _Bucket] = {}
        self._prune_above = 0

    def take(self, key_id: str, limit: int) -> Allowance:
        """Take one token from a key's bucket of `limit` a minute."""
        now = self._clock()
        bucket = self._buckets.get(key_id)
        if bucket is None or bucket.limit != limit:
            if len(self._buckets) >= max(_PRUNE_ABOVE, self._prune_above):
                self._prune(now)
            # A changed limit starts with what the old bucket had left, at most.
            left = limit if bucket is None else min(bucket.tokens, limit)
            bucket = self._buckets[key_id] = _Bucket(left, now, limit)
        rate = limit / 60
        bucket.tokens = min(limit, bucket.tokens + (now - bucket.at) * rate)
        bucket.at = now
        allowed = bucket.tokens >= 1
        if allowed:
            bucket.tokens -= 1
        return _allowance(allowed, limit, bucket.tokens)

    def has_room(self, key_id: str, limit: int) -> bool:
        """Whether a token could be taken now."""
        bucket = self._buckets.get(key_id)
        if bucket is None:
            return True
        return bucket.tokens + (self._clock() - bucket.at) * limit / 60 >= 1

    async def wait(self, key_id: str, limit: int) -> Allowance:
        """See `Limiter`; there is nothing to wait for."""
        return self.take(key_id, limit)

    def put_back(self, key_id: str) -> None:
        """See `Limiter`."""
        if bucket := self._buckets.get(key_id):
            bucket.tokens = min(bucket.limit, bucket.tokens + 1)

    def _prune(self, now: float) -> None:
        """Forget buckets that are full again: a new one would be the same."""
        self._buckets = {
            key: bucket
            for key, bucket in self._buckets.items()
            if bucket.tokens + (now - bucket.at) * bucket.limit / 60 < bucket.limit
        }
        # Those that are in use stay: not looked at again before there are twice as many.
        self._prune_above = 2 * len(self._buckets)


@dataclass(slots=True)
class _Share:
    """What this process holds of a key's bucket, and how it last saw the rest."""

    limit: int
    held: int = 0
    left: float = 0.0
    """What was in the bucket after the last lease."""
    at: float = 0.0
    """When that was."""
    size: int = 0
    """How many tokens the last lease gave; 0 once the pace is not known any more."""
    ask_again: float = 0.0
    """When the bucket may have a token."""
    waiting: int = 0
    leasing: Leasing | None = None
    is_watched: bool = False

    def seen(self, now: float) -> float:
        """What there is for the key, here and in the bucket, as far as is known here."""
        return min(self.limit, self.held + self.left + (now - self.at) * self.limit / 60)

    def refusal(self, now: float) -> Allowance:
        return _allowance(False, self.limit, min(self.seen(now), _LESS_THAN_ONE))


class SharedLimits:
    """The buckets of all processes on one PostgreSQL, from which this one leases.

    A lease is as large as there are requests waiting, or twice the last one if that did not last
    `HOLD_SECONDS`, up to a hundredth of the limit. So what all processes hold together stays in
    proportion to what the key asks for, however many they are. The next lease begins when half
    of the last is spent. Every method belongs to the event loop.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._shares: dict[str, _Share] = {}

    def take(self, key_id: str, limit: int) -> Allowance | None:
        """See `Limiter`: a token at hand, a refusal while the bucket must be empty, or None."""
        share = self._shares.get(key_id)
        if share is None or share.limit != limit:
            return None
        now = time.monotonic()
        if share.held:
            seen = share.seen(now)
            share.held -= 1
            if share.held < share.size // 2 and not share.leasing and now >= share.ask_again:
                self._begin(key_id, share)
            return _allowance(True, limit, seen - 1)
        if share.leasing or now >= share.ask_again:
            return None
        return share.refusal(now)

    async def wait(self, key_id: str, limit: int) -> Allowance:
        """See `Limiter`; all that ask at the same moment share one lease."""
        allowance: Allowance | None = None
        while allowance is None:
            share = self._share(key_id, limit)
            leasing = share.leasing
            if leasing is None:
                # Tokens of another limit go back: the bucket may be too small for them now.
                leasing = self._begin(key_id, share, gives_back=share.limit != limit)
                share.limit = limit
            share.waiting += 1
            try:
                await asyncio.shield(leasing)
            finally:
                share.waiting -= 1
            if share.limit == limit and not share.held and share.left < 1:
                # Others were first, and this one has waited: it need not ask again.
                return share.refusal(time.monotonic())
            allowance = self.take(key_id, limit)
        return allowance

    def put_back(self, key_id: str) -> None:
        """See `Limiter`; it is held here, as if it had not been asked for."""
        if share := self._shares.get(key_id):
            share.held += 1
            if not share.is_watched:
                self._watch(key_id, share, HOLD_SECONDS)

    def _share(self, key_id: str, limit: int) -> _Share:
        share = self._shares.get(key_id)
        if share is None:
            if len(self._shares) >= _PRUNE_ABOVE:
                self._prune()
            share = self._shares[key_id] = _Share(limit)
        return share

    def _prune(self) -> None:
        """Forget those of whose buckets nothing is held here."""
        self._shares = {
            key: share for key, share in self._shares.items() if share.leasing or share.is_watched
        }

    def _begin(self, key_id: str, share: _Share, *, gives_back: bool = False) -> Leasing:
        returned = share.held if gives_back else 0
        share.held -= returned
        leasing = share.leasing = asyncio.ensure_future(self._lease(key_id, share, returned))
        leasing.add_done_callback(_retrieve_exception)
        return leasing

    async def _lease(self, key_id: str, share: _Share, returned: int) -> None:
        # Begun in the next turn of the loop: by then, all that asked in this one wait.
        limit = share.limit
        wanted = max(share.waiting, min(max(1, limit // _LARGEST_SHARE), 2 * share.size))
        try:
            granted, left = await self._database.write(
                lambda tx: store.lease_tokens(tx, key_id, limit, wanted, returned),
                _AFTER_ALL_OTHERS + key_id,
            )
        finally:
            # Not once it is done: whoever came in between would wait for what is over.
            share.leasing = None
        now = time.monotonic()
        share.held += granted
        share.size, share.left, share.at = granted, left, now
        pause = 0.0 if left >= 1 else max(PAUSE_SECONDS, (1 - left) * 60 / limit)
        share.ask_again = now + pause
        if granted and not share.is_watched:
            self._watch(key_id, share, HOLD_SECONDS)

    def _watch(self, key_id: str, share: _Share, seconds: float) -> None:
        share.is_watched = True
        asyncio.get_running_loop().call_later(seconds, self._look_after, key_id, share)

    def _look_after(self, key_id: str, share: _Share) -> None:
        """Give back what was leased for a pace that the key does not keep."""
        more = share.at + HOLD_SECONDS - time.monotonic()
        # Whoever waits has a lease on the way, or tokens that it had no turn to take yet.
        if more > 0 or share.leasing or share.waiting:
            self._watch(key_id, share, max(more, PAUSE_SECONDS))
            return
        share.is_watched, share.size = False, 0
        if share.held:
            self._begin(key_id, share, gives_back=True)


def _retrieve_exception(done: Leasing) -> None:
    """Whoever waits is told; of a lease that nobody waits for, the writer has logged it."""
    if not done.cancelled():
        done.exception()
