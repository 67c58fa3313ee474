"""Patterns that are compiled when they are first used.

The engine has several hundred, and most requests use few of them: compiling all at import made
every process start half a second later.
"""

from __future__ import annotations

import re
from typing import Any, cast


class _Lazy:
    """Stands for a compiled pattern, and takes its methods over once one is asked for."""

    def __init__(self, source: str, flags: int) -> None:
        self._source = source
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        # Only called for what is not there yet: from now on all of it is, at no further cost.
        compiled = re.compile(self._source, self._flags)
        for each in ("search", "match", "fullmatch", "finditer", "findall", "sub", "subn", "split"):
            setattr(self, each, getattr(compiled, each))
        for each in ("pattern", "flags", "groups", "groupindex"):
            setattr(self, each, getattr(compiled, each))
        return getattr(compiled, name)


def lazily(source: str, flags: int = 0) -> re.Pattern[str]:
    """The pattern, compiled when it is first used."""
    return cast("re.Pattern[str]", _Lazy(source, flags))
