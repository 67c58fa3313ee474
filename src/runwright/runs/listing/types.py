"""Which runs are listed, and what is shown of them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from runwright.api.pages import Instant, PageQuery
from runwright.api.parsing import Metadata, Query, QueryBool, QueryList
from runwright.runs.listing.words.terms import words_of
from runwright.runs.types import Status

Expand = Annotated[list[Literal["request", "usage"]], QueryList, Field(default=())]
"""What is shown of a run beyond the contract's shape."""
EXPAND = "expand"
MOST_SEARCHED = 16


def _searchable(text: str) -> str:
    words = words_of(text)
    if not words:
        raise ValueError("must have a word")
    if len(words) > MOST_SEARCHED:
        raise ValueError(f"must have at most {MOST_SEARCHED} different words")
    return text


class RunQuery(Query):
    """How a run is shown."""

    repeats = frozenset({EXPAND})

    include_trace: QueryBool = True
    expand: Expand


class RunsQuery(PageQuery):
    """Which runs are listed."""

    lists = "run"
    repeats = frozenset({EXPAND})

    q: Annotated[str, Field(max_length=400), AfterValidator(_searchable)] | None = None
    status: Status | None = None
    model: str | None = None
    agent: str | None = None
    network: str | None = None
    key: str | None = None
    file: str | None = None
    previous_run: str | None = None
    """Only runs that follow up on this run."""
    answered: QueryBool | None = None
    children: QueryBool = False
    created_after: Instant | None = None
    created_before: Instant | None = None
    metadata: Metadata = {}
    expand: Expand
