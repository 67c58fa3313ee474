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
        raise ValueError("must contain a word")
    if len(words) > MOST_SEARCHED:
        raise ValueError(f"must have at most {MOST_SEARCHED} different words")
    return text


class RunQuery(Query):
    """How a run is shown."""

    repeats = frozenset({EXPAND})

    include_trace: QueryBool = True
    """Whether to include the trace."""
    expand: Expand
    """`request` adds what was asked and names; `usage` adds cost, tokens and time."""


class RunsQuery(PageQuery):
    """Which runs are listed."""

    lists = "run"
    repeats = frozenset({EXPAND})

    q: Annotated[str, Field(max_length=400), AfterValidator(_searchable)] | None = None
    """Only runs that contain all these words in the prompt or the answer."""
    status: Status | None = None
    """Only runs with this status."""
    model: str | None = None
    """Only runs on this model."""
    agent: str | None = None
    """Only runs of this agent, including those inside network runs."""
    network: str | None = None
    """Only runs of this network."""
    key: str | None = None
    """Only runs that this key created."""
    file: str | None = None
    """Only runs that read this file."""
    previous_run: str | None = None
    """Only runs that follow up on this run."""
    answered: QueryBool | None = None
    """`true`: completed with an answer; `false`: declined, or asked back."""
    children: QueryBool = False
    """Whether to list the runs inside network runs as well."""
    created_after: Instant | None = None
    """Only runs created after this time."""
    created_before: Instant | None = None
    """Only runs created before this time."""
    metadata: Metadata = {}
    expand: Expand
    """`request` adds what was asked and names; `usage` adds cost, tokens and time."""
