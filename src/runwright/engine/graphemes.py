"""Characters as readers see them: a letter with its accents, a flag, a joined emoji."""

from __future__ import annotations

import unicodedata

_JOINER = "\u200d"


def graphemes(text: str) -> list[str]:
    """The text in pieces that must not be torn apart."""
    if text.isascii():
        return list(text)
    pieces: list[str] = []
    for character in text:
        if pieces and _belongs(pieces[-1], character):
            pieces[-1] += character
        else:
            pieces.append(character)
    return pieces


def _belongs(piece: str, character: str) -> bool:
    if piece.endswith(_JOINER) or character == _JOINER:
        return True
    if _is_flag_half(character):
        return len(piece) == 1 and _is_flag_half(piece)
    # Skin tones and variation selectors change the picture before them.
    if "\U0001f3fb" <= character <= "\U0001f3ff":
        return True
    return unicodedata.category(character) in ("Mn", "Mc", "Me")


def _is_flag_half(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"
