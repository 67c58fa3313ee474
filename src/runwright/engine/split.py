"""Cutting a prompt into the parts it asks for; what a part means is decided elsewhere.

Quotations, and what follows a colon as data, are blanked out first: nothing inside them can
cut. Then lists are taken apart, and within each piece sentences and chains ("…, then …").
"""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterator
from typing import NamedTuple

from runwright.engine.patterns import lazily
from runwright.engine.quotes import MASK, mask
from runwright.engine.requests import ASKS, GREETING, LEADING, OPENS, REFERRING, STATES, STRONG

MOST_PARTS = 64
"""Far above the contract's sixteen steps; what is left then stays one part. A prompt that is
nothing but separators costs no more than this."""


class Part(NamedTuple):
    """One request of the prompt, and the statement before it that it builds on."""

    text: str
    given: str = ""


# Every separator starts with one of these and something after it; most short prompts have none.
MAY_CUT = lazily(
    r"[;\n。\uff01\uff1f]|[.!?:,)][\s\"'”\u2019»)\]]|\s(?:and|then|after|finally|also)\b", re.I
)

_MARK = lazily(r"^[ \t]{0,16}(?:[-*•‣◦\u2013]|\(?\d{1,2}[.)])[ \t]+(?:\[[ x]\][ \t]+)?", re.M)
_INLINE_MARK = lazily(r"(?<![^\s])\(?(\d{1,2})[.)]\s(?=\S)")
_INTRO = lazily(r":\s*$|\b(?:following|these|tasks?|steps?|questions?|list)\b\W*$", re.I)
_BLANK_LINE = lazily(r"\n[ \t]*\n")

_TAKES_DATA = lazily(
    r"\b(?:count|how many|reverse|backwards?|upper ?case|lower ?case|title ?case|capitali[sz]e"
    r"|sort|alphabeti\w+|extract|remove|duplicates?|palindrome|(?:first|last) \w+ words?|text"
    r"|sentences?|paragraph|string|phrase|message|translate|summari[sz]e|rewrite|proofread"
    r"|classify|spell|search for|numbers|links|urls|e-?mails|addresses)\b",
    re.I,
)
_COLON = lazily(r":(?=\s)")
_CLAUSE = lazily(r"[.?!;,\n]\s|\bthen\b", re.I)

# The leading class lets the search skip everything else quickly; what it took is looked at again
# from behind. Each alternative has one group, whose name is the guard that decides.
_CUT = lazily(
    rf"""[.!?。\uff01\uff1f;\s,]
    (?:
      (?P<stop>(?<=[.!?])["'”\u2019»)\]]*(?=\s)|(?<=[。\uff01\uff1f]))
    | (?P<semi>(?<=;))
    | (?P<line>(?<=\n))
    | (?<=[\s,])(?:
        (?P<then>(?:(?:and|but)\s+)?then\b(?!-)[,:]?)
      | (?P<turn>(?:and\s+)?(?:after\s+that|afterwards?|finally|lastly|next)\b,?)
      | (?P<and>and\s+(?:also\s+)?(?={REFERRING}))
      )
    | (?P<comma>(?<=,)\s+(?:and\s+(?:also\s+)?)?(?={STRONG}))
    )
    """,
    re.I | re.X,
)
_IDIOM = lazily(
    r"\b(?:until|till|since|by|back|before|from|just|even|only|was|were|around)\s+$", re.I
)
_NOW_AND = lazily(r"\bnow\s+$", re.I)
_THEN = lazily(r"\bthen\b", re.I)
_IF = lazily(r"\W*(?:if|when)\s", re.I)
_BARE_NUMBER = lazily(r"\s*[-+]?[\d.,]+\s*(?:;|$|and\b)", re.I)
_ENTITY = lazily(r"&\w{1,8}$")
_ABBREVIATION = lazily(
    r"(?:^|[\s(])(?:e\.g|i\.e|cf|vs|dr|mr|mrs|ms|prof|st|no|nr|fig|approx|ca|al|sr|jr|[a-z]"
    r"|(?:[a-z]\.)+[a-z])$",
    re.I,
)
_SOFT_ABBREVIATION = lazily(r"(?:^|[\s(\d])(?:a\.m|p\.m|etc|inc|ltd|co|corp)$", re.I)
_TRAILING = lazily(r"(?:[\s,;:]|\b(?:and|but)$)+$", re.I)


