"""`runwright models add`: a language model from a GGUF file, on the server's own machine."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shlex
import tempfile
from pathlib import Path
from typing import NamedTuple

import click

from runwright import clock, config
from runwright.cli import screen
from runwright.cli.command import command
from runwright.cli.exits import WRONG_USE, Told
from runwright.cli.options import JSON, print_json
from runwright.config import Settings
from runwright.models import catalog
from runwright.models.gguf import GgufError, Header, read_header

_PROVIDER = "local"
_FOLDER = Path("models")
_LARGEST_WINDOW = 16_384
"""A larger one is only taken by name: its memory is reserved when the model is loaded."""
_DATE = re.compile(r"-\d{4}-\d{2}", re.ASCII)
_ALIAS = re.compile(r"[a-z0-9][a-z0-9.-]{0,63}", re.ASCII)


class Added(NamedTuple):
    """What was written, and what the settings must say."""

    snapshot: str
    manifest: Path
    alias: str | None
    sha256: str
    context_window: int
    settings: dict[str, str]


@command(examples=["runwright models add qwen2.5-7b-q4.gguf --alias y0-deep"])
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--name", help="The snapshot's name; the file's by default. A date is appended.")
@click.option("--alias", help="An alias to point at it, such as y0-fast.")
@click.option("--window", type=click.IntRange(1024), help="Its context window, in tokens.")
@JSON
def add(file: Path, name: str | None, alias: str | None, window: int | None, as_json: bool) -> None:
    """Add a language model from a GGUF file.

    Writes a manifest into the models folder (RUNWRIGHT_MODELS, or `models` here) and prints what
    to set. The file stays where it is.
    """
    settings = config.load()
    header = _header(file)
    added = _add(settings, file, header, name=name, alias=alias, window=window)
    if as_json:
        values = {**added._asdict(), "manifest": str(added.manifest)}
        print_json(values)
        return
    shown = screen.out()
    shown.say(f"{added.snapshot} is described in {added.manifest}.")
    if added.alias is not None:
        shown.say(f"The alias {added.alias} points at it.")
    if not header.has_chat_template:
        screen.err().say("Warning: the file has no chat template; it may not follow instructions.")
    shown.say("\nSet this for the server, and restart it:")
    for variable, value in added.settings.items():
        shown.say(f"  export {variable}={shlex.quote(value)}")
    shown.say(f"\nThen try it:\n  runwright doctor\n  runwright models show {added.snapshot}")


def _header(file: Path) -> Header:
    try:
        return read_header(file)
    except GgufError as error:
        raise Told(f"{file} cannot be added: {error}", WRONG_USE) from None


def _add(
    settings: Settings,
    file: Path,
    header: Header,
    *,
    name: str | None,
    alias: str | None,
    window: int | None,
) -> Added:
    folder = settings.models or _FOLDER
    weights = _weights_folder(settings, file)
    known = catalog.load(folder if folder.is_dir() else None)
    snapshot = _snapshot_id(name or file.stem)
    manifest = folder / f"{snapshot}.toml"
    if snapshot in known.snapshots or manifest.exists():
        raise Told(
            f"{snapshot} is there already, and a snapshot is frozen: choose another --name",
            WRONG_USE,
        )
    if alias is not None and (alias in known.snapshots or not _ALIAS.fullmatch(alias)):
        raise Told(f"{alias} cannot be an alias: it is a snapshot, or no name", WRONG_USE)
    if window is not None and window > header.context_length:
        raise Told(f"{file.name} takes {header.context_length:,} tokens at most", WRONG_USE)
    tokens = window or min(header.context_length, _LARGEST_WINDOW)
    with file.open("rb") as opened:
        sha256 = hashlib.file_digest(opened, "sha256").hexdigest()
    folder.mkdir(parents=True, exist_ok=True)
    model = file.resolve().relative_to(weights).as_posix()
    _write(manifest, _manifest(snapshot, model, sha256, tokens))
    try:
        catalog.load(folder)
        if alias is not None:
            _point(folder / catalog.ALIASES, alias, snapshot)
    except Exception:
        manifest.unlink()
        raise
    needed = {
        "RUNWRIGHT_MODELS": str(folder.resolve()),
        f"RUNWRIGHT_PROVIDER_{_PROVIDER.upper()}_PATH": str(weights),
    }
    return Added(snapshot, manifest, alias, sha256, tokens, needed)


def _weights_folder(settings: Settings, file: Path) -> Path:
    """The folder of GGUF files: the one that is set, or else the file's own."""
    given = settings.providers.get(_PROVIDER)
    if given is None or given.path is None:
        return file.resolve().parent
    folder = given.path.resolve()
    if not file.resolve().is_relative_to(folder):
        variable = f"RUNWRIGHT_PROVIDER_{_PROVIDER.upper()}_PATH"
        raise Told(f"{file} must lie in {folder}, which {variable} names: move it there", WRONG_USE)
    return folder


def _snapshot_id(name: str) -> str:
    """A name with a date: `Qwen2.5 7B_Q4` becomes `qwen2.5-7b-q4-2026-11`."""
    plain = re.sub(r"[^a-z0-9.]+", "-", name.lower()).strip("-.")
    if not plain:
        raise Told("--name must have a letter or a figure", WRONG_USE)
    return plain if _DATE.fullmatch(plain[-8:]) else f"{plain}-{clock.now():%Y-%m}"


def _manifest(snapshot: str, model: str, sha256: str, window: int) -> str:
    return f"""id = {_quoted(snapshot)}
family = "text"
status = "available"
context_window = {window}
max_steps_ceiling = 16

[frozen]                      # never changed once a server has seen it
provider = "{_PROVIDER}"
mode = "language-model"
behaviour = 1
model = {_quoted(model)}
weights = "{sha256}"
prompts = "{_prompts()}"
replies = "json"

[frozen.sampling]
temperature = "0"
max_tokens = {min(2048, window // 4)}
seed = 1
"""


def _prompts() -> str:
    """The newest of the shipped prompts."""
    return max(path.stem for path in catalog.PROMPTS.glob("*.toml"))


def _point(path: Path, alias: str, snapshot: str) -> None:
    """Point an alias at a snapshot; the other lines and their comments stay."""
    line = f"{_quoted(alias)} = {_quoted(snapshot)}"
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    own = re.compile(rf"""\s*(["']?){re.escape(alias)}\1\s*=""")
    kept = [each for each in lines if not own.match(each)]
    _write(path, "\n".join([*kept, line]) + "\n")


def _quoted(text: str) -> str:
    """A basic string of TOML, which JSON's strings are."""
    return json.dumps(text, ensure_ascii=False)


def _write(path: Path, text: str) -> None:
    """Whole or not at all: a server that starts meanwhile reads no half manifest."""
    with tempfile.NamedTemporaryFile(
        "w", encoding="utf-8", dir=path.parent, prefix=".", suffix=".new", delete=False
    ) as file:
        file.write(text)
    os.chmod(file.name, 0o644)
    os.replace(file.name, path)
