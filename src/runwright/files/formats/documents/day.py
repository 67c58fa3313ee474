"""The day that a document bears: beside its label, in its head, or in its first sentence."""

from __future__ import annotations

import re
from datetime import date

from runwright.files.formats.bank import dates
from runwright.files.formats.documents.bills.nature import is_reminder
from runwright.files.formats.documents.papers import Paper, cells_of
from runwright.records.facts import DocumentKind

# A field begins a line or a cell, or stands behind a dot or a dash: `No. 12 · Date: 3 May 2026`.
_BEGINS = r"(?:^|\s{2,}|\s[·•–—]\s+)"
# `Date: 3 March 2026`, `Rechnungsdatum 03.03.2026`, `Stand: März`; not `Due date`.
_LABEL = re.compile(
    rf"(?i){_BEGINS}(?:(?:invoice|issue|document|letter|report|receipt|bill|effective|meeting"
    r"|credit note|statement) date|date(?: of (?:issue|the meeting|(?:(?:this|the) )?"
    r"(?:invoice|bill|statement|letter|receipt)))?|issued(?: on)?|dated"
    r"|(?:rechnungs|rechn|rg|re|beleg|bescheid|ausstellungs|gutschrifts|druck)?[.]?-?datum|stand"
    r"|sitzung vom|as of|last (?:updated|revised|changed))"
    r"(?: paid)?\s{0,3}[:.]?\s{1,80}(?!due\b)(?=\S)"
)
# Often the day of the delivery: it counts where the bill names no day of its own.
_TAX_POINT = re.compile(rf"(?i){_BEGINS}tax point(?: date)?\s{{0,3}}[:.]?\s{{1,80}}(?=\S)")
# What a receipt has for the day it was bought on.
_BOUGHT = re.compile(
    rf"(?i){_BEGINS}(?:placed on|order(?:ed)?(?: date| on)?|date of (?:purchase|order)"
    r"|purchased on|(?:purchase|transaction|sale) date|paid on|bezahlt am|bestellt am|gekauft am"
    r"|(?:kauf|bestell|bon|verkaufs)-?datum)\s{0,3}[:.]?\s{1,80}(?=\S)"
)
# `14.02.2026  18:22`, as tills print it.
_CLOCKED = re.compile(r"\s{0,3}[,-]?\s{0,40}(?:um |at )?[012]?\d:[0-5]\d")
# `Rechnung Nr. 12 vom 3. März 2026`, `Invoice 12 of 3 March 2026`, in a line of its own.
_TITLED = re.compile(
    r"(?i)(?:\w*rechnung|(?:tax )?invoice|gutschrift|credit note)\b.{0,40}?\s(?:vom|of|dated)\s"
)
_NUMBERED = re.compile(r"(?i)(?:tax )?(?:invoice|rechnung)\b[^\n]{0,30}?\d[^\n]{0,30}?\s{3}")
# `This agreement is made on 1 March 2026`, `Protokoll der Sitzung vom 3. März 2026`.
_MADE = re.compile(
    r"(?i)\b(?:made|entered into|dated|effective|concluded|geschlossen|held|abgehalten|meeting"
    r"|sitzung|issued|signed|printed|mailed),?\s+(?:as of |this |am |on |vom |of )?(?:the )?"
)
# `Berlin, 3 March 2026`, `Bonn, den 3. März 2026`: the line is a place and a day.
_PLACED = re.compile(r"(?:[^\W\d_][^\d,]{1,40},\s*)?(?:den |the )?(?P<day>\S.{5,30})")
_WEEKDAY = re.compile(r"\W{0,3}(?:[^\W\d_]{2,10}[.,]? (?:den )?)?")
_WEEKDAY_NAME = re.compile(
    r"(?i)(?:mon|tue(?:s)?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?"
    r"|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend|mo|di|mi|do|fr|sa|so"
)
# `Policy period: 20 March 2026 to …`, `Term: 1 February 2026 through …`: from when on it holds.
_HOLDS = re.compile(
    rf"(?im){_BEGINS}(?:(?:policy|insurance|contract) (?:period|term)"
    r"|period(?: of (?:insurance|cover))?|term|valid|effective|in force|date of (?:the )?agreement"
    r"|start date(?: of (?:the )?\w+)?|(?:lauf|vertrags|versicherungs)(?:zeit|dauer|zeitraum))"
    r"\s{0,3}:?\s{1,80}(?:from |vom |ab )?"
)
_FEW = 25
_OPENING = 3_000


