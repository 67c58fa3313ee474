"""Whether a sentence speaks of the time that a question asks about."""

import pytest

from runwright.engine.prose import times


def fit(question: str, text: str) -> float:
    wanted = times.asked(question)
    assert wanted is not None
    return times.best_fit(wanted, text)


def test_a_stretch_with_the_same_ends_fits_wholly() -> None:
    assert fit("Who led it from 1974 to 1980?", "Ana Pires (1974–80) led the board.") == 1.0


def test_the_year_in_which_it_begins_fits_well() -> None:
    assert fit("Who led it from 1974 to 1980?", "In 1974 Ana Pires took over.") > 0.8


@pytest.mark.parametrize(
    "text",
    [
        "Ana Pires led it from 1968 to 1974.",
        "Ana Pires led it in 1960.",
        "Ana Pires, born in 1974, led it.",
        "Ana Pires led it.",
    ],
)
def test_another_time_hardly_fits(text: str) -> None:
    assert fit("Who led it from 1974 to 1980?", text) <= 0.1


def test_a_question_without_a_time_asks_about_none() -> None:
    assert times.asked("Who led the board?") is None


def test_both_ends_are_looked_for() -> None:
    wanted = times.asked("Who led it from May 1974 to 1980?")
    assert wanted is not None
    assert times.named(wanted, ["In May 1974 she came.", "She left in 1980."]) == 2.0
    assert times.named(wanted, ["In May 1974 she came."]) == 1.0
    assert times.named(wanted, ["In June 1990 she came."]) == 0.0


def test_an_open_end_is_not_definite() -> None:
    assert not times.Stretch(*times.asked("Who led it since 1990?") or (0, 0)).is_definite
