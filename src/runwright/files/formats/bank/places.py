"""Where a shop is: the town and country that card terminals write behind its name.

`EPOCH COFFEE AUSTIN TX`, `ALDI SUED DORTMUND DE`, `DECATHLON HANNOVER`. A country or an American
state tells that the word in front of it is a town; without one, only large towns are known.
"""

from __future__ import annotations

import re

from runwright.records.names import folded
from runwright.text.words import word_set

_COUNTRY = (
    r"DEU|AUT|CHE|GBR|USA|FRA|ITA|ESP|NLD|BEL|IRL|LUX|PRT|DNK|SWE|NOR|POL|CZE|HRV|GRC|CAN|AUS|NZL"
    r"|DE|AT|CH|GB|UK|US|FR|IT|ES|NL|BE|IE|LU|PT|DK|SE|PL|CZ"
)
_STATE = (
    r"AL|AK|AZ|AR|CA|CO|CT|DC|FL|GA|HI|IA|ID|IL|IN|KS|KY|LA|MA|MD|ME|MI|MN|MO|MS|MT|NC|ND|NE|NH"
    r"|NJ|NM|NV|NY|OH|OK|OR|PA|RI|SC|SD|TN|TX|UT|VA|VT|WA|WI|WV|WY"
)
_OF_AUSTRALIA = r"QLD|NSW|TAS|(?<!OLD )VIC"
_BEFORE_AUSTRALIA = rf"{_OF_AUSTRALIA}|QL|NS|VI|TA|SA|WA|NT|AC|ACT"
_TAIL = re.compile(
    rf"(?P<name>\S.*?) (?:(?:{_BEFORE_AUSTRALIA}) AUS?|{_COUNTRY}|{_STATE}|{_OF_AUSTRALIA})$"
)
"""In capitals; `Travel it` and `Casa es` are names."""
_NO_TOWN = re.compile(
    r"(?i)(?:.*[0-9*.@].*|stores?|shop|market|markt|mktp\w*|marketplace|international|online|europe"
    r"|bank|city|express|contact|services?|travel|payments?|pay|club|group|direct|digital|media|prime|card|hotel|cafe"
    r"|restaurant|the|of|and|und|et|&)"
)
"""Words in front of a country that belong to the name: `APPLE STORE US`."""
_TRUNCATED = re.compile(r"TFL TRAVEL CH$")
"""The end of a word, no country: Transport for London writes `TFL TRAVEL CHARGE` so."""
_INSTITUTION = re.compile(
    r"(?i).*(?:stadt|sparkasse|volksbank|raiffeisen|universit|hochschule|gemeinde|amt\b|werke"
    r"|betriebe|council|college|school|verein|kasse|kanton|ville|mairie|comune|ayuntamiento"
    r"|gemeente|bank|messe|museum|flughafen|airport|theater|philharmoni|transport|tourism).*"
)
"""Whose name has the town in it: `Stadtwerke Köln`, `Universität Bonn`."""
_COMMON = re.compile(
    r"(?i)city|port|hotel|restaurant|caf[eé]|bar|taxi|parking|parkhaus|apotheke|b[äa]e?ckerei|zoo"
    r"|kino|hbf|bahnhof|station|klinikum|hospital|the|new|fc|sc|tsv|radio|metro|tram|bus|camping"
)
"""What is no name without the town: `Hotel Bern`."""
_JOINED = word_set("""
    of de di da del van von in im am zu zum zur la le el the at & and und y e
    """)
_ACRONYM = re.compile(r"[A-ZÄÖÜ]{2,4}")
_BEGINS_TOWN = word_set("""
    los las san santa el la le bad st saint sankt new fort port mount north south east west den
    palm lake grand
    """)
