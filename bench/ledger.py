"""What a question over a large ledger costs: CPU time of all processes together, run by run.

The server and each of its computing processes are read from `/proc` before and behind each run, so
the figures do not depend on what else the machine does. `held` is the longest that one callback
kept the event loop, in CPU time of its thread (`bench.watched` serves with a watch on it).
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench import hostile, processes
from bench.processes import Server
from bench.report import Report

QUESTIONS = (
    "What did I spend in total?",
    "How much did I spend at Rewe?",
    "What was my largest expense?",
    "How much did I spend on average per month?",
    "How much did I earn?",
)
"""None of them names a period: each is about everything on record."""
_SETTLED_SECONDS = 0.05
_IN_A_FILE = 2_000
_SHOPS = (
    *("REWE Markt", "Edeka", "Lidl", "Netflix", "Spotify", "Deutsche Bahn", "Shell", "IKEA"),
    *(f"Shop {n}" for n in range(292)),
)


def ledger(work: Path, rounds: int, bookings: int, report: Report) -> None:
    """CPU time of a run on `y0-fast` over so many bookings."""
    data = work / "ledger"
    secret = processes.set_up(data)
    command = [sys.executable, "-m", "bench.watched", "serve", "--data", str(data)]
    # Vectors play no part in these questions, and take longer to make than all the rest.
    settings = {"RUNWRIGHT_SEARCH_BY_MEANING": "false"}
    with Server(command, data / "serve.log", secret, settings) as server:
        fill(server, bookings)
        first = [_cost(server, question) for question in QUESTIONS]
        held = data / "held"
        held.unlink(missing_ok=True)
        again = [_cost(server, question) for _ in range(rounds) for question in QUESTIONS]
        time.sleep(1.5)
        longest = float(held.read_text()) if held.exists() else 0.0
    where = f"y0-fast over {bookings} bookings"
    report.add(f"{where}: CPU, first", first[0] * 1000, "ms")
    report.add(f"{where}: CPU, p50", statistics.median(again) * 1000, "ms", at_most=25)
    report.add(f"{where}: CPU, p95", _percentile(again, 95) * 1000, "ms", at_most=60)
    report.add(f"{where}: event loop held at most", longest * 1000, "ms", at_most=5)
    report.rounds["ledger"] = {
        question: [round(each * 1000, 1) for each in again[n :: len(QUESTIONS)]]
        for n, question in enumerate(QUESTIONS)
    }


def fill(server: Server, bookings: int) -> None:
    """Upload the bookings, as so many statements."""
    every = list(rows(bookings))
    for start in range(0, bookings, _IN_A_FILE):
        hostile.upload(server, every[start : start + _IN_A_FILE])


def rows(bookings: int) -> Iterator[str]:
    """A household's bookings, over several years."""
    for n in range(bookings):
        day = f"{2022 + n * 4 // bookings}-{n % 12 + 1:02}-{n % 28 + 1:02}"
        if n % 200 == 0:
            yield f"{day},Employer Ltd salary,{2500 + n % 7}.00,EUR"
        else:
            yield f"{day},{_SHOPS[n * 7 % len(_SHOPS)]} {n % 5},-{n % 90 + 1}.{n % 100:02},EUR"


def _cost(server: Server, question: str) -> float:
    before = processes.exact_cpu_seconds(server.pid)
    body = {"prompt": question, "context": ["finance"], "model": "y0-fast"}
    hostile.call(server, "/v1/runs", body)
    # What follows a run (its event, its place in the analytics) is on its account, too.
    time.sleep(_SETTLED_SECONDS)
    return processes.exact_cpu_seconds(server.pid) - before


def _percentile(values: Sequence[float], share: int) -> float:
    return sorted(values)[min(len(values) - 1, len(values) * share // 100)]
