"""The summary in the form that was asked for: cut, listed, framed; never with another figure.

What is left is always the engine's own sentence. A refusal is never cut: half of one could read
like an answer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from runwright.engine.compose import compose, telling
from runwright.engine.patterns import lazily
from runwright.engine.quotes import MASK
from runwright.engine.standing import topics
from runwright.engine.standing.types import Form, Standing
from runwright.engine.types import Finding

_END = lazily(r"[.!?][\"'”’»)]*\s+(?=[^\sa-z])")
_ABBREVIATED = lazily(
    r"(?:^|[\s(])(?:[A-Za-z]|mr|mrs|ms|dr|prof|st|no|nr|vs|approx|e\.g|i\.e)$", re.I
)
_QUOTED = lazily(r"“[^”]*”")
_ITEM = lazily(r"^\s*(?:[-*•]|\d{1,2}[.)])\s+")
_DECIDES = lazily(r"(?:yes|no)\b", re.I)
_LONGEST_FIGURE = 120
_ORNAMENT = str.maketrans({"“": '"', "”": '"', "…": "...", "–": "-", "—": "-", "×": "x", "’": "'"})
_FORMAL_OPENING = "Please find the answer below."


class _Said(NamedTuple):
    """What one part comes to: its first lines, and whether it is a refusal."""

    text: str
    value: str = ""
    refuses: bool = False


def refusal(words: str) -> str:
    """What an agent says to a topic that it is told to leave alone."""
    return f"This agent does not answer questions about {words}."


def shaped(standing: Standing, summary: str, findings: Sequence[Finding]) -> str:
    """The summary in the form of the rules."""
    said = _said(standing, summary, findings)
    form = standing.form
    body = _body([_cut(each, form) for each in said], form)
    if form.plain:
        body = body.translate(_ORNAMENT)
    formal = form.formal and form.sentences is None and not form.figures_only
    opening = form.opening or (_FORMAL_OPENING if formal else "")
    return "\n".join(filter(None, (opening, body, form.closing)))


def _said(standing: Standing, summary: str, findings: Sequence[Finding]) -> list[_Said]:
    told = telling(findings)
    if not told or summary != compose(findings):
        # Somebody else's words for the same findings: they are one piece.
        return [_Said(summary, refuses=bool(told) and not any(each.answer for each in told))]
    return [_one(standing, finding) for finding in told]


def _one(standing: Standing, finding: Finding) -> _Said:
    if finding.action == "decline" and (topic := topics.touched(standing.forbidden, finding.part)):
        return _Said(refusal(topic), refuses=True)
    text = compose([finding])
    if finding.answer is None:
        return _Said(text, refuses=True)
    return _Said(text, _figure(finding), refuses=finding.action == "decline")


def _figure(finding: Finding) -> str:
    """The bare value, if it is one and says no more than the answer does."""
    value = finding.value or ""
    # A difference without what differs, or a sum for a yes, would be read as something else.
    if finding.action == "compare" or _DECIDES.match(finding.answer or ""):
        return ""
    if len(value) > _LONGEST_FIGURE or not any(c.isdigit() for c in value) or "“" in value:
        return ""
    answer = (finding.answer or "").replace(",", "")
    # The instant at which a list of events begins is no figure that was asked for.
    told = all(piece in answer for piece in value.replace(",", "").split("; "))
    return value if told else ""


# Cutting ---------------------------------------------------------------------------------------


def sentences(text: str) -> list[str]:
    """The sentences of a text of the engine; what it quotes is never cut."""
    masked = _QUOTED.sub(lambda m: MASK * len(m[0]), text) if "“" in text else text
    found, start = list[str](), 0
    for end in _END.finditer(masked):
        if not _ABBREVIATED.search(masked, start, end.start()):
            found.append(text[start : end.end()].strip())
            start = end.end()
    return [*found, text[start:].strip()] if text[start:].strip() else found


def _cut(said: _Said, form: Form) -> _Said:
    if said.refuses:
        return said
    if form.figures_only and said.value:
        return said._replace(text=said.value)
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


def _limited(said: Sequence[_Said], most: int) -> str:
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


def _body(said: Sequence[_Said], form: Form) -> str:
    if form.sentences is not None and not form.figures_only:
        text = _limited(said, form.sentences)
        return f"- {text}" if form.bullets else text
    if form.bullets:
        return "\n".join(_bullets(said))
    if len(said) == 1:
        return said[0].text
    if form.unnumbered:
        return "\n".join(each.text for each in said)
    return "\n".join(f"{n}. {each.text}" for n, each in enumerate(said, start=1))


def _bullets(said: Sequence[_Said]) -> list[str]:
    lines = []
    for each in said:
        head, *rest = each.text.splitlines() or [""]
        pieces = [head] if each.refuses or len(said) > 1 or rest else sentences(head)
        lines += [f"- {piece}" for piece in pieces]
        indent = "  " if len(said) > 1 else ""
        lines += [f"{indent}- {_ITEM.sub('', line).strip()}" for line in rest if line.strip()]
    return lines
