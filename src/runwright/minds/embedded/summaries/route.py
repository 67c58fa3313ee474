"""The program of an overview: finds the one document that is named, reads it, and quotes it."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from datetime import date
from typing import Any

from runwright.minds.embedded.calendar.wording import paragraphs
from runwright.minds.embedded.finance import phrases
from runwright.minds.embedded.program import Answer, Do, Look, Surroundings
from runwright.minds.embedded.query import Query
from runwright.minds.embedded.summaries import choosing, naming
from runwright.minds.embedded.summaries.asked import Asked, asked_of, telling
from runwright.minds.embedded.summaries.parts import Sentence, sentences_of
from runwright.records.facts import Document
from runwright.text.calendars import Period
from runwright.tools.base import Item

_LONGEST, _SEARCHED, _MOST_LINES = 400, 50, 25
_MANY = 12
"""From so many dates on, those that are over are left out."""


def answer(query: Query, surroundings: Surroundings) -> Generator[Look | Do, Any, Answer | None]:
    """The overview that is asked for; None if none is, or no one document is surely named."""
    asked = asked_of(query)
    if asked is None or "documents" not in surroundings.sources or not asked.name:
        return None
    look = {"text": asked.name[:_LONGEST], "limit": _SEARCHED}
    found = yield Look("search_documents", look)
    fitting, versions = naming.named(asked.name, found, surroundings.today)
    if asked.kind != "duties" and any(naming.is_about_more(asked.others, d) for d in fitting):
        return None
    if len(fitting) != 1:
        text = paragraphs("Which of these do you mean?", *(f"- {_title(d)}" for d in fitting))
        return Answer(text, is_answer=False) if fitting else None
    parts = yield Look("read_document", {"file": fitting[0].file})
    told = [sentence for part in parts for sentence in sentences_of(part)]
    lines = _chosen(asked, fitting[0].facts, told, surroundings.today)
    if not lines:
        text = f"I found no {asked.kind} in {_title(fitting[0])}."
        return None if asked.others else Answer(text, is_answer=False)
    more = f"- and {len(lines) - _MOST_LINES} more" if len(lines) > _MOST_LINES else ""
    others = _other_versions(fitting[0], versions)
    quoted = (_line(*line, fitting[0].facts.pages) for line in lines[:_MOST_LINES])
    text = paragraphs(_title(fitting[0]), *quoted, more, *others)
    return Answer(text, items=tuple(dict.fromkeys(each.item for _, each in lines[:_MOST_LINES])))


def _chosen(
    asked: Asked, facts: Document, told: Sequence[Sentence], today: date
) -> list[tuple[str, Sentence]]:
    """The sentences that are quoted, and what is said before each."""
    if asked.kind == "summary":
        return [(each.label, each) for each in choosing.key_sentences(told, asked.most)]
    if asked.kind == "duties":
        # `Ruth's tasks from the meeting`: somebody who is named beside the title.
        people = {*telling(" ".join(facts.parties))}.difference(telling(facts.title))
        whose = (*asked.others, *people.intersection(telling(asked.name)))
        return list(choosing.duties_of(told, facts.parties, whose))
    dates = choosing.dates_of(told, facts, today)
    ahead = [dated for dated in dates if not _is_over(dated[0], today)]
    shown = ahead if ahead and len(dates) > _MANY else dates
    return [(_day(period, today), each) for period, each in shown]


def _line(label: str, sentence: Sentence, pages: int) -> str:
    quoted = f"“{sentence.text.replace('“', '‘').replace('”', '’')}”"
    page = f" (page {sentence.page})" if pages > 1 and sentence.page else ""
    return f"- {label}: {quoted}{page}" if label else f"- {quoted}{page}"


def _other_versions(chosen: Item[Document], versions: Sequence[Item[Document]]) -> Iterator[str]:
    """That there are others; the newest comes first."""
    own = versions.index(chosen)
    for place, each in enumerate(versions):
        if place != own:
            yield f"There is {'an older' if place > own else 'a newer'} version: {_title(each)}."


def _title(document: Item[Document]) -> str:
    """`Boiler manual (manual, 3 May 2024, boiler.pdf, 12 pages)`, as far as it is known."""
    facts = document.facts
    title = facts.title or document.title
    kind = "" if facts.document == "other" else facts.document
    day = phrases.short_day(facts.date) if facts.date else ""
    file = "" if document.title == title else document.title
    pages = phrases.counted(facts.pages, "page") if facts.pages > 1 else ""
    known = ", ".join(filter(None, (kind, day, file, pages)))
    return f"{title} ({known})" if known else title


def _day(period: Period, today: date) -> str:
    """`Sunday 13 September 2026`, and whether it is over."""
    is_day = period.grain == "day"
    words = phrases.day(period.start) if is_day else phrases.named(period, today)
    return f"{words} (past)" if _is_over(period, today) else words


def _is_over(period: Period, today: date) -> bool:
    return period.end is not None and period.end <= today
