"""Whether a completed run has an answer: what `GET /v1/runs?answered=` asks for."""

from __future__ import annotations

from collections.abc import Sequence

from runwright.engine.compose import telling
from runwright.engine.types import Finding

_REFUSES = "decline"
"""The action whose sentence says that nothing is done."""


def has_answer(findings: Sequence[Finding]) -> bool:
    """Whether any part of what was asked is answered; that nothing is there is an answer, too."""
    return any(each.answer and each.action != _REFUSES for each in telling(findings))
