"""CAMT.052, .053 and .054: the bank statements of ISO 20022, in any version of the namespace.

A booking is an entry (`Ntry`); a collective one stays one booking and names its payments in its
text. Document types, entities and outside references are refused before anything is expanded.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import NamedTuple
from xml.etree.ElementTree import Element, ParseError

import defusedxml.ElementTree as DefusedTree
from defusedxml import DefusedXmlException

from runwright.files.formats.bank import (
    bookings,
    business_codes,
    channels,
    dates,
    details,
    kinds,
    money,
    transaction_types,
)
from runwright.files.formats.bank.bookings import Booking
from runwright.files.formats.bank.closing import Closing, with_balances
from runwright.files.formats.types import Draft, Part, Reading, Unreadable
from runwright.records.accounts import account_key, shortened
from runwright.records.facts import TransactionType
from runwright.records.names import folded
from runwright.records.wording import spelled_day

_DECLARATION = re.compile(r"^\s*<\?xml[^>]{0,200}\?>")
_BEGINS = re.compile(r"\bcamt\.05[234]\.|<(?:\w{1,20}:)?BkToCstmr(?:Stmt|AcctRpt|DbtCdtNtfctn)\b")
_AMOUNT = re.compile(r"[-+]?[0-9]{1,30}(?:[.,][0-9]{1,10})?")
_REPORTS = ("Stmt", "Rpt", "Ntfctn")
_DEEPEST = 200
"""No statement nests deeper; a file that does is built to break its reader."""
_SHOWN = 50
"""So many payments of a collective booking are named."""
_CODES: dict[str, TransactionType] = {
    # Subfamilies, then families, then domains of ISO 20022's bank transaction codes.
    "SALA": "salary", "PAYR": "salary", "PENS": "income", "BENE": "income", "CWDL": "cash",
    "CDPT": "cash", "CAJT": "fee", "INTR": "interest", "INTC": "interest", "CHRG": "fee",
    "FEES": "fee", "COMM": "fee", "TAXE": "tax", "POSD": "purchase", "POSP": "purchase",
    "POSC": "purchase", "DVCA": "investment", "PMDD": "purchase", "ESDD": "purchase",
    "BBDD": "purchase", "UPDD": "refund", "PRDD": "refund", "RPCR": "refund", "RRTN": "refund",
    "RCDT": "transfer", "ICDT": "transfer", "RRCT": "transfer", "IRCT": "transfer",
    "IDDT": "purchase", "RDDT": "purchase", "CCRD": "purchase", "MCRD": "purchase",
    "CNTR": "cash", "SECU": "investment", "LDAS": "other",
}  # fmt: skip
_NO_NAME = ("notprovided", "keine information vorhanden", "unknown")


class _Account(NamedTuple):
    number: str = ""
    currency: str | None = None
    kind: bookings.AccountKind = ""
    holder: str = ""


class _Side(NamedTuple):
    """One payment within an entry: with whom, and what for."""

    name: str
    account: str
    purpose: str


def looks_like(text: str) -> bool:
    """Whether the text begins as one of the three messages."""
    return text.lstrip("\ufeff \t\r\n").startswith("<") and bool(_BEGINS.search(text[:5_000]))


def read(text: str, reading: Reading) -> Iterator[Part]:
    """The entries of every statement in the file, then its balances."""
    account, found = _Account(), list[Booking]()
    closings: list[Closing] = []
    remarks: list[Draft] = []
    for element in _pieces(text):
        kind = _name(element)
        if kind == "Acct":
            account = _account(element)
        elif kind == "Ntry":
            found.append(_booking(element, account))
        elif kind == "Bal" and (closing := _closing(element, account)):
            closings.append(closing)
            remarks.append(_balance(closing))
    yield from bookings.parts(with_balances(found, closings), filename=reading.filename)
    yield from remarks


def _pieces(text: str) -> Iterator[Element]:
    """What stands directly in a statement, piece by piece, each let go once it is read."""
    # The text is decoded already, so what its first line says of the bytes is no longer true.
    stream = io.BytesIO(_DECLARATION.sub("", text, count=1).encode(errors="replace"))
    try:
        yield from _parsed(stream)
    except DefusedXmlException:
        raise Unreadable(
            "The XML declares a document type or entities, which a bank statement never does. "
            "Export the statement from the bank again."
        ) from None
    except ParseError as error:
        raise Unreadable(f"The XML is broken ({error}). Export the statement again.") from None


def _parsed(stream: io.BytesIO) -> Iterator[Element]:
    above: list[Element] = []
    any_found = False
    for event, element in DefusedTree.iterparse(stream, ("start", "end"), forbid_dtd=True):
        if event == "start":
            above.append(element)
            any_found = any_found or _name(element) in _REPORTS
            if len(above) > _DEEPEST:
                raise Unreadable("The XML is nested too deeply to be a bank statement.")
            continue
        above.pop()
        if above and _name(above[-1]) in _REPORTS:
            yield element
            above[-1].remove(element)
    if not any_found:
        raise Unreadable(
            "The XML contains no bank statement: there is no Stmt, Rpt or Ntfctn element."
        )


def _name(element: Element) -> str:
    tag: str = element.tag
    return tag.rpartition("}")[2]


def _each(element: Element, *path: str) -> Iterator[Element]:
    """The elements at the end of a path of local names."""
    head, *rest = path
    for child in element:
        if _name(child) == head:
            if rest:
                yield from _each(child, *rest)
            else:
                yield child


def _text(element: Element, *paths: str) -> str:
    """The text at the first of the paths that has one."""
    for path in paths:
        for found in _each(element, *path.split("/")):
            if said := (found.text or "").strip():
                return said
    return ""


def _account(element: Element) -> _Account:
    number = _text(element, "Id/IBAN", "Id/Othr/Id", "Id/PrtryAcct/Id")
    kind = kinds.of_code(_text(element, "Tp/Cd", "Tp/CdOrPrtry/Cd"))
    kind = kind or kinds.said_in(_text(element, "Tp/Prtry", "Nm"))
    holder = _text(element, "Ownr/Nm", "Ownr/Pty/Nm")
    return _Account(number, money.code(_text(element, "Ccy")), kind, holder)


def _booking(entry: Element, account: _Account) -> Booking:
    amount = next(_each(entry, "Amt"), None)
    written = (amount.text or "").strip() if amount is not None else ""
    leaves = _text(entry, "CdtDbtInd").upper().startswith("D")
    value = _value(written)
    payments = _each(entry, "NtryDtls", "TxDtls")
    reversal = _text(entry, "RvslInd").lower() in ("true", "1")
    sides = [_other_side(payment, leaves, account, reversal) for payment in payments]
    day, at = _when(entry, "BookgDt", "ValDt")
    currency = money.code(amount.get("Ccy", "")) if amount is not None else None
    currency = currency or account.currency
    return Booking(
        day=day,
        at=at,
        amount=-abs(value) if value is not None and leaves else value,
        currency=currency,
        counterparty=_only({side.name for side in sides if side.name}) or _shop(entry, sides),
        purpose=_purpose(entry, sides),
        account=account.number,
        kind=account.kind,
        counterparty_account=_only({side.account for side in sides if side.account}),
        note=_note(entry, reversal, written if value is None else ""),
        valued=_when(entry, "ValDt")[0],
        holder=account.holder,
        card=_text(entry, "CardTx/Card/PlainCardData/PAN", "NtryDtls/TxDtls/CardTx/Card/MskdPAN"),
        type="refund" if reversal and not leaves else _type(entry, leaves),
        status="pending" if _state(entry) == "PDNG" else "booked",
        bank_id=_text(entry, "AcctSvcrRef", "NtryRef"),
        original=_paid_abroad(entry, currency, leaves),
    )


def _shop(entry: Element, sides: list[_Side]) -> str:
    """The shop in the bank's own words, `Einkauf Coop, 02.10.2025`, where no party is named."""
    if len(sides) > 1 or any(side.name for side in sides):
        return ""
    own_words = ("AddtlNtryInf", "NtryDtls/TxDtls/AddtlTxInf", "NtryDtls/TxDtls/RmtInf/Ustrd")
    told = (_text(entry, path) for path in own_words)
    return next((text for text in told if _says_shop(text)), "")


