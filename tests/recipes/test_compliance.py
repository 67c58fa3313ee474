"""The compliance desk's report is true, and its evidence stands without the server."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from recipes.conftest import run
from support import forkserver
from support.client import Api
from support.server import Server

SCRIPT = "compliance/rehearsal.py"
IN_SHORT = """\
- Readings that were allowed: 4
- Of these, in the trace of their run as well: 3
- In a trace but not in the log, or the other way round: 0
- Attempts that were denied: 4
- Erasures: 2
- The log, its proofs and receipts: whole
"""


class Rehearsed(NamedTuple):
    """A project in which the day was played twice."""

    api: Api
    reports: list[Path]
    folder: Path


@pytest.fixture(scope="module")
def rehearsed(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rehearsed]:
    to = tmp_path_factory.mktemp("evidence")
    with server.project() as api:
        for _ in range(2):
            done = run(api, SCRIPT, "--to", str(to))
            assert done.returncode == 0, done.stdout + done.stderr
        (folder,) = to.iterdir()
        reports = sorted(folder.glob("report-*.md"), key=first_entry)
        yield Rehearsed(api, reports, folder)


def first_entry(report: Path) -> int:
    return int(report.stem.split("-")[1])


def rows(report: Path, title: str) -> list[list[str]]:
    """The rows of a table, without its heading."""
    section = report.read_text().split(f"## {title}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def runwright(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "runwright", *arguments]
    return forkserver.run(command, environment=os.environ, folder=cwd)


def check(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(folder / "check.py"), *arguments]
    return forkserver.run(command, environment=os.environ, folder=folder)


def test_both_reports_have_the_same_figures(rehearsed: Rehearsed) -> None:
    assert len(rehearsed.reports) == 2
    for report in rehearsed.reports:
        assert IN_SHORT in report.read_text()


def test_no_entry_falls_between_two_reports(rehearsed: Rehearsed) -> None:
    first, second = (report.stem.split("-")[1:] for report in rehearsed.reports)
    assert first[0] == "1"
    assert int(second[0]) == int(first[1]) + 1


def test_it_says_who_read_which_source_from_which_file_and_why(rehearsed: Rehearsed) -> None:
    for report in rehearsed.reports:
        assert [row[2:6] for row in rows(report, "Readings")] == [
            ["Ines Varga, bookkeeping", "finance:read", "client-account.csv", "month end, October"],
            [
                *("Jonas Holm, front desk", "calendar:read", "practice.ics"),
                "a visitor asked when the hearing is",
            ],
            ["Ada Okoye, lawyer", "documents:read", "", "the run was erased"],
            ["Ada Okoye, lawyer", "documents:read", "matter-harlow.md", "matter 2026-041"],
        ]


def test_it_says_who_was_denied_what(rehearsed: Rehearsed) -> None:
    for report in rehearsed.reports:
        assert [row[2:] for row in rows(report, "Denied")] == [
            ["Ines Varga, bookkeeping", "context.read", "calendar:read"],
            ["Jonas Holm, front desk", "context.read", "finance:read"],
            ["Auditor", "runs.create", "runs:write"],
            ["Ines Varga, bookkeeping", "files.delete", "files:write"],
        ]


def test_what_was_erased_is_gone_and_has_its_receipt(rehearsed: Rehearsed) -> None:
    for report in rehearsed.reports:
        # Runs that go with a file go first, so that its receipt can name them.
        (_, _, _, run_id, _), (_, _, _, file, _) = rows(report, "Erased")
        assert run_id == rows(report, "Readings")[2][6]
        assert rehearsed.api.get(f"/v1/runs/{run_id}").status_code == 409
        assert rehearsed.api.get(f"/v1/files/{file}").status_code == 409
        for each in (file, run_id):
            receipt = json.loads((rehearsed.folder / "receipts" / f"{each}.json").read_text())
            assert receipt == rehearsed.api.get(f"/v1/erasures/{each}").json()


def test_the_entries_of_the_report_are_those_of_the_log(rehearsed: Rehearsed) -> None:
    for row in rows(rehearsed.reports[1], "Readings"):
        entry = rehearsed.api.get(f"/v1/audit_log/{row[0]}/proof").json()["entry"]
        assert (entry["resource"], entry["scope"]) == (row[6], row[3])
        assert entry["decision"] == "allowed"


def test_anybody_can_check_the_whole_folder_with_one_command(rehearsed: Rehearsed) -> None:
    key = (rehearsed.folder / "verifier.key").read_text().strip()
    done = check(rehearsed.folder, key)
    assert done.returncode == 0, done.stdout
    assert len(re.findall(r" is whole\.$", done.stdout, re.M)) == 1 + 2 + 4
    assert len(re.findall(r"the log still begins with", done.stdout)) == 4


def test_a_folder_that_was_changed_does_not_pass(rehearsed: Rehearsed, tmp_path: Path) -> None:
    for name in ("log.jsonl", "verifier.key", "check.py"):
        shutil.copy(rehearsed.folder / name, tmp_path)
    shutil.copytree(rehearsed.folder / "checkpoints", tmp_path / "checkpoints")
    assert check(tmp_path).returncode == 0
    log = (tmp_path / "log.jsonl").read_text()
    (tmp_path / "log.jsonl").write_text(log.replace('"denied"', '"allowed"', 1))
    changed = check(tmp_path)
    assert changed.returncode == 1
    assert "its content does not match its hash" in changed.stdout


def test_an_outsider_needs_one_file_and_the_public_key(
    rehearsed: Rehearsed, tmp_path: Path
) -> None:
    proof = next((rehearsed.folder / "proofs").iterdir())
    key = (rehearsed.folder / "verifier.key").read_text().strip()
    given = Path(shutil.copy(proof, tmp_path))
    command = ("audit", "verify", given.name, "--key", key)
    assert runwright(*command, cwd=tmp_path).returncode == 0
    entry = json.loads(given.read_text())
    assert (entry["entry"]["decision"], entry["entry"]["scope"]) == ("denied", "finance:read")
    given.write_text(given.read_text().replace('"denied"', '"allowed"'))
    assert runwright(*command, cwd=tmp_path).returncode == 1


def test_only_a_kept_checkpoint_tells_that_an_older_copy_was_put_back(
    rehearsed: Rehearsed,
) -> None:
    key = (rehearsed.folder / "verifier.key").read_text().strip()
    alone = runwright("audit", "verify", "tampered/cut.jsonl", "--key", key, cwd=rehearsed.folder)
    assert alone.returncode == 0
    forged = rehearsed.reports[1].read_text().split("## Forged copies")[1]
    assert forged.count(" is NOT whole.") == 3
    assert "the database was rolled back to an older copy" in forged


def test_the_evidence_holds_no_content_and_no_place_of_this_machine(rehearsed: Rehearsed) -> None:
    for path in rehearsed.folder.rglob("*"):
        if path.is_file():
            text = path.read_text()
            assert "6,500" not in text
            assert str(rehearsed.folder) not in text


def test_the_keys_of_the_people_are_revoked(rehearsed: Rehearsed) -> None:
    assert len(rehearsed.api.get("/v1/keys").json()["data"]) == 1


def test_the_desk_alone_goes_on_where_the_last_report_ended(
    rehearsed: Rehearsed, tmp_path: Path
) -> None:
    to = Path(shutil.copytree(rehearsed.folder, tmp_path / rehearsed.folder.name)).parent
    scopes = ["audit:read", "files:read", "keys:read", "runs:read"]
    made = rehearsed.api.post("/v1/keys", {"name": "desk", "scopes": scopes}).json()
    with Api(rehearsed.api.url, made["secret"]) as desk:
        search = desk.get("/v1/context/search?source=documents&q=harlow")
        assert search.status_code == 403
        done = run(desk, "compliance/desk.py", "--to", str(to))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "attempts denied: 1, erasures: 0." in done.stdout
    rehearsed.api.delete(f"/v1/keys/{made['id']}")
