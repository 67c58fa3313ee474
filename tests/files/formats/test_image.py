"""Pictures are read as they were meant to be looked at; bad ones are refused with a reason."""

from __future__ import annotations

import socket
import struct
import zlib
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from runwright.files.formats.types import Draft, Page, Part, Reading, Unreadable

READING = Reading("scan 7.png", datetime(2026, 1, 1, tzinfo=UTC), ZoneInfo("UTC"))
Written = Sequence[tuple[tuple[int, int], str]]


def drawn(written: Written, size: tuple[int, int] = (420, 160), letters: int = 24) -> Image.Image:
    picture = Image.new("RGB", size, "white")
    pen, font = ImageDraw.Draw(picture), ImageFont.load_default(letters)
    for place, text in written:
        pen.text(place, text, fill="black", font=font)
    return picture


def note() -> Image.Image:
    return drawn([((20, 20), "Parcel for Anna"), ((20, 70), "Left at the door")])


def read(path: Path) -> list[Part]:
    # Loaded when it is used: it takes a second, and every test process collects this file.
    from runwright.files.formats.image import reader

    return list(reader.read(path, READING))


def text_of(path: Path) -> str:
    [page] = [part for part in read(path) if isinstance(part, Page)]
    assert page.n == 1
    return page.text


def test_text_becomes_a_page_and_passages_with_the_first_line_as_title(tmp_path: Path) -> None:
    note().save(tmp_path / "a.png")
    page, passage, document = read(tmp_path / "a.png")
    assert isinstance(document, Draft)
    assert document.kind == "document"
    assert page == Page(1, "Parcel for Anna\nLeft at the door")
    assert isinstance(passage, Draft)
    assert passage.title == "Parcel for Anna"
    assert passage.page == 1
    assert "Left at the door" in passage.text


def test_a_picture_without_text_is_an_empty_page_and_no_failure(tmp_path: Path) -> None:
    Image.new("RGB", (300, 200), "navy").save(tmp_path / "a.jpg")
    assert read(tmp_path / "a.jpg") == [Page(1, "")]


def test_a_first_line_without_letters_leaves_the_title_to_the_filename(tmp_path: Path) -> None:
    drawn([((20, 20), "4711 0815"), ((20, 70), "Left at the door")]).save(tmp_path / "a.png")
    _, passage, _ = read(tmp_path / "a.png")
    assert isinstance(passage, Draft)
    assert passage.title == "scan 7"


