"""Run the recipes against a server that is there for the moment, each in a project of its own.

python recipes/scratch.py
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from runwright.client import Client

HERE = Path(__file__).parent
READY = "Runwright serves on "
RECIPES = {
    "household": HERE / "household" / "briefing.py",
    "compliance": HERE / "compliance" / "rehearsal.py",
}
TIME_ZONE = "Europe/Berlin"


def main() -> int:
    """Run each recipe; the exit code is 1 when one of them failed."""
    with tempfile.TemporaryDirectory(prefix="runwright-recipes-") as folder:
        data = Path(folder) / "data"
        with server(data) as url, Client(url, (data / "owner.key").read_text().strip()) as owner:
            codes = [run(url, owner, name, script) for name, script in RECIPES.items()]
    return 1 if any(codes) else 0


@contextmanager
def server(data: Path) -> Iterator[str]:
    """A server on a free port, for as long as it is needed; its address."""
    command = [sys.executable, "-m", "runwright", "serve", "--port", "0", "--data", str(data)]
    own = {name: value for name, value in os.environ.items() if not name.startswith("RUNWRIGHT_")}
    log = data.with_name("server.log")
    with log.open("w") as opened:
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=opened, text=True, env=own
        )
    try:
        yield _address(process, log)
    finally:
        process.terminate()
        process.wait()


def _address(process: subprocess.Popen[str], log: Path) -> str:
    for line in process.stdout or ():
        if line.startswith(READY):
            return line.removeprefix(READY).strip()
    raise SystemExit(f"The server did not start:\n{log.read_text()}")


def run(url: str, owner: Client, name: str, script: Path) -> int:
    """Run one recipe in a new project; its exit code."""
    project = owner.projects.create(name=name, time_zone=TIME_ZONE)
    if project.key is None or project.key.secret is None:
        raise SystemExit(f"The project {name} has no key to use.")
    print(f"\n== {name} ==\n", flush=True)
    keys = {"RUNWRIGHT_URL": url, "RUNWRIGHT_API_KEY": project.key.secret}
    return subprocess.run([sys.executable, str(script)], env={**os.environ, **keys}).returncode


if __name__ == "__main__":
    raise SystemExit(main())
