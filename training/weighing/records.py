"""Fits how sure an answer from bookings or events is: the weights of `minds/embedded/weighing.py`.

    python -m training.weighing.records moira-deshawn tadhg-renata …

Five minutes a set on one processor. The questions of strangers are judged by what was expected.
Beside them, plain questions (`plain/`) are put to the same people's records, their slots filled
from those; an answer to one is right if it was read as its label says. The shares that are printed
are those of each set by weights that were fitted on the others.
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple
from unittest import mock

import numpy as np
import orjson
from bench.eval.desk import Desk
from bench.eval.people import measure
from bench.eval.people.judge import is_right

from runwright.files.formats.types import Draft
from runwright.minds.embedded import weighing
from runwright.minds.embedded.program import Answer
from runwright.minds.embedded.query import Query
from runwright.minds.embedded.weighing import Signs
from runwright.records.facts import Event, Transaction
from training.weighing.sureness import OPENED, Doubles, fit

PLAIN = Path(__file__).with_name("plain")
TOPICS = ("money", "calendar")
THRESHOLDS = (0.55, 0.6, 0.65, 0.7, 0.75)
WEIGHT_OF_PLAIN = 0.5
"""Of a plain question, beside one of a stranger's."""
_PLAIN_EACH = 60
"""So many plain questions are put to each person's records."""
_CATEGORIES = ("groceries", "fuel", "eating out", "insurance", "electricity", "clothes", "rent")
_EVENTS = ("dentist", "doctor", "meeting", "birthday", "lunch", "training", "rehearsal")
_MOST_FREQUENT = 12
_SLOT = re.compile(r"\{(\w+)\}")


class Seen(NamedTuple):
    """What was answered first to a question, and whether it is right."""

    origin: str
    signs: Signs
    is_right: bool
    is_plain: bool


class First(NamedTuple):
    """The likeliest reading of a question, and its answer."""

    query: Query
    answer: Answer
    signs: Signs


def seen(folder: Path) -> Iterator[Seen]:
    """Of each question about bookings and events what the likeliest reading answers."""
    questions = [orjson.loads(line) for line in (folder / "questions.jsonl").open("rb")]
    by_id = {question["id"]: question for question in questions}
    for name, person in measure.people(folder).items():
        with closing(Desk()) as desk:
            drafts = [(p.name, draft) for p in person.files for draft in measure._read(p, person)]
            desk.put(drafts)
            for question in questions:
                if question["person"] != name or question.get("topic") not in TOPICS:
                    continue
                with _watched() as found:
                    measure._asked(desk, person, question, by_id, "{}", deep=False)
                if len(found) == 1:
                    is_answered = is_right(question, found[0].answer.text)
                    right = question["kind"] == "answer" and is_answered
                    yield Seen(folder.name, found[0].signs, right, is_plain=False)
            draw = random.Random(name)
            slots = slots_of([draft for _, draft in drafts])
            for label in draw.sample(plain(), _PLAIN_EACH):
                with _watched() as found:
                    text = filled(label["text"], slots, draw)
                    desk.ask(text, measure.SOURCES, now=person.now, zone=person.zone.key)
                if len(found) == 1:
                    right = is_read_as(found[0].query, label)
                    yield Seen(folder.name, found[0].signs, right, is_plain=True)


def plain() -> list[dict[str, str]]:
    """The plain questions, with how each is to be read."""
    lines = (line for path in sorted(PLAIN.glob("*.jsonl")) for line in path.open("rb"))
    return [orjson.loads(line) for line in lines]


def slots_of(drafts: Sequence[Draft]) -> dict[str, list[str]]:
    """What may stand in the slots of a plain question: names that the records have."""
    names: dict[str, Counter[str]] = {
        slot: Counter() for slot in ("shop", "payer", "event", "person")
    }
    for draft in drafts:
        match draft.facts:
            case Transaction(counterparty=str(name), amount=amount) if name and amount:
                names["payer" if float(amount) > 0 else "shop"][name.title()] += 1
            case Event() as event:
                names["event"][re.split(r" [-–] ", event.title)[0]] += 1
                people = (who.name for who in event.attendees if who.name)
                names["person"].update(name.split()[0] for name in people)
    found = {
        slot: [name for name, _ in counts.most_common(_MOST_FREQUENT)]
        for slot, counts in names.items()
    }
    found["event"] += _EVENTS
    return found | {"category": list(_CATEGORIES)}


def filled(text: str, slots: Mapping[str, Sequence[str]], draw: random.Random) -> str:
    """A plain question about these records."""
    return _SLOT.sub(lambda slot: draw.choice(slots[slot[1]] or ["Anna"]), text)


def is_read_as(query: Query, label: Mapping[str, str]) -> bool:
    """Whether a plain question was read as it is meant."""
    is_directed = query.route == "finance" and query.measure not in ("balance", "recur")
    # The average a month and the busiest day are the same with and without their group.
    is_grouped = query.measure not in ("avg", "busiest")
    return (
        query.route == label["route"]
        and query.measure in label["measure"].split("|")
        and (not is_grouped or query.group == label["group"])
        and (not is_directed or query.direction == label["direction"])
    )


@contextmanager
def _watched() -> Iterator[list[First]]:
    """While this lasts, the likeliest reading of each question, its answer and its signs."""
    found: list[First] = []
    told = weighing.signs

    def noted(asked: Query, answer: Answer, likely: float) -> Signs:
        found.append(First(asked, answer, told(asked, answer, likely)))
        return found[-1].signs

    with mock.patch.object(weighing, "signs", noted):
        yield found


def main() -> int:
    """Fit on all, and show what the others would have made of each set."""
    known = [each for name in sys.argv[1:] for each in seen(OPENED / name)]
    signs = np.array([each.signs for each in known], np.float64)
    right = np.array([each.is_right for each in known], np.float64)
    origins = np.array([each.origin for each in known])
    is_plain = np.array([each.is_plain for each in known])
    worth: Doubles = np.where(is_plain, WEIGHT_OF_PLAIN, 1.0)
    likely = np.zeros(len(known))
    for origin in set(origins):
        own = origins == origin
        weights = fit(signs[~own], right[~own], worth[~own])
        likely[own] = 1 / (1 + np.exp(-signs[own] @ weights))
    for kind, among in (("strangers'", ~is_plain), ("plain", is_plain)):
        print(f"{among.sum()} {kind} questions, {int(right[among].sum())} read rightly")
        for least in THRESHOLDS:
            stated = (likely >= least) & among
            counts = (int((stated & (right == wanted)).sum()) for wanted in (1, 0))
            print(f"  stated from {least}: {' right, '.join(map(str, counts))} wrong")
    print(Signs(*(round(float(weight), 2) for weight in fit(signs, right, worth))))
    print(json.dumps({"sets": sys.argv[1:], "answers": len(known)}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
