"""Every setting and every command that the deployment files name is there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from deploy.files import DEPLOY, GUIDE, ROOT, everything
from runwright import __version__, config
from runwright.cli import cli
from runwright.config import SettingsError

_SETTING = re.compile(r"RUNWRIGHT_[A-Z0-9_]+")
_COMMAND = re.compile(r"(?<![\w.-])runwright(?= +([a-z][^`|;&<>()\n]*))")
_TAG = re.compile(r"runwright:(\d[\w.]*\w)")
_LINK = re.compile(r"\]\(([^)#]+)?(?:#([^)]+))?\)")


def unknown_settings(text: str) -> list[str]:
    return [name for name in sorted(set(_SETTING.findall(text))) if not is_setting(name)]


def is_setting(name: str) -> bool:
    """Whether the service itself takes the name; what it thinks of the value is another matter."""
    try:
        config.load({name: "x"}, ROOT / "deploy")
    except SettingsError as error:
        return "is not a setting" not in str(error)
    return True


def commands(text: str) -> Iterator[list[str]]:
    """The words after each `runwright`, in a shell, a list of YAML or JSON, or a unit."""
    plain = re.sub(r"[\"',\[\]]", " ", text.replace("\\\n", " "))
    for match in _COMMAND.finditer(plain):
        words = match[1].split()
        if words[0] != "runwright":  # a user's name, before the command itself
            yield words


def wrong_commands(text: str) -> list[str]:
    return [problem for words in commands(text) for problem in problems_of(words)]


def problems_of(words: list[str]) -> Iterator[str]:
    command: click.Command = cli
    rest = list(words)
    while isinstance(command, click.Group):
        found = command.get_command(click.Context(command), rest[0]) if rest else None
        if found is None:
            yield f"there is no command: runwright {' '.join(words)}"
            return
        command, rest = found, rest[1:]
    known = {each for option in command.params for each in (*option.opts, *option.secondary_opts)}
    for word in rest:
        if word.startswith("-") and word.partition("=")[0] not in known:
            yield f"there is no option {word}: runwright {' '.join(words)}"


@pytest.mark.parametrize("path", everything(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_settings_and_commands_are_there(path: Path) -> None:
    text = path.read_text("utf-8")
    assert unknown_settings(text) == []
    assert wrong_commands(text) == []


def test_images_are_of_this_version() -> None:
    tags = {
        tag: path.name for path in everything() for tag in _TAG.findall(path.read_text("utf-8"))
    }
    assert tags.keys() == {__version__}, tags


def test_the_files_name_each_of_the_three_ways_to_run() -> None:
    named = [
        " ".join(words) for path in everything() for words in commands(path.read_text("utf-8"))
    ]
    for way in ("serve", "serve --no-worker", "worker"):
        assert way in named


def test_a_setting_that_is_not_there_is_found() -> None:
    assert unknown_settings("RUNWRIGHT_BLOB=s3://b RUNWRIGHT_PORT=1") == ["RUNWRIGHT_BLOB"]
    assert unknown_settings("RUNWRIGHT_PROVIDER_MINE_KEY=x") == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("run `runwright teleport` now", "no command"),
        ("ExecStart=/opt/runwright/bin/runwright serve --no-workers", "no option --no-workers"),
        ("command: [runwright, serve, --wrokers, 2]", "no option --wrokers"),
        ('CMD ["runwright", "server"]', "no command"),
        ("sudo -u runwright runwright keys \\\n  make --name x", "no command"),
        ("runwright keys", "no command"),
    ],
)
def test_a_command_that_is_not_there_is_found(text: str, problem: str) -> None:
    assert problem in "".join(wrong_commands(text))


def test_links_of_the_guide_lead_somewhere() -> None:
    assert dead_links(GUIDE.read_text("utf-8"), GUIDE) == []
    readme = DEPLOY / "README.md"
    assert dead_links(readme.read_text("utf-8"), readme) == []
    assert dead_links("[a](#nowhere) [b](no.md) [c](settings.md)", GUIDE) == ["#nowhere", "no.md"]


def dead_links(text: str, page: Path) -> list[str]:
    anchors = {
        re.sub(r"[^\w -]", "", line.lstrip("# ").lower()).replace(" ", "-")
        for line in text.splitlines()
        if line.startswith("#")
    }
    dead = []
    for target, anchor in _LINK.findall(text):
        if target and not (page.parent / target).exists():
            dead.append(target)
        elif not target and anchor not in anchors:
            dead.append(f"#{anchor}")
    return dead


def test_no_file_of_the_folder_is_left_out_of_its_list() -> None:
    listed = (DEPLOY / "README.md").read_text("utf-8")
    names = {path.name for path in DEPLOY.iterdir() if not path.name.startswith(".")}
    names.remove("README.md")
    assert [name for name in sorted(names) if f"`{name}" not in listed] == []
