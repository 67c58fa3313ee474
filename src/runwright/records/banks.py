"""Words by which banks, brokers and wallets are named.

A transfer that names nothing else names no other person: `Online Transfer to BOFA ...8830`.
"""

from __future__ import annotations

from functools import lru_cache

from runwright.records.names import folded

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
    aib amex bankia bankwest bcp belfius bendigo bnz bpi cibc curve danske eurobank
    handelsbanken ikano kleinwort macquarie mbank mbna millennium mox mufg nab novobanco pekao
    pko ptsb qonto suncorp tangerine tide tomorrow triodos ulsterbank vivid zempler
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
_ALIASES = {"american express": "amex", "allied irish": "aib", "permanent tsb": "ptsb"}
"""What people call a bank shortly."""
_AT_HOME = {
    "AUD": "bankwest bendigo commbank macquarie nab suncorp",
    "CAD": "cibc rbc scotiabank tangerine",
    "EUR": "aib comdirect dkb ptsb sparda sparkasse volksbank",
    "GBP": "coutts halifax lloyds monzo nationwide natwest starling tsb",
    "INR": "hdfc kotak pnb sbi",
    "NZD": "asb bnz kiwibank",
    "USD": "ally pnc schwab sofi truist usbank",
}
"""Banks that keep everyday accounts in the currency of one country alone."""
_CURRENCIES = {bank: code for code, banks in _AT_HOME.items() for bank in banks.split()}


def home_currency(bank: str) -> str | None:
    """The one currency in which a bank keeps everyday accounts; None of banks of many."""
    return _CURRENCIES.get(folded(bank))


@lru_cache(maxsize=256)
def bank_in(text: str) -> str:
    """The one bank that a text names, such as the name of a file; empty if none or several."""
    plain = folded(text)
    found = [phrase for phrase in _PHRASES if f" {phrase} " in f" {plain} "]
    if not found:
        single = (BANK_WORDS | frozenset(_ALSO.split())) - _PARTS
        found = sorted(single.intersection(plain.split()))
    return _written(found[0]) if len(found) == 1 else ""


@lru_cache(maxsize=256)
def calls(bank: str) -> frozenset[str]:
    """What a bank is called, folded: its name, and shortly."""
    plain = folded(bank)
    alike = {name for pair in _ALIASES.items() if plain in pair for name in pair}
    return frozenset({plain, *alike})


def _written(bank: str) -> str:
    return bank.upper() if len(bank) <= _ACRONYM else bank.title()
