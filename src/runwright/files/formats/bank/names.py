"""The name of the other side, without what banks and card terminals write around it.

"REWE SAGT DANKE 4711//BERLIN/DE", "TAFF GYM REF TG-5512, MANDATE NO 0015": who was paid is one
name among shop numbers, towns, days and references. A line that names only a service of the bank,
such as a fee or interest, names nobody.
"""

from __future__ import annotations

import re
from functools import lru_cache

from runwright.files.formats.bank import channels, details
from runwright.files.formats.bank.channels import Named, bare
from runwright.files.formats.bank.places import without_place
from runwright.records.names import LEGAL_FORM, folded, one_line
from runwright.text.words import word_set

_LETTERS = re.compile(r"[^\W\d_]{2,}")
_BOUGHT_AT = re.compile(r"(?i)\bihr einkauf bei ([^,;/]{2,60}?)(?:[,;/]|\s{2}|\.\s|$)")
"""PayPal's direct debits in Germany name the shop in the purpose."""
_BEHIND = re.compile(
    r"(?i)\s*\*|\s#|\s(?:nr|no|str|fil|filiale|store)\.?\s?[0-9]{2,}|\s[A-Z]{0,2}-?[0-9]{3,}"
    r"|-[0-9]{3,}|\s[0-9]{1,2}[/.][0-9]{1,2}|\s[0-9]{4}-[0-9]{2}|//|\\|;|\s?\.{2,}|\s?…"
    r"|\s(?-i:[A-Z]{2,4}):"
    r"|(?<!payment)[\s.](?:sagt|says)?[\s.]?(?:danke|dankt|vielen dank|thank you)\b"
    r"|\s(?:fil|filiale)\.?\s|\s(?:gem|lt)\.\s|\s(?:gemäß|laut)\s|\sending in\b"
    r"|(?<=\bfee)\sfor\b|(?<=\bcharges)\sfor\b|\s(?-i:IZ)\s"
    r"|\s(?:mitteilungen|zahlungsgrund|motif|concepto|causale|omschrijving|kenmerk) ?:"
    r"|\s(?:ref|reference|referenz|conf)(?:[.:# ]|$)|\sn[º°] "
    r"|\s(?:payid|netbank|commbank app|bpay|osko|(?:frgn|foreign) (?:amt|amount))\b"
    r"|\son\s[0-9]{1,2}\b|\son-line\s|\sfor \"|/bill\b|\s,\s|,\s?[0-9]+[.,][0-9]{2}\b"
    r"|,\s?(?:mandate|rate|salary|tarjeta|comisi[oó]n|concepto|causale|carta)\b"
    r"|\s(?:card|carte|carta|tarjeta|kaart|karten?)(?:nummer| ?nr| no| n°| numero)?"
    r"[.:]? ?[X*]*[0-9]{4}"
    r"|\s(?:cb|carte|ech|mdt|id)[*/]|[\s-][0-9]{2}:[0-9]{2}\b|\s-\s[0-9]{2,3}$"
    r"|\s[0-9]{2}-[0-9]{4}-[0-9]{7}-[0-9]{2}"
    r"|\s(?=(?:[A-Z]*[0-9]){3})(?=[0-9]*[A-Z])[A-Z0-9]{7,}(?=[\s,]|$)"
    r"|\s(?-i:CD) [0-9]{4}\b|\s[0-9]{2}-[0-9]{2}-[0-9]{2}\b"
)
"""Shop numbers, days, references, towns and thanks: everything behind the name."""
_BEFORE = re.compile(
    r"^\s*'+(?=[\w(])(?:\d{4} \d{2}[A-Z]{3}\d{2}\s*,\s*)?|^\d{4} \d{2}[A-Z]{3}\d{2}\s*,\s*"
)
"""In front of all: the mark that keeps a spreadsheet from reckoning, and NatWest's end of the
card's number with the day of the purchase: `'4471 08NOV26 , TARKA CLAY , BIDEFORD GB`."""
_LEFT_OVER = re.compile(r"(?i)(?:\s(?:on|ref|via|at|am|vom|le|du|el|il|op|nr|no|id|per|eff))+$")
"""What led to the part that was cut: `OKAFOR DANIELLE ON 08/27`."""
_PAYING = re.compile(
    r"(?i)(?:\s(?:ach|p(?:y)?mts?|payroll|salary|(?:online |bill |e-?)?payment|refund|gutschrift"
    r"|- web|- mobile|web|ppd|ccd|direct dep(?:osit)?|dir dep|autopay"
    r"|(?-i:BCC|DDR|BGC|STO|BBP|BPY|MSP)))+$"
)
"""What was paid, behind who was: `AMERICAN EXPRESS ACH PMT`, `LONE STAR PAYROLL`."""
_BANK_CODE = re.compile(r"\sBLZ ?[0-9]{8}.*$|^[A-Z]{2}(?:[0-9]{2}[A-Z0-9]{10,30}|\.\.) ")
"""Where the other account is held, in front of a name or behind a cash machine's number."""
_ABROAD = re.compile(r"(?i)\s(?:deutschland|germany|österreich|austria|schweiz|europe)$")
_DOTTED = re.compile(r"([^\s/.]+(?:\.[^\s/.]+)+)(?<!(?i:\.com))/[^/]{2,40}")
"""`Spotify.AB/Stockholm`: points for blanks, then the town, as DKB writes card payments."""
_BY_CARD = re.compile(r"(?i)\b(?:visa|mastercard|girocard|maestro|karten(?:zahlung|umsatz))\b")
_IN_TOWN = re.compile(r"(\S[^/]*[^/\s])/[A-ZÄÖÜ][A-ZÄÖÜ .-]{2,24}")
"""`BLUMEN EICKHOFF/BRUEHL`, as terminals write shop and town, in capitals."""
_PURPOSE_BEHIND = re.compile(
    r"([A-Z][A-Z'’.&-]*(?: [A-Z][A-Z'’.&-]*)+) "
    r"(?!(?:de|del|della|den|der|di|da|do|dos|du|el|la|le|ten|ter|van|von|zu|y|e)\b)[A-Z]?[a-z].*"
)
"""`M OKAFOR Child support`: the bank writes the name in capitals, the person what it is for."""
_SURNAME_FIRST = re.compile(r"([^\W\d_]{2,30}),([^\W\d_]{2,30})")
"""`MUSTER,MAX`, as banks keep their customers; but `Shop, Town` is no person."""
_NEXT_FIELD = re.compile(r"\t|(?<=\S) {3,}(?=\S)")
_NAME_WIDTH = 18
"""Where a padded name ends: `WATERSTONES         CARDIFF`; but `KARL      KAUFMANN` is one name."""
_WITH_CODE = re.compile(r"(?=.{18}[A-Z_]{2,4}$)(.*\S) {2,}[A-Z_]{2,4}")
"""`KETTLE & FINCH C  AP`: a name in 18 columns, then the bank's code for the kind of booking."""
_MIXED = r"[A-Z0-9]*[A-Z][0-9]+[A-Z]"
_NO_CLUSTER = r"(?![A-Z]*(?:SCH|TCH|GHT|NGTH|RST|RLD|YTH))"
_CONSONANTS = "BCDFGHJKLMNPQRSTVWXYZ"
_CODED = re.compile(
    rf"(.*[^\W\d_].*)(?:\s(?:(?={_MIXED})"
    rf"|(?=[A-Z]*[{_CONSONANTS}]{{5}})(?=[{_CONSONANTS}]*[AEIOU]?[{_CONSONANTS}]*(?:\s|$))"
    rf"{_NO_CLUSTER})[A-Z0-9]{{6,12}}"
    rf"|/(?:(?={_MIXED})|(?=[A-Z]*[{_CONSONANTS}]{{4}})){_NO_CLUSTER}[A-Z0-9]{{4,12}})"
)
"""`CITY FARE/RB3T7`, `SPOTIFY PDGSFBE`: letters and digits, or more consonants in a row than words
have, behind a name."""
_MOVED = re.compile(r"(?:\S*[0-9]\S* )?(?:TFR|TRF|XFER)-(?:TO|FR|FROM)(?: \S*[0-9]\S*)?")
"""`PC665 TFR-TO 5017731`: two references and no name."""
_AT_TERMINAL = re.compile(r"(?i)\bcard ?(?:no\.? ?)?[x*]{2,}[0-9]{4}\b|\bvalue date\b")
"""Behind what a card paid for, however long the line is: `Card xx4417 Value Date: 07/11/2026`."""
_SHORTENED = (
    (
        re.compile(r"(?i)(?:amzn|amazon)(?: ?(?:mktp\w*|mktplace|marketplace)(?: [a-z]{2})?)?"),
        "Amazon",
    ),
    (re.compile(r"(?i)wholefds(?: \w{2,4})?"), "Whole Foods"),
    (
        re.compile(
            r"(?i)(?:sen[dt] |received? )?(?:interac )?e-?(?:tfr|trf|transfer)(?: sent| received)?"
        ),
        "E-TRANSFER",
    ),
    (re.compile(r"(?i)wm supercenter|wal-?mart supercenter"), "Walmart"),
)
"""What some chains and services call themselves on statements, and nobody else calls them."""
_SERVICES = word_set("""
    fee fees charge charges dividend dividends
    interest payment thank entgelt entgelte gebuhr gebuhren gebuehr zinsen
    abschluss rechnungsabschluss kontofuhrung kontofuehrung kontofuhrungsentgelt habenzinsen
    sollzinsen frais cotisation commission commissions agios interets canone commissioni interessi
    bollo competenze spese comision comisiones intereses liquidacion rente kosten bankkosten
    """)
