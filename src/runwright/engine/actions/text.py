"""Small jobs on a given text: counting, changing case, sorting, extracting.

The text is what is quoted, what follows a colon, the plain words at the end of the request,
or the result of the step before. It is data: nothing in it is ever read as a request.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from runwright.engine.around import Around
from runwright.engine.numbers import read_count
from runwright.engine.patterns import lazily
from runwright.engine.quotes import mask, quotations, unquote
from runwright.engine.textwork import JOBS
from runwright.engine.types import Finding, Step, Work

_GATE_WORDS = """
    count many number letters characters words word lines sentences reverse backwards backward
    uppercase lowercase titlecase upper lower title capitalise capitalize case sort alphabetise
    alphabetize first last remove duplicates deduplicate extract palindrome length links
    urls mail email emails numbers dates
"""
_GATE = frozenset(_GATE_WORDS.split())
_TEXT, _NEEDLE = "\x00", "\x01"
_COLON = lazily(r":(?=\s|$)")

_FILLER = lazily(
    r"(?:(?:the|this|these|following|given|word|words|text|string|sentence|phrase|lines|list"
    r"|letters of|characters of|order of|name)\s+)+(?=[\x00])",
    re.I,
)
_REFERENCE = lazily(
    r"(?:it|that|this|them|the (?:result|text|answer|words?|lines?|sentence|list))?", re.I
)
# Unquoted words that name a thing to look up rather than spell out a text.
_ELSEWHERE = lazily(
    r"(?:my|our|the|this|that|these|those|all|each|every|any|your|his|her|their|an?|it|them)\b"
    r"|(?:january|february|march|april|may|june|july|august|september|october|november|december"
    r"|\d{4})\b",
    re.I,
)

# Each pattern must match the whole command, in which the text stands as one sign.
_COUNT = r"(?:count|how many|(?:what(?:'s| is) )?the number of|number of)"
_TAIL = (
    r"(?:\s+(?:are(?: there)?|there are|is|do you see|does|has))*"
    r"(?:\s+(?:in|of|from)(?:\s+(?P<tail>.+))?)?"
)
_BY = r"(?:\s+(?:alphabetically|in alphabetical order|by name|from a to z))?"
_PATTERNS = tuple(
    (job, lazily(pattern, re.I | re.S))
    for job, pattern in (
        (
            "occurrences",
            rf"{_COUNT}(?: the)?(?: times| occurrences of| letters?| words?| does| do| the)*\s+"
            r"(?P<needle>\x01|\w(?:['\u2019]?s)?|(?<=letter )\w|(?<=word )\w+)"
            r"(?:\s+(?:are(?: there)?|is(?: there)?|appears?|occurs?))*\s+in\s+(?P<tail>.+)",
        ),
        (
            "count",
            rf"{_COUNT}(?:\s+the)?(?:\s+number of)?\s+"
            rf"(?P<unit>words?|characters?|letters?|sentences?|lines?|vowels?|digits?){_TAIL}",
        ),
        ("length", r"(?:what(?:'s| is) )?the length of\s+(?P<tail>.+)"),
        (
            "reverse_words",
            r"reverse (?:the )?(?:order of )?(?:the )?words(?: (?:in|of)(?: (?P<tail>.+))?)?",
        ),
        ("reverse", r"(?:reverse|write backwards?|spell backwards?)(?:\s+(?P<tail>.+))?"),
        ("reverse", r"(?:write|spell|say|put)\s+(?P<tail>.+?)\s+backwards?"),
        (
            "case",
            r"(?:(?:convert|change|turn|put|make|write|set|transform)\s+)?(?:(?P<tail>.+?)\s+)?"
            r"(?:(?:to|into|in|all)\s+)*(?P<how>upper|lower|title)[ -]?case",
        ),
        (
            "case",
            r"(?:(?:make|convert|change|turn|put)\s+)?(?:(?:to|into|in)\s+)?"
            r"(?P<how>upper|lower|title)[ -]?case(?:\s+(?P<tail>.+))?",
        ),
        ("case", r"(?P<how>capitali[sz])e(?:\s+(?P<tail>.+))?"),
        (
            "sort",
            r"(?:sort|alphabeti[sz]e|order)(?:\s+(?:the|these))?(?:\s+(?P<unit>words|lines))?"
            rf"(?:\s+(?:in|of))?(?:\s+(?P<tail>.+?))?{_BY}",
        ),
        (
            "edge",
            r"(?:what (?:is|are) )?(?:the )?(?P<how>first|last)(?:\s+(?P<size>\d+|[a-z-]+))?\s+"
            r"(?P<unit>words?|characters?|letters?|lines?)\s+(?:of|in|from)\s+(?P<tail>.+)",
        ),
        (
            "unique",
            r"(?:remove|delete|drop)(?: the| all| any)? duplicates?(?:\s+(?P<unit>words|lines))?"
            r"(?:\s+(?:in|from|of)(?:\s+(?P<tail>.+))?)?|deduplicate(?:\s+(?P<tail2>.+))?",
        ),
        (
            "extract",
            r"(?:extract|find|list|get|pull(?: out)?)(?: the| all| any| every)*\s+(?P<unit>numbers?"
            r"|e-?mails?(?: address(?:es)?)?|links?|urls?|dates?)(?:\s+(?:in|from|of|out of)"
            r"(?:\s+(?P<tail>.+))?)?",
        ),
        ("palindrome", r"(?:is|check (?:if|whether))\s+(?P<tail>.+?)\s+(?:is\s+)?a palindrome"),
    )
)


class _Asked(NamedTuple):
    """A part taken apart: the command with the text as a sign, the text, a quoted needle."""

    command: str
    text: str | None
    needle: str


def recognise(part: str, around: Around) -> Mapping[str, str] | None:
    """The job, its details and its text; without "text" the earlier result is meant."""
    if _GATE.isdisjoint(around.words):
        return None
    asked = _take_apart(part)
    if len(asked.command) > 400:
        return None
    for job, pattern in _PATTERNS:
        match = pattern.fullmatch(asked.command)
        if match:
            return _arguments(job, match.groupdict(), asked, around)
    return None


def _take_apart(part: str) -> _Asked:
    masked = mask(part)
    colon = _COLON.search(masked)
    head = part[: colon.start()] if colon else part
    text = unquote(part[colon.end() :]) if colon and part[colon.end() :].strip() else None
    places = quotations(head)
    if text is None and places:
        start, end = places.pop()
        text = head[start + 1 : end - 1]
        head = f"{head[:start]}{_TEXT}{head[end:]}"
    elif text is not None:
        head = f"{head.rstrip()} {_TEXT}"
    needle = ""
    if places:
        start, end = places[0]
        needle = head[start + 1 : end - 1]
        head = f"{head[:start]}{_NEEDLE}{head[end:]}"
    command = " ".join(_FILLER.sub("", head).split()).rstrip("?!. ")
    return _Asked(command, text, needle)


def _arguments(
    job: str, groups: Mapping[str, str | None], asked: _Asked, around: Around
) -> Mapping[str, str] | None:
    arguments = {"job": job}
    for name in ("unit", "how", "size"):
        if groups.get(name):
            arguments[name] = (groups[name] or "").lower()
    if groups.get("needle"):
        arguments["needle"] = (
            asked.needle if groups["needle"] == _NEEDLE else groups["needle"] or ""
        )
    if "size" in arguments and read_count(arguments["size"]) is None:
        return None
    tail = (groups.get("tail") or groups.get("tail2") or "").strip()
    if _TEXT in tail or (asked.text is not None and not tail):
        return {**arguments, "text": asked.text or ""} if tail in (_TEXT, "") else None
    if _REFERENCE.fullmatch(tail):
        return arguments if around.follows or around.given else None
    if asked.text is not None or _ELSEWHERE.match(tail) or job in ("extract", "unique"):
        return None
    return _inline(arguments, tail)


def _inline(arguments: dict[str, str], tail: str) -> Mapping[str, str] | None:
    """Plain words after the command; only a list with commas is surely meant to be sorted."""
    if arguments["job"] == "sort" and "," not in tail:
        return None
    return {**arguments, "text": tail}


def perform(step: Step, work: Work) -> Finding:
    """Do the job on the text that the step has, or on the earlier result."""
    text = step.arguments.get("text")
    if text is None:
        text = step.arguments.get("given") or (work.earlier[-1].value if work.earlier else None)
    if text is None:
        reason = "it needs a text, and the step before it gave none"
        return Finding(action=step.action, part=step.part, reason=reason)
    job = JOBS.get(step.arguments.get("job", ""))
    if job is None:
        return Finding(action=step.action, part=step.part, reason="the job is not known")
    done = job(text, step.arguments)
    return Finding(
        action=step.action,
        part=step.part,
        answer=done.answer,
        value=done.value,
        reason=done.reason,
    )
