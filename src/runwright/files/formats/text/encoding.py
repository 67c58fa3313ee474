"""Bytes into text: which encoding they are in, told by the bytes alone.

UTF-8 and marked UTF-16 and UTF-32 are certain. Among old code pages there is no certainty, only
what reads like a language; a sample decides, so that a large file costs no more than a small one.
"""

from __future__ import annotations

import codecs
import re

from charset_normalizer import from_bytes

from runwright.files import sniff

SAMPLE_BYTES = 64 * 1024
_BOMS = (
    # UTF-32 first: its little-endian mark begins with that of UTF-16.
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_CODE_PAGES = (
    *("cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1255", "cp1256", "koi8_r"),
    *("cp932", "gb18030", "big5", "euc_kr", "euc_jp", "iso8859_2", "cp437", "cp850"),
)
# NULs, and the signs that lines of transmission put around a message.
_UNPRINTED = re.compile("[\x00-\x04]+")
_HIGH = re.compile(rb"[\x80-\xff]+")
# The letters and signs that western European text has above ASCII, in cp1252.
_WESTERN = frozenset("äöüßÄÖÜéèêëàâáãåæçñòóôõøœùúûíìîïÿýÉÈÀÁÇÑÓÚÍØÅÆ€£§°©®«»–—‘’“”„…•ºª¿¡´·²³½¼×")


def decode(data: bytes) -> str:
    """The text, with `\\n` at every line's end and without signs that nobody sees; never fails."""
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            return _normalised(data[len(bom) :].decode(encoding, "replace"))
    if (wide := _wide(data)) is not None:
        return _normalised(data.decode(wide, "replace"))
    try:
        return _normalised(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        return _normalised(data.decode(_guess(data, error.start), "replace"))


def _wide(data: bytes) -> str | None:
    head = data[: sniff.HEAD_BYTES]
    return sniff.wide_encoding(head) if b"\0" in head else None


def _guess(data: bytes, at: int) -> str:
    """The encoding of what is no UTF-8 from the byte `at` on."""
    sample = _sample(data, at)
    if _is_damaged_utf8(sample):
        return "utf-8"
    if _is_western(sample):
        return "cp1252"
    found = from_bytes(sample, cp_isolation=list(_CODE_PAGES)).best()
    return found.encoding if found is not None else "cp1252"


def _sample(data: bytes, at: int) -> bytes:
    """The lines around what is not ASCII: they alone tell one code page from another."""
    if len(data) <= SAMPLE_BYTES:
        return data
    start = data.rfind(b"\n", max(0, at - 1024), at) + 1 or at
    return data[start : start + SAMPLE_BYTES]


def _is_damaged_utf8(sample: bytes) -> bool:
    """Whether it is UTF-8 but for a few bytes: one bad copy must not cost all the umlauts."""
    runs = [run.group() for run in _HIGH.finditer(sample)]
    sound = sum(_is_utf8(run) for run in runs)
    return sound >= 3 and sound >= len(runs) * 0.8


def _is_utf8(run: bytes) -> bool:
    try:
        run.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _is_western(sample: bytes) -> bool:
    """Whether what is not ASCII is sparse, and nearly all of it is what western languages write."""
    high = b"".join(run.group() for run in _HIGH.finditer(sample))
    letters = sum(sample.count(code) for code in b"etaoinsrETAOINSR")
    if len(high) > letters:
        return False
    text = high.decode("cp1252", "replace")
    if _is_central(sample.decode("cp1252", "replace")):
        return False
    return sum(sign in _WESTERN for sign in text) >= len(text) * 0.9


def _is_central(text: str) -> bool:
    """Whether it has what only comes of reading Czech or Polish as a western language."""
    return ("ø" in text and not {"ì", "ù", "ò"}.isdisjoint(text)) or bool(_WITHIN.search(text))


_WITHIN = re.compile("[^\\W\\d_][³¹¿][a-z]")
"""`P³atnoœæ`: signs that stand before or behind words, and never within."""


def _normalised(text: str) -> str:
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _UNPRINTED.sub("", text).removeprefix("\ufeff")
