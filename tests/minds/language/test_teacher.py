"""What is said of two invented people's records: false, true, and true but still marked.

The results in `teacher.json`, `teacher_again.json` and `technician.json` are those of real tools
over their statements, calendars and documents. Each line of the texts is a fact, a quotation with
its record, or the parts of an answer as JSON: `F` is false and marked, `T` true and kept, `M` true
and marked all the same.
"""

from __future__ import annotations

from datetime import date
from functools import cache
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import orjson
import pytest
from pydantic import TypeAdapter

from runwright.minds.language.checking import check
from runwright.minds.language.evidence import Evidence, Outcome, RecordText
from runwright.minds.language.parts import Answer
from runwright.records.facts import Facts
from runwright.tools import catalog

FOLDER = Path(__file__).parent / "sentences"
RUNS = (
    ("teacher", "en"), ("teacher", "de"), ("teacher_again", "en"),
    ("technician", "en"), ("technician", "de"),
)  # fmt: skip


@cache
def evidence(run: str) -> Evidence:
    known = orjson.loads((FOLDER / f"{run}.json").read_bytes())
    results = {}
    for call in known["calls"]:
        tool = catalog.TOOLS[call["tool"]]
        results[call["name"]] = Outcome(
            tool.name,
            tool.arguments.model_validate(call["arguments"]),
            tool.result.model_validate(call["result"]),
        )
    facts: TypeAdapter[Facts] = TypeAdapter(Facts)
    records = {
        name: RecordText(each["text"], facts.validate_python(each["facts"]), each["title"])
        for name, each in known["records"].items()
    }
    return Evidence(
        results=results,
        records=records,
        today=date.fromisoformat(known["today"]),
        zone=ZoneInfo(known["zone"]),
    )


def cases() -> list[Any]:
    return [
        pytest.param(run, language, kind, said, id=f"{kind}: {said}")
        for run, language in RUNS
        for line in (FOLDER / f"{run}.{language}.txt").read_text().splitlines()
        for kind, _, said in (line.partition(": "),)
    ]


def parts(said: str) -> list[dict[str, Any]]:
    if said.startswith("["):
        return list(orjson.loads(said))
    if said.startswith("“"):
        quote, _, rest = said.removeprefix("“").partition("” ")
        record, _, text = rest.partition(" ")
        return [{"type": "fact", "text": text, "quote": quote, "record": record}]
    return [{"type": "derived" if "{=" in said else "fact", "text": said}]


@pytest.mark.parametrize(("run", "language", "kind", "said"), cases())
def test_what_is_false_is_marked_and_what_is_true_is_kept(
    run: str, language: str, kind: str, said: str
) -> None:
    answer = Answer.model_validate({"parts": parts(said), "language": language})
    assert bool(check(answer, evidence(run)).marked) == (kind != "T")
