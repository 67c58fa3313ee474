"""What `auto` gives up and saves: the router's choice beside always fast and always deep.

Every question is asked of both models; the router's answer is that of the model it chooses, so
its regret is exact: what the better of "always fast" and "always deep" would have had right more
often. Cost is told as CPU seconds of the whole process, and as priced steps in millionths.

    python -m bench.eval.auto [--fast-step 0.000001] [--deep-step 0.00001]
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from datetime import datetime
from decimal import Decimal
from pathlib import Path
from typing import NamedTuple

from bench.eval import documents
from bench.eval.desk import NOW, Desk, Reply
from bench.eval.own import judge
from bench.eval.own import measure as own
from bench.report import Figure
from runwright import clock
from runwright.runs.plans.drafts import draft
from runwright.runs.plans.router import choose_model
from runwright.runs.plans.types import DEEP, FAST, PlanRequest

SETS = ("xquad_en", "hotpotqa")
SAMPLE = 150
MODELS = (FAST, DEEP)


class Prices(NamedTuple):
    """What one step of each model costs."""

    fast: Decimal = Decimal("0.000001")
    deep: Decimal = Decimal("0.00001")

    def of(self, model: str, steps: int) -> Decimal:
        """What so many steps of a model cost."""
        return steps * (self.deep if model == DEEP else self.fast)


class Tried(NamedTuple):
    """One answer of one model."""

    right: bool
    seconds: float
    steps: int


class Asked(NamedTuple):
    """One question, with what each model made of it and which one the router takes."""

    group: str
    chosen: str
    fast: Tried
    deep: Tried

    def by(self, model: str) -> Tried:
        """What a model made of it."""
        return self.deep if model == DEEP else self.fast


PRICES = Prices()


def measure(data: Path, prices: Prices = PRICES, sample: int = SAMPLE) -> Iterator[Figure]:
    """The figures of each set as soon as they are there, and of all together."""
    found: list[Asked] = []
    for group in ("own set", *SETS):
        asked = list(_own() if group == "own set" else _documents(data, group, sample))
        yield from _figures(group, asked, prices)
        found += asked
    yield from _figures("all sets", found, prices)


def _figures(name: str, found: Sequence[Asked], prices: Prices) -> Iterator[Figure]:
    ways = {
        "auto": [(each.chosen, each.by(each.chosen)) for each in found],
        "always fast": [(FAST, each.fast) for each in found],
        "always deep": [(DEEP, each.deep) for each in found],
    }
    right = {way: sum(tried.right for _, tried in each) / len(found) for way, each in ways.items()}
    for way, each in ways.items():
        cost = sum(prices.of(model, tried.steps) for model, tried in each)
        yield _figure(f"{way} on {name}: right", right[way])
        yield _figure(f"{way} on {name}: CPU", sum(tried.seconds for _, tried in each), "s")
        yield _figure(f"{way} on {name}: priced steps", float(cost * 1_000_000), "µ")
    best = max(right["always fast"], right["always deep"])
    yield _figure(f"auto on {name}: regret in quality", best - right["auto"])
    yield _figure(
        f"auto on {name}: sent to deep", sum(a.chosen == DEEP for a in found) / len(found)
    )


def _figure(name: str, value: float, unit: str = "share") -> Figure:
    return Figure(name=name, value=value, unit=unit)


def _own() -> Iterator[Asked]:
    desk = Desk()
    try:
        desk.put(own.drafts())
        for row in own.questions():
            chosen = _chosen(row["prompt"], row["context"], own.FIRST.now, own.FIRST.zone)
            tried = []
            for model in MODELS:
                began = time.process_time()
                reply = desk.ask(
                    row["prompt"], row["context"], deep=model == DEEP,
                    max_steps=own.MAX_STEPS, now=own.FIRST.now, zone=own.FIRST.zone,
                )  # fmt: skip
                tried.append(_tried(judge.is_right(reply, row["expect"]), began, reply))
            yield Asked("own set", chosen, *tried)
    finally:
        desk.close()


def _documents(data: Path, name: str, sample: int) -> Iterator[Asked]:
    load, _ = documents.SETS[name]
    for collection in load(data / "documents" / name):
        desk = Desk()
        try:
            desk.put(collection.named)
            for asked in documents.spread(collection.questions, sample):
                chosen = _chosen(asked.text, ["documents"], NOW, "UTC")
                tried = []
                for model in MODELS:
                    began = time.process_time()
                    reply = desk.ask(asked.text, ["documents"], deep=model == DEEP)
                    right = documents.Outcome(asked, reply).contained
                    tried.append(_tried(right, began, reply))
                yield Asked(name, chosen, *tried)
        finally:
            desk.close()


def _tried(right: bool, began: float, reply: Reply) -> Tried:
    return Tried(right, time.process_time() - began, len(reply.actions))


def _chosen(prompt: str, sources: Sequence[str], now: datetime, zone: str) -> str:
    request = PlanRequest(
        prompt=prompt,
        created_at=clock.stamp(now),
        time_zone=zone,
        sources=tuple(sources),
        attached=False,
        max_steps=16,
    )
    return choose_model(draft(request))


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(prog="python -m bench.eval.auto", description=__doc__)
    parser.add_argument("--data", type=Path, default=documents.DATA)
    parser.add_argument("--sample", type=int, default=SAMPLE)
    parser.add_argument("--fast-step", type=Decimal, default=PRICES.fast)
    parser.add_argument("--deep-step", type=Decimal, default=PRICES.deep)
    given = parser.parse_args()
    for figure in measure(given.data, Prices(given.fast_step, given.deep_step), given.sample):
        print(figure.row(), flush=True)


if __name__ == "__main__":
    main()
