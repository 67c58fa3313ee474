"""Cities and countries, and the time zones that they are in."""

from __future__ import annotations

from functools import cache
from zoneinfo import available_timezones

from runwright.text.folding import fold

LONGEST_CITY = 3
"""In words."""
_MORE_CITIES = {
    "munich": "Europe/Berlin", "hamburg": "Europe/Berlin", "frankfurt": "Europe/Berlin",
    "cologne": "Europe/Berlin", "milan": "Europe/Rome", "barcelona": "Europe/Madrid",
    "geneva": "Europe/Zurich", "basel": "Europe/Zurich", "manchester": "Europe/London",
    "edinburgh": "Europe/London", "birmingham": "Europe/London", "lyon": "Europe/Paris",
    "delhi": "Asia/Kolkata", "new delhi": "Asia/Kolkata", "mumbai": "Asia/Kolkata",
    "bangalore": "Asia/Kolkata", "beijing": "Asia/Shanghai", "osaka": "Asia/Tokyo",
    "hanoi": "Asia/Bangkok", "abu dhabi": "Asia/Dubai", "tel aviv": "Asia/Jerusalem",
    "boston": "America/New_York", "nyc": "America/New_York", "miami": "America/New_York",
    "washington": "America/New_York", "atlanta": "America/New_York",
    "philadelphia": "America/New_York", "san francisco": "America/Los_Angeles",
    "sf": "America/Los_Angeles", "la": "America/Los_Angeles", "seattle": "America/Los_Angeles",
    "san diego": "America/Los_Angeles", "las vegas": "America/Los_Angeles",
    "portland": "America/Los_Angeles", "dallas": "America/Chicago", "houston": "America/Chicago",
    "austin": "America/Chicago", "montreal": "America/Toronto", "ottawa": "America/Toronto",
    "calgary": "America/Edmonton", "rio": "America/Sao_Paulo", "cape town": "Africa/Johannesburg",
    "wellington": "Pacific/Auckland", "canberra": "Australia/Sydney", "japan": "Asia/Tokyo",
    "india": "Asia/Kolkata", "uk": "Europe/London", "germany": "Europe/Berlin",
    "france": "Europe/Paris", "spain": "Europe/Madrid", "italy": "Europe/Rome",
    "china": "Asia/Shanghai", "utc": "UTC", "gmt": "UTC",
}  # fmt: skip
"""Cities and countries with one zone that the database of zones does not list by their names."""


@cache
def zones_by_city() -> dict[str, str]:
    """The zone of each city, by its folded name."""
    named = {
        fold(zone.rsplit("/", 1)[1].replace("_", " ")): zone
        for zone in sorted(available_timezones())
        if "/" in zone and not zone.startswith(("Etc/", "SystemV/", "posix/", "right/"))
    }
    return named | _MORE_CITIES
