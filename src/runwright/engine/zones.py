"""Time zones by the names people use: cities, IANA names, abbreviations."""

from __future__ import annotations

from datetime import timedelta, timezone, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from runwright.engine.days import Unclear

_CITIES = {
    "Africa": "Accra Algiers Cairo Casablanca Johannesburg Lagos Nairobi Tunis",
    "America": (
        "Anchorage Bogota Boise Caracas Chicago Denver Detroit Edmonton Guatemala Halifax Havana "
        "Jamaica La_Paz Lima Los_Angeles Manaus Mexico_City Montevideo New_York Panama Phoenix "
        "Puerto_Rico Regina Santiago Sao_Paulo St_Johns Toronto Vancouver Winnipeg"
    ),
    "Asia": (
        "Almaty Baghdad Baku Bangkok Beirut Colombo Damascus Dhaka Dubai Hong_Kong Ho_Chi_Minh "
        "Jakarta Jerusalem Kabul Karachi Kathmandu Kolkata Kuala_Lumpur Kuwait Manila Qatar Riyadh "
        "Seoul Shanghai Singapore Taipei Tashkent Tbilisi Tehran Tokyo Ulaanbaatar Yerevan"
    ),
    "Atlantic": "Azores Bermuda Canary Reykjavik",
    "Australia": "Adelaide Brisbane Canberra Darwin Hobart Melbourne Perth Sydney",
    "Europe": (
        "Amsterdam Athens Belgrade Berlin Bratislava Brussels Bucharest Budapest Copenhagen Dublin "
        "Helsinki Istanbul Kyiv Lisbon Ljubljana London Luxembourg Madrid Malta Minsk Monaco "
        "Moscow Oslo Paris Prague Riga Rome Sarajevo Skopje Sofia Stockholm Tallinn Vaduz Vienna "
        "Vilnius Warsaw Zagreb Zurich"
    ),
    "Pacific": "Auckland Fiji Guam Honolulu Tahiti",
}
_OTHER_NAMES = {
    "Africa/Johannesburg": "cape town,south africa",
    "America/Argentina/Buenos_Aires": "buenos aires,argentina",
    "America/Chicago": "central time,ct,dallas,houston,austin",
    "America/Denver": "mountain time,mt",
    "America/Los_Angeles": "la,san francisco,seattle,san diego,silicon valley,pacific time,pt",
    "America/New_York": "nyc,new york city,boston,washington,miami,atlanta,eastern time,et",
    "America/Sao_Paulo": "são paulo,rio de janeiro,rio",
    "America/Toronto": "montreal,ottawa",
    "Asia/Kolkata": "india,mumbai,delhi,new delhi,bangalore,bengaluru,chennai,calcutta",
    "Asia/Jerusalem": "tel aviv,israel",
    "Asia/Dubai": "abu dhabi",
    "Asia/Ho_Chi_Minh": "saigon,hanoi,vietnam",
    "Asia/Seoul": "korea,south korea",
    "Asia/Shanghai": "beijing,shenzhen,china",
    "Asia/Tokyo": "japan,osaka,kyoto",
    "Europe/Berlin": "germany,munich,hamburg,frankfurt,cologne",
    "Europe/Kyiv": "kiev,ukraine",
    "Europe/London": "uk,england,edinburgh,united kingdom,britain",
    "Europe/Madrid": "spain,barcelona",
    "Europe/Paris": "france,lyon",
    "Europe/Rome": "italy,milan",
    "Europe/Zurich": "zürich,geneva,switzerland,bern",
    "Pacific/Auckland": "wellington,new zealand",
    "Pacific/Honolulu": "hawaii",
    "UTC": "utc,gmt,z,zulu,universal time,greenwich",
}
# An abbreviation names one fixed offset, in summer and in winter.
_OFFSETS = {
    "est": -5.0,
    "edt": -4.0,
    "cdt": -5.0,
    "mst": -7.0,
    "mdt": -6.0,
    "pst": -8.0,
    "pdt": -7.0,
    "cet": 1.0,
    "cest": 2.0,
    "eet": 2.0,
    "eest": 3.0,
    "wet": 0.0,
    "west": 1.0,
    "msk": 3.0,
    "jst": 9.0,
    "kst": 9.0,
    "sgt": 8.0,
    "hkt": 8.0,
    "aest": 10.0,
    "aedt": 11.0,
    "acst": 9.5,
    "awst": 8.0,
    "nzst": 12.0,
    "nzdt": 13.0,
}
_SEVERAL = {
    "cst": "US Central (America/Chicago) or China (Asia/Shanghai)",
    "ist": "India (Asia/Kolkata), Ireland (Europe/Dublin) or Israel (Asia/Jerusalem)",
    "bst": "British summer time (Europe/London) or Bangladesh (Asia/Dhaka)",
}


@cache
def _common() -> dict[str, str]:
    names = {
        city.replace("_", " ").lower(): f"{area}/{city}"
        for area, cities in _CITIES.items()
        for city in cities.split()
    }
    for key, others in _OTHER_NAMES.items():
        names |= dict.fromkeys(others.split(","), key)
    return names


@cache
def _iana() -> dict[str, str]:
    return {name.lower(): name for name in available_timezones()}


def read_zone(text: str) -> tzinfo | None:
    """The zone that the text, in lower case, names; raises Unclear if it names several."""
    text = text.strip(" ,?.!").removeprefix("the ").removesuffix(" time").strip()
    if text in _SEVERAL:
        raise Unclear(f"{text.upper()} can mean {_SEVERAL[text]}; please name a city or a zone")
    if text in _OFFSETS:
        return timezone(timedelta(hours=_OFFSETS[text]), text.upper())
    key = _common().get(text)
    # Only what looks like an IANA name is looked up in the whole list, which is read once.
    if key is None and "/" in text and len(text) < 40:
        key = _iana().get(text.replace(" ", "_"))
    return ZoneInfo(key) if key else None


def zone_name(zone: tzinfo) -> str:
    return zone.key if isinstance(zone, ZoneInfo) else str(zone)
