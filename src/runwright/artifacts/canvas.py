"""Drawing: text, boxes and lines on a white sheet, and the frame that turns values into places."""

from __future__ import annotations

import io
import re
import unicodedata
from collections.abc import Callable, Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

FONTS = Path(__file__).parent / "fonts"
Colour = tuple[int, int, int]
Point = tuple[float, float]
_SMOOTH = 4
"""Slanted lines are drawn so many times larger, and made smaller again."""


# Latin, Greek, Cyrillic, punctuation and currencies are there.
_MISSING = (
    r"[^ -~\u00a0-\u024f\u0370-\u0377\u037a-\u037f\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u03e1"
    r"\u03f0-\u045f\u0490\u0491\u2010-\u2027\u2030-\u203a\u20a0-\u20be\u2116\u2122\u2212]"
)
_UNKNOWN = re.compile(rf"{_MISSING}(?: ?{_MISSING})*")


class Frame(NamedTuple):
    """Where values stand on the sheet."""

    left: float
    top: float
    right: float
    bottom: float
    ticks: list[Decimal]

    def y(self, value: Decimal | int) -> float:
        """From below to above."""
        return self.bottom - self._share(value) * (self.bottom - self.top)

    def x(self, value: Decimal | int) -> float:
        """From left to right."""
        return self.left + self._share(value) * (self.right - self.left)

    def slot(self, many: int) -> float:
        """The width that each of so many has."""
        return (self.right - self.left) / many

    def _share(self, value: Decimal | int) -> float:
        low, high = self.ticks[0], self.ticks[-1]
        return float((value - low) / (high - low))


def nice_ticks(values: Sequence[Decimal], about: int = 5) -> list[Decimal]:
    """Round figures from zero, or below, to the largest value or above it."""
    low, high = min(*values, Decimal(0)), max(*values, Decimal(0))
    if low == high:
        return [Decimal(0), Decimal(1)]
    rough = (high - low) / about
    power = Decimal(10) ** rough.adjusted()
    step = next(power * n for n in (1, 2, Decimal("2.5"), 5, 10) if power * n >= rough)
    if all(value == value.to_integral_value() for value in values):
        step = max(step, Decimal(1))
    first = (low / step).to_integral_value(ROUND_FLOOR)
    last = (high / step).to_integral_value(ROUND_CEILING)
    return [step * n for n in range(int(first), int(last) + 1)]


def drawable(text: str) -> str:
    """The text on one line, with a question mark for letters that the fonts do not have."""
    return _UNKNOWN.sub("?", unicodedata.normalize("NFC", " ".join(text.split())))


class Canvas:
    """A sheet to draw on."""

    def __init__(self, width: int, height: int) -> None:
        # An extra that takes a while to load: only a run that draws needs it.
        from PIL import Image, ImageDraw

        self._image = Image.new("RGB", (width, height), "white")
        self._draw = ImageDraw.Draw(self._image)

    def png(self) -> bytes:
        """The sheet as it is sent."""
        buffer = io.BytesIO()
        self._image.save(buffer, "PNG", compress_level=6)
        return buffer.getvalue()

    def text(  # noqa: PLR0913 - what words look like, by name
        self,
        place: Point,
        text: str,
        size: int,
        colour: Colour,
        *,
        anchor: str = "lm",
        bold: bool = False,
        halo: bool = False,
        widest: float | None = None,
    ) -> None:
        """Words at a place; `anchor` is which point of them stands there.

        A halo keeps them readable where they cross a line.
        """
        shown = drawable(text) if widest is None else self.shortened(text, size, widest, bold)
        font, edge = _font(size, bold), 3 if halo else 0
        self._draw.text(place, shown, colour, font, anchor, stroke_width=edge, stroke_fill="white")

    def width_of(self, text: str, size: int, bold: bool = False) -> float:
        """How wide the words are."""
        return float(_font(size, bold).getlength(drawable(text)))

    def shortened(self, text: str, size: int, widest: float, bold: bool = False) -> str:
        """The words, or as many of them as fit."""
        text = drawable(text)[:200]
        if self.width_of(text, size, bold) <= widest:
            return text
        while text and self.width_of(text + "…", size, bold) > widest:
            text = text[:-1]
        return text.rstrip() + "…"

    def line(self, ends: tuple[float, float, float, float], colour: Colour) -> None:
        """A thin straight line, along an edge of the sheet."""
        self._draw.line([round(end) for end in ends], fill=colour, width=1)

    def box(self, corners: tuple[float, float, float, float], colour: Colour) -> None:
        """A filled box between two corners; at least a line, so that a small value is seen."""
        left, right = sorted((round(corners[0]), round(corners[2])))
        top, bottom = sorted((round(corners[1]), round(corners[3])))
        if left < right and top < bottom:
            self._draw.rectangle([left, top, right - 1, bottom - 1], fill=colour)

    def area(self, points: Sequence[Point], base: float, colour: Colour) -> None:
        """A tint from a line through points down to the base."""
        corners = [(points[0][0], base), *points, (points[-1][0], base)]
        self._smooth(corners, colour, lambda draw, at: draw.polygon(at, fill=255))

    def curve(self, points: Sequence[Point], colour: Colour) -> None:
        """A line through points, with a dot on each."""

        def line(draw: Any, at: list[Point]) -> None:
            draw.line(at, fill=255, width=3 * _SMOOTH, joint="curve")
            for x, y in at:
                size = 5 * _SMOOTH
                draw.ellipse([x - size, y - size, x + size, y + size], fill=255)

        self._smooth(points, colour, line)

    def _smooth(
        self, points: Sequence[Point], colour: Colour, draw: Callable[[Any, list[Point]], None]
    ) -> None:
        """Draw on a large mask and make it small: slanted edges become smooth."""
        from PIL import Image, ImageDraw

        left, top = int(min(x for x, _ in points)) - 8, int(min(y for _, y in points)) - 8
        right, bottom = int(max(x for x, _ in points)) + 9, int(max(y for _, y in points)) + 9
        size = (right - left, bottom - top)
        mask = Image.new("L", (size[0] * _SMOOTH, size[1] * _SMOOTH), 0)
        draw(ImageDraw.Draw(mask), [((x - left) * _SMOOTH, (y - top) * _SMOOTH) for x, y in points])
        self._image.paste(colour, (left, top), mask.resize(size, Image.Resampling.BOX))


@lru_cache(maxsize=16)
def _font(size: int, bold: bool) -> Any:
    from PIL import ImageFont

    name = "Roboto-Medium.ttf" if bold else "Roboto-Regular.ttf"
    # Without the shaping library that some builds have: the same places on every machine.
    return ImageFont.truetype(FONTS / name, size, layout_engine=ImageFont.Layout.BASIC)
