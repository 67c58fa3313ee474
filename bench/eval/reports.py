"""How well questions to attached reports are answered: tables with the paragraphs around them.

TAT-QA by exact match, with the scale applied; of ConvFinQA the first question of each
conversation. A quarter of the documents, chosen by a hash of their place, is reported apart: the
first rules were made without it, but later ones and the thresholds were checked on all of them, so
it is no longer unseen. Some questions are also put to another's document, which should refuse them.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import re
import string
from collections.abc import Callable, Iterator, Sequence
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from bench.eval.desk import Desk, Reply
from bench.report import Figure
from runwright.files.formats import passages
from runwright.files.formats.types import Draft
from runwright.minds.values import Item
from runwright.records.facts import Document, write_facts

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
BAR_TATQA = 0.35
BAR_CONVFINQA = 0.45
TITLE = "report"
_HEAD = 300
_STRAYED = 600
"""So many questions are put to another's document."""
_SCALES = {"": 0, "thousand": 3, "million": 6, "billion": 9, "trillion": 12, "percent": -2}
_NUMBER = re.compile(
    r"(?P<sign>[-−–]?)\s*(?:us\$|rmb|[$€£¥])?\s*(?P<minus>[-−–]?)(?P<open>\(?)\s*(?:[$€£¥])?\s*"
    r"(?P<digits>\d[\d,]*(?:\.\d+)?|\.\d+)\s*(?P<early>%?)(?P<close>\)?)\s*"
    r"(?P<unit>%|percent|thousand|million|billion|trillion)?s?\.?",
    re.I,
)
_CHANGED = re.compile(r"(?P<way>Up|Down) by (?P<by>.+?)(?: \(|, from)")
_FIGURE_FIRST = re.compile(r"\S*\d\S*(?: \w+)?(?= in total| on average|\.$|: \S*\d)")
_QUOTED = re.compile(r"“([^”]*)”")
_ARTICLES = re.compile(r"\b(?:a|an|the)\b")
_STEP = re.compile(r"(\w+) = (\S+)(?: ([-+*/]) (\S+))?")


class Question(NamedTuple):
    """A question, its document, and how an answer to it is judged."""

    text: str
    items: tuple[Item, ...]
    kind: str
    held_out: bool
    gold: str
    right: Callable[[str], bool]


class Judged(NamedTuple):
    """A question with what was answered."""

    question: Question
    reply: Reply
    value: str
    right: bool
    stated: bool
    """Whether the value also stands in the summary, word for word."""


def measure(data: Path, models: Sequence[str] = ("y0-fast",)) -> list[Figure]:
    """The figures of both sets, for each model."""
    figures = []
    for model in models:
        for name, read, bar in SETS:
            questions, deep = list(read(data)), model.endswith("deep")
            judged = list(_ask(questions, deep=deep))
            figures += _figures(f"{name} {model}", judged, bar)
            figures += _refusals(f"{name} {model}", judged, deep=deep)
    return figures


def tatqa(data: Path) -> Iterator[Question]:
    """Every question of TAT-QA with its table and paragraphs."""
    folder = data / "finance" / "tatqa"
    documents = {}
    for n, document in enumerate(_lines(folder / "docs.jsonl")):
        paragraphs = sorted(document["paragraphs"], key=lambda one: int(one["order"]))
        text = "\n\n".join(one["text"] for one in paragraphs)
        documents[document["id"]] = (_attached(text, document["table"]), _held_out(n))
    for entry in _lines(folder / "queries.jsonl"):
        relevant = entry["relevant"]
        items, held_out = documents[relevant if isinstance(relevant, str) else relevant[0]]
        yield _tatqa_question(entry, items, held_out)


def _tatqa_question(entry: dict[str, Any], items: tuple[Item, ...], held_out: bool) -> Question:
    answer, scale = entry["answer"], entry["scale"]
    golds = [str(one) for one in (answer if isinstance(answer, list) else [answer])]
    wanted = frozenset(_canonical(gold, scale, scale) for gold in golds)

    def right(value: str) -> bool:
        pieces = value.split("; ") if len(golds) > 1 else [value]
        return frozenset(_canonical(piece, "", scale) for piece in pieces) == wanted

    kind = f"{entry['answer_type']} {entry['answer_from']}"
    shown = f"{golds} {scale} {entry['derivation']}"
    return Question(entry["query"], items, kind, held_out, shown, right)


