"""In a real terminal: live steps, moving bars, charts that fit, and a Ctrl-C that harms nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cli import terminal
from cli.command import Command
from cli.terminal import Terminal
from runwright.cli.drawing import cells
from support.client import Api
from support.server import Server

WIDTHS = (60, 120)
SLOW = "What is 909 + 1?"
LAUNCHER = Path(__file__).parents[1] / "chaos" / "launcher.py"

pytestmark = pytest.mark.skipif(not terminal.is_there(), reason="tmux is not installed")


@pytest.fixture
def opened(command: Command) -> Iterator[Callable[..., Terminal]]:
    """Open a terminal of a width, in which the command has a key."""
    made: list[Terminal] = []

    def open_one(columns: int, **environment: str) -> Terminal:
        settings = {**command.process_environment(), **environment}
        settings.pop("NO_COLOR", None)
        settings |= {name: value for name, value in environment.items() if name == "NO_COLOR"}
        made.append(Terminal(command.folder, settings, columns).__enter__())
        return made[-1]

    yield open_one
    for each in made:
        each.__exit__()


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that takes a minute for one part of a run."""
    folder = tmp_path_factory.mktemp("slow")
    settings = {"CHAOS_DIR": str(folder / "gates"), "CHAOS_SLOW": SLOW}
    server = Server(folder / "data", None, settings, command=[sys.executable, str(LAUNCHER)])
    server.start()
    yield server
    server.kill()


@pytest.mark.parametrize("columns", WIDTHS)
def test_an_upload_shows_how_far_it_has_come(
    opened: Callable[..., Terminal], command: Command, columns: int
) -> None:
    (command.folder / "large.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(60_000_000))
    shown = opened(columns)
    shown.type("clear; runwright files upload large.png statement.csv")
    (command.folder / "statement.csv").write_text("date,description,amount\n2026-10-01,REWE,-1\n")
    moving = [line for line in shown.until(" of 60.0 MB") if " of 60.0 MB" in line]
    assert len(moving) == 1
    assert moving[0].startswith("large.png  ")
    assert cells(moving[0]) <= columns
    ended = shown.until("statement.csv: 1 page")
    assert not any(" % " in line or "being read" in line for line in ended)
    assert any("large.png: could not be" in line for line in ended)


@pytest.mark.parametrize("columns", WIDTHS)
def test_a_run_is_told_as_it_happens(
    opened: Callable[..., Terminal], command: Command, statement: Path, columns: int
) -> None:
    command("files", "upload", str(statement))
    lines = opened(columns).run('runwright run "How much did I spend at REWE?" --context finance')
    assert lines[:3] == [
        "  plan      1 step",
        "  read      3 items by finance:read",
        "  step 1    payments to REWE, all time: kept 2 of 3",
    ]
    answer = " ".join(lines[4:-2])
    assert answer.startswith("You spent 20.60")
    assert max(map(cells, lines)) <= columns
    assert "completed, y0-fast, 1 of 4" in " ".join(lines[-2:])


@pytest.mark.parametrize("columns", WIDTHS)
def test_a_trace_fills_the_terminal(
    opened: Callable[..., Terminal], command: Command, statement: Path, columns: int
) -> None:
    command("files", "upload", str(statement))
    asked = ("run", "How much did I spend at REWE?", "--context", "finance", "--json")
    run_id = command(*asked).json["id"]
    head, prompt, _, _, *rows = opened(columns).run(f"runwright trace {run_id}")
    assert head == f"{run_id}  completed"
    assert prompt == "How much did I spend at REWE?"
    assert {cells(row) for row in rows} == {columns}
    assert any("3 items by finance:read" in row for row in rows)
    assert any("payments to REWE" in row for row in rows)
    assert sum("█" in row or "▏" in row for row in rows) >= 1


@pytest.mark.parametrize("columns", WIDTHS)
def test_a_chart_of_costs_fills_the_terminal(
    opened: Callable[..., Terminal], api: Api, columns: int
) -> None:
    api.run()
    api.finished(api.run(model="y0-deep")["id"])
    lines = opened(columns).run("runwright costs --by model")
    deep, fast, total = lines[2], lines[3], lines[-1]
    assert [cells(line) for line in (deep, fast, total)] == [columns] * 3
    assert deep.count("█") > fast.count("█")


@pytest.mark.parametrize("columns", WIDTHS)
def test_tables_fit(opened: Callable[..., Terminal], api: Api, columns: int) -> None:
    run_id = api.run("What is 2 + 2? Then: what is 3 + 3? Then: what is 5 + 5?")["id"]
    shown = opened(columns)
    lines = shown.run("runwright runs")
    assert len(lines) == 2
    assert lines[1].startswith(f"{run_id}  completed")
    for name in ("keys", "audit --limit 3", "models", "doctor"):
        assert max(map(cells, shown.run(f"runwright {name}"))) <= columns


def test_colours_are_for_those_who_want_them(opened: Callable[..., Terminal], api: Api) -> None:
    api.run()
    shown = opened(80)
    shown.run("runwright runs")
    assert "\x1b[2m" in shown.colours()
    shown.run("NO_COLOR=1 runwright runs")
    assert "\x1b[2m" not in shown.colours()
    shown.run("runwright runs | cat")
    assert "\x1b[2m" not in shown.colours()


def test_a_dumb_terminal_gets_no_control_codes(
    opened: Callable[..., Terminal], statement: Path
) -> None:
    lines = opened(80).run(
        f"TERM=dumb runwright files upload {statement.name} 2> said; cat -v said"
    )
    assert len(lines) == 1
    assert lines[0].endswith("statement.csv: 1 page, 1 table, 3 items")


@pytest.mark.usefixtures("command")
def test_ctrl_c_leaves_the_run_running(opened: Callable[..., Terminal], slow: Server) -> None:
    with slow.project() as api:
        shown = opened(100, RUNWRIGHT_URL=slow.url, RUNWRIGHT_API_KEY=api.secret)
        shown.type(f'clear; runwright run --deep "What is 5 + 5? Then: {SLOW}"; echo "code $?"')
        shown.until("  step 1")
        shown.press("C-c")
        lines = shown.until("code 130")
        (run_id,) = [line.split()[0] for line in lines if line.endswith(" is still running.")]
        # The terminal breaks a line that names the whole path of this Python.
        said = "".join(lines)
        assert f"runwright trace --follow {run_id}" in said
        assert f"runwright runs cancel {run_id}" in said
        assert api.get(f"/v1/runs/{run_id}").json()["status"] == "running"
        assert shown.run(f"runwright runs cancel {run_id}") == [f"{run_id} is cancelled."]


@pytest.mark.usefixtures("command")
def test_somebody_is_let_in_by_hand(opened: Callable[..., Terminal], server: Server) -> None:
    shown = opened(90)
    shown.type("clear; RUNWRIGHT_API_KEY= runwright login --name laptop &")
    lines = shown.until("Waiting for approval")
    (code,) = [line.strip() for line in lines if line.startswith("    ")]
    shown.type(f"runwright keys approve {code}")
    asked = shown.until("Approve this login?")
    assert "  name     laptop" in asked
    assert "  address  127.0.0.1" in asked
    shown.type("y")
    shown.until(f"{code} is approved: laptop has a key.")
    shown.until(f"Logged in to {server.url} as laptop, with 19 scopes.")
