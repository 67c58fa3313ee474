"""The Containerfile copies what is there, installs what `make setup` does, and is not root."""

from __future__ import annotations

import fnmatch
import json
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.files import ROOT, broken, image_environment, image_user, instructions, text_of

TEXT = text_of("Containerfile")
_REQUIREMENTS = re.compile(r"-r (lock/\w+\.txt)")
_KNOWN = {
    *("FROM", "ARG", "ENV", "WORKDIR", "RUN", "COPY", "VOLUME", "EXPOSE", "USER"),
    *("HEALTHCHECK", "CMD"),
}


def problems(text: str) -> list[str]:
    return [*_of_stages(text), *_of_copies(text), *_of_installing(text), *_of_running(text)]


def _of_stages(text: str) -> Iterator[str]:
    stages: list[str] = []
    for word, arguments in instructions(text):
        if word not in _KNOWN:
            yield f"no instruction: {word}"
        if word == "FROM":
            image, *name = arguments.split(" AS ")
            tag = image.partition(":")[2]
            if tag in ("", "latest"):
                yield f"no tag: {image}"
            stages += name
        elif word == "COPY" and arguments.startswith("--from="):
            stage = arguments.split()[0].removeprefix("--from=")
            if stage not in stages:
                yield f"no stage: {stage}"


def copied(text: str) -> list[str]:
    """What comes out of the checkout."""
    return [
        source
        for word, arguments in instructions(text)
        if word == "COPY" and not arguments.startswith("--from=")
        for source in arguments.split()[:-1]
    ]


def _of_copies(text: str) -> Iterator[str]:
    for source in copied(text):
        if not (ROOT / source).exists():
            yield f"not in the repository: {source}"
        elif is_ignored(source, (ROOT / ".dockerignore").read_text("utf-8")):
            yield f"kept out by .dockerignore: {source}"


def is_ignored(source: str, rules: str) -> bool:
    """Whether the last rule that speaks of a path, or of a folder above it, keeps it out."""
    parts = source.split("/")
    above = ["/".join(parts[:count]) for count in range(1, len(parts) + 1)]
    ignored = False
    for rule in rules.splitlines():
        if any(fnmatch.fnmatchcase(each, rule.removeprefix("!")) for each in above):
            ignored = not rule.startswith("!")
    return ignored


def _of_installing(text: str) -> Iterator[str]:
    for command in re.findall(r"pip install ([^&]*)", " ".join(a for _, a in instructions(text))):
        if "-r " in command and "--require-hashes" not in command:
            yield f"without hashes: {command}"
    if installed(text) != installed(_setup_recipe()):
        yield f"installs {installed(text)}, and make setup {installed(_setup_recipe())}"
    if "--editable" in text:
        yield "an editable install does not outlive its stage"
    # An address of a package index, or of anything else, is for whoever builds to give.
    for address in re.findall(r"https?://(?!127\.0\.0\.1)\S+", text):
        yield f"names a host: {address}"


def installed(text: str) -> set[str]:
    return set(_REQUIREMENTS.findall(text))


def _setup_recipe() -> str:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    return makefile.partition("$(VENV)/.runtime: ")[2].partition("\n\n")[0]


def _of_running(text: str) -> Iterator[str]:
    words = dict(instructions(text))
    if not image_user(text).isdigit() or image_user(text) == "0":
        yield f"runs as {image_user(text)}"
    if f"--uid {image_user(text)} " not in text:
        yield f"there is no user {image_user(text)}"
    if words.get("EXPOSE") != image_environment(text).get("RUNWRIGHT_PORT"):
        yield "exposes another port than it listens on"
    if words.get("VOLUME") != image_environment(text).get("RUNWRIGHT_DATA"):
        yield "keeps another folder than the data folder"
    if "/healthz" not in words.get("HEALTHCHECK", ""):
        yield "no health check"


def test_the_containerfile_is_sound() -> None:
    assert problems(TEXT) == []


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("COPY src src", "COPY source src", "not in the repository: source"),
        ("COPY src src", "COPY bench bench", "kept out by .dockerignore: bench"),
        ("python:3.11-slim-bookworm AS", "python:latest AS", "no tag"),
        ("python:3.11-slim-bookworm\n", "python\n", "no tag: python"),
        ("--from=build", "--from=builder", "no stage: builder"),
        ("USER 10001:10001", "", "runs as root"),
        ("USER 10001:10001", "USER 0", "runs as 0"),
        ("USER 10001:10001", "USER runwright", "runs as runwright"),
        ("USER 10001:10001", "USER 10002", "there is no user 10002"),
        ("pip install --require-hashes --no-deps -r", "pip install -r", "without hashes"),
        (" -r lock/runtime.txt", "", "make setup"),
        ("EXPOSE 8080", "EXPOSE 80", "exposes another port"),
        ("VOLUME /data", "VOLUME /var", "another folder"),
        ("/healthz", "/", "no health check"),
        ("ARG PIP_INDEX_URL", "ARG PIP_INDEX_URL=https://example.com", "names a host"),
        ("WORKDIR", "WORKDIRECTORY", "no instruction"),
    ],
)
def test_what_is_wrong_is_found(old: str, new: str, problem: str) -> None:
    assert problem in "; ".join(problems(broken(TEXT, old, new)))


def test_secrets_and_data_stay_out_of_the_image() -> None:
    rules = (ROOT / ".dockerignore").read_text("utf-8")
    for kept_out in (".data/owner.key", ".git/config", "deploy/.env", ".venv/bin/python"):
        assert is_ignored(kept_out, rules)


def test_the_health_check_is_a_program_that_python_can_read() -> None:
    check = dict(instructions(TEXT))["HEALTHCHECK"].partition("CMD ")[2]
    python, option, program = json.loads(check)
    assert (python, option) == ("python", "-c")
    compile(program, "HEALTHCHECK", "exec")


def test_what_is_copied_is_enough_to_build_the_package(tmp_path: Path) -> None:
    for source in copied(TEXT):
        if (ROOT / source).is_dir():
            skip = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / source, tmp_path / "build" / source, ignore=skip)
        else:
            (tmp_path / "build" / source).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / source, tmp_path / "build" / source)
    build = "import sys; from hatchling.build import build_wheel; print(build_wheel(sys.argv[1]))"
    done = subprocess.run(
        [sys.executable, "-c", build, str(tmp_path)],
        cwd=tmp_path / "build",
        capture_output=True,
        text=True,
        check=True,
    )
    package = ROOT / "src" / "runwright"
    wanted = {
        path.relative_to(package.parent).as_posix()
        for path in package.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    with zipfile.ZipFile(tmp_path / done.stdout.split()[-1]) as wheel:
        assert wanted - set(wheel.namelist()) == set()
