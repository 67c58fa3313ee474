"""Text in pictures: the recognition itself, with models that come in the package.

The page is looked at in a small copy to find its lines, and each line is then read from the
picture as it is: finding is what costs time and memory, reading is what needs the detail.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import atan2, cos, sin, sqrt
from pathlib import Path
from statistics import fmean, median
from typing import Any

import numpy as np
import rapidocr
from numpy.typing import NDArray
from PIL import Image, ImageStat
from rapidocr.main import RapidOCR, RapidOCRError

from runwright.files.formats.image.layout import Line, arrange

Pixels = NDArray[np.uint8]
Box = NDArray[np.float32]
"""The corners of a line: upper left, upper right, lower right, lower left, as it is read."""

MOST_PIXELS = 16_000_000
"""A picture with more is made smaller: a page photographed at this size reads well."""
_SEARCHED_SIDE = 1600
"""Lines are looked for in a copy of this size: twice as large costs twice, and finds no more."""
_SMALL_SIDE = 800
"""A picture below this is doubled: screenshots have letters that are a few pixels high."""
_NARROW, _MARGIN = 100, 32
"""Letters at the very edge of a narrow picture are overlooked unless it gets a margin."""
_SURE = 0.5
_DOUBTFUL = 0.9
"""Lines are recognised with more certainty than this, on the average, unless upside down."""
_QUIET_ROWS = 9
_TALLEST = 2.5
"""A picture higher than so many widths, such as a long receipt, is read in pieces."""


def recognise(picture: Image.Image) -> str:
    """The text in a picture, in reading order; nothing when there is none."""
    found = (recognised for piece in _pieces(_legible(picture)) if (recognised := _read(piece)))
    return "\n".join(found)


def _legible(picture: Image.Image) -> Pixels:
    """The picture in the colours and the size that recognition works with."""
    picture = _opaque(_eight_bits(picture))
    width, height = picture.size
    factor = min(1.0, sqrt(MOST_PIXELS / (width * height)))
    if max(width, height) < _SMALL_SIDE:
        factor = 2.0
    if factor != 1.0:
        size = (max(1, int(width * factor)), max(1, int(height * factor)))
        picture = picture.resize(size, Image.Resampling.BICUBIC, reducing_gap=2.0)
    pixels = np.asarray(picture)[:, :, ::-1]
    margins = [(_MARGIN, _MARGIN) if side < _NARROW else (0, 0) for side in pixels.shape[:2]]
    return np.pad(pixels, [*margins, (0, 0)], mode="edge")


def _eight_bits(picture: Image.Image) -> Image.Image:
    """Sixteen bits per pixel scaled down; Pillow's own conversion would cut them off at white."""
    if not picture.mode.startswith("I"):
        return picture
    values = np.asarray(picture).astype(np.int64) >> 8
    return Image.fromarray(values.clip(0, 255).astype(np.uint8))


def _opaque(picture: Image.Image) -> Image.Image:
    if not picture.has_transparency_data:
        return picture.convert("RGB")
    picture = picture.convert("RGBA")
    # What is drawn in a light colour was meant for a dark page.
    drawn = ImageStat.Stat(picture.convert("L"), mask=picture.getchannel("A")).mean[0]
    paper = Image.new("RGB", picture.size, "black" if drawn > 160 else "white")
    paper.paste(picture, mask=picture.getchannel("A"))
    return paper


def _pieces(pixels: Pixels) -> Iterator[Pixels]:
    """The picture from top to bottom, cut where nothing is written."""
    height, width = pixels.shape[:2]
    piece = max(int(width * _TALLEST), _SMALL_SIDE)
    top = 0
    while height - top > piece:
        ink = pixels[top + piece // 2 : top + piece].std(axis=(1, 2))
        # A few quiet rows together are the space between two lines; one may be within a letter.
        quiet = np.convolve(ink, np.ones(_QUIET_ROWS), mode="valid").argmin()
        cut = top + piece // 2 + int(quiet) + _QUIET_ROWS // 2
        yield pixels[top:cut]
        top = cut
    yield pixels[top:]


def _read(pixels: Pixels) -> str:
    boxes, crops = _find(pixels)
    if len(boxes) and _is_sideways(boxes):
        pixels = np.ascontiguousarray(np.rot90(pixels))
        boxes, crops = _find(pixels)
    if not crops:
        return ""
    read = engine().recognize_txt(crops)
    if fmean(read.scores) < _DOUBTFUL:
        turned = engine().recognize_txt([np.rot90(crop, 2) for crop in crops])
        if fmean(turned.scores) > fmean(read.scores):
            read, boxes = turned, _upside_down(boxes, pixels)
    return arrange(_lines(boxes, read))


def _find(pixels: Pixels) -> tuple[Box, list[Pixels]]:
    """Where lines are, and the lines themselves cut out and straightened."""
    try:
        crops, found = engine().detect_and_crop(pixels, {})
    except RapidOCRError:  # the way in which it says that there is nothing
        return np.empty((0, 4, 2), np.float32), []
    return found.boxes, crops


def _is_sideways(boxes: Box) -> bool:
    """Whether most of the text runs from top to bottom."""
    widths = np.linalg.norm(boxes[:, 1] - boxes[:, 0], axis=1)
    heights = np.linalg.norm(boxes[:, 3] - boxes[:, 0], axis=1)
    tall = heights > 1.5 * widths
    areas = widths * heights
    return bool(areas[tall].sum() > areas.sum() / 2)


def _upside_down(boxes: Box, pixels: Pixels) -> Box:
    height, width = pixels.shape[:2]
    return np.roll(np.array([width, height], np.float32) - boxes, 2, axis=1)


def _lines(boxes: Box, read: Any) -> list[Line]:
    """What was recognised with some certainty, on a page turned level."""
    return [
        _line(corners, text.strip())
        for corners, text, score in zip(_level(boxes), read.txts, read.scores, strict=True)
        if score >= _SURE and text.strip()
    ]


def _line(corners: Box, text: str) -> Line:
    (left, top), (right, bottom) = corners.min(axis=0).tolist(), corners.max(axis=0).tolist()
    return Line(left, top, right, bottom, text)


def _level(boxes: Box) -> Box:
    """The places as they would be if the photograph had been taken straight."""
    wide = [box for box in boxes if box[1][0] - box[0][0] > 3 * abs(box[3][1] - box[0][1])]
    slope = median(atan2(box[1][1] - box[0][1], box[1][0] - box[0][0]) for box in wide or boxes)
    turn = np.array([[cos(slope), -sin(slope)], [sin(slope), cos(slope)]])
    level: Box = boxes @ turn
    return level


@cache
def engine() -> Any:
    """One thread, no memory kept, and models by path: an unnamed model would be downloaded."""
    models = Path(rapidocr.__file__).parent / "models"
    return RapidOCR(
        params={
            "Global.log_level": "critical",
            "Global.use_preprocess_img": False,
            # It would blow up a picture of one long row of pixels to gigabytes.
            "Global.use_vertical_padding": False,
            "Det.limit_type": "max",
            "Det.limit_side_len": _SEARCHED_SIDE,
            "Det.model_path": str(models / "PP-OCRv6_det_small.onnx"),
            "Rec.model_path": str(models / "PP-OCRv6_rec_small.onnx"),
            "EngineConfig.onnxruntime.intra_op_num_threads": 1,
            "EngineConfig.onnxruntime.inter_op_num_threads": 1,
            "EngineConfig.onnxruntime.enable_cpu_mem_arena": False,
        }
    )