def split(prompt: str) -> list[Part]:
    """The parts of the prompt in order; at least one, even if it says nothing."""
    if not MAY_CUT.search(prompt):
        return [Part(_trimmed(prompt, cut=False))]
    masked = mask(prompt)
    pieces: list[tuple[str, bool]] = []
    for start, end in _chunks(masked):
        for begin, stop, ended in _cuts(masked, start, end, MOST_PARTS - len(pieces)):
            text = _trimmed(prompt[begin:stop], cut=stop < end)
            if text:
                pieces.append((text, ended))
    return _with_statements(pieces) or [Part(prompt.strip())]


def _with_statements(pieces: list[tuple[str, bool]]) -> list[Part]:
    """Drop greetings, and join each statement to the request that follows it."""
    asking = [piece for piece in pieces if not GREETING.fullmatch(piece[0])] or pieces
    parts: list[Part] = []
    given: list[str] = []
    for at, (text, ended) in enumerate(asking):
        if ended and at + 1 < len(asking) and STATES.match(text):
            given.append(text)
        else:
            parts.append(Part(text, " ".join(given)))
            given = []
    return parts


def _trimmed(text: str, cut: bool) -> str:
    text = text.strip()
    lead = LEADING.match(text)
    if lead and lead.end() < len(text):
        text = text[lead.end() :]
    if not cut:
        return text
    # Only the last characters matter, and a pattern that ends in `$` must not see more.
    tail = _TRAILING.search(text, max(0, len(text) - 16))
    return text[: tail.start()] if tail else text


def _chunks(masked: str) -> Iterator[tuple[int, int]]:
    """The items of a list with what stands before and after it, or the whole prompt."""
    marks = _marks(masked)
    if not marks:
        yield 0, len(masked)
        return
    first = marks[0][0]
    if masked[:first].strip() and not _INTRO.search(masked[:first].rstrip()[-60:]):
        yield 0, first
    ends = [start for start, _ in marks[1:]] + [len(masked)]
    for (_, start), end in zip(marks, ends, strict=True):
        gap = _BLANK_LINE.search(masked, start, end)
        yield start, gap.start() if gap else end
        if gap and masked[gap.end() : end].strip():
            yield gap.end(), end


def _marks(masked: str) -> list[tuple[int, int]]:
    """Where list items begin, as the places before and after their marks."""
    found = [match.span() for match in _MARK.finditer(masked)]
    if len(found) < 2:
        found = _inline_marks(masked) or found
    if len(found) == 1:
        before, mark = masked[: found[0][0]].rstrip(), masked[found[0][0] : found[0][1]]
        if not before.endswith(":") and "1" not in mark:
            return []
    if found and _data_from(masked, 0, found[0][0] + 1) < found[0][0]:
        return []
    return found[:MOST_PARTS]


def _inline_marks(masked: str) -> list[tuple[int, int]]:
    """ "1) this 2) that" in one line: numbers that count up from one."""
    found: list[tuple[int, int]] = []
    for match in _INLINE_MARK.finditer(masked):
        before = masked[: match.start()].rstrip()[-1:] if not found else ""
        if int(match[1]) == len(found) + 1 and before in ("", ":", ".", "\n"):
            found.append(match.span())
    return found if len(found) > 1 else []


