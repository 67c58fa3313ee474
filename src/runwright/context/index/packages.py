"""Files of the packages that hold weights: pinned by `lock/weights.txt`, and never imported.

A checkout and a container install these packages like any other. `runwright models setup` puts
them into a folder of their own beside the networks, where an upgrade of Runwright leaves them.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import sys
from pathlib import Path

PACKAGED = Path(__file__).parents[2] / "_lock" / "weights.txt"
CHECKOUT = Path(__file__).parents[4] / "lock" / "weights.txt"


class WrongWeights(Exception):
    """A file is not there, or is not the one that was measured; the message names it."""


def home() -> Path:
    """Where everything that is made or fetched for this installation lies."""
    return Path(sys.prefix) / "share" / "runwright"


def folder() -> Path:
    """Where `runwright models setup` puts the packages."""
    return home() / "packages"


def requirements() -> Path:
    """The pins: a wheel carries them in the package, a checkout has them beside `src`."""
    return PACKAGED if PACKAGED.is_file() else CHECKOUT


def locate(package: str, path: str) -> Path | None:
    """Where a file of a package would lie; None where the package is not installed."""
    # The folder comes first: another version that somebody installed must not hide the pinned one.
    places = [str(folder()), *sys.path]
    for found in importlib.metadata.distributions(name=package, path=places):
        return Path(str(found.locate_file(path)))
    return None


def checked(package: str, path: str, sha256: str) -> Path:
    """Where a file of a package lies; `WrongWeights` if it is not the expected one."""
    place = locate(package, path)
    if place is None or not place.is_file():
        raise WrongWeights(f"the package {package} is not installed, or lacks {path}")
    with place.open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    if found != sha256:
        raise WrongWeights(f"{path} of {package} is not the expected file: its SHA-256 is {found}")
    return place
