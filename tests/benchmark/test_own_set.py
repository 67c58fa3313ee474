"""Our own set of questions is what its makers say, and its answers are what its year says."""

from __future__ import annotations

import base64
from collections import Counter
from decimal import Decimal
from pathlib import Path
from typing import Any, get_args

import orjson
import pytest
from bench.eval.__main__ import publish
from bench.eval.desk import Reply
from bench.eval.own import asking, diary, judge, ledger, make, measure
from bench.eval.own.questions import questions

from runwright import clock
from runwright.minds.values import Artifact
from runwright.models import catalog

FILES = make.files()


@pytest.mark.parametrize("name", sorted(FILES))
def test_the_committed_files_are_what_the_maker_makes(name: str) -> None:
    assert (make.FOLDER / name).read_bytes() == FILES[name]


def test_the_committed_questions_have_the_recomputed_references() -> None:
    assert measure.questions() == questions()


def test_there_are_enough_questions_each_with_its_own_name() -> None:
    rows = measure.questions()
    assert len(rows) >= 160
    assert len({row["id"] for row in rows}) == len(rows)
    assert len({(row["prompt"], *row["context"]) for row in rows}) == len(rows)


def test_every_kind_has_questions_and_none_counts_as_held_back() -> None:
    rows = measure.questions()
    kinds = Counter(row["kind"] for row in rows)
    assert min(kinds[kind] for kind in get_args(asking.Kind)) >= 6
    assert {row["half"] for row in rows} == {"dev"}


def test_every_question_can_be_answered_wrongly() -> None:
    """An expectation that an empty reply meets would measure nothing."""
    assert [
        row["id"] for row in measure.questions() if judge.is_right(said(""), row["expect"])
    ] == []


def test_the_set_stays_small() -> None:
    assert sum(len(content) for content in FILES.values()) < 300_000


def test_the_readers_find_every_booking() -> None:
    drafts = [draft for _, draft in measure.drafts() if draft.kind == "transaction"]
    found = sorted((d.at, Decimal(d.amount or 0), d.currency, d.title) for d in drafts)
    made = sorted((b.day.isoformat(), b.amount, b.currency, b.name) for b in ledger.bookings())
    assert [each[:3] for each in found] == [each[:3] for each in made]
    # Readers may leave out what stands behind a name: its legal form, its town.
    names = zip((each[3] for each in found), (each[3] for each in made), strict=True)
    assert [(read, name) for read, name in names if not (read and name.startswith(read))] == []


def test_the_readers_find_every_occurrence() -> None:
    drafts = [draft for _, draft in measure.drafts() if draft.kind == "event"]
    found = Counter((d.title, d.at, d.until) for d in drafts)
    assert found == Counter(map(occurrence, diary.occurrences()))


def occurrence(event: diary.Event) -> tuple[str, str, str]:
    if event.whole_days:
        return event.title, event.start.date().isoformat(), event.end.date().isoformat()
    return event.title, clock.stamp(event.start), clock.stamp(event.end)


def test_nothing_of_the_set_names_a_place_outside_it() -> None:
    for name, content in FILES.items():
        assert "http" not in content.decode(), name
        assert Path(name).name == name


# Judging ----------------------------------------------------------------------------------------


def said(summary: str, *sources: str, artifact: Artifact | None = None) -> Reply:
    made = (artifact,) if artifact else ()
    return Reply(summary, sources, (), 1, 0.0, answered=True, artifacts=made)


def expect(*contains: Any, **more: Any) -> dict[str, Any]:
    return {"contains": list(contains), "refuses": False, **more}


@pytest.mark.parametrize(
    ("summary", "wanted"),
    [
        ("You spent 1,234.56 EUR.", "1234.56"),
        ("Free: 09:00–10:30 and 12:00 to 14:00", "12:00-14:00"),
        ("Tuesday, 3 March 2026", ["3 march 2026", "2026-03-03"]),
        ("1. You met twice.\n2. There were 2 lunches.", "2"),
        ("From 5 to 9 October 2026.", "5-9 October"),
    ],
)
def test_the_format_makes_no_difference(summary: str, wanted: Any) -> None:
    assert judge.is_right(said(summary), expect(wanted))


@pytest.mark.parametrize(
    ("summary", "wanted"),
    [
        ("You spent 11,234.56 EUR.", "1234.56"),
        ("You spent 84.20 EUR.", "84"),
        ("On 13 March 2026.", "3 march 2026"),
        ("1. On 2 May 2026 at 2:30.\n2. Otherwise not.", "2"),
        ("The figure is unknown.", "no"),
        ("No answer to “Am I free?”: nothing in your calendar says it.", "no"),
    ],
)
def test_a_part_of_something_else_does_not_count(summary: str, wanted: Any) -> None:
    assert not judge.is_right(said(summary), expect(wanted))


def test_what_must_not_be_said_and_missing_evidence_make_it_wrong() -> None:
    wanted = expect("yoga", not_contains=["lunch"], sources_include=["calendar.ics"])
    assert judge.is_right(said("Yoga.", "calendar.ics"), wanted)
    assert not judge.is_right(said("Yoga, then lunch.", "calendar.ics"), wanted)
    assert not judge.is_right(said("Yoga."), wanted)


def test_a_refusal_is_a_refusal_in_words() -> None:
    wanted = {**expect(), "refuses": True}
    assert judge.is_right(said("No answer to “x”: nothing in your finance says it."), wanted)
    assert not judge.is_right(said("You spent 20.00 EUR."), wanted)


def test_a_file_counts_only_with_what_belongs_in_it() -> None:
    content = base64.b64encode(b"SUMMARY:Training\\, part\r\n  1\r\n").decode()
    file = Artifact("calendar", "a.ics", "text/calendar", content)
    wanted = expect(artifact="calendar", artifact_contains=["training, part 1"])
    assert judge.is_right(said("Made.", artifact=file), wanted)
    assert not judge.is_right(said("Made."), wanted)
    wanted["artifact_contains"].append("part 2")
    assert not judge.is_right(said("Made.", artifact=file), wanted)


# Measuring --------------------------------------------------------------------------------------


def judged(half: str, right: bool) -> measure.Judged:
    question = {"id": half, "kind": "date", "prompt": half, "half": half, "expect": expect("x")}
    return measure.Judged("y0-fast", question, said("y"), right)


def test_the_share_of_right_answers_is_told_by_model_and_kind() -> None:
    found = measure.figures([judged("dev", True), judged("dev", False)])
    assert [(figure.name, figure.value) for figure in found] == [
        ("own set y0-fast: right", 0.5),
        ("own set y0-fast: date right", 0.5),
    ]


def test_only_figures_that_were_held_back_are_published(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = tmp_path / "benchmarks.json"
    monkeypatch.setattr(catalog, "BENCHMARKS", shown)
    aliases = catalog.Catalog({}, {"y0-fast": "y0-fast-2026-11"})
    monkeypatch.setattr(catalog, "load", lambda: aliases)
    tuned = measure.figures([judged("dev", True)])
    held = measure.figures([judged("held", True)], measure.SECOND)
    publish([*tuned, *held])
    assert orjson.loads(shown.read_bytes()) == {
        "y0-fast-2026-11": {"own_set_2_right": 1.0, "own_set_2_date_right": 1.0}
    }


def test_what_is_held_back_is_counted_but_never_shown(capsys: pytest.CaptureFixture[str]) -> None:
    measure.show_wrong([judged("dev", False), judged("held", False), judged("dev", True)])
    shown = capsys.readouterr().out
    assert shown.count("dev [date") == 1
    assert "held" not in shown
