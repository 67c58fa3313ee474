"""The day that a document bears: beside its label, in its head, or in its first sentence."""

from __future__ import annotations

import re
from datetime import date

from runwright.files.formats.bank import dates
from runwright.files.formats.documents.papers import Paper
from runwright.records.facts import DocumentKind

# `Date: 3 March 2026`, `Rechnungsdatum 03.03.2026`, `Stand: März`; not `Due date`.
_LABEL = re.compile(
    r"(?i)(?:^|\s{2,})(?:(?:invoice|issue|document|letter|report|receipt|bill|effective|meeting)"
    r" date|date(?: of (?:issue|invoice|the meeting))?|issued(?: on)?|dated"
    r"|rechnungsdatum|belegdatum|ausstellungsdatum|datum|stand|sitzung vom|as of"
    r"|last (?:updated|revised|changed))"
    r"(?: paid)?\s{0,3}[:.]?\s{1,30}(?=\S)"
)
# `This agreement is made on 1 March 2026`, `Protokoll der Sitzung vom 3. März 2026`.
_MADE = re.compile(
    r"(?i)\b(?:made|entered into|dated|effective|concluded|geschlossen|held|abgehalten|meeting"
    r"|sitzung)\s+(?:as of |this |am |on |vom |of )?(?:the )?"
)
# `Berlin, 3 March 2026`, `Bonn, den 3. März 2026`: the line is a place and a day.
_PLACED = re.compile(r"(?:[^\W\d_][^\d,]{1,40},\s*)?(?:den |the )?(?P<day>\S.{5,30})")
_WEEKDAY = re.compile(r"\W{0,3}(?:[^\W\d_]{2,10}[.,]? (?:den )?)?")
_FEW = 25
_OPENING = 3_000


def day_of(paper: Paper, kind: DocumentKind) -> date | None:
    """The day of a document, or None when nothing says which it is."""
    for line in paper.lines[:_FEW]:
        if (label := _LABEL.search(line)) and (found := _first(paper, line[label.end() :])):
            return found
    for heading in paper.headings:
        found_all = set(paper.days.days_in(heading))
        if len(found_all) == 1 and (heading == paper.title or heading == paper.lines[0]):
            return found_all.pop()
    for line in paper.opening:
        placed = _PLACED.fullmatch(line)
        if placed and (day := paper.days.day(placed["day"]) or paper.days.day(line)):
            return day
    return _stated(paper) if kind in ("contract", "minutes", "policy") else None


def _first(paper: Paper, said: str) -> date | None:
    """The day that a text begins with; a weekday may stand before it."""
    written = next(iter(dates.dates_in(said[:48])), "")
    before = said[: said.find(written)] if written else "x."
    return paper.days.day(written) if _WEEKDAY.fullmatch(before) else None


def _stated(paper: Paper) -> date | None:
    opening = " ".join(paper.lines)[:_OPENING]
    found = (_first(paper, opening[made.end() :]) for made in _MADE.finditer(opening))
    return next(filter(None, found), None)
