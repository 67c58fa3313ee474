"""Keys that nobody has: how many of them an address may send.

A valid key is never refused for the wrong ones that come from its address: behind a proxy, that is
everybody's. So each key is looked up; those from an address that sends too many wrong ones are
looked up one at a time, which leaves the database to the others.
"""

from __future__ import annotations

import asyncio
from ipaddress import IPv6Address, ip_address

from runwright.errors import RateLimited, Unauthenticated
from runwright.trust import secrets
from runwright.trust.kernel import Principal
from runwright.trust.keyring import KeyRing
from runwright.trust.rates.limits import Limits


class WrongKeys:
    """Finds keys, and counts those that are none, by the address that they come from."""

    def __init__(self, keyring: KeyRing, limit: int, limits: Limits | None = None) -> None:
        self._keyring = keyring
        self._limit = limit
        # Of this process alone: what is counted in the database would be a way to flood it.
        self._limits = limits or Limits()
        self._lane = asyncio.Lock()

    async def find(self, secret: str, address: str) -> Principal:
        """The key; `Unauthenticated` or, from where too many wrong ones come, `RateLimited`."""
        network = _network(address)
        principal = await self._found(secret, network)
        if principal is not None:
            return principal
        allowance = self._limits.take(network, self._limit)
        if allowance.allowed:
            raise Unauthenticated
        raise RateLimited(
            f"Too many wrong keys from this address: {self._limit} per minute are allowed. "
            "A valid key still works.",
            allowance.retry_after,
        )

    async def _found(self, secret: str, network: str) -> Principal | None:
        if not secrets.is_well_formed(secret):
            return None
        if self._limits.has_room(network, self._limit):
            return await self._keyring.find(secret)
        async with self._lane:
            return await self._keyring.find(secret)


def _network(address: str) -> str:
    """Who is counted together: an IPv4 address, or the 64 bits that one subscriber of IPv6 has."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address):
        return str(parsed.ipv4_mapped or IPv6Address(int(parsed) >> 64 << 64))
    return str(parsed)
