"""Clients that others generate from the OpenAPI document can upload, run, read, change and delete.

Each is made from the document of the running server, and then used as a person would.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.client import Api
from support.server import Server

ROOT = Path(__file__).parents[2]
SCRIPTS = ROOT / "tests" / "clients"
STRICT = (
    *("--strict", "--noUncheckedIndexedAccess", "--skipLibCheck"),
    *("--target", "ES2022", "--module", "ESNext", "--moduleResolution", "bundler"),
    *("--lib", "ES2022,DOM", "--types", "node"),
)


def run(*command: str | Path, cwd: Path, **environment: str) -> None:
    """Run a program that must succeed."""
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]


def test_a_client_of_openapi_python_client_works(server: Server, api: Api, tmp_path: Path) -> None:
    generator = Path(sys.executable).parent / "openapi-python-client"
    config = tmp_path / "config.yaml"
    config.write_text("post_hooks: []\n")  # the form of the code matters to nobody here
    run(
        *(generator, "generate", "--url", f"{server.url}/openapi.json", "--config", config),
        *("--meta", "none", "--output-path", "generated", "--fail-on-warning"),
        cwd=tmp_path,
    )
    script = SCRIPTS / "use_python.py"
    run(sys.executable, script, server.url, api.secret, cwd=tmp_path, PYTHONPATH=str(tmp_path))


@pytest.fixture
def packages() -> Iterator[Path]:
    """A folder in which the dashboard's packages, which have what is needed, are found."""
    if shutil.which("node") is None:
        pytest.skip("Node.js is not installed, so there is no TypeScript here")
    dashboard = ROOT / "dashboard"
    with (dashboard / "package.json").open() as handle:
        # One of several test processes installs, the others wait.
        fcntl.flock(handle, fcntl.LOCK_EX)
        run("make", "dashboard/node_modules/.package-lock.json", cwd=ROOT)
    with tempfile.TemporaryDirectory(dir=dashboard / "node_modules", prefix=".client-") as folder:
        yield Path(folder)


def test_a_client_of_openapi_typescript_and_openapi_fetch_works(
    server: Server, api: Api, packages: Path
) -> None:
    for name in ("use_typescript.ts", "types.mjs"):
        shutil.copy(SCRIPTS / name, packages)
    (packages / "package.json").write_text('{"type": "module"}')
    run("node", "types.mjs", f"{server.url}/openapi.json", "schema.d.ts", cwd=packages)
    compiler = ROOT / "dashboard" / "node_modules" / ".bin" / "tsc"
    run(compiler, *STRICT, "use_typescript.ts", cwd=packages)
    run("node", "use_typescript.js", server.url, api.secret, cwd=packages)
