"""Every question about records names words that stand in it, and records that are there."""

from __future__ import annotations

from pathlib import Path

import pytest
from training.matching.check import people_in

FOLDER = Path(__file__).parents[2] / "training" / "matching" / "people"
HEAD = "# Dawn, a cook\n[events]\ne1 | roots + trim | Curl Up | Lorraine |\n[asks]\n"


def test_every_ask_fits_the_form() -> None:
    people = [person for path in sorted(FOLDER.glob("*.txt")) for person in people_in(path)]
    asks = [ask for person in people for ask in person.asks]
    assert len(people) > 90
    assert len(asks) > 6_000
    assert sum(not ask.means for ask in asks) > 300


def test_an_ask_is_its_question_the_words_and_what_they_mean(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(HEAD + "when do I get my hair done | my hair done | e1\n")
    (person,) = people_in(path)
    (ask,) = person.asks
    assert (ask.words, ask.kind, ask.means) == ("my hair done", "e", frozenset({"e1"}))


@pytest.mark.parametrize(
    "line",
    [
        "when is it | my hair | e1",
        "when is my hair done | my hair | e2",
        "when is my hair done | e1",
    ],
)
def test_what_does_not_fit_is_refused(tmp_path: Path, line: str) -> None:
    path = tmp_path / "a.txt"
    path.write_text(HEAD + line + "\n")
    with pytest.raises(ValueError, match=r"fields are due|does not stand|unknown"):
        list(people_in(path))
