"""A long sentence is quoted with the clauses that matter."""

from runwright.engine.prose.clauses import shorten
from runwright.engine.prose.words import stem

TEXT = (
    "The building, which had stood empty for many years after the fire and was owned by the city, "
    "was bought by Ana Pires in 1998, who turned it into a library with the help of her friends"
)


def test_a_short_sentence_stays_whole() -> None:
    assert shorten("The rent is due on Monday.", {}, (), 10) == "The rent is due on Monday."


def test_the_clause_with_the_words_of_the_question_is_kept_and_the_gaps_are_shown() -> None:
    kept = shorten(TEXT, {stem("bought"): 0.6, stem("1998"): 0.4}, (), 14)
    assert "was bought by Ana Pires in 1998" in kept
    assert kept.startswith("…")
    assert kept.endswith("…")
    assert len(kept.split()) <= 14


def test_every_word_kept_stands_in_the_text() -> None:
    kept = shorten(TEXT, {stem("library"): 1.0}, (), 10)
    assert kept.strip("…") in TEXT
