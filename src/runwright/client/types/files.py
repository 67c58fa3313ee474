"""Files, and what was read from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from runwright.client.types.common import Deleted, Failure
from runwright.client.values import Value

Purpose = Literal["context", "attachment"]
FileExpand = Literal["details"]
"""Adds `created_at` and `duplicate_of`."""
FileStatus = Literal["processing", "processed", "failed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractedCounts(Value):
    """How much was found in a file."""

    pages: int
    tables: int
    graph_items: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Reextraction(Value):
    """Reading a file anew: under way, or failed; what was read before stays."""

    status: str
    """`running` or `failed`."""
    error: Failure | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class File(Value):
    """A file."""

    id: str
    filename: str
    bytes: int
    purpose: str
    status: str
    """`processing`, `processed` or `failed`."""
    metadata: Mapping[str, str]
    extracted: ExtractedCounts | None = None
    error: Failure | None = None
    reextraction: Reextraction | None = None
    """While it is read anew, and if that failed."""
    created_at: datetime | None = None
    """With `expand="details"`."""
    duplicate_of: str | None = None
    """With `expand="details"`: the first file with the same bytes, if that is another one."""

    @property
    def is_settled(self) -> bool:
        """Whether it was read, or could not be, for the first time or anew."""
        is_reread = self.reextraction is not None and self.reextraction.status == "running"
        return self.status != "processing" and not is_reread


@dataclass(frozen=True, slots=True, kw_only=True)
class DeletedFile(Deleted):
    """Confirmation that a file is gone, and everything that was made of it."""

    graph_items_removed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PageText(Value):
    """The text of one page."""

    n: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Table(Value):
    """One table."""

    page: int
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Segment(Value):
    """One stretch of speech, in seconds from the beginning."""

    start: float
    end: float
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Record(Value):
    """One record that was read: an event, a booking, a passage, a table, a document."""

    source: str
    text: str
    facts: Mapping[str, Any]
    """Typed; which fields it has depends on its `kind`."""
    item: str | None = None
    page: int | None = None
    row: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction(Value):
    """What was read from a file: all of it once `status` is `processed`, nothing if it `failed`."""

    file: str
    status: str
    """`processing`, `processed` or `failed`."""
    pages: tuple[PageText, ...]
    tables: tuple[Table, ...]
    segments: tuple[Segment, ...]
    items: tuple[str, ...]
    """The ids of the items that it became in the context graph."""
    records: tuple[Record, ...] = ()
    duplicates: int = 0
    """How many of its bookings other files of the project have, too."""
    error: Failure | None = None

    @property
    def text(self) -> str:
        """All pages."""
        return "\n\n".join(page.text for page in self.pages)

    @property
    def transcript(self) -> str:
        """All that was said."""
        return " ".join(segment.text for segment in self.segments)
