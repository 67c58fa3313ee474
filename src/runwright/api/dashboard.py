"""The dashboard's built files: pages, scripts and styles, served from memory.

They are made from `dashboard/` by `make dashboard`; a checkout without them serves `html.home`.
"""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass
from functools import cached_property
from mimetypes import guess_type
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

FOLDER = Path(__file__).parent.parent / "_dashboard"
PAGES = (
    *("runs", "files", "context", "agents", "networks", "costs"),
    *("keys", "webhooks", "events", "audit", "settings", "reference", "login"),
)
"""The first segments of the addresses that the dashboard has pages for, besides `/`."""

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
        "img-src 'self' blob:; media-src blob:; frame-src blob:; "
        "form-action 'none'; base-uri 'none'; frame-ancestors 'none'; "
        "require-trusted-types-for 'script'; trusted-types 'none'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}
_PAGE = "index.html"
_ASSETS = "assets/"
_FOREVER = "public, max-age=31536000, immutable"
_TEXT = ("text/", "application/json", "image/svg+xml")
_SCRIPT = "text/javascript"


@dataclass(frozen=True)
class _File:
    """One built file."""

    name: str
    content: bytes

    @property
    def is_named_by_content(self) -> bool:
        """Whether other content would have another name, so that a copy never grows old."""
        return self.name.startswith(_ASSETS)

    @cached_property
    def media_type(self) -> str:
        return _SCRIPT if self.name.endswith(".js") else guess_type(self.name)[0] or _SCRIPT

    @cached_property
    def compressed(self) -> bytes | None:
        return gzip.compress(self.content, mtime=0) if self.media_type.startswith(_TEXT) else None

    @cached_property
    def tag(self) -> str:
        return f'W/"{hashlib.sha256(self.content).hexdigest()[:32]}"'


def not_found(request: Request, folder: Path = FOLDER) -> Response | None:
    """The dashboard, which says that there is no such page, for a browser; None for others."""
    is_browser = "text/html" in request.headers.get("accept", "")
    path = folder / _PAGE
    if request.method != "GET" or not is_browser or not path.is_file():
        return None
    answer = _answer(request, _File(_PAGE, path.read_bytes()))
    answer.status_code = 404
    return answer


def routes(folder: Path = FOLDER) -> list[BaseRoute]:
    """Every address of the dashboard; none when it was not built."""
    files = _load(folder)
    page = files.pop(_PAGE, None)
    if page is None:
        return []

    async def show_page(request: Request) -> Response:
        return _answer(request, page)

    async def show_file(request: Request) -> Response:
        file = files.get(request.url.path[1:])
        if file is None:
            raise HTTPException(404)
        return _answer(request, file)

    return [
        Route("/", show_page),
        *(Route(f"/{name}", show_page) for name in PAGES),
        *(Route(f"/{name}/{{rest:path}}", show_page) for name in PAGES),
        *(Route(f"/{name}", show_file) for name in files if not name.startswith(_ASSETS)),
        Route(f"/{_ASSETS}{{name}}", show_file),
    ]


def _load(folder: Path) -> dict[str, _File]:
    return {
        name: _File(name, path.read_bytes())
        for path in sorted(folder.rglob("*"))
        if path.is_file()
        for name in [path.relative_to(folder).as_posix()]
    }


def _answer(request: Request, file: _File) -> Response:
    """The file, compressed if the browser takes that; nothing if it has it already."""
    headers = {
        **HEADERS,
        "cache-control": _FOREVER if file.is_named_by_content else "no-cache",
        "etag": file.tag,
        "vary": "accept-encoding",
    }
    if request.headers.get("if-none-match") == file.tag:
        return Response(status_code=304, headers=headers)
    content = file.content
    if file.compressed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        content, headers["content-encoding"] = file.compressed, "gzip"
    return Response(content, headers=headers, media_type=file.media_type)
