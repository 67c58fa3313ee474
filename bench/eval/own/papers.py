"""The documents of the invented year: notes, the lease, the plan of the offsite, two invoices."""

from __future__ import annotations

NOTES = """\
# Notes

## Home

- The Wi-Fi network at home is called Weserblick. The router stands behind the bookshelf.
- Spare keys: one set is with our neighbour Mrs. Albrecht on the second floor.
- The bicycle has the frame number WK4471982. It is insured with Allianta.
- Meter reading for electricity on 31 December 2025: 18,442 kWh.

## Health

- Dr. Brandt wants to see me every five months. The practice is closed on Wednesday afternoons.
- Allergy: penicillin.
- Reading glasses: +1.25 on both sides, according to Optik Blick.

## Work

- Priya takes over the Aster account on 1 February 2027.
- The studio's holiday allowance is 28 days a year; at most 5 days may be carried over.
- Daily rate for freelance work: 640 EUR. Veloria gets a discount of 10 percent.
- The Solara contract runs for 8 months and is worth 24,500 EUR.
- Tomasz is the fire warden. Lena signs contracts above 5,000 EUR.
- Our Figura licence renews on 22 January 2027.

## Presents

- Felix wants a pottery course. His shoe size is 43.
- Mum likes the gardening calendar from Gartenhaus Markt.

## Holiday in Sweden

The cabin belongs to Ingrid Holm. Check-in is from 16:00, and bed linen costs extra.
"""

LEASE = """\
# Lease Weserstraße 19

Between Weser Wohnen Hausverwaltung, the landlord, and Mara Lindqvist, the tenant.

## Flat

The flat is on the third floor on the left. It has two rooms, a kitchen, a bathroom and a
balcony, together 64 square metres. A cellar room, number 14, belongs to it.

## Rent

The monthly rent is 1,180.00 EUR including heating, due on the first working day of the month.
From 1 July 2026 the monthly rent is 1,215.00 EUR.

## Deposit

The deposit is 2,700.00 EUR and was paid before the flat was handed over.

## Term and notice

The lease began on 1 October 2023 and has no fixed end. The tenant may give notice with a period
of three months to the end of a month.

## House rules

Quiet hours are from 22:00 to 06:00. Cats are allowed; dogs need the written consent of the
landlord. Repairs up to 120.00 EUR are paid by the tenant.
"""

OFFSITE = """\
# Team offsite Lisbon 2026

We meet in Lisbon from 18 to 21 May 2026. The hotel is Hotel Miradouro in the Graça district; its
booking code is HM-7730.

## Budget

The studio gives each of the five of us a budget of 750.00 EUR. Flights and hotel count towards it.

## Programme

| Day | Morning | Afternoon |
|---|---|---|
| Monday | Arrival | Walk through Alfama |
| Tuesday | Strategy workshop | Team dinner at Taberna do Mar |
| Wednesday | Brand sprint | Tram tour |
| Thursday | Retrospective | Departure |

## Decisions

- Jonas leads the strategy workshop, Priya the brand sprint.
- The next offsite will be in Gdańsk, in May 2027.
- Everybody hands in receipts by 12 June 2026.
"""

NORDLICHT = """\
Invoice NL-2026-0417

Nordlicht Elektro GmbH, Hafenweg 5, 24103 Kiel
To: Mara Lindqvist, Weserstraße 19, 12045 Berlin

Invoice date: 28 May 2026
Payable by: 27 June 2026
Customer number: 20931

Renewal of the wiring in the home office, 16 hours at 62.50 EUR: 1,000.00 EUR
Material: 200.00 EUR
Net amount: 1,200.00 EUR
VAT 19 %: 228.00 EUR
Total amount due: 1,428.00 EUR

The work was done by Erik Sandvik. We give a warranty of two years on our work.
"""

PAPIERWERK = """\
Invoice PW-3381

Papierwerk Druck, Köpenicker Straße 30, 10179 Berlin
To: Mara Lindqvist, Weserstraße 19, 12045 Berlin

Invoice date: 21 August 2026
Payable by: 11 September 2026

500 business cards, 350 g cotton paper: 142.60 EUR
40 portfolio booklets: 156.98 EUR
Net amount: 299.58 EUR
VAT 19 %: 56.92 EUR
Total amount due: 356.50 EUR

Delivery was on 19 August 2026. Your contact: Olga Brenner.
"""

PAPERS = {
    "notes.md": NOTES,
    "lease.md": LEASE,
    "offsite.md": OFFSITE,
    "invoice-nordlicht.txt": NORDLICHT,
    "invoice-papierwerk.txt": PAPIERWERK,
}
"""Each document by the name of its file."""
