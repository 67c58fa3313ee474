"""Writes what figures could be worked out for questions about the tables of `figures/`, and whether
each is the one that was asked for: the reader learns from it which figure of a table is meant.

    python -m training.weighing.figures OUT

The tables of eight documents lie side by side, so that several may be meant. Every way of reading
that `tables.reports` would weigh is a candidate; one is right if it comes to the answer.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock
from zoneinfo import ZoneInfo

from bench.eval.desk import Desk

from runwright.files.formats.text import reader as text
from runwright.files.formats.types import Draft, Reading
from runwright.minds.embedded.program import Answer, Attempt, Surroundings
from runwright.minds.embedded.query import Query
from runwright.minds.embedded.tables import reports

FOLDER = Path(__file__).with_name("figures")
_TOGETHER = 8
_NOW = datetime(2026, 11, 16, 10, tzinfo=UTC)
_NUMBER = re.compile(r"(?<![\w.,])[-−(]?[$€£]?(\d[\d,]*(?:\.\d+)?|\.\d+)\)?\s?(%?)")


class Value(NamedTuple):
    """A figure without its sign, and whether it is a percentage."""

    size: Decimal
    places: int
    is_share: bool


def values_of(said: str) -> Iterator[Value]:
    """The figures of a text."""
    for found in _NUMBER.finditer(said.replace("−", "-")):
        size = Decimal(found[1].replace(",", ""))
        exponent = size.as_tuple().exponent
        yield Value(size, -exponent if isinstance(exponent, int) else 0, found[2] == "%")


def is_right(said: str, answer: str) -> bool:
    """Whether a figure is the answer, as exactly as that is given; of a change either way in which
    it is put."""
    wanted = next(values_of(answer), None)
    told = said.split(", from", maxsplit=1)[0].splitlines()[0]
    return wanted is not None and any(
        each.is_share == wanted.is_share
        and abs(each.size - wanted.size) <= Decimal(6) / 10 ** (wanted.places + 1)
        for each in values_of(told)
    )


def candidates(origin: str, rows: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Of documents that lie side by side, each figure that may answer a question."""
    told: list[tuple[str, Answer]] = []

    def overhear(query: Query, surroundings: Surroundings) -> Attempt:
        told.extend((yield from reports.readings(query, surroundings)))
        return Answer("")

    with closing(Desk()) as desk, mock.patch.object(reports, "answer", overhear):
        desk.put([(row["title"], draft) for row in rows for draft in _read(row)])
        for row in rows:
            for number, question in enumerate(row["questions"]):
                told.clear()
                earlier = [question["before"]] if question.get("before") else []
                desk.ask(question["q"], ("documents",), earlier=earlier, now=_NOW)
                for reading, said in dict(told).items():
                    yield {
                        "set": origin,
                        "id": f"{row['title']}-{number}",
                        "variant": question["how"],
                        "question": " ; ".join((question["q"], *earlier)),
                        "reading": reading,
                        "answer": said.text,
                        "right": question["answer"] is not None
                        and is_right(said.text, question["answer"]),
                    }


def _read(row: Mapping[str, Any]) -> Iterator[Draft]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / row["title"].replace("/", "-")
        path.write_text(row["text"], "utf-8")
        reading = Reading(path.name, _NOW, ZoneInfo("UTC"))
        yield from (part for part in text.read(path, reading) if isinstance(part, Draft))


def main() -> None:
    """Write one file for each file of documents."""
    out = Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    for path in sorted(FOLDER.glob("*.jsonl")):
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        lines = [
            f"{json.dumps(each)}\n"
            for at in range(0, len(rows), _TOGETHER)
            for each in candidates(f"figures-{path.stem}", rows[at : at + _TOGETHER])
        ]
        (out / f"figures-{path.stem}.jsonl").write_text("".join(lines), "utf-8")


if __name__ == "__main__":
    main()
