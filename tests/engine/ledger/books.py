"""A small ledger for the tests: three accounts, two currencies, shops of three countries."""

from datetime import date
from decimal import Decimal

from runwright.engine.days import MONTHS
from runwright.engine.types import Item

_BOOKED = """
2026-01-05|-62.40|EUR|REWE Markt 4711|Lebensmittel|Checking
2026-01-28|3200.00|EUR|Northwind GmbH|Gehalt Januar|Checking
2026-02-01|-950.00|EUR|Hausverwaltung Meyer|Miete Februar|Checking
2026-02-27|3200.00|EUR|Northwind GmbH|Gehalt Februar|Checking
2026-03-01|-950.00|EUR|Hausverwaltung Meyer|Miete Maerz|Checking
2026-03-04|-48.15|EUR|Lidl sagt danke||Checking
2026-03-09|-31.20|EUR|Edeka Center||Checking
2026-03-12|-27.50|EUR|Trattoria Bella|Dinner|Checking
2026-03-17|-89.90|EUR|Deutsche Bahn|Fahrkarte Berlin Hamburg|Checking
2026-03-20|-12.99|EUR|Netflix|Subscription March|Checking
2026-03-27|3200.00|EUR|Northwind GmbH|Gehalt Maerz|Checking
2026-03-30|-500.00|EUR|Savings|Transfer to savings|Checking
2026-03-30|500.00|EUR|Checking|Transfer from checking|Savings
2026-04-01|-980.00|EUR|Hausverwaltung Meyer|Miete April|Checking
2026-04-03|-55.05|EUR|REWE Markt 4711|Lebensmittel|Checking
2026-04-10|-44.10|EUR|Boulangerie Paul|Pain|Checking
2026-04-15|-120.00|EUR|Stadtwerke|Strom Abschlag April|Checking
2026-04-20|-12.99|EUR|Netflix|Subscription April|Checking
2026-04-21|-249.00|EUR|Zalando|Order 8812|Checking
2026-04-24|79.00|EUR|Zalando|Refund order 8812|Checking
2026-04-27|3300.00|EUR|Northwind GmbH|Gehalt April|Checking
2026-05-02|-23.80|GBP|Tesco Stores 2041|London|Travel card
2026-05-03|-41.00|GBP|The Ivy Restaurant|London|Travel card
2026-05-04|-9.60|GBP|Transport for London|Travel|Travel card
2026-05-05|-210.00|GBP|Premier Inn|London|Travel card
2026-05-15|-120.00|EUR|Stadtwerke|Strom Abschlag Mai|Checking
2026-06-11|-85.00|EUR|Dr. Zahnarzt Weber|Professional cleaning|Checking
2026-06-11|-19.30|EUR|Lidl sagt danke||Checking
2026-07-08|-140.00|EUR|Ryanair|Booking Lisbon|Travel card
2026-08-12|-64.00|EUR|Pestana Hotel|Lisboa|Travel card
2026-08-13|-22.40|EUR|Pastelaria Central|Lisboa|Travel card
2026-08-14|-18.00|EUR|Museu do Azulejo|Lisboa|Travel card
2026-10-05|-1234.00|EUR|Acme Werkstatt GmbH|Invoice 2026-77|Checking
2026-10-19|-150.00|EUR|Acme Consulting Ltd|Project fee|Checking
2026-11-01|-980.00|EUR|Hausverwaltung Meyer|Miete November|Checking
2026-11-06|-33.33|EUR|Monoprix|Paris|Travel card
2026-11-10|-4.20|EUR|Starbucks|Cappuccino|Checking
"""


def booking(
    n: int, day: str, amount: str, currency: str, title: str, purpose: str = "", account: str = ""
) -> Item:
    """One booking, worded as the bank formats do."""
    when = date.fromisoformat(day)
    way = "to" if Decimal(amount) < 0 else "from"
    said = [f"{amount} {currency} {way} {title}", purpose, f"account {account}" if account else ""]
    spelled = f"{when.day} {MONTHS[when.month - 1]} {when.year}"
    text = f"{spelled}: {', '.join(filter(None, said))}"
    return Item(
        f"booking_{n:02}", "finance", text, day, kind="transaction", title=title, amount=amount,
        currency=currency,
    )  # fmt: skip


BOOKS = tuple(
    booking(n, *line.split("|")) for n, line in enumerate(_BOOKED.strip().splitlines(), start=1)
)


def event(id: str, title: str, at: str, until: str | None = None, place: str = "") -> Item:
    """One event of the calendar."""
    text = f"{title}, {at}.{f' Place: {place}.' if place else ''}"
    return Item(id, "calendar", text, at, kind="event", title=title, until=until)


EVENTS = (
    event("event_london", "Team offsite", "2026-05-02", "2026-05-06", "London"),
    event("event_lisbon", "Trip to Lisbon", "2026-08-12", "2026-08-15", "Lisbon"),
    event("event_dentist", "Dentist appointment", "2026-06-11T08:00:00Z", "2026-06-11T09:00:00Z"),
    event("event_kickoff", "Kick-off Apollo", "2026-03-17T09:00:00Z", "2026-03-17T10:00:00Z"),
    event("event_yoga", "Yoga retreat", "2026-09-12", "2026-09-14"),
)
