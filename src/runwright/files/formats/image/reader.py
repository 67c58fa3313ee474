"""Pictures: opened with care, turned the right way up, and read."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import suppress
from math import sqrt
from pathlib import Path

from PIL import Image, ImageOps

from runwright.files.formats import passages
from runwright.files.formats.documents.describe import Description
from runwright.files.formats.image.ocr import MOST_PIXELS, recognise
from runwright.files.formats.types import Page, Part, Reading, Unreadable

__all__ = ["read", "recognise"]

MOST_MEGAPIXELS = 100
"""A picture that says it is larger is refused before anything of it is unpacked."""
_LONGEST_TITLE = 80
_BROKEN = (
    "The picture is damaged or incomplete. Please open it on your device to see whether it is "
    "whole, and upload it again."
)


def read(path: Path, reading: Reading) -> Iterator[Part]:
    """The text of a picture as one page, its passages and the document."""
    text = recognise(_picture(path))
    title, description = _title(text, reading.filename), Description(reading)
    yield from description.watch([Page(1, text), *passages.split(text, title=title, page=1)])
    yield from description.drafts(title)


def _picture(path: Path) -> Image.Image:
    with warnings.catch_warnings():
        # Of large pictures, which are refused here, and of damaged notes, which do not matter.
        warnings.simplefilter("ignore")
        with _opened(path) as picture:
            return _upright(picture)


def _opened(path: Path) -> Image.Image:
    try:
        picture = Image.open(path, formats=("PNG", "JPEG"))
    except Image.DecompressionBombError:
        raise _too_large() from None
    except (OSError, SyntaxError, ValueError) as error:
        raise Unreadable(_BROKEN) from error
    if picture.width * picture.height > MOST_MEGAPIXELS * 1_000_000:
        picture.close()
        raise _too_large()
    return picture


def _too_large() -> Unreadable:
    return Unreadable(
        f"The picture has more than {MOST_MEGAPIXELS} megapixels. Please make it smaller, "
        "and upload it again."
    )


def _upright(picture: Image.Image) -> Image.Image:
    """The picture unpacked, and turned as the camera says that it was held."""
    factor = sqrt(MOST_PIXELS / (picture.width * picture.height))
    if factor < 1:
        # A JPEG can be unpacked at a half or a quarter of its size; other pictures ignore this.
        picture.draft(None, (int(picture.width * factor), int(picture.height * factor)))
    try:
        picture.load()
    except (OSError, SyntaxError, ValueError) as error:
        raise Unreadable(_BROKEN) from error
    with suppress(Exception):  # what cameras note can be damaged in any way; the picture is whole
        return ImageOps.exif_transpose(picture)
    return picture


def _title(text: str, filename: str) -> str:
    """The first line if it can be a heading, else the name of the file."""
    first = text.split("\n", 1)[0]
    is_heading = 3 <= len(first) <= _LONGEST_TITLE and any(letter.isalpha() for letter in first)
    return first if is_heading else Path(filename).stem
