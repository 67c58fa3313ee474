"""A file is what its first bytes say, whatever it is called."""

from __future__ import annotations

import gzip
import io
import random
import zipfile

import pytest

from runwright.files import sniff
from runwright.files.sniff import media_of


def ftyp(major: bytes, *others: bytes) -> bytes:
    body = b"ftyp" + major + b"\0\0\0\0" + b"".join(others)
    return (len(body) + 4).to_bytes(4, "big") + body + b"\0\0\0\x08free" + bytes(64)


def sniffed(data: bytes) -> str | None:
    return media_of(data[: sniff.HEAD_BYTES], len(data))


@pytest.mark.parametrize(
    ("data", "media"),
    [
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj", "pdf"),
        (b"\xef\xbb\xbf\r\n\r\n%PDF-1.4\n", "pdf"),
        (bytes(100) + b"%PDF-1.4\n", "pdf"),
        (b"\x1b%-12345X@PJL JOB\r\n%PDF-1.4\n", "pdf"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "png"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "jpeg"),
        (b"RIFF\x24\0\0\0WAVEfmt ", "wav"),
        (b"RF64\xff\xff\xff\xffWAVEds64", "wav"),
        (ftyp(b"M4A ", b"mp42", b"isom"), "m4a"),
        (ftyp(b"M4B "), "m4a"),
        (ftyp(b"mp42", b"isom"), "m4a"),
        (ftyp(b"isom", b"iso2"), "m4a"),
        (ftyp(b"dash"), "m4a"),
    ],
)
def test_each_type_is_known_by_its_signature(data: bytes, media: str) -> None:
    assert sniffed(data) == media


def zipped() -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("a.txt", "words and words")
    return made.getvalue()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        zipped(),
        zipped() + b"%PDF-1.7\n",
        gzip.compress(b"words", mtime=0),
        b"MZ\x90\0\x03\0\0\0",
        b"\x7fELF\x02\x01\x01\0",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(64),
        b"GIF89a\x20\x20\x20\x20",
        b"RIFF\x24\0\0\0AVI LIST",
        b"RIFF\x24\0\0\0WEBPVP8 ",
        ftyp(b"heic", b"mif1"),
        ftyp(b"avif", b"mif1"),
        ftyp(b"isom", b"avif"),
        ftyp(b"qt  "),
        b"{\\rtf1\\ansi Words}",
        b"words\0more\x01words",
        b"a" * 100 + b"\x02" + b"a" * 100,
        random.Random(1).randbytes(4096),
    ],
)
def test_anything_else_is_refused(data: bytes) -> None:
    assert sniffed(data) is None


def test_a_page_with_a_pdf_mark_in_it_is_no_pdf() -> None:
    assert sniffed(b"<html><body>%PDF-1.7 is how it begins</body></html>") == "text"


def test_a_pdf_mark_that_comes_late_is_not_one() -> None:
    assert sniffed(b" " * 2000 + b"%PDF-1.7") == "text"


WORDS = "Grüße aus Łódź, и привет: naïve café — 20 €\r\n\tEnd.\f"


@pytest.mark.parametrize(
    "data",
    [
        b"a",
        b"\xe9",
        b"MZ-700 is an old computer.",
        b"PK is the name of a game",
        WORDS.encode(),
        WORDS.encode("utf-8-sig"),
        WORDS.encode("utf-16"),
        b"\xfe\xff" + WORDS.encode("utf-16-be"),
        WORDS.encode("utf-32"),
        b"\0\0\xfe\xff" + WORDS.encode("utf-32-be"),
        "Plain words, no mark.\r\n".encode("utf-16-le"),
        "Plain words, no mark.\r\n".encode("utf-16-be"),
        "Съешь ещё этих булок, да выпей чаю. ".encode("utf-16-le") * 10,
        "Straße und Übermut".encode("cp1252"),
        "Съешь же ещё булок".encode("cp1251"),
        "吾輩は猫である。\n名前はまだ無い。\n".encode("cp932") * 10,
        "今天的会议在北京举行。\n".encode("gb18030") * 10,
        b"\x1b[31mred\x1b[0m in a log\n",
        b"old file\r\n\x1a",
        b"\x01:20:START\r\n:25:1\r\n-\x03\r\n\x01\r\n:20:NEXT\r\n-\x03",
    ],
)
def test_text_is_text_in_any_encoding(data: bytes) -> None:
    assert sniffed(data) == "text"


@pytest.mark.parametrize("pad", range(4))
def test_a_character_cut_by_the_end_of_the_head_is_no_harm(pad: int) -> None:
    data = b"a" * pad + "😀".encode() * 5000
    assert sniffed(data) == "text"


def test_a_character_cut_by_the_end_of_the_file_is_read_as_a_code_page() -> None:
    assert sniffed("Größe".encode()[:3]) == "text"


def test_marked_utf16_that_is_broken_is_refused() -> None:
    assert sniffed(b"\xff\xfe" + b"\x00\xd8" * 40) is None


def test_every_type_has_a_content_type() -> None:
    assert set(sniff.CONTENT_TYPES) == {"pdf", "png", "jpeg", "wav", "m4a", "text"}
