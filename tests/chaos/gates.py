"""Points in the product where a test can make a run wait, and see that it waits there.

Files in one folder are the whole protocol, so the two sides may be different processes, and a
gate works across a crash: `hold-<gate>` closes a gate, `at-<gate>` names who has arrived.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from pathlib import Path

from support.patience import PATIENCE

POLL_SECONDS = 0.005
GATES = ("job", "fetch", "step", "fail")


def asked(part: str) -> str:
    """The question of a prompt that a step is about, as the prompt had it before it was divided."""
    return part.removeprefix("Then: ").rstrip("?") + "?"


@dataclass(frozen=True, slots=True)
class Gates:
    """The gates of one folder."""

    folder: Path

    def close(self, gate: str, label: str = "") -> None:
        """From now on, whoever comes to this gate with a label that contains this one waits."""
        assert gate in GATES
        self.folder.mkdir(parents=True, exist_ok=True)
        self._arrivals(gate).unlink(missing_ok=True)
        waiting = self.folder / f"new-{gate}"
        waiting.write_text(label)
        waiting.rename(self._hold(gate))

    def open(self, gate: str) -> None:
        """Let everybody go on."""
        self._hold(gate).unlink(missing_ok=True)

    def open_all(self) -> None:
        """Leave no gate closed."""
        for gate in GATES:
            self.open(gate)

    def holds(self, gate: str, label: str) -> bool:
        """Whether somebody with this label must wait."""
        try:
            return self._hold(gate).read_text() in label
        except FileNotFoundError:
            return False

    def arrive(self, gate: str, label: str) -> None:
        """Say that somebody waits at a gate."""
        with self._arrivals(gate).open("a") as file:
            file.write(label + "\n")

    def arrived(self, gate: str) -> list[str]:
        """The labels of those who came to a closed gate since it was closed."""
        try:
            return self._arrivals(gate).read_text().splitlines()
        except FileNotFoundError:
            return []

    def wait_for_arrival(self, gate: str, count: int = 1, seconds: float = PATIENCE) -> list[str]:
        """Wait until somebody stands before a gate."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            labels = self.arrived(gate)
            if len(labels) >= count:
                return labels
            time.sleep(POLL_SECONDS)
        raise AssertionError(f"{len(self.arrived(gate))} of {count} came to the gate {gate!r}")

    def note_computation(self, part: str) -> None:
        """Say that a step is being computed."""
        with (self.folder / "computed").open("a") as file:
            file.write(json.dumps(part) + "\n")

    def computations(self) -> list[str]:
        """The part of the prompt of every step that was computed, in order."""
        try:
            lines = (self.folder / "computed").read_text().splitlines()
        except FileNotFoundError:
            return []
        return [json.loads(line) for line in lines]

    def _hold(self, gate: str) -> Path:
        return self.folder / f"hold-{gate}"

    def _arrivals(self, gate: str) -> Path:
        return self.folder / f"at-{gate}"
