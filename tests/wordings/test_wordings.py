"""Every wording that the parser is trained on fits the schema, and stands there once."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from training.labels import has_spans, labels_of
from training.schema import MEASURES, Malformed, parse, read_questions, read_wordings

FOLDER = Path(__file__).parents[2] / "training" / "wordings"


def test_every_wording_fits_the_schema_and_stands_there_once() -> None:
    wordings = list(read_wordings(FOLDER))
    assert len(wordings) > 10_000
    texts = Counter(
        re.sub(r"\W+", " ", " ".join(clause.text for clause in each.clauses).lower()).strip()
        for each in wordings
    )
    assert [text for text, count in texts.items() if count > 1] == []


def test_every_measure_has_wordings_of_several_voices() -> None:
    voices: dict[tuple[str, str], set[str]] = {}
    for wording in read_wordings(FOLDER):
        for clause in wording.clauses:
            voices.setdefault((clause.route, clause.measure), set()).add(wording.voice)
    wanted = {(route, measure) for route, measures in MEASURES.items() for measure in measures}
    assert wanted <= set(voices)
    assert all(len(voices[each]) >= 3 for each in wanted)


@pytest.mark.parametrize(
    "line",
    [
        "finance sum | no direction",
        "finance teleport out | no such measure",
        "finance sum out g=colour | no such group",
        "finance sum out | an [open span",
        "finance sum out | a [span |M] with a space",
        "finance sum out // finance max out | one clause",
        "compose | [Anna|PS] is no span here",
        "weather | no such route",
        "finance sum out without a text",
    ],
)
def test_a_line_that_does_not_fit_is_refused(line: str) -> None:
    with pytest.raises(Malformed):
        parse(line)


def test_a_line_is_its_clauses_with_labels_and_spans() -> None:
    first, second = parse(
        "finance sum out g=month // finance max out ask=payee follow=yes | "
        "what did I spend at [Lidl|M] [in May|P] // and who got most?"
    )
    assert (first.route, first.measure, first.direction) == ("finance", "sum", "out")
    assert first.attributes == {"g": ("month",)}
    assert [(piece.text, piece.code) for piece in first.pieces if piece.code] == [
        ("Lidl", "M"),
        ("in May", "P"),
    ]
    assert second.attributes["follow"] == ("yes",)
    assert second.text == "and who got most?"


def test_of_a_question_about_a_document_only_the_route_is_told() -> None:
    questions = list(read_questions(FOLDER.parent / "reader" / "documents"))
    assert len(questions) > 5_000
    told = [labels_of(clause) for each in questions for clause in each.clauses]
    assert all(labels == {"route": "documents"} for labels in told)
    assert not has_spans(told[0])
