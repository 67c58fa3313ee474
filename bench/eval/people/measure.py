"""How many questions about people are answered rightly, wrongly, or not:
`python -m bench.eval.people.measure`.

The files of a person are read by the readers that uploads go through, and lie on one desk. With
`--folder` another set of the same shape is measured, and `--show` prints what may be looked at.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import orjson

from bench.eval.desk import Desk, Reply
from bench.eval.people.judge import Verdict, verdict
from bench.report import Figure
from runwright.files.formats.text import reader as text
from runwright.files.formats.types import Draft, Reading

FOLDER = Path(__file__).parent / "closed"
TODAY = "2026-11-16T10:00"
SOURCES = ("calendar", "documents", "finance")
VERDICTS: tuple[Verdict, ...] = ("right", "wrong", "declined")


class Person(NamedTuple):
    """Whose files a question is about."""

    zone: ZoneInfo
    files: tuple[Path, ...]

    @property
    def now(self) -> datetime:
        """When the questions are asked."""
        return datetime.fromisoformat(TODAY).replace(tzinfo=self.zone)


class Judged(NamedTuple):
    """A question, what was said, and what that is worth."""

    question: Mapping[str, Any]
    reply: Reply
    verdict: Verdict


def judged(folder: Path = FOLDER, frame: str = "{}", *, deep: bool = False) -> Iterator[Judged]:
    """Every question of a folder, put into a frame of words around it."""
    questions = [orjson.loads(line) for line in (folder / "questions.jsonl").open("rb")]
    by_id = {question["id"]: question for question in questions}
    for name, person in people(folder).items():
        desk = Desk()
        try:
            desk.put([(path.name, draft) for path in person.files for draft in _read(path, person)])
            for question in questions:
                if question["person"] == name:
                    yield _asked(desk, person, question, by_id, frame, deep)
        finally:
            desk.close()


def people(folder: Path) -> dict[str, Person]:
    """Who the questions of a folder are about."""
    known = orjson.loads((folder / "people.json").read_bytes())
    return {
        name: Person(
            ZoneInfo(each["zone"]),
            tuple(
                sorted(path for own in each["files"] for path in (folder / "files" / own).iterdir())
            ),
        )
        for name, each in known.items()
    }


def _read(path: Path, person: Person) -> Iterator[Draft]:
    reading = Reading(path.name, person.now, person.zone)
    for part in text.read(path, reading):
        if isinstance(part, Draft):
            yield part


def _asked(
    desk: Desk,
    person: Person,
    question: Mapping[str, Any],
    by_id: Mapping[str, Mapping[str, Any]],
    frame: str,
    deep: bool,
) -> Judged:
    reply = desk.ask(
        frame.format(question["prompt"]),
        SOURCES,
        deep=deep,
        now=person.now,
        zone=person.zone.key,
        earlier=_earlier(question, by_id),
    )
    return Judged(question, reply, verdict(question, reply.summary, answered=reply.answered))


def _earlier(question: Mapping[str, Any], by_id: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """What was asked before a follow-up, the oldest first."""
    before = question.get("previous")
    if not before:
        return []
    known = by_id.get(before)
    return [*_earlier(known, by_id), known["prompt"]] if known is not None else [before]


def counted(found: Sequence[Judged]) -> dict[str, Any]:
    """How many of each verdict, in all and by topic."""
    counts = Counter(each.verdict for each in found)
    shares: dict[str, Any] = {
        name: round(counts[name] / max(1, len(found)), 4) for name in VERDICTS
    }
    topics = sorted({_topic(each.question) for each in found})
    return {
        "questions": len(found),
        **shares,
        "by_topic": {
            topic: Counter(e.verdict for e in found if _topic(e.question) == topic)
            for topic in topics
        },
    }


def _topic(question: Mapping[str, Any]) -> str:
    return str(question.get("topic") or question.get("area"))


def measure() -> list[Figure]:
    """The shares of right, wrong and declined answers by model; nothing while no set is closed."""
    if not FOLDER.is_dir():
        return []
    figures = []
    for model in ("y0-fast", "y0-deep"):
        counts = Counter(each.verdict for each in judged(deep=model == "y0-deep"))
        figures += [
            Figure(
                name=f"people {model}: {name}",
                value=counts[name] / counts.total(),
                unit="share",
                is_held_back=True,
            )
            for name in VERDICTS
        ]
    return figures


def main() -> None:
    """Count, and show if that is asked for."""
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--folder", type=Path, default=FOLDER)
    arguments.add_argument("--show", choices=VERDICTS, action="append", default=[])
    arguments.add_argument("--frame", default="{}")
    arguments.add_argument("--deep", action="store_true")
    given = arguments.parse_args()
    found = list(judged(given.folder, given.frame, deep=given.deep))
    for each in found:
        if each.verdict in given.show:
            print(f"\n{each.question['id']} [{each.verdict}] {each.question['prompt']}")
            print(f"  expected: {orjson.dumps(each.question['expect']).decode()}")
            print(f"  got: {each.reply.summary}")
    print(orjson.dumps(counted(found), option=orjson.OPT_INDENT_2).decode())


if __name__ == "__main__":
    main()
