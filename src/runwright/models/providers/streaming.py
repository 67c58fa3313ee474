"""A reply that streams: the events of its body, and which of its text is handed on at once."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

from runwright.models.conversation import ModelReply, ModelRequest
from runwright.models.providers.replies import CALL_OPENINGS
from runwright.models.providers.thoughts import ThoughtFilter
from runwright.models.providers.types import Failure, OnText

DONE = b"[DONE]"
"""What OpenAI and kin send as the last event."""
_LINE_END = re.compile(rb"\r\n|\n|\r")


async def events(chunks: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """The data of each server-sent event, in time linear in what comes."""
    rest: list[bytes] = []
    data: list[bytes] = []
    async for chunk in chunks:
        rest.append(chunk)
        if b"\n" not in chunk and b"\r" not in chunk:
            continue
        *lines, last = _LINE_END.split(b"".join(rest))
        rest = [last]
        for line in lines:
            if line.startswith(b"data:"):
                data.append(line[5:].removeprefix(b" "))
            elif not line and data:
                yield b"\n".join(data)
                data = []
    last = b"".join(rest)
    if last.startswith(b"data:"):
        data.append(last[5:].removeprefix(b" "))
    if data:
        yield b"\n".join(data)


class TextStream:
    """Hands on the words of an answer while they come; never a thought, never a call."""

    def __init__(self, request: ModelRequest, on_text: OnText, *, is_certain: bool) -> None:
        """`is_certain`: see `ThoughtFilter`."""
        self._filter = ThoughtFilter(is_certain=is_certain)
        self._on_text = on_text
        self._may_call = bool(request.tools) and request.choice != "none"
        self._is_held = self._may_call and request.replies == "json"
        self._opening = ""
        self._has_begun = False

    def add(self, text: str) -> None:
        """Take the next piece of what the model writes."""
        self._show(self._filter.feed(text))

    def finish(self, reply: ModelReply | Failure) -> None:
        """Hand on what was held back, once the whole reply is known."""
        if self._has_begun:
            self._show(self._filter.finish())
        elif isinstance(reply, ModelReply) and reply.text:
            self._on_text(reply.text)

    def _show(self, text: str) -> None:
        if self._is_held or not text:
            return
        if self._has_begun:
            self._on_text(text)
            return
        self._opening = (self._opening + text).lstrip()
        if self._opening and not self._is_call():
            self._has_begun = True
            self._on_text(self._opening)

    def _is_call(self) -> bool:
        """Whether the opening is that of a call, or may become one; a call is held back."""
        if not self._may_call:
            return False
        self._is_held = self._opening.startswith(CALL_OPENINGS)
        return self._is_held or any(each.startswith(self._opening) for each in CALL_OPENINGS)
