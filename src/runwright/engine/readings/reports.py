"""Questions to attached files: a figure, a year, a name, a count, a change, or a passage.

What the files hold is not known yet when a plan is made, so every question is looked up in them;
requests that ask for no one thing, such as a summary, are left to the readings after this one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from runwright.context.index.words import word_set
from runwright.engine.around import ATTACHED, Around
from runwright.engine.patterns import lazily
from runwright.engine.types import Step, Want

_ASKING = word_set("""
    what which how who whom whose where when why calculate compute determine find work list name
    count is are was were did does do has have
    """)
_ASKS = lazily(
    r"\b(?:what|which|how|who|whom|whose|where|when|why)\b"
    r"|^\W*(?:calculate|compute|determine|find|work\sout|list|name|count|is|are|was|were|did|does"
    r"|do|has|have)\b",
    re.I,
)
_READ = 40


def read(part: str, around: Around) -> Sequence[Step] | None:
    """One look-up, when files are attached and the part asks for something they may say."""
    if ATTACHED not in around.sources or around.words.isdisjoint(_ASKING):
        return None
    if not _ASKS.search(part):
        return None
    wants = tuple(Want(source, part, _READ) for source in around.sources if source != ATTACHED)
    arguments = {"question": part, "sources": " ".join(around.sources)}
    return (Step("lookup", "", arguments, wants),)
