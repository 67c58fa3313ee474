"""A report in Markdown: what was asked, the answer, and everything that it rests on.

What comes from documents is written as plain text: signs that Markdown or HTML would act on are
escaped, so that no item can bring a link, an image or a heading of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

from runwright.artifacts.markdown import MEDIA_TYPE, plain
from runwright.engine import days
from runwright.engine.artifacts.material import (
    CannotMake,
    Made,
    Material,
    amount_of,
    count,
    day_of,
    heading,
    in_order,
    local_time,
)
from runwright.engine.types import Finding, Item, Moment

KIND = "report"
_LONGEST_EXCERPT = 600
_LONGEST_CELL = 160
_MOST_TABLE_ROWS = 200
_DATED = ("transaction", "event")


def make(material: Material) -> Made:
    """The report."""
    if not material.findings:
        raise CannotMake("there is nothing to report on")
    sections = [
        f"# {plain(heading(material.topic, 'Report', 120))}",
        _made_on(material),
        "## Answer" if len(material.findings) == 1 else "## Answers",
        *_answers(material.findings),
        *_evidence(material),
    ]
    content = ("\n\n".join(sections) + "\n").encode("utf-8", "replace")
    rests = len(material.items)
    told = f", a report that rests on {count(rests, 'item')}" if rests else ", a report"
    return Made(KIND, "report.md", MEDIA_TYPE, content, told)


def _made_on(material: Material) -> str:
    day = material.moment.now.astimezone(material.moment.zone).date()
    said = days.said(day).partition(" (")[0]
    sources = sorted({item.source for item in material.items})
    if not sources:
        return f"Made on {said}."
    named = " and ".join(filter(None, (", ".join(sources[:-1]), sources[-1])))
    return f"Made on {said}, from {count(len(material.items), 'item')} of {plain(named)}."


def _answers(findings: Sequence[Finding]) -> Iterator[str]:
    for finding in findings:
        if len(findings) > 1:
            yield f"**{plain(finding.part)}**"
        yield "\n".join(map(_line, (finding.answer or "").splitlines()))


def _line(line: str) -> str:
    """A line of an answer; those of a list stay its items."""
    return f"- {plain(line[2:])}" if line.startswith("- ") else plain(line)


def _evidence(material: Material) -> Iterator[str]:
    if not material.items:
        return
    yield "## What it rests on"
    dated = [item for item in material.items if item.kind in _DATED]
    if dated:
        yield _table(in_order(tuple(dated), material.moment), material.moment)
        yield from _totals(dated)
    for item in material.items:
        if item.rows:
            yield _place(item, material.moment)
            yield _grid(item.rows)
        elif item.kind not in _DATED:
            yield f"{_place(item, material.moment)}\n\n> {_excerpt(item.text)}"


def _table(items: Sequence[Item], moment: Moment) -> str:
    money = any(item.amount for item in items)
    header = ["When", "What", *(["Amount"] if money else []), "Page", "Source"]
    marks = ["---", "---", *(["---:"] if money else []), "---", "---"]
    rows = [
        [
            _moment(item, moment),
            _excerpt(item.title or item.text, _LONGEST_CELL),
            *([_money(item)] if money else []),
            str(item.page or ""),
            plain(item.file or item.source),
        ]
        for item in items
    ]
    return "\n".join(f"| {' | '.join(row)} |" for row in [header, marks, *rows])


def _moment(item: Item, moment: Moment) -> str:
    start, end = local_time(item.at, moment), local_time(item.until, moment)
    if item.kind == "event" and end[:10] == start[:10] and len(end) > 10:
        return f"{start}\u2013{end[11:]}"
    return start if item.kind == "event" else str(day_of(item, moment) or "")


def _money(item: Item) -> str:
    found = amount_of(item)
    return "" if found is None else plain(f"{found:,} {item.currency or ''}")


def _totals(items: Sequence[Item]) -> Iterator[str]:
    sums: dict[str, Decimal] = {}
    many: dict[str, int] = {}
    for item in items:
        found = amount_of(item)
        if found is not None:
            currency = item.currency or ""
            sums[currency] = sums.get(currency, Decimal(0)) + found
            many[currency] = many.get(currency, 0) + 1
    for currency, total in sorted(sums.items()):
        counted = count(many[currency], "amount")
        yield plain(f"Together {f'{total:,} {currency}'.strip()} in {counted}.")


def _grid(rows: Sequence[Sequence[str]]) -> str:
    width = max(map(len, rows))
    cells = [[_excerpt(cell, _LONGEST_CELL) for cell in row] for row in rows[:_MOST_TABLE_ROWS]]
    full = [[*row, *[""] * (width - len(row))] for row in cells]
    lines = [f"| {' | '.join(row)} |" for row in [full[0], ["---"] * width, *full[1:]]]
    left = len(rows) - len(cells)
    return "\n".join(lines) + (f"\n\n{count(left, 'further row')}." if left else "")


def _place(item: Item, moment: Moment) -> str:
    where = [item.title, local_time(item.at, moment), f"page {item.page}" if item.page else ""]
    named = ", ".join(filter(None, where)) or item.source
    return f"**{plain(named)}** ({plain(item.file or item.source)})"


def _excerpt(text: str, longest: int = _LONGEST_EXCERPT) -> str:
    line = " ".join(text.split())
    return plain(line if len(line) <= longest else line[: longest - 1].rstrip() + "…")
