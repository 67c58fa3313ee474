"""A checked answer as Markdown, and as the typed parts that `/answer` gives."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from runwright.minds.language import forms
from runwright.minds.language.checking import Checked, CheckedPart
from runwright.minds.language.parts import Language

MARKS = {"en": "(not supported by your records)", "de": "(durch Ihre Daten nicht belegt)"}
_QUOTES = {"en": ("“", "”"), "de": ("„", "“")}
_UNCHECKED = {"en": "Not checked against your records", "de": "Nicht mit Ihren Daten abgeglichen"}


_DAY = re.compile(rf"^(\d{{1,2}})\.(?= (?:{'|'.join(forms.MONTHS['de'])})\b)")


def markdown(checked: Checked) -> str:
    """The answer as Markdown, with what is not supported marked and what is unchecked below."""
    blocks = [_block(part, checked.language) for part in checked.parts]
    open_points = list(dict.fromkeys(each for part in checked.parts for each in _unchecked(part)))
    if open_points:
        blocks.append(f"*{_UNCHECKED[checked.language]}: {', '.join(open_points)}.*")
    return "\n\n".join(block for block in blocks if block)


def _unchecked(part: CheckedPart) -> Iterator[str]:
    yield from part.unchecked
    for entry in part.entries:
        yield from _unchecked(entry)


def _block(part: CheckedPart, language: Language) -> str:
    match part.type:
        case "heading":
            return f"{'#' * part.level} {_line(part, language).strip()}"
        case "list":
            entries = (_line(entry, language) for entry in part.entries)
            if part.ordered:
                return "\n".join(f"{n}. {_indented(e, 3)}" for n, e in enumerate(entries, start=1))
            return "\n".join(f"- {_indented(entry, 2)}" for entry in entries)
        case "table":
            return _table(part, language)
        case _:
            return _line(part, language)


def _line(part: CheckedPart, language: Language) -> str:
    # `1. September` at the start of a line would be the first entry of a list.
    text = _DAY.sub(r"\1\\.", part.text.strip("\n"))
    if part.quote:
        quote = "\n".join(f"> {line}" for line in part.quote.splitlines())
        opening, closing = _QUOTES[language]
        inline = f"{opening}{part.quote}{closing}" if "\n" not in part.quote else f"\n\n{quote}\n"
        text = f"{text.rstrip()} {inline}".strip()
    return f"{text} {MARKS[language]}" if part.support == "unsupported" else text


def _indented(text: str, width: int) -> str:
    """Further lines of an entry stay inside of it."""
    return text.replace("\n", "\n" + " " * width)


def _table(part: CheckedPart, language: Language) -> str:
    lines = [_cells(part.cells), _cells(("---",) * len(part.cells))]
    for row in part.entries:
        cells = list(row.cells)
        if row.support == "unsupported":
            cells[-1] = f"{cells[-1]} {MARKS[language]}"
        lines.append(_cells(cells))
    return "\n".join(lines)


def _cells(cells: Any) -> str:
    plain = (cell.replace("|", "\\|").replace("\n", " ") for cell in cells)
    return f"| {' | '.join(plain)} |"


def typed(checked: Checked) -> dict[str, Any]:
    """The parts as `/answer` gives them, with how many facts were kept and marked."""
    return {
        "parts": [_typed(part, checked.language) for part in checked.parts],
        "facts": {"kept": checked.kept, "marked": checked.marked},
    }


def _typed(part: CheckedPart, language: Language) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "type": part.type,
        "text": " | ".join(part.cells) if part.type == "row" else part.text,
        "items": list(part.items),
        "support": part.support,
        "unchecked": list(part.unchecked),
    }
    if part.quote:
        shown["quote"] = part.quote
    if part.type == "heading":
        shown["level"] = part.level
    if part.type == "list":
        shown["ordered"] = part.ordered
    if part.type in ("table", "row"):
        shown["cells"] = list(part.cells)
    if part.type in ("list", "table"):
        del shown["support"], shown["items"]
        shown["parts"] = [_typed(entry, language) for entry in part.entries]
    return shown