@pytest.mark.parametrize(("orientation", "held"), [(3, 180), (6, 90), (8, 270)])
def test_the_camera_says_how_it_was_held(tmp_path: Path, orientation: int, held: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    note().rotate(held, expand=True).save(tmp_path / "a.jpg", exif=exif, quality=95)
    assert text_of(tmp_path / "a.jpg") == "Parcel for Anna\nLeft at the door"


@pytest.mark.parametrize("degrees", [90, 180, 270])
def test_a_page_lying_on_its_side_is_read_without_being_told(tmp_path: Path, degrees: int) -> None:
    note().rotate(degrees, expand=True).save(tmp_path / "a.png")
    assert text_of(tmp_path / "a.png") == "Parcel for Anna\nLeft at the door"


def test_a_receipt_is_read_row_by_row(tmp_path: Path) -> None:
    bought = [("Milk", "1.20"), ("Brown bread", "2.85"), ("Coffee beans", "7.99")]
    written = [((20, 20 + 45 * n), name) for n, (name, _) in enumerate(bought)]
    written += [((330, 20 + 45 * n), price) for n, (_, price) in enumerate(bought)]
    drawn(written).save(tmp_path / "a.png")
    assert text_of(tmp_path / "a.png").splitlines() == [
        "Milk 1.20",
        "Brown bread 2.85",
        "Coffee beans 7.99",
    ]


def test_columns_are_read_one_after_the_other_even_when_photographed_askew(tmp_path: Path) -> None:
    left = [
        "The harbour was quiet in the",
        "early morning and the boats",
        "lay still on the water.",
    ]
    right = ["Later the market opened and", "the square filled with people", "who bought bread."]
    written = [((20, 30 + 45 * n), text) for n, text in enumerate(left)]
    written += [((480, 30 + 45 * n), text) for n, text in enumerate(right)]
    page = drawn(written, (900, 200)).rotate(
        3, Image.Resampling.BICUBIC, expand=True, fillcolor="white"
    )
    page.save(tmp_path / "a.png")
    assert text_of(tmp_path / "a.png").split() == " ".join(left + right).split()


@pytest.mark.slow
def test_a_long_receipt_loses_no_line_where_it_is_cut(tmp_path: Path) -> None:
    names = ["Apples", "Butter", "Cheese", "Dates", "Eggs", "Flour", "Grapes", "Honey"] * 5
    written = [((10, 10 + 40 * n), name) for n, name in enumerate(names)]
    drawn(written, (200, 1620)).save(tmp_path / "a.png")
    assert text_of(tmp_path / "a.png").split() == names


def test_letters_of_a_few_pixels_are_read(tmp_path: Path) -> None:
    drawn([((3, 2), "Invoice 4711")], (90, 18), letters=11).save(tmp_path / "a.png")
    assert text_of(tmp_path / "a.png") == "Invoice 4711"


@pytest.mark.parametrize("size", [(1, 1), (1, 4000), (60_000, 2)])
def test_a_picture_of_hardly_any_pixels_is_no_failure(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    Image.new("L", size, 255).save(tmp_path / "a.png")
    assert read(tmp_path / "a.png") == [Page(1, "")]


def test_a_printers_colours_are_read(tmp_path: Path) -> None:
    note().convert("CMYK").save(tmp_path / "a.jpg", quality=95)
    assert text_of(tmp_path / "a.jpg") == "Parcel for Anna\nLeft at the door"


def test_sixteen_bits_of_grey_are_read(tmp_path: Path) -> None:
    # Paper at a quarter of white, letters darker still: a cut at 255 would make all of it white.
    grey = np.asarray(note().convert("L")).astype(np.uint16)
    Image.fromarray(grey * 48 + 2000).save(tmp_path / "a.png")
    with Image.open(tmp_path / "a.png") as picture:
        assert picture.mode.startswith("I")
    assert text_of(tmp_path / "a.png") == "Parcel for Anna\nLeft at the door"


@pytest.mark.parametrize("colour", [0, 255])
def test_letters_on_glass_are_read_whatever_their_colour(tmp_path: Path, colour: int) -> None:
    grey = note().convert("L")
    picture = Image.new("RGBA", grey.size, (colour, colour, colour, 0))
    picture.putalpha(grey.point(lambda value: 255 - value))
    picture.quantize(16).save(tmp_path / "a.png")
    with Image.open(tmp_path / "a.png") as saved:
        assert saved.mode == "P"
        assert saved.has_transparency_data
    assert text_of(tmp_path / "a.png") == "Parcel for Anna\nLeft at the door"


def header_only(width: int, height: int) -> bytes:
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    check = struct.pack(">I", zlib.crc32(b"IHDR" + header))
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + b"IHDR" + header + check


@pytest.mark.parametrize("side", [10_050, 30_000, 2**31 - 1])
def test_a_picture_that_would_unpack_to_gigabytes_is_refused_by_its_header(
    tmp_path: Path, side: int
) -> None:
    (tmp_path / "a.png").write_bytes(
        header_only(side, side) + struct.pack(">I", 0) + b"IDAT" + struct.pack(">I", 0x35AF061E)
    )
    with pytest.raises(Unreadable, match=r"more than 100 megapixels.*smaller"):
        read(tmp_path / "a.png")


@pytest.mark.parametrize("kind", ["png", "jpg"])
@pytest.mark.parametrize("part", [0.02, 0.5, 0.9])
def test_a_picture_that_breaks_off_is_refused_with_what_to_do(
    tmp_path: Path, kind: str, part: float
) -> None:
    path = tmp_path / f"a.{kind}"
    noise = np.random.default_rng(1).integers(0, 255, (64, 64, 3), np.uint8)
    Image.fromarray(noise).resize((256, 256)).save(path)
    path.write_bytes(path.read_bytes()[: int(path.stat().st_size * part)])
    with pytest.raises(Unreadable, match=r"damaged or incomplete.*upload it again"):
        read(path)


def test_damaged_bytes_and_other_formats_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    note().save(path)
    whole = bytearray(path.read_bytes())
    whole[60:80] = bytes(20)
    path.write_bytes(whole)
    with pytest.raises(Unreadable):
        read(path)
    note().save(path, format="BMP")
    with pytest.raises(Unreadable):
        read(path)


def test_a_damaged_note_of_the_camera_does_not_lose_the_picture(tmp_path: Path) -> None:
    note().save(tmp_path / "a.jpg", quality=95, exif=b"Exif\0\0MM\0*\0\0\0\x08\xff\xff\x01\x12\0")
    assert text_of(tmp_path / "a.jpg") == "Parcel for Anna\nLeft at the door"


def test_reading_is_quiet_and_never_asks_the_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    from runwright.files.formats.image import ocr

    def refuse(*_: object) -> None:
        raise AssertionError("the network was asked")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    note().save(tmp_path / "a.png")
    ocr.engine.cache_clear()
    assert text_of(tmp_path / "a.png").startswith("Parcel")
    assert capfd.readouterr() == ("", "")
