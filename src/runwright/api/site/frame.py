"""The frame around every page: bar, search, contents, the page's headings, previous and next."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

from runwright.api.site.assets import MARK, SCRIPT, STYLE

SEARCH = "/docs/search.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """An address with its words."""

    text: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A part of the contents."""

    title: str
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """What is the same around all pages of one server."""

    sections: tuple[Section, ...]
    has_dashboard: bool

    def page(
        self,
        title: str,
        content: str,
        *,
        address: str = "",
        headings: Iterable[Link] = (),
        previous: Link | None = None,
        following: Link | None = None,
    ) -> str:
        """A whole page of HTML."""
        links = '<a href="/">Dashboard</a><a href="/reference">API</a>'
        return _PAGE.format(
            title=escape(title),
            style=STYLE.address,
            script=SCRIPT.address,
            mark=MARK.address,
            links=links if self.has_dashboard else '<a href="/openapi.json">OpenAPI</a>',
            search=SEARCH,
            contents="".join(_section(section, address) for section in self.sections),
            content=content,
            around=_around(previous, following),
            headings=_headings(tuple(headings)),
        )


def _section(section: Section, here: str) -> str:
    current = ' aria-current="page"'
    items = "".join(
        f"<li>{_link(link, current if link.address == here else '')}</li>" for link in section.links
    )
    return f"<h2>{escape(section.title)}</h2><ul>{items}</ul>"


def _link(link: Link, attributes: str = "") -> str:
    return f'<a href="{escape(link.address)}"{attributes}>{escape(link.text)}</a>'


def _headings(headings: tuple[Link, ...]) -> str:
    if len(headings) < 2:
        return ""
    items = "".join(f"<li>{_link(heading)}</li>" for heading in headings)
    title = "On this page"
    return f'<nav class="headings" aria-label="{title}"><h2>{title}</h2><ul>{items}</ul></nav>'


def _around(previous: Link | None, following: Link | None) -> str:
    parts = [
        f'<a class="{name}" rel="{rel}" href="{escape(link.address)}">'
        f"<small>{word}</small>{escape(link.text)}</a>"
        for name, rel, word, link in (
            ("previous", "prev", "Previous", previous),
            ("next", "next", "Next", following),
        )
        if link is not None
    ]
    if not parts:
        return ""
    return f'<nav class="around" aria-label="Previous and next page">{"".join(parts)}</nav>'


_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} · Runwright</title>
<link rel="icon" href="{mark}" type="image/svg+xml">
<link rel="stylesheet" href="{style}">
<script src="{script}"></script>
</head>
<body>
<a class="skip" href="#article">Skip to the article</a>
<header class="bar">
<a class="brand" href="/docs"><img src="{mark}" alt="" width="26" height="26">Runwright \
<span>docs</span></a>
<button class="menu" type="button" popovertarget="contents">Contents</button>
<search class="search" data-index="{search}" hidden><input type="search" \
aria-label="Search the documentation" placeholder="Search ( / )" autocomplete="off">\
<div class="found" role="region" aria-label="Search results" aria-live="polite" hidden></div>\
</search>
<nav aria-label="Service">{links}</nav>
</header>
<div class="layout">
<aside class="contents" id="contents" popover aria-label="Documentation"><nav \
aria-label="Contents">{contents}</nav></aside>
<main id="article" tabindex="-1">{content}{around}</main>
{headings}
</div>
</body>
</html>
"""
