"""The frozen values and wire shapes of files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

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
    """`context` adds the content to the context graph; `attachment` is for runs that name the
    file."""
    metadata: Metadata = {}
    """Up to 16 string pairs. `currency` sets the currency of a statement that names none."""


class FilesQuery(PageQuery):
    """Which files are listed."""

    lists = "file"

    status: Status | None = None
    """Only files with this status."""
    purpose: Purpose | None = None
    """Only files with this purpose."""
    created_after: Instant | None = None
    """Only files uploaded after this time."""
    created_before: Instant | None = None
    """Only files uploaded before this time."""
    metadata: Metadata = {}
    expand: Expand | None = None
    """`details` adds when each was uploaded and which file has the same bytes."""


class FileQuery(Query):
    """What is shown of a file besides what is always shown."""

    expand: Expand | None = None
    """`details` adds when it was uploaded and which file has the same bytes."""


class DeleteFileQuery(Query):
    """What goes with a file."""

    runs: QueryBool = False
    """Whether to delete the runs that have read the file as well."""


class ExtractedCounts(Shape):
    """How much was found in a file."""

    pages: int
    """How many pages were read."""
    tables: int
    """How many tables were found."""
    graph_items: int
    """How many items were added to the context graph."""


class FileError(Shape):
    """Why a file could not be read."""

    code: str
    """A code for programs."""
    message: str
    """Why the file could not be read."""


class ReextractionShape(Shape):
    """A second reading of a file. The first one stays until it is complete."""

    status: Literal["running", "failed"]
    """Whether it is running or has failed. Absent once it has succeeded."""
    error: FileError | None = None
    """Why it failed."""


class FileShape(Shape):
    """A file."""

    id: FileId
    object: Literal["file"]
    filename: str
    """The name it was uploaded under."""
    bytes: int
    """Its size in bytes."""
    purpose: Purpose
    """`context` or `attachment`."""
    status: Status
    """`processing`, then `processed` or `failed`."""
    metadata: dict[str, str]
    """The metadata given at upload."""
    extracted: ExtractedCounts | None = None
    """What was found in the file, once it is processed."""
    error: FileError | None = None
    """Why the file could not be read."""
    reextraction: ReextractionShape | None = None
    """The state of reading the file again, if that was requested."""
    created_at: Timestamp | None = None
    """With `expand=details`."""
    duplicate_of: FileId | None = None
    """With `expand=details`: the first file of the project with the same bytes, if that is another
    one."""


class FileList(ListShape):
    """One page of files."""

    data: list[FileShape]


class DeletedFile(Shape):
    """Confirms that a file was deleted, with everything that was read from it."""

    id: FileId
    object: Literal["file"]
    deleted: Literal[True]
    graph_items_removed: int
    """How many items were removed from the context graph."""


class PageShape(Shape):
    """The text of one page."""

    n: int
    """The page number, counted from 1."""
    text: str
    """The text of the page."""


class TableShape(Shape):
    """One table."""

    page: int
    """The page it is on."""
    rows: list[list[str]]
    """The cells, row by row."""


class SegmentShape(Shape):
    """A piece of speech."""

    start: float
    """Where it begins, in seconds."""
    end: float
    """Where it ends, in seconds."""
    text: str
    """What was said."""


class RecordShape(Shape):
    """A record that was read from a file: an event, a booking, a passage, a table or a document."""

    item: ItemId | None = None
    """Its item in the context graph. Attachments have none."""
    source: Source
    """The source that it belongs to."""
    page: int | None
    """The page it is on."""
    row: int | None
    """The row of the table that it is in."""
    text: str
    """The record as text."""
    facts: AnyFacts
    """The record as typed fields."""


class ExtractionShape(Shape):
    """What was read from a file: complete once `status` is `processed`, empty if it `failed`."""

    object: Literal["extraction"]
    file: FileId
    """The id of the file."""
    status: Status
    """The status of the file."""
    error: FileError | None = None
    """Why the file could not be read."""
    pages: list[PageShape]
    """The text, page by page."""
    tables: list[TableShape]
    """The tables."""
    segments: list[SegmentShape]
    """The transcript of a recording."""
    items: list[ItemId]
    """The ids of its items in the context graph."""
    records: list[RecordShape]
    """Its records, with typed fields."""
    duplicates: int
    """How many of its bookings are also in other files. Each is counted once."""


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


class Original(NamedTuple):
    """An original file, by the place of its bytes."""

    blob: str
    bytes: int
    sha256: str
