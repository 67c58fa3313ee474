"""A question of the set: what is asked, of which sources, and what a right summary has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from bench.eval.own.reference import Said

Kind = Literal[
    "aggregate", "list", "compare", "free_time", "agenda", "fact", "mixed", "refusal", "artifact",
    "date",
]  # fmt: skip
FINANCE = ("finance",)
CALENDAR = ("calendar",)
DOCUMENTS = ("documents",)
ALL = ("calendar", "documents", "finance")
BANK, CARD, DIARY = "bank.csv", "card.ofx", "calendar.ics"


class Ask(NamedTuple):
    """One question."""

    kind: Kind
    prompt: str
    context: tuple[str, ...]
    contains: tuple[Said, ...]
    without: tuple[str, ...] = ()
    refuses: bool = False
    sources: tuple[str, ...] = ()
    artifact: str = ""
    """The kind of file that must be made."""
    inside: tuple[Said, ...] = ()
    """What must be in that file."""

    def expected(self) -> dict[str, Any]:
        """As the file of questions keeps it; what is empty is left out."""
        value: dict[str, Any] = {"contains": list(self.contains), "refuses": self.refuses}
        if self.without:
            value["not_contains"] = list(self.without)
        if self.sources:
            value["sources_include"] = list(self.sources)
        if self.artifact:
            value["artifact"] = self.artifact
            value["artifact_contains"] = list(self.inside)
        return value


def ask(
    kind: Kind,
    context: tuple[str, ...],
    prompt: str,
    *contains: Said,
    without: Sequence[str] = (),
    sources: Sequence[str] = (),
) -> Ask:
    """A question that has an answer."""
    return Ask(kind, prompt, context, contains, tuple(without), sources=tuple(sources))


def refused(
    context: tuple[str, ...], prompt: str, *contains: Said, without: Sequence[str] = ()
) -> Ask:
    """A question that nothing answers, or a request that nobody here can fulfil."""
    return Ask("refusal", prompt, context, contains, tuple(without), refuses=True)


def made(context: tuple[str, ...], prompt: str, artifact: str, *inside: Said) -> Ask:
    """A request for a file."""
    return Ask("artifact", prompt, context, (), artifact=artifact, inside=inside)
