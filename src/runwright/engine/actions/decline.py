"""Requests that a run cannot serve, said plainly: it only reads, and only what it was given."""

from __future__ import annotations

import re
from collections.abc import Mapping

from runwright.engine.around import Around
from runwright.engine.patterns import lazily
from runwright.engine.types import Finding, Step, Work

# These are hardly ever meant otherwise at the beginning of a request.
_ALWAYS = (
    r"send|e-?mail|forward|reply|respond|transfer|wire|delete|erase|cancel|buy|purchase|subscribe"
    r"|unsubscribe|invite|reschedule|rename|notify|remind me|phone|upload|refund|archive"
)
# These need an object that can be changed; "add 2 and 3" and "order these words" do not have one.
_WITH_OBJECT = (
    r"add|book|call|change|create|edit|make|message|move|order|pay|post|put|remove|schedule|set"
    r"|set up|submit|text|update|mark|assign|close|open|renew|approve|sign"
)
_OBJECT = (
    r"e-?mails?|messages?|events?|meetings?|appointments?|calls?|reminders?|tasks?|to-?dos?|alarms?"
    r"|invoices?|bills?|payments?|transactions?|bookings?|money|accounts?|cards?|files?|notes?"
    r"|documents?|contacts?|tickets?|flights?|hotels?|tables?|rooms?|taxis?|subscriptions?"
    r"|memberships?|contracts?|leases?|calendars?|entry|entries|leads?|customers?|rent"
)
_REQUEST = lazily(
    rf"(?:go ahead and |i want you to |you (?:must|should) |let's )?"
    rf"(?:(?P<surely>{_ALWAYS})\b(?!\s*[:=])|(?:{_WITH_OBJECT})\b\s(?:[\w'’.-]+\s){{0,6}}?(?:{_OBJECT})\b)",
    re.I,
)
_MADE_HERE = lazily(
    r"\b(?:csv|ics|png|chart|graph|plot|diagram|report|spreadsheet|markdown|table of|list of)\b"
    r"|\bme\b|\bas an? \w+ file\b",
    re.I,
)
# What a question that speaks of these is about, whatever the other sources say of the words.
_NAMED = {
    "calendar": lazily(r"\b(?:on|in) (?:my|the|our) (?:calendar|agenda|diary)\b", re.I),
    "finance": lazily(
        r"\bmy (?:bank (?:account|statements?)|transactions|bookings|account balance)\b", re.I
    ),
}
ANSWER = (
    "Nothing was changed: this service only reads and answers. It cannot send, pay, book, change "
    "or delete anything."
)


def recognise(part: str, around: Around) -> Mapping[str, str] | None:
    """Whether the part asks for a change in the world, or about a source that is not there."""
    found = _REQUEST.match(part.strip())
    # "Send me …" and "make a chart of my payments" ask for an answer.
    if found is not None and (_reminds(found) or not _MADE_HERE.search(part)):
        return {}
    for source, named in _NAMED.items():
        if around.sources and source not in around.sources and named.search(part):
            return {"missing": source}
    return None


def perform(step: Step, work: Work) -> Finding:
    """Say that it was not done, or why it cannot be told."""
    if topic := step.arguments.get("forbidden"):
        reason = f"this agent does not answer questions about {topic}"
        return Finding(step.action, step.part, reason=reason)
    missing = step.arguments.get("missing")
    if missing is None:
        return Finding(step.action, step.part, ANSWER)
    reason = (
        f"it cannot be told, because this run was not given the source “{missing}”; nothing was "
        "looked up in its place"
    )
    return Finding(step.action, step.part, reason=reason)


def _reminds(found: re.Match[str]) -> bool:
    return (found["surely"] or "").lower() == "remind me"
