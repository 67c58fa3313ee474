"""User-visible text reads like a native technical writer's: none of the turns of phrase below.

Each pattern was met many times in a review and reads as translated. Run by `make check` over the
documentation, the README, the help of every command, the OpenAPI document and the dashboard.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest

from runwright.api import openapi
from runwright.cli import cli
from support.routes import table

ROOT = Path(__file__).parents[1]
_NOT = "longer|more|less|fewer|later|earlier|need|doubt|way|different|better|worse|limit|such|one"
TICS = {
    r"(?:is|are|was|were|be|been) told\b": "say who says it: “the answer says”, “the log shows”",
    r"\btold of\b": "“notified of”, or name the event",
    r"\bwho(?:ever)? asks\b": "“the caller”, or a conditional sentence",
    r"\bwhoever\b": "“anyone who”, “the person who”, or the active voice",
    r"\bso that (?:nobody|nothing|none)\b": "say what happens instead",
    r"\bis warned of\b": "“shows a warning for”",
    rf"(?<!there )(?<!there’)\b(?:is|are|was|were) no (?!{_NOT})[a-z]": "“is not a …”",
    r"\banew\b": "“again”",
    r"\bso (?:many|much) (?:at|of|a)\b|\bat most so\b": "name the number",
    r"\bstands? (?:in|on|under|behind|beside|below|above) (?:an?|the|its|their|no)\b": "“is in”",
    r"\blies? (?:in|on|under|beside|behind) (?:a|an|the|its|their)\b": "“is in”",
    r"\bgo(?:es)? on (?:after|from|behind|where|until|with|as)\b": "“continues”",
    r"\bwith commas between\b": "“separated by commas”",
    r"\bthis once\b": "“only once”",
    r"\bevery look\b|\beach look\b": "“every request”",
    r"\bmay since\b|\bsince it is yours\b": "“because”",
    r"\blaid out\b|\bnever mind\b": "“planned”, “cancel”",
    r"\bwhat became of\b|\bwhat came of\b": "“the result of”, “the status of”",
}
GENERATED = ("tools.md",)
"""Written from the schemas of the tools, which snapshots freeze."""


UNREAD = frozenset({"cli", "client", "mcp", "minds", "text", "tools"})
"""Packages whose errors are for programs, for a model, or part of answers that snapshots freeze."""


def prose_of(text: str) -> str:
    """A page without its blocks of code, its inline code and its quotations."""
    text = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"`[^`\n]*`|“[^”\n]*”|\"[^\"\n]*\"", "``", text)


def pages() -> Iterator[tuple[str, str]]:
    docs = ROOT / "docs"
    for path in [ROOT / "README.md", *sorted(docs.rglob("*.md"))]:
        if "decisions" not in path.parts and path.name not in GENERATED:
            yield path.relative_to(ROOT).as_posix(), prose_of(path.read_text("utf-8"))


def help_texts(command: click.Command = cli, name: str = "runwright") -> Iterator[tuple[str, str]]:
    helps = [command.help, *(getattr(each, "help", None) for each in command.params)]
    yield f"{name} --help", "\n".join(filter(None, helps))
    if isinstance(command, click.Group):
        for each in command.list_commands(click.Context(command)):
            inner = command.get_command(click.Context(command), each)
            if inner is not None:
                yield from help_texts(inner, f"{name} {each}")


def api_texts() -> Iterator[tuple[str, str]]:
    document = openapi.document(table().values(), "", [])

    def texts(node: Any) -> Iterator[str]:
        if isinstance(node, dict):
            for key, inner in node.items():
                if key in ("description", "summary") and isinstance(inner, str):
                    yield inner
                elif key not in ("example", "x-codeSamples"):
                    yield from texts(inner)
        elif isinstance(node, list):
            for inner in node:
                yield from texts(inner)

    for kind in ("paths", "components"):
        named = document[kind] if kind == "paths" else document[kind]["schemas"]
        for name, node in named.items():
            yield f"OpenAPI {name}", "\n".join(texts(node))


def dashboard_texts() -> Iterator[tuple[str, str]]:
    """What a component shows: its source without comments and imports."""
    for path in sorted((ROOT / "dashboard" / "src").rglob("*.ts*")):
        if not path.name.endswith((".test.ts", ".d.ts")):
            text = path.read_text("utf-8")
            text = re.sub(r"/\*.*?\*/|^\s*//.*?$|^import .*?;$", "", text, flags=re.M | re.S)
            yield path.relative_to(ROOT).as_posix(), " ".join(text.split())


def messages() -> Iterator[tuple[str, str]]:
    """What errors say: the texts in what is raised, outside of what computes answers."""
    source = ROOT / "src" / "runwright"
    for path in sorted(source.rglob("*.py")):
        if path.relative_to(source).parts[0] not in UNREAD:
            raised = (
                node for node in ast.walk(ast.parse(path.read_bytes())) if type(node) is ast.Raise
            )
            parts = (part for node in raised for part in ast.walk(node))
            texts = [each.value for each in parts if isinstance(each, ast.Constant)]
            said = "\n".join(text for text in texts if isinstance(text, str))
            yield path.relative_to(ROOT).as_posix(), said


def around(text: str, match: re.Match[str]) -> str:
    return text[max(0, match.start() - 40) : match.end() + 40]


@pytest.mark.parametrize("texts", [pages, help_texts, api_texts, messages, dashboard_texts])
def test_nothing_reads_as_translated(texts: Any) -> None:
    found = [
        f"{where}: “{' '.join(around(text, match).split())}”: {better}"
        for where, text in texts()
        for tic, better in TICS.items()
        for match in re.finditer(tic, text, re.IGNORECASE)
    ]
    assert found == [], "\n".join(found)


def test_the_patterns_know_what_is_usual_english() -> None:
    fine = "There is no file. It is no longer there. It stands for ten. He goes on. No one is."
    odd = "A sentence that is no rule does nothing. What is told is logged. Read it anew."
    found = [tic for tic in TICS if re.search(tic, fine, re.IGNORECASE)]
    assert found == []
    assert sum(bool(re.search(tic, odd, re.IGNORECASE)) for tic in TICS) == 3
