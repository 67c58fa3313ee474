"""Markdown, HTML pages and plain text: one page, its tables, and passages under their headings."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import PurePath

from markdown_it import MarkdownIt
from markdown_it.token import Token

from runwright.files.formats.documents.describe import Description
from runwright.files.formats.structure import outline, turns
from runwright.files.formats.structure.days import Days
from runwright.files.formats.structure.sections import (
    LONGEST_TITLE,
    Block,
    Grid,
    Heading,
    Sections,
)
from runwright.files.formats.text import web
from runwright.files.formats.types import Page, Part, Reading

MOST_LINES = 100_000
"""More are read as plain text: a structure of that size is a log or a dump, and slow to parse."""
SHORT_CODE = 1_500
"""Characters of code that stay one paragraph, blank lines or not."""
_FRONT_MATTER = re.compile(r"---[ \t]*\n((?:(?!---|\.\.\.).*\n){1,200})(?:---|\.\.\.)[ \t]*\n")
_TITLE = re.compile(r"^title[ \t]*[:=][ \t]*[\"']?(.+?)[\"']?[ \t]*$", re.IGNORECASE | re.MULTILINE)
_MARKDOWN = re.compile(
    r"^(?:#{1,6} +\S.*\n|```|~~~|\|?[ \t]*:?-{3,}:?[ \t]*\||[-*+] \S|> \S|\*\*\S)"
    # A line of dashes under words that wide gaps part is the header of a table; under one of
    # several lines it rules them off, as tills do.
    r"|(?:\A|\n[ \t]*\n)\S(?:(?!\t| {3}).)*\n(?:={3,}|-{3,})[ \t]*$"
    r"|\[[^\[\]\n]{1,200}\]\([^()\s]{1,500}\)",
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
# A paragraph that is nothing but a few bold words, and no sentence: `**2. Fees**`.
_BOLD = re.compile(r"(?:\*\*|__)([^*_\n]{2,80}[^*_\n.,;!?])(?:\*\*|__):?")
_LOWEST = 7
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_BLANK_LINES = re.compile(r"\n\s*\n")


def read(text: str, reading: Reading) -> Iterator[Part]:
    """The page as it stands, its tables and passages in reading order, then the document."""
    description = Description(reading)
    page = Page(1, text)
    stem = PurePath(reading.filename).stem.replace("_", " ").strip()
    if web.is_page(text):
        text = web.as_markdown(text)
    title, about, blocks = "", "", outline.blocks(text)
    if text.count("\n") <= MOST_LINES and not text.startswith("#!") and _MARKDOWN.search(text):
        title, about, text = _front_matter(text)
        blocks = _blocks(text)
    root = _first_line(text) or stem
    sections = Sections(root, Days(text, reading), turns.style_of(text))
    if title:
        sections.enter(Heading(0, title))
    parts = sections.parts(chain([about] if about else [], blocks), page=1)
    yield from description.watch(chain([page], parts))
    yield from description.drafts(title or sections.name or root)


def _first_line(text: str) -> str:
    """The first line, when it stands alone like a title."""
    line, _, rest = text.strip().partition("\n")
    alone = rest.startswith("\n") or not rest
    is_short = 0 < len(line) <= LONGEST_TITLE and len(line.split()) <= 14
    marked = line.startswith(("#", "-", "*", ">", "|", "`", "<", "[")) or line[-1:] in ".,;:!…"
    return line.strip() if alone and is_short and not marked else ""


def _front_matter(text: str) -> tuple[str, str, str]:
    """The document's title, what else is said about it, and the document."""
    found = _FRONT_MATTER.match(text)
    if found is None:
        return "", "", text
    title = _TITLE.search(found[1])
    about = _TITLE.sub("", found[1]).strip()
    return title[1] if title else "", about, text[found.end() :]


def _blocks(text: str) -> Iterator[Block]:
    """The headings, texts and tables of a Markdown document, as words."""
    parser = MarkdownIt("commonmark").enable("table")
    parser.core.ruler.enableOnly(["normalize", "block"])  # words within a line are ours
    lines = text.split("\n")
    tokens = parser.parse(text)
    for place, token in enumerate(tokens):
        if token.level != 0 or token.nesting < 0 or token.map is None:
            continue
        if token.type == "heading_open":
            yield Heading(int(token.tag[1]), words(tokens[place + 1].content))
        elif token.type == "table_open":
            yield Grid(tuple(_rows(tokens, place)))
        elif token.type in ("fence", "code_block"):
            yield _code(token.content)
        elif token.type == "paragraph_open":
            yield from _paragraph("\n".join(lines[token.map[0] : token.map[1]]))
        elif token.type != "hr":
            yield from _container(lines, tokens, place)


def _paragraph(text: str) -> Iterator[Block]:
    """A paragraph; one that is a short line in bold letters is a heading, and some are tables."""
    if found := _BOLD.fullmatch(text.strip()):
        yield Heading(_LOWEST, words(found[1]))
    elif "|" in text:
        yield from outline.tables_apart(words(text))
    else:
        yield words(text)


def _container(lines: Sequence[str], tokens: Sequence[Token], place: int) -> Iterator[Block]:
    """A list or a quotation, with the tables in it as tables."""
    at, end = tokens[place].map or (0, 0)
    for within in range(place + 1, len(tokens)):
        token = tokens[within]
        if token.level == 0:
            break
        if token.type == "table_open" and token.map is not None:
            yield words(_quoted("\n".join(lines[at : token.map[0]])))
            yield Grid(tuple(_rows(tokens, within)))
            at = token.map[1]
    yield words(_quoted("\n".join(lines[at:end])))


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
