"""Several real servers on one PostgreSQL database."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from threading import Barrier
from typing import TypeVar

from support.client import Api
from support.server import Server

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Nodes:
    """Servers that share everything but their processes."""

    servers: Sequence[Server]

    @property
    def first(self) -> Server:
        """The one that made the owner key."""
        (made,) = (each for each in self.servers if (each.data / "owner.key").exists())
        return made

    @contextmanager
    def everywhere(self, secret: str, project_id: str | None = None) -> Iterator[list[Api]]:
        """One key's view of each server."""
        with ExitStack() as opened:
            yield [
                opened.enter_context(Api(server.url, secret, project_id)) for server in self.servers
            ]


def started_together(first: Server, count: int) -> Nodes:
    """So many servers like the first, started at the same moment on its empty database."""
    servers = [first]
    for n in range(1, count):
        data = first.data.with_name(f"node{n}")
        servers.append(Server(data, first.database_url, first.settings, first.command))
    try:
        at_once([server.start for server in servers])
    except BaseException:
        for server in servers:
            server.kill()
        raise
    return Nodes(servers)


def at_once(acts: Sequence[Callable[[], T]]) -> list[T]:
    """Do all of them at the same moment."""
    barrier = Barrier(len(acts))

    def wait_and_act(act: Callable[[], T]) -> T:
        barrier.wait()
        return act()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(wait_and_act, acts))
