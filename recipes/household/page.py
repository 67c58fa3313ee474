"""The briefing as Markdown: each answer with its files, and what it rests on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from urllib.parse import quote

from settings import Household, Question, in_words

from runwright.client import Run, RunSource


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a run answered, what it made, and what that rests on."""

    question: Question
    run: Run
    made: Sequence[str]
    """The names of the files beside the briefing."""
    sources: Sequence[RunSource]


def render(
    household: Household,
    answers: Mapping[str, Sequence[Answer]],
    names: Mapping[str, str],
    cost: Decimal,
    currency: str,
) -> str:
    """The whole page. `names` has the filename of each file's id."""
    lines = [f"# {household.name}: week of {in_words(household.monday)}", ""]
    for title, given in answers.items():
        lines += [f"## {title}", ""]
        for answer in given:
            lines += [*_answer(answer, names), ""]
    count = sum(len(given) for given in answers.values())
    lines += ["---", f"{count} runs, {cost} {currency}. Nothing was sent, paid or changed."]
    return "\n".join(lines) + "\n"


def _answer(answer: Answer, names: Mapping[str, str]) -> list[str]:
    lines = [f"### {answer.question.ask}", "", said(answer.run), ""]
    for name in answer.made:
        is_picture = name.endswith(".png")
        lines += [f"{'!' if is_picture else ''}[{name}]({quote(name)})", ""]
    return [*lines, f"_{rests_on(answer.sources, names)} ({answer.run.id})_"]


def said(run: Run) -> str:
    """The answer, or why there is none."""
    return run.result.summary if run.result else f"No answer: the run {run.status}."


def rests_on(sources: Sequence[RunSource], names: Mapping[str, str]) -> str:
    """The files that an answer rests on, and how much of each."""
    places = Counter(_place(each, names) for each in sources)
    if not places:
        return "Rests on nothing that was read"
    return "Rests on " + ", ".join(f"{place} ({count})" for place, count in sorted(places.items()))


def _place(source: RunSource, names: Mapping[str, str]) -> str:
    name = names.get(source.file or "", "a file that is gone")
    return f"{name}, page {source.page}" if source.page else name
