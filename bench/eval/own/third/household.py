"""The money of the third set: an account and a card, from January to 9 September 2026."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal
from typing import NamedTuple

FIRST, LAST = date(2026, 1, 1), date(2026, 9, 9)


class Booking(NamedTuple):
    """One line of the account or of the card; money that leaves is negative."""

    day: date
    name: str
    note: str
    amount: Decimal
    category: str = ""
    """Only the card's bank says one."""
    currency: str = "NZD"
    card: bool = False


def bookings() -> list[Booking]:
    """Both together, in their order."""
    return sorted([*account(), *card()], key=lambda one: one.day)


def account() -> list[Booking]:
    """The everyday account."""
    return sorted(_account(), key=lambda one: one.day)


def card() -> list[Booking]:
    """The credit card."""
    return sorted(_card(), key=lambda one: one.day)


def _line(day: str, name: str, note: str, amount: str) -> Booking:
    return Booking(date.fromisoformat(f"2026-{day}"), name, note, Decimal(amount))


def _fortnights(first: str) -> Iterator[date]:
    day = date.fromisoformat(f"2026-{first}")
    while day <= LAST:
        yield day
        day += timedelta(days=14)


def _monthly(day: int) -> Iterator[date]:
    for month in range(1, 10):
        if (on := date(2026, month, day)) <= LAST:
            yield on


_POWER = ("148.20", "139.75", "151.40", "187.35", "246.90", "312.15", "338.60", "301.25")


def _account() -> Iterator[Booking]:
    for day in _fortnights("01-09"):
        amount = "-1040.00" if day < date(2026, 6, 12) else "-1112.50"
        yield Booking(day, "Southern Home Loans", "Mortgage repayment", Decimal(amount))
    for day in _fortnights("01-07"):
        pay = "2310.44" if day < date(2026, 4, 1) else "2402.86"
        yield Booking(day, "Harbour City Hospital", "Salary J Beck", Decimal(pay))
    for day, amount in zip(_monthly(16), _POWER, strict=True):
        yield Booking(day, "Tokomaru Energy", "Power bill", Decimal(f"-{amount}"))
    for day in _monthly(5):
        fee = "-89.00" if day.month < 7 else "-95.00"
        yield Booking(day, "Orbit Broadband", "Internet", Decimal(fee))
    for day in _monthly(12):
        yield Booking(day, "Kestrel Insurance", "Car policy 88-2041", Decimal("-71.30"))
    for day in _monthly(1):
        yield Booking(day, "Rainy Day Saver", "Transfer to savings", Decimal("-250.00"))
    for day in _monthly(28):
        yield Booking(day, "Cook Strait Bank", "Account fee", Decimal("-5.00"))
    yield from _singles()


def _singles() -> Iterator[Booking]:
    for day, name, note, amount in (
        ("02-02", "Wellington City Council", "Rates instalment 3", "-892.40"),
        ("05-04", "Wellington City Council", "Rates instalment 4", "-892.40"),
        ("09-01", "Wellington City Council", "Rates instalment 1", "-941.15"),
        ("03-11", "Wellington City Council", "Parking infringement", "-40.00"),
        ("02-10", "Miss Amari", "Piano term 1 Mila", "-310.00"),
        ("05-05", "Miss Amari", "Piano term 2 Mila", "-310.00"),
        ("07-28", "Miss Amari", "Piano term 3 Mila", "-325.00"),
        ("02-12", "Freyberg Swim School", "Swimming term 1 Theo", "-168.00"),
        ("05-07", "Freyberg Swim School", "Swimming term 2 Theo", "-168.00"),
        ("07-30", "Freyberg Swim School", "Swimming term 3 Theo", "-176.00"),
        ("03-06", "Kowhai School Board", "Invoice H-112", "9200.00"),
        ("06-24", "Kowhai School Board", "Invoice H-118", "13800.00"),
        ("04-21", "Marlowe Bakery", "Invoice H-115", "2875.00"),
        ("08-14", "Marlowe Bakery", "Invoice H-121 part payment", "2000.00"),
        ("05-19", "Oriental Bay Trust", "Invoice H-116", "4140.00"),
        ("02-18", "Inland Revenue", "GST payment", "-1184.60"),
        ("05-20", "Inland Revenue", "GST payment", "-2262.15"),
        ("07-08", "Inland Revenue", "Income tax refund J Beck", "418.27"),
        ("06-03", "Tararua Drainage", "Deposit TD-5507", "-600.00"),
        ("06-29", "Tararua Drainage", "Balance TD-5507", "-1125.00"),
        ("07-21", "Hutt Road Motors", "WOF and service Subaru", "-684.50"),
        ("01-20", "Hutt Road Motors", "Two tyres", "-398.00"),
        ("03-27", "Priya Nair", "Babysitting", "-60.00"),
        ("05-15", "Priya Nair", "Babysitting", "-75.00"),
        ("08-21", "Priya Nair", "Babysitting", "-60.00"),
        ("06-15", "Greta Beck", "Birthday present from Mum", "200.00"),
        ("04-02", "Architects Guild", "Annual membership", "-560.00"),
        ("08-03", "Lantern Print Studio", "Plan prints invoice 7734", "-236.90"),
        ("08-27", "Lantern Print Studio", "Plan prints invoice 7791", "-118.45"),
    ):
        yield _line(day, name, note, amount)


