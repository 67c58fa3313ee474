"""A mind whose plan is a list of tool calls: what it asks for, does and keeps."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import orjson
import pytest

from runwright.minds.blobs import NOTHING, query_blob, read_blob
from runwright.minds.calling import MOST_ITEMS
from runwright.minds.calls import plan_of
from runwright.minds.types import Output, Task
from runwright.minds.values import Item, Moment
from runwright.records.facts import Transaction, write_facts
from runwright.runs import loop
from runwright.runs.loop import (
    ALL,
    Ahead,
    Journal,
    advance,
    advance_there,
    ahead_from,
    begin,
    to_json,
)
from runwright.tools.base import InvalidCall
from support.calls import plan

MOMENT = Moment(datetime(2026, 11, 16, 10, tzinfo=UTC), ZoneInfo("Europe/Berlin"))


def task(prompt: str, *sources: str) -> Task:
    return Task("calls", plan_of(prompt), prompt, sources, 8, "", MOMENT)


def booking(n: int, amount: str = "-10.00", day: str = "2026-10-05") -> Item:
    facts = Transaction(day=day, amount=amount, currency="EUR", counterparty=f"Shop {n}")
    return Item(f"item_{n}", "finance", "a booking", file="file_a", facts=write_facts(facts))


def blob(*items: Item) -> bytes:
    return read_blob([query_blob(items)])


SUM = plan(("measure_transactions", {}), ("calculate", {"expression": "2 * 3"}))


def test_a_source_is_read_once_for_all_calls_that_want_the_same() -> None:
    twice = plan(("find_transactions", {}), ("find_transactions", {"limit": 1}))
    (read,) = begin(task(twice, "finance")).wanted
    assert (read.source, len(read.queries)) == ("finance", 1)


def test_a_source_that_no_call_wants_is_named_and_not_read() -> None:
    reads = begin(task(SUM, "calendar", "finance")).wanted
    assert [(read.source, bool(read.queries)) for read in reads] == [
        ("calendar", False),
        ("finance", True),
    ]


def test_what_a_run_was_not_given_it_does_not_see() -> None:
    ahead = advance(task(SUM), Journal())
    assert ahead.done[0].output.step["looked_at"] == 0


def test_every_call_is_done_and_counted() -> None:
    ahead = advance(task(SUM, "finance"), Journal(NOTHING, [blob(booking(1), booking(2))]))
    assert list(ahead.counts) == [2]
    measured, worked_out = ahead.done
    assert (measured.output.step["looked_at"], measured.output.step["kept"]) == (2, 2)
    assert set(measured.output.step["items"]) == {"item_1", "item_2"}
    assert "rows" not in measured.output.step["result"]
    assert worked_out.call.tool == "calculate"
    assert ahead.closing is not None
    assert ahead.closing.answered


def test_a_later_call_names_an_earlier_result() -> None:
    prompt = plan(
        ("measure_transactions", {}), ("calculate", {"expression": "r1.total.amount * 2"})
    )
    read = blob(booking(1), booking(2))
    _, worked_out = advance(task(prompt, "finance"), Journal(NOTHING, [read])).done
    assert "error" not in worked_out.output.step, worked_out.output.step
    assert "40" in str(worked_out.output.step["result"])


def test_a_step_at_a_time_gives_what_all_at_once_gives() -> None:
    """However often a run is interrupted and told what its journal says."""
    asked, read = task(SUM, "finance"), blob(*(booking(n) for n in range(5)))
    whole = advance(asked, Journal(NOTHING, [read]))
    outputs: list[Output] = []
    last = Ahead((), ())
    while last.closing is None:
        given = orjson.loads(orjson.dumps(to_json(asked, Journal(NOTHING, [read], outputs), 1)))
        reply = advance_there(given, NOTHING, read)
        last = ahead_from(reply._replace(value=orjson.loads(orjson.dumps(reply.value))))
        outputs += [done.output for done in last.done]
    assert [o.step for o in outputs] == [
        orjson.loads(orjson.dumps(d.output.step)) for d in whole.done
    ]
    assert whole.closing is not None
    assert (last.closing.summary, last.closing.inputs, last.closing.cited) == (
        whole.closing.summary,
        whole.closing.inputs,
        whole.closing.cited,
    )


def test_a_file_that_a_call_makes_becomes_an_artifact() -> None:
    prompt = plan(("find_transactions", {}), ("make_file", {"format": "csv", "results": ["r1"]}))
    ahead = advance(task(prompt, "finance"), Journal(NOTHING, [blob(booking(1))]))
    assert ahead.closing is not None
    (made,) = ahead.closing.artifacts
    assert made.kind == "table"
    assert made.content not in str(ahead.done[1].output.step)


def test_a_read_that_was_cut_is_said() -> None:
    read = read_blob([query_blob([booking(1)], cut=True)])
    first = advance(task(SUM, "finance"), Journal(NOTHING, [read])).done[0]
    codes = [note["code"] for note in first.output.step["result"]["notes"]]
    assert "records_cut" in codes


def test_a_step_lists_so_many_ids_and_counts_the_rest() -> None:
    items = [booking(n) for n in range(MOST_ITEMS + 5)]
    step = advance(task(SUM, "finance"), Journal(NOTHING, [blob(*items)])).done[0].output.step
    assert (len(step["items"]), step["more_items"]) == (MOST_ITEMS, 5)


@pytest.mark.parametrize("prompt", ["", "{}", "[[]]", plan(("nothing", {}))])
def test_what_is_no_plan_is_refused(prompt: str) -> None:
    with pytest.raises(InvalidCall):
        plan_of(prompt)


def carried_on(reads: list[bytes], *, stays: bool) -> Ahead:
    """A run that stops to read, sent to a computing process with what it has read so far."""
    given = to_json(task(SUM, "finance"), Journal(NOTHING, reads), ALL, is_whole=True, stays=stays)
    reply = advance_there(orjson.loads(orjson.dumps(given)), NOTHING, *reads)
    return ahead_from(reply)


def test_a_run_goes_on_where_it_has_stopped_in_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Task] = []

    class Counted(loop.Walk):
        def __init__(self, task: Task, journal: Journal) -> None:
            begun.append(task)
            super().__init__(task, journal)

    monkeypatch.setattr(loop, "Walk", Counted)
    whole = carried_on([blob(booking(1))], stays=False)
    assert len(begun) == 1
    first = carried_on([], stays=True)
    assert first.wanted
    last = carried_on([blob(booking(1))], stays=True)
    assert len(begun) == 2, "it was begun once"
    assert (last.closing, last.wanted) == (whole.closing, whole.wanted)
    assert [each.output.step for each in last.done] == [each.output.step for each in whole.done]


def test_nothing_of_a_stopped_run_outlives_an_erasure() -> None:
    assert carried_on([], stays=True).wanted
    assert loop._STOPPED
    loop.forget_there("proj_any")
    assert not loop._STOPPED


def test_few_runs_wait_in_a_process() -> None:
    for n in range(8):
        asked = task(plan(("calculate", {"expression": f"{n} * 3"}), ("find_transactions", {})),
                     "finance")  # fmt: skip
        advance_there(to_json(asked, Journal(), ALL, stays=True), NOTHING)
    assert len(loop._STOPPED) == loop._MOST_STOPPED
