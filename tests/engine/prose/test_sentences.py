"""Text is cut where its sentences end."""

from runwright.engine.prose.sentences import split


def test_abbreviations_and_initials_do_not_end_a_sentence() -> None:
    text = "Dr. A. Pires met Mr. Lund at 9 a.m. in Oslo. They agreed on St. Ives."
    assert list(split(text)) == [
        "Dr. A. Pires met Mr. Lund at 9 a.m. in Oslo.",
        "They agreed on St. Ives.",
    ]


def test_lines_end_sentences() -> None:
    assert list(split("Notes\n- buy milk\n- call Ana")) == ["Notes", "- buy milk", "- call Ana"]


def test_a_text_without_full_stops_is_read_to_a_limit() -> None:
    assert len(next(split("word " * 5000))) <= 1200


def test_a_wrapped_line_is_no_end() -> None:
    text = "The tenant may give notice with a period\nof three months. It has a\n- cellar\nroom"
    assert list(split(text)) == [
        "The tenant may give notice with a period of three months.",
        "It has a",
        "- cellar",
        "room",
    ]
