"""The style, the script and the mark of the site, each under an address that names its content."""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass
from pathlib import Path

from runwright.api.call import Answer
from runwright.api.site.pages import Page, PageRequest, Show, page_answer

_FOLDER = Path(__file__).parent
_FOREVER = "public, max-age=31536000, immutable"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
}


@dataclass(frozen=True, slots=True)
class Asset:
    """One file of the site."""

    name: str
    media_type: str
    content: bytes

    @property
    def address(self) -> str:
        """Where it is served: other content has another address, so a copy never goes stale."""
        stem, _, ending = self.name.rpartition(".")
        return f"/docs/assets/{stem}-{hashlib.sha256(self.content).hexdigest()[:12]}.{ending}"


def _load(name: str, media_type: str) -> Asset:
    return Asset(name, media_type, (_FOLDER / name).read_bytes())


STYLE = _load("site.css", "text/css; charset=utf-8")
SCRIPT = _load("site.js", "text/javascript; charset=utf-8")
MARK = _load("mark.svg", "image/svg+xml")


def pages() -> list[Page]:
    """The addresses of all assets."""
    return [Page(asset.address, _showing(asset)) for asset in (STYLE, SCRIPT, MARK)]


def _showing(asset: Asset) -> Show:
    async def show(request: PageRequest) -> Answer:
        return compressed(request, asset.content, asset.media_type, _FOREVER)

    return show


def compressed(request: PageRequest, content: bytes, media_type: str, cache: str) -> Answer:
    """Content, compressed if the browser accepts that."""
    headers = {**HEADERS, "cache-control": cache, "vary": "accept-encoding"}
    if request.accepts(b"gzip", b"accept-encoding"):
        content, headers["content-encoding"] = gzip.compress(content, mtime=0), "gzip"
    return page_answer(content, media_type, headers=headers)
