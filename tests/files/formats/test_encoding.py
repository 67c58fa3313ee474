"""Bytes become text, in whatever encoding they are."""

from __future__ import annotations

import random

import pytest

from runwright.files.formats.text.encoding import SAMPLE_BYTES, decode

GERMAN = "Übung macht den Meister. Die Straße ist schön und größer als früher: 20 €."
FRENCH = "L’été dernier, j’ai mangé à la fenêtre où le garçon était très gêné."
POLISH = "Zażółć gęślą jaźń. Wszystkie łodzie płyną w górę rzeki, ponieważ są szybkie."
RUSSIAN = "Съешь же ещё этих мягких французских булок, да выпей чаю. Счёт оплачен полностью."
JAPANESE = "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。"
CHINESE = "今天的会议在北京举行，讨论了公司的财务状况和未来的发展计划。"
KOREAN = "안녕하세요. 오늘 회의는 서울에서 열립니다. 모두 참석해 주시기 바랍니다."


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (GERMAN, "utf-8"),
        (GERMAN, "utf-8-sig"),
        (GERMAN, "utf-16"),
        (GERMAN, "utf-32"),
        (GERMAN, "utf-16-le"),
        (GERMAN, "utf-16-be"),
        (GERMAN, "cp1252"),
        (FRENCH, "cp1252"),
        (POLISH, "cp1250"),
        (RUSSIAN, "cp1251"),
        (RUSSIAN, "koi8-r"),
        (RUSSIAN, "utf-16-le"),
        (JAPANESE, "cp932"),
        (JAPANESE, "euc-jp"),
        (CHINESE, "gb18030"),
        (CHINESE, "utf-8"),
        (KOREAN, "euc-kr"),
    ],
)
def test_text_comes_back_as_it_was(text: str, encoding: str) -> None:
    assert decode(text.encode(encoding)) == text


@pytest.mark.parametrize("data", [b"a\r\nb\rc\nd", b"\xff\xfea\0\r\0\n\0b\0\r\0c\0\n\0d\0"])
def test_every_line_end_becomes_a_newline(data: bytes) -> None:
    assert decode(data) == "a\nb\nc\nd"


def test_nulls_are_left_out() -> None:
    assert decode(b"a\0b and a good many more words to read") == (
        "ab and a good many more words to read"
    )


def test_the_frame_of_a_transmission_is_left_out() -> None:
    assert decode(b"\x01:20:START\r\n-\x03\r\n") == ":20:START\n-\n"


def test_one_damaged_byte_costs_no_other_letter() -> None:
    data = "Größe, Länge, Höhe, Fläche, Öl".encode() + b" \xff end"
    assert decode(data) == "Größe, Länge, Höhe, Fläche, Öl � end"


def test_an_encoding_is_told_by_a_sample_far_into_the_file() -> None:
    data = b"plain words\n" * (SAMPLE_BYTES // 4) + "für später\n".encode("cp1252")
    assert decode(data).endswith("für später\n")


def test_no_bytes_fail() -> None:
    noise = random.Random(7)
    for size in (1, 2, 3, 7, 50, 3000):
        for _ in range(20):
            assert isinstance(decode(noise.randbytes(size)), str)
