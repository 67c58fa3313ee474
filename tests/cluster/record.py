"""The clients' own record: every request that was sent, and what came back, if anything did."""

from __future__ import annotations

import dataclasses
import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from chaos.checker import Answered

NO_ACCESS = (401, 429)
"""Answers that the audit log does not hold, by decision: they are no access."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One try of one request, seen from the client."""

    project: str
    method: str
    path: str
    key: str | None = None
    tag: str | None = None
    """The mark of what is to be made: one a request, not one a try."""
    status: int | None = None
    """None when no answer came."""
    request_id: str | None = None
    retry_after: str | None = None
    body: bytes = b""
    cut: str | None = None
    """How the connection ended, when no answer came."""

    @property
    def is_good(self) -> bool:
        """Whether it was answered with what was asked for."""
        return self.status is not None and 200 <= self.status < 300

    @property
    def creates(self) -> bool:
        """Whether it asks for a new run or file."""
        return self.method == "POST" and self.path in ("/v1/runs", "/v1/files")

    @property
    def subject(self) -> str | None:
        """The run or file that a path is about."""
        parts = self.path.split("?")[0].split("/")
        return parts[3] if len(parts) > 3 else None

    @property
    def is_audited(self) -> bool:
        """Whether the audit log must hold it: everything that was let in and answered."""
        return self.status is not None and self.status < 500 and self.status not in NO_ACCESS

    def json(self) -> dict[str, Any]:
        """What was answered."""
        return dict(json.loads(self.body))

    def answered(self) -> Answered:
        """The same for the checker of creations."""
        assert self.tag is not None
        assert self.request_id is not None
        return Answered(tag=self.tag, key=self.key, request_id=self.request_id, body=self.body)


class Record:
    """All calls of all clients, in memory and line by line in a file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.calls: list[Call] = []
        self._lock = threading.Lock()
        self._file = path.open("w")

    def add(self, call: Call) -> None:
        """Keep one."""
        line = {**dataclasses.asdict(call), "body": call.body.decode("utf-8", "replace")}
        with self._lock:
            self.calls.append(call)
            self._file.write(json.dumps(line) + "\n")
            self._file.flush()

    def good(self) -> Iterator[Call]:
        """Those that were answered with what was asked for."""
        return (call for call in list(self.calls) if call.is_good)

    def close(self) -> None:
        """Close the file."""
        self._file.close()
