"""OFX 1 (SGML), OFX 2 (XML) and QFX: bank, credit card and investment statements.

An own tokenizer: half of the files in the wild are neither proper SGML nor proper XML, and one
that expands no entities of the file's own cannot be attacked with them. Closing tags may be
missing; a value is what stands between its tag and the next.

A booking is a `STMTTRN`. Trades of an investment account change securities, not the balance of
a bank account: they become passages that can be searched, as do balances and errors of the bank.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from runwright.files.formats.bank import bookings, dates, kinds, money
from runwright.files.formats.bank.bookings import Booking
from runwright.files.formats.bank.closing import Closing, with_balances
from runwright.files.formats.types import Draft, Part, Reading, Unreadable
from runwright.records.accounts import shortened
from runwright.records.banks import bank_in
from runwright.records.facts import LONGEST_NAME, TransactionType
from runwright.records.names import one_line
from runwright.records.wording import spelled_day

_BEGINS = re.compile(r"^\s*OFXHEADER\s*:|<\?OFX\b|<OFX>", re.IGNORECASE | re.M)
_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9_.]{0,40})(?:\s[^<>]{0,200})?/?>")
_ORGANISATION = re.compile(r"<ORG>([^<\r\n]{1,80})", re.IGNORECASE)
_SHORTEST_NAME = 4
_AMOUNT = re.compile(r"[-+]?[0-9.,' ]+")
_DATE = re.compile(
    r"([0-9]{4})-?([0-9]{2})-?([0-9]{2})(?:[T ]?([0-9]{2}):?([0-9]{2}):?([0-9]{2})?)?"
)
_ZONE = re.compile(r"\[\s*([-+]?[0-9]{1,2})(?:[.:]([0-9]{1,2}))?(?::?[A-Za-z]{0,10})?\s*\]")
_STATEMENT = "STATEMENT"
"""Where the kind of statement is kept among its values; no tag has this name."""
_STATEMENTS = frozenset({"STMTRS", "CCSTMTRS", "INVSTMTRS", "LOANSTMTRS"})
_TRADES = {
    "BUYDEBT": "bought", "BUYMF": "bought", "BUYOPT": "bought", "BUYOTHER": "bought",
    "BUYSTOCK": "bought", "SELLDEBT": "sold", "SELLMF": "sold", "SELLOPT": "sold",
    "SELLOTHER": "sold", "SELLSTOCK": "sold", "INCOME": "income from", "REINVEST": "reinvested in",
    "RETOFCAP": "return of capital from", "SPLIT": "split of", "TRANSFER": "transfer of",
    "INVEXPENSE": "expense for", "JRNLSEC": "journal of", "JRNLFUND": "journal of",
    "MARGININTEREST": "margin interest", "CLOSUREOPT": "closure of",
}  # fmt: skip
_LISTED = {**_TRADES, "STMTTRN": "", "LEDGERBAL": "", "SECINFO": "", "ACCTINFO": "", "STATUS": ""}
_INNER = frozenset({"PAYEE", "BANKACCTTO", "CCACCTTO", "CURRENCY", "ORIGCURRENCY", "AVAILBAL"})
_SERVICE = {"CREDIT": "", "DEBIT": "", "OTHER": "", "": "", "POS": "card payment",
            "XFER": "transfer",
            "INT": "interest", "DIV": "dividend", "FEE": "fee", "SRVCHG": "service charge",
            "DEP": "deposit", "ATM": "cash machine", "CHECK": "check", "PAYMENT": "payment",
            "CASH": "cash", "DIRECTDEP": "direct deposit", "DIRECTDEBIT": "direct debit",
            "REPEATPMT": "standing order", "HOLD": "pending"}  # fmt: skip

_TYPES: dict[str, TransactionType] = {
    "INT": "interest", "DIV": "investment", "FEE": "fee", "SRVCHG": "fee", "ATM": "cash",
    "CASH": "cash", "POS": "purchase", "XFER": "transfer", "DIRECTDEBIT": "purchase",
    "DIRECTDEP": "income", "REPEATPMT": "transfer",
}  # fmt: skip


class _Record(NamedTuple):
    """One aggregate with its values, and the statement that it stands in."""

    tag: str
    values: dict[str, str]
    statement: dict[str, str]


class _When(NamedTuple):
    day: date | None
    at: str | None


def looks_like(text: str) -> bool:
    """Whether the text begins as OFX, in either of its forms."""
    return _BEGINS.search(text[:5_000]) is not None


def read(text: str, reading: Reading) -> Iterator[Part]:
    """The bookings of every account, then what else the file says."""
    start = re.search(r"<OFX\b", text, re.IGNORECASE)
    if start is None:
        raise Unreadable("This file claims to be OFX but has no <OFX> part. Export it again.")
    records = list(_records(_unwrapped(text[start.start() :])))
    found = [record for record in records if record.tag == "STMTTRN"]
    amounts = [record.values.get("TRNAMT", "") for record in found]
    # The format groups no thousands: a lone comma is a decimal one unless the file disproves it.
    sign = money.decimal_sign(amounts, "," if any("," in amount for amount in amounts) else ".")
    closings = [closing for record in records if (closing := _closing(record))]
    bank = _bank(text)
    told = with_balances([_booking(each, sign)._replace(bank=bank) for each in found], closings)
    yield from bookings.parts(told, filename=reading.filename)
    yield from _remarks(records)


def _bank(text: str) -> str:
    """The bank that signs the file, by the name that it is known by or the one it gives itself;
    some sign with a code, `B1`."""
    found = _ORGANISATION.search(text)
    named = one_line(_value(found[1])) if found else ""
    is_code = len(named) < _SHORTEST_NAME or any(c.isdigit() for c in named)
    return bank_in(named) or ("" if is_code else named[:LONGEST_NAME])


def _unwrapped(text: str) -> str:
    """Comments go, and the text of CDATA stays, escaped; linear whatever the file leaves open."""
    last = {"-->": text.rfind("-->"), "]]>": text.rfind("]]>")}
    out, at = [], 0
    while (start := text.find("<!", at)) >= 0:
        out.append(text[at:start])
        comment = text.startswith("<!--", start)
        end = "-->" if comment else "]]>"
        if last[end] < start or not (comment or text.startswith("<![CDATA[", start)):
            at = start + 2
            continue
        at = text.find(end, start) + 3
        if not comment:
            out.append(html.escape(text[start + 9 : at - 3]))
    out.append(text[at:])
    return "".join(out)


def _records(text: str) -> Iterator[_Record]:
    """Every aggregate of interest with its values flat: `PAYEE.NAME`, `BANKACCTTO.ACCTID`."""
    statement: dict[str, str] = {}
    open_records: list[_Record] = []
    inner = ""
    for closing, tag, value in _tokens(text):
        if closing:
            inner = "" if tag == inner else inner
            while open_records and _closes(tag, open_records):
                yield open_records.pop()
        elif tag in _STATEMENTS:
            yield from reversed(open_records)
            open_records, inner, statement = [], "", {_STATEMENT: tag}
        elif tag in _LISTED:
            if open_records and open_records[-1].tag == tag:
                yield open_records.pop()
            open_records.append(_Record(tag, {}, statement))
            inner = ""
        elif tag in _INNER:
            inner = tag
        elif open_records:
            open_records[-1].values.setdefault(f"{inner}.{tag}" if inner else tag, value)
        else:
            statement.setdefault(tag, value)
    yield from reversed(open_records)


def _closes(tag: str, open_records: list[_Record]) -> bool:
    """Whether a closing tag ends the innermost record, which may have lost its own."""
    inside = {record.tag for record in open_records}
    return tag in inside or tag in _STATEMENTS or tag.endswith(("TRANLIST", "TRNRS", "MSGSRSV1"))


def _tokens(text: str) -> Iterator[tuple[bool, str, str]]:
    previous: tuple[bool, str, int] | None = None
    for found in _TAG.finditer(text):
        if previous is not None:
            yield previous[0], previous[1], _value(text[previous[2] : found.start()])
        previous = (bool(found[1]), found[2].upper(), found.end())
    if previous is not None:
        yield previous[0], previous[1], _value(text[previous[2] :])


def _value(raw: str) -> str:
    raw = raw.strip()
    return html.unescape(html.unescape(raw) if "&amp;" in raw else raw) if "&" in raw else raw


def _booking(record: _Record, sign: money.DecimalSign) -> Booking:
    values, statement = record.values, record.statement
    written = values.get("TRNAMT", "")
    # The format knows digits and one decimal sign: `$120` might be anybody's dollars.
    amount = money.exact(money.figure(written), sign) if _AMOUNT.fullmatch(written) else None
    when = _when(values.get("DTPOSTED") or values.get("DTUSER") or values.get("DTAVAIL") or "")
    name = values.get("NAME") or values.get("PAYEE.NAME") or ""
    return Booking(
        day=when.day,
        at=when.at,
        amount=amount,
        currency=money.code(values.get("CURRENCY.CURSYM") or statement.get("CURDEF", "")),
        counterparty=name,
        purpose=_purpose(values, name),
        account=statement.get("ACCTID", ""),
        kind=kinds.of_code(statement.get("ACCTTYPE", ""))
        or kinds.of_code(statement.get(_STATEMENT, "")),
        counterparty_account=values.get("BANKACCTTO.ACCTID") or values.get("CCACCTTO.ACCTID") or "",
        note="" if amount is not None else f"amount written as “{written[:40]}”",
        valued=_when(values.get("DTUSER", "")).day,
        type=_TYPES.get(values.get("TRNTYPE", "").upper()),
        status="pending" if values.get("TRNTYPE", "").upper() == "HOLD" else "booked",
        bank_id=values.get("FITID", ""),
    )


def _purpose(values: dict[str, str], name: str) -> str:
    kind = values.get("TRNTYPE", "").upper()
    number = values.get("CHECKNUM", "").lstrip("0")
    memo = values.get("MEMO", "")
    said = [
        _SERVICE.get(kind, kind.lower()) + (f" {number}" if number and kind == "CHECK" else ""),
        "" if memo == name else memo,
        values.get("EXTDNAME", ""),
    ]
    return ", ".join(filter(None, said))


def _when(text: str) -> _When:
    """A day, or the instant if a time with its zone is given; `[-5:EST]` counts hours."""
    found = _DATE.match(text.strip())
    if found is None:
        return _When(None, None)
    written = dates.Written(int(found[2]), int(found[3]), int(found[1]), settled=True)
    day = dates.day_of(written, "day", date.max)
    if day is None:
        return _When(None, None)
    zone = _ZONE.search(text)
    if found[4] and zone:
        at = (int(found[4]), int(found[5]), int(found[6] or 0))
        if at[0] < 24 and at[1] < 60 and at[2] < 60:
            written = written._replace(at=at, offset=_offset(zone))
    return _When(day, dates.stamped(day, written))


def _offset(zone: re.Match[str]) -> int | None:
    """`-5`, `5.30` and `-3.5`: hours, then minutes, or a tenth of an hour."""
    rest = zone[2] or "0"
    minutes = int(rest) * 6 if len(rest) == 1 else int(rest)
    offset = abs(int(zone[1])) * 60 + minutes
    if offset > 18 * 60:
        return None
    return -offset if zone[1].startswith("-") else offset


def _remarks(records: list[_Record]) -> Iterator[Draft]:
    names = {
        values["UNIQUEID"]: values.get("SECNAME", "")
        for tag, values, _ in records
        if tag == "SECINFO" and "UNIQUEID" in values
    }
    for record in records:
        if record.tag == "LEDGERBAL":
            yield from _balance(record)
        elif record.tag in _TRADES:
            yield _trade(record, names)
        elif record.tag == "ACCTINFO" and record.values.get("ACCTID"):
            yield _account(record.values)
        elif record.tag == "STATUS" and record.values.get("SEVERITY", "").upper() == "ERROR":
            yield _refusal(record)


def _balance(record: _Record) -> Iterator[Draft]:
    amount, account = record.values.get("BALAMT"), record.statement.get("ACCTID", "")
    if not amount:
        return
    day = _when(record.values.get("DTASOF", "")).day
    on = f" on {spelled_day(day)}" if day else ""
    currency = record.statement.get("CURDEF", "")
    text = f"Balance of account {shortened(account)}{on}: {amount} {currency}"
    yield bookings.remark(text, account=account, title="Account balance", day=day)


def _closing(record: _Record) -> Closing | None:
    """What the account held at the end of the statement; some banks write what it holds when the
    file is made, whichever days it is of."""
    if record.tag != "LEDGERBAL":
        return None
    figure = money.figure(record.values.get("BALAMT", ""))
    amount = money.exact(figure, money.vote(figure.digits) or ".") if figure else None
    day = _when(record.values.get("DTASOF", "")).day
    end = _when(record.statement.get("DTEND", "")).day
    if amount is None or day is None or end is None or day > end:
        return None
    statement = record.statement
    return Closing(
        amount, day, statement.get("ACCTID", ""), money.code(statement.get("CURDEF", ""))
    )


def _account(values: dict[str, str]) -> Draft:
    said = [values.get("DESC", ""), values.get("ACCTTYPE", "").lower(), values["ACCTID"]]
    text = f"Account {', '.join(filter(None, said))}"
    return bookings.remark(text, account=values["ACCTID"], title=values.get("DESC", ""))


def _trade(record: _Record, names: dict[str, str]) -> Draft:
    values = record.values
    day = _when(values.get("DTTRADE") or values.get("DTSETTLE") or "").day
    security = values.get("UNIQUEID", "")
    named = names.get(security) or security or "cash"
    said = [f"{_TRADES[record.tag]} {named}"]
    for tag, word in [("UNITS", "units"), ("UNITPRICE", "unit price"), ("TOTAL", "total")]:
        if values.get(tag):
            said.append(f"{word} {_shown(values[tag])}")
    said.append(values.get("MEMO", ""))
    when = spelled_day(day) if day else "Undated"
    text = f"{when}: {', '.join(filter(None, said))}, {record.statement.get('CURDEF', '')}"
    account = record.statement.get("ACCTID", "")
    return bookings.remark(text.rstrip(", "), account=account, title=named, day=day)


def _shown(figure: str) -> str:
    found = money.figure(figure)
    value = money.exact(found, money.vote(found.digits) or ".") if found else None
    return figure if value is None else money.written(value)


def _refusal(record: _Record) -> Draft:
    code, message = record.values.get("CODE", ""), record.values.get("MESSAGE", "")
    text = f"The bank answered with error {code} in place of a statement: {message or 'no reason'}"
    return bookings.remark(text, title="Error of the bank")
