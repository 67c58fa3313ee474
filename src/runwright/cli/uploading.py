"""A file on its way: a bar while it is sent, and a word while it is read."""

from __future__ import annotations

import hashlib
import time
from fractions import Fraction
from pathlib import Path

from runwright.cli.drawing import bar, cells, cut, pad, plain, size
from runwright.cli.exits import WRONG_USE, Told
from runwright.cli.screen import Screen
from runwright.client import (
    AlreadyDeletedError,
    Client,
    File,
    InvalidRequestError,
    NotFoundError,
    PermissionDeniedError,
    WaitTimeoutError,
)
from runwright.client.types.common import Metadata
from runwright.client.types.files import Purpose

_LOOK_SECONDS = 1.0
_REDRAW_SECONDS = 0.05
_NAME_CELLS = 24


class _Bar:
    """How far a file has come, drawn over itself."""

    def __init__(self, name: str, screen: Screen | None) -> None:
        self._name = cut(plain(name, is_line=True), _NAME_CELLS)
        self._screen = screen
        self._drawn = 0.0

    def sent(self, done: int, whole: int | None) -> None:
        now = time.monotonic()
        if self._screen is None:
            return
        if now - self._drawn >= _REDRAW_SECONDS or done == whole:
            self._drawn = now
            self._screen.over(self._line(done, whole or done, self._screen))

    def reading(self, seconds: float) -> None:
        if self._screen is not None:
            self._screen.over(f"{self._name}  being read, {seconds:.0f} s")

    def clear(self) -> None:
        if self._screen is not None:
            self._screen.clear()

    def _line(self, done: int, whole: int, screen: Screen) -> str:
        share = Fraction(done, whole) if whole else Fraction(1)
        said = f"{int(share * 100):3} %  {size(done)} of {size(whole)}"
        width = screen.columns - cells(self._name) - cells(said) - 5
        drawn = bar(share, max(1, width), has_blocks=screen.has_blocks)
        return f"{self._name}  {pad(drawn, max(1, width))}  {said}"


def uploaded(client: Client, path: str) -> File | None:
    """The newest file of the project with this name and these bytes, if it could be read."""
    here = Path(path)
    name, length = here.name, here.stat().st_size
    for file in client.files.list(status="processed", page_size=100):
        if (file.filename, file.bytes) == (name, length) and _is_same(client, file, here):
            return file
    return None


def _is_same(client: Client, file: File, path: Path) -> bool:
    found = hashlib.sha256()
    try:
        for chunk in client.files.chunks(file.id):
            found.update(chunk)
    except (PermissionDeniedError, NotFoundError, AlreadyDeletedError):
        return False
    with path.open("rb") as here:
        return hashlib.file_digest(here, "sha256").digest() == found.digest()


def upload(
    client: Client,
    path: str,
    purpose: Purpose,
    screen: Screen | None,
    *,
    metadata: Metadata | None = None,
    waits: bool = True,
) -> File:
    """Send a file, and wait until it was read, or could not be; `Told` if it is not accepted."""
    drawn = _Bar(Path(path).name, screen)
    try:
        file = client.files.upload(
            Path(path), purpose=purpose, metadata=metadata, progress=drawn.sent
        )
        began = time.monotonic()
        while waits and not file.is_settled:
            drawn.reading(time.monotonic() - began)
            try:
                file = client.files.wait(file.id, timeout=_LOOK_SECONDS)
            except WaitTimeoutError:
                continue
        return file
    except InvalidRequestError as error:
        reasons = ", ".join(said for reasons in error.errors.values() for said in reasons)
        raise Told(f"{path} {reasons or error.message}", WRONG_USE) from None
    finally:
        drawn.clear()
