"""Feedback as it is given, kept and shown."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field

from runwright.api.fields import RunId, Timestamp
from runwright.api.parsing import Body, Shape
from runwright.runs.accounts.types import Rating


class GiveFeedback(Body):
    """Whether the answer was good, and why."""

    rating: Rating
    """Whether the answer was good."""
    comment: Annotated[str, Field(max_length=2000)] | None = None
    """Why."""


class FeedbackShape(Shape):
    """The feedback on a run."""

    object: Literal["feedback"]
    run: RunId
    """The run."""
    rating: Rating
    """Whether the answer was good."""
    comment: str | None
    """Why; `null` if nothing was said."""
    created_at: Timestamp
    """When the feedback was given."""


class Feedback(NamedTuple):
    """What somebody said of a run."""

    run_id: str
    key_id: str
    rating: Rating
    comment: str
    """Empty when there is none."""
    at: str

    def as_json(self) -> dict[str, Any]:
        """As the API shows it."""
        return {
            "object": "feedback",
            "run": self.run_id,
            "rating": self.rating,
            "comment": self.comment or None,
            "created_at": self.at,
        }
