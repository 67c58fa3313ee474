"""The dashboard's own sources: types against the service's document, one form, unit tests."""

from __future__ import annotations

import gzip
import subprocess
import sys
from pathlib import Path

import pytest

from dashboard.conftest import ROOT, npm

pytestmark = pytest.mark.usefixtures("built")


@pytest.fixture(scope="module")
def typed() -> Path:
    """The types, made from the document of this very service."""
    subprocess.run([sys.executable, "dashboard/openapi.py"], cwd=ROOT, check=True)
    made = npm("run", "types")
    assert made.returncode == 0, made.stderr
    return ROOT / "dashboard" / "src" / "shared" / "schema.d.ts"


def test_every_call_fits_the_services_own_document(typed: Path) -> None:
    assert "interface paths" in typed.read_text("utf-8")
    checked = npm("run", "check")
    assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.mark.usefixtures("typed")
def test_proofs_replay_and_formats() -> None:
    tested = npm("test")
    assert tested.returncode == 0, tested.stdout + tested.stderr


def test_the_lock_file_names_no_package_host() -> None:
    lock = (ROOT / "dashboard" / "package-lock.json").read_text("utf-8")
    assert '"resolved"' not in lock
    assert '"integrity"' in lock


def test_the_script_stays_under_200_kb_compressed(built: Path) -> None:
    scripts = [gzip.compress(path.read_bytes()) for path in built.glob("assets/*.js")]
    assert scripts
    assert sum(map(len, scripts)) < 200_000
