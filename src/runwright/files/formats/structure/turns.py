"""Conversations: who says what and when, in transcripts, interviews and exported chats.

A text is a conversation only as a whole: lines such as `Phone: 030 1234` are everywhere, and no
speaker may be made up. A passage holds whole turns; a turn that is longer than a passage is cut
between sentences, and every piece of it names its speaker.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from runwright.files.formats import passages
from runwright.files.formats.structure.days import Days
from runwright.files.formats.types import Draft
from runwright.records.facts import Passage
from runwright.records.facts import Turn as TurnFact

_CLOCK = r"\d{1,2}:\d\d(?::\d\d)?(?:[ \u202f]?[AaPp]\.?[Mm]\.?)?"
_DATE = r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}"
_NAME = r"[^\W\d_~][^\n:;\[\]()<>|=]{0,38}?[^\s:;,\[\]()<>|=]|[A-Z]"
_MARK = r"[ \t>*_\u200e\u200f-]{0,6}"
# `[12.03.24, 18:02:33] Ann: Hi`, `12/03/2024, 18:02 - Ann: Hi`, `2024-03-12 18:02 Ann: Hi`.
_DATED = re.compile(
    rf"^{_MARK}\[?(?P<date>{_DATE}),?[T ]\s?(?P<time>{_CLOCK})\]?[ \t]*[-–]?[ \t]*"
    rf"(?P<name>{_NAME})[ \t]*:[*_]{{0,2}}(?:[ \t]|$)",
    re.MULTILINE,
)
# `[18:02] Ann: Hi`, `00:01:07 Ann: Hi`.
_TIMED = re.compile(
    rf"^{_MARK}[\[(]?(?P<time>{_CLOCK})[\])]?[ \t]*[-–]?[ \t]*(?P<name>{_NAME})[ \t]*:[*_]{{0,2}}"
    r"(?:[ \t]|$)",
    re.MULTILINE,
)
# `Ann (10:04): Hi`, `Ann [00:01:07] Hi`, and `Ann Adler  0:07` over what she says.
_TIME_AFTER = re.compile(
    rf"^{_MARK}(?P<name>{_NAME})[ \t]*(?:[\[(](?P<time>{_CLOCK})[\])][*_]{{0,2}}:?"
    rf"|[ \t](?P<alone>{_CLOCK})[ \t]*$)[*_]{{0,2}}(?:[ \t]|$)",
    re.MULTILINE,
)
# `SPEAKER 1: Hi`, `Ann Adler: Hi`, `Q: Why?`.
_NAMED = re.compile(
    rf"^{_MARK}(?P<name>(?:[^\W\d_][\w.'’-]{{0,19}})(?: [\w.'’-]{{1,19}}){{0,3}})[ \t]*:[*_]{{0,2}}"
    r"(?:[ \t]|$)",
    re.MULTILINE,
)
_LABEL = re.compile(r"(?i)(?:speaker|sprecher(?:in)?|teilnehmer|participant) ?\d+")
_LOOKED_AT = 60_000
_ENDS = (".", "!", "?", "…", '"', "”", ")", "’")
_MOST_SPEAKERS = 200


class Style(NamedTuple):
    """How a text writes its turns."""

    pattern: re.Pattern[str]
    is_chat: bool
    """Whether each turn has a day: what people wrote, not what was written down of them."""
    speakers: frozenset[str]
    """Those who may speak."""


class Place(NamedTuple):
    """Where a stretch of a conversation stands."""

    title: str
    page: int | None
    headings: tuple[str, ...]
    day: str | None
    """The day of the heading above it."""


class _Turn(NamedTuple):
    start: int
    body: int
    """Where what is said begins."""
    end: int
    speaker: str
    said: str | None


def style_of(text: str) -> Style | None:
    """How the turns of a conversation are written, or None when the text is none."""
    head = text[:_LOOKED_AT]
    for pattern, fewest in ((_DATED, 2), (_TIMED, 3), (_TIME_AFTER, 3), (_NAMED, 4)):
        found = [match for match in pattern.finditer(head) if _is_name(_bare(match["name"]))]
        if len(found) < fewest or not _covers(found, head):
            continue
        if pattern is not _NAMED or _converse(found, head):
            names = Counter(_bare(match["name"]) for match in pattern.finditer(text))
            speakers = [name for name, _ in names.most_common(_MOST_SPEAKERS) if _is_name(name)]
            if pattern is _NAMED:
                speakers = [name for name in speakers if names[name] > 1 or _is_label(name)]
            return Style(pattern, pattern is _DATED, frozenset(speakers))
    return None


def passages_of(text: str, style: Style, days: Days, place: Place) -> Iterator[Draft]:
    """The passages of a stretch of a conversation."""
    title, page, headings, day = place
    found = list(_turns(text, style, days, day))
    opening = text[: found[0].start] if found else text
    yield from passages.split(opening, title=title, page=page, headings=headings, said=day)
    for group in _grouped(text, found):
        for body, said in _cut(text, group):
            speakers = {turn.speaker for turn in said}
            facts = Passage(
                headings=headings,
                speaker=speakers.pop() if len(speakers) == 1 else None,
                said=said[0].said or day,
                turns=tuple(said),
            )
            yield Draft("documents", facts, body, title, page)


def _turns(text: str, style: Style, days: Days, day: str | None) -> Iterator[_Turn]:
    marks = [m for m in style.pattern.finditer(text) if _bare(m["name"]) in style.speakers]
    ends = [*(mark.start() for mark in marks[1:]), *[len(text)][: len(marks)]]
    for mark, end in zip(marks, ends, strict=True):
        speaker = _bare(mark["name"])
        yield _Turn(mark.start(), mark.end(), end, speaker, _said(mark, days, day))


def _said(mark: re.Match[str], days: Days, day: str | None) -> str | None:
    """When a turn was said; a time alone needs the day of its heading, and seconds are elapsed."""
    parts = mark.groupdict()
    time = parts.get("time") or parts.get("alone") or ""
    if written := parts.get("date"):
        on = days.day(written)
        return (days.instant(on, time) or on.isoformat()) if on else None
    on = days.day(day) if day else None
    if on is None or not time or time.count(":") > 1:
        return None
    return days.instant(on, time)


def _grouped(text: str, turns: Sequence[_Turn]) -> Iterator[list[_Turn]]:
    """Turns that make a passage together; a long one is by itself."""
    held: list[_Turn] = []
    size = 0.0
    for turn in turns:
        own = passages.length(text[turn.start : turn.end])
        if held and size + own / 2 > passages.WORDS:
            yield held
            held, size = [], 0.0
        held.append(turn)
        size += own
    if held:
        yield held


def _cut(text: str, group: Sequence[_Turn]) -> Iterator[tuple[str, list[TurnFact]]]:
    """The texts of a group: one, or several when a turn is longer than a passage."""
    begin, end = group[0].start, group[-1].end
    whole = text[begin:end].rstrip()
    if len(group) > 1 or passages.length(whole) <= passages.WHOLE:
        yield (
            whole,
            [_fact(turn, turn.start - begin, min(turn.end - begin, len(whole))) for turn in group],
        )
        return
    (turn,) = group
    for number, (start, stop) in enumerate(passages.spans(whole)):
        piece = whole[start:stop]
        if number:
            piece = f"{turn.speaker}: {piece}"
        yield piece, [_fact(turn, 0, len(piece))]


def _fact(turn: _Turn, begin: int, end: int) -> TurnFact:
    return TurnFact(speaker=turn.speaker, said=turn.said, begin=begin, end=end)


def _bare(name: str) -> str:
    return name.strip(" \t*_~\u200e\u200f")


def _is_name(name: str) -> bool:
    """A few words, the first with a capital: `Ann`, `Dr. Ann Adler`, `SPEAKER 1`."""
    words = name.split()
    return 0 < len(words) <= 5 and words[0][:1].isupper() and not name.endswith(".")


def _is_label(name: str) -> bool:
    """What a program calls somebody whose name it does not know."""
    return _LABEL.fullmatch(name) is not None


def _covers(found: Sequence[re.Match[str]], text: str) -> bool:
    """Whether turns are what the text is made of: they begin a good part of its paragraphs."""
    paragraphs = re.findall(r"(?:^|\n[ \t]*\n)[ \t]*(?=\S)", text)
    lines = text.count("\n") + 1
    return len(found) * 2 >= len(paragraphs) or len(found) * 3 >= lines


def _converse(found: Sequence[re.Match[str]], text: str) -> bool:
    """Whether names without times take turns, and speak: a list of fields does neither."""
    names = Counter(_bare(match["name"]) for match in found)
    again = [name for name, count in names.items() if count > 1]
    if len(again) < 2 or len(found) < 2 * len(names):
        return False
    ends = [*(match.start() for match in found[1:]), len(text)]
    bodies = [text[m.end() : end].strip() for m, end in zip(found, ends, strict=True)]
    spoken = sum(body.endswith(_ENDS) for body in bodies)
    return spoken * 5 >= len(bodies) * 3
