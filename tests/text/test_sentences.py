"""Sentences: never cut at a line end, an abbreviation, an ordinal or a figure."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runwright.text.sentences import sentences


def cut(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences(text)]


@pytest.mark.parametrize(
    "sentence",
    [
        "Dr. Smith met J. R. R. Tolkien.",
        "The rent is due on\nthe first of\nevery month.",
        "See e.g. Smith et al. 2020 for more.",
        "It costs approx. 30 euros, incl. VAT.",
        "He moved to St. Louis with Mrs. Jones.",
        "The meeting starts at 9 a.m. sharp.",
        "Acme Inc. reported 3.5 million.",
        "Look at www.example.com/a.html?b=1.2 first.",
        "Write to a.b@example.com today.",
        "Fig. 3 shows no. 12 of vol. 2.",
        "Das Treffen ist am 3. Mai 2026 um 9.30 Uhr.",
        "Die Miete beträgt z. B. 900 Euro.",
        "Das gilt d.h. nach § 3 Abs. 2 Nr. 4 BGB.",
        "Der 2. Platz ging an Hrn. Müller.",
        "Im 3. Quartal stieg der Umsatz um ca. 5 Prozent.",
        "Roe v. Wade was decided in 1973.",
        "The U.S. Army and the U.K. government agreed.",
        "She said “Stop!” and left.",
        "“Really?” he asked.",
        "It was… different.",
        "Pay 1,234.56 by 3.5. at the latest.",
        "12. The tenant pays the deposit.",
        "a) the tenant, and",
    ],
)
def test_one_sentence_stays_one(sentence: str) -> None:
    assert cut(sentence) == [sentence]


@pytest.mark.parametrize(
    "expected",
    [
        ["It rained.", "We went home.", "Why?", "Nobody knows!"],
        ["He lives in the U.S.", "The weather is fine."],
        ["We chose plan B.", "It worked."],
        ["He and I.", "Then we left."],
        ["It grew 5%.", "12 people joined."],
        ["That was in 2020.", "Since then nothing."],
        ["“It is late.”", "She left."],
        ["(See below.)", "The rest follows."],
        ["Wir haben es getan.", "Danach ging es weiter."],
        ["I think so.", "Prices rose."],
        ["これは文です。", "次の文。"],
        ["What?!", "No way…", "Yes."],
    ],
)
def test_sentences_are_told_apart(expected: list[str]) -> None:
    assert cut(" ".join(expected)) == expected


def test_a_paragraph_ends_a_sentence_and_a_line_does_not() -> None:
    assert cut("A heading\n\nThe text goes\non here") == ["A heading", "The text goes\non here"]


def test_each_bullet_is_a_sentence() -> None:
    text = "You need:\n- a passport\n- two photos\n  • and money\n1. Go there\n2) Pay"
    assert cut(text) == [
        "You need:", "- a passport", "- two photos", "• and money", "1. Go there", "2) Pay",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "entries",
    [
        ["EXCESS", "Any claim £150", "Escape of water £350", "Subsidence £1,000"],
        [
            "04/11/2026, 10:15 - Ann Roe: One for me",
            "04/11/2026, 10:17 - Jo Lim: Subs go up to £75",
        ],
        ["What you pay", "The rent is due on the first of every month."],
        ["2026-10 | 236 | 61.36", "2026-11 | 254 | 66.04"],
    ],
)
def test_each_entry_of_a_list_is_a_sentence(entries: list[str]) -> None:
    assert cut("\n".join(entries)) == entries


@pytest.mark.parametrize(
    "wrapped",
    [
        "On the first of October we met Mr\nSmith, who told us that the house\nin Leeds is sold.",
        "Am 3. Mai traf sich der Vorstand\nund beriet den Bau der neuen\nHeizung.",
    ],
)
def test_wrapped_prose_is_not_cut(wrapped: str) -> None:
    assert cut(wrapped) == [wrapped]


def test_a_line_that_only_begins_with_a_minus_is_not_a_bullet() -> None:
    assert cut("The balance was\n-42.10 euros then.") == ["The balance was\n-42.10 euros then."]


@given(st.text(alphabet="aB.!?…1 \n\"'()-•。z", max_size=200))
def test_sentences_cover_everything_but_white_space(text: str) -> None:
    spans = sentences(text)
    assert all(start < end for start, end in spans)
    assert all(first[1] <= second[0] for first, second in pairwise(spans))
    kept = set().union(*(range(start, end) for start, end in spans)) if spans else set()
    assert all(text[at].isspace() for at in range(len(text)) if at not in kept)


@pytest.mark.parametrize(
    "piece", [".", ". ", "a. ", "1. ", "\n- ", "\n", "(. ", "x 3. Mai ", "\"'"]
)
def test_hostile_texts_are_read_to_the_end(piece: str) -> None:
    text = piece * (60_000 // len(piece))
    assert sum(end - start for start, end in sentences(text)) <= len(text)
