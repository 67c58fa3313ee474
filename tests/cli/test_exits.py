"""Each exit code comes when the table says so, with one line that says what to do."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cli.command import Command
from client.scripted import Scripted, answer, error
from runwright.cli import exits
from support.client import Api
from support.forkserver import run
from support.patience import PATIENCE

DOCUMENT = Path(__file__).parents[2] / "docs" / "cli.md"
RUN: dict[str, Any] = {
    "id": "run_01k00000000000000000000000",
    "object": "run",
    "model": "y0-deep",
    "steps_used": 0,
    "max_steps": 4,
    "created_at": "2026-11-15T11:32:13.666Z",
    "metadata": {},
}


@pytest.fixture
def scripted() -> Any:
    """A server that does as it is told."""
    with Scripted() as server:
        yield server


def test_the_documentation_has_the_table() -> None:
    rows = re.findall(r"^\| (\d+) \| (.+) \|$", DOCUMENT.read_text("utf-8"), re.MULTILINE)
    assert {int(code): said for code, said in rows} == dict(exits.MEANING)


def test_0_done(command: Command) -> None:
    assert command("run", "What is 2 + 2?").code == 0
    assert command("--help").code == 0
    assert command("--version").out == "runwright 0.1.0\n"


def test_1_a_server_that_is_not_there(command: Command) -> None:
    said = command.fails(1, "runs", "--server", "http://127.0.0.1:1")
    assert "http://127.0.0.1:1 does not answer" in said
    assert "runwright serve" in said


@pytest.mark.parametrize("status", [500, 503])
def test_1_a_server_that_fails(command: Command, scripted: Scripted, status: int) -> None:
    codes = {500: "internal", 503: "overloaded"}
    scripted.tell(*[error(status, codes[status], retry_after="0") for _ in range(3)])
    assert command.fails(1, "models", "--server", scripted.url) == "runwright: No."


def test_1_what_is_no_answer(command: Command, scripted: Scripted) -> None:
    scripted.tell(answer(200, {"surprise": True}))
    command.fails(1, "models", "--server", scripted.url)


def test_1_a_file_that_cannot_be_read(command: Command, tmp_path: Path) -> None:
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.7 and nothing else")
    done = command("files", "upload", "broken.pdf")
    assert done.code == 1
    assert "broken.pdf: could not be read: " in done.out


def test_1_a_file_that_cannot_be_read_anew(command: Command, tmp_path: Path) -> None:
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.7 and nothing else")
    command("files", "upload", "broken.pdf")
    done = command("files", "reread", "--all")
    assert done.code == 1
    assert "broken.pdf: could not be read: " in done.out


@pytest.mark.parametrize(
    "arguments",
    [
        ("teleport",),
        ("run",),
        ("run", "x", "--deep", "--model", "y0-fast"),
        ("run", "x", "--metadata", "team"),
        ("run", "x", "--max-steps", "17"),
        ("run", "-"),
        ("run", "x", "--context", "diary"),
        ("run", "x", "--model", "gpt"),
        ("files", "upload", "no-such-file"),
        ("files", "reread"),
        ("files", "reread", "file_x", "--all"),
        ("costs", "--days", "3", "--since", "2026-01-01"),
        ("costs", "--by", "moon"),
        ("login", "--local", "--with-key"),
        ("login", "--data", "x"),
        ("runs", "--server", "127.0.0.1:8080"),
        ("audit", "verify", "--key", "x"),
        ("completion", "tcsh"),
    ],
)
def test_2_wrong_use(command: Command, arguments: tuple[str, ...]) -> None:
    command.fails(2, *arguments)


def test_2_a_plan_that_does_not_fit(command: Command) -> None:
    prompt = "What is 1 + 1? Then: what is 2 + 2? Then: what is 3 + 3?"
    assert "max_steps" in command.fails(2, "run", prompt, "--max-steps", "1")


def test_2_a_wrong_setting(command: Command) -> None:
    said = command.fails(2, "serve", RUNWRIGHT_PORT="high")
    assert "RUNWRIGHT_PORT" in said


def test_4_no_key(guest: Command) -> None:
    said = guest.fails(4, "runs")
    assert "there is no key for" in said
    assert "`runwright login` gets you one." in said


def test_4_no_key_beside_a_server(guest: Command) -> None:
    (guest.folder / ".data").mkdir()
    assert "`runwright login --local`" in guest.fails(4, "runs")


def test_4_a_key_that_is_not_valid(command: Command) -> None:
    said = command.fails(4, "runs", RUNWRIGHT_API_KEY="rw_wrong")
    assert "the key in RUNWRIGHT_API_KEY is not valid" in said
    assert "rw_wrong" not in said


def test_4_a_missing_scope_is_named(command: Command, api: Api) -> None:
    with api.key("models:read") as narrow:
        said = command.fails(4, "runs", RUNWRIGHT_API_KEY=narrow.secret)
    assert "runs:read" in said


@pytest.mark.parametrize(
    "arguments",
    [
        ("trace", "run_01k00000000000000000000000"),
        ("runs", "cancel", "run_01k00000000000000000000000"),
        ("files", "show", "file_01k00000000000000000000000"),
        ("agents", "show", "ag_01k00000000000000000000000"),
        ("models", "show", "y9"),
        ("keys", "revoke", "key_01k00000000000000000000000", "--yes"),
        ("keys", "approve", "BCDF-GHJK", "--yes"),
        ("run", "x", "--agent", "ag_01k00000000000000000000000"),
    ],
)
def test_5_what_is_not_there(command: Command, arguments: tuple[str, ...]) -> None:
    command.fails(5, *arguments)


def test_5_what_was_deleted(command: Command, api: Api) -> None:
    run_id = api.run()["id"]
    assert command("runs", "delete", run_id, "--yes").code == 0
    assert "was deleted" in command.fails(5, "trace", run_id)


def test_6_a_run_that_failed(command: Command, scripted: Scripted) -> None:
    failed = {**RUN, "status": "failed", "error": {"code": "internal", "message": "It broke."}}
    scripted.tell(answer(201, failed), answer(200, failed))
    said = command.fails(6, "run", "x", "--deep", "--quiet", "--server", scripted.url)
    assert said == f"runwright: {RUN['id']} failed: It broke."


def test_6_a_run_that_was_cancelled(command: Command, scripted: Scripted) -> None:
    cancelled = {**RUN, "status": "cancelled"}
    scripted.tell(answer(201, cancelled), answer(200, cancelled))
    said = command.fails(6, "run", "x", "--quiet", "--server", scripted.url)
    assert said == f"runwright: {RUN['id']} was cancelled"


def test_6_also_with_json(command: Command, scripted: Scripted) -> None:
    cancelled = {**RUN, "status": "cancelled"}
    scripted.tell(answer(201, cancelled), answer(200, cancelled))
    done = command("run", "x", "--quiet", "--json", "--server", scripted.url)
    assert (done.code, done.json["status"]) == (6, "cancelled")


def test_130_a_question_that_is_not_answered(command: Command, api: Api) -> None:
    run_id = api.run()["id"]
    done = command("runs", "delete", run_id)
    assert done.code == 130
    assert done.err.endswith("runwright: stopped\n")
    assert api.get(f"/v1/runs/{run_id}").status_code == 200


def test_130_ctrl_c_while_waiting(guest: Command) -> None:
    waiting = subprocess.Popen(
        [sys.executable, "-m", "runwright", "login"],
        stderr=subprocess.PIPE,
        text=True,
        env=guest.process_environment(),
        cwd=guest.folder,
        # Whoever was started in the background ignores Ctrl-C, and so would all that it starts.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert waiting.stderr is not None
    for line in waiting.stderr:
        if "Waiting" in line:
            break
    waiting.send_signal(signal.SIGINT)
    try:
        assert waiting.wait(timeout=PATIENCE) == 130
        assert waiting.stderr.read().strip() == "runwright: stopped"
    finally:
        waiting.kill()
        waiting.wait()
        waiting.stderr.close()
    assert not guest.credentials.exists()


def test_1_without_a_word_when_whoever_reads_stops_reading(command: Command) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "runwright", "models"],
        stdout=writing,
        stderr=subprocess.PIPE,
        text=True,
        env=command.process_environment(),
        cwd=command.folder,
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (1, "")


def test_an_error_is_one_line_whatever_the_server_says(
    command: Command, scripted: Scripted
) -> None:
    said = {"status": 404, "code": "not_found", "message": "Two\nlines\x1b[31m"}
    scripted.tell(answer(404, {"error": said}))
    last = command.fails(5, "trace", "run_x", "--server", scripted.url)
    assert last.startswith("runwright: Two lines")
    assert "\x1b" not in last


@pytest.mark.usefixtures("server")
def test_a_closed_server_is_no_stack_trace(command: Command) -> None:
    done = run(
        [sys.executable, "-m", "runwright", "runs", "--server", "http://127.0.0.1:1"],
        environment=command.process_environment(),
        folder=command.folder,
    )
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