"""What a bank itself is paid for, or pays."""
_BESIDE_SERVICES = word_set("""
    added incoming outgoing receipt
    received thanks you online mobile web autopay automatic auto pay direct debit credit card
    account bank monthly annual quarterly yearly daily service services maintenance paid earned
    charged gross net after before tax deducted reversal refund rebate overdraft unarranged
    arranged item foreign transaction international non sterling usage purchase purchases cash
    advance late minimum for of on the from to chg atm wire transfer activity und fur per bis
    monat konto karte girokonto grundpreis de du la le sur carte compte tenue di su conto carta
    mensile imposta mantenimiento cuenta tarjeta en van debet betaalrekening january february
    period march april may june july august september october november december jan feb mar apr jun
    jul aug sep oct nov dec
    """)
_LONG_ENOUGH = 3


@lru_cache(maxsize=8192)
def cleaned(written: str, purpose: str = "", *, at_shop: bool = True) -> Named:
    """The name alone, and what stood in front of it; what stood behind it is dropped.

    `at_shop` is false where the other side has an account, and may be a person.
    """
    written = details.named_in(one_line(written)) or written
    written = _BEFORE.sub("", written)
    line = one_line(written)
    if _is_service(line) or _MOVED.fullmatch(line):
        return Named("", line)
    first = _first_field(written.strip())
    named = bare(one_line(first) if _is_name_alone(first) else line)
    name = _turned(named.name)
    if named.manner and (told := _PURPOSE_BEHIND.fullmatch(name)):
        name = told[1]
    if "paypal" in name.casefold() and (found := _BOUGHT_AT.search(purpose)):
        return Named(_without_form(found[1].strip()), named.manner)
    sold = channels.shop(name)
    if (placed := _IN_TOWN.fullmatch(sold.name)) and _BY_CARD.search(purpose):
        sold = sold._replace(name=placed[1])
    manner = " ".join(filter(None, [named.manner, sold.manner]))
    return Named(_shown(_without_form(_without_tail(sold.name, at_shop=at_shop))), manner)


