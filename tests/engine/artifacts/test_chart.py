"""Charts: a PNG of the promised size whose bars are as long as their values."""

from __future__ import annotations

import io
import sys
import unicodedata
from decimal import Decimal

import pytest
from PIL import Image

from engine.artifacts.things import EVENTS, PAYMENTS, material, payment
from runwright.artifacts.canvas import _font, drawable, nice_ticks
from runwright.artifacts.chart import BLUE, HEIGHT, RED, WIDTH, exact, short
from runwright.engine.artifacts.chart import make
from runwright.engine.artifacts.material import CannotMake, Material


def picture(drawn: Material) -> Image.Image:
    return Image.open(io.BytesIO(make(drawn).content)).convert("RGB")


def runs_of(image: Image.Image, colour: tuple[int, int, int]) -> list[tuple[int, int]]:
    """For each box of a colour, from left to right: its width and its height."""
    pixels = image.load()
    assert pixels is not None
    heights = [sum(pixels[x, y] == colour for y in range(image.height)) for x in range(image.width)]
    found: list[list[int]] = []
    for x, height in enumerate(heights):
        if height > 20:
            if x == 0 or abs(heights[x - 1] - height) > 20:
                found.append([])
            found[-1].append(height)
    return [(len(box), box[len(box) // 2]) for box in found]


def test_it_is_a_png_of_the_promised_size() -> None:
    made = make(material(*PAYMENTS, per="month"))
    assert made.content.startswith(b"\x89PNG\r\n\x1a\n")
    assert Image.open(io.BytesIO(made.content)).size == (WIDTH, HEIGHT) == (1200, 700)
    assert (made.filename, made.media_type) == ("chart.png", "image/png")
    assert made.told == ", a bar chart with 3 bars in EUR"


def test_bars_are_as_high_as_their_values() -> None:
    amounts = {"08": "-100.00", "09": "-200.00", "10": "-400.00"}
    items = [payment(n, f"2026-{m}-02", "X", a) for n, (m, a) in enumerate(amounts.items())]
    boxes = runs_of(picture(material(*items, per="month")), BLUE)
    assert len({width for width, _ in boxes}) == 1
    first, second, third = (height for _, height in boxes)
    assert abs(second - 2 * first) <= 2
    assert abs(third - 4 * first) <= 4


def test_what_is_below_zero_has_another_colour() -> None:
    items = [payment(1, "2026-09-02", "X", "50.00"), payment(2, "2026-10-02", "X", "-50.00")]
    image = picture(material(*items, topic="the balance", per="month"))
    (up,), (down,) = runs_of(image, BLUE), runs_of(image, RED)
    assert abs(up[1] - down[1]) <= 1


@pytest.mark.parametrize(
    "drawn",
    [
        material(*PAYMENTS, per="merchant"),
        material(*PAYMENTS, per="week", shape="line"),
        material(*EVENTS),
        material(payment(1, "2026-10-01", "Zero", "0.00")),
        material(payment(1, "2026-10-01", "名前 " * 60, "-99999999999.99"), topic="題 " * 300),
    ],
    ids=["names", "line", "events", "nothing but zero", "far too long"],
)
def test_every_kind_is_drawn_and_the_same_gives_the_same_bytes(drawn: Material) -> None:
    made = make(drawn)
    assert made.content == make(drawn).content
    image = picture(drawn)
    assert len(image.getcolors(HEIGHT * WIDTH) or ()) > 3
    margin = image.crop((WIDTH - 20, 0, WIDTH, HEIGHT))
    assert margin.getcolors() == [(20 * HEIGHT, (255, 255, 255))]


def test_every_letter_that_is_drawn_is_in_both_fonts() -> None:
    known = [chr(n) for n in range(0x20, 0x2700) if drawable(f"a{chr(n)}b") == f"a{chr(n)}b"]
    assert len(known) > 700
    assert {"€", "ß", "Ł", "Ж", "Ω", "\u2212"} <= set(known)
    for bold in (False, True):
        font = _font(40, bold)
        missing = bytes(font.getmask("\uffff"))
        shown = [letter for letter in known if bytes(font.getmask(letter)) != missing]
        blank = [letter for letter in known if letter not in shown and not letter.isspace()]
        assert [
            hex(ord(letter)) for letter in blank if unicodedata.category(letter)[0] != "C"
        ] == []


def test_letters_that_no_font_has_become_question_marks() -> None:
    assert drawable("名前 Café 🚆\n x") == "? Café ? x"
    assert drawable("Cafe\u0301") == "Café"


def test_a_line_is_said_to_be_one() -> None:
    assert make(material(*PAYMENTS, per="month", shape="line")).told.startswith(", a line chart")


def test_a_server_that_cannot_draw_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(CannotMake, match="without Pillow"):
        make(material(*PAYMENTS))


@pytest.mark.parametrize(
    ("values", "ticks"),
    [
        (["0"], ["0", "1"]),
        (["3"], ["0", "1", "2", "3"]),
        (["1257.10"], ["0", "500", "1000", "1500"]),
        (["-1040.45", "322.65"], ["-1500", "-1000", "-500", "0", "500"]),
        (["0.30"], ["0.0", "0.1", "0.2", "0.3"]),
    ],
)
def test_the_axis_has_round_figures(values: list[str], ticks: list[str]) -> None:
    found = nice_ticks([Decimal(value) for value in values])
    assert [Decimal(tick) for tick in ticks] == found


def test_figures_keep_their_cents_together() -> None:
    assert exact([Decimal("3500"), Decimal("-1234.5")]) == ["3,500.00", "\u22121,234.50"]
    assert exact([Decimal("3500"), Decimal("2")]) == ["3,500", "2"]
    assert short([Decimal("1234567"), Decimal("2000"), Decimal("12")]) == ["1.2m", "2k", "12"]
