"""`runwright replay run_…`: a finished run, done again, gives the same bytes, or is told why not.

The command is tried as a person would; most verdicts are asked for in this process, which opens
the same database beside the server just as the command does.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from chaos.storage import execute
from db.raw import Raw
from runwright.config import Settings
from runwright.context.service import Context
from runwright.db.database import Database, driver_for
from runwright.db.migrate import migrate
from runwright.models import catalog
from runwright.runs.proof.replays.comparison import Verdict
from runwright.runs.proof.replays.replay import Replay
from runwright.trust import audit
from support import samples
from support.client import Api
from support.patience import until
from support.server import Server

SOURCES = ["documents", "calendar", "finance"]
QUESTION = (
    "When does the lease of the Oslo office end? Then: What is 12 * 12? "
    "Then: When is the dentist appointment?"
)


class Replayer:
    """Asks for verdicts on runs of one database."""

    def __init__(self, settings: Settings) -> None:
        driver = driver_for(settings)
        migrate(driver)
        self._database = Database(driver, audit.append, 1000)
        self._database.start()
        self._again = Replay(
            database=self._database,
            catalog=catalog.load(),
            context=Context(settings=settings, database=self._database),
        )

    def __call__(self, run_id: str) -> Verdict:
        verdict = asyncio.run(self._again(run_id))
        assert verdict is not None
        return verdict

    def close(self) -> None:
        self._database.close()


@pytest.fixture(scope="module")
def replayed(server: Server) -> Iterator[Replayer]:
    """The verdict on a run of the shared server."""
    made = Replayer(Settings(data=server.data, database_url=server.database_url))
    yield made
    made.close()


def fill(api: Api) -> list[str]:
    """A few items in each source; the ids of their files."""
    files = [(samples.NOTE, "n.md"), (samples.CALENDAR, "c.ics"), (samples.BANK, "b.csv")]
    return [str(api.file(content, filename=name)["id"]) for content, name in files]


def settle(server: Server, *file_ids: str) -> None:
    """Wait until files can be found by meaning too, so that what a run reads is known."""
    raw = Raw(server)
    for file_id in file_ids:
        until(
            lambda f=file_id: not raw.rows("SELECT 1 FROM queued_jobs WHERE subject = ?", f),  # type: ignore[misc]
            "it is embedded",
        )


@pytest.fixture(scope="module")
def filled(server: Server) -> Iterator[Api]:
    """A project with a few items in each source, to which tests may add."""
    with server.project() as client:
        fill(client)
        yield client


def asked(api: Api, model: str = "y0-deep", **body: Any) -> dict[str, Any]:
    """A completed run over everything."""
    made = api.run(QUESTION, model=model, **(body or {"context": SOURCES}))
    run = api.finished(made["id"])
    assert run["status"] == "completed", run
    return run


def change(server: Server, run_id: str, column: str, value: Any) -> None:
    """Alter a stored run behind the server's back."""
    values = {"value": value, "run": run_id}
    execute(server, f"UPDATE runs SET {column} = :value WHERE id = :run", values)


def misunderstand(server: Server, run_id: str) -> None:
    """Alter what the prompt "What is 6 * 7?" of a stored run was taken for."""
    ((kept,),) = Raw(server).rows("SELECT inputs FROM runs WHERE id = ?", run_id)
    assert b"6 * 7" in bytes(kept)
    change(server, run_id, "inputs", bytes(kept).replace(b"6 * 7", b"6 * 8"))


# The command -----------------------------------------------------------------------------------


def test_the_command_says_identical_and_exits_with_0(server: Server, api: Api) -> None:
    settle(server, *fill(api))
    run = asked(api)
    done = server.run("replay", run["id"], "--data", str(server.data))
    assert done.returncode == 0, done
    assert done.stderr == ""
    first, *facts = done.stdout.splitlines()
    assert first == f"{run['id']} is identical: repeated, it gives the same bytes."
    assert any("documents (3), calendar (2), finance (" in fact for fact in facts)
    assert api.get(f"/v1/runs/{run['id']}").json() == run


def test_the_command_says_different_and_exits_with_1(server: Server, api: Api) -> None:
    run = api.run("What is 6 * 7?")
    misunderstand(server, run["id"])
    done = server.run("replay", run["id"], "--data", str(server.data))
    assert done.returncode == 1, done
    first, *differences = done.stdout.splitlines()
    assert first == f"{run['id']} is DIFFERENT: repeated, it does not give the same bytes."
    assert any(line.startswith("  summary was  42.") for line in differences)
    assert any(line.startswith("  summary is   48.") for line in differences)


def test_the_command_says_that_it_cannot_be_proved_and_exits_with_3(
    server: Server, api: Api
) -> None:
    note = api.file(samples.NOTE)["id"]
    settle(server, note, api.file(samples.BANK, filename="b.csv")["id"])
    run = asked(api, context=["documents", "finance"])
    assert api.delete(f"/v1/files/{note}").status_code == 200
    done = server.run("replay", run["id"], "--data", str(server.data))
    assert done.returncode == 3, done
    why = r"cannot be verified: \d of the \d items that it read were erased since\.\n"
    assert re.fullmatch(f"{run['id']} {why}", done.stdout)


def test_a_run_that_is_not_there_is_one_clear_line(server: Server) -> None:
    done = server.run("replay", "run_01k00000000000000000000000", "--data", str(server.data))
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith("runwright: ")


