"""How soon the system lets our processes run."""

from __future__ import annotations

import platform
import subprocess
import sys

import pytest

from runwright import processes
from support.patience import PATIENCE

SHORT_TURNS_SINCE = (6, 12)
RELEASE = tuple(int(number) for number in platform.release().split("-")[0].split(".")[:2])
ASKED = """
import ctypes, os, struct, threading
from runwright import processes

def turn() -> int:
    found = ctypes.create_string_buffer(56)
    number = {"aarch64": 275, "x86_64": 315}[os.uname().machine]
    ctypes.CDLL(None).syscall(number, 0, found, 56, 0)
    return struct.unpack("=IIQiIQQQ", found.raw[:48])[5]

processes.take_short_turns()
turns = [turn()]
thread = threading.Thread(target=lambda: turns.append(turn()))
thread.start()
thread.join()
print(*turns)
"""


@pytest.mark.skipif(RELEASE < SHORT_TURNS_SINCE, reason="this Linux gives all the same turns")
def test_a_process_and_the_threads_that_it_starts_take_short_turns() -> None:
    done = subprocess.run(
        [sys.executable, "-c", ASKED], capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    assert done.stdout.split() == ["100000", "100000"]


def test_a_processor_that_we_do_not_know_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "_SCHED_SETATTR", {})
    assert not processes.take_short_turns()
