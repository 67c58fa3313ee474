"""The small wheel: built from this checkout, installed where there is nothing else, and used."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import NamedTuple

import pytest

from support.server import Server

ROOT = Path(__file__).parent.parent.parent
CLIENT = ROOT / "src" / "runwright" / "client"
WITH_HTTPX = ("httpx", "httpcore", "h11", "certifi", "idna", "anyio", "typing_extensions")
"""What httpx brings along, and all that the client may find."""

USE = """
import asyncio, sys
from runwright import AsyncClient, Client

with Client() as client:
    run = client.runs.create(model="y0-fast", prompt="What is 2 + 2?")
    print(run.status, client.runs.retrieve(run.id).id == run.id)

async def again():
    async with AsyncClient() as client:
        return [each.id async for each in client.runs.list()]

print(asyncio.run(again()) == [run.id])
print("pydantic" in sys.modules)
"""


class Fresh(NamedTuple):
    """An environment with the client in it, and little else."""

    python: Path
    wheel: Path


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Fresh:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT / "packaging" / "client", check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    home = folder / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True)
    python = home / "bin" / "python"
    install = ["-m", "uv", "pip", "install", "--offline", "--no-cache", "--no-deps"]
    subprocess.run(
        [sys.executable, *install, "--python", str(python), str(wheel)],
        check=True,
        capture_output=True,
    )
    (packages,) = home.glob("lib/python*/site-packages")
    for name in WITH_HTTPX:
        spec = importlib.util.find_spec(name)
        assert spec is not None
        assert spec.origin is not None
        origin = Path(spec.origin)
        origin = origin.parent if origin.name == "__init__.py" else origin
        (packages / origin.name).symlink_to(origin)
    return Fresh(python, wheel)


def test_the_wheel_has_the_client_and_nothing_else(fresh: Fresh) -> None:
    with zipfile.ZipFile(fresh.wheel) as wheel:
        names = {name for name in wheel.namelist() if ".dist-info/" not in name}
        (metadata,) = (name for name in wheel.namelist() if name.endswith("/METADATA"))
        described = wheel.read(metadata).decode().split("\n\n")[0].splitlines()
    own = {
        f"runwright/client/{path.relative_to(CLIENT).as_posix()}"
        for path in CLIENT.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    top = {"runwright/__init__.py", "runwright/py.typed"}
    assert names == own | top | {"runwright/client/LICENSE"}
    assert "runwright/client/py.typed" in names
    assert [line for line in described if line.startswith("Requires-Dist")] == [
        "Requires-Dist: httpx>=0.28"
    ]
    assert fresh.wheel.stat().st_size < 100_000


def test_it_works_alone(fresh: Fresh, server: Server) -> None:
    with server.project() as api:
        environ = {"RUNWRIGHT_URL": server.url, "RUNWRIGHT_API_KEY": api.secret}
        done = subprocess.run(
            [fresh.python, "-W", "error", "-c", USE],
            capture_output=True,
            text=True,
            env=environ,
            timeout=60,
        )
    assert done.stderr == ""
    assert done.stdout.splitlines() == ["completed True", "True", "False"]


def test_its_types_are_found_where_it_is_installed(fresh: Fresh, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "from runwright import Client\n"
        "reveal_type(Client().runs.create(model='y0-fast', prompt='Hello').status)\n"
    )
    done = subprocess.run(
        [
            *(sys.executable, "-m", "mypy", "--strict", "--config-file", ""),
            *("--python-executable", str(fresh.python), "--cache-dir", str(tmp_path / "cache")),
            str(program),
        ],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert 'Revealed type is "str"' in done.stdout, done.stdout + done.stderr
