"""Making a file of what was found: a report, a table, a calendar, a chart.

It works on the findings of its own part, or, when the part only says "it", on what was found
before. The file goes with the finding as base64; it gets its id when the run ends.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping, Sequence

from runwright.engine.artifacts import calendar, chart, report, table
from runwright.engine.artifacts.material import CannotMake, Made, Material
from runwright.engine.types import Artifact, Finding, Item, Step, Work

MOST_BYTES = 5_000_000
_MAKERS: Mapping[str, Callable[[Material], Made]] = {
    report.KIND: report.make,
    table.KIND: table.make,
    calendar.KIND: calendar.make,
    chart.KIND: chart.make,
}


def perform(step: Step, work: Work) -> Finding:
    """Make the file and say what it is, or why there is none."""
    findings = _of_part(step, work.earlier) or _before(step, work.earlier)
    if findings and not any(finding.answer for finding in findings):
        # Why there is nothing was said already, by the step that found nothing.
        return Finding(step.action, step.part)
    material = _material(step, work, [finding for finding in findings if finding.answer])
    try:
        made = _MAKERS[step.arguments["kind"]](material)
    except CannotMake as cannot:
        return Finding(step.action, step.part, reason=str(cannot))
    if len(made.content) > MOST_BYTES:
        reason = f"the file would be larger than {MOST_BYTES // 1_000_000} MB"
        return Finding(step.action, step.part, reason=reason)
    return _found(step, work, made, material.items)


def _of_part(step: Step, earlier: Sequence[Finding]) -> list[Finding]:
    return _told([finding for finding in earlier if finding.part == step.part])


def _before(step: Step, earlier: Sequence[Finding]) -> list[Finding]:
    """A report tells everything that was found so far, any other file the last of it."""
    told = _told(earlier)
    return told if step.arguments["kind"] == report.KIND else told[-1:]


def _told(findings: Sequence[Finding]) -> list[Finding]:
    """Those that say something and stand; files that were made are not what files are made of."""
    kept: list[Finding] = []
    for finding in findings:
        if finding.artifact is not None or not (finding.answer or finding.reason):
            continue
        if kept and finding.supersedes and kept[-1].part == finding.part:
            kept.pop()
        kept.append(finding)
    return kept


def _material(step: Step, work: Work, findings: Sequence[Finding]) -> Material:
    wanted = dict.fromkeys(item_id for finding in findings for item_id in finding.items)
    known: dict[str, Item] = {item.id: item for item in work.items if item.id in wanted}
    return Material(
        moment=work.moment,
        topic=step.arguments.get("topic") or (findings[-1].part if findings else ""),
        findings=tuple(findings),
        items=tuple(known[item_id] for item_id in wanted if item_id in known),
        per=step.arguments.get("per", ""),
        shape=step.arguments.get("shape", ""),
    )


def _found(step: Step, work: Work, made: Made, items: Sequence[Item]) -> Finding:
    taken = {finding.artifact.filename for finding in work.earlier if finding.artifact}
    filename = _free_name(made.filename, taken)
    sentences = (f"I made {filename}{made.told}.", made.note)
    return Finding(
        action=step.action,
        part=step.part,
        answer=" ".join(filter(None, sentences)),
        items=tuple(item.id for item in items),
        artifact=Artifact(
            kind=made.kind,
            filename=filename,
            media_type=made.media_type,
            content=base64.b64encode(made.content).decode("ascii"),
        ),
    )


def _free_name(filename: str, taken: set[str]) -> str:
    """A name that no earlier file of the run has."""
    stem, _, ending = filename.rpartition(".")
    number = 2
    while filename in taken:
        filename, number = f"{stem}-{number}.{ending}", number + 1
    return filename
