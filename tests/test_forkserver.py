"""What tests fork is as it would be had it been started anew."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from runwright import __version__
from support.forkserver import FORK_SERVER, run

SCRIPT = """
import json, os, sys
print(json.dumps({
    "arguments": sys.argv[1:], "environment": dict(os.environ), "folder": os.getcwd(),
    "leads": os.getpid() == os.getsid(0), "open": sorted(os.listdir("/proc/self/fd"))[:-1],
    "child": os.waitstatus_to_exitcode(os.system("exit 7")),
}))
print("öops", file=sys.stderr)
sys.exit(3)
"""
ENDLESS = "import time\nprint('begun', flush=True)\ntime.sleep(600)"


@pytest.fixture
def script(tmp_path: Path) -> Path:
    """A program that says what it finds around it."""
    path = tmp_path / "script.py"
    path.write_text(SCRIPT)
    return path


def inherited() -> dict[str, str]:
    return {k: v for k, v in os.environ.items() if k.startswith(("PYTHON", "LD_"))}


def test_a_command_runs_with_its_own_folder_environment_and_session(script: Path) -> None:
    environment = {**inherited(), "ONE": "1"}
    command = [sys.executable, str(script), "a", "b c"]
    done = run(command, environment=environment, folder=script.parent)
    said = json.loads(done.stdout)
    assert said["arguments"] == ["a", "b c"]
    assert said["environment"] == {**environment, "ORT_DISABLE_TELEMETRY": "1"}
    assert said["folder"] == str(script.parent)
    assert said["leads"]
    assert said["open"] == ["0", "1", "2"]
    assert said["child"] == 7
    assert (done.returncode, done.stderr) == (3, "öops\n")


def test_the_product_is_started_as_a_module(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "runwright", "--version"]
    done = run(command, environment=os.environ, folder=tmp_path)
    assert (done.returncode, done.stdout) == (0, f"runwright {__version__}\n")


def test_a_process_is_waited_for_and_killed(tmp_path: Path) -> None:
    path = tmp_path / "endless.py"
    path.write_text(ENDLESS)
    with tempfile.TemporaryFile() as log:
        started = FORK_SERVER.start(
            [sys.executable, str(path)], environment=os.environ, folder=tmp_path, stderr=log
        )
    assert started.stdout is not None
    with started.stdout:
        assert started.stdout.readline() == "begun\n"
        assert started.poll() is None
        with pytest.raises(subprocess.TimeoutExpired):
            started.wait(0.01)
        os.killpg(started.pid, signal.SIGKILL)
        assert started.wait() == started.poll() == -signal.SIGKILL
        assert started.stdout.read() == ""


@pytest.mark.parametrize(
    ("command", "environment"),
    [
        ([sys.executable, "-c", "pass"], {}),
        (["/bin/true", "-m", "runwright"], {}),
        ([sys.executable, "-m", "runwright", "serve", "--workers", "2"], {}),
        ([sys.executable, "-m", "runwright"], {"PYTHONHASHSEED": "7"}),
    ],
)
def test_what_would_not_be_the_same_is_not_forked(
    command: list[str], environment: dict[str, str]
) -> None:
    assert FORK_SERVER.can_start([sys.executable, "-m", "runwright", "serve"], os.environ)
    assert not FORK_SERVER.can_start(command, {**os.environ, **environment})
