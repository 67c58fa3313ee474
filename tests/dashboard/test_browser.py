"""The dashboard in a real Chromium, over a project as somebody would have it after a while."""

from __future__ import annotations

import json
import os
import shutil

import pytest

from dashboard.conftest import npm
from dashboard.demo import fill
from support.receiver import Receiver
from support.server import Server

CHROMIUM = "RUNWRIGHT_TEST_CHROMIUM"


def chromium() -> str | None:
    """Where the browser is, if there is one."""
    return os.environ.get(CHROMIUM) or shutil.which("chromium")


def browse(server: Server, demo: dict[str, str], *arguments: str) -> None:
    """Run end-to-end tests."""
    done = npm(
        *("run", "browser", "--", *arguments),
        RUNWRIGHT_TEST_URL=server.url,
        RUNWRIGHT_TEST_KEY=server.owner_key,
        RUNWRIGHT_TEST_DEMO=json.dumps(demo),
        RUNWRIGHT_TEST_CHROMIUM=chromium() or "",
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "passed" in done.stdout


@pytest.mark.browser
def test_people_can_use_it(dashboard_server: Server) -> None:
    assert chromium(), f"Chromium is not here; name it by {CHROMIUM}"
    with dashboard_server.api() as api, Receiver() as receiver:
        browse(dashboard_server, {**fill(api), "receiver": receiver.url})


def test_a_run_is_asked_for_and_its_trace_replayed(dashboard_server: Server) -> None:
    """The piece of it that every test run has, where there is a browser."""
    if chromium() is None:
        pytest.skip("there is no Chromium here: `make test-browser` installs one")
    browse(dashboard_server, {}, "-t", "signs in|by keyboard alone|asks is shown")
