"""OFX 1 and 2: bookings of every account, and files that are neither SGML nor XML."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from runwright.files.formats.bank import ofx
from runwright.files.formats.types import Draft, Reading, Table, Unreadable

READING = Reading("x.ofx", datetime(2026, 11, 15, tzinfo=UTC), ZoneInfo("UTC"))
HEAD = "OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n\n"


def drafts(text: str) -> list[Draft]:
    parts = list(ofx.read(text, READING))
    assert isinstance(parts[0], Table)
    return [part for part in parts if isinstance(part, Draft)]


def bookings(text: str) -> list[Draft]:
    return [draft for draft in drafts(text) if draft.kind == "transaction"]


def booked(*lines: str, currency: str = "USD") -> str:
    inner = "".join(f"<STMTTRN>{line}</STMTTRN>" for line in lines)
    return (
        f"{HEAD}<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>{currency}<BANKACCTFROM><BANKID>1"
        f"<ACCTID>123456789</BANKACCTFROM><BANKTRANLIST>{inner}</BANKTRANLIST></STMTRS>"
        "</STMTTRNRS></BANKMSGSRSV1></OFX>"
    )


LINE = "<TRNTYPE>DEBIT<DTPOSTED>20240312120000<TRNAMT>-42.10<FITID>1<NAME>Grocer<MEMO>card 12"


def test_a_booking_of_sgml_has_all_its_parts() -> None:
    (draft,) = bookings(booked(LINE))
    assert (draft.source, draft.at, draft.amount, draft.currency, draft.title, draft.row) == (
        "finance", "2024-03-12", "-42.10", "USD", "Grocer", 1,
    )  # fmt: skip
    assert draft.text == "12 March 2024: -42.10 USD to Grocer, card 12, account 123456789"
    assert [(m.kind, m.key) for m in draft.mentions] == [
        ("account", "123456789"), ("name", "grocer"),
    ]  # fmt: skip


def test_xml_with_cdata_comments_and_entities() -> None:
    text = (
        '<?xml version="1.0"?><?OFX OFXHEADER="200"?><OFX><CCSTMTRS><CURDEF>EUR</CURDEF>'
        "<CCACCTFROM><ACCTID>4111</ACCTID></CCACCTFROM><BANKTRANLIST><!-- <STMTTRN> --><STMTTRN>"
        "<DTPOSTED>20240312</DTPOSTED><TRNAMT>5</TRNAMT><NAME><![CDATA[A < B & C]]></NAME>"
        "<MEMO>Tom &amp; Jerry&apos;s</MEMO></STMTTRN></BANKTRANLIST></CCSTMTRS></OFX>"
    )
    (draft,) = bookings(text)
    assert (draft.title, draft.amount, draft.currency) == ("A < B & C", "5", "EUR")
    assert "Tom & Jerry's" in draft.text


def test_closing_tags_may_be_missing() -> None:
    text = (
        f"{HEAD}<OFX><STMTRS><CURDEF>CHF<BANKACCTFROM><ACCTID>1<BANKTRANLIST>"
        "<STMTTRN><DTPOSTED>20240101<TRNAMT>1.00<NAME>A<STMTTRN><DTPOSTED>20240102<TRNAMT>2.00"
        "<NAME>B</BANKTRANLIST><LEDGERBAL><BALAMT>3.00<DTASOF>20240103"
    )
    assert [(d.title, d.amount) for d in bookings(text)] == [("A", "1.00"), ("B", "2.00")]
    assert any("Balance of account 1 on 3 January 2024: 3.00 CHF" in d.text for d in drafts(text))


def test_each_account_keeps_its_bookings_and_currency() -> None:
    statement = (
        "<STMTRS><CURDEF>{}<BANKACCTFROM><ACCTID>{}</BANKACCTFROM>"
        "<STMTTRN><DTPOSTED>20240101<TRNAMT>1</STMTTRN></STMTRS>"
    )
    found = bookings(f"<OFX>{statement.format('EUR', 'A1')}{statement.format('USD', 'B2')}</OFX>")
    assert [(d.currency, d.mentions[0].key) for d in found] == [("EUR", "A1"), ("USD", "B2")]


def test_the_decimal_sign_is_decided_for_the_file() -> None:
    line = "<DTPOSTED>20240101<TRNAMT>{}"
    comma = bookings(booked(*(line.format(a) for a in ("-1.234,50", "2,5", "7"))))
    assert [d.amount for d in comma] == ["-1234.50", "2.5", "7"]
    point = bookings(booked(*(line.format(a) for a in ("-1,234", "2.50"))))
    assert [d.amount for d in point] == ["-1234", "2.50"]


@pytest.mark.parametrize("written", ["$120", "NaN", "Infinity", "1e5", "", "9" * 100_000])
def test_a_figure_outside_the_format_is_quoted_and_not_guessed(written: str) -> None:
    (draft,) = bookings(booked(f"<DTPOSTED>20240101<TRNAMT>{written}<NAME>A"))
    assert draft.amount is None
    assert "unknown amount" in draft.text
    assert len(draft.text) < 200


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("20240312", "2024-03-12"),
        ("20240312093000", "2024-03-12"),
        ("20240312120000[-5:EST]", "2024-03-12"),
        ("20240312000000.000[-4:EDT]", "2024-03-12"),
        ("20240312093000.000[-5:EST]", "2024-03-12T14:30:00"),
        ("20240312093000[+5.30:IST]", "2024-03-12T04:00:00"),
        ("20240312093000[-3.5:NST]", "2024-03-12T13:00:00"),
        ("20240312093000[99:XXX]", "2024-03-12"),
        ("2024-03-12", "2024-03-12"),
    ],
)
def test_days_and_instants(written: str, expected: str) -> None:
    (draft,) = bookings(booked(f"<DTPOSTED>{written}<TRNAMT>1"))
    assert draft.at is not None
    assert draft.at.startswith(expected)
    assert ("T" in draft.at) == ("T" in expected)


@pytest.mark.parametrize("written", ["20240231", "201120000000", "yesterday", ""])
def test_a_day_that_does_not_exist_leaves_the_booking_undated(written: str) -> None:
    (draft,) = bookings(booked(f"<DTPOSTED>{written}<TRNAMT>1"))
    assert draft.at is None
    assert draft.text.startswith("Undated: ")


def test_trades_are_searchable_and_no_bookings() -> None:
    text = (
        "<OFX><INVSTMTRS><CURDEF>USD<INVACCTFROM><ACCTID>7</INVACCTFROM><INVTRANLIST><BUYSTOCK>"
        "<INVBUY><INVTRAN><DTTRADE>20240312</INVTRAN><SECID><UNIQUEID>X1</SECID><UNITS>+0010.0"
        "<UNITPRICE>2.5<TOTAL>-0025.00</INVBUY></BUYSTOCK><INVBANKTRAN><STMTTRN><DTPOSTED>20240313"
        "<TRNAMT>0.24</STMTTRN></INVBANKTRAN></INVTRANLIST></INVSTMTRS><SECLIST><STOCKINFO><SECINFO>"
        "<SECID><UNIQUEID>X1</SECID><SECNAME>ACME Corp</SECINFO></STOCKINFO></SECLIST></OFX>"
    )
    (trade,) = [draft for draft in drafts(text) if draft.kind == "passage"]
    assert [d.amount for d in bookings(text)] == ["0.24"]
    assert (
        trade.text
        == "12 March 2024: bought ACME Corp, units 10.0, unit price 2.5, total -25.00, USD"
    )
    assert trade.amount is None


def test_an_error_of_the_bank_is_told() -> None:
    status = "<STATUS><CODE>15500<SEVERITY>ERROR<MESSAGE>Wrong password</STATUS>"
    (draft,) = drafts(f"<OFX><SONRS>{status}</SONRS></OFX>")
    assert draft.kind == "passage"
    assert "15500" in draft.text
    assert "Wrong password" in draft.text


def test_a_list_of_accounts_is_told() -> None:
    account = "<BANKACCTFROM><ACCTID>001<ACCTTYPE>SAVINGS</BANKACCTFROM>"
    text = f"<OFX><ACCTINFO><DESC>Savings{account}</ACCTINFO></OFX>"
    assert [d.text for d in drafts(text)] == ["Account Savings, savings, 001"]


def test_a_file_without_ofx_is_refused() -> None:
    with pytest.raises(Unreadable, match="OFX"):
        list(ofx.read("OFXHEADER:100\nnothing else", READING))


@pytest.mark.parametrize(
    ("hostile", "found"),
    [("<![CDATA[", 0), ("<!--", 0), ("<STMTTRN>", 20_000), ("<A><B>", 0), ("<!DOCTYPE x [", 0)],
)
def test_repeated_openings_are_read_in_one_pass(hostile: str, found: int) -> None:
    assert len(bookings("<OFX>" + hostile * 20_000)) == found


def test_entities_of_the_file_are_never_expanded() -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'
    (draft,) = bookings(bomb + booked("<DTPOSTED>20240101<TRNAMT>1<NAME>&b;"))
    assert draft.title == "&b;"


def test_both_forms_are_recognised() -> None:
    assert ofx.looks_like(booked(LINE))
    assert ofx.looks_like('\ufeff<?xml version="1.0"?>\n<?OFX OFXHEADER="200"?>\n<OFX/>')
    assert not ofx.looks_like("Dear Sir, the OFX file is missing.")
