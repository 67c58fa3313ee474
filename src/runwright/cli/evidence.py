"""The evidence of an answer: each item in words, under the name of the file it stands in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from runwright.cli.drawing import many, plain, wrap
from runwright.cli.screen import Screen
from runwright.client import APIError, Client, RunSource

_MOST_SHOWN = 20
_INDENT = "  "


def file_names(client: Client, sources: Sequence[RunSource]) -> dict[str, str]:
    """The names of the files, by id; one that is gone or may not be seen has none."""
    found = {}
    for file in dict.fromkeys(source.file for source in sources if source.file):
        try:
            found[file] = client.files.retrieve(file).filename
        except APIError:
            continue
    return found


def show(sources: Sequence[RunSource], files: Mapping[str, str], shown: Screen) -> None:
    """What an answer rests on, item by item."""
    if not sources:
        return
    shown.say(f"\nEvidence: {many(len(sources), 'item')}")
    for source in sources[:_MOST_SHOWN]:
        for line in _lines(source):
            text = wrap(plain(line, is_line=True), shown.width and shown.width - len(_INDENT))
            shown.say("\n".join(_INDENT + each for each in text.split("\n")))
        shown.say(shown.dim(_INDENT + _where(source, files)))
    if len(sources) > _MOST_SHOWN:
        more = len(sources) - _MOST_SHOWN
        shown.say(shown.dim(f"{_INDENT}and {more:,} more: add --json to see them all"))


def _lines(source: RunSource) -> list[str]:
    if source.erased:
        return ["(deleted since)"]
    return [source.excerpt] if source.excerpt else []


def _where(source: RunSource, files: Mapping[str, str]) -> str:
    """Where it stands, and by which scope it was read."""
    parts = []
    if source.file:
        parts.append(files.get(source.file, source.file))
    if source.page:
        parts.append(f"page {source.page}")
    if source.scope:
        parts.append(f"read by {source.scope}")
    return plain(", ".join([*parts, source.id]), is_line=True)
