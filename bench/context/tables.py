"""PDF: the cells of tables against those that people marked, and what plain text costs.

A cell is found when a table of the same file has one with the same letters and digits, each as
often as it is marked; recall and precision are means over files. By the same measure the default
settings of pdfplumber find 0.731 of the cells, and the right number of tables in 10 of 14 files.
"""

from __future__ import annotations

import re
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from statistics import mean
from typing import Any
from zoneinfo import ZoneInfo

import orjson

from bench.report import Figure
from runwright.files.formats.pdf import reader as pdf
from runwright.files.formats.types import Part, Reading, Table

RECALL = 0.88
RIGHT_COUNTS = 12
SECONDS = 2.0

_PAGES = 100
_LINES = 46
_LINE = "In the year {year} the committee met {times} times, heard the reports of its members, and"


def measure(data: Path) -> list[Figure]:
    """Cells and tables over all files of the set."""
    folder = data / "files" / "pdf_tables_icdar2013"
    gold = [orjson.loads(line) for line in (folder / "gold.jsonl").read_bytes().splitlines()]
    found = [_compare(folder / marked["file"], marked["tables"]) for marked in gold]
    right = sum(counted for _, _, counted in found)
    return [
        _figure("PDF tables: cells found", mean(recall for recall, _, _ in found), RECALL),
        _figure("PDF tables: files with the right number", right, RIGHT_COUNTS),
        _figure("PDF tables: cells that are right", mean(precise for _, precise, _ in found)),
    ]


def text_speed() -> Figure:
    """CPU-seconds for a text of a hundred pages, with the search for tables in it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "text.pdf"
        path.write_bytes(_text_pdf())
        start = time.process_time()
        for _ in _read(path):
            pass
        spent = time.process_time() - start
    return Figure(name="PDF: 100 pages of text", value=spent, unit="cpu-s", at_most=SECONDS)


def _figure(name: str, value: float, at_least: float | None = None) -> Figure:
    return Figure(name=name, value=value, unit="", at_least=at_least)


def _compare(path: Path, marked: list[dict[str, Any]]) -> tuple[float, float, bool]:
    tables = [part for part in _read(path) if isinstance(part, Table)]
    want = _letters(cell["text"] for table in marked for cell in table["cells"])
    have = _letters(cell for table in tables for row in table.rows for cell in row)
    both = (want & have).total()
    return both / want.total(), both / max(1, have.total()), len(tables) == len(marked)


def _letters(cells: Iterable[str]) -> Counter[str]:
    bare = (re.sub(r"[\W_]+", "", cell).lower() for cell in cells)
    return Counter(cell for cell in bare if cell)


def _read(path: Path) -> Iterator[Part]:
    return pdf.read(path, Reading(path.name, datetime.now(UTC), ZoneInfo("UTC")))


def _text_pdf() -> bytes:
    """Plain pages, as a word processor prints them."""
    kids = " ".join(f"{4 + 2 * page} 0 R" for page in range(_PAGES))
    bodies = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {_PAGES} /MediaBox [0 0 595 842] >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for page in range(_PAGES):
        lines = "".join(
            f"({_LINE.format(year=1900 + page, times=line + 2)}) '\n" for line in range(_LINES)
        )
        content = f"BT /F 11 Tf 15 TL 50 790 Td\n{lines}ET"
        bodies += [
            f"<< /Type /Page /Parent 2 0 R /Contents {5 + 2 * page} 0 R "
            "/Resources << /Font << /F 3 0 R >> >> >>",
            f"<< /Length {len(content)} >>\nstream\n{content}\nendstream",
        ]
    return _assembled(bodies)


def _assembled(bodies: list[str]) -> bytes:
    out, places = "%PDF-1.4\n", []
    for number, body in enumerate(bodies, start=1):
        places.append(len(out))
        out += f"{number} 0 obj\n{body}\nendobj\n"
    index = "".join(f"{place:010} 00000 n \n" for place in places)
    size = len(bodies) + 1
    return (
        f"{out}xref\n0 {size}\n0000000000 65535 f \n{index}"
        f"trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{len(out)}\n%%EOF\n"
    ).encode()
