"""Two sides are compared exactly, with the difference, its share, and what was counted."""

import pytest
from tests.engine.ledger.books import BOOKS, booking

from runwright.engine.actions import perform
from runwright.engine.types import Finding, Step, Work

MARCH, APRIL = "2026-03-01/2026-04-01", "2026-04-01/2026-05-01"


@pytest.fixture
def compared(moment):
    def run(arguments: dict[str, str], items=BOOKS) -> Finding:
        chosen = Finding("filter", "part", items=tuple(item.id for item in items))
        work = Work(moment=moment, items=tuple(items), earlier=(chosen,))
        return perform(Step("compare", "part", arguments), work)

    return run


def months(figure: str = "sum", **more: str) -> dict[str, str]:
    sides = {"left.days": MARCH, "right.days": APRIL}
    return {**sides, "left.direction": "out", "right.direction": "out", "figure": figure, **more}


def two(march: str, april: str):
    return [
        booking(1, "2026-03-05", march, "EUR", "Shop"),
        booking(2, "2026-04-05", april, "EUR", "Shop"),
    ]


def test_the_change_goes_from_the_earlier_to_the_later(compared) -> None:
    answer = compared(months(), two("-80.00", "-60.00")).answer or ""
    assert answer.startswith("You spent more in March 2026 (80.00 EUR) than in April 2026")
    assert "20.00 EUR more, -25.00 % from the earlier to the later" in answer
    assert "(rounded)" not in answer


def test_a_rounded_share_says_so(compared) -> None:
    answer = compared(months(), two("-30.00", "-40.00")).answer or ""
    assert "+33.33 % from the earlier to the later (rounded)" in answer


def test_equal_sides_are_the_same(compared) -> None:
    finding = compared(months(), two("-30.00", "-30.00"))
    assert "the same in March 2026 and in April 2026, 30.00 EUR each" in (finding.answer or "")
    assert finding.value == "0.00 EUR"


def test_a_side_without_bookings_has_no_percentage(compared) -> None:
    finding = compared(months(), two("-30.00", "-30.00")[1:])
    assert "%" not in (finding.answer or "")
    assert finding.value == "30.00 EUR"


def test_counts_can_be_compared(compared) -> None:
    items = [*two("-1.00", "-1.00"), booking(3, "2026-04-09", "-1.00", "EUR", "Shop")]
    answer = compared(months("count"), items).answer or ""
    assert "in April 2026 (2 bookings) than in March 2026 (1 bookings)" in answer


@pytest.mark.parametrize(
    ("claim", "verdict"), [("more", "No. "), ("less", "Yes. "), ("", "You spent")]
)
def test_a_claim_is_judged(compared, claim: str, verdict: str) -> None:
    assert (compared(months(claim=claim), two("-1.00", "-2.00")).answer or "").startswith(verdict)


def test_currencies_are_compared_apart(compared) -> None:
    items = [*two("-30.00", "-40.00"), booking(3, "2026-04-09", "-7.00", "GBP", "Pub")]
    finding = compared(months(claim="more"), items)
    assert finding.value == "10.00 EUR; 7.00 GBP"


def test_both_sides_are_evidence(compared) -> None:
    sides = {"left.subject": "Netflix", "right.subject": "Starbucks", "figure": "sum"}
    finding = compared(sides)
    assert finding.items == ("booking_10", "booking_18", "booking_37")
    assert "2 payments that name Netflix" in (finding.answer or "")


def test_nothing_on_either_side_is_refused_with_both_names(compared) -> None:
    sides = {"left.subject": "Harrods", "right.subject": "Selfridges", "figure": "sum"}
    finding = compared(sides)
    assert finding.answer is None
    assert "nothing in your finance" in (finding.reason or "")
    assert "Harrods" in (finding.reason or "")
    assert "Selfridges" in (finding.reason or "")


def test_a_share_is_of_the_whole_in_the_same_currency(compared) -> None:
    items = [*two("-30.00", "-40.00"), booking(3, "2026-03-09", "-10.00", "EUR", "Lidl")]
    arguments = months("share", **{"right.days": MARCH, "left.subject": "Lidl"})
    finding = compared(arguments, items)
    assert finding.value == "25.00 %"
    assert "10.00 EUR of 40.00 EUR" in (finding.answer or "")