_SHOPS = ("New World Thorndon", "Moore Wilson's", "Fresh Choice Karori")


def _card() -> Iterator[Booking]:
    yield from _weekly_food()
    for line in _CARD.strip().splitlines():
        day, name, note, category, amount, *rest = line.split("|")
        currency = rest[0] if rest else "NZD"
        on = date.fromisoformat(f"2026-{day}")
        yield Booking(on, name, note, Decimal(amount), category, currency, card=True)
    for at, on in enumerate(_monthly(8)):
        name, fee = "Kiwiflix", "-18.99" if at < 5 else "-20.99"
        yield Booking(on, name, "Streaming", Decimal(fee), "Subscriptions", card=True)
    for on in _monthly(3):
        yield Booking(on, "Drafta Cloud", "CAD seat", Decimal("-64.00"), "Subscriptions", card=True)


def _weekly_food() -> Iterator[Booking]:
    day, at = date(2026, 1, 3), 0
    while day <= LAST:
        cents = 6400 + (at * 3717) % 9150
        amount = Decimal(-cents) / 100
        yield Booking(day, _SHOPS[(at * 2 + at // 4) % 3], "", amount, "Supermarkets", card=True)
        day, at = day + timedelta(days=7 if at % 3 else 5), at + 1


_CARD = """
01-10|Z Energy Thorndon||Fuel|-92.40
02-07|Z Energy Thorndon||Fuel|-88.15
03-14|Gull Petone||Fuel|-79.60
04-18|Z Energy Thorndon||Fuel|-95.05
05-23|Gull Petone||Fuel|-81.20
06-20|Z Energy Thorndon||Fuel|-99.70
07-25|Gull Petone||Fuel|-84.35
08-22|Z Energy Thorndon||Fuel|-101.10
01-17|Ombra||Dining|-86.00
02-14|Logan Brown||Dining|-214.50
03-27|Ombra||Dining|-93.40
04-11|Sweet Mother's Kitchen||Dining|-61.20
05-15|Logan Brown||Dining|-188.00
05-30|Ombra||Dining|-74.80
06-13|Sweet Mother's Kitchen||Dining|-58.90
07-18|Ombra||Dining|-102.30
08-08|Sweet Mother's Kitchen||Dining|-66.40
08-21|Logan Brown||Dining|-196.70
09-05|Ombra||Dining|-79.10
01-22|Island Bay Vets|Vaccination Biscuit|Pets|-118.00
04-16|Animates|Dog food|Pets|-74.99
06-09|Island Bay Vets|Paw surgery Biscuit|Pets|-842.00
06-23|Island Bay Vets|Check-up Biscuit|Pets|-65.00
08-12|Animates|Dog food|Pets|-79.99
02-03|Thorndon Pharmacy|Asthma inhaler|Health|-24.50
04-22|Dr Faleolo Dental|Check-up Hana|Health|-145.00
05-12|Thorndon Pharmacy|Asthma inhaler|Health|-24.50
07-22|Specs on Lambton|Glasses Joss|Health|-389.00
08-18|Thorndon Pharmacy|Asthma inhaler|Health|-26.00
01-28|Kirkcaldie School Wear|Uniform Theo|Kids|-132.60
03-20|Whitcoulls|Birthday books Mila|Kids|-47.95
08-01|Kirkcaldie School Wear|Rain jacket Mila|Kids|-79.00
02-21|Mitre 10 Crofton Downs|Deck stain|Hardware|-138.45
03-07|Mitre 10 Crofton Downs|Screws and brackets|Hardware|-46.30
04-25|Mitre 10 Crofton Downs|Ladder|Hardware|-219.00
05-02|Mitre 10 Crofton Downs|Ladder returned|Hardware|219.00
05-03|Tasman Air|Flights Melbourne x4|Travel|-1148.60
07-10|Hotel Larkspur|4 nights Melbourne|Travel|-876.00|AUD
07-10|Southern Cross Airport Train||Travel|-58.40|AUD
07-11|Queen Vic Market||Dining|-43.50|AUD
07-11|Melbourne Zoo|Family ticket|Entertainment|-118.00|AUD
07-12|Trattoria Lygon||Dining|-131.20|AUD
07-13|Museum Shop Carlton|Presents|Kids|-36.75|AUD
07-14|Duty Free Tullamarine||Travel|-52.00|AUD
04-03|Strait Ferries|Ferry to Picton, car and 4|Travel|-412.00
04-04|Nelson Holiday Park|Cabin 3 nights|Travel|-447.00
04-05|Fat Tui Nelson|Fish and chips|Dining|-52.30
04-06|Marahau Kayaks|Half-day hire|Entertainment|-160.00
04-07|Gull Blenheim||Fuel|-76.90
07-31|Kathmandu Outlet|Jacket|Clothing|-159.98
08-06|Kathmandu Outlet|Jacket returned|Clothing|159.98
03-02|Bivouac Outdoor|Boots Hana|Clothing|-289.00
06-06|Light House Cinema|Film night|Entertainment|-68.00
08-29|Light House Cinema|Film night|Entertainment|-72.00
"""
