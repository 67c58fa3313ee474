"""The summary of a run, made only of what its steps found."""

from __future__ import annotations

from collections.abc import Sequence

from runwright.engine.types import Finding

_LONGEST_PART = 80


def compose(findings: Sequence[Finding]) -> str:
    """What was found and what was not, in the order of the steps; never empty."""
    if not findings:
        return "No step was taken, so there is nothing to report."
    if len(findings) == 1:
        return _sentence(findings[0])
    return "\n".join(f"{n}. {_sentence(finding)}" for n, finding in enumerate(findings, start=1))


def _sentence(finding: Finding) -> str:
    if finding.answer:
        return finding.answer
    part = " ".join(finding.part.split())
    if len(part) > _LONGEST_PART:
        part = part[: _LONGEST_PART - 1].rstrip() + "…"
    subject = f"No answer to “{part}”" if part else "No answer"
    return f"{subject}: {finding.reason or 'nothing was found'}."
