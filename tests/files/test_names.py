"""A file name is kept as people wrote it, without what could mislead a person or a program."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from runwright.files.names import LONGEST, safe


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("report.pdf", "report.pdf"),
        ("../../etc/passwd", "passwd"),
        ("C:\\temp\\report.pdf", "report.pdf"),
        ("a/b\\c/d.txt", "d.txt"),
        ("....//....//x", "x"),
        ("%2e%2e%2fpasswd", "%2e%2e%2fpasswd"),
        ("a\0b.txt", "ab.txt"),
        ("a\r\nSet-Cookie: x.txt", "aSet-Cookie: x.txt"),
        ("a\x1b[2Jb.txt", "a[2Jb.txt"),
        ("a\x85b\x9bc.txt", "abc.txt"),
        ("invoice\u202efdp.exe", "invoicefdp.exe"),
        ("\u2066a\u2069\u200b\ufeff.txt", "a.txt"),
        ("a\u2028b\u2029c", "abc"),
        ("a\ud800b.txt", "ab.txt"),
        ("e\u0301.txt", "é.txt"),
        ("  padded.txt  ", "padded.txt"),
        (".hidden", ".hidden"),
        ("CON", "CON"),
        ("n" * 1000, "n" * LONGEST),
        ("", "file"),
        (".", "file"),
        ("..", "file"),
        ("/", "file"),
        ("\\", "file"),
        ("\u200b\u202e", "file"),
        (" . . ", "file"),
        ("a/", "file"),
    ],
)
def test_a_name_is_kept_without_its_tricks(sent: str, kept: str) -> None:
    assert safe(sent) == kept


@given(st.text(st.characters(), max_size=400))
@example("\u1100" * 300)
@example("a" * 254 + " b")
@example("\u200d" * 300 + "a")
def test_whatever_is_sent_the_name_is_harmless(sent: str) -> None:
    name = safe(sent)
    assert 1 <= len(name) <= LONGEST
    assert name == name.strip()
    assert name.strip(". ")
    assert "/" not in name
    assert "\\" not in name
    assert name.encode("utf-8")
    assert not {unicodedata.category(char) for char in name} & {"Cc", "Cf", "Cs", "Zl", "Zp"}


@given(st.text(st.characters(), max_size=300))
@example("e\u200b\u0301.txt")
def test_a_safe_name_stays_as_it_is(sent: str) -> None:
    assert safe(safe(sent)) == safe(sent)