def _data_from(masked: str, start: int, end: int) -> int:
    """Where the data after a colon begins, if the words before the colon take data."""
    if not _COLON.search(masked, start, end):
        return end
    takes = [match.start() for match in _TAKES_DATA.finditer(masked, start, end)]
    clauses = [match.end() for match in _CLAUSE.finditer(masked, start, end)] if takes else []
    for colon in _COLON.finditer(masked, start, end):
        taking = takes[: bisect(takes, colon.start())][-1:]
        clause = clauses[: bisect(clauses, colon.start())][-1:] or [start]
        if taking and taking[0] >= clause[0]:
            return colon.start()
    return end


def _cuts(masked: str, start: int, end: int, most: int) -> Iterator[tuple[int, int, bool]]:
    """The pieces of one chunk: begin, end, and whether a full stop ended it."""
    begin, seen = start, 1
    # A separator needs something to say on both sides: after `first`, before `last`.
    first, last = _first_said(masked, begin, end), _last_said(masked, start, end)
    for match in _CUT.finditer(masked, start, _data_from(masked, start, end)):
        at, after = match.span()
        if seen >= most or after > last:
            break
        if at <= first or not _GUARDS[match.lastgroup or ""](masked, begin, match):
            continue
        stop = match.lastgroup == "stop"
        yield begin, after if stop else at, stop and masked[at] == "."
        begin, seen = after, seen + 1
        first = _first_said(masked, begin, end)
    yield begin, end, masked[begin:end].rstrip()[-1:] == "."


_SAYS = lazily(rf"[\w{MASK}+*/%=<>-]")
_SAYS_LAST = lazily(rf".*[\w{MASK}+*/%=<>-]", re.S)


def _first_said(masked: str, start: int, end: int) -> int:
    match = _SAYS.search(masked, start, end)
    return match.start() if match else end


def _last_said(masked: str, start: int, end: int) -> int:
    match = _SAYS_LAST.match(masked, start, end)
    return match.end() - 1 if match else start


def _stop(masked: str, begin: int, match: re.Match[str]) -> bool:
    at, after = match.span()
    rest = masked[after : after + 40].lstrip()
    if match[0][0] != "." and not match["stop"]:
        return True
    before = masked[max(begin, at - 12) : at]
    if _ABBREVIATION.search(before) and not _SOFT_ABBREVIATION.search(before):
        return False
    opens = OPENS.match(rest) is not None
    return opens if _SOFT_ABBREVIATION.search(before) else opens or not rest[:1].islower()


def _semicolon(masked: str, _begin: int, match: re.Match[str]) -> bool:
    at = match.start()
    entity = _ENTITY.search(masked[max(0, at - 9) : at])
    return not entity and not _BARE_NUMBER.match(masked, at + 1)


def _line(masked: str, _begin: int, match: re.Match[str]) -> bool:
    return OPENS.match(masked[match.end() : match.end() + 80].lstrip()) is not None


def _then(masked: str, begin: int, match: re.Match[str]) -> bool:
    before = masked[max(begin, match.start() - 16) : match.start() + 1]
    if _IF.match(masked[begin : begin + 40]) and not _THEN.search(masked, begin, match.start()):
        return False
    if match["then"][:3].lower() == "and":
        return not _NOW_AND.search(before)
    return not _IDIOM.search(before)


def _turn(masked: str, begin: int, match: re.Match[str]) -> bool:
    """ "finally" and its kind cut after a comma or an "and", or before a request."""
    before = masked[max(begin, match.start() - 16) : match.start() + 1]
    joined = before.rstrip().endswith((",", ";"))
    opens = OPENS.match(masked[match.end() : match.end() + 80].lstrip()) is not None
    words = match["turn"].lower()
    if words.startswith("next"):
        return joined and opens
    return joined or opens or words.startswith("and")


def _comma(masked: str, begin: int, match: re.Match[str]) -> bool:
    """A new request after a comma or "and" needs a request before it."""
    before = masked[begin : min(begin + 120, match.start())]
    return ASKS.match(before.lstrip()) is not None


_GUARDS = {
    "stop": _stop,
    "semi": _semicolon,
    "line": _line,
    "then": _then,
    "turn": _turn,
    "comma": _comma,
    "and": _comma,
}
