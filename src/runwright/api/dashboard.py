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

from runwright.api.call import Answer
from runwright.api.site.pages import Page, PageRequest, page_answer

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
        kind = _SCRIPT if self.name.endswith(".js") else guess_type(self.name)[0] or _SCRIPT
        return f"{kind}; charset=utf-8" if kind.startswith("text/") else kind

    @cached_property
    def compressed(self) -> bytes | None:
        return gzip.compress(self.content, mtime=0) if self.media_type.startswith(_TEXT) else None

    @cached_property
    def tag(self) -> str:
        return f'W/"{hashlib.sha256(self.content).hexdigest()[:32]}"'


def not_found(request: PageRequest, folder: Path = FOLDER) -> Answer | None:
    """The dashboard, which says that there is no such page, for a browser; None for others."""
    path = folder / _PAGE
    if not request.accepts(b"text/html") or not path.is_file():
        return None
    return _answer(request, _File(_PAGE, path.read_bytes()))._replace(status=404)


def pages(folder: Path = FOLDER) -> list[Page]:
    """Every address of the dashboard; none when it was not built."""
    files = _load(folder)
    page = files.pop(_PAGE, None)
    if page is None:
        return []

    async def show_page(request: PageRequest) -> Answer:
        return _answer(request, page)

    async def show_file(request: PageRequest) -> Answer | None:
        file = files.get(request.path[1:])
        return None if file is None else _answer(request, file)

    return [
        Page("/", show_page),
        *(Page(f"/{name}", show_page) for name in PAGES),
        *(Page(f"/{name}/{{rest:path}}", show_page) for name in PAGES),
        *(Page(f"/{name}", show_file) for name in files if not name.startswith(_ASSETS)),
        Page(f"/{_ASSETS}{{name}}", show_file),
    ]


def _load(folder: Path) -> dict[str, _File]:
    return {
        name: _File(name, path.read_bytes())
        for path in sorted(folder.rglob("*"))
        if path.is_file()
        for name in [path.relative_to(folder).as_posix()]
    }


def _answer(request: PageRequest, file: _File) -> Answer:
    """The file, compressed if the browser takes that; nothing if it has it already."""
    headers = {
        **HEADERS,
        "cache-control": _FOREVER if file.is_named_by_content else "no-cache",
        "etag": file.tag,
        "vary": "accept-encoding",
    }
    if request.headers.get(b"if-none-match") == file.tag.encode():
        return page_answer(b"", file.media_type, status=304, headers=headers)
    content = file.content
    if file.compressed is not None and request.accepts(b"gzip", b"accept-encoding"):
        content, headers["content-encoding"] = file.compressed, "gzip"
    return page_answer(content, file.media_type, headers=headers)
