"""What stands around the words that answer, as far as it is needed to understand them."""

from __future__ import annotations

from runwright.minds.embedded.reading import quoting

MOT = """MOT result: PASS. Expires 18 March 2027.

Advisories:
 1. Both front tyres worn close to the legal limit (2.1 mm). Replace within
    about six months.
 2. Slight oil mist at the rear of the sump.
 3. Offside rear number plate lamp dim.

Notes from the workshop
"""


FORM = "Invoice H-121\nDate: 20 July 2026\nDue: 10 August 2026\nTerms: 21 days"


def quoted(text: str, words: str, asked: str = "") -> str:
    start = text.index(words)
    return quoting.quotation(text, start, start + len(words), asked)


def test_an_entry_of_a_list_is_quoted_with_the_others_for_who_wants_all() -> None:
    whole = quoted(MOT, "oil mist", "list all advisories")
    assert whole.startswith("Advisories: 1. Both front tyres")
    assert whole.endswith("lamp dim.")
    assert quoted(MOT, "oil mist", "is there an oil leak").startswith("2. Slight oil mist")


def test_the_lead_of_a_list_is_quoted_with_its_entries() -> None:
    text = f"What we found:\n{MOT.partition('Advisories')[2].lstrip()}"
    assert quoted(text, "we found", "what did they find").endswith("number plate lamp dim.")


def test_an_entry_of_a_long_list_is_quoted_alone() -> None:
    text = "\n".join(f"- Number {n}: {'very ' * 9}good." for n in range(9))
    assert quoted(text, "Number 4", "list them all").startswith("Number 4: very")
    assert "Number 5" not in quoted(text, "Number 4", "list them all")


def test_hours_are_quoted_with_their_day_for_who_asks_when() -> None:
    text = "The works are on Thursday, November 19. Water will be off from 9:00 to 2:00."
    assert quoted(text, "9:00 to 2:00", "when is the water cut off") == text
    assert quoted(text, "9:00 to 2:00", "how long is it off").startswith("Water will be off")
    assert quoting.sentence(text, 45, 50) == "Water will be off from 9:00 to 2:00."


def test_paragraphs_are_not_quoted_together() -> None:
    text = "The works are on Thursday.\n\nWater will be off from 9:00 to 2:00."
    assert quoted(text, "9:00", "when is it off") == "Water will be off from 9:00 to 2:00."


def test_a_day_stands_for_itself() -> None:
    text = "Rent is due on Monday. It rises on 1 June. The new rent starts in August."
    assert quoted(text, "August", "when does it start") == "The new rent starts in August."


def test_a_line_of_a_form_stands_for_itself() -> None:
    assert quoted(FORM, "10 August", "when is it due") == "Due: 10 August 2026"
