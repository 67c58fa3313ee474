"""The order in which lines of a page are read."""

from __future__ import annotations

from runwright.files.formats.image.layout import Line, arrange


def line(left: int, top: int, text: str) -> Line:
    return Line(left, top, left + 10 * len(text), top + 20, text)


LEFT = ["words of the first column here", "and some more words beneath it", "until the column ends"]
RIGHT = ["words of the second column here", "which go on beside the first one", "and end as well"]


def column(left: int, top: int, texts: list[str]) -> list[Line]:
    return [line(left, top + 30 * n, text) for n, text in enumerate(texts)]


def test_nothing_is_nothing() -> None:
    assert arrange([]) == ""


def test_what_stands_side_by_side_is_one_row_although_it_is_not_quite_level() -> None:
    lines = [line(300, 3, "1.20"), line(0, 0, "Milk"), line(0, 33, "Bread"), line(300, 30, "2.85")]
    assert arrange(lines) == "Milk 1.20\nBread 2.85"


def test_columns_of_prose_are_read_one_after_the_other() -> None:
    lines = [*column(400, 0, RIGHT), *column(0, 0, LEFT)]
    assert arrange(lines) == "\n".join(LEFT) + "\n\n" + "\n".join(RIGHT)


def test_three_columns_are_read_one_after_the_other() -> None:
    third = ["the third column has its words", "and they are read at the end", "of all the others"]
    lines = [*column(800, 0, third), *column(400, 0, RIGHT), *column(0, 0, LEFT)]
    assert arrange(lines).replace("\n", " ").split() == " ".join([*LEFT, *RIGHT, *third]).split()


def test_a_heading_across_both_columns_is_read_before_what_is_under_it() -> None:
    heading = "one heading that runs across both of the columns of this page"
    again = "a second heading that runs across both of the columns, further down"
    lines = [
        *[line(50, 0, heading), *column(0, 60, LEFT), *column(400, 60, RIGHT)],
        *[line(50, 200, again), *column(0, 260, RIGHT), *column(400, 260, LEFT)],
    ]
    order = [heading, *LEFT, *RIGHT, again, *RIGHT, *LEFT]
    assert arrange(lines).split() == " ".join(order).split()


def test_long_names_with_prices_beside_them_are_no_columns() -> None:
    names = ["Wholemeal bread with seeds, sliced", "Coffee beans from the highlands", "Oat milk"]
    lines = [*column(0, 0, names), *column(600, 0, ["3.10", "12.99", "1.85"])]
    rows = [f"{a} {b}" for a, b in zip(names, ["3.10", "12.99", "1.85"], strict=True)]
    assert arrange(lines).splitlines() == rows


def test_a_wider_distance_begins_a_paragraph() -> None:
    lines = [*column(0, 0, ["one", "two", "three"]), *column(0, 140, ["four", "five"])]
    assert arrange(lines) == "one\ntwo\nthree\n\nfour\nfive"
