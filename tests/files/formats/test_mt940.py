"""MT940: marks, structured details, several statements, and files that break the standard."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from runwright.files.formats.bank import mt940
from runwright.files.formats.types import Draft, Reading, Table, Unreadable

READING = Reading("x.sta", datetime(2026, 11, 15, tzinfo=UTC), ZoneInfo("UTC"))
OPEN = ":20:START\n:25:{account}\n:28C:1/1\n:60F:C240301{currency}100,00\n"
CLOSE = ":62F:C240331{currency}57,90\n-\n"


def drafts(text: str) -> list[Draft]:
    parts = list(mt940.read(text, READING))
    assert isinstance(parts[0], Table)
    return [part for part in parts if isinstance(part, Draft)]


def bookings(
    *lines: str, account: str = "50880050/0194787400", currency: str = "EUR"
) -> list[Draft]:
    text = (OPEN + "\n".join(lines) + "\n" + CLOSE).format(account=account, currency=currency)
    return [draft for draft in drafts(text) if draft.kind == "transaction"]


@pytest.mark.parametrize(
    ("line", "amount"),
    [
        ("2403120312D42,10NTRFNONREF", "-42.10"),
        ("2403120312C42,10NTRFNONREF", "42.10"),
        ("2403120312RD42,10NTRFNONREF", "42.10"),
        ("2403120312RC42,10NTRFNONREF", "-42.10"),
        ("2403120312DR42,10NTRFNONREF", "-42.10"),
        ("2403120312CN42,10NTRFNONREF", "42.10"),
        ("240312C6800,NCHK16703074", "6800"),
        ("240312D000000000025,00N102EREF", "-25.00"),
        ("240312D42.10NTRF", "-42.10"),
        ("240312D1.042,10NTRF", "-1042.10"),
        ("20240312D42,10NTRF", "-42.10"),
    ],
)
def test_marks_funds_codes_and_amounts(line: str, amount: str) -> None:
    (draft,) = bookings(f":61:{line}")
    assert (draft.amount, draft.at, draft.currency) == (amount, "2024-03-12", "EUR")


def test_the_day_of_booking_counts_even_over_the_turn_of_the_year() -> None:
    early, late = bookings(":61:2401020102D1,00NTRF", ":61:2401021231D1,00NTRF")
    assert (early.at, late.at) == ("2024-01-02", "2023-12-31")


def test_the_thirtieth_of_february_is_its_last_day() -> None:
    assert bookings(":61:240230D1,00NTRF")[0].at == "2024-02-29"
    assert bookings(":61:241340D1,00NTRF")[0].at is None


def test_structured_details_name_the_other_side() -> None:
    (draft,) = bookings(
        ":61:2403120312D42,10NTRFNONREF",
        ":86:105?00Basislastschrift?20EREF+4711?21SVWZ+Strom Maerz und noch ein?22en Monat",
        "?30BYLADEM1001?31DE02120300000000202051?32Stadtwerke Muster?33stadt GmbH?34992",
        account="DE89370400440532013000EUR",
    )
    assert draft.title == "Stadtwerke Musterstadt"
    assert "Basislastschrift, Strom Maerz und noch einen Monat, EREF 4711" in draft.text
    assert [(m.kind, m.key) for m in draft.mentions] == [
        ("account", "DE89370400440532013000"),
        ("organisation", "stadtwerke musterstadt gmbh"),
        ("account", "DE02120300000000202051"),
    ]


def test_slashed_details_name_the_other_side() -> None:
    named, chained = bookings(
        ":61:240312D25,00N102EREF", "NL91ABNA0417164300",
        ":86:/EREF/E1/BENM//NAME/J JANSEN/REMI/rent for march and also for the month of apr",
        "il/ISDT/2024-03-12",
        ":61:240312D25,00N102EREF",
        ":86:/CNTP/NL91ABNA0417164300/ABNANL2A/P PIETERSEN/AMSTERDAM//REMI/USTD//thanks/",
    )  # fmt: skip
    assert (named.title, chained.title) == ("J JANSEN", "P PIETERSEN")
    assert "rent for march and also for the month of april" in named.text
    assert "thanks" in chained.text
    assert all(d.mentions[-1].key == "NL91ABNA0417164300" for d in (named, chained))


def test_plain_details_are_joined_as_they_were_broken() -> None:
    full = "x" * 62
    (draft,) = bookings(":61:240312D1,00NTRF", f":86:short line\nnext {full}\ntail")
    assert f"short line next {full}tail" in draft.text


def test_several_statements_keep_account_and_currency() -> None:
    one = (OPEN + ":61:240312D1,00NTRF\n" + CLOSE).format(account="A1", currency="EUR")
    two = (OPEN + ":61:240312D2,00NTRF\n" + CLOSE).format(account="B2", currency="PLN")
    found = [d for d in drafts(one + "\n" + two) if d.kind == "transaction"]
    assert [(d.row, d.currency, d.mentions[0].key) for d in found] == [
        (1, "EUR", "A1"), (2, "PLN", "B2"),
    ]  # fmt: skip


def test_the_closing_balance_is_told_and_its_details_are_no_booking() -> None:
    text = OPEN.format(account="A1", currency="EUR") + ":62F:D240331EUR57,90\n:86:TOTALS\n-\n"
    (balance,) = drafts(text)
    assert balance.text == "Balance of account A1 on 31 March 2024: -57.90 EUR"
    assert (balance.kind, balance.amount) == ("passage", None)


def test_the_currency_may_stand_in_the_closing_balance_alone() -> None:
    (draft, _) = drafts(":20:X\n:25:A1\n:61:240312D1,00NTRF\n:62F:C240331SEK5,00\n")
    assert draft.currency == "SEK"


def test_line_ends_envelopes_and_blanks_do_not_matter() -> None:
    lines = ["{1:F01X}{2:I940}{4:", ":20:X", " :25:A1", ":60F:C240301EUR1,", ":61:240312D1,00NTRF"]
    text = "\r\n".join([*lines, "-}", ""])
    assert [d.amount for d in drafts(text) if d.kind == "transaction"] == ["-1.00"]


def test_a_line_that_cannot_be_read_costs_no_other() -> None:
    broken, fine = bookings(":61:what is this", ":86:details", ":61:240312D1,00NTRF")
    assert (broken.amount, broken.at) == (None, None)
    assert "what is this" in broken.text
    assert fine.amount == "-1.00"


def test_endless_digits_are_no_amount() -> None:
    (draft,) = bookings(f":61:240312D{'9' * 100_000},00NTRF")
    assert draft.amount is None
    assert len(draft.text) < 250


def test_a_text_without_a_statement_is_refused() -> None:
    with pytest.raises(Unreadable, match="MT940"):
        list(mt940.read("hello\n:86:nothing", READING))


def test_statements_are_recognised_with_and_without_balances() -> None:
    assert mt940.looks_like(OPEN)
    assert mt940.looks_like(":20:X\n:25:A1\n:34F:EUR0,\n:61:240312D1,00NTRF\n")
    assert not mt940.looks_like("The tags :20: and :61: begin lines.")
