"""Text as a terminal shows it: nothing is too wide, nothing steers, bars are to scale."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runwright.cli import drawing
from runwright.cli.drawing import Column

COLUMNS = [
    Column(title="id"),
    Column(title="name", shrinks=True),
    Column(title="size", is_right=True, is_optional=True),
    Column(title="words", shrinks=True, is_optional=True),
]
ROWS = [["run_1", "short", "1", "some words"], ["run_22", "a rather long name", "4,711", "x" * 90]]


def test_a_table_without_a_width_shows_everything() -> None:
    head, first, second = drawing.table(COLUMNS, ROWS, None)
    assert head.split() == ["id", "name", "size", "words"]
    assert first.startswith("run_1   short")
    assert second.endswith("x" * 90)
    assert head.index("size") + 4 == second.index("4,711") + 5


@pytest.mark.parametrize("width", [120, 60, 40, 25])
def test_a_table_fits_and_cuts_no_id(width: int) -> None:
    lines = drawing.table(COLUMNS, ROWS, width)
    assert all(drawing.cells(line) <= width for line in lines)
    assert [line.split()[0] for line in lines] == ["id", "run_1", "run_22"]


def test_the_last_optional_column_goes_first() -> None:
    assert drawing.table(COLUMNS, ROWS, 30)[0].split() == ["id", "name", "size"]
    assert drawing.table(COLUMNS, ROWS, 17)[0].split() == ["id", "name"]


def test_wide_signs_take_two_cells() -> None:
    assert drawing.cells("日本") == 4
    assert drawing.cells("é") == 1
    assert drawing.cells("e\u0301") == 1
    assert drawing.cut("日本語", 5) == "日本…"


@given(st.text(), st.integers(0, 40))
def test_what_is_cut_fits(text: str, width: int) -> None:
    assert drawing.cells(drawing.cut(text, width)) <= max(width, 0)


@given(st.text())
def test_no_control_code_gets_through(text: str) -> None:
    safe = drawing.plain(text)
    assert not any(ord(sign) < 32 and sign not in "\n\t" for sign in safe)
    assert "\x1b" not in safe
    assert "\x7f" not in safe
    assert "\u202e" not in safe


def test_a_line_stays_one_line() -> None:
    assert drawing.plain("two\r\nlines\tand \x1b[31mred", is_line=True) == (
        "two lines and \N{REPLACEMENT CHARACTER}[31mred"
    )


@pytest.mark.parametrize(
    ("share", "drawn"),
    [
        (Fraction(0), ""),
        (Fraction(1, 1000), "▏"),
        (Fraction(1, 2), "████"),
        (Fraction(9, 16), "████▌"),
        (Fraction(1), "████████"),
    ],
)
def test_a_bar_is_to_scale_and_never_vanishes(share: Fraction, drawn: str) -> None:
    assert drawing.bar(share, 8) == drawn


def test_a_bar_without_blocks() -> None:
    assert drawing.bar(Fraction(1, 2), 8, has_blocks=False) == "####"
    assert drawing.bar(Fraction(1, 1000), 8, has_blocks=False) == "#"


@given(st.fractions(0, 1), st.fractions(0, 1), st.integers(1, 80), st.booleans())
def test_a_span_stays_in_its_width(
    start: Fraction, length: Fraction, width: int, has_blocks: bool
) -> None:
    drawn = drawing.span(start, min(length, 1 - start), width, has_blocks=has_blocks)
    assert drawing.cells(drawn) == width
    if length > 0 and start < 1:
        assert drawn.strip()


@pytest.mark.parametrize(
    ("microseconds", "shown"),
    [
        (0, "0.00 ms"),
        (1_149, "1.15 ms"),
        (41_600, "41.6 ms"),
        (308_000, "308 ms"),
        (1_570_000, "1.57 s"),
        (59_000_000, "59.0 s"),
        (125_000_000, "2 min 05 s"),
    ],
)
def test_durations_have_three_digits(microseconds: int, shown: str) -> None:
    assert drawing.duration(microseconds) == shown


@pytest.mark.parametrize(
    ("count", "shown"),
    [(0, "0 bytes"), (999, "999 bytes"), (1_000, "1.00 kB"), (90_000_000, "90.0 MB")],
)
def test_sizes(count: int, shown: str) -> None:
    assert drawing.size(count) == shown


def test_times_are_in_the_zone_of_whoever_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    try:
        assert drawing.local(datetime(2026, 11, 15, 23, 30, tzinfo=UTC)) == "2026-11-16 00:30"
    finally:
        monkeypatch.undo()
        time.tzset()


def test_words_are_broken_between_words_and_lines_stay() -> None:
    assert drawing.wrap("one two three\nfour", 8) == "one two\nthree\nfour"
    assert drawing.wrap("one two three", None) == "one two three"
    assert drawing.wrap("a-very-long-word x", 4) == "a-very-long-word\nx"


def test_columns_that_shrink_share_the_room() -> None:
    columns = [
        Column(title="id"),
        Column(title="prompt", shrinks=True),
        Column(title="answer", shrinks=True),
    ]
    _, row = drawing.table(columns, [["run_1", "p" * 60, "a" * 60]], 49)
    assert row == f"run_1  {'p' * 19}…  {'a' * 19}…"
    _, row = drawing.table(columns, [["run_1", "p" * 10, "a" * 60]], 49)
    assert row == f"run_1  {'p' * 10}  {'a' * 29}…"
