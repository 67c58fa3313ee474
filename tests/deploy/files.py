"""The deployment files as the tests read them, whole or with one thing broken."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from runwright.config import Settings

ROOT = Path(__file__).parent.parent.parent
DEPLOY = ROOT / "deploy"
GUIDE = ROOT / "docs" / "deployment.md"
SHUTDOWN_GRACE: int = Settings.model_fields["shutdown_grace"].default
SIGNING_KEY = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="

_ASSIGNMENT = re.compile(r"#?([A-Z_]+)=(.*)")
_SECONDS = re.compile(r"(\d+)s?")


def everything() -> list[Path]:
    """Every file that a person deploys with, and the page that explains them."""
    shown = [path for path in sorted(DEPLOY.rglob("*")) if not path.name.startswith(".")]
    return [*(path for path in shown if path.is_file()), GUIDE]


def text_of(name: str) -> str:
    return (DEPLOY / name).read_text("utf-8")


def broken(text: str, old: str, new: str) -> str:
    """A copy in which something else stands in one place."""
    assert old in text, f"nothing to break: {old!r} is not there"
    return text.replace(old, new, 1)


def documents(text: str) -> list[dict[str, Any]]:
    """The documents of a YAML file; a key that stands there twice is an error, as it hides one."""
    return [document for document in yaml.load_all(text, _Strict) if document is not None]


class _Strict(yaml.SafeLoader):
    """The safe loader, which takes each key once."""


def _mapping(loader: _Strict, node: yaml.MappingNode) -> dict[Any, Any]:
    keys = [key.value for key, _ in node.value]
    twice = {key for key in keys if keys.count(key) > 1}
    if twice:
        raise yaml.constructor.ConstructorError(None, None, f"twice: {twice}", node.start_mark)
    loader.flatten_mapping(node)
    return dict(loader.construct_mapping(node, deep=True))


_Strict.add_constructor(yaml.resolver.BaseResolver.DEFAULT_MAPPING_TAG, _mapping)


def instructions(containerfile: str) -> Iterator[tuple[str, str]]:
    """Each instruction of a Containerfile with its arguments, in one line."""
    lines = [line for line in containerfile.splitlines() if not line.lstrip().startswith("#")]
    for line in "\n".join(lines).replace("\\\n", " ").splitlines():
        if line.strip():
            word, _, arguments = line.strip().partition(" ")
            yield word, " ".join(arguments.split())


def image_environment(containerfile: str) -> dict[str, str]:
    """What the image's last stage sets for every process in it."""
    found: dict[str, str] = {}
    for word, arguments in instructions(containerfile):
        if word == "FROM":
            found = {}
        elif word == "ENV":
            found |= dict(pair.split("=", 1) for pair in arguments.split())
    return found


def image_user(containerfile: str) -> str:
    """Who the image's processes are, if it says so."""
    users = [arguments for word, arguments in instructions(containerfile) if word == "USER"]
    return users[-1].partition(":")[0] if users else "root"


def assignments(text: str) -> dict[str, str]:
    """What an example of an environment file sets, or would if it were not a comment."""
    found = (_ASSIGNMENT.fullmatch(line) for line in text.splitlines())
    return {match[1]: match[2] for match in found if match}


def settings_in(environ: Mapping[str, object]) -> dict[str, str]:
    """The variables that Runwright reads."""
    return {name: str(value) for name, value in environ.items() if name.startswith("RUNWRIGHT_")}


def is_pinned(image: str) -> bool:
    """Whether an image has a tag that says which one it is."""
    _, _, tag = image.rpartition("/")[2].partition(":")
    return bool(tag) and tag != "latest"


def seconds(text: object) -> int:
    """The number in `30` and `30s`."""
    match = _SECONDS.fullmatch(str(text))
    assert match, f"{text} is no number of seconds"
    return int(match[1])
