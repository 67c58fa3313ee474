"""`search_documents`: the passages and tables that fit a text best."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from pydantic import Field

from runwright.records.facts import Day, Document, DocumentKind, Instant, Passage, Table
from runwright.text.folding import fold
from runwright.tools import base
from runwright.tools.base import Item, Note, Read, Records, Tool
from runwright.tools.documents import (
    DocumentName,
    by_file,
    count_words,
    lies_in,
    name_of,
    period_words,
)
from runwright.tools.fields import Period

_FILTERED = 5
"""With filters that the search does not know, so many times as many are asked for."""


class Arguments(base.Arguments):
    """What is searched for, and where."""

    text: str = Field(
        min_length=1,
        max_length=400,
        description="What the passages should be about: a question or a few telling words, such "
        "as `notice period of the lease`.",
    )
    limit: int = Field(default=8, ge=1, le=50, description="How many passages at most.")
    files: tuple[str, ...] = Field(
        default=(), max_length=50, description="Only in these files, by id; empty for all."
    )
    kinds: tuple[DocumentKind, ...] = Field(
        default=(), description="Only in documents of these kinds; empty for all."
    )
    dates: Period | None = Field(
        default=None,
        description="Only what was said on these days, or stands in a document that bears one.",
    )


class Row(base.Row):
    """A passage or some rows of a table."""

    kind: Literal["passage", "table"] = Field(description="Prose, or rows of a table.")
    file: str = Field(description="The id of its file.")
    title: str = Field(default="", description="The name of its file or the title of the table.")
    page: int | None = Field(default=None, description="Its page, from 1.")
    headings: tuple[str, ...] = Field(
        default=(), description="The headings above it, the chapter first."
    )
    table: int | None = Field(default=None, description="Which table of the file it is, from 1.")
    speaker: str | None = Field(default=None, description="Who says it, in a chat or transcript.")
    said: Instant | Day | None = Field(default=None, description="When it was said.")
    text: str = Field(description="The passage, word for word.")
    score: float = Field(default=0.0, description="How well it fits; more is better.")


class Result(base.Result):
    """The best passages first."""

    documents: tuple[DocumentName, ...] = Field(
        default=(), description="The documents that they stand in, in the same order."
    )
    rows: tuple[Row, ...] = Field(default=(), description="The passages and tables.")


def run(arguments: Arguments, records: Records) -> Result:
    """The best passages; one that stands in two files is listed once."""
    passages, documents = (records.read(each) for each in reads(arguments))
    known = by_file(documents)
    fitting = [item for item in passages if _fits(arguments, item, known.get(item.file))]
    single = _once(fitting)
    kept = single[: arguments.limit]
    files = dict.fromkeys(item.file for item in kept)
    titles = {item.file: item.title for item in kept}
    repeated = len(fitting) - len(single)
    text = f"{count_words(repeated, 'passage')} left out that other files have word for word"
    return Result(
        looked_at=len(passages),
        kept=len(kept),
        items=tuple(item.id for item in kept),
        notes=(Note(code="repeated_passages", text=text, count=repeated),) if repeated else (),
        documents=tuple(name_of(file, titles[file], known.get(file)) for file in files),
        rows=tuple(map(row, kept)),
    )


def _fits(arguments: Arguments, item: Item[Any], document: Item[Document] | None) -> bool:
    facts = document.facts if document else None
    if arguments.kinds and (facts is None or facts.document not in arguments.kinds):
        return False
    said = item.facts.said if isinstance(item.facts, Passage) else None
    return lies_in(said or (facts.date if facts else None), arguments.dates)


def _once(items: Iterable[Item[Any]]) -> list[Item[Any]]:
    """Without passages that repeat one before them in another file."""
    first: dict[str, str] = {}
    return [
        item
        for item in items
        if first.setdefault(" ".join(fold(item.text).split()), item.file) == item.file
    ]


def row(item: Item[Any]) -> Row:
    """A passage or table as it is listed."""
    common: Mapping[str, Any] = {
        "id": item.id,
        "file": item.file,
        "page": item.page,
        "headings": item.facts.headings,
        "text": item.text,
        "score": item.score,
    }
    if isinstance(item.facts, Table):
        title = item.facts.title or item.title
        return Row(kind="table", title=title, table=item.facts.number, **common)
    facts: Passage = item.facts
    return Row(kind="passage", title=item.title, speaker=facts.speaker, said=facts.said, **common)


def reads(arguments: Arguments) -> tuple[Read, ...]:
    """The search itself, and the documents that the passages stand in."""
    is_filtered = bool(arguments.kinds) or arguments.dates is not None
    limit = arguments.limit * (_FILTERED if is_filtered else 1) + 5
    return (
        Read(
            "documents",
            ("passage", "table"),
            text=arguments.text,
            limit=limit,
            files=arguments.files,
        ),
        Read("documents", ("document",), files=arguments.files),
    )


def describe(arguments: Arguments) -> str:
    """Such as `“notice period” in contracts, 2026`."""
    where = " or ".join(f"{kind}s" if kind != "minutes" else kind for kind in arguments.kinds)
    if arguments.files:
        where = f"{where} in {count_words(len(arguments.files), 'file')}".strip()
    place = f"“{arguments.text}” in {where or 'documents'}"
    return ", ".join(filter(None, (place, period_words(arguments.dates))))


TOOL = Tool(
    name="search_documents",
    description="Finds the passages and tables of documents that fit a text best, with file, "
    "page and headings. Use it for what a document says; a table's figures are computed by "
    "query_table.",
    arguments=Arguments,
    result=Result,
    run=run,
    describe=describe,
    sources=("documents",),
    reads=reads,
    row=row,
)
