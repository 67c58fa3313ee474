"""A chart as a PNG: bars over time, bars by name, or a line.

Drawn by Pillow, which only some servers have. The letters come with the package, so that a chart
looks the same everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from runwright.artifacts.canvas import Canvas, Colour, Frame, nice_ticks

MEDIA_TYPE = "image/png"
WIDTH, HEIGHT = 1200, 700
INK, QUIET, GRID = (31, 36, 48), (105, 113, 130), (228, 231, 237)
BLUE, RED, PALE, GREY = (47, 98, 214), (200, 66, 84), (234, 240, 253), (158, 166, 182)
_LEFT, _RIGHT, _TOP, _BOTTOM = 48, 56, 150, 96
_WIDEST_NAME = 320
_WIDEST_BAR = 96


class CannotDraw(Exception):
    """The server has nothing to draw with."""


class Bar(NamedTuple):
    """One value of a series."""

    label: str
    value: Decimal
    group: str = ""
    """What stands below the label where it changes: the year of a month."""
    is_rest: bool = False
    """Whether it is all that has no bar of its own."""


class Series(NamedTuple):
    """What a chart shows."""

    title: str
    subtitle: str
    unit: str
    """The currency, or what is counted."""
    axis: str
    """What the bars are: "Month"."""
    bars: tuple[Bar, ...]
    over_time: bool
    note: str = ""
    """What it leaves out, as a sentence."""


def draw_chart(shown: Series, *, is_line: bool = False) -> bytes:
    """The chart of a series as a PNG; `CannotDraw` where Pillow is not installed."""
    try:
        canvas = Canvas(WIDTH, HEIGHT)
    except ModuleNotFoundError:
        raise CannotDraw from None
    _draw(canvas, shown, is_line)
    return canvas.png()


def _draw(canvas: Canvas, shown: Series, is_line: bool) -> None:
    canvas.text((_LEFT, 40), shown.title, 34, INK, bold=True, widest=WIDTH - _LEFT - _RIGHT)
    canvas.text((_LEFT, 88), shown.subtitle, 20, QUIET, widest=WIDTH - _LEFT - _RIGHT)
    if not shown.over_time:
        _by_name(canvas, shown)
    else:
        _over_time(canvas, shown, is_line)


# Over time -------------------------------------------------------------------------------------


def _over_time(canvas: Canvas, shown: Series, is_line: bool) -> None:
    ticks = nice_ticks([bar.value for bar in shown.bars])
    labels = [written(tick, ticks) for tick in ticks]
    margin = max(canvas.width_of(label, 18) for label in labels)
    frame = Frame(_LEFT + margin + 14, _TOP + 20, WIDTH - _RIGHT, HEIGHT - _BOTTOM - 6, ticks)
    canvas.text((_LEFT, _TOP - 14), shown.unit, 18, QUIET)
    points = [
        (frame.left + frame.slot(len(shown.bars)) * (n + 0.5), frame.y(bar.value))
        for n, bar in enumerate(shown.bars)
    ]
    if is_line:
        canvas.area(points, frame.y(0), PALE)
    for tick, label in zip(ticks, labels, strict=True):
        y = frame.y(tick)
        canvas.line((frame.left, y, frame.right, y), QUIET if tick == 0 else GRID)
        canvas.text((frame.left - 14, y), label, 18, QUIET, anchor="rm")
    if is_line:
        canvas.curve(points, BLUE)
    else:
        _bars(canvas, shown.bars, frame)
    _values(canvas, shown.bars, frame, is_line)
    _below(canvas, shown, frame)


def _bars(canvas: Canvas, bars: tuple[Bar, ...], frame: Frame) -> None:
    slot = frame.slot(len(bars))
    half = min(slot * 0.68, _WIDEST_BAR) / 2
    for n, bar in enumerate(bars):
        middle = frame.left + slot * (n + 0.5)
        colour = _colour(bar)
        canvas.box((middle - half, frame.y(bar.value), middle + half, frame.y(0)), colour)


def _values(canvas: Canvas, bars: tuple[Bar, ...], frame: Frame, is_line: bool) -> None:
    """The figure at each bar, as exactly as the room allows; none if there is no room at all."""
    slot = frame.slot(len(bars))
    for size, places in ((18, exact), (16, exact), (16, whole), (16, short), (14, short)):
        texts = places([bar.value for bar in bars])
        if max(canvas.width_of(text, size) for text in texts) <= slot - 8:
            break
    else:
        return
    for n, (bar, text) in enumerate(zip(bars, texts, strict=True)):
        if bar.value:
            below = _is_low(bars, n) if is_line else bar.value < 0
            place = (frame.left + slot * (n + 0.5), frame.y(bar.value) + (10 if below else -10))
            canvas.text(place, text, size, INK, anchor="mt" if below else "mb", halo=True)


def _is_low(bars: tuple[Bar, ...], n: int) -> bool:
    """Whether a line comes down to this point: its figure then stands below."""
    around = [bars[at].value for at in (n - 1, n + 1) if 0 <= at < len(bars)]
    return bars[n].value < sum(around) / len(around)


def _below(canvas: Canvas, shown: Series, frame: Frame) -> None:
    """Labels below the bars, as many as there is room for, and the years where they change."""
    slot = frame.slot(len(shown.bars))
    widest = max(canvas.width_of(bar.label, 18) for bar in shown.bars)
    every = next(n for n in range(1, 1000) if slot * n >= widest + 10)
    group, free_from = "", 0.0
    for n, bar in enumerate(shown.bars):
        x = frame.left + slot * (n + 0.5)
        if n % every == 0:
            canvas.text((x, frame.bottom + 8), bar.label, 18, QUIET, anchor="ma")
        if bar.group != group and x - widest / 2 >= free_from:
            canvas.text((x - widest / 2, frame.bottom + 32), bar.group, 16, QUIET, anchor="la")
            group, free_from = bar.group, x - widest / 2 + canvas.width_of(bar.group, 16) + 10
    middle = (frame.left + frame.right) / 2
    canvas.text((middle, HEIGHT - 18), shown.axis, 18, QUIET, anchor="md")


# By name ---------------------------------------------------------------------------------------


def _by_name(canvas: Canvas, shown: Series) -> None:
    """Bars to the right, so that long names can be read."""
    bars = shown.bars
    texts = exact([bar.value for bar in bars])
    names = [canvas.shortened(bar.label, 18, _WIDEST_NAME) for bar in bars]
    ticks = nice_ticks([bar.value for bar in bars])
    room = max(canvas.width_of(text, 18) for text in texts) + 14
    left = _LEFT + max(canvas.width_of(name, 18) for name in names) + 16
    left += room if ticks[0] < 0 else 0
    frame = Frame(left, _TOP - 10, WIDTH - _RIGHT - room, HEIGHT - _BOTTOM, ticks)
    for tick in ticks:
        x = frame.x(tick)
        canvas.line((x, frame.top, x, frame.bottom), QUIET if tick == 0 else GRID)
        canvas.text((x, frame.bottom + 8), written(tick, ticks), 18, QUIET, anchor="ma")
    slot = min((frame.bottom - frame.top) / len(bars), 72.0)
    for n, (bar, name, text) in enumerate(zip(bars, names, texts, strict=True)):
        y = frame.top + slot * (n + 0.5)
        end = frame.x(bar.value)
        colour = _colour(bar)
        canvas.box((frame.x(0), y - slot * 0.34, end, y + slot * 0.34), colour)
        canvas.text((_LEFT, y), name, 18, INK, anchor="lm")
        away = -8 if bar.value < 0 else 8
        side = "rm" if bar.value < 0 else "lm"
        canvas.text((end + away, y), text, 18, INK, anchor=side, halo=True)
    middle = (frame.left + frame.right) / 2
    canvas.text((middle, HEIGHT - 18), shown.unit, 18, QUIET, anchor="md")


def _colour(bar: Bar) -> Colour:
    if bar.is_rest:
        return GREY
    return RED if bar.value < 0 else BLUE


# Figures ---------------------------------------------------------------------------------------


def exact(values: Sequence[Decimal]) -> list[str]:
    """With thousands set apart, and with cents if one of them has some."""
    has_cents = any(value != value.to_integral_value() for value in values)
    return [_figure(value, 2 if has_cents else 0) for value in values]


def whole(values: Sequence[Decimal]) -> list[str]:
    """Without cents."""
    return [_figure(value, 0) for value in values]


def short(values: Sequence[Decimal]) -> list[str]:
    """In thousands or millions where they are that large."""
    return [_short(value) for value in values]


def _short(value: Decimal) -> str:
    for size, sign in ((10**9, "bn"), (10**6, "m"), (10**3, "k")):
        if abs(value) >= size:
            return _figure(value / size, 1).removesuffix(".0") + sign
    return _figure(value, 0)


def written(tick: Decimal, ticks: Sequence[Decimal]) -> str:
    """A figure at the axis, with as many decimals as the steps need."""
    exponent = (ticks[1] - ticks[0]).normalize().as_tuple().exponent
    return _figure(tick, max(0, -int(exponent)))


def _figure(value: Decimal, places: int) -> str:
    return f"{value:,.{places}f}".replace("-", "\u2212")