def day_of(paper: Paper, kind: DocumentKind) -> date | None:
    """The day of a document, or None when nothing says which it is."""
    if day := _beside(paper, _LABEL) or _beside(paper, _TAX_POINT):
        return day
    for heading in paper.headings:
        found_all = set(paper.days.days_in(heading))
        if len(found_all) == 1 and (heading == paper.title or heading == paper.lines[0]):
            return found_all.pop()
    for line in paper.opening:
        placed = _PLACED.fullmatch(line)
        if placed and (day := _alone(paper, placed["day"]) or _alone(paper, line)):
            return day
    for cell in (cell for line in paper.opening for cell in cells_of(line)):
        # A cell with a day alone may be of any column; one with a place is the letter's.
        placed = _PLACED.fullmatch(cell) if "," in cell else None
        if placed and (day := _alone(paper, placed["day"])):
            return day
    if kind == "receipt":
        return _bought(paper)
    if kind == "invoice":
        return _titled(paper)
    return _stated(paper, kind) if kind in ("contract", "minutes", "policy", "manual") else None


def _alone(paper: Paper, said: str) -> date | None:
    """The day that a text is; before it may stand a weekday, not the name of what happened then."""
    word = re.match(r"[^\W\d_]*", said.strip())
    name = word[0] if word else ""
    is_of_day = not name or _WEEKDAY_NAME.fullmatch(name) or dates.month_named(name)
    return paper.days.day(said) if is_of_day else None


def _beside(paper: Paper, label: re.Pattern[str]) -> date | None:
    """The first day beside a label in the head of the document."""
    found = (
        _first(paper, line[match.end() :])
        for line in (*paper.lines[:_FEW], *paper.stacked)
        for match in label.finditer(line)
    )
    return next(filter(None, found), None)


def _bought(paper: Paper) -> date | None:
    """The day that a receipt was printed on: by its label, else the one with a time of day."""
    labelled = (
        _first(paper, line[label.end() :])
        for line in paper.lines
        if (label := _BOUGHT.search(line))
    )
    if day := next(filter(None, labelled), None):
        return day
    clocked = {
        day
        for line in paper.lines
        for written in dates.dates_in(line)
        if _CLOCKED.match(line, line.find(written) + len(written))
        and (day := paper.days.day(written))
    }
    return clocked.pop() if len(clocked) == 1 else None


def _titled(paper: Paper) -> date | None:
    """The day beside the number of an invoice; a reminder names there the day of another."""
    if is_reminder(paper):
        return None
    found = (
        _first(paper, line[title.end() :])
        for line in paper.headings
        if (title := _TITLED.match(line))
    )
    # `INVOICE 0731          9 October 2026`
    beside = (paper.days.day(cells_of(line)[-1]) for line in paper.opening if _NUMBERED.match(line))
    return next(filter(None, found), None) or next(filter(None, beside), None)


def _first(paper: Paper, said: str) -> date | None:
    """The day that a text begins with; a weekday may stand before it."""
    written = next(iter(dates.dates_in(said[:48])), "")
    before = said[: said.find(written)] if written else "x."
    return paper.days.day(written) if _WEEKDAY.fullmatch(before) else None


def _stated(paper: Paper, kind: DocumentKind) -> date | None:
    """The day on which it was made, or from which on it holds; a manual tells of many others."""
    if kind == "manual":
        return _held(paper)
    opening = " ".join(paper.lines)[:_OPENING]
    made = (_first(paper, opening[found.end() :]) for found in _MADE.finditer(opening))
    begins = (_first(paper, line) for line in paper.opening)
    made_on = next(filter(None, made), None)
    return made_on or _held(paper) or next(filter(None, begins), None)


def _held(paper: Paper) -> date | None:
    """The day from which on a document holds: another edition of a handbook has another one."""
    lines = paper.text[:_OPENING]
    holds = (_first(paper, lines[found.end() :]) for found in _HOLDS.finditer(lines))
    return next(filter(None, holds), None)
