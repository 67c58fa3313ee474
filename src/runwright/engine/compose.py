"""The summary of a run, made only of what its steps found."""

from __future__ import annotations

from collections.abc import Sequence

from runwright.engine.types import Finding

_LONGEST_PART = 80


def compose(findings: Sequence[Finding]) -> str:
    """What was found and what was not, in the order of the steps; never empty.

    Of the steps that serve one part, only those that say something stand in it; a later one that
    answers takes the place of an earlier one that could not, or that it was to improve.
    """
    told = telling(findings) or list(findings[-1:])
    if not findings:
        return "No step was taken, so there is nothing to report."
    if len(told) == 1:
        return _sentence(told[0])
    return "\n".join(f"{n}. {_sentence(finding)}" for n, finding in enumerate(told, start=1))


def telling(findings: Sequence[Finding]) -> list[Finding]:
    """The findings that say something and were not replaced by a later one."""
    kept: list[Finding] = []
    for finding in findings:
        if not finding.answer and not finding.reason:
            continue
        if kept and finding.supersedes and kept[-1].part == finding.part:
            kept.pop()
        kept.append(finding)
    return kept


def _sentence(finding: Finding) -> str:
    if finding.answer:
        return finding.answer
    part = " ".join(finding.part.split())
    if len(part) > _LONGEST_PART:
        part = part[: _LONGEST_PART - 1].rstrip() + "…"
    subject = f"No answer to “{part}”" if part else "No answer"
    return f"{subject}: {finding.reason or 'nothing was found'}."
