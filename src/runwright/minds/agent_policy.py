"""What the instructions of an agent make of a run; a run without an agent goes its own way.

Everything here computes. It is used in the processes that compute, not on the event loop.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from runwright.minds.instructions import applying, reading, topics
from runwright.minds.instructions.clauses import clauses
from runwright.minds.instructions.types import Said, Standing
from runwright.minds.values import Item, Moment

_REMEMBERED = 256


class Guidance(NamedTuple):
    """The standing rules of one run, if it has any."""

    standing: Standing | None = None

    def sources(self, asked: Sequence[str]) -> tuple[str, ...]:
        """Those of the sources asked for that may be read."""
        if self.standing is None:
            return tuple(asked)
        return applying.narrowed(self.standing, asked)

    def rules(self) -> Standing:
        """The rules; none of them forbids or asks for anything where there are none."""
        return self.standing or Standing()

    def forbids(self, words: str) -> str | None:
        """The forbidden topic that words touch; None if they touch none."""
        return None if self.standing is None else topics.touched(self.standing.forbidden, words)

    def admitted(self, items: Sequence[Item], moment: Moment) -> tuple[Item, ...]:
        """The items that the run may see of those that were found."""
        if self.standing is None:
            return tuple(items)
        return applying.admitted(self.standing, items, moment)

    def summary(self, said: Sequence[Said]) -> str:
        """What was answered, in the form that the rules ask for."""
        return applying.formed(self.rules(), said)


class Interpretation(NamedTuple):
    """The sentences of instructions, by whether they are followed as rules."""

    understood: tuple[str, ...]
    ignored: tuple[str, ...]
    """Those that were not understood to their end; part of one may be followed all the same."""


_UNGUIDED = Guidance()


def guided_by(instructions: str) -> Guidance:
    """The rules that instructions give, if there are any.

    Reading them takes up to half a second: never on the event loop.
    """
    return Guidance(_read(instructions)) if instructions else _UNGUIDED


def interpret(instructions: str) -> Interpretation:
    """Which sentences of instructions are followed as rules. It takes as long as reading them."""
    unread = frozenset(_read(instructions).unread)
    sentences = dict.fromkeys(clause.said for clause in clauses(instructions))
    return Interpretation(
        tuple(each for each in sentences if each not in unread),
        tuple(each for each in sentences if each in unread),
    )


@lru_cache(_REMEMBERED)
def _read(instructions: str) -> Standing:
    return reading.read(instructions)
