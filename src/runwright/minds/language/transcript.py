"""The conversation of a run with its language model: what was said so far, folded to fit.

A result stands there whole until there is no room; then the oldest become one line each, and stay
so: the beginning of a conversation never changes but for that, so that a provider can keep it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from runwright.models.conversation import Message

CHARACTERS_A_TOKEN = 3
"""Fewer than in most texts, so that what is sent fits the context window."""


class _Said(NamedTuple):
    message: Message
    short: str = ""
    """What stands for it when there is no room; empty for what must stay."""

    @property
    def size(self) -> int:
        calls = sum(len(call.name) + len(call.arguments) for call in self.message.calls)
        return len(self.message.text) + calls

    def folded(self) -> _Said:
        return _Said(self.message._replace(text=self.short))


class Transcript:
    """What a model is sent, in the order in which it was said."""

    def __init__(self, opening: Iterable[Message], room: int) -> None:
        """`room` is how many characters fit beside the system text and the tools."""
        self._said = [_Said(message) for message in opening]
        self._room = room

    def add(self, message: Message, short: str = "") -> None:
        """The next message, and what may stand for it later."""
        self._said.append(_Said(message, short))

    def messages(self) -> tuple[Message, ...]:
        """Everything that was said, the oldest results folded if it is too much."""
        if self.size > self._room:
            self._fold(self._room // 2)
        return tuple(each.message for each in self._said)

    @property
    def size(self) -> int:
        """How many characters there are."""
        return sum(each.size for each in self._said)

    def make_room(self) -> bool:
        """Go on with half as much, since it was too much; False when nothing can be left out."""
        before = self.size
        self._room = before // 2
        self._fold(self._room)
        return self.size < before

    def _fold(self, aim: int) -> None:
        size = self.size
        for at, each in enumerate(self._said):
            if size <= aim:
                return
            if each.short and len(each.short) < each.size:
                self._said[at] = each.folded()
                size -= each.size - len(each.short)


def room(context_window: int, max_tokens: int, fixed: Sequence[str]) -> int:
    """How many characters of conversation fit beside what every request repeats."""
    tokens = context_window - max_tokens - _RESERVE
    return max(_LEAST, tokens * CHARACTERS_A_TOKEN - sum(map(len, fixed)))


_RESERVE = 256
"""Tokens for what a provider adds of its own."""
_LEAST = 4_000
"""Characters: a window that is smaller than this holds no run, and the provider will say so."""
