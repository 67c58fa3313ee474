"""Currencies: their codes, signs and names, known once."""

from __future__ import annotations

from runwright.text.words import word_set

CODES = word_set("""
    AED AFN ALL AMD ANG AOA ARS ATS AUD AWG AZN BAM BBD BDT BEF BGN BHD BIF BMD BND BOB BRL BSD
    BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CYP CZK DEM DJF DKK DOP DZD EEK EGP ERN
    ESP ETB EUR FIM FJD FKP FRF GBP GEL GHS GIP GMD GNF GRD GTQ GYD HKD HNL HRK HTG HUF IDR IEP
    ILS INR IQD IRR ISK ITL JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL
    LTL LUF LVL LYD MAD MDL MGA MKD MMK MNT MOP MRU MTL MUR MVR MWK MXN MYR MZN NAD NGN NIO NLG
    NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PTE PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD
    SHP SIT SKK SLE SLL SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX
    USD UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWL
    """)
"""ISO 4217, with the currencies that the euro has replaced: old files name them."""

_DOLLARS = ("USD", "CAD", "AUD", "NZD", "SGD", "HKD")
_CROWNS = ("SEK", "NOK", "DKK", "ISK")
_FRANCS = ("CHF", "XOF", "XAF", "XPF", "FRF", "BEF", "LUF")
_PESOS = ("MXN", "ARS", "CLP", "COP", "PHP", "UYU", "DOP", "CUP")

SIGNS: dict[str, tuple[str, ...]] = {
    "€": ("EUR",), "£": ("GBP",), "¥": ("JPY", "CNY"), "₹": ("INR",), "₽": ("RUB",),
    "₩": ("KRW",), "₺": ("TRY",), "₴": ("UAH",), "₪": ("ILS",), "₫": ("VND",), "฿": ("THB",),
    "₱": ("PHP",), "₦": ("NGN",), "$": _DOLLARS,
}  # fmt: skip
DOLLAR_PREFIXES = {
    "a": "AUD", "au": "AUD", "c": "CAD", "ca": "CAD", "us": "USD", "nz": "NZD", "hk": "HKD",
    "s": "SGD", "r": "BRL", "mx": "MXN",
}  # fmt: skip
"""`US$`, `A$`."""
NAMES: dict[str, tuple[str, ...]] = {
    "euro": ("EUR",), "euros": ("EUR",), "eur": ("EUR",), "pound": ("GBP",), "pounds": ("GBP",),
    "quid": ("GBP",), "sterling": ("GBP",), "pfund": ("GBP",), "dollar": _DOLLARS,
    "dollars": _DOLLARS, "buck": _DOLLARS, "bucks": _DOLLARS, "franc": _FRANCS, "francs": _FRANCS,
    "franken": _FRANCS, "sfr": ("CHF",), "kr": _CROWNS, "kronor": ("SEK",),
    "kroner": ("NOK", "DKK"), "krona": ("SEK", "ISK"), "krone": ("NOK", "DKK"),
    "crowns": ("CZK", *_CROWNS), "koruna": ("CZK",), "kc": ("CZK",), "zloty": ("PLN",),
    "zlotys": ("PLN",), "złoty": ("PLN",), "zł": ("PLN",), "yen": ("JPY",), "yuan": ("CNY",),
    "rmb": ("CNY",), "renminbi": ("CNY",), "won": ("KRW",), "rupee": ("INR", "PKR", "LKR"),
    "rupees": ("INR", "PKR", "LKR"), "rs": ("INR", "PKR", "LKR"), "rubles": ("RUB",),
    "roubles": ("RUB",), "lira": ("TRY", "ITL"), "forint": ("HUF",), "forints": ("HUF",),
    "shekels": ("ILS",), "rand": ("ZAR",), "reais": ("BRL",), "peso": _PESOS, "pesos": _PESOS,
    "dirhams": ("AED", "MAD"), "riyals": ("SAR", "QAR"), "baht": ("THB",), "naira": ("NGN",),
    "lei": ("RON",), "hryvnia": ("UAH",),
}  # fmt: skip
"""Folded names to codes, the likeliest first."""
OF_COUNTRIES: dict[str, str] = {
    "american": "USD", "us": "USD", "usa": "USD", "canadian": "CAD", "british": "GBP", "uk": "GBP",
    "english": "GBP", "scottish": "GBP", "australian": "AUD", "aussie": "AUD", "irish": "EUR",
    "german": "EUR", "french": "EUR", "spanish": "EUR", "italian": "EUR", "dutch": "EUR",
    "belgian": "EUR", "austrian": "EUR", "finnish": "EUR", "portuguese": "EUR", "greek": "EUR",
    "european": "EUR", "swiss": "CHF", "swedish": "SEK", "norwegian": "NOK", "danish": "DKK",
    "polish": "PLN", "czech": "CZK", "hungarian": "HUF", "japanese": "JPY", "chinese": "CNY",
    "indian": "INR", "mexican": "MXN", "brazilian": "BRL", "turkish": "TRY", "israeli": "ILS",
}  # fmt: skip
"""What an account of a country is called by: `the US account`."""
HUNDREDTHS: dict[str, tuple[str, ...]] = {
    "p": ("GBP",), "pence": ("GBP",), "penny": ("GBP",), "cent": ("EUR", *_DOLLARS),
    "cents": ("EUR", *_DOLLARS), "ct": ("EUR",), "cts": ("EUR",), "rappen": ("CHF",),
    "ore": _CROWNS,
}  # fmt: skip


def code_of(text: str) -> str | None:
    """The one currency that a code, sign or name stands for; None when it could be several."""
    if text.upper() in CODES:
        return text.upper()
    known = SIGNS.get(text) or NAMES.get(text.lower(), ())
    return known[0] if len(known) == 1 else None


def narrow(codes: tuple[str, ...], home: str | None) -> tuple[str, ...]:
    """Only the one that is used at home, if it is among the codes: there, a dollar is theirs."""
    return (home,) if home in codes and home is not None else codes
