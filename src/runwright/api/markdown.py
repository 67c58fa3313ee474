"""Markdown as HTML: headings that can be linked to, highlighted code, no raw HTML, no style."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from markdown_it.token import Token

_EMPTY_HEAD = re.compile(r"<thead>\s*<tr>\s*(?:<th></th>\s*)+</tr>\s*</thead>\s*")
_PLAIN = frozenset({"", "text"})
"""The languages of blocks that are not highlighted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A heading or a link of a page, in the order in which they stand."""

    kind: Literal["heading", "link"]
    text: str
    target: str
    """Of a heading its anchor, of a link where it leads."""
    level: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Rendered:
    """A page without its frame."""

    title: str
    content: str
    parts: tuple[Part, ...]


def render(text: str, address_of: Callable[[str], str | None]) -> Rendered:
    """A page; links get the addresses that they are given, and are plain words without one."""
    # A tenth of a second, which only a server whose documentation is read should take.
    from markdown_it import MarkdownIt

    options = {"html": False, "highlight": _highlighted}
    parser = MarkdownIt("commonmark", options).enable("table")
    tokens = parser.parse(text)
    _drop_styles(tokens)
    _lead_links(tokens, address_of)
    parts = tuple(_parts(tokens))
    return Rendered(
        title=next((part.text for part in parts if part.kind == "heading"), ""),
        content=_with_scrolling_tables(parser.renderer.render(tokens, parser.options, {})),
        parts=parts,
    )


def anchor_of(heading: str) -> str:
    """The name of a heading in an address, as GitHub makes it."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def _highlighted(code: str, language: str, _: str) -> str:
    """Code with its parts marked by classes; plain where the language has no lexer."""
    if language in _PLAIN:
        return ""  # the parser escapes it
    # Imported here for the same reason as the parser.
    from pygments import highlight
    from pygments.formatters.html import HtmlFormatter
    from pygments.lexers import get_lexer_by_name
    from pygments.util import ClassNotFound

    try:
        lexer = get_lexer_by_name(language, stripnl=False)
    except ClassNotFound:
        return ""
    return str(highlight(code, lexer, HtmlFormatter(nowrap=True)))


def _with_scrolling_tables(content: str) -> str:
    """A wide table scrolls by itself, so the page does not; a header without words is left out."""
    opened = _EMPTY_HEAD.sub("", content).replace(
        "<table>", '<div class="scroll" tabindex="0"><table>'
    )
    return opened.replace("</table>", "</table></div>")


def _drop_styles(tokens: list[Token]) -> None:
    """The policy of the pages allows no style attribute; alignment of columns comes as one."""
    for token in tokens:
        token.attrs.pop("style", None)


def _lead_links(tokens: list[Token], address_of: Callable[[str], str | None]) -> None:
    for token in tokens:
        kept: list[Token] = []
        is_dropping = False
        for child in token.children or ():
            if child.type == "image":
                child.attrs["src"] = address_of(str(child.attrs["src"])) or ""
            if child.type == "link_open":
                address = address_of(str(child.attrs["href"]))
                is_dropping = address is None
                child.attrs["href"] = address or ""
            if not (is_dropping and child.type in ("link_open", "link_close")):
                kept.append(child)
        token.children = kept if token.children else token.children


def _parts(tokens: list[Token]) -> Iterator[Part]:
    """Every heading and link; headings get their anchor on the way."""
    seen: Counter[str] = Counter()
    for before, token in pairwise(tokens):
        if before.type == "heading_open":
            anchor = anchor_of(_words(token.children or []))
            seen[anchor] += 1
            before.attrs["id"] = anchor if seen[anchor] == 1 else f"{anchor}-{seen[anchor] - 1}"
            yield Part(
                kind="heading",
                text=_words(token.children or []),
                target=str(before.attrs["id"]),
                level=int(before.tag[1:]),
            )
        yield from _links(token.children or [])


def _links(children: list[Token]) -> Iterator[Part]:
    for start, child in enumerate(children):
        if child.type == "link_open":
            rest = children[start:]
            end = next(n for n, each in enumerate(rest) if each.type == "link_close")
            yield Part(kind="link", text=_words(rest[:end]), target=str(child.attrs["href"]))


def _words(children: list[Token]) -> str:
    return "".join(" " if child.type == "softbreak" else child.content for child in children)
