"""Numbers as people write them: figures, words, and back to plain figures."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Context, Decimal

from runwright.engine.patterns import lazily

_SMALL_WORDS = """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen
    fifteen sixteen seventeen eighteen nineteen
"""
_SMALL = {word: value for value, word in enumerate(_SMALL_WORDS.split())}
_TENS = {
    word: 10 * value
    for value, word in enumerate(
        ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], start=2
    )
}
SCALES = {
    "thousand": 10**3,
    "million": 10**6,
    "billion": 10**9,
    "trillion": 10**12,
}
NUMBER_WORDS = frozenset({*_SMALL, *_TENS, *SCALES, "hundred", "dozen", "point"})

SHOWN = Context(prec=28)
"""A result that had to be rounded is shown with this many significant digits."""

_FIGURES = lazily(r"[-+\u2212]?(?:\d{1,3}(?:,\d{3})+(?![\d,])|\d+)(?:\.\d+)?(?:[eE][-+]?\d{1,5})?")


def read_words(words: Sequence[str]) -> Decimal | None:
    """The number that the words say ("two hundred and five"), or None if they say none."""
    whole, point, decimals = _cut_at_point(words)
    value = _whole(whole)
    if value is None or not point:
        return None if value is None else Decimal(value)
    digits = [_SMALL.get(word, 10) for word in decimals]
    if not digits or max(digits) > 9:
        return None
    return Decimal(f"{value}.{''.join(map(str, digits))}")


def _cut_at_point(words: Sequence[str]) -> tuple[Sequence[str], bool, Sequence[str]]:
    if "point" not in words:
        return words, False, ()
    at = list(words).index("point")
    return words[:at], True, words[at + 1 :]


def _whole(words: Sequence[str]) -> int | None:
    total, group, ceiling = 0, -1, 10**15
    for word in words:
        if word == "and":
            continue
        if word in SCALES:
            scale = SCALES[word]
            if scale >= ceiling:
                return None
            total, group, ceiling = total + (group if group > 0 else 1) * scale, 0, scale
            continue
        grown = _grow(group, word)
        if grown is None:
            return None
        group = grown
    return total + group if group >= 0 else None


def _grow(group: int, word: str) -> int | None:
    """A group below a thousand with one more word, or None when the word cannot follow."""
    if word in ("hundred", "dozen"):
        size = 100 if word == "hundred" else 12
        return max(group, 1) * size if group < 100 else None
    value = _SMALL.get(word, _TENS.get(word))
    if value is None:
        return None
    if group <= 0 or group % 100 == 0:
        return max(group, 0) + value
    fits = 0 < value < 10 and group % 10 == 0 and group % 100 >= 20
    return group + value if fits else None


def read_figures(text: str) -> Decimal | None:
    """The number that the text is ("1,234.50"), or None."""
    text = text.strip()
    if len(text) > 120 or not _FIGURES.fullmatch(text):
        return None
    return Decimal(text.replace(",", "").replace("\u2212", "-"))


def read_count(text: str) -> int | None:
    """A small count in figures or words ("3", "three", "a"), or None."""
    text = text.strip().lower()
    if text in ("a", "an"):
        return 1
    if text.isascii() and text.isdigit():
        return int(text) if len(text) <= 7 else None
    words = read_words(text.replace("-", " ").split())
    return int(words) if words is not None and words == int(words) else None


def only_number(text: str) -> Decimal | None:
    """The one number in the text; None when it has none or several."""
    found = _FIGURES.findall(text)
    return read_figures(found[0]) if len(found) == 1 else None


def plain(value: Decimal, longest: int = 60) -> str:
    """The shortest exact writing: no exponent, no trailing zeros, until that gets too long."""
    if not value:
        return "0"
    if abs(value.adjusted()) >= longest:
        mantissa, _, exponent = f"{value:e}".partition("e")
        mantissa = mantissa.rstrip("0").rstrip(".") if "." in mantissa else mantissa
        return f"{mantissa} \u00d7 10^{int(exponent)}"
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
