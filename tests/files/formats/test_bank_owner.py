"""What the owner says of a statement fills what the file leaves open, and nothing else."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from runwright.files import reader
from runwright.files.formats.types import Draft, Reading
from runwright.records.booking_keys import WEAK
from runwright.records.facts import Transaction

PLAIN = (
    "Date,Description,Amount\n2026-10-01,Cafe,-3.80\n2026-10-01,Cafe,-3.80\n"
    "2026-10-02,Rent,-900.00\n"
)
READING = Reading("plain.csv", datetime(2026, 11, 1, tzinfo=UTC), ZoneInfo("UTC"))


def bookings(path: Path, reading: Reading) -> list[tuple[Transaction, str]]:
    parts = reader.read("text", path, reading)
    return [
        (part.facts, part.text)
        for part in parts
        if isinstance(part, Draft) and isinstance(part.facts, Transaction)
    ]


def test_a_currency_and_an_account_are_taken_from_the_metadata(tmp_path: Path) -> None:
    path = tmp_path / "plain.csv"
    path.write_text(PLAIN)
    alone = bookings(path, READING)
    assert {(f.currency, f.account) for f, _ in alone} == {(None, None)}
    assert all(f.booking_key.startswith(WEAK) for f, _ in alone)
    said = bookings(path, READING._replace(currency="eur", account="Savings"))
    assert {(f.currency, f.account) for f, _ in said} == {("EUR", "Savings")}
    assert all("EUR" in text for _, text in said)
    keys = [f.booking_key for f, _ in said]
    assert len(set(keys)) == 3
    assert not any(key.startswith(WEAK) for key in keys)


def test_the_file_knows_better_and_rubbish_is_ignored(tmp_path: Path) -> None:
    path = tmp_path / "known.csv"
    path.write_text(PLAIN.replace("Amount", "Amount (USD)"))
    for said in ("EUR", "no currency"):
        found = bookings(path, READING._replace(currency=said))
        assert {f.currency for f, _ in found} == {"USD"}
    path.write_text(PLAIN)
    assert {f.currency for f, _ in bookings(path, READING._replace(currency="XXQ"))} == {None}
