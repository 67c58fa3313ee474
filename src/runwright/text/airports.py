"""The cities of large airports, by the codes that stand in the titles of flights."""

from __future__ import annotations

_CITIES = {
    "amsterdam": "ams", "athens": "ath", "atlanta": "atl", "auckland": "akl", "austin": "aus",
    "bangkok": "bkk dmk", "barcelona": "bcn", "basel": "bsl", "beijing": "pek pkx",
    "belfast": "bfs bhd", "bergamo": "bgy", "berlin": "ber", "birmingham": "bhx",
    "bordeaux": "bod", "boston": "bos", "brisbane": "bne", "bristol": "brs", "brussels": "bru",
    "budapest": "bud", "calgary": "yyc", "cape town": "cpt", "cairns": "cns", "canberra": "cbr",
    "charlotte": "clt", "chicago": "ord mdw", "cologne": "cgn", "copenhagen": "cph",
    "cork": "ork", "dallas": "dfw dal", "delhi": "del", "denver": "den", "detroit": "dtw",
    "doha": "doh", "dresden": "drs", "dubai": "dxb", "dublin": "dub", "dubrovnik": "dbv",
    "dusseldorf": "dus", "edinburgh": "edi", "edmonton": "yeg", "faro": "fao",
    "frankfurt": "fra hhn", "fuerteventura": "fue", "geneva": "gva", "glasgow": "gla pik",
    "gold coast": "ool", "gran canaria": "lpa", "hamburg": "ham", "halifax": "yhz",
    "hanover": "haj", "helsinki": "hel", "hong kong": "hkg", "honolulu": "hnl",
    "houston": "iah hou", "ibiza": "ibz", "istanbul": "ist saw", "johannesburg": "jnb",
    "kansas city": "mci", "krakow": "krk", "lanzarote": "ace", "las vegas": "las",
    "leeds": "lba", "leipzig": "lej", "lisbon": "lis", "liverpool": "lpl",
    "london": "lhr lgw stn ltn lcy", "los angeles": "lax", "lyon": "lys", "madrid": "mad",
    "malaga": "agp", "mallorca": "pmi", "malta": "mla", "manchester": "man",
    "marseille": "mrs", "melbourne": "mel", "memphis": "mem", "mexico city": "mex",
    "miami": "mia", "milan": "mxp lin", "minneapolis": "msp", "montreal": "yul",
    "mumbai": "bom", "munich": "muc", "naples": "nap", "nashville": "bna",
    "new orleans": "msy", "new york": "jfk lga ewr", "newcastle": "ncl", "nice": "nce",
    "nuremberg": "nue", "orlando": "mco", "oslo": "osl", "ottawa": "yow", "palma": "pmi",
    "paris": "cdg ory", "perth": "per", "philadelphia": "phl", "phoenix": "phx",
    "pittsburgh": "pit", "porto": "opo", "portland": "pdx", "prague": "prg", "quebec": "yqb",
    "reykjavik": "kef", "rome": "fco cia", "salt lake city": "slc", "san diego": "san",
    "san francisco": "sfo", "san jose": "sjc", "santiago": "scl", "seattle": "sea",
    "seoul": "icn", "shanghai": "pvg sha", "shannon": "snn", "singapore": "sin",
    "st louis": "stl", "stockholm": "arn", "stuttgart": "str", "sydney": "syd",
    "tampa": "tpa", "tenerife": "tfs tfn", "tokyo": "hnd nrt", "toronto": "yyz ytz",
    "tucson": "tus", "valencia": "vlc", "vancouver": "yvr", "venice": "vce",
    "vienna": "vie", "warsaw": "waw", "washington": "iad dca", "wellington": "wlg",
    "winnipeg": "ywg", "zurich": "zrh",
}  # fmt: skip


def codes_of(city: str) -> frozenset[str]:
    """The codes of the airports of a folded city."""
    return frozenset(_CITIES.get(city, "").split())