def _canonical(text: str, scale: str, rounded_in: str) -> str:
    """A number in ones, rounded to two places of its scale; else the bare words."""
    number = _number(text, scale)
    if number is None:
        bare = "".join(" " if c in string.punctuation else c for c in text.lower())
        return " ".join(_ARTICLES.sub(" ", bare).split())
    place = Decimal("0.01").scaleb(_SCALES[rounded_in])
    if abs(number) < Decimal(10) ** 18:
        number = number.quantize(min(place, Decimal("0.0001")), ROUND_HALF_UP)
    return f"{number.normalize():f}"


def _number(text: str, scale: str) -> Decimal | None:
    found = _NUMBER.fullmatch(text.strip())
    if found is None:
        return None
    number = Decimal(found["digits"].replace(",", ""))
    negative = found["sign"] or found["minus"] or (found["open"] and found["close"])
    unit = (found["unit"] or "").lower().replace("%", "percent") or scale
    unit = "percent" if found["early"] else unit
    return (-number if negative else number).scaleb(_SCALES[unit])


def convfinqa(data: Path) -> Iterator[Question]:
    """The first question of each conversation of ConvFinQA."""
    folder = data / "finance" / "convfinqa"
    documents = {}
    for n, document in enumerate(_lines(folder / "docs.jsonl")):
        lines = document["table"].strip().splitlines()
        rows = [[cell.strip() for cell in line.split(" | ")] for line in lines]
        documents[document["id"]] = (_attached(document["text"], rows), _held_out(n))
    for entry in _lines(folder / "conversations.jsonl"):
        items, held_out = documents[entry["doc"]]
        text, program = entry["questions"][0], entry["programs"][0]
        yield Question(text, items, "first turn", held_out, program, _near(text, run(program)))


def run(program: str) -> Decimal:
    """The result of a tiny program: "x0 = 2.8 / 2.6; ans = x0 * 2.8"."""
    known: dict[str, Decimal] = {}
    for step in program.split(";"):
        name, left, sign, right = _STEP.fullmatch(step.strip()).groups()  # type: ignore[union-attr]
        known[name] = _combined(_value(left, known), sign, _value(right or "0", known))
    return known["ans"]


def _value(text: str, known: dict[str, Decimal]) -> Decimal:
    return known[text] if text in known else Decimal(text.rstrip("%"))


def _combined(left: Decimal, sign: str | None, right: Decimal) -> Decimal:
    if sign is None:
        return left
    if sign == "/":
        return left / right
    return left * right if sign == "*" else left + right if sign == "+" else left - right


def _near(question: str, gold: Decimal) -> Callable[[str], bool]:
    """Within a thousandth, in whatever scale the answer is said; percent where it is asked for."""

    def right(value: str) -> bool:
        bare = re.sub(r"\s(?:thousand|million|billion)$|%$", "", value.strip())
        readings = [_number(bare, ""), _number(value, "")]
        if re.search(r"percent|portion|%", question):
            readings.append(_number(f"{bare}%", ""))
        return any(one is not None and _close(one, gold) for one in readings)

    return right


def _close(value: Decimal, gold: Decimal) -> bool:
    try:
        places = -min(0, int(gold.normalize().as_tuple().exponent))
        rounded = round(value, places) == gold if places <= 4 else round(value, 2) == round(gold, 2)
        return rounded or abs(value - gold) <= abs(gold) / 1000
    except InvalidOperation:
        return False


SETS = (("TAT-QA", tatqa, BAR_TATQA), ("ConvFinQA", convfinqa, BAR_CONVFINQA))


def _attached(text: str, rows: Sequence[Sequence[str]]) -> tuple[Item, ...]:
    """A report as its reader would have cut it."""
    whole = Draft("documents", Document(document="report", title=TITLE), text[:_HEAD], TITLE)
    drafts = [
        whole,
        *passages.split(text, title=TITLE, page=1),
        *passages.from_table(rows, title=TITLE, page=1),
    ]
    return tuple(
        Item(
            f"file_doc#{n}",
            draft.source,
            draft.text,
            file="file_doc",
            page=draft.page,
            kind=draft.kind,
            title=TITLE,
            facts=write_facts(draft.facts),
        )
        for n, draft in enumerate(drafts)
    )


