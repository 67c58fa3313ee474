"""`/docs`: the Markdown of `docs/` as pages. Each is rendered when it is first asked for.

A wheel carries the files in the package; a checkout has them beside `src`.
"""

from __future__ import annotations

import asyncio
import posixpath
import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

import orjson

from runwright.api.call import Answer
from runwright.api.markdown import Part, Rendered, render
from runwright.api.site import assets, search
from runwright.api.site.frame import SEARCH, Frame, Link, Section
from runwright.api.site.pages import Page, PageRequest, page_answer

PACKAGED = Path(__file__).parent.parent / "_docs"
CHECKOUT = Path(__file__).parents[3] / "docs"
ROOT = "/docs"
CONTENTS = "README.md"
DECISIONS = "decisions"
IMAGES = "images"
_IMAGE_TYPES = {".png": "image/png", ".svg": "image/svg+xml"}
_NUMBER = re.compile(r"(\d{4})-")
_ELSEWHERE = re.compile(r"[a-z]+:|/|#")
_DECISION_WEIGHT = 0.3
"""In search: a decision says why something is so; whoever searches mostly asks how."""


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
            self._pages[name] = self._framed(name)
        return self._pages[name]

    def name_of(self, file: str) -> str | None:
        """The page that a file of the folder, or a page's name with a slash behind it, leads to."""
        wanted = file.rstrip("/")
        if wanted != file and (wanted in self._files or wanted == DECISIONS):
            return wanted
        return self._names.get(wanted, self._names.get(f"{wanted}.md"))

    def image(self, name: str) -> Path | None:
        """A picture of the folder."""
        path = self._folder / IMAGES / name
        is_ours = "/" not in name and path.suffix in _IMAGE_TYPES
        return path if is_ours and path.is_file() else None

    def rendered(self, name: str) -> Rendered:
        """A page without its frame."""
        if name not in self._rendered:
            file = self._files.get(name, f"{DECISIONS}/{CONTENTS}")
            self._rendered[name] = render(
                self._text(name), lambda target: self._address(target, file)
            )
        return self._rendered[name]

    @cached_property
    def frame(self) -> Frame:
        """What stands around every page of this server."""
        own = [
            Section(title=title, links=tuple(_unique(links)))
            for title, links in _sections(self.rendered("").parts)
        ]
        reference = (Link(text="API reference", address="/reference"),)
        server = Section(
            title="On this server",
            links=(
                *(reference if self._has_dashboard else ()),
                Link(text="Errors", address="/docs/errors"),
                Link(text="Versions", address="/docs/versions"),
                Link(text="OpenAPI document", address="/openapi.json"),
            ),
        )
        return Frame(sections=(*own, server), has_dashboard=self._has_dashboard)

    @cached_property
    def index(self) -> bytes:
        """What the search looks through."""
        pages = (
            (
                address_of(name),
                self.rendered(name).title,
                self.rendered(name).content,
                _DECISION_WEIGHT if name.startswith(DECISIONS) else 1.0,
            )
            for name in self.names
        )
        return orjson.dumps(search.index(pages))

    def _framed(self, name: str) -> str:
        shown = self.rendered(name)
        previous, following = self._neighbours(name)
        return self.frame.page(
            shown.title,
            shown.content,
            address=address_of(name),
            headings=(
                Link(text=part.text, address=f"#{part.target}")
                for part in shown.parts
                if part.kind == "heading" and part.level == 2
            ),
            previous=previous,
            following=following,
        )

    def _neighbours(self, name: str) -> tuple[Link | None, Link | None]:
        """The pages before and behind this one, in the order of the contents."""
        order = self._order(name)
        here = next((n for n, link in enumerate(order) if link.address == address_of(name)), None)
        if here is None:
            return None, None
        before = order[here - 1] if here else None
        return before, order[here + 1] if here + 1 < len(order) else None

    def _order(self, name: str) -> list[Link]:
        if name.startswith(f"{DECISIONS}/"):
            return [
                Link(text=self._heading(self._files[each]), address=address_of(each))
                for each in self._files
                if each.startswith(f"{DECISIONS}/")
            ]
        linked = [link for section in self.frame.sections[:-1] for link in section.links]
        return _unique([Link(text="Documentation", address=ROOT), *linked])

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
        if wanted.startswith(f"{IMAGES}/"):
            return f"{ROOT}/{wanted}"
        name = DECISIONS if wanted == DECISIONS else self._names.get(wanted)
        return None if name is None else f"{address_of(name)}{mark}{anchor}"


def folder() -> Path:
    """Where the Markdown is."""
    return PACKAGED if PACKAGED.is_dir() else CHECKOUT


def pages(library: Library) -> list[Page]:
    """`/docs` and everything below it that is a page of ours."""

    async def show(request: PageRequest) -> Answer | None:
        name = request.parameters.get("name", "")
        page = await asyncio.to_thread(library.page, name)
        if page is not None:
            return page_answer(page, headers=assets.HEADERS)
        other = library.name_of(name)
        if other is not None:
            return Answer(
                body=b"", status=308, headers=((b"location", address_of(other).encode()),)
            )
        if not request.accepts(b"text/html"):
            return None
        missing = library.frame.page("Page not found", _MISSING)
        return page_answer(missing, status=404, headers=assets.HEADERS)

    async def find(request: PageRequest) -> Answer:
        content = await asyncio.to_thread(lambda: library.index)
        return assets.compressed(request, content, "application/json", "no-cache")

    async def image(request: PageRequest) -> Answer | None:
        path = library.image(request.parameters["name"])
        if path is None:
            return None
        content = await asyncio.to_thread(path.read_bytes)
        return page_answer(content, _IMAGE_TYPES[path.suffix], headers=assets.HEADERS)

    return [
        *assets.pages(),
        Page(SEARCH, find),
        Page(f"{ROOT}/{IMAGES}/{{name}}", image),
        Page(ROOT, show),
        Page(f"{ROOT}/{{name:path}}", show),
    ]


_MISSING = """<h1>Page not found</h1>
<p>There is no page at this address. Search above, or start from the
<a href="/docs">table of contents</a>.</p>"""


def address_of(name: str) -> str:
    """Where a page is on a server."""
    return f"{ROOT}/{name}" if name else ROOT


def _name(path: Path) -> str:
    """`README.md` has no name, a decision its number, every other page that of its file."""
    if path.as_posix() == CONTENTS:
        return ""
    number = _NUMBER.match(path.name)
    return (path.with_name(number[1]) if number else path.with_suffix("")).as_posix()


def _sections(parts: tuple[Part, ...]) -> Iterator[tuple[str, list[Link]]]:
    """The links to pages, by the heading that they stand under."""
    title, links = "", list[Link]()
    for part in parts:
        if part.kind == "link" and part.target.startswith(ROOT):
            links.append(Link(text=part.text, address=part.target.partition("#")[0]))
        elif part.kind == "heading":
            if links and title:
                yield title, links
            title, links = part.text, []
    if links and title:
        yield title, links


def _unique(links: list[Link]) -> list[Link]:
    return list({link.address: link for link in reversed(links)}.values())[::-1]
