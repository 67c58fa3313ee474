"""Wishes for a file: "… as CSV", "draw a chart of …", "write a report on …", "make an .ics of it".

The words that wish for a file are taken out of the part; the other readings read what is left,
and one more step makes the file of what those steps find. A part that only wishes ("make a CSV of
it") works on what was found before.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from runwright.engine.around import Around
from runwright.engine.patterns import lazily
from runwright.engine.quotes import mask
from runwright.engine.types import Step

Read = Callable[[str, Around], Sequence[Step] | None]

_LONGEST = 1_000
"""Characters: a longer part tells a story, and what it says of files is part of it."""
_MOST_FILES = 4
_WORD = lazily(r"[a-z]+")
_HINTS = frozenset(
    _WORD.findall(
        "csv spreadsheet excel ics ical icalendar calendar markdown md report chart graph plot png"
        " diagram export visualise visualize table file"
    )
)
"""Every wish has one of these words."""

# The names of files, by kind.
_CSV = (
    r"\.?csv(?:[\s-]+(?:file|table|export|format))?|spreadsheet(?:\s+file)?"
    r"|excel(?:\s+(?:file|sheet|table|format))|xlsx(?:\s+file)?"
    r"|(?:(?:downloadable|simple|plain|short|clear|csv|sortable)\s+)?table(?:\s+file)?"
    r"|(?:downloadable\s+)?file"
)
_ICS = (
    r"\.?ics(?:[\s-]+(?:file|calendar|export|format))?"
    r"|i-?cal(?:endar)?(?:[\s-]+(?:file|export|format))?|calendar[\s-]+file"
)
_MD = (
    r"(?:\.md|markdown|md)(?:[\s-]+(?:report|file|document|summary|format))?"
    r"|(?:(?:short|brief|full|written|detailed|summary|monthly|quarterly|yearly|annual|pdf|word"
    r"|expense|spending|financial|little|concise|one-page)\s+){0,3}report(?:\s+in\s+markdown)?"
)
_PNG = (
    r"(?:(?P<shape>bar|line|column|png|simple|nice|monthly|weekly|daily|yearly|pie|donut|area|trend"
    r"|stacked|small|clear)[\s-]+)?"
    r"(?:chart|graph|plot|diagram)(?:\s+image)?(?!\s+of\s+accounts)|png(?:\s+(?:file|image))?"
)
_NAMED = rf"(?:(?P<table>{_CSV})|(?P<calendar>{_ICS})|(?P<report>{_MD})|(?P<chart>{_PNG}))(?!\w)"
_ONE = lazily(_NAMED, re.I)
_ANY = re.sub(r"\(\?P<\w+>", "(?:", _NAMED)
_SOME = rf"(?:an?\s+|one\s+)?{_ANY}"
_FILES = rf"{_SOME}(?:(?:,\s*|,?\s+and\s+)(?:as\s+|to\s+)?{_SOME}){{0,3}}"
_IT = (
    r"(?:it|that|this|them|those|these|both|all\s+of\s+(?:it|them|that|this)|everything"
    r"|the\s+(?:above|list|data|results?|answers?|findings|table|figures|numbers))"
)
_MAKING = (
    r"(?:make|create|draw|write|prepare|generate|produce|build|compile|draft|give|get|attach|show"
    r"|render|export|save)"
)
_OF = (
    r"(?:out\s+)?(?:of|with|from|for(?!\s+(?:two|three|four|five|six|us|\d))|on|about|over|showing"
    r"|containing|listing|(?:that|which)\s+(?:shows|lists|has|contains))"
)
_WANTING = (
    r"(?:(?:i|we)\s+(?:need|want|would\s+like(?:\s+to\s+have)?)|(?:i|we)['\u2019]d\s+like(?:\s+to\s+have)?"
    r"|(?:can|could|may)\s+(?:i|we)\s+(?:have|get)|let\s+(?:me|us)\s+have)"
)
_PUTTING = r"(?:export|save|convert|turn|put|write|download|dump|output|store|print|render|copy)"
_OF_IT = rf"(?:\s+{_OF}\s+{_IT})?(?:,?\s+and\s+{_SOME}(?:\s+{_OF}\s+{_IT})?)?"

# The whole part is a wish: "make a CSV of it", "save that as a report", "turn it into a chart".
_ALONE = lazily(
    rf"(?:{_MAKING}\s+(?:me\s+|us\s+)?)?(?P<files>{_FILES}){_OF_IT}"
    rf"|(?:{_PUTTING}|{_MAKING})\s+{_IT}\s+(?:out\s+)?(?:(?:as|to|in|into)\s+)?(?P<turned>{_FILES})"
    rf"|(?P<drawn>plot|chart|graph)\s+{_IT}|(?P<exported>export|download)\s+{_IT}",
    re.I,
)
# It opens the part: "draw a chart of my spending", "CSV of my payments".
_BEFORE = lazily(
    rf"(?:(?:{_MAKING}|{_WANTING})\s+(?:me\s+|us\s+)?(?:an?\s+|one\s+)?|(?:an?\s+)"
    r"|(?=csv|ics|markdown|chart|graph|bar|line|pie|table|spreadsheet))"
    rf"(?P<file>{_ANY})(?:\s*:\s+(?=\S)|\s+{_OF}\s+(?=\S)|\s+(?=compar(?:ing|es)\s))",
    re.I,
)
_VERB = lazily(
    r"(?:(?:plot|visuali[sz]e)\s+(?=\w)|(?:chart|graph)\s+"
    r"(?=(?:my|our|the|all|how|what|monthly|weekly|daily|spending|income|expenses)\b))",
    re.I,
)
_EXPORT = lazily(r"export\s+(?=(?:my|our|the|all|every|each)\s)", re.I)
# It closes the part: "… as CSV", "… and draw a chart of it", "put … into a spreadsheet".
_BEHIND = lazily(
    rf"(?:,?\s+and|,)?\s+as\s+(?P<as>{_FILES})"
    rf"|\s+in\s+(?P<in>(?:csv|markdown|ics|ical(?:endar)?)(?:\s+format)?)"
    rf"|\s+(?:in|into|to)\s+an?\s+(?P<in_a>{_CSV})"
    rf"|,?\s+(?:and|then|and\s+then|and\s+also)\s+(?:please\s+)?(?:(?:{_MAKING}\s+(?:me\s+|us\s+)?)"
    rf"(?P<made>{_FILES}){_OF_IT}"
    rf"|(?:{_PUTTING}|make|show)\s+{_IT}\s+(?:out\s+)?(?:as|to|in|into)\s+(?P<put>{_FILES})"
    rf"|(?P<drawn>plot|chart|graph)\s+{_IT})",
    re.I,
)
_INTO = lazily(rf"\s+(?:to|in|into)\s+(?P<into>{_FILES})", re.I)
_PUT = lazily(rf"{_PUTTING}\s+(?:out\s+|down\s+)?(?=\S)", re.I)
_SHOWN = lazily(
    r"(?:show|draw|render|print|make|write|create|prepare)\s+(?:me\s+|us\s+)?(?=\S)", re.I
)
_ASKED = lazily(
    r"(?:what|which|who|whom|when|where|why|how|did|does|do|is|are|was|were|has|have)\b", re.I
)
_DATA = lazily(r":\s")
_MAY_BEGIN = lazily(r",?\s+(?:and|then|as|in|to|into)\s", re.I)
_REPORT = lazily(r"\s+as\s+an?\s+report", re.I)

_PER = lazily(
    r"\b(?:per|by|each|every|a|for\s+each|for\s+every)\s+(?P<unit>day|week|month|quarter|year|weekday"
    r"|merchant|shop|store|payee|vendor|supplier|counterparty|company|recipient|person|name|title"
    r"|category)\b|\b(?P<adverb>daily|weekly|monthly|quarterly|yearly|annual(?:ly)?)\b",
    re.I,
)
_ADVERBS = {"daily": "day", "weekly": "week", "monthly": "month", "quarterly": "quarter"}
_UNITS = frozenset({"day", "week", "month", "quarter", "year", "weekday", "category"})


_BRACKETED = lazily(
    r"(?:(?P<named>table|file|list|spreadsheet|chart|report|export)\s+)?"
    r"\(\s*(?:as\s+|in\s+|an?\s+)*(?P<kind>\.?csv|\.?ics|png|markdown|\.?md|ical|excel)"
    r"(?:\s+(?:file|format|please|is\s+fine))?\s*\)|\(comma[\s-]separated[^()]{0,20}\)",
    re.I,
)
"""Matches a format in brackets: "a table (CSV) of …"."""
_FOR_USE = lazily(
    r",?\s+(?:(?:that|which)\s+)?(?:(?:i|we)\s+can|so\s+(?:that\s+)?(?:i|we)\s+can|to|for\s+me\s+to)\s+"
    r"(?:import|open|download|share|use|read|load|print|keep|send)\b[^.!?;]{0,40}$"
    r"|\s+(?:for|to)\s+(?:import|download)(?:ing)?$",
    re.I,
)
"""Matches what the file is to be good for."""
_THEM = lazily(
    r"(?:all\s+(?:of\s+)?)?(?:the|those|these)\s+(?:payments|bookings|transactions|events|meetings"
    rf"|appointments|entries|items|rows|expenses|purchases|amounts)|{_IT}",
    re.I,
)
_INDIRECT = lazily(
    r"(?P<asks>what|how\s+much)\s+(?P<what>(?:the|my|our|this|that)\s+.{2,80}?)\s+costs?(?P<rest>\b.*)",
    re.I,
)


class Wish(NamedTuple):
    """The files that a part wishes for, and what it says beside that."""

    kinds: tuple[str, ...]
    rest: str
    """Empty when it only wishes."""
    shape: str = ""


def reading(others: Sequence[Read]) -> Read:
    """The reading of wishes for files; `others` read what they are to be made of."""

    def read(part: str, around: Around) -> Sequence[Step] | None:
        if _HINTS.isdisjoint(around.words):
            return None
        wish = understood(part)
        if wish is None:
            return None
        if around.follows and _THEM.fullmatch(wish.rest.strip()):
            wish = wish._replace(rest="")  # "put the payments in a CSV", after they were found
        before = _read(wish.rest, around, others) if wish.rest else ()
        return (*before, *(_step(kind, wish) for kind in wish.kinds))

    return read


def understood(part: str) -> Wish | None:
    """What a part wishes for; None when it wishes for no file."""
    text = _FOR_USE.sub("", _BRACKETED.sub(_named_format, part).strip().rstrip(" \t.!?"))
    masked = mask(text)
    if len(text) > _LONGEST or "\n" in masked:
        return None
    if alone := _ALONE.fullmatch(masked):
        return _wish(alone, "")
    found = _behind(text, masked) or _before(text, masked)
    return found if found is not None and _says_something(found.rest) else None


def _named_format(match: re.Match[str]) -> str:
    """ "Table (CSV)" is a CSV table."""
    kind = (match["kind"] or "").lstrip(".")
    named = match["named"] or ""
    if named.lower() in ("chart", "report"):
        return named
    return kind if named else f"as {kind}" if kind else ""


def _behind(text: str, masked: str) -> Wish | None:
    """A wish at the end, looked for from the places where one can begin."""
    for match in _MAY_BEGIN.finditer(masked):
        at = match.start()
        wish = _BEHIND.fullmatch(masked, at)
        if wish is None and _PUT.match(masked):
            wish = _INTO.fullmatch(masked, at)
        if wish is not None and not _DATA.search(masked, 0, at):
            asks_about = _REPORT.fullmatch(wish[0]) or wish.groupdict().get("in_a")
            if _ASKED.match(masked) and asks_about:
                return None  # "What did we hand in as a report?" asks about one
            return _with_wish_before(_wish(wish, ""), text[:at], masked[:at])
    return None


def _with_wish_before(wish: Wish, rest: str, masked: str) -> Wish:
    """The wish with its rest; "write a report on … and save it as CSV" has another one there."""
    opening = _BEFORE.match(masked)
    if opening is not None:
        first = _wish(opening, rest[opening.end() :])
        kinds = tuple(dict.fromkeys((*first.kinds, *wish.kinds)))
        return Wish(kinds, first.rest, first.shape or wish.shape)
    verb = _PUT.match(masked)
    return wish._replace(rest=rest[verb.end() :] if verb else rest)


def _before(text: str, masked: str) -> Wish | None:
    for pattern, kind in ((_BEFORE, ""), (_VERB, "chart"), (_EXPORT, "table")):
        match = pattern.match(masked)
        if match is None:
            continue
        if not kind:
            return _wish(match, text[match.end() :])
        return Wish((kind,), text[match.end() :])
    return None


def _wish(match: re.Match[str], rest: str) -> Wish:
    named = {name: value for name, value in match.groupdict().items() if value}
    if "drawn" in named or "exported" in named:
        return Wish(("chart",) if "drawn" in named else ("table",), rest)
    kinds, shape = [], ""
    for one in _ONE.finditer(match[0]):
        kinds.append(next(kind for kind in ("table", "calendar", "report", "chart") if one[kind]))
        shape = shape or (one["shape"] or "").lower()
    return Wish(tuple(dict.fromkeys(kinds))[:_MOST_FILES], rest, shape)


def _says_something(rest: str) -> bool:
    return any(character.isalnum() for character in rest)


def _read(rest: str, around: Around, others: Sequence[Read]) -> Sequence[Step]:
    """What the other readings make of the rest: as it stands, or as a request to list it."""
    if asked := _INDIRECT.fullmatch(rest):
        rest = f"{asked['asks']} did {asked['what']} cost{asked['rest']}"
    shown = _SHOWN.match(rest)
    listed = f"list {rest[shown.end() :] if shown else rest}"
    for text in (rest, listed):
        setting = around._replace(words=frozenset(_WORD.findall(text.lower())))
        for read in others[:-1]:
            if steps := read(text, setting):
                return steps
    return others[-1](rest, around._replace(words=frozenset(_WORD.findall(rest.lower())))) or ()


def _step(kind: str, wish: Wish) -> Step:
    arguments = {"kind": kind}
    if wish.rest:
        arguments["topic"] = " ".join(wish.rest.split())
    if kind == "chart":
        per = _PER.search(wish.rest) or _PER.search(wish.shape)
        if per is not None:
            unit = (per["unit"] or _ADVERBS.get(per["adverb"].lower(), "year")).lower()
            arguments["per"] = unit if unit in _UNITS else "merchant"
        if wish.shape == "line":
            arguments["shape"] = "line"
    return Step("artifact", "", arguments)
