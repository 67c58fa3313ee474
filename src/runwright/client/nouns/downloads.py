"""What files and artifacts share: their bytes."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path

from runwright.client.calls import D, Noun
from runwright.client.requests import Flow, Request, Steps, Work, drain
from runwright.client.streams import download, gather


class Downloads(Noun[D]):
    """A noun with bytes. A connection that breaks goes on behind what had come."""

    def _chunks(self, where: str) -> Flow[bytes]:
        def request_from(came: int, tag: str | None) -> Request:
            headers = {"Accept-Encoding": "identity"}
            if came:
                headers["Range"] = f"bytes={came}-"
                if tag:
                    headers["If-Range"] = tag
            return self._request("GET", where, headers=headers)

        return download(request_from, self._options.retries)

    def _content(self, where: str) -> Steps[bytes]:
        return gather(self._chunks(where))

    def _download(self, where: str, to: Path) -> Steps[Path]:
        """By way of a file beside it, which is gone again when it did not become whole."""
        part = to.with_name(f".{to.name}.{os.urandom(4).hex()}.part")
        try:
            with part.open("wb") as file:
                yield from drain(
                    self._chunks(where), lambda piece: Work(partial(file.write, piece))
                )
            part.replace(to)
        finally:
            part.unlink(missing_ok=True)
        return to
