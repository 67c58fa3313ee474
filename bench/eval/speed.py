"""How long an answer of `y0-fast` takes with ten thousand items in the graph.

The items are made by number; their vectors are arbitrary, which costs the search the same. The
questions are of every kind that people ask, in equal shares.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from datetime import date, timedelta

import numpy as np

from bench.eval.desk import Desk
from bench.report import Figure
from runwright.files.formats.types import Draft
from runwright.records.facts import Event, Passage, Transaction

PASSAGES, PAYMENTS, EVENTS = 5_000, 3_000, 2_000
ROUNDS = 3
_FIRST = date(2025, 1, 1)
_PEOPLE = (
    "Ingrid Solberg",
    "Kofi Mensah",
    "Yuki Tanaka",
    "Amir Ali",
    "Nadia Petrova",
    "Luis Ortiz",
)
_PLACES = ("Oslo", "Lisbon", "Utrecht", "Graz", "Porto", "Bergen", "Leeds", "Turin")
_THINGS = ("lease", "heating", "server room", "kitchen", "archive", "parking", "roof", "lift")
_SHOPS = ("Tesco", "Lidl", "Deutsche Bahn", "Shell", "Netflix", "City Pharmacy", "IKEA", "Acme")
_MEETINGS = ("Budget review", "Sync up", "Design critique", "Hiring panel", "Client call", "Retro")
QUESTIONS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Who signed the lease of the Oslo office in building 17?", ("documents",)),
    ("When was the heating of the Lisbon office replaced?", ("documents",)),
    ("How much did the roof of the Graz office cost?", ("documents",)),
    ("How much did I spend at Tesco in March 2026?", ("finance",)),
    ("What was my largest expense last month?", ("finance",)),
    ("Did I spend more at Lidl in May or in June?", ("finance",)),
    ("What is on my calendar tomorrow?", ("calendar",)),
    ("When am I free on Tuesday afternoon?", ("calendar",)),
    ("When is my next meeting with Kofi?", ("calendar",)),
    ("What did the client call on my calendar cost me?", ("calendar", "finance")),
)


def measure() -> list[Figure]:
    """The median and the slow end over all questions."""
    desk = Desk()
    desk.put([(f"{n}", draft) for n, draft in enumerate(items())], embed=False)
    desk.give_arbitrary_vectors()
    wall, cpu = [], []
    for n in range(ROUNDS + 1):
        for prompt, sources in QUESTIONS:
            begin, begin_cpu = time.perf_counter(), time.process_time()
            desk.ask(prompt, sources)
            if n:  # the first round loads the model and the vectors
                wall.append((time.perf_counter() - begin) * 1000)
                cpu.append((time.process_time() - begin_cpu) * 1000)
    desk.close()
    return [
        Figure(
            name="y0-fast at 10,000 items, p50",
            value=statistics.median(wall),
            unit="ms",
            at_most=30,
        ),
        Figure(
            name="y0-fast at 10,000 items, p95",
            value=statistics.quantiles(wall, n=20)[-1],
            unit="ms",
        ),
        Figure(name="y0-fast at 10,000 items, CPU p50", value=statistics.median(cpu), unit="ms"),
    ]


def items() -> Iterator[Draft]:
    """Everything that is put on the shelves."""
    random = np.random.default_rng(11)
    for n in range(PASSAGES):
        place, thing = _PLACES[n % 8], _THINGS[(n // 8) % 8]
        person = _PEOPLE[int(random.integers(0, 6))]
        day = _FIRST + timedelta(days=n % 700)
        yield Draft(
            source="documents",
            facts=Passage(),
            title=f"{place} office",
            text=(
                f"The {thing} of the {place} office in building {n} was looked at on {day}. "
                f"{person} signed the papers and the work cost {n + 100} euros. It will be done "
                f"again after {n % 9 + 1} years, unless the owner of building {n} asks for more. "
                f"Whoever has questions about the {thing} writes to {person} before noon."
            ),
        )
    for n in range(PAYMENTS):
        shop, day = _SHOPS[n % 8], _FIRST + timedelta(days=n % 680)
        amount = f"-{n % 190 + 1}.{n % 100:02}"
        yield Draft(
            source="finance",
            facts=Transaction(
                day=day.isoformat(), amount=amount, currency="EUR", counterparty=shop
            ),
            title=shop,
            text=f"{day}: {shop}, {amount} EUR.",
        )
    for n in range(EVENTS):
        day = _FIRST + timedelta(days=n % 900)
        hour = 8 + n % 9
        yield Draft(
            source="calendar",
            facts=Event(
                title=_MEETINGS[n % 6],
                start=f"{day}T{hour:02}:00:00.000Z",
                end=f"{day}T{hour:02}:45:00.000Z",
            ),
            title=_MEETINGS[n % 6],
            text=f"{_MEETINGS[n % 6]} with {_PEOPLE[n % 5]} on {day} at {hour:02}:00.",
        )
