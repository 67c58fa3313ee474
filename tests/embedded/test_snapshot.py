"""A snapshot keeps its answers: recorded questions, word for word.

`python tests/embedded/test_snapshot.py` records them anew: before a release, for a new snapshot.
"""

from __future__ import annotations

from pathlib import Path

import orjson
from bench.eval.desk import Desk
from bench.eval.own.measure import FIRST, drafts, questions

RECORDED = Path(__file__).with_name("recorded.json")
EVERY = 5
SOURCES = ({"finance"}, {"calendar"}, {"calendar", "finance"}, set[str]())


def answers() -> dict[str, str]:
    """What is answered now, by question."""
    desk = Desk()
    try:
        desk.put([(n, d) for n, d in drafts(FIRST) if d.source != "documents"], embed=False)
        chosen = [row for row in questions(FIRST) if set(row["context"]) in SOURCES][::EVERY]
        return {
            row["prompt"]: desk.ask(
                row["prompt"], row["context"], now=FIRST.now, zone=FIRST.zone
            ).summary
            for row in chosen
        }
    finally:
        desk.close()


def test_recorded_questions_are_answered_as_they_were() -> None:
    assert answers() == orjson.loads(RECORDED.read_bytes())


if __name__ == "__main__":
    RECORDED.write_bytes(orjson.dumps(answers(), option=orjson.OPT_INDENT_2) + b"\n")
