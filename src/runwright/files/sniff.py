"""What a file is, by its first bytes; the name and the declared type are never asked.

This runs in the server, so it looks and never parses: whether the whole file can be read is found
out later, in a process of its own.
"""

from __future__ import annotations

import codecs
import re
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Literal

Media = Literal["pdf", "png", "jpeg", "wav", "m4a", "text"]

HEAD_BYTES = 8192
"""How much of a file's beginning `media_of` wants to see."""

CONTENT_TYPES: Mapping[Media, str] = {
    "pdf": "application/pdf",
    "png": "image/png",
    "jpeg": "image/jpeg",
    "wav": "audio/wav",
    "m4a": "audio/mp4",
    "text": "text/plain",
}

_PDF_WITHIN = 1024
_AUDIO_BRANDS = {b"M4A ", b"M4B ", b"M4P ", b"mp41", b"mp42", b"isom", b"dash"}
_AUDIO_BRANDS |= {b"iso2", b"iso3", b"iso4", b"iso5", b"iso6", b"3gp4", b"3gp5", b"3gp6"}
_PICTURE_BRANDS = {b"heic", b"heix", b"heif", b"hevc", b"mif1", b"msf1", b"avif", b"avis"}
# Control characters that no text has: all below the space but tab, newlines, form feed, escape
# (terminal logs) and the mark that old systems put at the end.
_BINARY = re.compile(rb"[\x00-\x08\x0b\x0e-\x19\x1c-\x1f\x7f]")
_BINARY_WORDS = re.compile("[\x00-\x08\x0b\x0e-\x19\x1c-\x1f\x7f\ufffe\uffff]")
# What lines of transmission put around a message: banks' files keep it.
_FRAME = re.compile(rb"^[\x01-\x04]|[\x01-\x04](?=\r?$)", re.MULTILINE)
# Formats whose beginning may have no byte that text does not have, or whose text is a program.
_NOT_TEXT = (b"GIF87a", b"GIF89a", b"BZh91AY&SY", b"\x28\xb5\x2f\xfd", b"%!PS", b"{\\rtf")
_WIDE_BOMS = {
    codecs.BOM_UTF32_LE: "utf-32-le",
    codecs.BOM_UTF32_BE: "utf-32-be",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}


def media_of(head: bytes, size: int) -> Media | None:
    """What the file is that begins with `head` and has `size` bytes; None if nothing we read."""
    head = head[:HEAD_BYTES]
    if not head or size < 1:
        return None
    for media, fits in _SIGNATURES.items():
        if fits(head):
            return media
    return "text" if _is_text(head, whole=size <= len(head)) else None


def _is_pdf(head: bytes) -> bool:
    """The mark at the beginning, or after a little that is no file of its own."""
    at = head.find(b"%PDF-", 0, _PDF_WITHIN)
    if at < 0:
        return False
    before = head[:at].removeprefix(codecs.BOM_UTF8)
    # Mail and print spoolers leave blanks, NULs or job commands; markup or another format is
    # somebody making one file look like two.
    return not before.strip(b"\0 \t\r\n\f") or before.startswith(b"\x1b%-12345X@PJL")


def _is_png(head: bytes) -> bool:
    return head.startswith(b"\x89PNG\r\n\x1a\n")


def _is_jpeg(head: bytes) -> bool:
    return head.startswith(b"\xff\xd8\xff")


def _is_wav(head: bytes) -> bool:
    return head[:4] in (b"RIFF", b"RF64") and head[8:12] == b"WAVE"


def _is_m4a(head: bytes) -> bool:
    """ISO media with a brand of audio or of general use; what tracks it has, its reader sees."""
    if head[4:8] != b"ftyp":
        return False
    end = min(int.from_bytes(head[:4], "big"), len(head))
    brands = {head[8:12], *(head[at : at + 4] for at in range(16, end - 3, 4))}
    return head[8:12] in _AUDIO_BRANDS and not brands & _PICTURE_BRANDS


_SIGNATURES: Mapping[Media, Callable[[bytes], bool]] = {
    "pdf": _is_pdf,
    "png": _is_png,
    "jpeg": _is_jpeg,
    "wav": _is_wav,
    "m4a": _is_m4a,
}


def _is_text(head: bytes, whole: bool) -> bool:
    if head.startswith(_NOT_TEXT):
        return False
    for bom, encoding in _WIDE_BOMS.items():
        if head.startswith(bom):
            return _reads_as(head[len(bom) :], encoding, whole)
    head = head.removeprefix(codecs.BOM_UTF8)
    if b"\0" in head:
        encoding = wide_encoding(head) or ""
        return bool(encoding) and _reads_as(head, encoding, whole)
    head = _FRAME.sub(b"", head)
    return not _BINARY.search(head) and (_reads_as(head, "utf-8", whole) or _is_code_page(head))


def wide_encoding(head: bytes) -> str | None:
    """UTF-16 without a mark: the zeros of spaces and ASCII on one side, few values beside them."""
    head = head[: len(head) // 2 * 2]
    sides = {"utf-16-le": (head[1::2], head[0::2]), "utf-16-be": (head[0::2], head[1::2])}
    for encoding, (high, low) in sides.items():
        zeros = high.count(0)
        scripts = sum(count for _, count in Counter(high).most_common(3))
        if zeros > len(high) * 0.02 and low.count(0) <= zeros * 0.02 and scripts >= len(high) * 0.9:
            return encoding
    return None


def _reads_as(data: bytes, encoding: str, whole: bool) -> bool:
    """Whether it decodes; the last character may be cut where the head of a longer file ends."""
    try:
        text = codecs.getincrementaldecoder(encoding)().decode(data, final=whole)
    except UnicodeDecodeError:
        return False
    return not _BINARY_WORDS.search(text)


def _is_code_page(head: bytes) -> bool:
    """Whether bytes that are no UTF-8 may be words in an old code page.

    Binary data without any control character is short, or text; and text has spaces or lines.
    """
    return len(head) < 64 or any(code in head for code in b" \n\r\t")
