"""File names as people send them, made safe to store and to show."""

from __future__ import annotations

import re
import unicodedata

LONGEST = 255
_SEPARATORS = re.compile(r"[/\\]")


def safe(filename: str) -> str:
    """The name without its path, control and direction characters; `file` when nothing is left."""
    visible = "".join(char for char in _SEPARATORS.split(filename)[-1] if _is_visible(char))
    name = unicodedata.normalize("NFC", visible).strip()[:LONGEST].strip()
    return name if name.strip(". ") else "file"


def _is_visible(char: str) -> bool:
    # Cc: control, Cf: direction and other invisible signs, Cs: half a character, Zl, Zp: line ends.
    return unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Zl", "Zp")
