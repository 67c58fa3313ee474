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
    *(
        "p",
        "div",
        "section",
        "article",
        "header",
        "footer",
        "ul",
        "ol",
        "table",
        "title",
        "caption",
    ),
    *("blockquote", "pre", "figure", "form", "main", "nav", "aside", "dl", "hr", "body", "head"),
    "caption",
}
_LINES = {"br": "\n", "li": "\n- ", "dt": "\n", "dd": "\n"}
_ROW, _CELL = "\x1e", "\x1f"
"""Where a row and a cell of a table begin, until the table is whole."""
_DEEPEST = 8
"""Tables within more tables lay out a page, and are not looked at."""
_LONGEST_CELL = 400


def is_page(text: str) -> bool:
    """Whether the text is an HTML page, and not only has some tags."""
    return _IS_HTML.match(text[:2000]) is not None


def as_markdown(text: str) -> str:
    """What the page says."""
    said: list[str] = []
    tables: list[int] = []
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
        elif name == "table" and len(tables) < _DEEPEST:
            _enter_or_leave(said, tables, closing=bool(tag[1]))
        else:
            said.append(_mark(name, closing=bool(tag[1])))
    said.append("" if skipping else _words(text[at:]))
    return re.sub(r"\n[ \n]*\n", "\n\n", _laid_out("".join(said))).strip()


def _enter_or_leave(said: list[str], tables: list[int], *, closing: bool) -> None:
    """Remember where a table begins; write it down when it ends."""
    if not closing:
        said.append("\n\n")
        tables.append(len(said))
    elif tables:
        begin = tables.pop()
        said[begin:] = [f"\n\n{_table(''.join(said[begin:]))}\n\n"]


def _table(text: str) -> str:
    """A table with pipes; one that only places things on the page is what stands in it."""
    caption, *rows = text.split(_ROW)
    cells = [[" ".join(cell.split()) for cell in row.split(_CELL)[1:]] for row in rows]
    cells = [row for row in cells if any(row)]
    width = max(map(len, cells), default=0)
    is_small = all(len(cell) <= _LONGEST_CELL for row in cells for cell in row)
    if len(cells) < 2 or width < 2 or not is_small or "\n|---" in text:
        return _laid_out(text)
    lines = [" | ".join(cell.replace("|", "\\|") for cell in row) for row in cells]
    rule = "---|" * width
    return "\n".join(
        [caption, "", f"| {lines[0]} |", f"|{rule}", *(f"| {line} |" for line in lines[1:])]
    )


def _laid_out(text: str) -> str:
    return text.replace(_ROW, "\n").replace(_CELL, " ")


def _mark(name: str, closing: bool) -> str:
    if len(name) == 2 and name[0] == "h" and name[1] in "123456":
        return "\n\n" if closing else f"\n\n{'#' * int(name[1])} "
    if name in _BLOCKS:
        return "\n\n"
    if name in ("tr", "td", "th"):
        return "" if closing else _ROW if name == "tr" else _CELL
    return "" if closing else _LINES.get(name, "")


def _words(text: str) -> str:
    """Text between tags; its own line breaks mean nothing."""
    words = " ".join(html.unescape(text).replace(_ROW, " ").replace(_CELL, " ").split())
    before, after = " " if text[:1].isspace() else "", " " if text[-1:].isspace() else ""
    return f"{before}{words}{after}" if words else before
