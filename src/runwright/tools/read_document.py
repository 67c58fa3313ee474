"""`read_document`: a document as it stands, passage after passage, tables in their places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import Field, model_validator

from runwright.records.facts import Day, Instant, Passage, Table
from runwright.tools import base
from runwright.tools.base import MOST_ROWS, InvalidCall, Item, Read, Records, Tool
from runwright.tools.documents import DocumentName, by_file, name_of

LONGEST = 40_000
"""How many characters of text a result holds; a single passage is never cut."""


class Arguments(base.Arguments):
    """Which document, and which part of it."""

    file: str = Field(min_length=1, description="The id of its file, as list_documents gives it.")
    first_page: int | None = Field(default=None, ge=1, description="From this page on, from 1.")
    last_page: int | None = Field(default=None, ge=1, description="Up to this page, included.")
    first: int | None = Field(
        default=None,
        ge=1,
        description="The number of the first passage to show, counted from 1 over the whole "
        "document. To continue, give the `next` of an earlier result.",
    )
    last: int | None = Field(default=None, ge=1, description="Up to this passage, included.")
    limit: int = Field(default=30, ge=1, le=MOST_ROWS, description="How many passages at most.")

    @model_validator(mode="after")
    def _in_order(self) -> Arguments:
        if self.first_page and self.last_page and self.first_page > self.last_page:
            raise ValueError("last_page must not come before first_page")
        if self.first and self.last and self.first > self.last:
            raise ValueError("last must not come before first")
        return self


class Row(base.Row):
    """A passage, or some rows of a table."""

    page: int | None = Field(default=None, description="Its page, from 1.")
    headings: tuple[str, ...] = Field(
        default=(), description="The headings above it, the chapter first."
    )
    speaker: str | None = Field(default=None, description="Who says it, in a chat or transcript.")
    said: Instant | Day | None = Field(default=None, description="When it was said.")
    text: str = Field(default="", description="The passage, word for word; empty for a table.")
    table: int | None = Field(default=None, description="Which table of the file it is, from 1.")
    title: str = Field(default="", description="The title of the table.")
    header: tuple[str, ...] = Field(default=(), description="The names of its columns.")
    cells: tuple[tuple[str, ...], ...] = Field(default=(), description="Its rows, as written.")
    units: tuple[str, ...] = Field(default=(), description="The unit of each column.")
    scale: int = Field(default=1, description="What its figures are to be multiplied by.")


class Result(base.Result):
    """The passages in the order of the document."""

    document: DocumentName | None = Field(default=None, description="Which document it is.")
    passages: int = Field(default=0, description="How many passages the document has.")
    next: int | None = Field(
        default=None, description="The passage to go on from (`first`); left out at the end."
    )
    rows: tuple[Row, ...] = Field(default=(), description="The passages and tables, in order.")


def run(arguments: Arguments, records: Records) -> Result:
    """As many passages as fit, from the first that was asked for."""
    (read,) = reads(arguments)
    items = records.read(read)
    parts = [item for item in items if isinstance(item.facts, Passage | Table)]
    if not items:
        raise InvalidCall(f"There is no document {arguments.file}.")
    chosen = [
        (place, item) for place, item in enumerate(parts, 1) if _is_in(arguments, place, item)
    ]
    if parts and not chosen:
        raise InvalidCall(
            f"The document has no such part: it has {len(parts)} passages on "
            f"{max(item.page or 1 for item in parts)} pages."
        )
    kept = chosen[: _how_many([item for _, item in chosen], arguments.limit)]
    left = chosen[len(kept) :]
    title = next((item.title for item in parts), "")
    return Result(
        looked_at=len(parts),
        kept=len(kept),
        items=tuple(item.id for _, item in kept),
        more=len(left),
        document=name_of(arguments.file, title, by_file(items).get(arguments.file)),
        passages=len(parts),
        next=left[0][0] if left else None,
        rows=tuple(row(item) for _, item in kept),
    )


def _is_in(arguments: Arguments, place: int, item: Item[Any]) -> bool:
    if not (arguments.first or 1) <= place <= (arguments.last or place):
        return False
    page = item.page or 1
    return (arguments.first_page or 1) <= page <= (arguments.last_page or page)


def _how_many(items: Sequence[Item[Any]], limit: int) -> int:
    """How many of them a result holds: one at least."""
    size = 0
    for number, item in enumerate(items[:limit]):
        size += len(item.text)
        if number and size > LONGEST:
            return number
    return min(limit, len(items))


def row(item: Item[Any]) -> Row:
    """A passage or table as it is listed."""
    if isinstance(item.facts, Table):
        table = item.facts
        return Row(
            id=item.id,
            page=item.page,
            headings=table.headings,
            table=table.number,
            title=table.title,
            header=table.header,
            cells=table.rows,
            units=table.units,
            scale=table.scale,
        )
    facts: Passage = item.facts
    return Row(
        id=item.id,
        page=item.page,
        headings=facts.headings,
        speaker=facts.speaker,
        said=facts.said,
        text=item.text,
    )


def reads(arguments: Arguments) -> tuple[Read, ...]:
    """All of the one file."""
    return (Read("documents", ("passage", "table", "document"), files=(arguments.file,)),)


def describe(arguments: Arguments) -> str:
    """Such as `file_01k…, pages 3 to 5`."""
    pages = _range("page", arguments.first_page, arguments.last_page)
    passages = _range("passage", arguments.first, arguments.last)
    return ", ".join(filter(None, (f"the document {arguments.file}", pages, passages)))


def _range(noun: str, first: int | None, last: int | None) -> str:
    if first is None and last is None:
        return ""
    if last is None:
        return f"from {noun} {first} on"
    return f"{noun} {last}" if first == last else f"{noun}s {first or 1} to {last}"


TOOL = Tool(
    name="read_document",
    description="Reads one document in order: passages with page and headings, tables in their "
    "places. Long documents come in parts; `next` says where to go on.",
    arguments=Arguments,
    result=Result,
    run=run,
    describe=describe,
    sources=("documents",),
    reads=reads,
    row=row,
)