def test_a_wrong_data_folder_is_not_filled(kind: str, server: Server, tmp_path: Path) -> None:
    if kind == "postgresql":
        pytest.skip("there the database is found by its address")
    nowhere = tmp_path / "nowhere"
    run_id = "run_01k00000000000000000000000"
    done = server.run("replay", run_id, "--data", str(nowhere))
    assert done.returncode == 2
    assert "no database" in done.stderr
    assert not nowhere.exists()


# Verdicts --------------------------------------------------------------------------------------


def test_every_snapshot_replays_though_more_was_added_since(
    replayed: Replayer, filled: Api
) -> None:
    runs = [asked(filled, model) for model in ("y0-fast", "y0-deep")]
    filled.file(b"# Oslo\n\nThe Oslo office lease end is the end of the dentist appointment.\n")
    for run in runs:
        verdict = replayed(run["id"])
        assert verdict.outcome == "identical", (run["model"], verdict)


@pytest.mark.parametrize("model", ["y0-fast", "y0-deep"])
def test_an_attached_file_is_read_again_and_missed_when_it_is_gone(
    replayed: Replayer, api: Api, model: str
) -> None:
    file_id = api.file(samples.NOTE, purpose="attachment")["id"]
    run = asked(api, model, files=[file_id])
    assert "31 March 2027" in run["result"]["summary"]
    assert replayed(run["id"]).outcome == "identical"
    assert api.delete(f"/v1/files/{file_id}").status_code == 200
    verdict = replayed(run["id"])
    assert verdict == Verdict("unproved", "the one attached file was erased since")


def test_what_the_clock_said_is_said_again(replayed: Replayer, api: Api) -> None:
    run = api.run("What time is it? Then: How many days are left until the end of the year?")
    assert replayed(run["id"]).outcome == "identical"


def test_it_is_done_again_with_what_the_prompt_was_taken_for(
    server: Server, replayed: Replayer, api: Api
) -> None:
    run = api.run("What is 6 * 7?")
    same = replayed(run["id"])
    assert same.outcome == "identical"
    assert "prompt" not in dict(same.facts)
    request = {"prompt": "What is 6 * 8?", "sources": [], "max_steps": 4, "time_zone": "UTC"}
    change(server, run["id"], "request", json.dumps(request).encode())
    otherwise = replayed(run["id"])
    assert otherwise.outcome == "identical"
    assert "what it was taken for then was used" in dict(otherwise.facts)["prompt"]


@pytest.mark.parametrize("model", ["y0-fast", "y0-deep"])
def test_a_follow_up_is_done_again_though_its_words_alone_say_little(
    replayed: Replayer, filled: Api, model: str
) -> None:
    first = filled.run("How much did I spend on rent in October 2026?", context=["finance"])
    assert "1,200" in first["result"]["summary"]
    body = {"context": ["finance"], "previous_run": first["id"]}
    run = filled.finished(filled.run("and on groceries?", model=model, **body)["id"])
    assert "42.10" in run["result"]["summary"]
    assert replayed(run["id"]).outcome == "identical"


def test_stored_bytes_that_were_altered_are_noticed(
    server: Server, replayed: Replayer, api: Api
) -> None:
    run = api.run("What is 6 * 7?")
    body = {key: value for key, value in run.items() if key != "trace"}
    body["result"] = {"summary": "6 × 7 = 43.", "artifacts": []}
    change(server, run["id"], "body", json.dumps(body).encode())
    verdict = replayed(run["id"])
    assert verdict.outcome == "different"
    assert verdict.facts == (("stored", "its bytes are not those it ended with"),)


def test_an_item_that_says_something_else_now_proves_nothing(
    server: Server, replayed: Replayer, api: Api
) -> None:
    api.file(samples.NOTE)
    run = asked(api, context=["documents"])
    statement = "UPDATE context_items SET text = :text WHERE project_id = :project AND page = 1"
    altered = "The lease of the Oslo office ends on 1 April 1999."
    execute(server, statement, {"text": altered, "project": api.project_id})
    verdict = replayed(run["id"])
    assert verdict == Verdict("unproved", "what it had read is not the same any more")


def test_without_references_it_is_read_anew(server: Server, replayed: Replayer, api: Api) -> None:
    """As for runs that read too much to keep references, or that ended before any were kept."""
    api.file(samples.NOTE)
    run = asked(api, "y0-fast", context=["documents"])
    change(server, run["id"], "inputs", None)
    assert replayed(run["id"]).outcome == "identical"
    api.file(b"The lease of the Oslo office does end: in 1999, the lease of the Oslo office ended.")
    verdict = replayed(run["id"])
    assert verdict.outcome == "unproved"
    assert verdict.reason.startswith("what it had read was not recorded")


def test_a_run_without_a_result_proves_nothing(
    server: Server, replayed: Replayer, api: Api
) -> None:
    run = api.run("What is 6 * 7?")
    change(server, run["id"], "status", "cancelled")
    reason = "it is cancelled, and only a completed run has a result"
    assert replayed(run["id"]) == Verdict("unproved", reason)


def test_each_read_is_in_the_audit_log_without_a_key(replayed: Replayer, filled: Api) -> None:
    run = asked(filled)
    replayed(run["id"])
    entries = filled.audit(action="runs.replay", resource=run["id"])
    assert {entry["key"] for entry in entries} == {None}
    scopes = ["runs:read", *(f"{source}:read" for source in SOURCES)]
    assert [entry["scope"] for entry in entries] == scopes
