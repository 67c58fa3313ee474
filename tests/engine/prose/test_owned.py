"""What belongs to somebody is answered only where it is spoken of."""

import pytest

from engine.conftest import Think
from runwright.engine.prose import owned
from runwright.engine.types import Item

HOME = Item(
    id="home",
    source="documents",
    title="Notes › Home",
    text=(
        "- The alarm is from Securion. Its serial number is SX-20417.\n"
        "- Mrs. Okoye waters the plants. Her door has the number 7.\n"
        "- Jonas likes chess. His shoe size is 44.\n"
        "- Marta likes tea.\n"
        "- Allergy: hazelnuts."
    ),
)
BILL = Item(
    id="bill",
    source="documents",
    title="Invoice R-118",
    text=(
        "Tischlerei Holm, Birkenweg 9, 04109 Leipzig\nCustomer number: 55120\n"
        "Invoice date: 2 March 2026\nShelf in oak: 480.00 EUR\nYour contact: Ida Lang"
    ),
)
LEASE = Item(
    id="lease",
    source="documents",
    title="Lease › Fee",
    text="The storage fee is 80.00 EUR. From 1 April 2026 the storage fee is 95.00 EUR.",
)
ITEMS = (HOME, BILL, LEASE)


@pytest.mark.parametrize(
    ("prompt", "words"),
    [
        ("What's my customer number at Tischlerei Holm?", "55120"),
        ("What is the serial number of the alarm?", "SX-20417"),
        ("What's Jonas's shoe size?", "44"),
        ("Which nuts am I allergic to?", "hazelnuts"),
        ("Who is my contact at Tischlerei Holm?", "Ida Lang"),
        ("What was the storage fee in February 2026?", "80.00"),
        ("What was the storage fee in May 2026?", "95.00"),
    ],
)
def test_what_is_said_is_quoted(think: Think, prompt: str, words: str) -> None:
    assert words in think(prompt, ITEMS, ["documents"]).summary


@pytest.mark.parametrize(
    "prompt",
    [
        "What is the name of Mrs. Okoye's dog?",
        "What's my passport number?",
        "What is the Wi-Fi password?",
        "What's Marta's shoe size?",
        "How old is Jonas?",
        "When was Marta born?",
        "How many employees does Tischlerei Holm have?",
        "What do my notes say about parking?",
        "Does the house have a garage?",
    ],
)
def test_what_is_not_said_is_refused(think: Think, prompt: str) -> None:
    thought = think(prompt, ITEMS, ["documents"])
    assert thought.summary.startswith("No answer to"), thought.summary


def test_what_holds_today_is_stated_first(think: Think) -> None:
    thought = think("How much is the storage fee?", ITEMS, ["documents"])
    assert thought.summary.startswith("95.00: ")


def test_another_time_is_no_answer(think: Think) -> None:
    thought = think("What was the storage fee in February 2026?", ITEMS, ["documents"])
    assert "95.00" not in thought.summary


@pytest.mark.parametrize(
    "text",
    [
        "Who is the author of the book that was found in the cellar?",
        "Who is the sister of the two judges of The Long Winter?",
        "What is the school of the person who painted the Blue Mill?",
    ],
)
def test_an_owner_that_is_only_described_must_be_found_first(text: str) -> None:
    assert owned.read(text) is None