def _says_shop(text: str) -> bool:
    return channels.is_by_card(text) or details.is_by_card(text)


def _only(names: set[str]) -> str:
    return names.pop() if len(names) == 1 else ""


def _value(written: str) -> Decimal | None:
    figure = money.figure(written) if _AMOUNT.fullmatch(written) else None
    return money.exact(figure, "," if "," in written else ".")


def _type(entry: Element, leaves: bool) -> TransactionType | None:
    """What the bank's code says, the finest part of it first."""
    domain = "BkTxCd/Domn"
    parts = (f"{domain}/Fmly/SubFmlyCd", f"{domain}/Fmly/Cd", f"{domain}/Cd")
    known = next((_CODES[code] for path in parts if (code := _text(entry, path)) in _CODES), None)
    if known is not None:
        # A card's purchase that brings money was taken back; a direct debit was drawn.
        drawn = known == "purchase" and not leaves and not _text(entry, parts[1]).endswith("CRD")
        return None if drawn else known
    # German banks write their own code behind the SWIFT one: `NTRF+166+…`.
    own = re.search(r"\b([0-9]{3})\b", _text(entry, "BkTxCd/Prtry/Cd"))
    known = business_codes.meaning(own[1], leaves=leaves) if own else None
    return transaction_types.of_code(known, _text(entry, "AddtlNtryInf"))


def _paid_abroad(entry: Element, currency: str | None, leaves: bool) -> tuple[Decimal, str] | None:
    for path in ("AmtDtls/InstdAmt/Amt", "NtryDtls/TxDtls/AmtDtls/InstdAmt/Amt"):
        for amount in _each(entry, *path.split("/")):
            code = money.code(amount.get("Ccy", ""))
            value = _value((amount.text or "").strip())
            if code and code != currency and value is not None:
                return (-value if leaves else value), code
    return None


