"""Pages over HTTP: what one is asked with, what it answers, and which one a path leads to."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from runwright.api.call import Answer

_PARAMETER = re.compile(r"\\\{(\w+)(:path)?\\\}")
HTML = "text/html; charset=utf-8"
METHODS = ("GET", "HEAD")


@dataclass(frozen=True, slots=True, kw_only=True)
class PageRequest:
    """A request for a page."""

    scope: Mapping[str, Any]
    """Of ASGI."""
    headers: Mapping[bytes, bytes]
    parameters: Mapping[str, str]
    """What stands in the path."""

    @property
    def path(self) -> str:
        """Without the query."""
        return str(self.scope["path"])

    def accepts(self, word: bytes, header: bytes = b"accept") -> bool:
        """Whether a header names something: a media type, or an encoding."""
        return word in self.headers.get(header, b"")


Show = Callable[[PageRequest], Awaitable[Answer | None]]
"""Answers with a page, or with None when nothing is there after all."""


class Page(NamedTuple):
    """One address, or many of one form."""

    path: str
    """`{name}` stands for a segment, `{name:path}` for any number of them."""
    show: Show


class Pages:
    """Finds the page of a path: the first whose form it has."""

    def __init__(self, pages: Iterable[Page]) -> None:
        self._forms = [(_form(page.path), page.show) for page in pages]

    def find(self, path: str) -> tuple[Show, dict[str, str]] | None:
        """The page, and what stands in the path; None when there is none."""
        for form, show in self._forms:
            if match := form.fullmatch(path):
                return show, match.groupdict()
        return None


def page_answer(
    content: bytes | str,
    media_type: str = HTML,
    *,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
) -> Answer:
    """An answer that is not JSON of the API."""
    named = {"content-type": media_type, **(headers or {})}
    return Answer(
        body=content.encode() if isinstance(content, str) else content,
        status=status,
        headers=tuple((name.encode(), value.encode()) for name, value in named.items()),
    )


def _form(path: str) -> re.Pattern[str]:
    """`/docs/errors/{code}` as a pattern: a parameter is a segment, or all that is left."""

    def group(found: re.Match[str]) -> str:
        return f"(?P<{found[1]}>{'.*' if found[2] else '[^/]+'})"

    return re.compile(_PARAMETER.sub(group, re.escape(path)), re.DOTALL)
