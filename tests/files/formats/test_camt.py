"""CAMT: entries of any version, their other sides, and XML that attacks its reader."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from runwright.files.formats.bank import camt
from runwright.files.formats.types import Draft, Reading, Table, Unreadable

READING = Reading("x.xml", datetime(2026, 11, 15, tzinfo=UTC), ZoneInfo("UTC"))
OWN, THEIRS = "DE89370400440532013000", "DE02120300000000202051"


def document(
    *entries: str, kind: str = "BkToCstmrStmt", report: str = "Stmt", version: str = "053.001.02"
) -> str:
    return (
        f'<?xml version="1.0" encoding="UTF-16"?>\n<Document '
        f'xmlns="urn:iso:std:iso:20022:tech:xsd:camt.{version}"><{kind}><GrpHdr/><{report}><Acct><Id>'
        f"<IBAN>{OWN}</IBAN></Id><Ccy>EUR</Ccy></Acct><Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry>"
        f'</Tp><Amt Ccy="EUR">5.00</Amt><CdtDbtInd>DBIT</CdtDbtInd>'
        f"<Dt><Dt>2024-03-31</Dt></Dt></Bal>"
        f"{''.join(entries)}</{report}></{kind}></Document>"
    )


def entry(
    amount: str = "42.10",
    mark: str = "DBIT",
    day: str = "<Dt>2024-03-12</Dt>",
    details: str = "",
    extra: str = "",
) -> str:
    return (
        f'<Ntry><Amt Ccy="EUR">{amount}</Amt><CdtDbtInd>{mark}</CdtDbtInd>{extra}'
        f"<BookgDt>{day}</BookgDt><NtryDtls>{details}</NtryDtls></Ntry>"
    )


def payment(name: str, purpose: str, role: str = "Cdtr", account: str = THEIRS) -> str:
    return (
        f"<TxDtls><RltdPties><{role}><Nm>{name}</Nm></{role}><{role}Acct><Id><IBAN>{account}</IBAN>"
        f"</Id></{role}Acct></RltdPties><RmtInf><Ustrd>{purpose}</Ustrd></RmtInf></TxDtls>"
    )


def drafts(text: str) -> list[Draft]:
    parts = list(camt.read(text, READING))
    assert isinstance(parts[0], Table)
    return [part for part in parts if isinstance(part, Draft)]


def bookings(*entries: str) -> list[Draft]:
    return [draft for draft in drafts(document(*entries)) if draft.kind == "transaction"]


def test_an_entry_has_all_its_parts() -> None:
    (draft,) = bookings(entry(details=payment("REWE Markt GmbH", "card payment 1234")))
    assert (draft.at, draft.amount, draft.currency, draft.title, draft.row) == (
        "2024-03-12", "-42.10", "EUR", "REWE Markt", 1,
    )  # fmt: skip
    assert draft.text == (
        "12 March 2024: -42.10 EUR to REWE Markt GmbH, card payment 1234, account DE89…3000"
    )
    assert [(m.kind, m.key) for m in draft.mentions] == [
        ("account", OWN), ("organisation", "rewe markt gmbh"), ("account", THEIRS),
    ]  # fmt: skip


def test_credits_debits_and_reversals() -> None:
    credit, reversal = bookings(
        entry(mark="CRDT", details=payment("Jo", "x", "Dbtr")),
        entry(mark="DBIT", extra="<RvslInd>true</RvslInd>"),
    )
    assert (credit.amount, credit.title, reversal.amount) == ("42.10", "Jo", "-42.10")
    assert "reversal" in reversal.text


def test_a_returned_payment_names_the_other_side_and_not_the_own() -> None:
    own = payment("Me", "x", "Dbtr", OWN).removesuffix("</TxDtls>")
    both = own.replace("</RltdPties>", "<Cdtr><Nm>Shop</Nm></Cdtr></RltdPties>") + "</TxDtls>"
    (draft,) = bookings(entry(mark="CRDT", details=both))
    assert draft.title == "Shop"


def test_a_collective_entry_is_one_booking_that_names_its_payments() -> None:
    (draft,) = bookings(entry(details=payment("Ann", "one") + payment("Bob", "two")))
    assert draft.title == ""
    assert "2 payments, Ann: one, Bob: two" in draft.text


def test_pending_entries_say_so() -> None:
    (draft,) = bookings(entry(extra="<Sts><Cd>PDNG</Cd></Sts>"))
    assert "pending" in draft.text


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        ("<Dt>2024-03-12</Dt>", "2024-03-12"),
        ("<Dt>2024-03-12+01:00</Dt>", "2024-03-12"),
        ("<DtTm>2024-03-12T14:33:11</DtTm>", "2024-03-12"),
        ("<DtTm>2024-03-12T14:33:11.5+01:00</DtTm>", "2024-03-12T13:33:11"),
        ("<Dt>2024-02-31</Dt>", None),
    ],
)
def test_days_and_instants(day: str, expected: str | None) -> None:
    (draft,) = bookings(entry(day=day))
    assert (draft.at or "")[: len(expected or "")] == (expected or "")
    assert ("T" in (draft.at or "")) == ("T" in (expected or ""))


@pytest.mark.parametrize(
    ("kind", "report", "version"),
    [
        ("BkToCstmrAcctRpt", "Rpt", "052.001.08"),
        ("BkToCstmrStmt", "Stmt", "053.001.13"),
        ("BkToCstmrDbtCdtNtfctn", "Ntfctn", "054.001.04"),
    ],
)
def test_all_three_messages_in_any_version(kind: str, report: str, version: str) -> None:
    found = drafts(document(entry(), kind=kind, report=report, version=version))
    assert [d.amount for d in found] == ["-42.10", None]
    assert found[1].text == "Balance of account DE89…3000 on 31 March 2024: -5.00 EUR"


@pytest.mark.parametrize("written", ["NaN", "Infinity", "1e9", "", "9" * 1000])
def test_a_figure_that_is_none_is_quoted(written: str) -> None:
    (draft,) = bookings(entry(amount=written))
    assert draft.amount is None


def test_a_bomb_of_entities_is_refused() -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]>'
    with pytest.raises(Unreadable, match="document type"):
        list(camt.read(bomb + "<Document>&b;</Document>", READING))


def test_an_outside_reference_is_refused() -> None:
    outside = '<!DOCTYPE x SYSTEM "file:///etc/passwd"><Document/>'
    with pytest.raises(Unreadable, match="document type"):
        list(camt.read(outside, READING))


def test_endless_nesting_is_refused() -> None:
    with pytest.raises(Unreadable, match="nested"):
        list(camt.read("<a>" * 200_000, READING))


@pytest.mark.parametrize("text", ["<Document><Stmt>", "<Document/>", "no xml at all", ""])
def test_what_is_no_statement_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        list(camt.read(text, READING))


def test_all_three_messages_are_recognised() -> None:
    assert camt.looks_like(document())
    assert camt.looks_like('<n:Document xmlns:n="urn:x"><n:BkToCstmrDbtCdtNtfctn>')
    assert not camt.looks_like("<html>camt</html>")
    assert not camt.looks_like("see camt.053.001.02")


def test_a_returned_debit_names_whoever_drew_it() -> None:
    drawn = payment("Funknetz AG", "Retoure", role="Cdtr")
    [back] = bookings(entry("20.00", "CRDT", details=drawn, extra="<RvslInd>true</RvslInd>"))
    assert back.title == "Funknetz"


def test_a_shop_that_only_the_banks_words_name_is_the_other_side() -> None:
    words = "<AddtlNtryInf>Einkauf Hofladen Brunner, 02.10.2024, 18:07</AddtlNtryInf>"
    [bought] = bookings(entry(extra=words))
    assert bought.title == "Hofladen Brunner"
