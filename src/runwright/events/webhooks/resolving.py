"""From a name to the addresses that may be connected to; a name with a private one has none."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Awaitable, Callable, Sequence
from ipaddress import ip_address

from runwright.events.webhooks.addresses import is_private

Resolve = Callable[[str], Awaitable[Sequence[str]]]
"""The addresses that a name has at the moment; OSError when it has none."""
MOST_ADDRESSES = 8


class Forbidden(Exception):
    """The name leads into a private network."""


class Unknown(Exception):
    """The name has no address at the moment."""


async def look_up(name: str) -> Sequence[str]:
    """Ask the machine's resolver, in a thread of its own.

    A pool's threads would be shared with other names, which a dead name server must not hold up;
    and they would be waited for when the server stops.
    """
    loop = asyncio.get_running_loop()
    found: asyncio.Future[Sequence[str]] = loop.create_future()

    def settle(addresses: Sequence[str], error: OSError | None) -> None:
        if found.done():
            return
        if error is None:
            found.set_result(addresses)
        else:
            found.set_exception(error)

    def ask() -> None:
        addresses: Sequence[str] = ()
        error: OSError | None = None
        try:
            rows = socket.getaddrinfo(name, None, type=socket.SOCK_STREAM)
            addresses = [str(row[4][0]) for row in rows]
        except (OSError, UnicodeError) as failed:
            error = failed if isinstance(failed, OSError) else OSError(str(failed))
        try:
            loop.call_soon_threadsafe(settle, addresses, error)
        except RuntimeError:
            return  # the server has stopped; nobody waits

    threading.Thread(target=ask, name="resolver", daemon=True).start()
    return await found


async def allowed(host: str, resolve: Resolve, allow_private: bool) -> Sequence[str]:
    """The addresses of a host, every one of them checked."""
    try:
        addresses = [str(ip_address(host))]
    except ValueError:
        addresses = await _resolved(host, resolve)
    if not allow_private and any(is_private(ip_address(each.split("%")[0])) for each in addresses):
        raise Forbidden
    return addresses[:MOST_ADDRESSES]


async def _resolved(host: str, resolve: Resolve) -> list[str]:
    try:
        addresses = list(dict.fromkeys(await resolve(host)))
    except OSError as error:
        raise Unknown from error
    if not addresses:
        raise Unknown
    return addresses
