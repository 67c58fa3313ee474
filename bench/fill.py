"""Fills a data folder with finished runs and their audit entries, through the product's own code.

Bodies are frozen by `runs.trace`, rows written by `runs.store`, and the chain is appended by the
group-commit writer, thousands of runs to a transaction: a folder as a long-lived server has it.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from runwright import clock, config, ids
from runwright.db.database import Database, driver_for
from runwright.db.transaction import Tx
from runwright.models import catalog
from runwright.runs import store, trace
from runwright.runs.inputs.request import Request
from runwright.runs.listing.words import store as words
from runwright.runs.listing.words.indexer import indexed_words
from runwright.runs.types import Frozen, RunHead
from runwright.trust import audit, secrets
from runwright.trust import store as trust_store
from runwright.trust.kernel import Principal, authorize
from runwright.trust.scopes import Scope

CHUNK = 2_000
MODEL = "y0-fast"
_WORDS = ("meeting", "invoice", "budget", "travel", "contract", "review", "dentist", "rent")

Pattern = tuple[RunHead, Frozen]


def fill(data: Path, secret: str, count: int, *, indexed: bool = True) -> None:
    """Store so many finished runs as the key's own; `indexed` with the words they are found by: a
    server would be busy with those all the time that it is measured."""
    settings = config.load(environ={}, data=data)
    snapshot = catalog.load(settings.models).resolve(MODEL)
    assert snapshot is not None
    database = Database(driver_for(settings), audit.append, settings.write_queue)
    database.start()
    try:
        principal = database.read_now(
            lambda reader: trust_store.principal_by_secret(
                reader, secrets.digest(secret), clock.stamp(clock.now()), settings.rate_limit
            )
        )
        assert principal is not None
        patterns = [_pattern(topic, principal.time_zone, snapshot.id) for topic in _WORDS]
        for size in _chunks(count):
            database.write_now(lambda tx, n=size: _add(tx, principal, patterns, n))  # type: ignore[misc]
            if indexed:
                _index(database)
    finally:
        database.close()


def _index(database: Database) -> None:
    """Write the words of the runs that wait for it."""
    waiting = database.read_now(lambda reader: words.next_waiting(reader, CHUNK))
    found = {each.waiting: indexed_words(each) for each in waiting}
    database.write_now(lambda tx: words.add(tx, found))


def _chunks(count: int) -> Iterator[int]:
    for begin in range(0, count, CHUNK):
        yield min(CHUNK, count - begin)


def _add(tx: Tx, principal: Principal, patterns: Sequence[Pattern], count: int) -> None:
    for _ in range(count):
        head, frozen = _copy(random.choice(patterns))
        request_id = ids.new("req")
        grant = authorize(
            principal,
            Scope.RUNS_WRITE,
            action="runs.create",
            trail=tx,
            resource=head.id,
            request_id=request_id,
        )
        authorize(
            principal,
            Scope.CALENDAR_READ,
            action="context.read",
            trail=tx,
            resource=head.id,
            request_id=request_id,
        )
        store.add_finished(tx, grant, head, frozen)


def _copy(pattern: Pattern) -> Pattern:
    """The pattern as another run of this moment: freezing each anew would take twice as long."""
    head, frozen = pattern
    new = head._replace(id=ids.new("run"), created_at=clock.stamp(clock.now()))

    def renamed(data: bytes) -> bytes:
        data = data.replace(head.id.encode(), new.id.encode())
        return data.replace(head.created_at.encode(), new.created_at.encode())

    body = renamed(frozen.body)
    timeline = renamed(frozen.timeline)
    sha256 = trace.seal(body, frozen.trace, timeline)
    return new, frozen._replace(body=body, timeline=timeline, sha256=sha256)


def _pattern(topic: str, time_zone: str, snapshot: str) -> Pattern:
    now = clock.now()
    head = RunHead(
        id=ids.new("run"),
        model=MODEL,
        snapshot=snapshot,
        created_at=clock.stamp(now),
        metadata={"team": "bench", "topic": topic},
        request=Request(
            prompt=f"Find the best time for the {topic} with Alex next week",
            sources=("calendar",),
            max_steps=4,
            time_zone=time_zone,
        ),
    )
    watch = trace.Stopwatch(now)
    records = [
        watch.lap(trace.plan_entry(0, 1)),
        watch.lap(trace.context_entry("calendar", Scope.CALENDAR_READ.value, 0)),
        watch.lap(trace.step_entry(1, "search")),
        watch.lap(trace.result_entry(0)),
    ]
    summary = f"No answer to “{head.request.prompt}”: nothing about it was found in calendar."
    result = {"summary": summary, "artifacts": []}
    return head, trace.freeze(head, "completed", records, result=result)


def sample_ids(data: Path, count: int, file: Path) -> Path:
    """Write ids of stored runs, at random over the whole range, to a file."""
    driver = driver_for(config.load(environ={}, data=data))
    connection = driver.connect()
    try:
        everything = [row[0] for row in connection.execute("SELECT id FROM runs")]
    finally:
        connection.close()
    chosen = random.sample(everything, min(count, len(everything)))
    file.write_text("\n".join(chosen) + "\n")
    return file


def main() -> None:
    """`python -m bench.fill DATA SECRET COUNT`"""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("secret")
    parser.add_argument("count", type=int)
    given = parser.parse_args()
    begun = time.perf_counter()
    fill(given.data, given.secret, given.count)
    print(f"{given.count} runs in {time.perf_counter() - begun:.1f} s")


if __name__ == "__main__":
    main()
