"""The benchmark of many small files sends four kinds of them to a real server and sees all read."""

from __future__ import annotations

from pathlib import Path

from bench import ingestion
from bench.report import Report

from runwright.files import sniff
from runwright.files.formats.text import encoding, reader


def test_the_files_are_texts_of_four_kinds_and_no_two_are_alike() -> None:
    contents = [ingestion.content(n) for n in range(200)]
    assert len(set(contents)) == 200
    assert {sniff.media_of(data, len(data)) for data in contents} == {"text"}
    kinds = [reader.kind_of(encoding.decode(data)) for data in contents]
    assert kinds == ["prose", "prose", "csv", "ics"] * 50


def test_a_few_files_are_taken_in_and_accounted_for(tmp_path: Path) -> None:
    report = Report({})
    ingestion.ingestion(tmp_path, 4, report)
    spent, vectors, clock = (figure.value for figure in report.figures)
    assert spent > 0
    assert vectors >= 0
    assert clock > 0
