"""The words that open a request in English: verbs, questions, courtesies."""

from __future__ import annotations

import re

from runwright.engine.patterns import lazily

# Verbs that are hardly ever nouns: after a comma they open a new request.
_VERBS = (
    "add|ask|build|calculate|capitali[sz]e|choose|compare|compile|compute|convert|create"
    "|decrease|delete|describe|determine|divide|double|evaluate|explain|extract|find|generate"
    "|get|give|halve|identify|increase|lowercase|make|multiply|pick|prepare|print|provide|put"
    "|recommend|reduce|remind|remove|replace|reverse|rewrite|say|select|send|show|solve|sort"
    "|subtract|suggest|summari[sz]e|take|tell|translate|triple|turn|uppercase|verify|write"
)
# Verbs that are nouns as often: they open a request only with an object after them.
_NOUNS_TOO = (
    "answer|average|book|cancel|check|confirm|count|date|draft|email|estimate|filter|group|list"
    "|look|name|note|order|outline|output|plan|quote|rank|repeat|report|return|review|round"
    "|schedule|search|square|state|sum|total|use|work"
)
_OBJECT = (
    r"(?:the|an?|it|its|that|this|these|those|them|all|my|our|your|me|us|each|every|both|any|by"
    r"|to|from|for|in|on|up|out|how|what|when|where|which|who|whether|if|\d|\x00)"
)
_QUESTION = (
    r"(?:what(?:'s|\u2019s|\s+(?:is|are|was|were|will|would|day|date|time|year|week|weekday|percent\w*))"
    r"|how\s+(?:many|much|long|old|far|often)|(?:when|who|where)(?:'s|\u2019s|\s+(?:is|are|was|were|will"
    r"|does|did|do))|which\s+\w+|(?:is|was)\s+\d+)\b"
)
_REFERRING = (
    r"(?:it|that|this|them|those|the\s+(?:result|answer|sum|total|product|outcome)|by|me|us|both)\b"
)
_COURTESY = (
    r"(?:please|kindly|(?:can|could|would|will)\s+you|i\s+(?:want|need)\s+you\s+to"
    r"|i(?:'d|\u2019d|\s+would)\s+like\s+you\s+to|let's|let\u2019s|just|now|also|hey|hi|hello|ok|okay|so)"
)

STRONG = rf"(?:please\s+)?(?:(?:{_VERBS})\s+\S|(?:{_NOUNS_TOO})\s+{_OBJECT}(?!\w)|{_QUESTION})"
"""A pattern: surely a request, even after a comma."""
REFERRING = (
    rf"(?:please\s+)?(?:(?:{_VERBS}|{_NOUNS_TOO})\s+{_REFERRING}|(?:add|subtract)\s+\d"
    rf"|{_QUESTION})"
)
"""A pattern: a request on an earlier result, or a question; sure even after a bare "and"."""

_LEADING = (
    r"(?:then|next|finally|lastly|also|and|after\s+that|afterwards?|first|firstly|second|secondly"
    r"|third|thirdly|fourth|fourthly|step\s+\d+)"
)
_ASKING = (
    rf"(?:{_COURTESY}\b[\s,:]+)*(?:{_VERBS}|{_NOUNS_TOO}|what|when|where|who|whose|whom|which|why"
    r"|how|is|are|was|were|am|do|does|did|can|could|will|would|should|please)(?!\w)"
)

ASKS = lazily(rf"(?:{_LEADING}\b[,:]?\s+)*{_ASKING}", re.IGNORECASE)
"""Matches where a request begins."""
OPENS = lazily(rf"{_ASKING}|{_LEADING}\b", re.IGNORECASE)
"""Matches where a request, or a word that leads to one, begins."""
LEADING = lazily(
    r"(?:(?:and|then|also|finally|lastly|afterwards?|after\s+that)\b[,:]?\s+"
    rf"|{_LEADING}(?:[,:]\s+|\s+(?={STRONG})))+",
    re.IGNORECASE,
)
"""Matches the words that only lead to a request: "and then", "first,"."""

STATES = lazily(
    r"(?:i|i'm|i\u2019m|i've|i\u2019ve|we|my|our|the|there|this|it|he|she|they|his|her|their|here)\s(?!.*?\b"
    r"(?:need|want|like|wish|must|should|please)\b)",
    re.IGNORECASE | re.DOTALL,
)
"""Matches a sentence that states something rather than asks for it."""

GREETING = lazily(
    r"(?:hi|hello|hey|thanks|thank you|please|cheers|ok|okay|dear|good (?:morning|day|afternoon"
    r"|evening)|there|all|team|assistant|so much|very much|in advance|a lot|[\s.!,?])+",
    re.IGNORECASE,
)
"""Matches a sentence that asks for nothing."""

_POLITE_START = lazily(
    rf"(?:(?:{_COURTESY}|tell\s+me|give\s+me|let\s+me\s+know)\b[\s,:]+)+", re.IGNORECASE
)
_POLITE_END = lazily(r"(?:[\s,](?:please|for me|thanks|thank you))+[\s.!?]*$", re.IGNORECASE)


def without_courtesy(part: str) -> str:
    """The part without "could you please" and its kind, for the actions to read."""
    start = _POLITE_START.match(part)
    if start and start.end() < len(part):
        part = part[start.end() :]
    end = _POLITE_END.search(part, max(0, len(part) - 40))
    return part[: end.start()] if end and end.start() > 0 else part
