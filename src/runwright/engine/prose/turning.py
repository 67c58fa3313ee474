"""The step that looks through the prose of all sources, where a surer way found nothing."""

from __future__ import annotations

from runwright.engine.types import Finding, Step, Want

_READ = 40


def turned(step: Step) -> Finding:
    """What is left to prose: nothing is said by the step itself."""
    sources = step.arguments["or_prose"]
    wants = tuple(Want(source, step.part, _READ) for source in sources.split())
    asking = Step("extract", step.part, {"question": step.part, "sources": sources}, wants)
    return Finding(step.action, step.part, more=(asking,))
