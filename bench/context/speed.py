"""How fast files are read, embedded and found: sections of `make bench`."""

from __future__ import annotations

import asyncio
import statistics
import time
from dataclasses import dataclass
from pathlib import Path

from bench.context import library
from bench.context.tables import text_speed
from bench.report import Report
from runwright.config import Settings
from runwright.context.index.embedder import Embedder, is_available
from runwright.context.service import Context
from runwright.db.database import Database, driver_for
from runwright.db.migrate import migrate
from runwright.trust import audit
from runwright.trust.kernel import Trail, act_as_service
from runwright.trust.scopes import Scope

PASSAGES = 1_000
MEASURED = 50
"""Passages that are really embedded; the figure is for a thousand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """How much to measure."""

    items: int
    more: int
    questions: int


def reading(report: Report) -> None:
    """A text PDF of a hundred pages."""
    figure = text_speed()
    report.add(figure.name, figure.value, figure.unit, at_most=figure.at_most or 2.0)


def embedding(report: Report) -> None:
    """A thousand passages of a hundred words."""
    if not is_available():
        print("The embedding model is not built: see make setup. Embedding is not measured.")
        return
    embedder = Embedder()
    words = "the quarterly report says that revenue from services grew while costs of travel fell"
    passages = [f"{n} " + " ".join((words.split() * 8)[:99]) for n in range(MEASURED)]
    embedder.embed_passages(passages[:2])
    begin = time.process_time()
    embedder.embed_passages(passages)
    seconds = (time.process_time() - begin) * PASSAGES / MEASURED
    report.add("1,000 passages of 100 words embedded", seconds, "CPU-s", at_most=60)


def searching(work: Path, size: Size, report: Report) -> None:
    """Search on SQLite at one size, and at a larger one."""
    settings = Settings(data=work / "library")
    driver = driver_for(settings)
    migrate(driver)
    library.fill(settings.data / "runwright.db", 0, size.items)
    wall, cpu = _search(settings, size.items, size.questions)
    report.add(f"search at {size.items:,} items, p50", statistics.median(wall), "ms")
    report.add(f"search at {size.items:,} items, p95", _p95(wall), "ms", at_most=30)
    library.fill(settings.data / "runwright.db", size.items, size.more - size.items)
    more_wall, more_cpu = _search(settings, size.more, size.questions)
    report.add(f"search at {size.more:,} items, p95", _p95(more_wall), "ms")
    growth = statistics.median(more_cpu) / statistics.median(cpu)
    report.add(
        f"search CPU, {size.more:,} over {size.items:,} items",
        growth,
        "×",
        at_most=size.more / size.items,
    )


def _search(settings: Settings, items: int, count: int) -> tuple[list[float], list[float]]:
    database = Database(driver_for(settings), audit.append, 100)
    database.start()
    try:
        return asyncio.run(_ask(settings, database, items, count))
    finally:
        database.close()


async def _ask(
    settings: Settings, database: Database, items: int, count: int
) -> tuple[list[float], list[float]]:
    context = Context(settings=settings, database=database)
    grant = act_as_service(library.PROJECT, Scope.DOCUMENTS_READ, action="bench", trail=Trail())
    wall, cpu = [], []
    for n, question in enumerate(library.questions(count + 5, items)):
        begin, begin_cpu = time.perf_counter(), time.process_time()
        found = await context.find(grant, library.SOURCE, question, limit=20)
        assert found
        if n >= 5:  # the first ones load the model and the vectors
            wall.append((time.perf_counter() - begin) * 1000)
            cpu.append((time.process_time() - begin_cpu) * 1000)
    return wall, cpu


def _p95(values: list[float]) -> float:
    return statistics.quantiles(values, n=20)[-1]
