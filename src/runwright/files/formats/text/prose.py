"""Markdown, HTML pages and plain text: one page, its tables, and passages under their headings."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from pathlib import PurePath
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

from runwright.context.index.names import HEADINGS
from runwright.files.formats import passages
from runwright.files.formats.text import web
from runwright.files.formats.types import Draft, Page, Part, Reading, Table

MOST_LINES = 100_000
"""More are read as plain text: a structure of that size is a log or a dump, and slow to parse."""
LONGEST_TITLE = 120
SHORT_CODE = 1_500
"""Characters of code that stay one paragraph, blank lines or not."""
_FRONT_MATTER = re.compile(r"---[ \t]*\n((?:(?!---|\.\.\.).*\n){1,200})(?:---|\.\.\.)[ \t]*\n")
_TITLE = re.compile(r"^title[ \t]*[:=][ \t]*[\"']?(.+?)[\"']?[ \t]*$", re.IGNORECASE | re.MULTILINE)
_MARKDOWN = re.compile(
    r"^(?:#{1,6} +\S.*\n|```|~~~|\|?[ \t]*:?-{3,}:?[ \t]*\||[-*+] \S|\d{1,3}\. \S|> \S)"
    r"|^\S.*\n(?:={3,}|-{3,})[ \t]*$|\[[^\[\]\n]{1,200}\]\([^()\s]{1,500}\)",
    re.MULTILINE,
)
# Possessive, or stopped by their own beginning: a file of nothing but beginnings is read once.
_COMMENT = re.compile(r"<!--(?:(?!<!--|-->).){0,5000}+-->", re.DOTALL)
_AUTOLINK = re.compile(r"<((?:https?://|mailto:)[^<>\s]{1,2000})>")
_TAG = re.compile(r"</?[A-Za-z][^<>]{0,2000}>")
_LINK = re.compile(
    r"!?\[([^\[\]]{0,1000})\]"
    r"(?:\(\s{0,9}<?([^()\s<>]{0,2000}+(?:\([^()\s]{0,200}+\))?[^()\s<>]{0,200}+)>?"
    r"(?:\s{1,9}[\"'(][^\"')]{0,500}[\"')])?\s{0,9}\)|\[[^\[\]]{0,200}\])"
)
_STRONG = re.compile(r"(\*\*|__|`)(?=\S)([^*_`\n]{1,500}?)(?<=\S)\1")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_BLANK_LINES = re.compile(r"\n\s*\n")


class _Heading(NamedTuple):
    level: int
    words: str


def read(text: str, reading: Reading) -> Iterator[Part]:
    """The page as it stands, then its tables and passages in reading order."""
    yield Page(1, text)
    stem = PurePath(reading.filename).stem.replace("_", " ").strip()
    if web.is_page(text):
        text = web.as_markdown(text)
    if text.count("\n") <= MOST_LINES and not text.startswith("#!") and _MARKDOWN.search(text):
        yield from _sections(text, stem)
    else:
        yield from passages.split(text, title=_first_line(text) or stem, page=1)


def _first_line(text: str) -> str:
    """The first line, when it stands alone like a title."""
    line, _, rest = text.strip().partition("\n")
    alone = rest.startswith("\n") or not rest
    is_short = 0 < len(line) <= LONGEST_TITLE and len(line.split()) <= 14
    marked = line.startswith(("#", "-", "*", ">", "|", "`", "<", "[")) or line[-1:] in ".,;:!…"
    return line.strip() if alone and is_short and not marked else ""


def _sections(text: str, stem: str) -> Iterator[Part]:
    title, about, text = _front_matter(text)
    root = _first_line(text) or stem
    path = [_Heading(0, title)] if title else []
    held = [about] if about else []
    for block in _blocks(text):
        if isinstance(block, _Heading):
            yield from _section(held, path, root, block.level)
            held = []
            path = [above for above in path if above.level < block.level] + [block]
        elif isinstance(block, str):
            held.append(block)
        else:
            yield from _section(held, path, root, None)
            held = [""]  # the heading stands over something already
            yield Table(1, block)
            yield from passages.from_table(block, title=_path(path, root), page=1)
    yield from _section(held, path, root, 0)


def _section(
    held: Sequence[str], path: Sequence[_Heading], root: str, following: int | None
) -> Iterator[Draft]:
    """The passages of what stands under a heading; a heading over nothing is one itself."""
    words = "\n\n".join(block for block in held if block.strip())
    is_leaf = path and following is not None and following <= path[-1].level
    if not words and is_leaf and not held:
        words = path[-1].words
    yield from passages.split(words, title=_path(path, root), page=1)


def _path(path: Sequence[_Heading], root: str) -> str:
    """Such as `Handbook › Travel › Hotels`."""
    names = [heading.words for heading in path if heading.words]
    if not path or path[0].level > 1:
        names = [root, *names]  # no heading names the whole document
    unlike = [name for place, name in enumerate(names) if place == 0 or name != names[place - 1]]
    return HEADINGS.join(name[:LONGEST_TITLE] for name in unlike if name)


def _front_matter(text: str) -> tuple[str, str, str]:
    """The document's title, what else is said about it, and the document."""
    found = _FRONT_MATTER.match(text)
    if found is None:
        return "", "", text
    title = _TITLE.search(found[1])
    about = _TITLE.sub("", found[1]).strip()
    return title[1] if title else "", about, text[found.end() :]


def _blocks(text: str) -> Iterator[_Heading | str | tuple[tuple[str, ...], ...]]:
    """The headings, texts and tables of a Markdown document, as words."""
    parser = MarkdownIt("commonmark").enable("table")
    parser.core.ruler.enableOnly(["normalize", "block"])  # words within a line are ours
    lines = text.split("\n")
    tokens = parser.parse(text)
    for place, token in enumerate(tokens):
        if token.level != 0 or token.nesting < 0 or token.map is None:
            continue
        if token.type == "heading_open":
            yield _Heading(int(token.tag[1]), words(tokens[place + 1].content))
        elif token.type == "table_open":
            yield tuple(_rows(tokens, place))
        elif token.type in ("fence", "code_block"):
            yield _code(token.content)
        elif token.type != "hr":
            yield words(_quoted("\n".join(lines[token.map[0] : token.map[1]])))


def _rows(tokens: Sequence[Token], place: int) -> Iterator[tuple[str, ...]]:
    row: list[str] = []
    while tokens[place].type != "table_close":
        token = tokens[place]
        if token.type == "inline":
            row.append(words(token.content))
        elif token.type == "tr_close":
            yield tuple(row)
            row = []
        place += 1


def _code(code: str) -> str:
    return _BLANK_LINES.sub("\n", code).strip("\n") if len(code) <= SHORT_CODE else code.strip("\n")


def _quoted(text: str) -> str:
    """Lists stay together, and quotations lose their marks."""
    text = re.sub(r"^[ \t]{0,3}>[ \t]?", "", text, flags=re.MULTILINE)
    is_list = re.match(r"[ \t]{0,3}(?:[-*+]|\d{1,9}[.)])[ \t]", text) is not None
    return _BLANK_LINES.sub("\n", text) if is_list and len(text) <= SHORT_CODE else text


def words(text: str) -> str:
    """Text without its marks: links as their words, no tags, no emphasis."""
    text = _AUTOLINK.sub(r"\1", _COMMENT.sub("", text))
    text = _TAG.sub("", text)
    for _ in range(2):  # a picture within a link
        text = _LINK.sub(lambda link: link[1].strip() or link[2] or "", text)
    text = _STRONG.sub(r"\2", text)
    return html.unescape(_ESCAPED.sub(r"\1", text)).strip()