def _held_out(n: int) -> bool:
    return hashlib.sha256(str(n).encode()).digest()[0] % 4 == 0


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open("rb") as lines:
        yield from map(orjson.loads, lines)


def _ask(questions: Sequence[Question], *, deep: bool = False) -> Iterator[Judged]:
    desk = Desk()
    try:
        for question in questions:
            reply = desk.ask(question.text, [], attached=question.items, deep=deep)
            yield _judged(question, reply)
    finally:
        desk.close()


def _judged(question: Question, reply: Reply) -> Judged:
    value = _answer_in(reply)
    right = bool(value) and question.right(value)
    stated = right and all(piece in reply.summary for piece in value.split("; "))
    return Judged(question, reply, value, right, stated)


def _answer_in(reply: Reply) -> str:
    """The bare words or figures that an answer begins with; nothing of what declines."""
    if not reply.answered:
        return ""
    listed = [line.rpartition(": ")[2] for line in reply.summary.splitlines() if line[:2] == "- "]
    if listed:
        return "; ".join(listed)
    head = reply.summary.splitlines()[0].partition(": “")[0]
    if changed := _CHANGED.match(head):
        return f"{'-' if changed['way'] == 'Down' else ''}{changed['by']}"
    if quoted := _QUOTED.match(head):
        return quoted[1]
    worked_out = _FIGURE_FIRST.match(head)
    return worked_out[0].strip() if worked_out else head.strip(". ")


def _figures(name: str, judged: Sequence[Judged], bar: float) -> list[Figure]:
    apart = [one for one in judged if one.question.held_out]
    figures = [
        Figure(name=f"{name}: exact match", value=_share(judged), unit="share", at_least=bar),
        Figure(
            name=f"{name}: exact match, on every fourth document",
            value=_share(apart),
            unit="share",
        ),
        Figure(
            name=f"{name}: right and stated in the summary",
            value=sum(one.stated for one in judged) / max(1, len(judged)),
            unit="share",
        ),
    ]
    for kind in sorted({one.question.kind.split()[0] for one in judged}):
        own = [one for one in judged if one.question.kind.split()[0] == kind]
        figures.append(Figure(name=f"{name}: {kind}", value=_share(own), unit="share"))
    seconds = sorted(one.reply.seconds for one in judged)
    middle = 1000 * seconds[len(seconds) // 2] if seconds else 0.0
    figures.append(Figure(name=f"{name}: median", value=middle, unit="ms"))
    return figures


def _refusals(name: str, judged: Sequence[Judged], *, deep: bool) -> list[Figure]:
    """How often there is no answer: from the right document, and from another's."""
    questions = [one.question for one in judged]
    sample = random.Random(7).sample(questions, min(_STRAYED, len(questions)))
    far = len(sample) // 2
    others = [other.items for other in (*sample[far:], *sample[:far])]
    pairs = zip(sample, others, strict=True)
    strayed = [one._replace(items=items) for one, items in pairs if one.items is not items]
    refused = sum(not one.value for one in _ask(strayed, deep=deep)) / max(1, len(strayed))
    empty = sum(not one.value for one in judged) / max(1, len(judged))
    return [
        Figure(name=f"{name}: refused, wrong document", value=refused, unit="share", at_least=0.6),
        Figure(name=f"{name}: refused, right document", value=empty, unit="share", at_most=0.06),
    ]


def _share(judged: Sequence[Judged]) -> float:
    return sum(one.right for one in judged) / max(1, len(judged))


def main() -> None:
    """Measure, and show what was wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--set", choices=[name for name, _, _ in SETS])
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--show-wrong", type=int, default=0)
    parser.add_argument("--deep", action="store_true")
    options = parser.parse_args()
    for name, read, bar in SETS:
        if options.set in (None, name):
            questions = list(read(options.data))
            if options.sample:
                questions = random.Random(7).sample(questions, min(options.sample, len(questions)))
            judged = list(_ask(questions, deep=options.deep))
            model = "y0-deep" if options.deep else "y0-fast"
            figures = _figures(f"{name} {model}", judged, bar)
            for figure in (*figures, *_refusals(f"{name} {model}", judged, deep=options.deep)):
                print(figure.row())
            wrong = [one for one in judged if not one.right and not one.question.held_out]
            for one in wrong[: options.show_wrong]:
                print(f"- {one.question.text}\n    {one.value!r}, not {one.question.gold}")


if __name__ == "__main__":
    main()
