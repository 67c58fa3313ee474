"""`/v1/runs/{id}/feedback` over HTTP."""

from __future__ import annotations

from runwright.api.router import Route
from runwright.runs.feedback import service
from runwright.runs.feedback.types import FeedbackShape, GiveFeedback
from runwright.trust.scopes import Scope


def routes() -> list[Route]:
    """The routes of this noun."""
    return [
        Route(
            method="POST",
            path="/v1/runs/{id}/feedback",
            action="runs.feedback",
            scope=Scope.RUNS_WRITE,
            handler=service.give,
            summary="Say whether a run was good; said again, it replaces what was said before",
            body=GiveFeedback,
            answer=FeedbackShape,
            status=201,
            problems=("not_found", "already_deleted"),
        ),
        Route(
            method="GET",
            path="/v1/runs/{id}/feedback",
            action="runs.read_feedback",
            scope=Scope.RUNS_READ,
            handler=service.show,
            summary="Retrieve the feedback on a run",
            answer=FeedbackShape,
            problems=("not_found", "already_deleted"),
        ),
    ]
