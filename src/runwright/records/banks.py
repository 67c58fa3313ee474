"""Words by which banks, brokers and wallets are named.

A transfer that names nothing else names no other person: `Online Transfer to BOFA ...8830`.
"""

from __future__ import annotations

import re
from functools import lru_cache

from runwright.records.names import folded, parted

_ACRONYM = 3
"""Names of so many letters are written in capitals: `AIB`, `DKB`."""
_NAMES = """
    abn aib ally america amro anz asb axis banco banque barclays barclaycard bawag bbva bnp bofa
    boursobank boursorama bpce bunq caixabank chase citi citibank comdirect commbank
    commerzbank commonwealth consorsbank cortal coutts dbs degiro deutsche discover dkb erste
    etrade fargo fidelity fineco flatex fortuneo halifax hdfc hsbc hypovereinsbank icici ing intesa
    investec jpmorgan kbc keytrade kiwibank kotak kutxabank lloyds marcus migrosbank monzo n26
    nationwide natwest nordea norisbank ocbc openbank paribas paypal pnc postbank postepay
    postfinance pnb rabobank raiffeisen rbc rbs revolut robinhood sabadell santander sanpaolo sbi
    scalable schwab scotiabank sebank skatbank smartbroker societe generale sofi sparda sparkasse
    starling swedbank targobank td tsb truist ubs unicredit usbank vanguard volksbank wells
    westpac wise transferwise zkb kantonalbank
"""
BANK_WORDS = frozenset(_NAMES.split())
_ALSO = """
    aib amex bankia bankwest bcp belfius bendigo bmo bnz boi bpi cibc curve danske desjardins
    eurobank handelsbanken ikano kleinwort macquarie mbank mbna millennium mox mufg nab novobanco
    pekao pko ptsb qonto scotia simplii suncorp tangerine tide tomorrow triodos ulsterbank vivid
    zempler
"""
_PART_WORDS = """
    abn america amro axis banco banque commonwealth deutsche discover fargo fidelity generale intesa
    marcus ocbc paribas sanpaolo societe wells
"""
_PARTS = frozenset(_PART_WORDS.split())
"""Words that name a bank only beside another one."""
_PHRASES = (
    "abn amro", "allied irish", "american express", "axis bank", "bank of america",
    "bank of ireland", "bank of scotland", "bnp paribas", "capital one", "credit agricole",
    "credit mutuel", "credit suisse", "deutsche bank", "discover card", "first direct",
    "intesa sanpaolo", "metro bank", "permanent tsb", "societe generale", "tesco bank",
    "ulster bank", "virgin money", "wells fargo",
)  # fmt: skip
_ALIASES = {
    "american express": "amex", "allied irish": "aib", "bank of ireland": "boi",
    "permanent tsb": "ptsb",
    "virgin money": "virgin", "scotiabank": "scotia", "commbank": "cba", "commonwealth": "commbank",
}  # fmt: skip
"""What people call a bank shortly."""
_AT_HOME = {
    "AUD": "bankwest, bendigo, commbank, macquarie, nab, suncorp",
    "CAD": "bmo, cibc, desjardins, rbc, scotiabank, simplii, tangerine",
    "CHF": "migrosbank, postfinance, zkb",
    "EUR": "abn amro, aib, bank of ireland, belfius, boi, boursobank, boursorama, caixabank,"
    " comdirect, consorsbank, dkb, fineco, fortuneo, hypovereinsbank, intesa sanpaolo,"
    " kutxabank, n26, norisbank, permanent tsb, postepay, ptsb, sabadell, sparda,"
    " sparkasse, targobank, volksbank",
    "GBP": "bank of scotland, barclaycard, coutts, first direct, halifax, lloyds, metro bank,"
    " monzo, nationwide, natwest, rbs, starling, tesco bank, tsb, virgin money",
    "INR": "axis bank, hdfc, icici, kotak, pnb, sbi",
    "NZD": "asb, bnz, kiwibank",
    "PLN": "mbank, pekao, pko",
    "USD": "ally, bank of america, chase, pnc, schwab, sofi, truist, usbank, wells fargo",
}
"""Banks that keep everyday accounts in the currency of one country alone."""
_CURRENCIES = {bank.strip(): code for code, banks in _AT_HOME.items() for bank in banks.split(",")}
_GENERIC_WORDS = """
    and bank banking building canada co community company cooperative credit cu federal fcu
    financial first group inc na national of plc savings society the trust uk union us usa
"""
_GENERIC = frozenset(_GENERIC_WORDS.split())
"""What many banks are called beside the word that tells one from another."""


_LOCAL = re.compile(r"\b(?P<name>(?:[a-z]+ ){1,3})(?P<kind>cu|fcu|credit union|building society)\b")
_OF_FILES = frozenset({"statement", "export", "transactions", "download", "account", "my", "the"})
_INSTITUTIONS = (
    ("credit union", (" credit union ", " cu ", " fcu ", " creditunion ")),
    ("building society", (" building society ", " nationwide ", " skipton ")),
)


def home_currency(bank: str) -> str | None:
    """The one currency in which a bank keeps everyday accounts; None of banks of many."""
    return _CURRENCIES.get(folded(bank))


@lru_cache(maxsize=256)
def bank_in(text: str) -> str:
    """The one bank that a text names, such as the name of a file; empty if none or several."""
    for plain in (folded(text), folded(parted(text))):
        found = [phrase for phrase in _PHRASES if f" {phrase} " in f" {plain} "]
        # Names of files run words together: `virginmoney_transactions`.
        found = found or [each for each in _PHRASES if each.replace(" ", "") in plain.split()]
        if not found:
            single = (BANK_WORDS | frozenset(_ALSO.split())) - _PARTS
            found = sorted(single.intersection(plain.split()))
        if found:
            return _written(found[0]) if len(found) == 1 else ""
    return ""


@lru_cache(maxsize=256)
def local_in(text: str) -> str:
    """The credit union or building society that a text names: `ClontarfCU_20418_statement`."""
    for plain in (folded(text), folded(parted(text))):
        if found := _LOCAL.search(plain):
            own = [word for word in found["name"].split() if word not in _OF_FILES]
            kind = (
                found["kind"].upper() if len(found["kind"]) <= _ACRONYM else found["kind"].title()
            )
            return f"{' '.join(own).title()} {kind}".strip() if own else ""
    return ""


def institution(text: str) -> str:
    """What kind of house a bank is that is none, by words for it: `the credit union`."""
    plain = f" {folded(text)} "
    return next((kind for kind, said in _INSTITUTIONS if any(w in plain for w in said)), "")


@lru_cache(maxsize=256)
def calls(bank: str) -> frozenset[str]:
    """What a bank is called, folded: its name, shortly, and by the word that tells it apart."""
    plain = folded(bank)
    alike = {name for pair in _ALIASES.items() if plain in pair for name in pair}
    own = [word for word in plain.split() if word not in _GENERIC]
    told = {" ".join(own)} if own and plain not in _CURRENCIES and not alike else set()
    return frozenset({plain, *alike, *told})


def _written(bank: str) -> str:
    return bank.upper() if len(bank) <= _ACRONYM else bank.title()
