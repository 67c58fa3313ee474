"""HTML as Markdown: headings, paragraphs, lists and tables stay, all else is left out.

One pass over the tags, whatever they are nested in: pages are saved broken, and no input may cost
more than its length.
"""

from __future__ import annotations

import html
import re

_TAG = re.compile(r"<!--|<(/?)([A-Za-z][A-Za-z0-9]{0,30})\b[^<>]{0,5000}>|<[!?][^<>]{0,5000}>")
_IS_HTML = re.compile(
    r"\s*(?:<\?xml[^<>]{0,200}>\s*)?(?:<!doctype\s+html|<html|<head|<body)\b", re.I
)
_LEFT_OUT = {"script", "style", "svg", "noscript", "template", "iframe"}
_BLOCKS = {
    *("p", "div", "section", "article", "header", "footer", "ul", "ol", "table", "title"),
    *("blockquote", "pre", "figure", "form", "main", "nav", "aside", "dl", "hr", "body", "head"),
}
_LINES = {"br": "\n", "li": "\n- ", "tr": "\n", "dt": "\n", "dd": "\n"}


def is_page(text: str) -> bool:
    """Whether the text is an HTML page, and not only has some tags."""
    return _IS_HTML.match(text[:2000]) is not None


def as_markdown(text: str) -> str:
    """What the page says."""
    said: list[str] = []
    at, skipping = 0, ""
    for tag in _TAG.finditer(text):
        if tag.start() < at:
            continue
        if not skipping:
            said.append(_words(text[at : tag.start()]))
        at = tag.end()
        name = (tag[2] or "").lower()
        if tag.group() == "<!--":
            end = text.find("-->", at)
            at = end + 3 if end >= 0 else len(text)  # it is never closed, as browsers see it
        elif skipping:
            skipping = "" if tag[1] and name == skipping else skipping
        elif name in _LEFT_OUT and not tag[1] and not tag.group().endswith("/>"):
            skipping = name
        else:
            said.append(_mark(name, closing=bool(tag[1])))
    said.append("" if skipping else _words(text[at:]))
    return re.sub(r"\n[ \n]*\n", "\n\n", "".join(said)).strip()


def _mark(name: str, closing: bool) -> str:
    if len(name) == 2 and name[0] == "h" and name[1] in "123456":
        return "\n\n" if closing else f"\n\n{'#' * int(name[1])} "
    if name in _BLOCKS:
        return "\n\n"
    if closing:
        return " | " if name in ("td", "th") else ""
    return _LINES.get(name, "")


def _words(text: str) -> str:
    """Text between tags; its own line breaks mean nothing."""
    words = " ".join(html.unescape(text).split())
    before, after = " " if text[:1].isspace() else "", " " if text[-1:].isspace() else ""
    return f"{before}{words}{after}" if words else before