def begins_with(text: str) -> str:
    """The text, if its shape tells where the name at its beginning ends; else nothing."""
    is_known = details.named_in(text) or channels.is_headed(text) or _AT_TERMINAL.search(text)
    return text if is_known else ""


def with_form(name: str, written: str) -> str:
    """The name with how the firm is set up, if that stands behind it: as documents name it."""
    begin = written.find(name)
    found = LEGAL_FORM.match(written, begin + len(name)) if name and begin >= 0 else None
    return f"{name} {found[0].split()[0]}".rstrip(",;") if found else name


def _is_service(line: str) -> bool:
    """`MONTHLY ACCOUNT FEE`, `PAYMENT RECEIVED - THANK YOU`: words of the bank and no name."""
    words = [word for word in folded(line).split() if word.isalpha()]
    return any(word in _SERVICES for word in words) and all(
        word in _SERVICES or word in _BESIDE_SERVICES for word in words
    )


def _first_field(written: str) -> str:
    """What stands in front of a tab, or of the blanks that fill a column of names."""
    if found := _WITH_CODE.fullmatch(written):
        return found[1]
    for gap in _NEXT_FIELD.finditer(written):
        if gap[0] == "\t" or gap.end() >= _NAME_WIDTH:
            return written[: gap.start()]
    return written


def _is_name_alone(field: str) -> bool:
    """Whether the first field of a line has the name, and not only how it was paid."""
    words = folded(field).split()
    return bool(_LETTERS.search(field)) and not all(word in _BESIDE_SERVICES for word in words)


def _turned(name: str) -> str:
    """As people say it: the first name first, blanks between words."""
    if found := _SURNAME_FIRST.fullmatch(name):
        return f"{found[2]} {found[1]}"
    found = _DOTTED.fullmatch(name)
    return found[1].replace(".", " ") if found else name


def _without_tail(name: str, *, at_shop: bool) -> str:
    name = _BANK_CODE.sub("", name)
    short = _BEHIND.split(name, maxsplit=1)[0]
    if short != name:
        short = _LEFT_OVER.sub("", short)
    short = _PAYING.sub("", short).rstrip(" -,:;/&")
    short = _without_code(short) if at_shop else short
    placeless = without_place(short, at_shop=at_shop).rstrip(" -,:;/&")
    if at_shop and placeless != short:
        placeless = _without_code(placeless)  # `SPOTIFY P2F81C STOCKHOLM`
    return next((each for each in (placeless, short) if _is_name(each)), name)


def _without_code(name: str) -> str:
    found = _CODED.fullmatch(name)
    return found[1].rstrip(" -,:;/&") if found else name


def _without_form(name: str) -> str:
    short = LEGAL_FORM.sub("", name)
    short = (_ABROAD.sub("", short) if _is_name(short) else name).rstrip(" -,.:;/&")
    return short if _is_name(short) else name


def _shown(name: str) -> str:
    return next((known for shape, known in _SHORTENED if shape.fullmatch(name)), name)


def _is_name(text: str) -> bool:
    """`O2` and `H&M` are names, the `GA` in front of a cash machine's number is none."""
    is_long = len(text) >= _LONG_ENOUGH or any(c.isdigit() for c in text)
    return is_long and any(c.isalpha() for c in text)
