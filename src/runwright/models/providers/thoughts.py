"""What a reasoning model thinks aloud before it answers is left out, also of text that streams.

Servers that do not part the two send `<think>…</think>` before the answer. Templates that write
the opening tag themselves let only `</think>` through: everything before it was a thought.
"""

from __future__ import annotations

import re
from enum import Enum

_TAG = re.compile(r"<(/?)(?:think|thinking|thought|reasoning)>|\[(/?)THINK\]", re.I)
_BEGUN = re.compile(r"(?:<|\[)[/a-z]{0,10}\Z", re.I)
"""A tag of which the rest may come with the next piece."""


class _State(Enum):
    UNCERTAIN = "nothing tells yet whether a closing tag will make all of it a thought"
    ANSWER = "what comes is shown"
    THOUGHT = "what comes is dropped"
    ASIDE = "a tag in the middle of the answer: dropped if it is closed, shown if it never is"


class ThoughtFilter:
    """Takes pieces of text and gives back those of the answer."""

    def __init__(self, *, is_certain: bool) -> None:
        """`is_certain`: the model is known to write the opening tag if it thinks. Otherwise the
        text is held back until a tag or the end tells."""
        self._state = _State.ANSWER if is_certain else _State.UNCERTAIN
        self._held: list[str] = []
        self._tail = ""
        self._has_begun = False
        self.opens_unseen = False
        """Whether a thought was closed that was never opened."""

    def feed(self, text: str) -> str:
        """What of the text so far may be shown now and was not yet."""
        data, shown = self._tail + text, []
        place = 0
        for tag in _TAG.finditer(data):
            shown += [self._take(data[place : tag.start()]), self._switch(tag)]
            place = tag.end()
        begun = _BEGUN.search(data, place)
        end = begun.start() if begun else len(data)
        self._tail = data[end:]
        shown.append(self._take(data[place:end]))
        return "".join(shown)

    def finish(self) -> str:
        """What is left to be shown when no more text comes."""
        tail, self._tail = self._tail, ""
        shown = self._take(tail)
        if self._state in (_State.UNCERTAIN, _State.ASIDE):
            shown += self._release()
        return shown

    def _take(self, text: str) -> str:
        if self._state is _State.THOUGHT or not text:
            return ""
        self._has_begun = self._has_begun or not text.isspace()
        if self._state is _State.ANSWER:
            return text
        self._held.append(text)
        return ""

    def _switch(self, tag: re.Match[str]) -> str:
        if tag[1] or tag[2]:
            return self._close()
        if self._state in (_State.THOUGHT, _State.ASIDE):
            return self._take(tag[0])
        shown = self._release()
        if self._has_begun:
            self._state = _State.ASIDE
            self._held.append(tag[0])
        else:
            self._state = _State.THOUGHT
        return shown

    def _close(self) -> str:
        if self._state is _State.ANSWER:
            self.opens_unseen = True
            return ""
        if self._state is _State.UNCERTAIN:
            self.opens_unseen = True
            self._has_begun = False
        self._held.clear()
        self._state = _State.ANSWER
        return ""

    def _release(self) -> str:
        held = "".join(self._held)
        self._held.clear()
        return held


def without_thoughts(text: str) -> str:
    """A whole text without what the model thought before it."""
    filtering = ThoughtFilter(is_certain=False)
    return (filtering.feed(text) + filtering.finish()).strip()


def opens_unseen(text: str) -> bool:
    """Whether a whole text closes a thought that it never opened."""
    filtering = ThoughtFilter(is_certain=False)
    filtering.feed(text)
    return filtering.opens_unseen