def _when(entry: Element, *kinds_of_day: str) -> tuple[date | None, str | None]:
    paths = [f"{kind}/{form}" for kind in kinds_of_day for form in ("Dt", "DtTm")]
    said = _text(entry, *paths)
    # A plain day may carry a zone too: `2024-03-12+01:00`.
    written = dates.cut(said) or dates.cut(said[:10])
    day = dates.day_of(written, "day", date.max) if written else None
    return (day, dates.stamped(day, written)) if day and written else (None, None)


def _other_side(payment: Element, leaves: bool, account: _Account, reversal: bool) -> _Side:
    """Whoever is paid when money leaves, or pays when it comes; a return has them the other way.

    Money that comes back was never sent by the account's own holder: where the bank leaves the
    parties as they were, the other one is meant, and where it names no other, nobody is.
    """
    first, second = ("Cdtr", "Dbtr") if leaves else ("Dbtr", "Cdtr")
    side = _side(payment, first)
    own = account_key(account.number)
    if own and account_key(side.account) == own:
        other = _side(payment, second)
        return other if account_key(other.account) != own else side
    is_returned = reversal or _text(payment, "RtrInf/Rsn/Cd")
    if is_returned and (_is_holder(side, account) or not (side.name or side.account)):
        other = _side(payment, second)
        return other._replace(name="") if _is_holder(other, account) else other
    return side


def _is_holder(side: _Side, account: _Account) -> bool:
    return bool(side.name) and folded(side.name) == folded(account.holder)


def _side(payment: Element, role: str) -> _Side:
    party = f"RltdPties/{role}"
    ultimate = f"RltdPties/Ultmt{role}"
    paths = [f"{party}/Nm", f"{party}/Pty/Nm", f"{ultimate}/Nm", f"{ultimate}/Pty/Nm"]
    name = _text(payment, *paths)
    account = _text(payment, f"{party}Acct/Id/IBAN", f"{party}Acct/Id/Othr/Id")
    return _Side("" if name.lower() in _NO_NAME else name, account, _remittance(payment))


def _remittance(payment: Element) -> str:
    said = [(found.text or "").strip() for found in _each(payment, "RmtInf", "Ustrd")]
    said += [
        (found.text or "").strip() for found in _each(payment, "RmtInf", "Strd", "AddtlRmtInf")
    ]
    reference = _text(payment, "RmtInf/Strd/CdtrRefInf/Ref")
    end_to_end = _text(payment, "Refs/EndToEndId")
    if reference:
        said.append(f"reference {reference}")
    if end_to_end and end_to_end.lower() not in _NO_NAME:
        said.append(f"EREF {end_to_end}")
    said.append(_text(payment, "AddtlTxInf"))
    return ", ".join(dict.fromkeys(filter(None, said)))


def _purpose(entry: Element, sides: list[_Side]) -> str:
    said = []
    if len(sides) == 1:
        said.append(sides[0].purpose)
    else:
        said += [f"{side.name}: {side.purpose}".strip(": ") for side in sides[:_SHOWN]]
        if len(sides) > 1:
            said.insert(0, f"{len(sides)} payments")
    said.append(_text(entry, "AddtlNtryInf"))
    return ", ".join(dict.fromkeys(filter(None, said)))


def _state(entry: Element) -> str:
    return _text(entry, "Sts", "Sts/Cd").upper()


def _note(entry: Element, reversal: bool, unread: str) -> str:
    said = [{"PDNG": "pending", "INFO": "for information"}.get(_state(entry), "")]
    if reversal:
        said.append("reversal")
    if unread:
        said.append(f"amount written as “{unread[:40]}”")
    return ", ".join(filter(None, said))


def _closing(balance: Element, account: _Account) -> Closing | None:
    """The balance with which a statement ends."""
    if _text(balance, "Tp/CdOrPrtry/Cd") != "CLBD":
        return None
    amount = next(_each(balance, "Amt"), None)
    value = _value((amount.text or "").strip()) if amount is not None else None
    if amount is None or value is None:
        return None
    debit = _text(balance, "CdtDbtInd").upper().startswith("D")
    written = dates.cut(_text(balance, "Dt/Dt", "Dt/DtTm")[:10])
    day = dates.day_of(written, "day", date.max) if written else None
    currency = money.code(amount.get("Ccy", ""))
    return Closing(-value if debit else value, day, account.number, currency)


def _balance(closing: Closing) -> Draft:
    on = f" on {spelled_day(closing.day)}" if closing.day else ""
    figure = f"{money.written(closing.amount)} {closing.currency or ''}"
    text = f"Balance of account {shortened(closing.account)}{on}: {figure}"
    return bookings.remark(text, account=closing.account, title="Account balance", day=closing.day)
