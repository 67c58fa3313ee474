"""A real server in a process of its own, on a free port, with a data folder of its own."""

from __future__ import annotations

import base64
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Self

import httpx

from support.client import Api
from support.forkserver import FORK_SERVER, Forked, run
from support.patience import PATIENCE

SIGNING_KEY = base64.b64encode(bytes(range(32))).decode()
"""What all nodes on one PostgreSQL database must share."""


class Server:
    """`runwright serve`, started, stopped, killed and started again by a test."""

    def __init__(
        self,
        data: Path,
        database_url: str | None = None,
        settings: Mapping[str, str] | None = None,
        command: Sequence[str] | None = None,
        arguments: Sequence[str] = (),
    ) -> None:
        self.data = data
        self.database_url = database_url
        self.settings = dict(settings or {})
        self.command = list(command or [sys.executable, "-m", "runwright"])
        self.arguments = list(arguments)
        self.process: subprocess.Popen[str] | Forked | None = None
        self.url = ""
        self.log = data.parent / f"{data.name}.log"

    def start(self) -> Self:
        """Start, and wait until it answers."""
        self.data.mkdir(parents=True, exist_ok=True)
        self.process = self.launch(
            "serve", "--port", "0", "--data", str(self.data), *self.arguments
        )
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith("Runwright serves on "):
                self.url = line.split()[-1]
                break
        else:
            raise RuntimeError(f"the server did not start:\n{self.log.read_text()[-4000:]}")
        self._wait_until_ready()
        return self

    def launch(self, *arguments: str) -> subprocess.Popen[str] | Forked:
        """Start a command in a session of its own; what it prints can be read from it."""
        command, environment = [*self.command, *arguments], self.environment()
        with self.log.open("a") as log:
            if FORK_SERVER.can_start(command, environment):
                return FORK_SERVER.start(
                    command, environment=environment, folder=self.data.parent, stderr=log
                )
            return subprocess.Popen(
                command,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=environment,
                cwd=self.data.parent,
                start_new_session=True,
            )

    def environment(self) -> dict[str, str]:
        """The environment of the server: none of ours that could change it."""
        own = {k: v for k, v in os.environ.items() if not k.startswith("RUNWRIGHT_")}
        if self.database_url:
            own["RUNWRIGHT_DATABASE_URL"] = self.database_url
        return {**own, **self.settings}

    def _wait_until_ready(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                if httpx.get(f"{self.url}/readyz").status_code == 200:
                    return
            except httpx.TransportError:
                pass
            time.sleep(0.02)
        raise RuntimeError(f"the server is not ready:\n{self.log.read_text()[-4000:]}")

    @property
    def owner_key(self) -> str:
        """The secret of the owner key, as the first start wrote it."""
        return (self.data / "owner.key").read_text().strip()

    def api(self, secret: str | None = None) -> Api:
        """A client with a key; the owner's when none is named."""
        return Api(self.url, secret or self.owner_key)

    def project(self, name: str = "test", **options: str) -> Api:
        """A client with the first key of a new project, so that tests do not meet."""
        with self.api() as owner:
            made = owner.post("/v1/projects", {"name": name, **options})
        assert made.status_code == 201, made.text
        return Api(self.url, made.json()["key"]["secret"], project_id=made.json()["id"])

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Another `runwright` command on the same data."""
        command = [sys.executable, "-m", "runwright", *arguments]
        return run(
            command, environment=self.environment(), folder=self.data.parent, timeout=PATIENCE
        )

    def stop(self) -> int:
        """Ask it to stop, and wait; the exit code."""
        return self._end(signal.SIGTERM)

    def kill(self) -> int:
        """kill -9, on the server and its children."""
        return self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> int:
        process, self.process = self.process, None
        if process is None:
            return 0
        if process.poll() is None:
            if how is signal.SIGKILL:
                os.killpg(process.pid, how)
            else:
                process.send_signal(how)
        try:
            process.wait(timeout=PATIENCE)
        finally:
            if process.stdout is not None:
                process.stdout.close()
        return process.wait()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        if self.process is not None:
            self.stop()
