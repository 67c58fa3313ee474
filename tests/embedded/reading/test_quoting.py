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


def quoted(text: str, words: str) -> str:
    start = text.index(words)
    return quoting.quotation(text, start, start + len(words))


def test_an_entry_of_a_list_is_quoted_with_the_others() -> None:
    whole = quoted(MOT, "oil mist")
    assert whole.startswith("Advisories: 1. Both front tyres")
    assert whole.endswith("lamp dim.")


def test_the_lead_of_a_list_is_quoted_with_its_entries() -> None:
    assert quoted(MOT, "Advisories").endswith("3. Offside rear number plate lamp dim.")


def test_an_entry_of_a_long_list_is_quoted_alone() -> None:
    text = "\n".join(f"- Number {n}: {'very ' * 9}good." for n in range(9))
    assert quoted(text, "Number 4").startswith("Number 4: very")
    assert "Number 5" not in quoted(text, "Number 4")


def test_a_short_sentence_is_quoted_with_the_one_before_it() -> None:
    text = "The works are on Thursday, November 19. Water will be off from 9:00 to 2:00."
    assert quoted(text, "9:00 to 2:00") == text
    assert quoting.sentence(text, 45, 50) == "Water will be off from 9:00 to 2:00."


def test_paragraphs_are_not_quoted_together() -> None:
    text = "The works are on Thursday.\n\nWater will be off from 9:00 to 2:00."
    assert quoted(text, "9:00") == "Water will be off from 9:00 to 2:00."


def test_a_long_sentence_stands_for_itself() -> None:
    text = f"It is cold. The house, {'which is old, ' * 5}has no heating at all."
    assert quoted(text, "no heating").startswith("The house")


def test_a_line_of_a_form_stands_for_itself() -> None:
    assert quoted(FORM, "10 August") == "Due: 10 August 2026"
