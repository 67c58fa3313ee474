"""The money of the invented year: every booking on the bank account and on the card.

What recurs is written as a rule, what happened once as a line. Purchases that nobody would
write down are drawn from a seeded sequence, so that the same year comes out every time.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal
from functools import cache
from typing import NamedTuple

SEED = 20261115
FIRST, LAST = date(2025, 12, 1), date(2026, 11, 13)
_DAY = timedelta(days=1)


class Booking(NamedTuple):
    """Money that moved."""

    day: date
    name: str
    category: str
    """Empty on the card, whose bank tells no categories."""
    note: str
    amount: Decimal
    currency: str = "EUR"
    card: bool = False


_MONTHS = [date(2025, 12, 1), *(date(2026, month, 1) for month in range(1, 12))]

_ONCE = """
2025-12-18|Halden Studio GmbH|Salary|Annual bonus 2025|1500.00
2025-12-12|Spielwaren Kobold|Gifts|Card payment|-64.90
2026-01-14|Zalora Fashion|Clothing|Order 88121|-129.95
2026-01-20|Aster & Co|Freelance|Invoice 2026-01, logo concept|900.00
2026-01-30|Dr. Brandt|Health|Dental cleaning|-95.00
2026-02-11|Deutsche Bahn|Travel|Berlin Hamburg, 12 March|-67.80
2026-02-20|Aster & Co|Freelance|Invoice 2026-02, design system|1200.00
2026-03-06|Zalora Fashion|Clothing|Order 91377|-184.50
2026-03-11|Hanse Hotel Hamburg|Travel|2 nights|-238.00
2026-03-17|Zalora Fashion|Refund|Refund order 91377|79.95
2026-03-20|Henrik Voss Steuerberatung|Tax|Tax return 2025|-310.00
2026-03-26|Aster & Co|Freelance|Invoice 2026-03, final presentation|1450.00
2026-04-08|Linden Apotheke|Health|Card payment|-23.45
2026-04-20|Fahrrad Kiez|Transport|Bicycle repair|-118.60
2026-05-07|Linden Apotheke|Health|Card payment|-18.20
2026-05-29|Gartenhaus Markt|Household|Balcony plants|-72.35
2026-06-05|Deutsche Bahn|Travel|Berlin Leipzig|-58.40
2026-06-10|Deutsche Bahn|Refund|Refund cancelled trip Leipzig|38.50
2026-06-11|Juwelier Stern|Gifts|Birthday present Felix|-149.00
2026-06-26|Dr. Brandt|Health|Filling|-145.80
2026-06-29|Nordlicht Elektro GmbH|Household|Invoice NL-2026-0417, part payment|-1000.00
2026-07-13|Nordlicht Elektro GmbH|Household|Invoice NL-2026-0417, second payment|-400.00
2026-07-10|Outdoor Norden|Clothing|Rain jacket|-159.00
2026-08-13|Finanzamt Neukölln|Tax|Income tax refund 2025|612.45
2026-08-19|Buchhandlung Kisch|Books|Card payment|-46.80
2026-08-31|Linden Apotheke|Health|Card payment|-31.10
2026-09-04|Papierwerk Druck|Office|Invoice PW-3381|-356.50
2026-09-15|Veloria AG|Freelance|Invoice 2026-04, icon set|800.00
2026-09-21|IKEO Möbelhaus|Household|Desk and lamp|-264.97
2026-10-14|Veloria AG|Freelance|Invoice 2026-05, style guide|650.00
2026-10-19|Optik Blick|Health|Reading glasses|-189.00
2026-10-30|Buchhandlung Kisch|Books|Card payment|-29.90
2026-11-02|Outdoor Norden|Clothing|Hiking boots|-174.90
2026-11-09|Linden Apotheke|Health|Card payment|-12.75
2026-11-11|Spielwaren Kobold|Gifts|Card payment|-38.40
"""

_CARD_ONCE = """
2026-01-16|Buchhandlung Kisch|Books|-34.90
2026-02-18|Volksbühne Tickets|Theatre tickets|-56.00
2026-03-12|Fischhaus Elbe|Restaurant Hamburg|-41.20
2026-03-13|Taxi Hamburg|Taxi|-18.60
2026-04-15|TAP Air|Flight Berlin Lisbon and back|-218.70
2026-05-18|Lisboa Taxi|Taxi from the airport, Lisbon|-22.40
2026-05-18|Mercado Oriente|Lunch, Lisbon|-17.90
2026-05-19|Taberna do Mar|Team dinner, Lisbon|-64.30
2026-05-20|Tram 28 Tours|Sightseeing, Lisbon|-35.00
2026-05-21|Hotel Miradouro|3 nights, Lisbon|-387.00
2026-05-21|Lisboa Taxi|Taxi to the airport, Lisbon|-24.10
2026-07-02|Nordic Ferries|Ferry Rostock Trelleborg|-142.00
2026-07-18|Tankstelle Rostock|Fuel|-61.35
2026-07-20|Stuga Vimmerby|Cabin, first week, Sweden|-540.00
2026-07-24|Fiskbar Kalmar|Restaurant, Sweden|-58.75
2026-07-27|Stuga Vimmerby|Cabin, second week, Sweden|-540.00
2026-07-29|Glasbruk Orrefors|Souvenirs, Sweden|-83.50
2026-08-24|Amazona Marketplace|Headphones|-119.00
2026-08-28|Amazona Marketplace|Refund headphones|119.00
2026-09-08|Lufthansia|Flight Berlin New York and back|-586.20
2026-09-30|Amazona Marketplace|USB hub|-42.99
2026-10-05|Yellow Cab NYC|Taxi, New York|-68.50 USD
2026-10-06|Blue Door Diner|Lunch, New York|-31.75 USD
2026-10-07|MoMA Store|Posters, New York|-54.00 USD
2026-10-08|Blue Door Diner|Dinner, New York|-47.20 USD
2026-10-09|Hudson Inn|4 nights, New York|-742.50 USD
2026-10-09|Card issuer|Foreign transaction fee|-17.05
2026-10-24|Amazona Marketplace|Monitor arm|-88.00
2026-11-06|Konzerthaus Berlin|Concert tickets|-92.00
"""

_GROCERS = ("REWE", "Edeka", "Lidl", "Bio Company")
_TABLES = ("Osteria Bruna", "Café Linde", "Sushi Kano")
_AWAY = (
    (date(2026, 3, 12), date(2026, 3, 13)),
    (date(2026, 5, 18), date(2026, 5, 21)),
    (date(2026, 7, 18), date(2026, 7, 31)),
    (date(2026, 10, 5), date(2026, 10, 9)),
)
"""Whoever is in Lisbon buys nothing in Berlin."""


@cache
def bookings() -> tuple[Booking, ...]:
    """Everything, by day; what falls on one day stands in the order of its rules."""
    found = [*_standing(), *_written(), *_drawn(), *_card()]
    return tuple(sorted((one for one in found if one.day <= LAST), key=lambda one: one.day))


def bank() -> list[Booking]:
    """What moved on the bank account."""
    return [one for one in bookings() if not one.card]


def card() -> list[Booking]:
    """What was paid with the card."""
    return [one for one in bookings() if one.card]


def _standing() -> Iterator[Booking]:
    """Salary, rent and all else that comes by itself."""
    for month in _MONTHS:
        named = f"{month:%B %Y}"
        rent = "1180.00" if month < date(2026, 7, 1) else "1215.00"
        line = "39.99" if month < date(2026, 9, 1) else "44.99"
        yield _out(month, 1, "Weser Wohnen", "Housing", f"Rent {named}", rent)
        yield _out(month, 2, "BVG", "Transport", f"Monthly ticket {named}", "49.00")
        yield _out(month, 5, "Fasernetz", "Utilities", f"Internet {named}", line)
        yield _out(month, 12, "Stadtwerke Berlin", "Utilities", f"Electricity {named}", "84.00")
        pay = "3850.00" if month < date(2026, 5, 1) else "4050.00"
        yield _in(month, 25, "Halden Studio GmbH", "Salary", f"Salary {named}", pay)
        if date(2026, 2, 1) <= month <= date(2026, 9, 1):
            yield _out(month, 3, "Kletterhalle Süd", "Sport", f"Membership {named}", "54.00")
        if month.month % 3 == 0:
            yield _out(month, 28, "Spreebank", "Fees", "Account fee of the quarter", "9.90")
            yield _out(month, 10, "Allianta", "Insurance", "Household and liability", "126.30")
            yield _in(month, 6, "Felix Arndt", "Transfer", "Share of electricity", "126.00")


def _written() -> Iterator[Booking]:
    for line in _ONCE.split("\n"):
        if line:
            day, name, category, note, amount = line.split("|")
            yield Booking(date.fromisoformat(day), name, category, note, Decimal(amount))


def _drawn() -> Iterator[Booking]:
    """Groceries and meals: which shop on which day, and for how much."""
    drawn = random.Random(SEED)
    for month in _MONTHS:
        days = sorted(1 + int(drawn.random() * 28) for _ in range(11))
        for place, day in enumerate(days):
            is_meal = place % 4 == 3
            names = _TABLES if is_meal else _GROCERS
            name = names[int(drawn.random() * len(names))]
            cents = 900 + int(drawn.random() * (5200 if is_meal else 7600))
            amount = Decimal(cents).scaleb(-2)
            category = "Restaurants" if is_meal else "Groceries"
            when = month.replace(day=day)
            if not any(first <= when <= last for first, last in _AWAY):
                yield Booking(when, name, category, "Card payment", -amount)


def _card() -> Iterator[Booking]:
    for month in _MONTHS:
        yield _paid(month, 8, "Spotiva", "Music subscription", "-10.99")
        yield _paid(month, 11, "Netfilm", "Video subscription", "-13.99")
        yield _paid(month, 14, "Cloudbox", "Storage subscription", "-9.99", "USD")
        price = "-15.00" if month < date(2026, 6, 1) else "-20.00"
        yield _paid(month, 22, "Figura Software", "Design tool subscription", price, "USD")
    for line in _CARD_ONCE.split("\n"):
        if line:
            day, name, note, amount = line.split("|")
            figure, _, currency = amount.partition(" ")
            when = date.fromisoformat(day)
            yield Booking(when, name, "", note, Decimal(figure), currency or "EUR", card=True)


def _paid(
    month: date, day: int, name: str, note: str, amount: str, currency: str = "EUR"
) -> Booking:
    when = month.replace(day=day)
    return Booking(when, name, "", note, Decimal(amount), currency, card=True)


def _out(month: date, day: int, name: str, category: str, note: str, amount: str) -> Booking:
    return Booking(_worked(month.replace(day=day)), name, category, note, -Decimal(amount))


def _in(month: date, day: int, name: str, category: str, note: str, amount: str) -> Booking:
    return Booking(_worked(month.replace(day=day)), name, category, note, Decimal(amount))


def _worked(day: date) -> date:
    """The day itself, or the Monday after: banks book nothing at weekends."""
    while day.weekday() > 4:
        day += _DAY
    return day
