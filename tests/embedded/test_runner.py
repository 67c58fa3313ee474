"""The runner itself: it gives a program what the loop would."""

from __future__ import annotations

from embedded import runner
from runwright.minds.embedded.program import Answer, Do, Look, Program
from runwright.tools.base import InvalidCall
from tools.money import OCTOBER, books, bought, euros

RECORDS = books({"giro": euros("DE1", bought("2026-10-02", "-10.00", "REWE"))})


def test_a_program_is_sent_records_and_results_and_its_answer_comes_back() -> None:
    def program() -> Program:
        items = yield Look("find_transactions", {"period": OCTOBER})
        found = yield Do("find_transactions", {"period": OCTOBER})
        made = yield Do("make_file", {"format": "csv", "results": ["r1"]})
        return Answer(f"{len(items)} {found.kept} {made.row_count}", items=found.items)

    outcome = runner.run(program(), RECORDS)

    assert outcome.text == "1 1 1"
    assert outcome.answer.items == ("giro/1",)
    assert [call.tool for call in outcome.calls] == ["find_transactions", "make_file"]


def test_a_call_that_leads_nowhere_is_sent_as_a_reply() -> None:
    def program() -> Program:
        reply = yield Do("measure_transactions", {"by": "month", "compared": OCTOBER})
        return Answer(str(isinstance(reply, InvalidCall)))

    assert runner.run(program(), RECORDS).text == "True"
