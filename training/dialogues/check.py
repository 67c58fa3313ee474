"""Reads dialogues whose later questions lean on earlier ones, and holds every line to the form:
`python -m training.dialogues.check FILE…` (see `../README.md`)."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from training.schema import Clause, Malformed, parse


class Turn(NamedTuple):
    """One question of a dialogue."""

    clause: Clause
    """What it means as a whole, with the spans that stand in it."""
    kept: tuple[tuple[str, str], ...]
    """The spans of earlier questions that still hold, each with its code."""


def dialogues_in(path: Path) -> Iterator[list[Turn]]:
    """The dialogues of a file."""
    turns: list[Turn] = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        try:
            if line.startswith(">"):
                turns.append(_follow_up(line[1:].strip(), turns))
            else:
                if turns:
                    yield turns
                (clause,) = parse(line)
                turns = [Turn(clause, ())]
        except (Malformed, ValueError) as error:
            raise Malformed(f"{path.name}:{number}: {error}") from None
    if turns:
        yield turns


def _follow_up(line: str, turns: list[Turn]) -> Turn:
    if not turns:
        raise Malformed("it follows nothing")
    written, bar, held = line.rpartition(" |")
    if not bar or " | " not in written:
        raise Malformed("three fields are due: labels | text | kept spans")
    (clause,) = parse(written)
    before = turns[-1]
    known = {
        piece.text.lower(): (piece.text, piece.code) for piece in before.clause.pieces if piece.code
    }
    known |= {text.lower(): (text, code) for text, code in before.kept}
    kept = []
    for each in filter(None, map(str.strip, held.split(" ; "))):
        if each.lower() not in known:
            raise Malformed(f"“{each}” is no span of the question before, nor one that it kept")
        kept.append(known[each.lower()])
    return Turn(clause, tuple(kept))


def main() -> int:
    """Count what stands in files, or say what is wrong."""
    for name in sys.argv[1:]:
        dialogues = list(dialogues_in(Path(name)))
        later = [turn for turns in dialogues for turn in turns[1:]]
        keeping = sum(bool(turn.kept) for turn in later)
        print(f"{name}: {len(dialogues)} dialogues, {len(later)} later questions, {keeping} keep")
    return 0


if __name__ == "__main__":
    sys.exit(main())
