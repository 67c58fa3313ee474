"""One request, one token from every bucket of a line: the key's own and those of its makers.

Either all give one or none does, so a request that is refused costs nobody anything.
"""

from __future__ import annotations

from collections.abc import Sequence

from runwright.trust.kernel import Bucket
from runwright.trust.rates.limits import Allowance, Limiter


class Line:
    """Takes from several buckets as if they were one; the tightest of them is what is told."""

    def __init__(self, limiter: Limiter) -> None:
        self._limiter = limiter

    def take(self, buckets: Sequence[Bucket]) -> Allowance | None:
        """Take a token of each; None when that has to be waited for."""
        if len(buckets) == 1:
            return self._limiter.take(*buckets[0])
        taken: list[Allowance] = []
        for bucket in buckets:
            allowance = self._limiter.take(*bucket)
            if allowance is None or not allowance.allowed:
                self._put_back(buckets, len(taken))
                return allowance and _told(allowance, len(taken))
            taken.append(allowance)
        return _tightest(taken)

    async def wait(self, buckets: Sequence[Bucket]) -> Allowance:
        """Take a token of each when it is known whether there are any."""
        taken: list[Allowance] = []
        is_done = False
        try:
            for bucket in buckets:
                allowance = self._limiter.take(*bucket) or await self._limiter.wait(*bucket)
                if not allowance.allowed:
                    return _told(allowance, len(taken))
                taken.append(allowance)
            is_done = True
            return _tightest(taken)
        finally:
            # Refused, or whoever asked has left while it waited.
            if not is_done:
                self._put_back(buckets, len(taken))

    def _put_back(self, buckets: Sequence[Bucket], count: int) -> None:
        for key_id, _ in buckets[:count]:
            self._limiter.put_back(key_id)


def _tightest(taken: Sequence[Allowance]) -> Allowance:
    """The one with the fewest tokens left; the nearest to the key, if there are several."""
    place = min(range(len(taken)), key=lambda n: taken[n].remaining)
    return _told(taken[place], place)


def _told(allowance: Allowance, place: int) -> Allowance:
    return allowance._replace(is_shared=place > 0)
