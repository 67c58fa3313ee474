"""How documents are searched for a question: the same call wherever it is asked, fetched once."""

from __future__ import annotations

from typing import Any

LONGEST = 400
"""The longest text that is searched for, in characters."""
MOST = 40
"""So many of the best passages are looked at: two that belong together are seldom both on top."""


def searched(text: str, most: int = MOST) -> dict[str, Any]:
    """The arguments of `search_documents` for a question."""
    return {"text": text[:LONGEST], "limit": most}
