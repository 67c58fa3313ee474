"""The measurements of the context graph measure, and say plainly when they cannot."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from bench.context import __main__ as evaluation
from bench.context import library, speed
from bench.report import Report

from runwright.context.index.postings import BLOCK


def test_without_data_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["bench.context", "--data", str(tmp_path / "none")])
    assert evaluation.main() == 2
    assert "There is no evaluation data at" in capsys.readouterr().err


def test_search_is_measured_on_a_library_that_it_finds_things_in(tmp_path: Path) -> None:
    report = Report({})
    speed.searching(tmp_path, speed.Size(items=BLOCK, more=2 * BLOCK, questions=6), report)
    assert [figure.unit for figure in report.figures] == ["ms", "ms", "ms", "×"]
    assert all(figure.value > 0 for figure in report.figures)


def test_the_library_is_the_same_every_time() -> None:
    assert library.words_of(17) == library.words_of(17)
    assert library.words_of(17) != library.words_of(18)
    assert list(library.questions(3, 1000)) == list(library.questions(3, 1000))
