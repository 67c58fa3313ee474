"""The second set's questions, numbered by kind: `python -m bench.eval.own.second.questions`.

All of them are held back: they are counted, and never shown to whoever works on the embedded mind.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import orjson

from bench.eval.own.second import asks_calendar, asks_money, asks_papers
from bench.eval.own.second.reference import FOLDER


def questions() -> list[dict[str, Any]]:
    """Each question as the file keeps it."""
    seen: Counter[str] = Counter()
    rows = []
    for ask in (*asks_money.asks(), *asks_calendar.asks(), *asks_papers.asks()):
        seen[ask.kind] += 1
        rows.append(
            {
                "id": f"{ask.kind}-{seen[ask.kind]:02}",
                "prompt": ask.prompt,
                "context": list(ask.context),
                "kind": ask.kind,
                "expect": ask.expected(),
                "half": "held",
            }
        )
    return rows


def as_lines() -> str:
    """The file: one question a line."""
    return "".join(f"{orjson.dumps(row).decode()}\n" for row in questions())


def main() -> None:
    """Write it."""
    (FOLDER / "questions.jsonl").write_text(as_lines(), encoding="utf-8")


if __name__ == "__main__":
    main()
