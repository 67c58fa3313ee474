"""Reads the people whose records and questions the matcher learns from, and holds every line to the
form: `python -m training.matching.check FILE…`."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_RECORD = re.compile(r"(e|b)\d+")


class Ask(NamedTuple):
    """A question, the words of it that name records, and which records they mean."""

    question: str
    words: str
    kind: str
    """`e` for events, `b` for bookings."""
    means: frozenset[str]


class Person(NamedTuple):
    """The events and bookings of somebody, each written as its fields in one line, and what is
    asked about them."""

    name: str
    records: dict[str, str]
    asks: list[Ask]


def people_in(path: Path) -> Iterator[Person]:
    """The people of a file."""
    person: Person | None = None
    part = ""
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        line = line.strip()
        if not line:
            continue
        if line.startswith("# "):
            if person is not None:
                yield person
            person, part = Person(line[2:], {}, []), ""
        elif line in ("[events]", "[bookings]", "[asks]"):
            part = line
        elif person is None or not part:
            raise ValueError(f"{path.name}:{number}: nobody is named yet")
        elif part == "[asks]":
            person.asks.append(_ask(line, person, f"{path.name}:{number}"))
        else:
            key, _, fields = line.partition("|")
            kind = "e" if part == "[events]" else "b"
            if not re.fullmatch(kind + r"\d+", key.strip()) or key.strip() in person.records:
                raise ValueError(f"{path.name}:{number}: {key.strip()} is no new {kind}…")
            person.records[key.strip()] = " | ".join(each.strip() for each in fields.split("|"))
    if person is not None:
        yield person


def _ask(line: str, person: Person, place: str) -> Ask:
    fields = [each.strip() for each in line.split("|")]
    if len(fields) != 3:
        raise ValueError(f"{place}: three fields are due, question | words | ids: {line}")
    question, words, given = fields
    if words.lower() not in question.lower():
        raise ValueError(f"{place}: “{words}” does not stand in the question")
    ids = given.split()
    if ids in (["e-"], ["b-"]):
        return Ask(question, words, ids[0][0], frozenset())
    unknown = [each for each in ids if each not in person.records]
    if unknown or len({each[0] for each in ids}) != 1:
        raise ValueError(f"{place}: unknown, none, or two kinds of ids: {given}")
    return Ask(question, words, ids[0][0], frozenset(ids))


def main() -> int:
    """Count what stands in files, or say what is wrong."""
    for name in sys.argv[1:]:
        for person in people_in(Path(name)):
            kinds = [key[0] for key in person.records]
            none = sum(not ask.means for ask in person.asks)
            print(
                f"{person.name}: {kinds.count('e')} events, {kinds.count('b')} bookings, "
                f"{len(person.asks)} asks, {none} of nothing"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