"""First words of towns: `LOS GATOS CA`, `BAD HOMBURG DE`."""
_TOWNS = """
    berlin|hamburg|münchen|muenchen|munich|köln|koeln|frankfurt|frankfurt am main|stuttgart
    düsseldorf|duesseldorf|leipzig|dortmund|essen|bremen|dresden|hannover|nürnberg|nuernberg
    duisburg|bochum|wuppertal|bielefeld|bonn|münster|muenster|mannheim|karlsruhe|augsburg
    wiesbaden|mönchengladbach|gelsenkirchen|aachen|braunschweig|chemnitz|kiel|halle|magdeburg
    freiburg|krefeld|mainz|lübeck|luebeck|erfurt|oberhausen|rostock|kassel|hagen|potsdam
    saarbrücken|saarbruecken|hamm|ludwigshafen|oldenburg|osnabrück|osnabrueck|leverkusen
    heidelberg|darmstadt|solingen|regensburg|paderborn|ingolstadt|würzburg|wuerzburg|fürth|ulm
    heilbronn|pforzheim|wolfsburg|göttingen|goettingen|bottrop|reutlingen|koblenz|erlangen
    bremerhaven|trier|jena|konstanz|tübingen|bamberg|wien|vienna|graz|linz|salzburg|innsbruck
    klagenfurt|zürich|zuerich|zurich|genf|genève|geneve|basel|lausanne|bern|winterthur|luzern
    st. gallen|st gallen|lugano|biel|london|birmingham|manchester|leeds|glasgow|liverpool
    newcastle|sheffield|bristol|edinburgh|cardiff|belfast|leicester|nottingham|coventry|bradford
    hull|stoke-on-trent|wolverhampton|plymouth|derby|southampton|portsmouth|brighton|norwich
    swansea|oxford|cambridge|york|reading|milton keynes|aberdeen|dundee|exeter|sunderland
    dublin|cork|galway|amsterdam|rotterdam|den haag|'s-gravenhage|the hague|utrecht|eindhoven
    groningen|tilburg|almere|breda|nijmegen|apeldoorn|haarlem|arnhem|amersfoort|zaandam
    den bosch|'s-hertogenbosch|maastricht|leiden|delft|dordrecht|zwolle|enschede|brussel
    bruxelles|antwerpen|anvers|gent|brugge|leuven|liège|luxembourg|paris|marseille|lyon|toulouse
    nice|nantes|montpellier|strasbourg|bordeaux|lille|rennes|reims|toulon|grenoble|dijon|angers
    nîmes|nimes|aix-en-provence|brest|le mans|amiens|tours|limoges|clermont-ferrand|metz|nancy
    rouen|roma|rome|milano|napoli|torino|palermo|genova|bologna|firenze|bari|catania|venezia
    verona|messina|padova|trieste|brescia|parma|modena|bergamo|bolzano|madrid|barcelona|valencia
    sevilla|zaragoza|málaga|malaga|murcia|palma|palma de mallorca|bilbao|alicante|córdoba
    valladolid|vigo|gijón|granada|vitoria|a coruña|san sebastián|santander|lisboa|porto
    københavn|stockholm|oslo|praha|warszawa|budapest|new york|los angeles|chicago|houston
    phoenix|philadelphia|san antonio|san diego|dallas|san jose|austin|jacksonville|fort worth
    columbus|charlotte|san francisco|indianapolis|seattle|denver|washington|boston|el paso
    nashville|detroit|oklahoma city|portland|las vegas|memphis|louisville|baltimore|milwaukee
    albuquerque|tucson|fresno|sacramento|kansas city|mesa|atlanta|omaha|colorado springs|raleigh
    miami|long beach|virginia beach|oakland|minneapolis|tulsa|tampa|new orleans|honolulu|orlando
    st louis|saint louis|pittsburgh|cincinnati|cleveland|brooklyn|santa monica|santa cruz
    palo alto|salt lake city|toronto|vancouver|montreal|mexico city|mexico df|sydney|melbourne
    brisbane|perth|adelaide|canberra|hobart|gold coast|fortitude val|auckland|wellington
    christchurch|dunedin
"""
"""Towns of more than some 100,000 people where the six languages are spoken."""
_KNOWN = frozenset(folded(town) for line in _TOWNS.split("\n") for town in line.split("|")) - {""}
_LONGEST = max(len(town.split()) for town in _KNOWN)


def without_place(name: str, *, at_shop: bool) -> str:
    """The name without its country or state, and without its town.

    Where a person may be paid, a large town alone is none: `Jack London`.
    """
    if _TRUNCATED.search(name):
        return name
    head, _, rest = name.partition(", ")
    if at_shop and any(folded(" ".join(rest.split()[:n])) in _KNOWN for n in (1, 2)):
        return head
    head, _, rest = name.rpartition("-")
    if at_shop and head and rest.isupper() and folded(rest) in _KNOWN:
        return head  # `MERCADONA-MADRID`
    found = _TAIL.fullmatch(name)
    words = (found["name"] if found else name).split()
    if found and len(words) > 1:
        return _without_town(words)
    if found is None and at_shop and (size := _town_size(words)):
        return _unless_of_town(words, size)
    return name


def _without_town(words: list[str]) -> str:
    """What is left in front of a country: the word before it is a town, known or not."""
    size = _town_size(words)
    if size == 0 and not _NO_TOWN.fullmatch(words[-1]):
        size = 2 if len(words) > 2 and words[-2].lower() in _BEGINS_TOWN else 1
    return " ".join(words[: len(words) - size])


def _town_size(words: list[str]) -> int:
    """How many words at the end are the name of a large town; the name itself needs one."""
    for size in range(min(_LONGEST, len(words) - 1), 0, -1):
        if folded(" ".join(words[-size:])) in _KNOWN:
            return size
    return 0


def _unless_of_town(words: list[str], size: int) -> str:
    left, town = words[:-size], words[-size:]
    is_of_town = (
        _INSTITUTION.fullmatch(left[0])
        or (len(left) == 1 and _COMMON.fullmatch(left[0]))
        or left[-1].lower() in _JOINED
        # `SVA Zürich`, `BVG Berlin`; but `DM FRANKFURT` is a shop.
        or (_ACRONYM.fullmatch(left[-1]) and not town[0].isupper())
    )
    return " ".join(words if is_of_town else left)
