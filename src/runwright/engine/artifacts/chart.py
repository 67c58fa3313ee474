"""A chart of what was found, as a PNG; without Pillow there is none, and the answer says so."""

from __future__ import annotations

from runwright.artifacts.chart import MEDIA_TYPE, CannotDraw, draw_chart
from runwright.engine.artifacts.material import CannotMake, Made, Material, count
from runwright.engine.artifacts.series import series

KIND = "chart"


def make(material: Material) -> Made:
    """The chart of what was found."""
    shown = series(material)
    is_line = material.shape == "line" and shown.over_time and len(shown.bars) > 1
    try:
        content = draw_chart(shown, is_line=is_line)
    except CannotDraw:
        raise CannotMake("this server cannot draw: it was installed without Pillow") from None
    shape = "line" if is_line else "bar"
    many = count(len(shown.bars), "point" if is_line else "bar")
    unit = f" in {shown.unit}" if len(shown.unit) == 3 and shown.unit.isupper() else ""
    told = f", a {shape} chart with {many}{unit}"
    return Made(KIND, "chart.png", MEDIA_TYPE, content, told, shown.note)
