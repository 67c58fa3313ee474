"""A question put to tables and the text around them: whichever accounts for more of it answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from runwright.engine.tables.asking import Asked, read_question
from runwright.engine.tables.clauses import clause, definition
from runwright.engine.tables.figures import Answer
from runwright.engine.tables.fitting import fitted
from runwright.engine.tables.grid import read_grid
from runwright.engine.tables.match import Matcher
from runwright.engine.tables.mending import mended
from runwright.engine.tables.naming import NAMING
from runwright.engine.tables.operations import OPERATIONS
from runwright.engine.tables.prose import figure, moved, reckoned
from runwright.engine.tables.scales import names_scale, rescaled
from runwright.engine.tables.sentences import Sentence, Shelf, introduction, read_sentences
from runwright.engine.tables.totals import TOTALS
from runwright.engine.tables.words import terms
from runwright.engine.tables.years import without_years
from runwright.engine.types import Item

_MOST_TABLES = 400
_MOST_ASKED = 6
"""Of many tables, only those are asked whose text shares most with the question."""
_LONGEST_CAPTION = 20_000
_PRINTED = frozenset({"change", "share", "growth", "sum", "average"})
"""What a sentence may have reckoned out already."""
_DONE = {**OPERATIONS, **TOTALS, **NAMING}
_MARGIN = 0.12
"""So much more must the text account for to be believed before a table."""


class _Table(NamedTuple):
    """A table that came with what was read, and what stands on its page."""

    item: Item
    rows: tuple[tuple[str, ...], ...]
    beside: tuple[Item, ...]


def answer(question: str, items: Sequence[Item]) -> Answer | None:
    """What the items say to the question, or None."""
    asked = read_question(question)
    tables, texts = _parted(mended(items))
    sentences = read_sentences(texts, terms(question))
    found = [_ask(asked, table, sentences) for table in _likely(question, tables)]
    kept = [one for one in found if one is not None and _of_scale(question, one)]
    best = max(kept, key=lambda one: one.covered, default=None)
    told = _read(asked, Shelf(sentences))
    if best is None or (told is not None and told.covered > best.covered + _margin(asked)):
        best = told
    return rescaled(question, best) if best is not None else None


def _of_scale(question: str, found: Answer) -> bool:
    """A question for millions is not answered with a percentage."""
    return not (found.value.endswith("%") and names_scale(question))


def _margin(asked: Asked) -> float:
    """A change of one year is as likely told as it is to be reckoned."""
    return -0.01 if asked.operation == "change" and len(asked.years) < 2 else _MARGIN


def has_table(item: Item) -> bool:
    """Whether an item is a table, or a passage that was made from one."""
    return bool(item.rows) or bool(_rows_of(item.text))


def speaks_of(text: str, question: str) -> bool:
    """Whether a text has at least half of the words that tell what a question is about."""
    wanted = terms(without_years(question))
    return len(wanted & terms(text)) * 2 >= len(wanted)


def _parted(items: Sequence[Item]) -> tuple[list[_Table], list[Item]]:
    """The tables, each with the text of its page, and all the text."""
    rows = [item.rows or _rows_of(item.text) for item in items]
    texts = [item for item, cells in zip(items, rows, strict=True) if not cells]
    tables = [(item, cells) for item, cells in zip(items, rows, strict=True) if cells]
    pages: dict[tuple[str | None, int | None], list[Item]] = {}
    files: dict[str | None, list[Item]] = {}
    for text in texts:
        pages.setdefault((text.file, text.page), []).append(text)
        files.setdefault(text.file, []).append(text)
    # A table that is alone in its file is what the whole of its text speaks of.
    alone = Counter(item.file for item, _ in tables)
    found = []
    for item, cells in tables[:_MOST_TABLES]:
        beside = pages.get((item.file, item.page)) or ()
        beside = beside or (files.get(item.file) or () if alone[item.file] == 1 else ())
        found.append(_Table(item, cells, tuple(beside)))
    return found, texts


def _likely(question: str, tables: Sequence[_Table]) -> list[_Table]:
    if len(tables) <= _MOST_ASKED:
        return list(tables)
    wanted = terms(question)
    scored = [(-len(wanted & terms(table.item.text)), n) for n, table in enumerate(tables)]
    return [tables[n] for _, n in sorted(scored)[:_MOST_ASKED]]


def _rows_of(text: str) -> tuple[tuple[str, ...], ...]:
    """A table that came as lines of text; a short first line lacks its corner."""
    if " | " not in text:
        return ()
    lines = [line.split(" | ") for line in text.splitlines()]
    if len(lines) < 2 or sum(len(line) > 1 for line in lines) * 2 < len(lines):
        return ()
    width = max(map(len, lines))
    head = [""] * (width - len(lines[0])) + lines[0]
    return tuple(map(tuple, (head, *lines[1:])))


def _ask(asked: Asked, table: _Table, sentences: Sequence[Sentence]) -> Answer | None:
    caption = "\n".join(item.text for item in table.beside)[:_LONGEST_CAPTION]
    grid = read_grid(table.item.id, table.rows, caption)
    if grid is None:
        return None
    beside = frozenset(item.id for item in table.beside)
    around = [sentence for sentence in sentences if sentence.item in beside]
    told = introduction(around)
    page = frozenset(term for sentence in around for term in sentence.own)
    matcher = Matcher(grid, told | terms(grid.corner), page)
    asked = fitted(asked, grid)
    operation = _DONE.get(asked.operation)
    return operation(asked, matcher) if operation is not None else None


def _read(asked: Asked, shelf: Shelf) -> Answer | None:
    if asked.operation in ("prose", "lines"):
        return definition(asked, shelf) or clause(asked, shelf)
    if asked.operation == "value":
        return definition(asked, shelf) or figure(asked, shelf)
    printed = asked.operation in _PRINTED and len(asked.years) < 2
    found = (figure(asked, shelf) if printed else None) or reckoned(asked, shelf)
    return found or moved(asked, shelf)
