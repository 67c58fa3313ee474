"""The balance with which a statement ends is what its account held after the last booking."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from runwright.files.formats.bank import camt, csv, mt940, ofx
from runwright.files.formats.types import Draft, Reading
from runwright.records.facts import Transaction

READING = Reading("x", datetime(2026, 11, 15, tzinfo=UTC), ZoneInfo("Europe/Berlin"))
GIRO = (
    '"Girokonto";"DE89370400440532013000"\n{}'
    '"Kontostand vom 30.04.2026:";"12.777,91 €"\n\n'
    '"Buchungsdatum";"Status";"Zahlungsempfänger*in";"Verwendungszweck";"Betrag (€)"\n'
    '"29.04.26";"Gebucht";"REWE";"Einkauf";"-3,54"\n'
    '"29.04.26";"Gebucht";"Lidl";"Einkauf";"-5,00"\n'
    '"28.04.26";"Gebucht";"Meyer";"Miete";"-400,00"\n'
)


def balances(reader: object, text: str) -> list[tuple[str, str]]:
    """The days and balances of the bookings that have one."""
    found = [part.facts for part in reader.read(text, READING) if isinstance(part, Draft)]  # type: ignore[attr-defined]
    return [
        (facts.counterparty, facts.balance)
        for facts in found
        if isinstance(facts, Transaction) and facts.balance is not None
    ]


def statement(end: str, as_of: str) -> str:
    return (
        "<OFX><CCSTMTRS><CURDEF>GBP<CCACCTFROM><ACCTID>1009</CCACCTFROM><BANKTRANLIST>"
        f"<DTSTART>20260501<DTEND>{end}"
        "<STMTTRN><DTPOSTED>20260501<TRNAMT>-33.90<NAME>Tesco</STMTTRN>"
        "<STMTTRN><DTPOSTED>20260514<TRNAMT>-28.82<NAME>Lidl</STMTTRN></BANKTRANLIST>"
        f"<LEDGERBAL><BALAMT>-463.36<DTASOF>{as_of}</LEDGERBAL></CCSTMTRS></OFX>"
    )


def test_the_ledger_balance_of_ofx_is_that_after_the_last_booking() -> None:
    assert balances(ofx, statement("20260515", "20260515")) == [("Lidl", "-463.36")]


def test_a_balance_of_after_the_statement_says_nothing_about_its_last_booking() -> None:
    assert balances(ofx, statement("20260515", "20261115")) == []


def test_the_closing_balance_of_camt_stands_before_or_after_the_entries() -> None:
    entry = (
        '<Ntry><Amt Ccy="USD">{}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt>'
        "<Dt>{}</Dt></BookgDt><NtryDtls><TxDtls><RltdPties><Cdtr><Nm>{}</Nm></Cdtr></RltdPties>"
        "</TxDtls></NtryDtls></Ntry>"
    )
    text = (
        '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt>'
        "<Acct><Id><Othr><Id>8310442917</Id></Othr></Id><Ccy>USD</Ccy></Acct><Bal><Tp><CdOrPrtry>"
        '<Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="USD">7335.47</Amt><CdtDbtInd>CRDT</CdtDbtInd>'
        f"<Dt><Dt>2026-03-31</Dt></Dt></Bal>{entry.format('15.00', '2026-03-02', 'Figma')}"
        f"{entry.format('20.00', '2026-03-12', 'Dropbox')}</Stmt></BkToCstmrStmt></Document>"
    )
    assert balances(camt, text) == [("Dropbox", "7335.47")]


def test_the_closing_balance_of_mt940_is_that_after_the_last_booking() -> None:
    text = (
        ":20:START\n:25:A1\n:60F:C240301EUR100,00\n:61:240312D1,00NTRF\n:86:166?32Shop\n"
        ":62F:C240331EUR99,00\n-\n"
    )
    assert [balance for _, balance in balances(mt940, text)] == ["99.00"]


def test_the_balance_above_a_table_is_that_after_its_newest_row() -> None:
    assert balances(csv, GIRO.format("")) == [("REWE", "12777.91")]
    ends = '"Zeitraum:";"01.04.2026 - 30.04.2026"\n'
    assert balances(csv, GIRO.format(ends)) == [("REWE", "12777.91")]


def test_the_balance_of_the_day_of_export_is_not_that_of_an_earlier_period() -> None:
    ends = '"Zeitraum:";"01.04.2026 - 29.04.2026"\n'
    assert balances(csv, GIRO.format(ends)) == []
    assert balances(csv, GIRO.format("").replace("vom 30.04.2026", "vom 30.09.2026")) == []
