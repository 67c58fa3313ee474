"""Words of a person are found in records in whatever form they stand there."""

from __future__ import annotations

import pytest

from embedded.calendar.kit import outcome
from runwright.minds.embedded.calendar.terms import find_terms
from tools.calendar_kit import event, records

TITLES = (
    "Flat viewing Mitte",
    "Ben's birthday",
    "1:1 Anna",
    "Standup",
    "Physio",
    "Workshop",
    "Check-in",
)


@pytest.mark.parametrize(
    ("phrase", "terms", "guess"),
    [
        ("the flat viewings", ("flat viewing",), 0),
        ("ben’s birthday", ("ben's birthday",), 0),
        ("Bens birthday", ("ben's birthday",), 0),
        ("1:1s", ("1",), 0),
        ("stand up", ("standup",), 0),
        ("checkin", ("check in",), 0),
        ("physiotherapist", ("physio",), 2),
        ("workshop session", ("workshop",), 0),
        ("work", (), 0),
        ("works", ("workshop",), 2),
        ("worksop", ("workshop",), 3),
        ("train", (), 0),
        ("wedding", (), 0),
    ],
)
def test_a_phrase_leads_to_the_words_of_the_titles(
    phrase: str, terms: tuple[str, ...], guess: int
) -> None:
    found = find_terms(phrase, TITLES)
    assert (found.terms, found.guess) == (terms, guess)


def test_a_calendar_is_not_taken_for_a_longer_word() -> None:
    given = records(
        event("Call", "2026-11-10 09:00", "10:00", calendar="Work"),
        event("Workshop", "2026-11-24 09:00", "10:00", calendar="Work"),
    )
    assert outcome("count | how many [workshops|T] did I have [last week|P]", given).first_line == (
        "None: I found no events matching “workshops” in the week of 9 November 2026."
    )
    assert outcome("count | how many [work|T] things [last week|P]", given).first_line == (
        "1 work event in the week of 9 November 2026."
    )


GERMAN = (
    "Zahnarzt Dr. Weiß", "Chorprobe", "Geburtstag Paul", "Gewandhaus: Brahms Requiem",
    "Steuerberaterin Lindner", "ICE 1508 nach Berlin", "Ostsee mit Paul",
)  # fmt: skip


@pytest.mark.parametrize(
    ("phrase", "texts"),
    [
        ("dentist appointments", GERMAN[:1]),
        ("choir rehearsals", GERMAN[1:2]),
        ("Paul's birthday", GERMAN[2:3]),
        ("the tax advisers", GERMAN[4:5]),
        ("Mira's birthday", ()),
        ("train to Berlin", GERMAN[5:6]),
        ("the train", GERMAN[5:6]),
        ("flight to Berlin", ()),
    ],
)
def test_a_title_may_be_in_another_language(phrase: str, texts: tuple[str, ...]) -> None:
    assert find_terms(phrase, GERMAN, are_titles=True).texts == texts


@pytest.mark.parametrize(
    ("phrase", "texts", "without"),
    [
        ("Brahms concert", GERMAN[3:4], "concert"),
        ("baltic sea weekend", GERMAN[6:], "weekend"),
        ("train to Paul", (), ""),
        ("Brahms match", GERMAN[3:4], "match"),
        ("Berlin show", (), ""),
        ("choir opera", (), ""),
        ("Brahms symphony", (), ""),
    ],
)
def test_what_an_event_is_may_be_left_out_where_one_title_bears_its_name(
    phrase: str, texts: tuple[str, ...], without: str
) -> None:
    found = find_terms(phrase, GERMAN, are_titles=True)
    assert (found.texts, found.without) == (texts, without)


def test_a_train_is_named_by_its_kind_and_where_it_goes() -> None:
    assert find_terms("train to Berlin", GERMAN, are_titles=True).terms == ("ice berlin",)


@pytest.mark.parametrize(
    ("phrase", "texts"),
    [
        ("end of term", ("Last day of term",)),
        ("netball games", ("Netball - Aces", "Netball grand final")),
        ("start of term", ()),
    ],
)
def test_a_title_may_say_the_same_in_other_words(phrase: str, texts: tuple[str, ...]) -> None:
    titles = ("Last day of term", "Term 4 reports", "Netball - Aces", "Netball grand final")
    assert find_terms(phrase, titles, are_titles=True).texts == texts


@pytest.mark.parametrize(
    ("phrase", "titles", "found"),
    [
        ("ward xmas night out", ("Ward Christmas night out",), ("Ward Christmas night out",)),
        ("dinner at mum's", ("Dinner at Mom's",), ("Dinner at Mom's",)),
        ("gigs", ("Gig: Bar Cassette", "Concert with Jess"), ("Gig: Bar Cassette",)),
        ("gigs", ("Concert with Jess",), ("Concert with Jess",)),
        ("poker night", ("Poker at Dev's", "Trivia night"), ("Poker at Dev's",)),
    ],
)
def test_another_word_for_the_same_is_found_where_no_title_has_the_word(
    phrase: str, titles: tuple[str, ...], found: tuple[str, ...]
) -> None:
    assert find_terms(phrase, titles, are_titles=True).texts == found
