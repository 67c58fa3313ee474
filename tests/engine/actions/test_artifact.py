"""A file is made of what was found: of its own part, or of what "it" means."""

from __future__ import annotations

import base64
import csv
import io

import pytest

from engine.artifacts.things import EVENTS, PAYMENTS, passage
from engine.conftest import Think, Thought
from runwright.engine import codec
from runwright.engine.actions import artifact
from runwright.engine.types import Finding, Moment, Step, Work


def content(finding: Finding) -> bytes:
    assert finding.artifact is not None
    return base64.b64decode(finding.artifact.content)


def rows(finding: Finding) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content(finding).decode(), newline="")))


def made(thought: Thought) -> list[str]:
    return [f.artifact.filename for f in thought.findings if f.artifact is not None]


def work(moment: Moment, *earlier: Finding) -> Work:
    return Work(moment, (*PAYMENTS, *EVENTS, passage("The lease ends.")), earlier)


def step(kind: str, part: str = "make it", **arguments: str) -> Step:
    return Step("artifact", part, {"kind": kind, **arguments})


LEASE = passage("The lease ends on 31 March 2027.")
DOCUMENTS = ("documents",)


def test_a_later_part_makes_a_file_of_it(think: Think) -> None:
    thought = think("When does the lease end? Save that as a Markdown report.", [LEASE], DOCUMENTS)
    text = content(thought.last).decode()
    assert thought.findings[-2].answer is not None
    assert "31 March 2027" in text
    assert thought.last.items == (LEASE.id,)


def test_where_nothing_was_found_there_is_no_file_and_one_refusal(think: Think) -> None:
    thought = think("Who insures the boat? Save that as a report.", [LEASE], DOCUMENTS)
    assert made(thought) == []
    assert thought.summary.count("nothing in your") == 1


def test_nothing_before_makes_nothing(think: Think) -> None:
    thought = think("Make a CSV of it")
    assert "there is nothing to put into a CSV file" in thought.summary


def test_a_calendar_holds_the_events_that_were_found(moment: Moment) -> None:
    found = Finding("agenda", "my week", answer="Two.", items=("item_e1", "item_e2"))
    made = artifact.perform(step("calendar"), work(moment, found))
    assert made.answer == "I made events.ics with 2 events."
    assert content(made).count(b"BEGIN:VEVENT") == 2


def test_files_are_not_made_of_files_and_names_stay_apart(moment: Moment) -> None:
    found = Finding("agenda", "my week", answer="Two.", items=("item_e1", "item_e2"))
    first = artifact.perform(step("table"), work(moment, found))
    second = artifact.perform(step("table", "again"), work(moment, found, first))
    third = artifact.perform(step("table", "and again"), work(moment, found, first, second))
    names = [f.artifact.filename for f in (first, second, third) if f.artifact]
    assert names == ["events.csv", "events-2.csv", "events-3.csv"]
    assert content(third) == content(first)


def test_a_table_is_of_the_last_finding_and_a_report_of_all(moment: Moment) -> None:
    one = Finding("aggregate", "one?", answer="First.", items=("item_p1",))
    two = Finding("aggregate", "two?", answer="Second.", items=("item_p2",))
    table = artifact.perform(step("table"), work(moment, one, two))
    report = artifact.perform(step("report"), work(moment, one, two))
    assert [row["id"] for row in rows(table)] == ["item_p2"]
    assert "First." in content(report).decode()
    assert report.items == ("item_p1", "item_p2")


def test_the_steps_of_its_own_part_come_before_others(moment: Moment) -> None:
    own = Finding("aggregate", "export mine", answer="Mine.", items=("item_p1",))
    other = Finding("aggregate", "other", answer="Other.", items=("item_p2",))
    made = artifact.perform(step("table", "export mine"), work(moment, own, other))
    assert made.items == ("item_p1",)


def test_what_was_superseded_is_not_in_the_report(moment: Moment) -> None:
    first = Finding("search", "p", answer="A guess.", items=("item_d1",))
    better = Finding("verify", "p", answer="Sure.", items=("item_p1",), supersedes=True)
    report = artifact.perform(step("report", "p"), work(moment, first, better))
    assert b"A guess." not in content(report)
    assert report.items == ("item_p1",)


def test_a_file_that_would_be_too_large_is_refused(
    moment: Moment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(artifact, "MOST_BYTES", 1_000_000)
    long = Finding("text", "p", answer="x" * 1_000_001)
    refused = artifact.perform(step("report"), work(moment, long))
    assert refused.artifact is None
    assert refused.reason == "the file would be larger than 1 MB"


def test_a_file_survives_the_journal(moment: Moment) -> None:
    found = Finding("agenda", "my week", answer="Two.", items=("item_e1", "item_e2"))
    made = artifact.perform(step("calendar"), work(moment, found))
    assert codec.finding_from_json(codec.finding_to_json(made)) == made
