"""`/docs`: the Markdown of `docs/` as pages. Each is rendered when it is first asked for.

A wheel carries the files in the package; a checkout has them beside `src`.
"""

from __future__ import annotations

import asyncio
import posixpath
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from runwright.api import html
from runwright.api.markdown import Part, Rendered, anchor_of, render

PACKAGED = Path(__file__).parent.parent / "_docs"
CHECKOUT = Path(__file__).parents[3] / "docs"
ROOT = "/docs"
CONTENTS = "README.md"
DECISIONS = "decisions"
_NUMBER = re.compile(r"(\d{4})-")
_ELSEWHERE = re.compile(r"[a-z]+:|/|#")


class Library:
    """Every page by its name: `settings`, `guides/connect-a-model`, `decisions/0001`."""

    def __init__(self, folder: Path, *, has_dashboard: bool = False) -> None:
        self._folder = folder
        self._has_dashboard = has_dashboard
        self._files = {
            _name(path.relative_to(folder)): path.relative_to(folder).as_posix()
            for path in sorted(folder.rglob("*.md"))
        }
        self._names = {file: name for name, file in self._files.items()}
        self._rendered: dict[str, Rendered] = {}
        self._pages: dict[str, str] = {}

    @property
    def names(self) -> list[str]:
        """The names of all pages; the contents have an empty one."""
        return [*self._files, DECISIONS]

    def page(self, name: str) -> str | None:
        """A whole page, or None when there is none of that name."""
        if name not in self._files and name != DECISIONS:
            return None
        if name not in self._pages:
            shown = self.rendered(name)
            content = shown.content + ("" if name else self._of_this_server())
            aside = self._navigation(name)
            self._pages[name] = html.page(shown.title, content, aside)
        return self._pages[name]

    def rendered(self, name: str) -> Rendered:
        """A page without its frame."""
        if name not in self._rendered:
            file = self._files.get(name, f"{DECISIONS}/{CONTENTS}")
            self._rendered[name] = render(
                self._text(name), lambda target: self._address(target, file)
            )
        return self._rendered[name]

    def _text(self, name: str) -> str:
        if name in self._files:
            return (self._folder / self._files[name]).read_text("utf-8")
        return "# Decisions\n\nWhy it is built this way, one page for each.\n\n" + "".join(
            f"- [{self._heading(file)}]({posixpath.basename(file)})\n"
            for file in self._names
            if file.startswith(f"{DECISIONS}/")
        )

    def _heading(self, file: str) -> str:
        with (self._folder / file).open(encoding="utf-8") as lines:
            return lines.readline().lstrip("# ").strip()

    def _address(self, target: str, file: str) -> str | None:
        """Where a link in a file leads on this server; None if it leads out of the folder."""
        if _ELSEWHERE.match(target):
            return target
        path, mark, anchor = target.partition("#")
        wanted = posixpath.normpath(posixpath.join(posixpath.dirname(file), path))
        name = DECISIONS if wanted == DECISIONS else self._names.get(wanted)
        return None if name is None else f"{address_of(name)}{mark}{anchor}"

    def _navigation(self, name: str) -> str:
        """The contents as a list, with the headings of the page that is shown."""
        here = address_of(name)
        lines = [f'<nav aria-label="Documentation"><p><a href="{ROOT}">Contents</a></p>']
        for title, links in _sections(self.rendered("").parts):
            lines.append(f"<h2>{escape(title)}</h2><ul>")
            for link in links:
                is_here = link.target == here
                mark = ' aria-current="page"' if is_here else ""
                inner = self._headings(name) if is_here else ""
                lines.append(
                    f'<li><a href="{escape(link.target)}"{mark}>{escape(link.text)}</a>{inner}</li>'
                )
            lines.append("</ul>")
        return "".join([*lines, "</nav>"])

    def _headings(self, name: str) -> str:
        items = "".join(
            f'<li><a href="#{escape(part.target)}">{escape(part.text)}</a></li>'
            for part in self.rendered(name).parts
            if part.kind == "heading" and part.level == 2
        )
        return f"<ul>{items}</ul>" if items else ""

    def _of_this_server(self) -> str:
        """What only a server can show: its own codes, versions and calls."""
        title = "On this server"
        reference = '<li><a href="/reference">API reference</a>: every call, with its fields</li>'
        return (
            f'<h2 id="{anchor_of(title)}">{title}</h2><ul>'
            '<li><a href="/docs/errors">Errors</a>: every code, what it means and what to do</li>'
            '<li><a href="/docs/versions">Versions</a>: what each dated version changed</li>'
            f"{reference if self._has_dashboard else ''}"
            '<li><a href="/openapi.json">OpenAPI document</a>: the same for programs</li></ul>'
        )


def folder() -> Path:
    """Where the Markdown is."""
    return PACKAGED if PACKAGED.is_dir() else CHECKOUT


def routes(*, has_dashboard: bool) -> list[BaseRoute]:
    """`/docs` and everything below it that is a page of ours."""
    library = Library(folder(), has_dashboard=has_dashboard)

    async def show(request: Request) -> Response:
        page = await asyncio.to_thread(library.page, request.path_params.get("name", ""))
        if page is None:
            raise HTTPException(404)
        return HTMLResponse(page, headers=html.HEADERS)

    return [Route(ROOT, show), Route(f"{ROOT}/{{name:path}}", show)]


def address_of(name: str) -> str:
    """Where a page is on a server."""
    return f"{ROOT}/{name}" if name else ROOT


def _name(path: Path) -> str:
    """`README.md` has no name, a decision its number, every other page that of its file."""
    if path.as_posix() == CONTENTS:
        return ""
    number = _NUMBER.match(path.name)
    return (path.with_name(number[1]) if number else path.with_suffix("")).as_posix()


def _sections(parts: tuple[Part, ...]) -> Iterator[tuple[str, list[Part]]]:
    """The links to pages, by the heading that they stand under."""
    title, links = "", list[Part]()
    for part in parts:
        if part.kind == "link" and part.target.startswith(ROOT):
            links.append(part)
        elif part.kind == "heading":
            if links:
                yield title, links
            title, links = part.text, []
    if links:
        yield title, links
