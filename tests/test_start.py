"""What a server loads before it answers for the first time: no mind, no tool, no parser."""

from __future__ import annotations

import subprocess
import sys

LATER = (
    "runwright.minds.embedded.mind",
    "runwright.minds.language.mind",
    "runwright.minds.calls",
    "runwright.minds.agent_policy",
    "runwright.runs.plans.router",
    "runwright.runs.plans.drafts",
    "runwright.tools.catalog",
    "numpy",
    "snowballstemmer",
    "tokenizers",
    "onnxruntime",
)
_LOADED = "import sys, runwright.cli.serve; print(*sys.modules)"
_ALL_LOADED = f"{_LOADED}; from runwright import later; later.load_all(); print(*sys.modules)"


def test_a_server_starts_without_what_thinks() -> None:
    found = subprocess.run([sys.executable, "-c", _LOADED], capture_output=True, check=True)
    assert set(LATER) & set(found.stdout.decode().split()) == set()


def test_beside_its_start_a_server_loads_every_mind() -> None:
    found = subprocess.run([sys.executable, "-c", _ALL_LOADED], capture_output=True, check=True)
    loaded = found.stdout.decode().splitlines()[-1].split()
    assert {name for name in LATER if name.startswith("runwright.")} <= set(loaded)
