"""Passages: near a hundred words, cut where a reader would cut, nothing lost."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runwright.files.formats import passages
from runwright.files.formats.types import Draft
from runwright.records.facts import Table

SENTENCE = "The harbour master wrote down the name of every ship that came in. "


def _texts(text: str) -> list[str]:
    return [draft.text for draft in passages.split(text)]


def _letters(text: str) -> str:
    return re.sub(r"\s", "", text)


def test_a_short_text_stays_whole() -> None:
    text = (SENTENCE * 12).strip()
    assert _texts(text) == [text]


def test_empty_text_has_no_passage() -> None:
    assert _texts("") == _texts(" \n\n ") == []


def test_title_and_page_go_with_every_passage() -> None:
    drafts = list(passages.split(SENTENCE * 40, title="Harbour", page=3))
    assert len(drafts) > 3
    assert {(draft.title, draft.page, draft.source, draft.kind) for draft in drafts} == {
        ("Harbour", 3, "documents", "passage")
    }


def test_long_paragraphs_are_cut_at_sentence_ends() -> None:
    found = _texts(SENTENCE * 60)
    assert all(text.startswith("The harbour") and text.endswith("in.") for text in found)
    assert all(50 <= len(text.split()) <= 160 for text in found)


def test_an_abbreviation_ends_no_sentence() -> None:
    sentence = (
        "On that day Dr. Adler and Mr. B. Okafor of the harbour office met for tea e.g. twice. "
    )
    assert all(text.endswith("twice.") for text in _texts(sentence * 30))


@pytest.mark.parametrize(
    "sentence",
    [
        "Am 3. Mai trafen sich Dr. Adler und Frau Berg z. B. im Hafen von Bonn zu einem Tee. ",
        "The fee of 1.250 EUR is due\nafter the 4. quarter, i.e. not before\nthe snow is gone. ",
        "Laut Abs. 2 Nr. 3 der Satzung gilt das u. a. auch für die Gäste des Vereins selbst. ",
    ],
)
def test_no_sentence_is_cut_at_a_line_end_an_abbreviation_or_an_ordinal(sentence: str) -> None:
    found = _texts(sentence * 30)
    assert len(found) > 2
    assert all(text.startswith(sentence[:12]) for text in found)
    assert all(text.endswith(sentence.rstrip()[-12:]) for text in found)


def test_cuts_fall_between_paragraphs_if_they_can() -> None:
    paragraph = (SENTENCE * 7).strip()
    assert _texts("\n\n".join([paragraph] * 4)) == [paragraph] * 4


def test_short_neighbours_are_joined() -> None:
    found = _texts("\n\n".join(f"Ship number {n} came in on time." for n in range(100)))
    assert 5 <= len(found) <= 11


def test_a_small_rest_stays_with_the_passage_before() -> None:
    found = _texts(SENTENCE * 22 + "Then it rained.")
    assert found[-1].endswith("Then it rained.")
    assert len(found[-1].split()) > passages.WORDS / 2


def test_lists_without_full_stops_are_cut_between_lines() -> None:
    found = _texts("\n".join(f"harbour dues for ship {n}" for n in range(200)))
    assert all(re.fullmatch(r"harbour dues .* ship \d+", text, re.DOTALL) for text in found)


def test_a_text_without_spaces_is_cut_all_the_same() -> None:
    found = _texts("x" * 1_000_000)
    assert "".join(found) == "x" * 1_000_000
    assert max(map(len, found)) <= 1_800


def test_scripts_without_spaces_have_short_passages() -> None:
    found = _texts("港の責任者は入港したすべての船の名前を書き留めた。" * 100)
    assert all(text.endswith("。") for text in found)
    assert max(map(len, found)) < 700


@pytest.mark.parametrize("unit", [".", ". ", "\n ", '."', "!? ", "。"])
def test_runs_of_signs_keep_every_sign(unit: str) -> None:
    text = unit * 20_000
    assert _letters("".join(_texts(text))) == _letters(text)


@given(
    st.lists(st.sampled_from(["word", "a", ".", " ", "\n", "\n\n", "。", "long" * 40, '"'])).map(
        "".join
    )
)
def test_nothing_is_lost_and_nothing_is_added(text: str) -> None:
    text = text * 30
    assert _letters("".join(_texts(text))) == _letters(text)


@given(st.lists(st.sampled_from(["word", "other.", "third!\n\n", "\nfourth"]), max_size=900))
def test_no_word_is_cut(parts: list[str]) -> None:
    text = " ".join(parts)
    assert [word for found in _texts(text) for word in found.split()] == text.split()


def _table(rows: list[list[str]]) -> list[Draft]:
    return list(passages.from_table(rows, title="Sales", page=2))


def test_a_small_table_is_one_passage_with_its_header() -> None:
    (draft,) = _table([["", "2019", "2018"], ["Fixed price", "1,452.4", "1,146.2"]])
    assert draft == Draft(
        source="documents",
        text="2019 | 2018\nFixed price | 1,452.4 | 1,146.2",
        title="Sales",
        page=2,
        row=2,
        facts=Table(
            number=1,
            header=("", "2019", "2018"),
            rows=(("Fixed price", "1,452.4", "1,146.2"),),
        ),
    )


def test_every_item_of_a_table_has_its_own_rows_in_its_facts() -> None:
    rows = [["ship", "dues"], *([f"vessel {n}", str(n)] for n in range(1, 201))]
    facts = [draft.facts for draft in _table(rows)]
    assert all(isinstance(fact, Table) and fact.header == ("ship", "dues") for fact in facts)
    found = [row for fact in facts if isinstance(fact, Table) for row in fact.rows]
    assert found == [tuple(row) for row in rows[1:]]
    assert all(
        fact.rows[0] == (f"vessel {fact.first_row}", str(fact.first_row))
        for fact in facts
        if isinstance(fact, Table)
    )


def test_a_table_that_begins_with_figures_has_no_header() -> None:
    (draft,) = _table([["Rent", "900.00"], ["Power", "85.40"], ["Water", "31.10"]])
    assert isinstance(draft.facts, Table)
    assert (draft.facts.header, len(draft.facts.rows), draft.row) == ((), 3, 1)


def test_every_passage_of_a_long_table_has_the_header_and_its_first_row() -> None:
    rows = [["ship", "dues"], *([f"vessel {n}", str(n)] for n in range(2, 202))]
    drafts = _table(rows)
    assert len(drafts) > 4
    for draft in drafts:
        header, first, *_ = draft.text.splitlines()
        assert header == "ship | dues"
        assert first == f"vessel {draft.row} | {draft.row}"
    assert sum(draft.text.count("vessel") for draft in drafts) == 200


def test_a_second_header_row_is_recognised_by_its_empty_first_cell() -> None:
    rows = [["", "Years ended"], ["", "2019"], *([f"line {n}", "7"] for n in range(90))]
    assert all(draft.text.startswith("Years ended\n2019\nline") for draft in _table(rows))


def test_tables_without_words_have_no_passage() -> None:
    assert _table([]) == _table([["", ""], ["", " "]]) == []


def test_a_table_of_one_row_is_searchable() -> None:
    assert [draft.text for draft in _table([["total", "7"]])] == ["total | 7"]
