"""The frozen values and wire shapes of files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from runwright.api.fields import FileId, ItemId, Timestamp
from runwright.api.pages import Instant, ListShape, PageQuery
from runwright.api.parsing import Body, Metadata, Query, QueryBool, Shape
from runwright.files.formats.types import Source
from runwright.files.sniff import Media
from runwright.records.facts import AnyFacts
from runwright.trust.scopes import SOURCES

Purpose = Literal["context", "attachment"]
Status = Literal["processing", "processed", "failed"]
Reread = Literal["reading", "erasing"]
"""What is done about a file that was read before: the next generation is read, hidden; or what is
not shown any more, or never was, is erased."""


Expand = Literal["details"]
"""`details`: when it was uploaded, and which file has the same bytes."""


class CreateFile(Body):
    """The parts of an upload beside the file itself."""

    purpose: Purpose
    metadata: Metadata = {}


class FilesQuery(PageQuery):
    """Which files are listed."""

    lists = "file"

    status: Status | None = None
    purpose: Purpose | None = None
    created_after: Instant | None = None
    created_before: Instant | None = None
    metadata: Metadata = {}
    expand: Expand | None = None


class FileQuery(Query):
    """What is shown of a file besides what is always shown."""

    expand: Expand | None = None


class DeleteFileQuery(Query):
    """What goes with a file."""

    runs: QueryBool = False
    """Whether runs that have read it are deleted too."""


class ExtractedCounts(Shape):
    """How much was found in a file."""

    pages: int
    tables: int
    graph_items: int


class FileError(Shape):
    """Why a file could not be read."""

    code: str
    message: str


class ReextractionShape(Shape):
    """Reading a file anew: it is under way, or it failed and what was read before stays."""

    status: Literal["running", "failed"]
    error: FileError | None = None


class FileShape(Shape):
    """A file."""

    id: FileId
    object: Literal["file"]
    filename: str
    bytes: int
    purpose: Purpose
    status: Status
    metadata: dict[str, str]
    extracted: ExtractedCounts | None = None
    error: FileError | None = None
    reextraction: ReextractionShape | None = None
    created_at: Timestamp | None = None
    """With `expand=details`."""
    duplicate_of: FileId | None = None
    """With `expand=details`: the first file of the project with the same bytes, if that is another
    one."""


class FileList(ListShape):
    """One page of files."""

    data: list[FileShape]


class DeletedFile(Shape):
    """Confirmation that a file is gone, and everything that was made of it."""

    id: FileId
    object: Literal["file"]
    deleted: Literal[True]
    graph_items_removed: int


class PageShape(Shape):
    """The text of one page."""

    n: int
    text: str


class TableShape(Shape):
    """One table."""

    page: int
    rows: list[list[str]]


class SegmentShape(Shape):
    """One stretch of speech."""

    start: float
    end: float
    text: str


class RecordShape(Shape):
    """One record that was read from a file: an event, a booking, a passage, a table, a document."""

    item: ItemId | None = None
    """Its item in the context graph; an attachment's records are in none."""
    source: Source
    page: int | None
    row: int | None
    text: str
    facts: AnyFacts


class ExtractionShape(Shape):
    """What was read from a file: all of it once `status` is `processed`, nothing if it `failed`."""

    object: Literal["extraction"]
    file: FileId
    status: Status
    error: FileError | None = None
    pages: list[PageShape]
    tables: list[TableShape]
    segments: list[SegmentShape]
    items: list[ItemId]
    records: list[RecordShape]
    duplicates: int
    """How many of its bookings other files of the project have, too; each counts once."""


class ContentShape(Shape):
    """The original bytes; not JSON."""


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """A file as the store gives it back."""

    id: str
    project_id: str
    created_at: str
    filename: str
    bytes: int
    sha256: str
    media: Media
    purpose: Purpose
    status: Status
    metadata: Mapping[str, str]
    sources: tuple[str, ...] = ()
    fence: int = 0
    extracted: Mapping[str, int] | None = None
    error: Mapping[str, str] | None = None
    generation: int = 0
    """Of the parts and items that are shown."""
    reread: Reread | None = None
    reread_error: Mapping[str, str] | None = None
    duplicate_of: str | None = None
    """The first file of the project with the same bytes, if that is another one."""

    @property
    def is_being_read(self) -> bool:
        """Whether it waits for a reader, or has one: for the first time, or anew."""
        return self.status == "processing" or self.reread == "reading"

    @property
    def next_generation(self) -> int:
        """Of what a reader finds now: hidden until it is whole when the file is read anew."""
        return self.generation + (self.reread == "reading")

    @property
    def blob(self) -> str:
        """Where its bytes are kept."""
        return f"{self.project_id}/{self.id}"

    @property
    def guarded_by(self) -> tuple[str, ...]:
        """The sources whose scopes it takes to see what is in it: those that it fed.

        While it is being read nobody knows which these will be, so it takes all of them.
        """
        if self.status == "processing" and self.purpose == "context":
            return tuple(SOURCES)
        return self.sources

    def as_json(self) -> dict[str, Any]:
        """As the interface shows it."""
        shown: dict[str, Any] = {
            "id": self.id,
            "object": "file",
            "filename": self.filename,
            "bytes": self.bytes,
            "purpose": self.purpose,
            "status": self.status,
            "metadata": dict(self.metadata),
        }
        if self.extracted is not None:
            shown["extracted"] = dict(self.extracted)
        if self.error is not None:
            shown["error"] = dict(self.error)
        if self.reread == "reading":
            shown["reextraction"] = {"status": "running"}
        elif self.reread_error is not None:
            shown["reextraction"] = {"status": "failed", "error": dict(self.reread_error)}
        return shown

    def expanded(self, expand: Expand | None) -> dict[str, Any]:
        """The same with what was asked for besides."""
        shown = self.as_json()
        if expand is None:
            return shown
        if self.duplicate_of is not None:
            shown["duplicate_of"] = self.duplicate_of
        return {**shown, "created_at": self.created_at}
