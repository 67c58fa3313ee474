"""Whether a summary says what it should: words, figures and days, whatever their format.

Case, spaces, dashes and the commas of thousands make no difference. A figure counts only when it
stands alone, and a bare number only when it is no part of a day, a time or an amount.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Sequence
from typing import Any

from bench.eval.desk import Reply

Said = str | Sequence[str]
_MONTH = "january|february|march|april|may|june|july|august|september|october|november|december"
_DASHES = re.compile("[‐‑‒–—−]")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_RANGE = re.compile(r"(?<=\d)\s*(?:-|to|until)\s*(?=\d)")
_PARTS = re.compile(
    rf"\d{{4}}-\d\d-\d\d|\d\d?-?\d?\d? (?:{_MONTH})\b(?: \d{{4}})?|\d\d?:\d\d|\d+\.\d+"
    r"|^\d+\. |\b(?:19|20)\d\d\b",
    re.MULTILINE,
)
_SINGLE = re.compile(r"\d+")
_REFUSING = re.compile(
    r"\bnothing\b|\bnone\b|no answer|not in your|there (?:is|are|was|were) no\b"
    r"|\b0 (?:meetings|events|payments|transactions)|\bno (?:such )?(?:meetings?|events?|payments?|"
    r"transactions?|bookings?|source|calendar|documents?|finance)\b|not (?:given|found|shared)"
    r"|cannot|can't|read-only|only reads?\b|not changed"
)
_UNANSWERED = re.compile(r"no answer to")


def is_right(reply: Reply, expect: dict[str, Any]) -> bool:
    """Whether a reply is what was expected, in every respect."""
    summary = normal(reply.summary)
    if expect["refuses"] != refuses(summary, strictly=not expect["refuses"]):
        return False
    if not all(says(summary, wanted) for wanted in expect["contains"]):
        return False
    if any(says(summary, unwanted) for unwanted in expect.get("not_contains", ())):
        return False
    if not set(expect.get("sources_include", ())) <= set(reply.sources):
        return False
    return "artifact" not in expect or _made(reply, expect)


def says(summary: str, wanted: Said) -> bool:
    """Whether a normal summary has the words, or one of several."""
    if not isinstance(wanted, str):
        return any(says(summary, one) for one in wanted)
    wanted = normal(wanted)
    if _SINGLE.fullmatch(wanted):
        summary = _PARTS.sub(" ", summary)
    before = r"(?<!\w)(?<!\d\.)" if wanted[:1].isalnum() else ""
    after = r"(?!\w)(?!\.\d)" if wanted[-1:].isalnum() else ""
    return re.search(before + re.escape(wanted) + after, summary) is not None


def refuses(summary: str, *, strictly: bool) -> bool:
    """Whether it says that there is no answer; strictly, in the words that runs use for it."""
    return (_UNANSWERED if strictly else _REFUSING).search(summary) is not None


def normal(text: str) -> str:
    """The text in the one form in which texts are compared."""
    text = _DASHES.sub("-", text.casefold().replace("’", "'"))
    text = "\n".join(" ".join(line.split()) for line in text.splitlines())
    return _RANGE.sub("-", _THOUSANDS.sub("", text))


def _made(reply: Reply, expect: dict[str, Any]) -> bool:
    """Whether a file of the kind was made, with all that belongs in it."""
    files = list(reply.artifacts)
    texts = [_words(file.content) for file in files if file.kind == expect["artifact"]]
    return any(all(says(text, one) for one in expect["artifact_contains"]) for text in texts)


def _words(content: str) -> str:
    """What a made file says, without the folds and the escapes of calendar files."""
    text = base64.b64decode(content).decode("utf-8", "replace")
    return normal(re.sub(r"\r?\n[ \t]", "", text).replace("\\,", ","))
