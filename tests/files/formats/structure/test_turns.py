"""Conversations: every turn keeps its speaker and its time, and nothing else has speakers."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from runwright.files.formats import passages
from runwright.files.formats.text import prose
from runwright.files.formats.types import Draft, Reading
from runwright.records.facts import Passage

READING = Reading("talk.txt", datetime(2026, 11, 15, tzinfo=UTC), ZoneInfo("Europe/Berlin"))


def drafts(text: str) -> list[Draft]:
    parts = prose.read(text, READING)
    return [part for part in parts if isinstance(part, Draft) and part.kind == "passage"]


def turns(text: str) -> list[tuple[str, str | None, str]]:
    """Speaker, time and words of every turn."""
    found = []
    for draft in drafts(text):
        assert isinstance(draft.facts, Passage)
        found += [
            (turn.speaker, turn.said, draft.text[turn.begin : turn.end].strip())
            for turn in draft.facts.turns
        ]
    return found


@pytest.mark.parametrize(
    "line",
    [
        "[12.03.24, 18:02] {}: {}",
        "[12.03.2024, 18:02:00] {}: {}",
        "12/03/2024, 18:02 - {}: {}",
        "2024-03-12 18:02 {}: {}",
        "12.03.24, 6:02 PM - {}: {}",
    ],
)
def test_a_chat_knows_who_wrote_what_and_when(line: str) -> None:
    said = [("Ann Adler", "See you?"), ("Tom", "Yes."), ("Ann Adler", "On 25.03.2024 then.")]
    text = "\n".join(line.format(*each) for each in said)
    assert [(who, when) for who, when, _ in turns(text)] == [
        (who, "2024-03-12T17:02:00.000Z") for who, _ in said
    ]


@pytest.mark.parametrize(
    "line", ["{} (10:04): {}", "[10:04] {}: {}", "{} [10:04] {}", "**{} (10:04):** {}"]
)
def test_a_time_alone_is_on_the_day_of_its_heading(line: str) -> None:
    said = [("Ann", "We begin."), ("Mr Hall", "Good."), ("Ann", "First the roof.")]
    lines = "\n\n".join(line.format(*each) for each in said)
    found = turns(f"# Board\n\n## 3 March 2026\n\n{lines}\n")
    assert [(who, when) for who, when, _ in found] == [
        (who, "2026-03-03T09:04:00.000Z") for who, _ in said
    ]


def test_a_time_without_a_day_is_no_instant() -> None:
    found = turns("Ann (10:04): One.\nBob (10:05): Two.\nAnn (10:06): Three.\n")
    assert [(who, when) for who, when, _ in found] == [("Ann", None), ("Bob", None), ("Ann", None)]


@pytest.mark.parametrize("names", [("SPEAKER 1", "SPEAKER 2"), ("Ann", "Dr. Hall"), ("Q", "A")])
def test_names_that_take_turns_are_speakers(names: tuple[str, str]) -> None:
    one, two = names
    text = f"{one}: Where is it?\n{two}: In the harbour.\n{one}: Since when?\n{two}: Since May.\n"
    assert [who for who, _, _ in turns(text)] == [one, two, one, two]


@pytest.mark.parametrize(
    "text",
    [
        "Name: Ann\nPhone: 030 12\nName: Tom\nPhone: 030 34\nName: Mara\nPhone: 030 56\n",
        "Date: 3 March 2026\nPresent: Ann, Tom\nAgenda: the roof\nPlace: Bonn\n",
        "Note: it rains.\n\nThen we left, and nobody said a word about it.\n",
        "The meeting (10:04) was long. The second (11:30) was not. The third (12:00) was.\n",
    ],
)
def test_fields_and_sentences_have_no_speakers(text: str) -> None:
    assert turns(text) == []


def test_a_message_of_several_lines_is_one_turn() -> None:
    text = "[12.03.24, 18:02] Ann: One.\nTwo.\n\nThree.\n[12.03.24, 18:03] Tom: Four.\n"
    assert [(who, words.count(".") - 2) for who, _, words in turns(text)] == [
        ("Ann", 3),
        ("Tom", 1),
    ]


def test_a_long_turn_names_its_speaker_in_every_piece() -> None:
    speech = "The harbour was full of ships that day, and all of them were late. " * 40
    text = f"Ann (10:04): {speech}\n\nTom (10:09): I see.\n\nAnn (10:10): Do you?\n"
    found = drafts(text)
    assert len(found) > 3
    for draft in found:
        assert isinstance(draft.facts, Passage)
        assert all(turn.speaker in draft.text[turn.begin : turn.end] for turn in draft.facts.turns)
        if draft.facts.speaker is None:
            assert {turn.speaker for turn in draft.facts.turns} == {"Ann", "Tom"}


def test_turns_are_never_parted_from_their_speakers() -> None:
    text = "".join(
        f"[12.03.24, 18:{n:02}] {'Ann' if n % 2 else 'Tom'}: Message {n} is about the {n}. ship.\n"
        for n in range(60)
    )
    found = turns(text)
    assert [who for who, _, _ in found] == ["Ann" if n % 2 else "Tom" for n in range(60)]
    assert all(f"Message {n} " in words for n, (_, _, words) in enumerate(found))
    assert all(len(draft.text.split()) < 2 * passages.WORDS for draft in drafts(text))


def test_words_before_the_first_turn_are_nobodys() -> None:
    text = (
        "Transcript of the call with the bank.\n\nAnn (10:04): Hello?\n\nTom (10:05): Yes.\n\n"
        "Ann (10:06): Good.\n"
    )
    first = drafts(text)[0]
    assert first.text == "Transcript of the call with the bank."
    assert isinstance(first.facts, Passage)
    assert first.facts.turns == ()
