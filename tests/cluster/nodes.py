"""Nodes of a cluster: API processes and workers, each with a network of its own to the others."""

from __future__ import annotations

import asyncio
import os
import signal
from dataclasses import dataclass
from urllib.parse import urlsplit

from chaos.processes import in_session
from cluster.proxy import Streams, Wire
from support.patience import until
from support.server import Server

WORKS = "Runwright works"


class WorkerProcess(Server):
    """`runwright worker`, which listens nowhere."""

    def start(self) -> WorkerProcess:
        """Start, and wait until it takes jobs."""
        self.data.mkdir(parents=True, exist_ok=True)
        self.process = self.launch("worker", "--data", str(self.data))
        assert self.process.stdout is not None
        if not any(line.startswith(WORKS) for line in iter(self.process.stdout.readline, "")):
            raise RuntimeError(f"the worker did not start:\n{self.log.read_text()[-4000:]}")
        return self


@dataclass(slots=True)
class Node:
    """One process with its children, and the wires that lead to and from it."""

    name: str
    server: Server
    database: Wire
    """Its way to PostgreSQL."""
    front: Wire | None = None
    """The clients' way to it, when it serves."""

    @property
    def serves(self) -> bool:
        """Whether it answers clients."""
        return not isinstance(self.server, WorkerProcess)

    def kill(self) -> None:
        """kill -9, on the process and its children, and wait until they are gone."""
        process = self.server.process
        if process is not None:
            self.server.kill()
            until(lambda: not in_session(process.pid), f"{self.name} is gone")

    def pause(self) -> None:
        """Stop the process and its children in the middle of whatever they do."""
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Let them go on."""
        self._signal(signal.SIGCONT)

    def is_logged(self, event: str, subject: str) -> bool:
        """Whether it has written a line about something to its log."""
        lines = self.server.log.read_text().splitlines()
        return any(f'"{event}"' in line and subject in line for line in lines)

    def _signal(self, which: signal.Signals) -> None:
        assert self.server.process is not None
        os.killpg(self.server.process.pid, which)


async def dial(server: Server) -> Streams:
    """A connection to wherever a server listens since its last start."""
    if server.process is None:
        raise ConnectionRefusedError("it is not running")
    parts = urlsplit(server.url)
    return await asyncio.open_connection(parts.hostname, parts.port)
