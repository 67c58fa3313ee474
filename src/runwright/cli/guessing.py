"""What somebody may have meant by a name that nothing has."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from runwright.cli.drawing import plain


def guess(word: str, known: Iterable[str]) -> str:
    """` Did you mean Clerk or Clara?`, or nothing where no name is like it, whatever its case."""
    names = {name.casefold(): name for name in known}
    close = get_close_matches(word.casefold(), names)
    shown = " or ".join(plain(names[name], is_line=True) for name in close)
    return f" Did you mean {shown}?" if close else ""
