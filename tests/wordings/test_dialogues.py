"""Every dialogue fits its form, and a later question keeps only what was said."""

from __future__ import annotations

from pathlib import Path

import pytest
from training.dialogues.check import dialogues_in
from training.schema import Malformed

FOLDER = Path(__file__).parents[2] / "training" / "dialogues"
OPENING = "finance sum out | how much did I spend at [Lidl|M] [in May|P]\n"


def test_every_dialogue_fits_the_form() -> None:
    dialogues = [turns for path in sorted(FOLDER.glob("*.txt")) for turns in dialogues_in(path)]
    assert len(dialogues) > 1_000
    assert all(len(turns) > 1 for turns in dialogues)


def test_a_span_is_kept_through_questions_that_kept_it(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(
        OPENING
        + "> finance sum out | and [in June|P] | Lidl\n"
        + "> finance count out | how often did I go | Lidl ; in June\n"
    )
    ((_, second, third),) = dialogues_in(path)
    assert second.kept == (("Lidl", "M"),)
    assert third.kept == (("Lidl", "M"), ("in June", "P"))


@pytest.mark.parametrize(
    "text",
    [
        "> finance sum out | and [in June|P] | Lidl\n",
        OPENING + "> finance sum out | and [in June|P] | Aldi\n",
        OPENING + "> finance sum out | and [in June|P]\n",
        OPENING + "> finance sum sideways | and [in June|P] | Lidl\n",
    ],
)
def test_what_does_not_fit_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.txt"
    path.write_text(text)
    with pytest.raises(Malformed):
        list(dialogues_in(path))
