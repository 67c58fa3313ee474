"""Answers in the form that was asked for: cut, listed, framed; never with another figure.

A refusal is never cut: half of one could read like an answer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from runwright.minds.instructions.quotes import MASK
from runwright.minds.instructions.types import Form, Said

_END = re.compile(r"[.!?][\"'”’»)]*\s+(?=[^\sa-z])")
_ABBREVIATED = re.compile(
    r"(?:^|[\s(])(?:[A-Za-z]|mr|mrs|ms|dr|prof|st|no|nr|vs|approx|e\.g|i\.e)$", re.I
)
_QUOTED = re.compile(r"“[^”]*”")
_ITEM = re.compile(r"^\s*(?:[-*•]|\d{1,2}[.)])\s+")
_ORNAMENT = str.maketrans({"“": '"', "”": '"', "…": "...", "–": "-", "—": "-", "×": "x", "’": "'"})
_FORMAL_OPENING = "Please find the answer below."


def shaped(form: Form, said: Sequence[Said]) -> str:
    """The answers in the form of the rules."""
    body = _body([_cut(each, form) for each in said], form)
    if form.plain:
        body = body.translate(_ORNAMENT)
    formal = form.formal and form.sentences is None
    opening = form.opening or (_FORMAL_OPENING if formal else "")
    return "\n".join(filter(None, (opening, body, form.closing)))


# Cutting ---------------------------------------------------------------------------------------


def sentences(text: str) -> list[str]:
    """The sentences of an answer; what it quotes is never cut."""
    masked = _QUOTED.sub(lambda m: MASK * len(m[0]), text) if "“" in text else text
    found, start = list[str](), 0
    for end in _END.finditer(masked):
        if not _ABBREVIATED.search(masked, start, end.start()):
            found.append(text[start : end.end()].strip())
            start = end.end()
    return [*found, text[start:].strip()] if text[start:].strip() else found


def _cut(said: Said, form: Form) -> Said:
    if said.refuses:
        return said
    if form.short or form.sentences == 1:
        return said._replace(text=_first(said.text))
    return said


def _first(text: str) -> str:
    """The first sentence; with a list behind it, the list as well."""
    head, newline, rest = text.partition("\n")
    first = sentences(head)[0] if sentences(head) else head
    listed = [line for line in rest.splitlines() if _ITEM.match(line)]
    return "\n".join((head, *listed)) if newline and head.rstrip().endswith(":") else first


def _in_one_line(text: str) -> str:
    """A list as one sentence: its lines one after another."""
    head, *lines = text.splitlines()
    if not lines:
        return text
    items = "; ".join(_ITEM.sub("", line).strip() for line in lines if line.strip())
    return f"{head} {items}" if head.rstrip().endswith((":", ".")) else f"{head}; {items}"


def _limited(said: Sequence[Said], most: int) -> str:
    """No more sentences than asked for; what does not fit is joined, and no part is dropped."""
    texts = [_in_one_line(each.text) for each in said]
    pieces = [
        [text] if each.refuses else sentences(text) for each, text in zip(said, texts, strict=True)
    ]
    if len(pieces) > most:
        kept, joined = pieces[: most - 1], pieces[most - 1 :]
        last = "; ".join(piece[0].rstrip(".") for piece in joined) + "."
        return " ".join([*(piece[0] for piece in kept), last])
    room = most - len(pieces)
    shown = []
    for first, *more in pieces:
        shown += [first, *more[:room]]
        room = max(0, room - len(more))
    return " ".join(shown)


# Listing ---------------------------------------------------------------------------------------


def _body(said: Sequence[Said], form: Form) -> str:
    if form.sentences is not None:
        text = _limited(said, form.sentences)
        return f"- {text}" if form.bullets else text
    if form.bullets:
        return "\n".join(_bullets(said))
    if len(said) == 1:
        return said[0].text
    if form.unnumbered:
        return "\n".join(each.text for each in said)
    return "\n".join(f"{n}. {each.text}" for n, each in enumerate(said, start=1))


def _bullets(said: Sequence[Said]) -> list[str]:
    lines = []
    for each in said:
        head, *rest = each.text.splitlines() or [""]
        pieces = [head] if each.refuses or len(said) > 1 or rest else sentences(head)
        lines += [f"- {piece}" for piece in pieces]
        indent = "  " if len(said) > 1 else ""
        lines += [f"{indent}- {_ITEM.sub('', line).strip()}" for line in rest if line.strip()]
    return lines
